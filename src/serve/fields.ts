// The fields of a body. Input: parsed JSON. Output: bindings, failures, gaps. The order of the rules is the notation's (part 4):
// read-only, omitted, null, empty text, blank, type and allowed values.

import { oncePer } from '../base/once-per.ts';
import { hasBlank } from '../base/text.ts';
import type { BodyFieldPlan, WrapperPlan } from '../plan/body-plan.ts';
import type { LengthLimit } from '../plan/bounds.ts';
import type { FieldRule } from '../plan/input.ts';
import { compileCondition, type Truth } from '../sql/evaluate.ts';
import type { SqlValue } from '../sql/expression.ts';
import { compileForms, type DecodeFields, type FieldsPlan } from './body-forms.ts';
import { withoutCleared } from './cleared-members.ts';
import type { Parsed } from './exact-json.ts';
import { note, storedValue, type Findings } from './findings.ts';
import { compileFit, type Fits } from './fit.ts';
import { inner, isObject, member } from './json-values.ts';
import { limitBeyond } from './lengths.ts';
import { compileMembers, compileRest, compileUnknown, type HasWrong, type RestOf } from './kept-members.ts';
import { isNested, keeper, type Place, type Shapes } from './nested.ts';
import { compileProblems, type Tell } from './problems.ts';
import { decoder } from './resources.ts';
import { isBelow, judgeSent } from './sent-groups.ts';

export type { DecodeFields, FieldsPlan } from './body-forms.ts';

interface Field {
  readonly plan: BodyFieldPlan;
  readonly fits: Fits;
  readonly decode: DecodeValue;
  readonly tell: Tell;
  readonly sentParameter: string;
  /** Objects above the field; the last name is its own. */
  readonly above: readonly string[];
  readonly key: string;
  /** It is what the others leave of the object. */
  readonly restOf?: RestOf;
  /** Of what is left: reports each member that does not fit. */
  readonly hasWrong?: HasWrong;
}

/** Undefined: it does not fit. False: what does not fit inside of it has been noted. */
type DecodeValue = (json: unknown, exact: unknown, findings: Findings) => SqlValue | undefined | false;

export function compileFields(plan: FieldsPlan, shapes: Shapes): DecodeFields {
  const compiled = oncePer((field: BodyFieldPlan) => compileField(field, shapes));
  const compile = (table: FieldsPlan): DecodeFields => compileTable(table, compiled);
  return plan.fields.some(({ when }) => when) ? compileForms(plan, compile) : compile(plan);
}

function compileTable(plan: FieldsPlan, compiled: (field: BodyFieldPlan) => Field): DecodeFields {
  const fields = plan.fields.map((field) => {
    const { rest } = field;
    return rest === undefined ? compiled(field) : { ...compiled(field), restOf: compileRest(plan, rest) };
  });
  const refuseUnknown = compileUnknown(plan);
  const required = plan.fields.flatMap((field) =>
    field.requiredIf ? [{ field, ...field.requiredIf, holds: compileCondition(field.requiredIf.when) }] : [],
  );
  const copies = copiesIn(plan.fields);
  const { groups = [] } = plan;
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
    for (const copy of copies) copyOther(copy, findings);
    for (const each of required) refuseOmitted(each, findings);
    for (const group of groups) judgeSent(group, value, broken ?? NONE, findings);
    return true;
  };
}

const NONE: readonly (readonly string[])[] = [];

