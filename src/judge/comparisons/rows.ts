// Two types of one value: that of a row of a table, and that of the field which it sets or selects by. Input: an operation. Output:
// findings with both places. Notation, part 4 "Tables": Path, Body (Sets).

import type { Span } from '../../base/span.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import type { ValueFact } from '../../analysis/values/operand-types.ts';
import type { FieldAt } from '../../analysis/document/paths.ts';
import { effectsOf, pathFacts } from '../../analysis/document/targets.ts';
import { isSentAs } from '../../analysis/values/value-fits.ts';
import { kindOf, plainType } from '../../analysis/document/value-kinds.ts';
import { judgeDefault } from '../literals.ts';
import type { Findings } from '../findings.ts';
import { targetFact } from './assignments.ts';
import { mayCompare, reportUnlike } from './sides.ts';

/** What a Body row sends is judged by both types, and kept in that of the field. */
export function judgeBodyTypes(findings: Findings, linked: LinkedOperation): void {
  const body = bodyOf(findings.model, linked);
  if (body.kind !== 'fields') return;
  for (const { sets, types, path } of body.fields) {
    const resource = sets && findings.model.resources.get(sets.resource);
    const slot = types.find((one) => valueOf(one) && valueOf(one)!.kind !== 'same-as');
    if (!resource || !slot || slot === sets.field.type) continue;
    const given = { type: valueOf(slot)!, at: slot.at, name: `body \`${path.join('.')}\`` };
    judgeTypes(findings, given, { resource, field: sets.field }, (value, into) =>
      isSentAs(findings.model, value, into),
    );
  }
}

/** A default of a Body row becomes the field that it sets. */
export function judgeBodyDefaults(findings: Findings, linked: LinkedOperation): void {
  const body = bodyOf(findings.model, linked);
  for (const { sets, row } of body.kind === 'fields' ? body.fields : []) {
    const type = sets && valueOf(sets.field.type);
    if (!type || !row || row.default.status === 'absent') continue;
    const isNeeded = valueOf(sets.field.required)?.kind === 'yes' && type.kind !== 'nullable';
    const name = `\`${sets.resource}.${sets.field.name.text}\``;
    judgeDefault(findings, { type, at: sets.field.type.at, isNeeded }, row.default, sets.field.allowed, name);
  }
}

/** A value of the path is compared with the field that it selects by; it becomes that field where the row is made. */
export function judgePathType(findings: Findings, linked: LinkedOperation, row: Parameter): void {
  const { model } = findings;
  const name = row.name.text;
  const selection = pathFacts(model, linked).selections.find((one) => one.keys.some((key) => key.parameter === name));
  const key = selection?.keys.find((one) => one.parameter === name);
  const resource = selection && model.resources.get(selection.resource);
  const field = key && model.fields.get(`${selection!.resource}.${key.field}`);
  const type = valueOf(row.type);
  if (!resource || !field || !type) return;
  const isMade = effectsOf(linked).some(
    (effect) => effect.kind === 'creates or replaces' && effect.target.text === resource.name.text,
  );
  const given = { type, at: row.type.at, name: `\`{${name}}\`` };
  judgeTypes(findings, given, { resource, field }, (value, into) =>
    isMade ? isSentAs(model, value, into) : mayCompare(kindOf(value.type), kindOf(into.type)),
  );
}

function judgeTypes(
  findings: Findings,
  given: { readonly type: FieldType; readonly at: Span; readonly name: string },
  target: FieldAt,
  fits: (value: ValueFact, into: ValueFact) => boolean,
): void {
  const into = targetFact(findings, target, `\`${target.resource.name.text}.${target.field.name.text}\``);
  const known = plainType(findings.model, given.type);
  if (!into || !known) return;
  const value: ValueFact = { ...into, name: given.name, type: known.type, at: given.at, refers: known.refers };
  const at: Operand = { kind: 'null', at: given.at };
  if (!fits(value, into)) reportUnlike(findings, at, into, value);
}
