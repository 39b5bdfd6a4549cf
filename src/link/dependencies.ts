// What the meaning of a field depends on: for its type, the fields that define its values; for a rule of the service, the fields
// of the same row that it is made from. Input: the names of a document. Output: a graph of such slots, each step with a sentence.
// What holds only for some rows (a list, an optional shape, another row) is no step. A field that is computed whenever it is read has one
// more meaning while its row is made: then what is kept with the row is not there yet. Notation, part 2.

import type { FieldType } from '../notation/values/field-types.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { formulaOperands, type Rule } from '../notation/values/formulas.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { otherFieldIn } from '../notation/values/field-defaults.ts';
import { isComputed, ruleOf } from '../analysis/document/field-rules.ts';
import { followPath, innermost, isNested } from '../analysis/document/paths.ts';
import { isSearchRule, pathsOf } from '../analysis/document/rule-paths.ts';
import { ownSearched, searchedFields } from '../analysis/document/searched-fields.ts';
import { selectionOf } from '../analysis/document/targets.ts';
import { isEmbedded } from '../analysis/document/value-kinds.ts';

/** One slot of a field. */
export interface Meaning {
  /** `Order.total`. */
  readonly name: string;
  readonly part: 'type' | 'rule' | 'default';
  readonly slot: Slot<unknown>;
}

export interface Dependency {
  readonly to: Meaning;
  /** What the step is, for the place where it is stated. */
  readonly says: string;
}

/** Of the fields that depend on any. */
export function dependenciesOf(model: Model): ReadonlyMap<Meaning, readonly Dependency[]> {
  const found = [...model.resources.values()].flatMap((resource) =>
    resource.fields.items.flatMap((field) => {
      const [type, rule, made, other] = [
        ofType(model, field),
        ofRule(model, resource, field),
        whileMade(model, resource, field),
        ofDefault(model, resource, field),
      ];
      return [type, rule, made, other].some((steps) => steps.length > 0) ? [{ field, type, rule, made, other }] : [];
    }),
  );
  // Most documents have few such fields, or none.
  if (found.length === 0) return new Map();
  const meanings = new Map<Field, Readonly<Record<Meaning['part'] | 'made', Meaning>>>();
  for (const [name, field] of model.fields)
    meanings.set(field, {
      type: { name, part: 'type', slot: field.type },
      rule: { name, part: 'rule', slot: field.setBy },
      made: { name, part: 'rule', slot: field.setBy },
      default: { name, part: 'default', slot: field.default },
    });
  // A second field of one name, which reading reports, has no meaning of its own.
  const stepsTo = (part: Meaning['part'], steps: readonly Step[], isMade = false): readonly Dependency[] =>
    steps.flatMap(({ to, says, isOwn = false }) => {
      const meaning = meanings.get(to)?.[isMade && isOwn && isComputed(to) ? 'made' : part];
      return meaning ? [{ to: meaning, says }] : [];
    });
  const dependencies = new Map<Meaning, readonly Dependency[]>();
  for (const { field, type, rule, made, other } of found) {
    const own = meanings.get(field);
    if (!own) continue;
    dependencies.set(own.type, stepsTo('type', type));
    dependencies.set(own.default, stepsTo('default', other));
    dependencies.set(own.rule, stepsTo('rule', rule, !isComputed(field)));
    if (isComputed(field)) dependencies.set(own.made, stepsTo('rule', [...rule, ...made], true));
  }
  return dependencies;
}

const NONE: readonly never[] = [];

interface Step {
  readonly to: Field;
  /** It is a field of the same row. */
  readonly isOwn?: boolean;
  readonly says: string;
}

function ofType(model: Model, field: Field): readonly Step[] {
  const whole = valueOf(field.type);
  if (!whole) return [];
  const type = innermost(whole);
  if (type.kind !== 'same-as' && type.kind !== 'resource') return NONE;
  const name = `\`${field.name.text}\``;
  const named = (other: string, does: string): Step[] => {
    const to = model.fields.get(other);
    return to ? [{ to, says: `${name} ${does} \`${other}\`` }] : [];
  };
  if (type.kind === 'same-as') return named(`${type.owner ?? ''}.${type.path.join('.')}`, 'has the type of');
  if (type.kind !== 'resource') return [];
  if (type.by) return named(`${type.resource.text}.${type.by.text}`, 'is shown and sent as');
  // A value of a nested shape always holds one of these; a list may be empty, and `or null` may be null. How a row is embedded
  // is the same for every row, also where a reference leads nowhere.
  const isShown = isEmbedded(model, type);
  if (!isShown && (type !== whole || valueOf(field.required)?.kind !== 'yes')) return [];
  const other = `\`${type.resource.text}\``;
  const says = isShown ? `${name} shows fields of ${other}` : `each ${name} holds a whole ${other}`;
  const held = model.resources.get(type.resource.text);
  const shown = held ? shownFields(held, type) : [];
  return shown.map((to) => ({ to, says }));
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

/** A Default that is another field. */
function ofDefault(model: Model, resource: Resource, field: Field): readonly Step[] {
  const other = otherFieldIn(field.default);
  const to = other && model.fields.get(`${resource.name.text}.${other.path.join('.')}`);
  return to ? [{ to, says: `\`${field.name.text}\` is \`${to.name.text}\` where it is left out` }] : NONE;
}

function ofRule(model: Model, resource: Resource, field: Field): readonly Step[] {
  const setBy = valueOf(field.setBy);
  if (setBy?.kind !== 'service' || setBy.rule.kind === 'gap') return [];
  const { rule } = setBy;
  if (rule.kind === 'new resource') return ofNewRows(model, field, rule.resource.text);
  // A field of another row is a step where rows are searched for it, each time that it is read.
  const paths = pathsFrom(model, resource, rule).flatMap((path) =>
    followPath(model, resource, path).fields.flatMap((one, at) =>
      at === 0 || isSearched(one.field) ? [madeFrom(field, one.field, at === 0)] : [],
    ),
  );
  const searched = searchedFields(model, resource, rule).filter((one) => isComputed(one.field));
  return [...paths, ...searched.map((one) => madeFrom(field, one.field, false))];
}

/** What a search looks at in the row that is made, kept or not. */
function whileMade(model: Model, resource: Resource, field: Field): readonly Step[] {
  const rule = ruleOf(field);
  if (!rule) return NONE;
  return ownSearched(model, resource, rule).map((one) => madeFrom(field, one.field, true));
}

function madeFrom(field: Field, to: Field, isOwn: boolean): Step {
  return { to, says: `\`${field.name.text}\` is made from \`${to.name.text}\``, isOwn };
}

function isSearched(field: Field): boolean {
  const rule = ruleOf(field);
  return rule !== undefined && isSearchRule(rule);
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
function pathsFrom(model: Model, resource: Resource, rule: Rule): readonly (readonly string[])[] {
  switch (rule.kind) {
    case 'slug':
      return [rule.of.text.split('.')];
    case 'text':
    case 'by the table below':
      return pathsOf(rule);
    case 'arithmetic':
      return formulaOperands(rule.expression).flatMap((operand) => {
        const isOwn = operand.kind === 'field' && (operand.owner === undefined || operand.owner === 'this');
        return isOwn ? [operand.path] : [];
      });
    case 'address':
      return ofAddress(model, resource, rule.operation.text);
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
