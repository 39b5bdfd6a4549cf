// A row that a call makes: what is sent, what Does gives, defaults, and what the service sets by itself, which nobody knows until a reply
// shows it. Input: a call, a resource. Output: a row. Notation, part 2, "Who sets a field"; part 3, kinds of states.

import { isComputed, ruleOf } from '../../../analysis/document/field-rules.ts';
import { birthsBy, initialStates, machinesOf, targets } from '../../../analysis/document/moves.ts';
import { isFixedOnceThere } from '../../../analysis/document/inputs.ts';
import { headingOf } from '../../../analysis/document/targets.ts';
import { fieldMeant } from '../../../analysis/values/assignments.ts';
import { defaultState } from '../../../analysis/machines/beginnings.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import type { Assignment } from '../../../notation/values/effects.ts';
import type { Rule } from '../../../notation/values/formulas.ts';
import { isUnknown, valueOf } from '../../../notation/slot.ts';
import { boundsOf } from '../../bounds.ts';
import { beginningObligation, fieldObligation } from '../../obligations.ts';
import { assigned, derived, truth, valueOf as found } from '../../values/evaluate.ts';
import { literalJson } from '../../values/parameters.ts';
import { Row, UNKNOWN, type Json, type Value } from '../../world/known.ts';
import { noteChange } from '../match/by-service.ts';
import { rowNamed } from '../match/value.ts';
import { referenceOf } from '../../../analysis/document/value-kinds.ts';
import { scopeOf, type Doing } from './context.ts';
import { givenBy, inputsOf, valueAt, valueFor } from './sent.ts';

/** `json`: the object that has the fields of the row; `list`: the place of the list that it is an item of. */
export function makeRow(
  doing: Doing,
  resource: Resource,
  given: readonly Assignment[],
  json: unknown,
  list: readonly string[] | undefined,
  keys: readonly (readonly [string, Json])[] = [],
): Row {
  const { world } = doing;
  const name = resource.name.text;
  const row = world.add(name, [], true, true);
  doing.touched.add(name);
  doing.changes.push({ row, kind: 'created', before: new Map(), isAlong: false, isSure: true });
  const set = (field: string, value: Value): void => world.set(row, field, value, 'follows');
  for (const field of resource.fields.items) {
    if (isComputed(field)) continue;
    set(field.name.text, startOf(doing, field));
    if (ruleOf(field)?.kind === 'now') noteChange(world, row, field.name.text);
  }
  for (const [field, value] of keys) {
    set(field, value);
    exercise(doing, name, world.model.fields.get(`${name}.${field}`)!, value);
  }
  const copies = takeSent(doing, row, json, list);
  for (const one of given) {
    const { path } = fieldMeant(doing.model, one.field.text.split('.'), resource);
    set(path.join('.'), assignedTo(doing, row, path.join('.'), one, undefined));
  }
  for (const [field, from] of copies) set(field, row.get(from));
  begin(doing, row, resource);
  for (const field of resource.fields.items) {
    const made = ruleOf(field);
    if (made && 'atCreate' in made && made.atCreate) set(field.name.text, derived(field, row, scopeOf(doing, row)));
  }
  return row;
}

/** The values of the body; fields that have the value of another field, which is known when all are set. `wasThere`: the row is changed. */
export function takeSent(
  doing: Doing,
  row: Row,
  json: unknown,
  list: readonly string[] | undefined,
  wasThere = false,
): readonly (readonly [field: string, from: string])[] {
  const { world, linked, model } = doing;
  const copies: (readonly [string, string])[] = [];
  // Names of rows are looked up before the call changes any.
  const given = inputsOf(world, linked).flatMap((input) => {
    const { sets, isList, list: own } = input;
    if (!sets || sets.resource !== row.resource || isList || (own === undefined) !== (list === undefined)) return [];
    // It stays as it is, also where it is left out.
    if (wasThere && isFixedOnceThere(model, linked, input)) return [];
    const name = sets.field.name.text;
    return [{ input, field: sets.field, name, value: givenBy({ ...doing, json }, input, row.get(name)) }];
  });
  for (const { input, field, name, value } of given) {
    if (value === 'keep') continue;
    if ('copy' in value) copies.push([name, value.copy]);
    else {
      world.set(row, name, value.value, 'follows');
      exercise(doing, row.resource, field, valueAt(json, input.path));
    }
  }
  return copies;
}

