// What names that are resolved say together, and cannot: values that are none of their type, moves that nothing makes, statements that
// exclude each other. Input: a model, and what linking found in it. Output: errors, each with its places; they hold operations, so they are
// in the model before gaps are counted. Notation, rule 6 and section 4; decision 0031.

import { eachCondition } from '../analysis/requests/stated-conditions.ts';
import { judgeAcross } from './across.ts';
import { judgeAnswers } from './answer-headers.ts';
import { judgeAuthentication } from './authentication.ts';
import { judgeWhens } from './body-whens.ts';
import { judgeCondition } from './comparisons/conditions.ts';
import { judgeDeletions } from './deletions.ts';
import { judgeDelivery } from './delivery.ts';
import { judgeOperation } from './endpoints.ts';
import { judgeErrors } from './errors.ts';
import { judgeEvents } from './events.ts';
import type { Findings } from './findings.ts';
import { judgeFitting } from './fitting.ts';
import { judgeGivenRows } from './given-rows.ts';
import { judgeKept } from './kept-members.ts';
import { judgeNewRows } from './new-rows.ts';
import { judgeNone } from './none.ts';
import { judgeResources } from './resources.ts';
import { judgeLimits } from './limits.ts';
import { judgeMachines } from './states.ts';
import { judgeVersions } from './versioning.ts';

export function judge(findings: Findings): void {
  judgeResources(findings);
  judgeGivenRows(findings);
  judgeMachines(findings);
  for (const linked of findings.model.operations.values()) {
    judgeOperation(findings, linked);
    judgeAcross(findings, linked);
    judgeWhens(findings, linked);
    judgeNewRows(findings, linked);
    judgeFitting(findings, linked);
    judgeKept(findings, linked);
  }
  eachCondition(findings.model, (condition, place) => judgeCondition(findings, condition, place));
  judgeAnswers(findings);
  judgeAuthentication(findings);
  judgeDeletions(findings);
  judgeEvents(findings);
  judgeDelivery(findings);
  judgeErrors(findings);
  judgeLimits(findings);
  judgeVersions(findings);
  judgeNone(findings);
}
