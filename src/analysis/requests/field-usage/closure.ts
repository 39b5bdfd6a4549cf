// What the fields in use involve: the fields of a nested shape, the row that a reference leads to, the conditions and rules of a
// field, and what goes when a row is deleted. Input: what an operation names itself. Output: the same sets, closed. Notation,
// part 2, heads Type, Set by and When deleted.

import type { Condition } from '../../../notation/values/conditions.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import { formulaOperands, type Rule } from '../../../notation/values/formulas.ts';
import { valueOf } from '../../../notation/slot.ts';
import { whosIn, type Who } from '../../../notation/values/who.ts';
import { addressParts } from '../../document/addresses.ts';
import { sentReference } from '../../document/body-references.ts';
import { walkCondition } from '../../document/condition-walk.ts';
import { machinesOf } from '../../document/moves.ts';
import { isTimed, timedRowsOf } from '../../machines/timed.ts';
import { takersByTime } from '../../machines/timed-removals.ts';
import { decidingConditions } from '../../document/rule-paths.ts';
import { elementOf, followPath, isNested } from '../../document/paths.ts';
import { fieldsShown } from '../../document/shape-fields.ts';
import { isEmbedded } from '../../document/value-kinds.ts';
import { callerOf, callersWith, schemesOf } from '../../document/schemes.ts';
import type { Gathered } from '../../document/field-usage.ts';

export function closeOver(model: Model, uses: Gathered): void {
  deletions(model, uses);
  movedByTime(model, uses);
  // What is shown of an embedded row may be computed, from rows that time moves.
  const size = (): number => uses.resources.size + uses.fields.size + uses.shown.size + uses.sent.size;
  for (;;) {
    const before = size();
    for (const one of uses.shown) uses.fields.add(one);
    for (const one of uses.sent) uses.fields.add(one);
    for (const set of [uses.fields, uses.shown, uses.sent]) spread(model, uses, set);
    for (const one of uses.shown) uses.fields.add(one);
    for (const one of uses.sent) uses.fields.add(one);
    // Resources that came with the fields: time may move their rows, too.
    movedByTime(model, uses);
    for (const name of uses.resources) seenRows(model, name, uses);
    if (size() === before) return;
  }
}

/** What decides who may see its rows. */
function seenRows(model: Model, name: string, uses: Gathered): void {
  const resource = model.resources.get(name);
  const who = resource && valueOf(resource.visibleTo);
  if (who) ofPeople(model, who, resource, uses);
}

/** Fields that say who may: of the row, and of the caller where a role is asked. */
export function ofPeople(
  model: Model,
  who: Who,
  row: Resource | undefined,
  uses: Gathered,
  call?: LinkedOperation,
): void {
  for (const one of whosIn(who)) {
    if (one.kind === 'condition') ofCondition(model, one.condition, row, uses, call);
    if (one.kind === 'which items' && one.items.kind !== 'gap') ofCondition(model, one.items, row, uses, call);
    if (one.kind === 'owner') {
      const [owner, ...path] = one.path;
      const resource = model.resources.get(owner!);
      if (resource) addPath(model, resource, path, uses);
    }
    if (one.kind === 'role') ofRoles(model, uses);
  }
}

function ofRoles(model: Model, uses: Gathered): void {
  for (const scheme of schemesOf(model)) {
    const caller = callerOf(model, scheme);
    const given = caller && valueOf(scheme.roles);
    if (given?.kind === 'field') addPath(model, caller!, given.field.field.text.split('.'), uses);
    if (given?.kind === 'when') for (const { when } of given.rules) ofCondition(model, when, caller, uses);
  }
}

/** A set that grows while it is walked: each name is looked at once. */
export function spread(model: Model, uses: Gathered, set: Set<string>): void {
  for (const name of set) {
    const field = model.fields.get(name);
    const resource = field && model.resources.get(ownerOf(name, field));
    if (!field || !resource) continue;
    uses.resources.add(resource.name.text);
    const type = valueOf(field.type);
    if (type) ofType(model, type, uses, set);
    if (set !== uses.fields) continue;
    for (const condition of conditionsOf(field)) ofCondition(model, condition, resource, uses);
    const setBy = valueOf(field.setBy);
    if (setBy?.kind === 'service' && setBy.rule.kind !== 'gap') ofRule(model, setBy.rule, resource, uses);
  }
}

function ownerOf(name: string, field: Field): string {
  return name.slice(0, name.length - field.name.text.length - 1);
}

function conditionsOf(field: Field): readonly Condition[] {
  const required = valueOf(field.required);
  const present = valueOf(field.present);
  return [
    ...(required?.kind === 'if' ? [required.condition] : []),
    ...(present?.kind === 'if' ? [present.condition] : []),
  ];
}

