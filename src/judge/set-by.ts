// Who sets a field, stated twice: by its Set by, and by an operation that sets it, too. Input: a field that `with`, `sets`, a
// Body row or an address sets. Output: a finding with both places. Notation, part 2, "Who sets a field"; rule 6.

import type { Span } from '../base/span.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { AssignedValue, Effect } from '../notation/values/effects.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import type { SetBy } from '../notation/values/rules.ts';
import { valueOf } from '../notation/slot.ts';
import { headingOf, selectionOf } from '../analysis/document/targets.ts';
import type { Findings } from './findings.ts';

/** `value` undefined: what a caller sends. */
export function judgeSetBy(
  findings: Findings,
  linked: LinkedOperation,
  resource: Resource | undefined,
  path: readonly string[],
  value: AssignedValue | undefined,
  at: Span,
): void {
  const name = resource && `${resource.name.text}.${path.join('.')}`;
  const field = name === undefined ? undefined : findings.model.fields.get(name);
  const setBy = field && valueOf(field.setBy);
  if (!field || !setBy || !isElsewhere(setBy, value)) return;
  const who = setBy.kind === 'rows' ? 'the rows of part 2' : 'the service by a rule of its own';
  const what = `who sets \`${name}\`: ${who}, and \`${headingOf(linked)}\``;
  findings.report(contradiction, at, { what }, [{ at: field.setBy.at, message: 'who sets it is stated here' }]);
}

/** `creates or replaces R`: the path says what identifies a new row. */
export function judgeAddress(findings: Findings, linked: LinkedOperation, effect: Effect): void {
  if (effect.kind !== 'creates or replaces') return;
  const resource = findings.model.resources.get(effect.target.text);
  for (const { field } of selectionOf(findings.model, linked, effect.target.text)?.keys ?? [])
    judgeSetBy(findings, linked, resource, field.split('.'), undefined, effect.target.at);
}

/** A state is set by moves; what says the same as the rule is no second value. */
function isElsewhere(setBy: SetBy, value: AssignedValue | undefined): boolean {
  if (setBy.kind !== 'service') return setBy.kind === 'rows';
  switch (setBy.rule.kind) {
    case 'gap':
    case 'state':
      return false;
    case 'now':
      return !(value?.kind === 'now' && value.offset === 0);
    case 'caller':
      return !(value?.kind === 'caller' && setBy.rule.path.length === 0);
    default:
      return true;
  }
}
