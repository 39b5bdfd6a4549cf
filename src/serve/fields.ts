// The fields of a body. Input: parsed JSON. Output: bindings, failures, gaps. The order of the rules is the notation's (part 4):
// read-only, omitted, null, empty text, blank, type and allowed values.

import { hasBlank } from '../base/text.ts';
import type { BodyFieldPlan, BodyPlan, FieldRule, WrapperPlan } from '../plan/input.ts';
import { compileCondition, type Truth } from '../sql/evaluate.ts';
import type { SqlValue } from '../sql/expression.ts';
import { note, storedValue, type Findings } from './findings.ts';
import { compileFit, type Fits } from './fit.ts';
import { isNested, isObject, keeper, member, type Place, type Shapes } from './nested.ts';
import { compileProblems, type Tell } from './problems.ts';
import { decoder } from './resources.ts';

export type FieldsPlan = Extract<BodyPlan, { kind: 'fields' }>;

/** False: the body is not of the stated form at all. */
export type DecodeFields = (value: unknown, exact: unknown, findings: Findings) => boolean;

interface Field {
  readonly plan: BodyFieldPlan;
  readonly fits: Fits;
  readonly decode: DecodeValue;
  readonly tell: Tell;
  readonly sentParameter: string;
  /** Objects above the field; the last name is its own. */
  readonly above: readonly string[];
  readonly key: string;
}

/** Undefined: it does not fit. False: what does not fit inside of it has been noted. */
type DecodeValue = (json: unknown, exact: unknown, findings: Findings) => SqlValue | undefined | false;

export function compileFields(plan: FieldsPlan, shapes: Shapes): DecodeFields {
  const fields = plan.fields.map((field) => compileField(field, shapes));
  const refuseUnknown = plan.unknown.do === 'refuse' || plan.unknown.do === 'hold' ? unknownFields(plan) : undefined;
  const required = plan.fields.flatMap((field) =>
    field.requiredIf ? [{ field, ...field.requiredIf, holds: compileCondition(field.requiredIf.when) }] : [],
  );
  return (value, exact, findings) => {
    if (!isObject(value)) return false;
    const broken = plan.wrappers.length === 0 ? undefined : readWrappers(plan.wrappers, value, findings);
    if (broken === 'malformed') return false;
    for (const field of fields) {
      if (broken !== undefined && broken.some((path) => isBelow(field.plan.path, path))) continue;
      const flat = field.above.length === 0;
      readField(
        field,
        flat ? value : inner(value, field.above),
        exact === undefined ? undefined : flat ? exact : inner(exact, field.above),
        findings,
      );
    }
    if (refuseUnknown !== undefined) refuseUnknown(value, findings);
    for (const each of required) refuseOmitted(each, findings);
    return true;
  };
}

function compileField(plan: BodyFieldPlan, shapes: Shapes): Field {
  return {
    plan,
    fits: compileFit(plan.schema, plan.value),
    tell: compileProblems(plan.problems, plan.value, plan.merge),
    decode: isNested(plan.value) ? nestedDecoder(plan, shapes) : decoder(plan.value),
    sentParameter: `sent.${plan.parameter}`,
    above: plan.path.slice(0, -1),
    key: plan.path.at(-1)!,
  };
}

/** The object that holds a dotted field. A null above counts as null for each field below. */
function inner(value: unknown, above: readonly string[]): unknown {
  let at: unknown = value;
  for (const name of above) {
    if (at === null) return null;
    at = member(at, name);
  }
  return at;
}

/** The wrappers that are no objects; the fields below them have had their failure. */
function readWrappers(
  wrappers: readonly WrapperPlan[],
  value: unknown,
  findings: Findings,
): readonly (readonly string[])[] | 'malformed' {
  const broken: (readonly string[])[] = [];
  for (const { path, required, invalid, nulls } of wrappers) {
    if (broken.some((above) => isBelow(path, above))) continue;
    const found = inner(value, path);
    if (isObject(found) || (found === undefined && !required)) continue;
    if (found === null && nulls !== undefined) {
      if (nulls.do === 'as null' || nulls.do === 'accept') continue;
      if (note(nulls, findings, path.join('.'), path) && nulls.do === 'as missing' && required) return 'malformed';
      if (nulls.do !== 'as missing') broken.push(path);
      continue;
    }
    // Left out, its fields are omitted: each has its own rule for that.
    if (found === undefined) continue;
    if (invalid === undefined || note(invalid, findings, path.join('.'), path)) return 'malformed';
    broken.push(path);
  }
  return broken;
}

function isBelow(path: readonly string[], above: readonly string[]): boolean {
  return path.length > above.length && above.every((name, index) => path[index] === name);
}

function nestedDecoder(plan: BodyFieldPlan, shapes: Shapes): DecodeValue {
  const keep = keeper(plan.value, shapes);
  const place = plan.path.reduce<Place | undefined>((above, name) => ({ name, above }), undefined)!;
  const patch = plan.merge === true;
  const wrapped = plan.path.length - plan.name.split('.').length;
  return (json, exact, findings) => keep(json, exact, place, { findings, patch, wrapped });
}

