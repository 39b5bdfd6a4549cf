// A body of which some fields are there under a When. Input: the plan of all fields. Output: a decoder, which reads what the conditions look
// at, and then the body as if its table had only the rows that count. Notation, part 4, "Bodies of several forms".

import type { BodyFieldPlan, BodyPlan } from '../plan/body-plan.ts';
import { compileCondition, type Truth } from '../sql/evaluate.ts';
import { parametersOf } from '../sql/walk.ts';
import type { Findings } from './findings.ts';
import { isBelow } from './sent-groups.ts';

export type FieldsPlan = Extract<BodyPlan, { kind: 'fields' }>;

/** False: the body is not of the stated form at all. */
export type DecodeFields = (value: unknown, exact: unknown, findings: Findings) => boolean;

/** `open`: what its condition looks at is wrong, so that nobody knows. The request is refused for that. */
type State = 'counts' | 'undeclared' | 'open';

interface When {
  readonly looksAt: ReadonlySet<string>;
  readonly holds: Truth;
}

/** So many forms of one body are kept; there are hardly more than rows. */
const MOST_FORMS = 64;

/** `compile`: of a table whose rows all count. */
export function compileForms(plan: FieldsPlan, compile: (plan: FieldsPlan) => DecodeFields): DecodeFields {
  const { whens, placeOf } = whensOf(plan.fields);
  const deciding = decidingFields(plan.fields, whens);
  const readDeciding = compile(decidingPlan(plan, deciding));
  const known = new Map<string, DecodeFields>();
  const decoderOf = (states: readonly State[]): DecodeFields => {
    const key = states.join();
    const found = known.get(key);
    if (found) return found;
    if (known.size >= MOST_FORMS) known.clear();
    const made = compile(formOf(plan, (field) => states[placeOf.get(field) ?? -1]));
    known.set(key, made);
    return made;
  };
  return (value, exact, findings) => {
    const first: Findings = { bindings: { ...findings.bindings }, failures: [], held: [] };
    if (!readDeciding(value, exact, first)) return decoderOf(whens.map(() => 'open'))(value, exact, findings);
    const wrong = wrongIn(deciding, first);
    const before = wrongBefore(findings);
    const states = whens.map(({ looksAt, holds }): State => {
      if (wrong.some((parameter) => looksAt.has(parameter)) || [...looksAt].some(before)) return 'open';
      return holds({}, first.bindings) ? 'counts' : 'undeclared';
    });
    return decoderOf(states)(value, exact, findings);
  };
}

/** Rows with the same condition have one of them. */
function whensOf(fields: readonly BodyFieldPlan[]): {
  readonly whens: readonly When[];
  readonly placeOf: ReadonlyMap<BodyFieldPlan, number>;
} {
  const places = new Map<string, number>();
  const whens: When[] = [];
  const placeOf = new Map<BodyFieldPlan, number>();
  for (const field of fields) {
    if (!field.when) continue;
    const key = JSON.stringify(field.when, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    const place = places.get(key) ?? whens.length;
    if (place === whens.length) {
      places.set(key, place);
      whens.push({ looksAt: new Set(parametersOf(field.when)), holds: compileCondition(field.when) });
    }
    placeOf.set(field, place);
  }
  return { whens, placeOf };
}

/** With the fields that they are copied from. */
function decidingFields(fields: readonly BodyFieldPlan[], whens: readonly When[]): readonly BodyFieldPlan[] {
  const found = new Set<BodyFieldPlan>();
  const add = (parameter: string): void => {
    const field = fields.find((one) => one.parameter === parameter);
    if (!field || found.has(field)) return;
    found.add(field);
    for (const rule of [field.omitted, field.nulls, field.empty]) if (rule.do === 'copy') add(rule.from);
  };
  for (const { looksAt } of whens) for (const parameter of looksAt) add(parameter.replace(/^sent\./, ''));
  return fields.filter((field) => found.has(field));
}

/** Only these fields are read; the decoder of the whole body reports what is wrong with them. */
function decidingPlan(plan: FieldsPlan, deciding: readonly BodyFieldPlan[]): FieldsPlan {
  const fields = deciding.map(withoutCondition);
  const wrappers = plan.wrappers.filter(({ path }) => fields.some((field) => isBelow(field.path, path)));
  return { ...plan, fields, wrappers, groups: [], unknown: { do: 'ignore' } };
}

/** The parameters that are not what they must be. */
function wrongIn(deciding: readonly BodyFieldPlan[], { failures, held }: Findings): readonly string[] {
  const places = failures.flatMap(({ path }) => (path ? [path] : []));
  const isWrong = ({ path }: BodyFieldPlan): boolean =>
    held.length > 0 || places.some((at) => at.join('\0') === path.join('\0') || isBelow(path, at) || isBelow(at, path));
  return deciding.filter(isWrong).flatMap(({ parameter }) => [parameter, `sent.${parameter}`]);
}

/** Of a parameter of the query or a header, which have been read: is its value wrong, or missing? */
function wrongBefore({ failures }: Findings): (parameter: string) => boolean {
  const names = new Set(failures.flatMap(({ field, path }) => (field && !path ? [field.toLowerCase()] : [])));
  return (parameter) => {
    const [, name] = /^(?:sent\.)?(?:query|header)\.(.*)$/s.exec(parameter) ?? [];
    return name !== undefined && names.has(name.toLowerCase());
  };
}

/**
 * The table with the rows that count. What rows may bring of which nobody knows is neither read nor unknown, and groups with one of them are not
 * judged: the request is refused for what decides.
 */
function formOf(plan: FieldsPlan, stateOf: (field: BodyFieldPlan) => State | undefined): FieldsPlan {
  const among = (state: State | undefined): readonly BodyFieldPlan[] =>
    plan.fields.filter((field) => stateOf(field) === state);
  const open = among('open');
  const counting = plan.fields.filter((field) => stateOf(field) === undefined || stateOf(field) === 'counts');
  const wrappers = plan.wrappers.filter(({ path }) => isAbove(path, counting) || !isAbove(path, plan.fields));
  const names = new Set(counting.map(nameOf));
  const unread = open.flatMap((field): BodyFieldPlan[] => {
    const depth = wrappers.filter(({ path }) => isBelow(field.path, path)).length;
    const own = { ...unreadAt(field, depth + 1) };
    if (names.has(nameOf(own))) return [];
    names.add(nameOf(own));
    return [own];
  });
  const [openNames, gone] = [new Set(open.map(nameOf)), new Set(among('undeclared').map(nameOf))];
  const groups = (plan.groups ?? []).flatMap((group) => {
    if (group.fields.some((field) => openNames.has(nameOf(field)))) return [];
    const own = group.fields.filter((field) => names.has(nameOf(field)) || !gone.has(nameOf(field)));
    return own.length === 0 ? [] : [{ ...group, fields: own }];
  });
  return { ...plan, fields: [...counting, ...unread], groups, wrappers };
}

function isAbove(path: readonly string[], fields: readonly BodyFieldPlan[]): boolean {
  return fields.some((field) => isBelow(field.path, path));
}

function nameOf({ path }: { readonly path: readonly string[] }): string {
  return path.join('\0');
}

/** Whatever is sent at the place, or at an object above it that nothing else makes one. */
function unreadAt(field: BodyFieldPlan, depth: number): BodyFieldPlan {
  return {
    ...withoutCondition(field),
    path: field.path.slice(0, depth),
    omitted: { do: 'accept' },
    sent: { do: 'ignore' },
  };
}

function withoutCondition(field: BodyFieldPlan): BodyFieldPlan {
  const { requiredIf: _, ...other } = field;
  return other;
}
