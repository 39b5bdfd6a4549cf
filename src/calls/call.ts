// One call of an operation with values that fit: what it sends, and what would be bound for a store. Input: an operation and the
// rows that it is about. Output: the call, or nothing when a value cannot be made or known.

import { matcherOf } from '../base/patterns/match.ts';
import type { BodyFieldPlan } from '../plan/body-plan.ts';
import type { ParameterPlan, ShapePlan, ValueType } from '../plan/input.ts';
import type { MadeValue, OperationPlan, RunPlan } from '../plan/plan.ts';
import { compileCondition, type Values } from '../sql/evaluate.ts';
import type { Expr, SqlValue } from '../sql/expression.ts';
import { parametersOf } from '../sql/walk.ts';
import type { Effort } from '../base/effort.ts';
import { apart, isHeaderNeeded, wantedHeader } from './headers.ts';
import { CREDENTIAL, SCHEME } from './who-calls.ts';
import { sample, type JsonPlace } from './samples.ts';
import type { When } from './wanted.ts';

/** A value in a line: written out, or in a shell variable. */
export type Written = { readonly literal: unknown } | { readonly variable: string; readonly isNumber: boolean };

export interface Call {
  readonly operation: OperationPlan;
  readonly path: ReadonlyMap<string, Written>;
  readonly query: ReadonlyMap<string, Written>;
  /** Those that it must have. */
  readonly headers: readonly (readonly [name: string, value: Written])[];
  readonly body: readonly { readonly path: JsonPlace; readonly value: Written }[] | undefined;
  readonly mediaType: string | undefined;
  /** The name of a scheme, and the token that is sent where it says. */
  readonly credential: { readonly scheme: string; readonly token: Written } | undefined;
  readonly bindings: Values;
}

/** A row's own value for a parameter, with the way to write it. */
export interface Chosen {
  readonly stored: SqlValue;
  readonly written: Written;
}

/** By parameter. Undefined: it should name a row, and there is none to name. */
export type Choices = ReadonlyMap<string, Chosen | undefined>;

/** What a value is made from beside its own type. */
export interface Making {
  readonly shapes: Readonly<Record<string, ShapePlan>>;
  /** Makes this call's values differ from an earlier one's. */
  readonly vary: number;
  /** Milliseconds since 1970: conditions are judged then. */
  readonly now: number;
  /** Days from `now` of the days and instants that are sent; left out: the same whenever they are made. */
  readonly days?: number;
  readonly effort: Effort;
}

export function callOf(operation: OperationPlan, chosen: Choices, making: Making): Call | undefined {
  const { run } = operation;
  if (run === undefined) return undefined;
  const bindings: Record<string, SqlValue> = { now: instantOf(making) };
  const path = new Map<string, Written>();
  for (const parameter of run.path) {
    const value = valueOf(parameter, parameter.parameter, chosen, making);
    if (value === undefined) return undefined;
    bind(bindings, parameter.parameter, value.stored, true);
    path.set(parameter.name, value.written);
  }
  const query = new Map<string, Written>();
  for (const parameter of run.query) {
    const { omitted, requiredIf } = parameter;
    const isNeeded = omitted.do === 'refuse' || omitted.do === 'hold' || requiredIf !== undefined;
    const value = isNeeded ? valueOf(parameter, parameter.parameter, chosen, making) : undefined;
    if (isNeeded && value === undefined) return undefined;
    bind(bindings, parameter.parameter, value?.stored ?? filled(parameter.omitted), isNeeded);
    if (value !== undefined) query.set(parameter.name, value.written);
  }
  const declared = headersOf(operation, chosen, making, bindings);
  if (declared === undefined) return undefined;
  const headers = [...declared, ...preconditionsOf(run, bindings)];
  const body = bodyOf(run, chosen, making, bindings);
  if (body === undefined) return undefined;
  const ofRow = run.body.kind === 'fields' ? (run.body.rows?.make ?? []) : [];
  for (const made of [...run.make, ...ofRow]) bindings[made.name] = make(made, bindings, making);
  for (const { name, kind } of run.make) {
    if (kind === 'token') bindings[`${name}.hash`] = bindings[name]!;
    if (kind === 'secret') bindings[`hash.${name}`] = bindings[name]!;
  }
  const mediaType = run.body.kind === 'fields' ? run.body.mediaTypes[0] : undefined;
  const credential = credentialOf(chosen, bindings);
  const sent = run.body.kind === 'fields' ? body : undefined;
  return { operation, path, query, headers, body: sent, mediaType, credential, bindings };
}

