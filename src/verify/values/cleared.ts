// What is left of a value that is sent, once null and the empty text have taken away what they may: members of maps and free objects, fields
// of nested shapes. Input: an operation, how it takes the field, a value. Output: the value; in a patch null still takes away what the row
// has. Notation, part 4, "Omitted, null and empty".

import type { InputField } from '../../analysis/document/input-fields.ts';
import { memberRule, type InputMode, type MemberRule } from '../../analysis/values/input-rules.ts';
import { nestedIn, nestedRules } from '../../analysis/values/nested-rules.ts';
import { valueOf } from '../../notation/slot.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Json } from '../world/known.ts';
import { bare, isMembers } from './fits.ts';

export interface Clearing {
  readonly model: Model;
  readonly linked: LinkedOperation;
  readonly mode: InputMode;
}

/** `field`: left out inside of a nested shape. */
export function withoutCleared(clearing: Clearing, type: FieldType | undefined, json: Json, field?: InputField): Json {
  const plain = type && bare(type);
  if (!plain || json === null) return json;
  const rule = memberRule(clearing.linked, clearing.mode, plain, field);
  return inShapes(clearing, plain, rule ? members(rule, plain, json) : json);
}

/** A list is as it was sent. */
function members(rule: MemberRule, type: FieldType, json: Json): Json {
  const plain = bare(type);
  if ((plain.kind !== 'map' && plain.kind !== 'object') || !isMembers(json)) return json;
  const kept = Object.entries(json).flatMap(([name, one]): readonly (readonly [string, Json])[] => {
    const what = one === '' ? rule.empty : one === null ? rule.nulls : undefined;
    if (what === 'left out') return [];
    return [[name, what === 'null' ? null : members(rule, plain.kind === 'map' ? plain.of : plain, one)]];
  });
  return Object.fromEntries(kept);
}

function inShapes(clearing: Clearing, type: FieldType, json: Json): Json {
  const plain = bare(type);
  const shape = nestedIn(clearing.model, plain);
  if (!shape || json === null) return json;
  if (plain.kind === 'array' || plain.kind === 'set') {
    // A list is replaced as a whole, also by a patch.
    const whole = clearing.mode === 'merge' ? ({ ...clearing, mode: 'replace' } as const) : clearing;
    return Array.isArray(json) ? (json as readonly Json[]).map((one) => inShapes(whole, plain.of, one)) : json;
  }
  if (!isMembers(json)) return json;
  if (plain.kind === 'map')
    return Object.fromEntries(Object.entries(json).map(([name, one]) => [name, inShapes(clearing, plain.of, one)]));
  return inShape(clearing, shape, json, '');
}

/** `before`: of the objects around dotted fields. */
function inShape(clearing: Clearing, shape: Resource, json: Readonly<Record<string, Json>>, before: string): Json {
  const kept = Object.entries(json).flatMap(([member, one]): readonly (readonly [string, Json])[] => {
    const name = `${before}${member}`;
    const field = shape.fields.items.find((known) => known.name.text === name);
    if (!field) return [[member, isMembers(one) ? inShape(clearing, shape, one, `${name}.`) : one]];
    const { nulls, patched, empty } = nestedRules(clearing.linked, clearing.mode, shape, field);
    if (one === '' && empty?.do === 'as missing') return [];
    const value = one === '' && empty?.do === 'null' ? null : one;
    if (value !== null) return [[member, withoutCleared(clearing, valueOf(field.type), value)]];
    const isKept = (patched ?? nulls).do === 'accept' || (patched !== undefined && one === null);
    return isKept || (one === '' && patched !== undefined) ? [[member, null]] : [];
  });
  return Object.fromEntries(kept);
}

/** Null takes a member away from what is merged, and is no value. https://www.rfc-editor.org/rfc/rfc7396#section-2 */
export function withoutNulls(type: FieldType | undefined, json: Json): Json {
  const plain = type && bare(type);
  if (plain?.kind !== 'map' || !isMembers(json)) return json;
  const kept = Object.entries(json).filter(([, one]) => one !== null);
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutNulls(plain.of, one)]));
}
