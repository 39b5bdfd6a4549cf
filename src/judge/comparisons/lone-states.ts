// A field without a row, beside a state: no operation meets the condition, and still only one field can be meant. Input: both sides.
// Output: the state as a name, when no other field of that name could hold the value. Notation, section 4.

import type { Operand } from '../../notation/values/operands.ts';
import { valueOf } from '../../notation/slot.ts';
import { broken, ownConstraints } from '../../analysis/document/allowed.ts';
import type { Ground } from '../../analysis/document/condition-walk.ts';
import { memberType } from '../../analysis/document/value-kinds.ts';
import { misfit } from '../misfit.ts';
import type { Findings } from '../findings.ts';

export function judgeLoneState(findings: Findings, left: Operand, right: Operand, ground: Ground): void {
  if (ground.row !== undefined || left.kind !== 'field' || left.owner !== undefined || right.kind !== 'text') return;
  const name = left.path.join('.');
  const [states, others] = [new Set<string>(), new Set<string>()];
  for (const resource of findings.model.resources.values()) {
    const field = findings.model.fields.get(`${resource.name.text}.${name}`);
    if (!field) continue;
    const type = valueOf(field.type);
    const of = type && (memberType(findings.model, type) ?? type);
    if (of?.kind === 'state') states.add(`${resource.name.text}.${name}`);
    else {
      const limits = [...(of ? ownConstraints(of) : []), ...(valueOf(field.allowed) ?? [])];
      if (!of || (misfit(of, right, false) === undefined && !broken(limits, right))) others.add(resource.name.text);
    }
  }
  if (states.size === 1 && others.size === 0) findings.state([...states][0]!, { text: right.value, at: right.at });
}