/** Undefined: no value can be made for one of them. */
function headersOf(
  operation: OperationPlan,
  chosen: Choices,
  making: Making,
  bindings: Record<string, SqlValue>,
): Call['headers'] | undefined {
  const run = operation.run!;
  const sent: (readonly [string, Written])[] = [];
  for (const parameter of run.headers ?? []) {
    const isSent = isHeaderNeeded(run, parameter);
    const vary = making.vary + apart(operation, parameter);
    const value = isSent
      ? valueOf(wantedHeader(parameter), parameter.parameter, chosen, { ...making, vary })
      : undefined;
    if (isSent && value === undefined) return undefined;
    bind(bindings, parameter.parameter, value?.stored ?? filled(parameter.omitted), isSent);
    if (value) sent.push([parameter.name, value.written]);
  }
  return sent;
}

/** Where a call must name a version, whichever the row has; where it must name those that it does not want, none. */
function preconditionsOf({ preconditions = [] }: RunPlan, bindings: Record<string, SqlValue>): Call['headers'] {
  return preconditions.flatMap((one): Call['headers'] => {
    const { header, required } = one;
    if (!required) return [];
    bindings[`precondition.${header}.sent`] = 1;
    bindings[`precondition.${header}.any`] = header === 'if-match' ? 1 : 0;
    bindings[`precondition.${header}.rows`] = '[]';
    const [name, literal] = anyVersion(one);
    return [[name, { literal }]];
  });
}

/** Whichever version the row has. */
export function anyVersion({
  header,
  name,
}: Pick<NonNullable<RunPlan['preconditions']>[number], 'header' | 'name'>): readonly [name: string, value: string] {
  return [name, header === 'if-match' ? '*' : '"none"'];
}

const OF_CALLER = 'caller.';

/** Where there is none to send, the call goes without. */
function credentialOf(chosen: Choices, bindings: Record<string, SqlValue>): Call['credential'] {
  const token = chosen.get(CREDENTIAL);
  const scheme = chosen.get(SCHEME);
  if (token === undefined || scheme === undefined) return undefined;
  for (const [name, value] of chosen) if (name.startsWith(OF_CALLER) && value) bindings[name] = value.stored;
  return { scheme: String(scheme.stored), token: token.written };
}

/** What is sent. A change sends what it must and one thing more; other calls send all that they can. */
function bodyOf(
  { body, steps }: RunPlan,
  chosen: Choices,
  making: Making,
  bindings: Record<string, SqlValue>,
): { path: JsonPlace; value: Written }[] | undefined {
  if (body.kind !== 'fields') return [];
  const sent: { path: JsonPlace; value: Written }[] = [];
  // Of a list one row is enough.
  const places = [
    ...body.fields.map((field) => ({ field, path: field.path as JsonPlace })),
    ...(body.rows?.fields ?? []).map((field) => ({ field, path: [...body.rows!.path, 0, ...field.path] as JsonPlace })),
  ];
  const isChange = steps.every((step) => step.kind !== 'insert' && step.kind !== 'put');
  let extras = isChange ? 1 : Infinity;
  const { wanted, unwanted } = groupsOf(body);
  for (const { field, path } of inTurn(places)) {
    const counts = field.when === undefined || isTrue(field.when, bindings);
    const mayBeSent =
      counts && field.rest === undefined && field.sent.do === 'accept' && !unwanted.has(field.path.join('.'));
    const isNeeded =
      field.omitted.do === 'refuse' ||
      field.omitted.do === 'hold' ||
      field.requiredIf !== undefined ||
      field.requiredByRows === true ||
      wanted.has(field.path.join('.'));
    const value = mayBeSent && (isNeeded || extras > 0) ? fieldValue(field, chosen, making) : undefined;
    // Its names are the caller's to find.
    if (value === undefined && isNeeded && (mayBeSent || field.rest)) return undefined;
    if (value !== undefined) {
      sent.push({ path, value: value.written });
      if (!isNeeded) extras -= 1;
    }
    bind(bindings, field.parameter, value?.stored ?? (counts ? filled(field.omitted) : null), value !== undefined);
  }
  return sent;
}

