// Fields of a body of which at least one, or exactly one, is sent. Input: the body as parsed. Output: failures. What is sent counts, be it
// null or wrong. Notation, part 4, "One of several fields of a body".

import type { SentGroupPlan } from '../plan/body-plan.ts';
import { note, type Findings } from './findings.ts';
import { memberAt } from './json-values.ts';

type Field = SentGroupPlan['fields'][number];

/** `broken`: objects that are none; what is below them has had its failure. */
export function judgeSent(
  { fields, missing }: SentGroupPlan,
  value: unknown,
  broken: readonly (readonly string[])[],
  findings: Findings,
): void {
  if (broken.some((above) => fields.some(({ path }) => isBelow(path, above)))) return;
  const [first, ...others] = fields.filter((field) => isSent(field, value));
  if (!first) tell(missing, fields[0]!, findings);
  for (const other of others) if (other.invalid) tell(other.invalid, other, findings);
}

/** One failure of a field is enough. */
function tell(rule: SentGroupPlan['missing'], { name, path }: Field, findings: Findings): void {
  if (!findings.failures.some((failure) => failure.path?.join('\0') === path.join('\0')))
    note(rule, findings, name, path);
}

function isSent({ path, emptyIsMissing }: Field, value: unknown): boolean {
  const given = memberAt(value, path);
  return given !== undefined && !(emptyIsMissing && given === '');
}

export function isBelow(path: readonly string[], above: readonly string[]): boolean {
  return path.length > above.length && above.every((name, index) => path[index] === name);
}
