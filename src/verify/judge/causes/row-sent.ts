// The row as a call leaves it, as far as that is known: what it has, what is sent, what `with` and `sets` give. Input: a call, a resource.
// Output: a row of its own, which the service does not have yet. Notation, part 4, "What a call does"; part 7, `after:`.

import { ofBody } from '../../../analysis/document/input-fields.ts';
import { isCreation } from '../../../analysis/document/effect-traits.ts';
import { isComputed, ruleOf } from '../../../analysis/document/field-rules.ts';
import { isMove } from '../../../analysis/document/effect-traits.ts';
import { effectsOf } from '../../../analysis/document/targets.ts';
import { initialStates, machinesOf } from '../../../analysis/document/moves.ts';
import { oncePer } from '../../../base/once-per.ts';
import { modeOf } from '../../../analysis/values/input-rules.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Field } from '../../../notation/resources.ts';
import { literalJson } from '../../values/parameters.ts';
import { sentAt, sentFor, typeOf } from '../../values/body-fields.ts';
import { assigned, placeOf, truth } from '../../values/evaluate.ts';
import { onward } from '../../values/paths.ts';
import { Between } from '../../values/place.ts';
import { Row, UNKNOWN, type Json, type Value } from '../../world/known.ts';
import { makesAnother, scopeOf, targetOf, type Facts } from './context.ts';

/** Undefined: the call makes or changes no row of the resource. */
export function rowSent(facts: Facts, resource: string): Row | undefined {
  const rows = made(facts);
  if (!rows.has(resource)) rows.set(resource, make(facts, resource));
  return rows.get(resource);
}

const made = oncePer<[], Facts, Map<string, Row | undefined>>(() => new Map());

function make(facts: Facts, resource: string): Row | undefined {
  const { model, linked } = facts;
  const fields = model.resources.get(resource)?.fields.items;
  if (!fields) return undefined;
  const old = makesAnother(facts, resource) ? undefined : targetOf(facts, resource);
  const isMade = effectsOf(linked).some((one) => isCreation(one) && 'target' in one && one.target.text === resource);
  const base = old instanceof Row ? old : undefined;
  const values = new Map<string, Value>();
  for (const field of fields)
    values.set(
      field.name.text,
      base ? base.get(field.name.text) : isMade && !old ? begun(facts, resource, field) : UNKNOWN,
    );
  fromBody(facts, resource, values, base);
  fromEffects(facts, resource, values, base);
  return new Row(resource, values, true, base?.born);
}

/** What a new row has before anything is sent for it. */
function begun({ asked, model, linked }: Facts, resource: string, field: Field): Value {
  const rule = ruleOf(field);
  if (isComputed(field)) return UNKNOWN;
  if (rule?.kind === 'caller') {
    const { caller } = asked;
    if (caller === UNKNOWN || rule.path.length > 0) return UNKNOWN;
    return typeof caller === 'string' ? null : (caller.row ?? null);
  }
  if (rule?.kind === 'state') {
    const view = machinesOf(model, resource).find((one) => one.field === field.name.text);
    const states = view ? initialStates(view, linked.operation.name.text) : [];
    return states.length === 1 ? states[0]! : UNKNOWN;
  }
  if (rule) return UNKNOWN;
  const given = valueOf(field.default);
  if (given) return given.kind === 'field' ? UNKNOWN : literalJson(given, valueOf(field.type));
  return field.default.status === 'none' || field.default.status === 'absent' ? null : UNKNOWN;
}

function fromBody(facts: Facts, resource: string, values: Map<string, Value>, base: Row | undefined): void {
  const { asked, body, linked, model } = facts;
  const scope = scopeOf(facts);
  for (const field of body.kind === 'fields' ? ofBody(body.fields) : []) {
    if (field.sets?.resource !== resource || field.isList) continue;
    const name = field.sets.field.name.text;
    const has = field.when ? truth(field.when, scope) : true;
    if (has === false) continue;
    const sent = sentFor(model, linked, field, field.isRest ? undefined : sentAt(asked, field.path));
    const isPatch =
      modeOf(linked, field) === 'merge' &&
      sent.kind === 'value' &&
      typeof sent.value === 'object' &&
      sent.value !== null;
    if (has === undefined || field.isRest || isPatch) values.set(name, UNKNOWN);
    else if (sent.kind === 'value') values.set(name, asRow(sent.value, facts, field));
    else if (sent.kind === 'nothing') values.set(name, null);
    else if (sent.kind === 'copied') values.set(name, values.get(sent.from) ?? UNKNOWN);
    else if (sent.kind !== 'kept') values.set(name, UNKNOWN);
    else if (!base && !values.has(name)) values.set(name, null);
  }
}

/** A reference as the row that it names. */
function asRow(value: Json, facts: Facts, field: Parameters<typeof typeOf>[0]): Value {
  const type = typeOf(field);
  if (Array.isArray(value)) return value;
  const [found] = onward(value, type, [], placeOf(scopeOf(facts)));
  return !found || found.value instanceof Between ? UNKNOWN : found.value;
}

function fromEffects(facts: Facts, resource: string, values: Map<string, Value>, base: Row | undefined): void {
  const scope = scopeOf(facts, base);
  for (const effect of effectsOf(facts.linked)) {
    const isOwn = 'target' in effect && effect.target.text === resource;
    if (isMove(effect) && isOwn) values.set(effect.field.text, effect.to?.text ?? UNKNOWN);
    const assignments = effect.kind === 'sets' ? effect.assignments : isOwn && 'with' in effect ? effect.with : [];
    for (const { field, value } of assignments) {
      const name = field.text.startsWith(`${resource}.`) ? field.text.slice(resource.length + 1) : field.text;
      const stated = facts.model.fields.get(`${resource}.${name}`);
      if (stated) values.set(name, named(assigned(value, valueOf(stated.type), scope), facts, stated));
    }
  }
}

/** What names a row by its field is that row. */
function named(value: Value, facts: Facts, field: Field): Value {
  if (value === UNKNOWN || value === null || value instanceof Row) return value;
  const [found] = onward(value, valueOf(field.type), [], placeOf(scopeOf(facts)));
  return !found || found.value instanceof Between ? UNKNOWN : found.value;
}