function exercise({ exercised }: Doing, resource: string, field: Field, sent: unknown): void {
  const name = field.name.text;
  if (sent === undefined) {
    if (valueOf(field.default)) exercised.add(fieldObligation(resource, name, 'default'));
    return;
  }
  for (const { what, isAt } of boundsOf(field))
    if (isAt(sent)) exercised.add(fieldObligation(resource, name, `bound/${what}`));
}

/** Before what is sent counts. */
function startOf(doing: Doing, field: Field): Value {
  const rule = ruleOf(field);
  if (rule) return byService(doing, field, rule);
  const setBy = valueOf(field.setBy);
  if (!setBy || setBy.kind === 'service') return UNKNOWN;
  const given = valueOf(field.default);
  if (!given) return isUnknown(field.default) ? UNKNOWN : null;
  const isTaken = inputsOf(doing.world, doing.linked).some(({ sets }) => sets?.field === field);
  if (given.kind === 'field') return isTaken ? null : UNKNOWN;
  return valueFor(doing.world, valueOf(field.type), literalJson(given, valueOf(field.type)));
}

function byService(doing: Doing, field: Field, rule: Rule): Value {
  switch (rule.kind) {
    case 'caller':
      return callerField(doing, field, rule.path);
    case 'state':
      return null;
    case 'new resource':
      return doing.made.get(rule.resource.text) ?? UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** Who calls, or a field of theirs; nothing where nobody does, or where the reference is to rows of another resource. */
export function callerField({ asked, model, world }: Doing, field: Field, path: readonly string[]): Value {
  const { caller } = asked;
  if (typeof caller === 'symbol') return UNKNOWN;
  if (typeof caller === 'string' || !caller.row) return null;
  if (caller.row === UNKNOWN) return UNKNOWN;
  if (path.length > 0)
    return found(
      { kind: 'field', owner: 'caller', path, at: field.at },
      { world, asked, row: undefined, self: undefined },
    );
  const type = valueOf(field.type);
  const refers = type && referenceOf(model, type);
  if (!refers) return UNKNOWN;
  return refers.resource === caller.row.resource ? caller.row : null;
}

/** What `with` and `sets` give: a reference is the row that is named. */
export function assignedTo(doing: Doing, row: Row, name: string, one: Assignment, self: Row | undefined): Value {
  const { world, asked, model } = doing;
  const slot = model.fields.get(`${row.resource}.${name}`)?.type;
  const type = slot && valueOf(slot);
  const value = assigned(one.value, type, { world, asked, row: self, self, made: doing.made });
  if (value === UNKNOWN || value === null || !type) return value;
  const refers = referenceOf(model, type);
  if (!refers) return value instanceof Row ? UNKNOWN : valueFor(world, type, value);
  if (value instanceof Row) return value.resource === refers.resource ? value : UNKNOWN;
  return refers.by === undefined ? UNKNOWN : rowNamed(world, refers.resource, refers.by, value);
}

/** Each machine begins somewhere. */
function begin(doing: Doing, row: Row, resource: Resource): void {
  const { model, linked, world } = doing;
  const heading = headingOf(linked);
  for (const view of machinesOf(model, resource.name.text)) {
    const sent = row.get(view.field);
    const births = birthsBy(view, heading).filter(({ row: { onlyIf } }) => {
      const condition = valueOf(onlyIf);
      return !condition || truth(condition, scopeOf(doing, row)) !== false;
    });
    const states = births.length > 0 ? [...new Set(births.flatMap(targets))] : initialStates(view, heading);
    const usual = defaultState(model, view);
    const state =
      sent !== null && sent !== UNKNOWN
        ? sent
        : states.length === 1
          ? states[0]!
          : usual !== undefined && states.includes(usual)
            ? usual
            : UNKNOWN;
    world.set(row, view.field, state, 'follows');
    world.setSince(row, view.field, [world.from, world.to]);
    if (typeof state === 'string' && births.length > 0) doing.exercised.add(beginningObligation(view, state, heading));
  }
}
