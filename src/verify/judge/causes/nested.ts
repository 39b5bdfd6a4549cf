// What is wrong inside of a value with nested shapes. Input: a field of the body and its value. Output: failures at their places, gaps.
// Notation, part 2, `Identified by: none`; part 4, Null fields and Empty text.

import { referredBy } from '../../../analysis/refusals/causes.ts';
import { readsCredentials } from '../../../analysis/document/callers.ts';
import type { InputField } from '../../../analysis/document/input-fields.ts';
import { modeOf } from '../../../analysis/values/input-rules.ts';
import { isConditionalInside, nestedIn, nestedRules, type NestedRules } from '../../../analysis/values/nested-rules.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import { fieldCause } from '../../../notation/values/met-causes.ts';
import { applied, type Sent } from '../../values/body-fields.ts';
import { placeOf, truth } from '../../values/evaluate.ts';
import { bare, fitsBesideBlank, isBlankIn, isMembers } from '../../values/fits.ts';
import { literalJson } from '../../values/parameters.ts';
import { memberAt } from '../../values/paths.ts';
import { lookUp } from '../../values/rows.ts';
import { all, not, Row, some, UNKNOWN, type Json, type Truth, type Value } from '../../world/known.ts';
import { scopeOf, type Facts } from './context.ts';
import type { BodyFindings, Finding } from './findings.ts';

export function insideOf(facts: Facts, field: InputField, value: Json, path: readonly string[]): BodyFindings {
  const mode = modeOf(facts.linked, field);
  const [type] = field.types.flatMap((slot) => valueOf(slot) ?? []);
  return joined(ofValue(facts, type, value, path, mode));
}

type Mode = ReturnType<typeof modeOf>;

function joined(parts: readonly BodyFindings[]): BodyFindings {
  return { findings: parts.flatMap(({ findings }) => findings), gaps: parts.flatMap(({ gaps }) => gaps) };
}

function ofValue(
  facts: Facts,
  type: FieldType | undefined,
  value: Json,
  path: readonly string[],
  mode: Mode,
): readonly BodyFindings[] {
  const plain = type && bare(type);
  const shape = plain && nestedIn(facts.model, plain);
  if (!plain || !shape || value === null) return [];
  if ('of' in plain) {
    const inside = mode === 'merge' && plain.kind !== 'map' ? 'replace' : mode;
    const members = Array.isArray(value)
      ? (value as readonly Json[]).map((one, place) => [String(place), one] as const)
      : isMembers(value)
        ? Object.entries(value)
        : [];
    return members.flatMap(([name, one]) => ofValue(facts, plain.of, one, [...path, name], inside));
  }
  if (!isMembers(value)) return [];
  return shape.fields.items.flatMap((field) =>
    valueOf(field.setBy)?.kind === 'caller' ? ofMember(facts, shape, field, value, path, mode) : [],
  );
}

function ofMember(
  facts: Facts,
  shape: Resource,
  field: Field,
  members: Readonly<Record<string, Json>>,
  at: readonly string[],
  mode: Mode,
): readonly BodyFindings[] {
  const names = field.name.text.split('.');
  const around = memberAt(members, names.slice(0, -1));
  const name = names.at(-1)!;
  const raw = isMembers(around) && Object.hasOwn(around, name) ? around[name] : undefined;
  const type = valueOf(field.type);
  const path = [...at, ...names];
  const sent = sentIn(facts, nestedRules(facts.linked, mode, shape, field), raw, type, mode);
  const fails = (failure: 'missing' | 'blank' | 'invalid', is: Truth): Finding[] =>
    is === false ? [] : [{ cause: fieldCause(shape.name.text, field.name.text, failure), path, truth: is }];
  if (sent.kind === 'gap') return [{ findings: [], gaps: sent.gaps }];
  if (sent.kind === 'fails') {
    // What a patch leaves out may be there already.
    const isPatch = mode === 'merge' && raw === undefined;
    return [{ findings: isPatch ? [] : fails(sent.failure, true), gaps: [] }];
  }
  if (sent.kind !== 'value') {
    const required = valueOf(field.required);
    const is =
      required?.kind === 'if' && isConditionalInside(field) ? missed(facts, shape, members, required.condition) : false;
    return [{ findings: fails('missing', mode === 'merge' && is !== false ? undefined : is), gaps: [] }];
  }
  if (!sent.isSent || !type) return [];
  const stated = { types: [type], constraints: valueOf(field.allowed) ?? [] };
  const blank = isBlankIn(stated, sent.value);
  const findings = [
    ...fails('blank', blank),
    ...fails('invalid', all([not(blank), not(fitsBesideBlank(facts.model, stated, sent.value, () => true))])),
    ...references(facts, field, type, sent.value, path),
  ];
  return [{ findings, gaps: [] }, ...ofValue(facts, type, sent.value, path, mode)];
}

