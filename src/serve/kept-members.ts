// What no field of a body names of one of its objects: it is refused, meets a gap, or is kept as the value of a field of the row. Input:
// the plan of a body. Output: what is left of an object; failures. Notation, part 4, key Unknown fields.

import { hasBlank } from '../base/text.ts';
import type { BodyFieldPlan, RestPlan } from '../plan/body-plan.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { FieldsPlan } from './body-forms.ts';
import type { Parsed } from './exact-json.ts';
import { note, type Findings } from './findings.ts';
import { compileFit } from './fit.ts';
import { namesOf, objectOf } from './json-members.ts';
import { inner, isObject, member, type Json } from './json-values.ts';
import { compileProblems } from './problems.ts';

/** The names that an object of the body has by its fields. */
interface Level {
  readonly path: readonly string[];
  readonly known: ReadonlySet<string>;
}

export type RestOf = (holder: unknown, exactHolder: unknown) => Parsed | undefined;

function levelsOf({ fields, wrappers, rows }: FieldsPlan): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level & { readonly known: Set<string> }>();
  const level = (path: readonly string[]): Set<string> => {
    const key = JSON.stringify(path);
    let found = levels.get(key);
    if (found === undefined) levels.set(key, (found = { path, known: new Set() }));
    return found.known;
  };
  level([]);
  const named = fields.filter(({ rest }) => rest === undefined);
  const list = rows ? [rows.path] : [];
  for (const path of [...named.map((field) => field.path), ...wrappers.map((wrapper) => wrapper.path), ...list])
    path.forEach((name, depth) => level(path.slice(0, depth)).add(name));
  return levels;
}

/** Undefined: nothing is refused, and no gap is met. */
export function compileUnknown(plan: FieldsPlan): ((value: unknown, findings: Findings) => void) | undefined {
  if (plan.unknown.do !== 'refuse' && plan.unknown.do !== 'hold') return undefined;
  const kept = plan.fields.find(({ rest }) => rest !== undefined)?.rest;
  const all = [...levelsOf(plan).values()].filter(({ path }) => path.join('\0') !== kept?.path.join('\0'));
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

/** In the order in which it was sent; undefined: nothing is left. */
export function compileRest(plan: FieldsPlan, { path }: RestPlan): RestOf {
  const known = levelsOf(plan).get(JSON.stringify(path))?.known ?? new Set<string>();
  return (holder, exactHolder) => {
    if (!isObject(holder)) return undefined;
    const exacts = isObject(exactHolder) ? exactHolder : undefined;
    const names = namesOf(exacts ?? holder).filter((name) => !known.has(name));
    if (names.length === 0) return undefined;
    const of = (from: Json): object => objectOf(names.map((name) => [name, from[name]]));
    return { value: of(holder), exact: exacts && of(exacts) };
  };
}

export type HasWrong = (value: unknown, exact: unknown, findings: Findings) => boolean;

type Decode = (json: unknown, exact: unknown, findings: Findings) => SqlValue | undefined | false;

/** Each member that does not fit, at its own place; false: all of them do. */
export function compileMembers(plan: BodyFieldPlan, decode: Decode): HasWrong {
  const { rest, value: type, merge, blank, invalid } = plan;
  const each = rest?.each;
  if (!each || !type.of) return () => false;
  const fits = compileFit(each.schema, type.of);
  const tell = compileProblems(each.problems, type.of, merge);
  const isWrong = (name: string, json: unknown, exact: unknown, findings: Findings): boolean => {
    const path = [...rest.path, name];
    if (json === null && merge) return false;
    if (blank !== undefined && (json === null || hasBlank(json)))
      return !note({ do: 'refuse', cause: blank }, findings, name, path, each.blankProblem);
    const stored = decode(
      objectOf([[name, json]]),
      exact === undefined ? undefined : objectOf([[name, exact]]),
      findings,
    );
    // What is wrong inside of it has been noted.
    if (stored === false) return true;
    if (stored !== undefined && fits(json)) return false;
    return !note(invalid, findings, name, path, tell(json, exact));
  };
  return (value, exact, findings) => {
    let isAnyWrong = false;
    for (const name of namesOf(value as object))
      if (isWrong(name, (value as Json)[name], member(exact, name), findings)) isAnyWrong = true;
    return isAnyWrong;
  };
}
