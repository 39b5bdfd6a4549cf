// Where a value in an answer comes from: what callers sent for that field, its stated default, or its stated rule. Input: a field as the
// document states it and a JSON value. Output: undefined, or what is wrong. Part of law 1's judge.

import type { Literal } from '../../src/notation/values/literals.ts';
import { literalIn } from '../../src/notation/values/field-defaults.ts';
import type { FieldType } from '../../src/notation/values/field-types.ts';
import type { Field } from '../../src/notation/resources.ts';
import type { Rule } from '../../src/notation/values/formulas.ts';
import { valueOf } from '../../src/notation/slot.ts';

type Json = unknown;

/** Equal values of a type have equal texts. */
export function canonical(type: FieldType | undefined, value: Json): string {
  if (value === null || type === undefined) return sorted(value);
  switch (type.kind) {
    case 'nullable':
      return canonical(type.of, value);
    case 'date-time':
      return type.asSent || typeof value !== 'string' || Number.isNaN(Date.parse(value))
        ? sorted(value)
        : sorted(new Date(value).toISOString());
    case 'set':
      return Array.isArray(value)
        ? sorted([...new Set(value.map((v) => canonical(type.of, v)))].toSorted())
        : sorted(value);
    case 'array':
      return type.sorted && Array.isArray(value)
        ? sorted(value.map((v) => canonical(type.of, v)).toSorted())
        : sorted(value);
    default:
      return sorted(value);
  }
}

function sorted(value: Json): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function literalJson(literal: Literal): Json {
  switch (literal.kind) {
    case 'text':
    case 'boolean':
      return literal.value;
    case 'number':
      return Number(literal.value);
    case 'null':
      return null;
    case 'json':
      return JSON.parse(literal.value);
  }
}

/** The stated default as JSON; undefined when none is stated. Text in ticks stands for a value of the field's type. */
export function defaultOf(field: Field): Json {
  const literal = literalIn(field.default);
  if (literal === undefined) return undefined;
  const type = plain(valueOf(field.type));
  const json = literalJson(literal);
  if (typeof json === 'string' && type !== undefined && !TEXTUAL.has(type.kind)) {
    try {
      return JSON.parse(json);
    } catch {
      return json;
    }
  }
  return json;
}

const TEXTUAL: ReadonlySet<string> = new Set([
  'string',
  'date',
  'time',
  'date-time',
  'duration',
  'uuid',
  'url',
  'email',
  'one-of',
  'state',
]);

export function plain(type: FieldType | undefined): FieldType | undefined {
  return type?.kind === 'nullable' ? type.of : type;
}

export function isNullable(field: Field): boolean {
  return valueOf(field.type)?.kind === 'nullable';
}

/** Does the caller set it, ever? */
export function isCallers(field: Field): boolean {
  return valueOf(field.setBy)?.kind === 'caller';
}

export function isHidden(field: Field): boolean {
  const setBy = valueOf(field.setBy);
  if (valueOf(field.present)?.kind === 'never') return true;
  return setBy !== undefined && (setBy.kind === 'caller' || setBy.kind === 'service') && setBy.hidden;
}

export interface Provenance {
  /** Canonical texts of what callers sent for a field and what the service took. */
  sent(resource: string, field: string): ReadonlySet<string>;
  states(machine: string): readonly string[];
  /** `http://…/orders/{id}` as a pattern. */
  address(operation: string): RegExp;
  /** The instants at which the service's clock can stand. */
  readonly clock: (instant: string) => boolean;
  /** May its rows be gone, so that what leads to them leads nowhere? */
  readonly isGone: (resource: string, from: string) => boolean;
}

/** A reference to a row that is gone is nothing itself. */
function mayLeadNowhere(resource: string, { type }: Field, from: Provenance): boolean {
  const stated = valueOf(type);
  return stated?.kind === 'resource' && from.isGone(stated.resource.text, resource);
}

/** Undefined when the value is accounted for. */
export function unaccounted(resource: string, field: Field, value: Json, from: Provenance): string | undefined {
  const setBy = valueOf(field.setBy);
  const name = `${resource}.${field.name.text}`;
  const strange = `${name} is ${JSON.stringify(value)}, which nobody sent and nothing states`;
  if (value === null)
    return isNullable(field) || mayLeadNowhere(resource, field, from)
      ? undefined
      : `${name} is null, and its type is not "or null"`;
  if (setBy?.kind === 'service') {
    return setBy.rule.kind === 'gap' || !fitsRule(setBy.rule, field, name, value, from)
      ? `${name} is ${JSON.stringify(value)}, against its rule`
      : undefined;
  }
  const type = valueOf(field.type);
  const sent = from.sent(resource, field.name.text);
  if (sent.has(canonical(type, value))) return undefined;
  const stated = defaultOf(field);
  if (stated !== undefined && canonical(type, stated) === canonical(type, value)) return undefined;
  const kind = plain(type)?.kind;
  if ((kind === 'object' || kind === 'map') && typeof value === 'object')
    return unmerged(Object.entries(value), new Set([...sent, sorted(stated ?? {})]), strange);
  return strange;
}

/** A merge patch joins members of several calls. */
function unmerged(members: readonly [string, Json][], sent: ReadonlySet<string>, strange: string): string | undefined {
  const known = new Set<string>();
  for (const text of sent) {
    const whole: unknown = JSON.parse(text);
    if (typeof whole === 'object' && whole !== null)
      for (const member of Object.entries(whole)) known.add(sorted(member));
  }
  return members.every((member) => known.has(sorted(member))) ? undefined : strange;
}

function fitsRule(rule: Rule, field: Field, name: string, value: Json, from: Provenance): boolean {
  const type = plain(valueOf(field.type))?.kind;
  switch (rule.kind) {
    case 'new id':
      if (type === 'integer') return Number.isInteger(value);
      if (type === 'uuid')
        return (
          typeof value === 'string' &&
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value)
        );
      return (
        typeof value === 'string' && value.startsWith(rule.prefix ?? '') && value.length > (rule.prefix ?? '').length
      );
    case 'now':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && from.clock(value);
    case 'state':
      return from.states(name).includes(value as string);
    case 'slug':
      return typeof value === 'string' && /^[a-z0-9-]*$/.test(value);
    case 'address':
      return typeof value === 'string' && from.address(rule.operation.text).test(value);
    case 'text': {
      const pattern = rule.parts.map((part) =>
        part.kind === 'literal' ? part.text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&') : '.*',
      );
      return typeof value === 'string' && new RegExp(`^${pattern.join('')}$`, 's').test(value);
    }
    case 'arithmetic':
      return typeof value === 'number';
    case 'caller': {
      const stated = plain(valueOf(field.type));
      if (stated?.kind !== 'resource' || !stated.by) return false;
      return typeof value === 'string' && from.sent(stated.resource.text, stated.by.text).has(JSON.stringify(value));
    }
    default:
      return false;
  }
}
