// The names that part 2 uses: fields in identities, unique groups and views, resources in types and rules, operations in addresses. Input:
// a document's resources. Output: findings. Notation, part 2.

import { linkType } from './field-types.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { formulaOperands, type Rule } from '../notation/values/formulas.ts';
import { linkOrder } from './ordering.ts';
import { valueOf, type Name, type Slot } from '../notation/slot.ts';
import { otherFieldIn } from '../notation/values/field-defaults.ts';
import { callerWith } from '../analysis/document/schemes.ts';
import { linkOwners } from './owners.ts';
import type { References } from './references.ts';

export function linkResources(refs: References): void {
  for (const resource of refs.model.resources.values()) linkResource(refs, resource);
  for (const kind of refs.model.document.events.kinds.items) {
    for (const field of kind.fields.items) linkType(refs, field.type);
  }
}

function linkResource(refs: References, resource: Resource): void {
  names(refs, resource, resource.identifiedBy);
  for (const view of resource.views) names(refs, resource, view.slot);
  for (const slot of resource.unique) for (const name of valueOf(slot)?.fields ?? []) field(refs, resource, name);
  for (const slot of [...resource.atLeastOneOf, ...resource.exactlyOneOf]) names(refs, resource, slot);
  for (const rule of valueOf(resource.whenDeleted) ?? []) refs.resource(rule.resource);
  for (const { name } of resource.decisions ?? []) field(refs, resource, name);
  for (const one of resource.fields.items) linkField(refs, resource, one);
  const seen = valueOf(resource.visibleTo);
  if (seen) linkOwners(refs, seen, resource);
}

function names(refs: References, resource: Resource, slot: Slot<readonly Name[]>): void {
  for (const name of valueOf(slot) ?? []) field(refs, resource, name);
}

function field(refs: References, resource: Resource, name: Name): void {
  refs.field(resource, name.text.split('.'), name.at);
}

function linkField(refs: References, resource: Resource, one: Field): void {
  const type = valueOf(one.type);
  linkType(refs, one.type, { row: resource });
  const setBy = valueOf(one.setBy);
  if (setBy?.kind === 'service' && setBy.rule.kind !== 'gap') linkRule(refs, resource, setBy.rule, one.setBy.at);
  const other = otherFieldIn(one.default);
  if (other) refs.field(resource, other.path, other.at);
  const initial = valueOf(one.default);
  if (type?.kind === 'state' && initial?.kind === 'text')
    refs.state(`${resource.name.text}.${one.name.text}`, { text: initial.value, at: one.default.at });
}

function linkRule(
  refs: References,
  row: Resource,
  rule: Rule,
  at: { readonly start: number; readonly end: number },
): void {
  switch (rule.kind) {
    case 'slug':
      return refs.field(row, rule.of.text.split('.'), rule.of.at);
    case 'caller':
      return refs.field(callerWith(refs.model, rule.path), rule.path, at);
    case 'address':
      refs.operation(rule.operation);
      return;
    case 'new resource':
      refs.resource(rule.resource);
      return;
    case 'text':
      for (const part of rule.parts) if (part.kind === 'field') refs.field(row, part.path, at);
      return;
    case 'arithmetic':
      for (const operand of formulaOperands(rule.expression)) {
        if (operand.kind !== 'field' || operand.owner === 'caller' || operand.owner === 'body') continue;
        const isOwn = operand.owner === undefined || operand.owner === 'this';
        refs.field(isOwn ? row : refs.resource({ text: operand.owner!, at: operand.at }), operand.path, operand.at);
      }
      return;
    case 'count':
    case 'exists':
    case 'list':
    case 'sum':
    case 'min':
    case 'max': {
      const other = refs.resource(rule.resource);
      if ('field' in rule) refs.field(other, rule.field.text.split('.'), rule.field.at);
      if (rule.kind === 'list') linkOrder(refs, other, rule.order);
      return;
    }
    default:
  }
}