export function ofType(model: Model, type: FieldType, uses: Gathered, set: Set<string>): void {
  const inner = elementOf(type).type;
  if (inner.kind === 'map') return ofType(model, inner.of, uses, set);
  if (inner.kind !== 'resource') return;
  const name = inner.resource.text;
  uses.resources.add(name);
  const resource = model.resources.get(name);
  if (inner.by) {
    uses.fields.add(`${name}.${inner.by.text}`);
    return;
  }
  if (!resource) return;
  if (isEmbedded(model, inner)) {
    // What is asked of the field alone is which row it names.
    if (set !== uses.shown) return;
    if (inner.view) uses.views.add(`${name} as ${inner.view.text}`);
    for (const field of fieldsShown(resource, inner)) set.add(`${name}.${field}`);
    return;
  }
  if (!isNested(resource)) return;
  for (const field of resource.fields.items) set.add(`${name}.${field.name.text}`);
}

/** `call`: whose body the condition may look at. */
export function ofCondition(
  model: Model,
  condition: Condition,
  row: Resource | undefined,
  uses: Gathered,
  call?: LinkedOperation,
): void {
  walkCondition(
    model,
    condition,
    { row, self: row },
    {
      search: (resource) => uses.resources.add(resource.text),
      operand: (operand, base) => {
        const named = call && sentReference(model, call, operand);
        if (named) addPath(model, named.target, named.path, uses);
        if (operand.kind !== 'field' || !base) return;
        const bases = operand.owner === 'caller' ? callersWith(model, operand.path) : [base];
        for (const one of bases) addPath(model, one, operand.path, uses);
      },
    },
  );
}

export function addPath(
  model: Model,
  base: Resource,
  path: readonly string[],
  uses: Gathered,
  into: Set<string> = uses.fields,
): void {
  for (const { resource, field } of followPath(model, base, path).fields) {
    uses.resources.add(resource.name.text);
    into.add(`${resource.name.text}.${field.name.text}`);
  }
}

function ofRule(model: Model, rule: Rule, row: Resource, uses: Gathered): void {
  switch (rule.kind) {
    case 'slug':
      return addPath(model, row, rule.of.text.split('.'), uses);
    case 'text':
      for (const part of rule.parts) if (part.kind === 'field') addPath(model, row, part.path, uses);
      return;
    case 'arithmetic':
      for (const operand of formulaOperands(rule.expression)) {
        if (operand.kind !== 'field') continue;
        const isOwn = operand.owner === undefined || operand.owner === 'this';
        const base = isOwn ? row : model.resources.get(operand.owner!);
        if (base) addPath(model, base, operand.path, uses);
      }
      return;
    case 'by the table below':
      for (const condition of decidingConditions(rule)) ofCondition(model, condition, row, uses);
      return;
    case 'count':
    case 'exists':
    case 'list':
    case 'sum':
    case 'min':
    case 'max':
      uses.resources.add(rule.resource.text);
      if (rule.where) search(model, rule.resource.text, rule.where, row, uses);
      if ('field' in rule) uses.fields.add(`${rule.resource.text}.${rule.field.text}`);
      return;
    case 'address':
      for (const name of addressParts(model, row, rule.operation.text)) uses.fields.add(name);
      return;
    case 'new resource':
      uses.resources.add(rule.resource.text);
      return;
    default:
  }
}

function search(model: Model, name: string, where: Condition, self: Resource, uses: Gathered): void {
  const condition: Condition = {
    kind: 'exists',
    negated: false,
    resource: { text: name, at: where.at },
    where,
    at: where.at,
  };
  ofCondition(model, condition, self, uses);
}

/** What decides when time moves a row, and whether; rows that go with one which time removes, both ways. */
function movedByTime(model: Model, uses: Gathered): void {
  const takers = takersByTime(model);
  for (const name of uses.resources) {
    const resource = model.resources.get(name);
    const own = takers.get(name);
    for (const taker of own ?? []) uses.resources.add(taker);
    if (own) rulesOf(model, name, uses);
    for (const { by, onlyIf } of timedRowsOf(model, name)) {
      const timed = valueOf(by);
      const condition = valueOf(onlyIf);
      if (resource && timed?.kind === 'at') addPath(model, resource, timed.field.text.split('.'), uses);
      if (resource && condition) ofCondition(model, condition, resource, uses);
    }
    // A field that is not shown to hold a state: what time does to it is not shown, either.
    for (const { name: state, machine } of machinesOf(model, name))
      if (machine.moves.items.some(isTimed) && isUntyped(model, state)) uses.fields.add(state);
  }
}

function isUntyped(model: Model, name: string): boolean {
  const field = model.fields.get(name);
  return field !== undefined && valueOf(field.type) === undefined;
}

/** The rows that are deleted with a row, and those that prevent its deletion. */
function deletions(model: Model, uses: Gathered): void {
  for (const name of uses.deletes) for (const taken of rulesOf(model, name, uses)) uses.deletes.add(taken);
}

/** The resources that When deleted of one takes along. */
function rulesOf(model: Model, name: string, uses: Gathered): readonly string[] {
  const resource = model.resources.get(name);
  return ((resource && valueOf(resource.whenDeleted)) ?? []).flatMap((rule) => {
    uses.resources.add(rule.resource.text);
    if (rule.where && resource) search(model, rule.resource.text, rule.where, resource, uses);
    return rule.kind === 'deletes every' ? [rule.resource.text] : [];
  });
}