function sentIn(
  { model }: Facts,
  { omitted, nulls, patched, empty }: NestedRules,
  raw: Json | undefined,
  type: FieldType | undefined,
  mode: Mode,
): Sent {
  if (raw === undefined) return applied(model, omitted, null, type);
  const ofNull = (): Sent => {
    const rule = mode === 'merge' ? (patched ?? nulls) : nulls;
    return rule.do === 'as missing' ? applied(model, omitted, null, type) : applied(model, rule, null, type);
  };
  if (raw === null) return ofNull();
  if (raw !== '' || empty === undefined) return { kind: 'value', value: raw, isSent: true };
  if (empty.do === 'null') return ofNull();
  return empty.do === 'as missing' ? applied(model, omitted, null, type) : applied(model, empty, raw, type);
}

/** Of the other fields of the same value; what is left out counts with its Default. */
function missed(
  facts: Facts,
  shape: Resource,
  members: Readonly<Record<string, Json>>,
  condition: Parameters<typeof truth>[0],
): Truth {
  const values = shape.fields.items.map(({ name, default: given, type }): readonly [string, Value] => {
    const sent = memberAt(members, name.text.split('.'));
    const literal = valueOf(given);
    const filled = sent === null && literal && literal.kind !== 'field' ? literalJson(literal, valueOf(type)) : sent;
    return [name.text, filled];
  });
  return truth(condition, scopeOf(facts, new Row(shape.name.text, values, true)));
}

function references(
  facts: Facts,
  field: Field,
  type: FieldType,
  value: Json,
  path: readonly string[],
): readonly Finding[] {
  const resource = referredBy(type);
  if (resource === undefined) return [];
  const is = some(namesIn(type, value).map(({ by, name }) => leadsNowhere(facts, resource, by, name)));
  return is === false ? [] : [{ cause: { kind: 'no such in', resource, field: field.name.text }, path, truth: is }];
}

/** In a list each member is one. */
export function namesIn(type: FieldType, value: Json): readonly { readonly by: string; readonly name: Json }[] {
  const plain = bare(type);
  if (value === null) return [];
  if ('of' in plain) {
    const members = Array.isArray(value) ? (value as readonly Json[]) : isMembers(value) ? Object.values(value) : [];
    return members.flatMap((one) => namesIn(plain.of, one));
  }
  return plain.kind === 'resource' && plain.by ? [{ by: plain.by.text, name: value }] : [];
}

/** What does not fit its type is invalid, and names nothing. */
export function leadsNowhere(facts: Facts, resource: string, by: string, name: Json): Truth {
  const slot = facts.model.fields.get(`${resource}.${by}`)?.type;
  const type = slot && valueOf(slot);
  const shape = type ? fitsBesideBlank(facts.model, { types: [type], constraints: [] }, name, () => true) : true;
  if (shape === false) return false;
  const row = lookUp(resource, new Map([[by, name]]), placeOf(scopeOf(facts)));
  if (row === UNKNOWN) return undefined;
  return row === null && isForSomebody(facts, resource) ? undefined : row === null;
}

/** Which rows there are depends on who calls, and that is wrong itself. */
function isForSomebody({ asked, linked, model }: Facts, resource: string): boolean {
  const { visibleTo } = model.resources.get(resource) ?? {};
  const isOpen = visibleTo === undefined || valueOf(visibleTo) === undefined;
  return !isOpen && typeof asked.caller === 'string' && readsCredentials(linked);
}
