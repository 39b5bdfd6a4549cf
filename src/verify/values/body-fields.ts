// What a body says for one of its fields, by the rules for what is left out, null and empty. Input: an operation, a field of its body, what is
// sent there. Output: a value, nothing, what the row has, a failure, or gaps. Notation, part 4, "Omitted, null and empty".

import { bodyOf } from '../../analysis/document/inputs.ts';
import { namedInBody, type BodyInput, type InputField } from '../../analysis/document/input-fields.ts';
import { gapView } from '../../analysis/gaps/gaps.ts';
import { inputOf } from '../../analysis/values/input-types.ts';
import { inputRules, type Fact, type InputRule } from '../../analysis/values/input-rules.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Json } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import { literalJson } from './parameters.ts';
import { NOT_KNOWN, NOTHING, onward } from './paths.ts';
import type { Found, Place } from './place.ts';
import { isMembers } from './fits.ts';

export type Sent =
  /** `isSent`: the caller sent it; else it is the Default. */
  | { readonly kind: 'value'; readonly value: Json; readonly isSent: boolean }
  | { readonly kind: 'nothing' | 'kept' }
  | { readonly kind: 'copied'; readonly from: string }
  | { readonly kind: 'fails'; readonly failure: 'missing' | 'invalid' | 'blank' }
  | { readonly kind: 'gap'; readonly gaps: readonly string[] };

/** `json` undefined: it is left out. */
export function sentFor(model: Model, linked: LinkedOperation, field: InputField, json: Json | undefined): Sent {
  const { omitted, nulls, empty } = inputRules(model, linked, field);
  const type = typeOf(field);
  const leftOut = (): Sent => applied(model, omitted, null, type);
  if (json === undefined || (field.isRest && isMembers(json) && Object.keys(json).length === 0)) return leftOut();
  if (json !== null && (json !== '' || field.isRest)) return { kind: 'value', value: json, isSent: true };
  const rule = json === null ? nulls : empty;
  if (rule.do === 'as missing') return leftOut();
  return applied(model, rule, json, type);
}

export function applied(model: Model, rule: InputRule, json: Json, type: FieldType | undefined): Sent {
  switch (rule.do) {
    case 'accept':
      return { kind: 'value', value: json, isSent: true };
    case 'keep':
    case 'as missing':
      return { kind: 'kept' };
    case 'null':
      return { kind: 'nothing' };
    case 'fill':
      return { kind: 'value', value: literalJson(rule.default, type), isSent: false };
    case 'copy':
      return { kind: 'copied', from: rule.from };
    case 'refuse':
      return { kind: 'fails', failure: rule.failure };
    case 'ask': {
      // What may be left out is no gap where it is.
      const open = rule.facts.filter(({ path: { id, above } }) => [id, ...above].some((one) => gapIds(model).has(one)));
      if (open.length === 0) return applied(model, rule.otherwise, json, type);
      return { kind: 'gap', gaps: gapsOf(model, open) };
    }
  }
}

/** The ids under which the gaps are listed: of the fact itself, or of a section that is not shown as a whole. */
export function gapsOf(model: Model, facts: readonly Fact[]): readonly string[] {
  const ids = facts.map(({ path: { id, above } }) => [id, ...above].find((one) => gapIds(model).has(one)) ?? id);
  return [...new Set(ids)];
}

const gapIds = oncePer((model: Model): ReadonlySet<string> => new Set(gapView(model).gaps.map(({ id }) => id)));

export function typeOf({ types }: InputField): FieldType | undefined {
  return types.map(valueOf).find((type) => type !== undefined && type.kind !== 'same-as');
}

/** What is sent at a place; undefined: nothing is. */
export function sentAt({ body }: Asked, path: readonly string[]): Json | undefined {
  let at: Json | undefined = body.kind === 'json' ? (body.value as Json) : undefined;
  for (const name of path) at = isMembers(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** What the other fields leave of the object at its place. `has`: is it a field of this request? Undefined: there is no such object. */
export function restAt(
  body: BodyInput,
  { path }: InputField,
  value: Json | undefined,
  has: (field: InputField) => boolean,
): Readonly<Record<string, Json>> | undefined {
  const object = path.reduce<Json | undefined>(
    (at, name) => (isMembers(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    value,
  );
  if (!isMembers(object) || body.kind !== 'fields') return undefined;
  const named = [...body.fields.filter((one) => !one.isRest && has(one)), ...body.readOnly];
  const known = new Set(
    named.flatMap((one) => (path.every((step, place) => one.path[place] === step) ? [one.path[path.length]] : [])),
  );
  return Object.fromEntries(Object.entries(object).filter(([name]) => !known.has(name)));
}

/** Fields of the body that this request has: of those under a When, those whose condition is true. */
export function fieldAt(path: readonly string[], place: Place): InputField | 'unknown' | undefined {
  const name = path.join('.');
  const fields = inputs(place).filter((field) => field.path.join('.') === name);
  for (const field of fields) {
    const has = field.when ? place.evaluate.truth(field.when, place) : true;
    if (has === undefined) return 'unknown';
    if (has) return field;
  }
  return undefined;
}

function inputs({ asked, world }: Place): readonly InputField[] {
  const linked = asked && world.model.operations.get(asked.operation);
  const body = linked && bodyOf(world.model, linked);
  return body?.kind === 'fields' ? namedInBody(body.fields) : [];
}

/** `` body `f.g` ``: a field of the body, what is inside of it, or of the row that it names. */
export function bodyFound(path: readonly string[], place: Place): readonly Found[] {
  const { asked, world } = place;
  const linked = asked && world.model.operations.get(asked.operation);
  if (!asked || !linked || asked.body.kind === 'malformed' || asked.body.kind === 'ambiguous') return [NOT_KNOWN];
  for (let length = path.length; length > 0; length--) {
    const field = fieldAt(path.slice(0, length), place);
    if (field === 'unknown') return [NOT_KNOWN];
    if (!field) continue;
    const rest = path.slice(length);
    const value = valueFor(field, linked, place);
    return value === undefined ? [NOT_KNOWN] : onward(value, typeOf(field), rest, place);
  }
  return [NOTHING];
}

/** Undefined: nobody can tell. */
function valueFor(field: InputField, linked: LinkedOperation, place: Place): Json | undefined {
  const { model } = place.world;
  const sent = sentFor(model, linked, field, sentAt(place.asked!, field.path));
  switch (sent.kind) {
    case 'value':
      return sent.value;
    case 'nothing':
    case 'kept':
      return null;
    case 'copied': {
      const from = inputOf(model, linked, field, sent.from);
      return from && valueFor(from, linked, place);
    }
    case 'fails':
      return sent.failure === 'missing' ? null : undefined;
    case 'gap':
      return undefined;
  }
}
