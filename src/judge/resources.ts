// A field of a resource: its Default, its Allowed values and its rule beside its type. Input: a document's resources. Output: findings.
// Notation, part 2.

import type { Field, Resource } from '../notation/resources.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { otherFieldIn, type OtherField } from '../notation/values/field-defaults.ts';
import type { Literal } from '../notation/values/literals.ts';
import { judgeAssignment, targetFact } from './comparisons/assignments.ts';
import { judgeDefaultBeside } from './comparisons/literals.ts';
import type { Findings } from './findings.ts';
import { judgeAllowed, judgeDefault } from './literals.ts';
import { judgeBeginning, judgeDecisions, judgeMade, judgeStates } from './service-rules.ts';
import { judgeReference } from './unique-references.ts';

export function judgeResources(findings: Findings): void {
  const { resources, document } = findings.model;
  for (const resource of resources.values()) {
    for (const field of resource.fields.items) judgeField(findings, resource, field);
    judgeDecisions(findings, resource);
  }
  for (const { type } of document.events.kinds.items.flatMap(({ fields }) => fields.items)) {
    const value = valueOf(type);
    if (value) judgeReference(findings, value);
  }
}

function judgeField(findings: Findings, resource: Resource, one: Field): void {
  const type = valueOf(one.type);
  if (type) judgeReference(findings, type);
  const setBy = valueOf(one.setBy);
  if (setBy?.kind === 'service' && setBy.rule.kind !== 'gap') {
    judgeMade(findings, resource, one, setBy.rule);
    judgeBeginning(findings, resource, one, setBy.rule);
  }
  const shown = `\`${resource.name.text}.${one.name.text}\``;
  const isNeeded = valueOf(one.required)?.kind === 'yes' && type?.kind !== 'nullable';
  const other = otherFieldIn(one.default);
  if (other) judgeOtherField(findings, resource, one, other);
  else if (type) judgeLiteral(findings, resource, one, { type, at: one.type.at, isNeeded }, shown);
  judgeAllowed(findings, type, one.allowed, shown);
  if (type?.kind === 'state') judgeStates(findings, resource, one);
}

/** A value that the field can have, which is not the name of another field by mistake. */
function judgeLiteral(
  findings: Findings,
  resource: Resource,
  field: Field,
  written: Parameters<typeof judgeDefault>[1],
  name: string,
): void {
  const slot = field.default as Slot<Literal>;
  judgeDefault(findings, written, slot, field.allowed, name);
  const literal = valueOf(slot);
  if (literal?.kind !== 'text') return;
  const side = targetFact(findings, { resource, field }, name);
  if (side) judgeDefaultBeside(findings, side, literal.value, slot.at);
}

/** The field can keep what the other one has. */
function judgeOtherField(findings: Findings, resource: Resource, field: Field, { path, at }: OtherField): void {
  const operand = { kind: 'field', owner: 'this', path, at } as const;
  const name = `\`${resource.name.text}.${field.name.text}\``;
  const place = { row: resource, self: resource, request: undefined };
  judgeAssignment(findings, { resource, field }, name, operand, place);
}