/** What decides whether a field counts comes before it. */
function inTurn<T extends { readonly field: BodyFieldPlan }>(places: readonly T[]): readonly T[] {
  return [...places.filter(({ field }) => !field.when), ...places.filter(({ field }) => field.when)];
}

/** What a call does not send is nothing. */
function isTrue(when: Expr, bindings: Record<string, SqlValue>): boolean {
  const unsent = parametersOf(when).filter((name) => !(name in bindings));
  const nothing = Object.fromEntries(unsent.map((name) => [name, name.startsWith('sent.') ? 0 : null]));
  return compileCondition(when)({}, { ...nothing, ...bindings });
}

/** Of fields of which one must be sent it is the first. */
function groupsOf(body: Extract<RunPlan['body'], { kind: 'fields' }>): Record<'wanted' | 'unwanted', Set<string>> {
  const found = { wanted: new Set<string>(), unwanted: new Set<string>() };
  for (const { fields } of [...(body.groups ?? []), ...(body.rows?.groups ?? [])]) {
    for (const [place, { path, invalid }] of fields.entries())
      if (place === 0) found.wanted.add(path.join('.'));
      else if (invalid) found.unwanted.add(path.join('.'));
  }
  return found;
}

function fieldValue(field: BodyFieldPlan, chosen: Choices, making: Making): Chosen | undefined {
  return valueOf({ ...field, name: field.path.at(-1) ?? field.name }, field.parameter, chosen, making);
}

function valueOf(
  wanted: Pick<ParameterPlan, 'name' | 'schema' | 'value'>,
  parameter: string,
  chosen: Choices,
  { shapes, vary, now, days, effort }: Making,
): Chosen | undefined {
  if (chosen.has(parameter)) return chosen.get(parameter);
  const when: { when?: When } = days === undefined ? {} : { when: { now, days } };
  const value = sample({
    name: wanted.name,
    schema: wanted.schema,
    value: wanted.value,
    shapes,
    vary,
    effort,
    ...when,
  });
  return value === undefined ? undefined : { stored: stored(value, wanted.value), written: { literal: value } };
}

function bind(bindings: Record<string, SqlValue>, parameter: string, value: SqlValue, isSent: boolean): void {
  bindings[parameter] = value;
  // As a secret is kept; a dry run hashes nothing.
  bindings[`hash.${parameter}`] = value;
  bindings[`sent.${parameter}`] = isSent ? 1 : 0;
}

function filled(rule: ParameterPlan['omitted']): SqlValue {
  if (rule.do !== 'fill') return null;
  return typeof rule.value === 'object' && rule.value !== null ? BigInt(rule.value.bigint) : rule.value;
}

/** As a store keeps it, near enough to judge conditions by. */
function stored(value: unknown, { type, scale = 0, format }: ValueType): SqlValue {
  if (value === null) return null;
  if (type === 'json') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return type === 'decimal' ? Math.round(value * 10 ** scale) : value;
  const text = String(value);
  return type === 'instant' && format !== 'date-time as sent' && !Number.isNaN(Date.parse(text))
    ? new Date(text).toISOString()
    : text;
}

function instantOf({ now }: Pick<Making, 'now'>): string {
  return new Date(now).toISOString();
}

/** A placeholder for what the service will make; it only tells rows apart. */
function make(made: MadeValue, bindings: Values, { now, vary }: Making): SqlValue {
  switch (made.kind) {
    case 'now':
      return instantOf({ now });
    case 'trace':
      return null;
    case 'request id':
    case 'uuid':
      return `made-${made.name}-${vary}`;
    case 'token':
      return `made-token-${vary}`;
    case 'secret':
      return `made-secret-${vary}`;
    case 'opaque id':
      return `${made.prefix}made-${vary}`;
    case 'today':
      return instantOf({ now }).slice(0, 10);
    case 'second':
      return `${instantOf({ now }).slice(0, 19)}.000Z`;
    case 'matches': {
      const text = bindings[made.of];
      return typeof text === 'string' && matcherOf(made.pattern)(text) ? 1 : 0;
    }
    case 'slug':
      return `${String(bindings[made.of] ?? '')}-${vary}`;
  }
}
