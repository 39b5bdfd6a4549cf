// The names in Headers in, Repeat and the Repeat table, and in everything else about calls: operations, fields and codes. Input:
// a document. Output: findings, each at the name. Notation, parts 4 and 8.

import type { RepeatRow } from '../notation/endpoints.ts';
import { valueOf } from '../notation/slot.ts';
import type { Call } from '../notation/values/calls.ts';
import type { LimitedCalls } from '../notation/values/limited-calls.ts';
import type { LinkedOperation } from '../model/model.ts';
import { targetsOf } from '../analysis/document/targets.ts';
import { linkCause } from './causes.ts';
import type { References } from './references.ts';

export function linkRepeats(refs: References): void {
  for (const linked of refs.model.operations.values()) {
    for (const one of valueOf(linked.facts.headersIn) ?? []) if (one.need === 'on') linkCalls(refs, one.calls);
    linkSameValues(refs, linked);
    for (const row of linked.facts.repeatTable.items) linkRow(refs, row);
  }
}

/** Its fields are those of the row that Does names; under All operations they are of several, and not every one has them. */
function linkSameValues(refs: References, linked: LinkedOperation): void {
  const { operation, facts } = linked;
  const repeat = valueOf(facts.repeat);
  if (repeat?.kind !== 'same values') return;
  refs.error(repeat.error);
  const [target, ...others] = targetsOf(refs.model, linked);
  if (operation.facts.repeat !== facts.repeat || target === undefined || others.length > 0) return;
  for (const { text, at } of [...repeat.fields, ...repeat.comparedBy])
    refs.field(refs.model.resources.get(target), text.split('.'), at);
}

function linkRow(refs: References, row: RepeatRow): void {
  switch (row.key) {
    case 'appliesTo': {
      linkLimitedCalls(refs, valueOf(row.statement));
      break;
    }
    case 'otherBody':
    case 'stillRunning': {
      const answer = valueOf(row.statement);
      if (answer) refs.error(answer.error);
      break;
    }
    case 'keptAnswers': {
      for (const code of valueOf(row.statement)?.codes ?? []) refs.error(code);
      break;
    }
    default:
  }
}

export function linkLimitedCalls(refs: References, applies: LimitedCalls | undefined): void {
  linkCalls(refs, applies?.calls ?? []);
  // The names in a condition are linked with those of all conditions.
  if (applies?.when && applies.when.kind !== 'condition') linkCause(refs, applies.when);
}

function linkCalls(refs: References, calls: readonly Call[]): void {
  for (const one of calls) if (one.kind === 'operation') refs.operation(one.operation);
}