const LACKING: unique symbol = Symbol('omitted');

function readField(field: Field, holder: unknown, exactHolder: unknown, findings: Findings): void {
  const { plan } = field;
  let given: unknown = holder === null ? null : member(holder, field.key);
  if (given !== undefined) {
    if (!note(plan.sent, findings, plan.name, plan.path)) return;
    if (plan.sent.do === 'ignore') given = undefined;
  }
  let value: unknown = given === undefined ? LACKING : given;
  if (value === '') value = afterEmpty(plan.empty, field, findings);
  if (value === null && given === null) value = afterNull(plan.nulls, field, findings);
  if (value === LACKING) return omitted(plan.omitted, field, findings);
  if (value === undefined) return;
  if (plan.given !== undefined) findings.bindings[plan.given] = 1;
  if (plan.blank !== undefined && hasBlank(value, plan.merge)) {
    const wrong: FieldRule = { do: 'refuse', cause: plan.blank };
    note(wrong, findings, plan.name, plan.path, typeof value === 'object' ? plan.blankProblem : undefined);
    return;
  }
  if (value === null) return bind(field, null, findings);
  const exact = exactHolder === undefined ? undefined : member(exactHolder, field.key);
  const stored = field.decode(value, exact, findings);
  if (stored === undefined || !field.fits(value, stored))
    note(plan.invalid, findings, plan.name, plan.path, field.tell(value, exact, stored));
  else if (stored !== false) bind(field, stored, findings);
}

/** Undefined: the rule has settled the field. */
function afterEmpty(rule: FieldRule, field: Field, findings: Findings): unknown {
  switch (rule.do) {
    case 'accept':
      return '';
    case 'as null':
      return null;
    case 'as missing':
      return LACKING;
    default:
      return settle(rule, field, findings);
  }
}

function afterNull(rule: FieldRule, field: Field, findings: Findings): unknown {
  switch (rule.do) {
    case 'accept':
    case 'as null':
      return null;
    case 'as missing':
      return LACKING;
    default:
      return settle(rule, field, findings);
  }
}

function omitted(rule: FieldRule, field: Field, findings: Findings): void {
  if (rule.do === 'as null') bind(field, null, findings);
  else settle(rule, field, findings);
}

/** `keep`, `ignore` and `accept` leave the field as not sent; a filled one counts as sent. */
function settle(rule: FieldRule, field: Field, findings: Findings): undefined {
  const { plan } = field;
  if (rule.do === 'fill') bind(field, storedValue(rule.value), findings);
  else note(rule, findings, plan.name, plan.path, isInvalid(rule, plan) ? field.tell(null) : undefined);
  return undefined;
}

/** Null, where it is refused as any other value that its type does not have. */
function isInvalid(rule: FieldRule, { invalid }: BodyFieldPlan): boolean {
  return rule.do === 'refuse' && invalid.do === 'refuse' && rule.cause === invalid.cause;
}

function bind(field: Field, value: SqlValue, findings: Findings): void {
  findings.bindings[field.plan.parameter] = value;
  findings.bindings[field.sentParameter] = 1;
}

function unknownFields(plan: FieldsPlan): (value: unknown, findings: Findings) => void {
  const levels = new Map<string, { readonly path: readonly string[]; readonly known: Set<string> }>();
  const level = (path: readonly string[]): Set<string> => {
    const key = JSON.stringify(path);
    let found = levels.get(key);
    if (found === undefined) levels.set(key, (found = { path, known: new Set() }));
    return found.known;
  };
  level([]);
  for (const path of [...plan.fields.map((field) => field.path), ...plan.wrappers.map((wrapper) => wrapper.path)]) {
    path.forEach((name, depth) => level(path.slice(0, depth)).add(name));
  }
  const all = [...levels.values()];
  return (value, findings) => {
    for (const { path, known } of all) {
      const at = inner(value, path);
      if (!isObject(at)) continue;
      for (const key in at) {
        if (known.has(key)) continue;
        if (!note(plan.unknown, findings, key, [...path, key]) && plan.unknown.do === 'hold') return;
      }
    }
  };
}

interface RequiredIf {
  readonly field: BodyFieldPlan;
  readonly cause: string;
  readonly holds: Truth;
}

/** Judged last, over what all fields have bound; a field that failed already has its own message. */
function refuseOmitted({ field, cause, holds }: RequiredIf, findings: Findings): void {
  if (findings.bindings[`sent.${field.parameter}`] === 1) return;
  if (findings.failures.some((failure) => failure.path === field.path)) return;
  if (holds({}, findings.bindings)) findings.failures.push({ cause, field: field.name, path: field.path });
}

/** A nesting that cannot be walked is a malformed body, too. */
export function fits(read: DecodeFields, value: unknown, exact: unknown, findings: Findings): boolean {
  try {
    return read(value, exact, findings);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
