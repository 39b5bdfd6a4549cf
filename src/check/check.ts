// Says what a document states, what it leaves open and what is wrong with it. Input: a linked model, with what reading and linking found.
// Output: the report, as docs/check.schema.json has it. Errors are linking's to find, because they hold operations; what is found here warns.

import { oncePer } from '../base/once-per.ts';
import type { Diagnostic } from '../diagnostics/define.ts';
import { withPlacesOfAll } from '../analysis/document/all-fields.ts';
import type { Model } from '../model/model.ts';
import { unsupportedFound } from './across.ts';
import { authenticationFound } from './authentication.ts';
import { conflictsOf } from './conflicts.ts';
import { endpointsFound } from './endpoints.ts';
import { errorsFound } from './errors.ts';
import { eventsFound } from './events.ts';
import { limitsFound } from './limits.ts';
import { reportOf, type Report } from './report.ts';
import { resourcesFound } from './resources.ts';
import { statesFound } from './states.ts';

export type { Report } from './report.ts';

export function check(model: Model): Report {
  return reportOn(model);
}

/** Once for each model: a session of questions looks at the same one before and after an answer. */
const reportOn = oncePer((model: Model): Report => {
  const warnings = withPlacesOfAll(model.resources, [
    ...resourcesFound(model),
    ...statesFound(model),
    ...endpointsFound(model),
    ...authenticationFound(model),
    ...eventsFound(model),
    ...errorsFound(model),
    ...limitsFound(model),
    ...unsupportedFound(model),
  ]);
  const found: readonly Diagnostic[] = [...model.diagnostics, ...warnings];
  return reportOf(model, found, conflictsOf(model, model.diagnostics));
});