function compileField(plan: BodyFieldPlan, shapes: Shapes): Field {
  const decode = isNested(plan.value) ? nestedDecoder(plan, shapes) : decoder(plan.value);
  return {
    plan,
    fits: compileFit(plan.schema, plan.value),
    tell: compileProblems(plan.problems, plan.value, plan.merge),
    decode,
    sentParameter: `sent.${plan.parameter}`,
    above: plan.rest?.path ?? plan.path.slice(0, -1),
    key: plan.path.at(-1)!,
    ...(plan.rest && { hasWrong: compileMembers(plan, decode) }),
  };
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

function nestedDecoder(plan: BodyFieldPlan, shapes: Shapes): DecodeValue {
  const keep = keeper(plan.value, shapes);
  const place = (plan.rest?.path ?? plan.path).reduce<Place | undefined>(
    (above, name) => ({ name, above }),
    undefined,
  )!;
  const patch = plan.merge === true;
  const wrapped = plan.rest?.path.length ?? plan.path.length - plan.name.split('.').length;
  return (json, exact, findings) => keep(json, exact, place, { findings, patch, wrapped });
}

const LACKING: unique symbol = Symbol('omitted');

function readField(field: Field, holder: unknown, exactHolder: unknown, findings: Findings): void {
  const { plan } = field;
  const left = field.restOf?.(holder, exactHolder);
  let given: unknown = field.restOf ? left?.value : holder === null ? null : member(holder, field.key);
  if (given !== undefined) {
    if (!note(plan.sent, findings, plan.name, plan.path)) return;
    if (plan.sent.do === 'ignore') given = undefined;
  }
  let exact = left ? left.exact : exactHolder === undefined ? undefined : member(exactHolder, field.key);
  if (plan.limits && isBeyondLimit(plan, plan.limits, { value: given, exact }, findings)) return;
  let value: unknown = given === undefined ? LACKING : given;
  if (value === '') value = afterEmpty(plan.empty, field, findings);
  if (value === null && given === null) value = afterNull(plan.nulls, field, findings);
  if (value === LACKING) return omitted(plan.omitted, field, findings);
  if (value === undefined) return;
  if (plan.members !== undefined)
    ({ value, exact } = withoutCleared(plan.members, plan.value, { value, exact }, plan.merge === true));
  if (plan.given !== undefined) findings.bindings[plan.given] = 1;
  if (field.hasWrong) return bindRest(field, { value, exact }, field.hasWrong, findings);
  if (plan.blank !== undefined && hasBlank(value, plan.merge)) {
    const wrong: FieldRule = { do: 'refuse', cause: plan.blank };
    note(wrong, findings, plan.name, plan.path, typeof value === 'object' ? plan.blankProblem : undefined);
    return;
  }
  if (value === null) return bind(field, null, findings);
  const stored = field.decode(value, exact, findings);
  if (stored === undefined || !field.fits(value, stored))
    note(plan.invalid, findings, plan.name, plan.path, field.tell(value, exact, stored));
  else if (stored !== false) bind(field, stored, findings);
}

function isBeyondLimit(
  { name, path }: BodyFieldPlan,
  limits: readonly LengthLimit[],
  { value, exact }: Parsed,
  findings: Findings,
): boolean {
  const beyond = limitBeyond(limits, value, exact);
  if (beyond) note({ do: 'refuse', cause: beyond.cause }, findings, name, path, beyond.problem);
  return beyond !== undefined;
}

/** What is wrong is reported for each member, at its place; where none is, for all of them. */
function bindRest(field: Field, { value, exact }: Parsed, hasWrong: HasWrong, findings: Findings): void {
  const { plan } = field;
  const stored = field.decode(value, exact, { ...findings, failures: [], held: [] });
  const isBlank = plan.blank !== undefined && hasBlank(value, plan.merge);
  if (!isBlank && stored !== undefined && stored !== false && field.fits(value, stored)) bind(field, stored, findings);
  else if (!hasWrong(value, exact, findings))
    note(plan.invalid, findings, plan.name, plan.path, field.tell(value, exact, stored));
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

interface Copy {
  readonly field: BodyFieldPlan;
  readonly from: string;
}

/** Each behind the one that it copies from. */
function copiesIn(fields: readonly BodyFieldPlan[]): readonly Copy[] {
  const found = new Map(
    fields.flatMap((field) => {
      const rule = [field.omitted, field.nulls, field.empty].find((one) => one.do === 'copy');
      return rule?.do === 'copy' ? [[field.parameter, { field, from: rule.from }] as const] : [];
    }),
  );
  const ordered = new Set<Copy>();
  const visit = (copy: Copy | undefined): void => {
    if (!copy || ordered.has(copy)) return;
    visit(found.get(copy.from));
    ordered.add(copy);
  };
  for (const copy of found.values()) visit(copy);
  return [...ordered];
}

/** What is wrong with the other one is reported there. */
function copyOther({ field, from }: Copy, { bindings, failures }: Findings): void {
  const sent = `sent.${field.parameter}`;
  if (bindings[sent] === 1 || failures.some(({ path }) => path === field.path)) return;
  bindings[field.parameter] = bindings[from] ?? null;
  bindings[sent] = 1;
}

interface RequiredIf {
  readonly field: BodyFieldPlan;
  readonly cause: string;
  readonly orNull?: true;
  readonly holds: Truth;
}

/** Judged last, over what all fields have bound; a field that failed already has its own message. */
function refuseOmitted({ field, cause, orNull, holds }: RequiredIf, findings: Findings): void {
  const { parameter } = field;
  // What is cleared is no value: it counts as left out.
  const isCleared = orNull !== true && findings.bindings[parameter] === null;
  if (findings.bindings[`sent.${parameter}`] === 1 && !isCleared) return;
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
