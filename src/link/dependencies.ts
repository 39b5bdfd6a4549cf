// What the meaning of a field depends on: for its type, the fields that define its values; for a rule of the service, the fields
// of the same row that it is made from. Input: the names of a document. Output: a graph of such slots, each step with a sentence.
// What holds only for some rows (a list, an optional shape, another row) is no step. Notation, part 2.

import type { FieldType } from '../notation/values/field-types.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { formulaOperands, type Rule } from '../notation/values/formulas.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { allOperands } from '../analysis/document/condition-walk.ts';
import { followPath, innermost, isNested } from '../analysis/document/paths.ts';
import { selectionOf } from '../analysis/document/targets.ts';

/** One slot of a field. */
export interface Meaning {
  /** `Order.total`. */
  readonly name: string;
  readonly part: 'type' | 'rule';
  readonly slot: Slot<unknown>;
}

export interface Dependency {
  readonly to: Meaning;
  /** What the step is, for the place where it is stated. */
  readonly says: string;
}

export function dependenciesOf(model: Model): ReadonlyMap<Meaning, readonly Dependency[]> {
  const meanings = new Map<Field, { readonly type: Meaning; readonly rule: Meaning }>();
  for (const [name, field] of model.fields)
    meanings.set(field, {
      type: { name, part: 'type', slot: field.type },
      rule: { name, part: 'rule', slot: field.setBy },
    });
  // A second field of one name, which reading reports, has no meaning of its own.
  const stepsTo = (part: Meaning['part'], steps: readonly Step[]): readonly Dependency[] =>
    steps.flatMap(({ to, says }) => {
      const meaning = meanings.get(to)?.[part];
      return meaning ? [{ to: meaning, says }] : [];
    });
  const dependencies = new Map<Meaning, readonly Dependency[]>();
  for (const resource of model.resources.values()) {
    for (const field of resource.fields.items) {
      const own = meanings.get(field);
      if (!own) continue;
      dependencies.set(own.type, stepsTo('type', ofType(model, field)));
      dependencies.set(own.rule, stepsTo('rule', ofRule(model, resource, field)));
    }
  }
  return dependencies;
}

interface Step {
  readonly to: Field;
  readonly says: string;
}

function ofType(model: Model, field: Field): readonly Step[] {
  const whole = valueOf(field.type);
  if (!whole) return [];
  const type = innermost(whole);
  const name = `\`${field.name.text}\``;
  const named = (other: string, does: string): Step[] => {
    const to = model.fields.get(other);
    return to ? [{ to, says: `${name} ${does} \`${other}\`` }] : [];
  };
  if (type.kind === 'same-as') return named(`${type.owner ?? ''}.${type.path.join('.')}`, 'has the type of');
  if (type.kind !== 'resource') return [];
  if (type.by) return named(`${type.resource.text}.${type.by.text}`, 'is shown and sent as');
  // A value of it always holds one of these; a list may be empty, and `or null` may be null.
  if (type !== whole || valueOf(field.required)?.kind !== 'yes') return [];
  const held = model.resources.get(type.resource.text);
  const shown = held ? shownFields(held, type) : [];
  return shown.map((to) => ({ to, says: `each ${name} holds a whole \`${type.resource.text}\`` }));
}

/** The fields that each value holds: of a nested shape, and of a row that is embedded. A bare reference holds none. */
function shownFields(held: Resource, type: Extract<FieldType, { kind: 'resource' }>): readonly Field[] {
  const { items } = held.fields;
  const { view, only, without } = type;
  if (view) {
    const found = held.views.find(({ name }) => name.text === view.text);
    const names = ((found && valueOf(found.slot)) ?? []).map(({ text }) => text);
    return items.filter(({ name }) => names.includes(name.text));
  }
  if (only) return items.filter(({ name }) => only.some(({ text }) => text === name.text));
  if (without) return items.filter(({ name }) => !without.some(({ text }) => text === name.text));
  return isNested(held) ? items : [];
}

function ofRule(model: Model, resource: Resource, field: Field): readonly Step[] {
  const setBy = valueOf(field.setBy);
  if (setBy?.kind !== 'service' || setBy.rule.kind === 'gap') return [];
  const { rule } = setBy;
  if (rule.kind === 'new resource') return ofNewRows(model, field, rule.resource.text);
  const firsts = pathsOf(model, resource, rule).flatMap((path) => followPath(model, resource, path).fields.slice(0, 1));
  return firsts.map(({ field: to }) => ({ to, says: `\`${field.name.text}\` is made from \`${to.name.text}\`` }));
}

/** A row that is made with a row that is made with this one. */
function ofNewRows(model: Model, field: Field, made: string): readonly Step[] {
  const others = (model.resources.get(made)?.fields.items ?? []).filter((one) => {
    const setBy = valueOf(one.setBy);
    return setBy?.kind === 'service' && setBy.rule.kind === 'new resource';
  });
  return others.map((to) => ({
    to,
    says: `\`${field.name.text}\` is a new \`${made}\`, which makes \`${to.name.text}\``,
  }));
}

/** Paths from the row that the rule sets. */
function pathsOf(model: Model, resource: Resource, rule: Rule): readonly (readonly string[])[] {
  switch (rule.kind) {
    case 'slug':
      return [rule.of.text.split('.')];
    case 'text':
      return rule.parts.flatMap((part) => (part.kind === 'field' ? [part.path] : []));
    case 'arithmetic':
      return formulaOperands(rule.expression).flatMap((operand) => {
        const isOwn = operand.kind === 'field' && (operand.owner === undefined || operand.owner === 'this');
        return isOwn ? [operand.path] : [];
      });
    case 'address':
      return ofAddress(model, resource, rule.operation.text);
    case 'count':
    case 'whether':
    case 'list':
    case 'sum':
    case 'min':
    case 'max': {
      const operands = rule.where ? allOperands(model, rule.where) : [];
      return operands.flatMap((one) => (one.kind === 'field' && one.owner === 'this' ? [one.path] : []));
    }
    default:
      return [];
  }
}

/** What is in the braces of its path is taken from the row. */
function ofAddress(model: Model, resource: Resource, heading: string): readonly (readonly string[])[] {
  const linked = model.operations.get(heading);
  const selection = linked && selectionOf(model, linked, resource.name.text);
  return (selection?.keys ?? []).map(({ field }) => field.split('.'));
}
