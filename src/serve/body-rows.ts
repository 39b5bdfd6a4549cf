// The list of a body of which each item is a row. Input: parsed JSON. Output: the bindings of each row; failures and gaps, each with the
// place of its row. Notation, part 4, Does: creates every R in body.

import type { BodyRowsPlan } from '../plan/body-plan.ts';
import type { FieldRule } from '../plan/input.ts';
import type { SqlValue } from '../sql/expression.ts';
import { EACH } from '../store/store.ts';
import { compileFields, type DecodeFields, type FieldsPlan } from './fields.ts';
import { inner } from './json-values.ts';
import { isReported, note, storedValue, type Failure, type Findings } from './findings.ts';
import { compileFit } from './fit.ts';
import { compileMade } from './generated-values.ts';
import { limitBeyond } from './lengths.ts';
import type { Shapes } from './nested.ts';
import { compileProblems } from './problems.ts';

/** Undefined: there is no such list. The body of a list with more around it is read by its own rules besides. */
export function compileBody(plan: FieldsPlan, shapes: Shapes): DecodeFields {
  const { rows } = plan;
  if (!rows) return compileFields(plan, shapes);
  const list = compileList(rows);
  const each = compileEach(plan, rows, shapes);
  const isAlone = rows.path.length === 0;
  const around = isAlone ? undefined : compileFields(plan, shapes);
  return (value, exact, findings) => {
    if (around?.(value, exact, findings) === false) return false;
    if (findings.failures.some(({ path }) => path && isAbove(path, rows.path))) return true;
    const found = list(isAlone ? value : inner(value, rows.path), findings);
    if (found === 'malformed') return false;
    const beyond = rows.limits && limitBeyond(rows.limits, found, undefined);
    if (beyond) {
      note({ do: 'refuse', cause: beyond.cause }, findings, undefined);
      return true;
    }
    const exacts = isAlone ? exact : inner(exact, rows.path);
    return each(found, Array.isArray(exacts) ? exacts : undefined, findings);
  };
}

/** What is around the list is no object: then it is not missed. */
function isAbove(path: readonly string[], list: readonly string[]): boolean {
  return path.length < list.length && path.every((name, depth) => list[depth] === name);
}

const NO_ROWS: readonly unknown[] = [];

/** The items; none where the list is not sent, or does not fit. */
function compileList({
  list,
  path,
}: BodyRowsPlan): (value: unknown, findings: Findings) => readonly unknown[] | 'malformed' {
  if (!list) return (value) => (Array.isArray(value) ? value : 'malformed');
  const fits = compileFit(list.schema, { type: 'json', format: 'list', of: { type: 'json', format: 'object' } });
  const tell = compileProblems(list.problems, { type: 'json', format: 'list' });
  const settle = (rule: FieldRule, findings: Findings, problem?: string): readonly unknown[] => {
    note(rule, findings, list.name, path, problem);
    return rule.do === 'fill' ? (JSON.parse(String(storedValue(rule.value))) as readonly unknown[]) : NO_ROWS;
  };
  const omitted = (findings: Findings): readonly unknown[] => settle(list.omitted, findings);
  const nothing = (findings: Findings): readonly unknown[] =>
    list.nulls.do === 'as missing' ? omitted(findings) : settle(list.nulls, findings, tell(null));
  return (value, findings) => {
    if (value === undefined) return omitted(findings);
    if (value === null) return nothing(findings);
    if (value === '' && list.empty.do !== 'accept') {
      if (list.empty.do === 'as missing') return omitted(findings);
      return list.empty.do === 'as null' ? nothing(findings) : settle(list.empty, findings);
    }
    if (Array.isArray(value) && fits(value, '[]')) return value;
    return settle(list.invalid, findings, tell(value, undefined, undefined));
  };
}

type Values = Record<string, SqlValue>;

function compileEach(
  plan: FieldsPlan,
  rows: BodyRowsPlan,
  shapes: Shapes,
): (items: readonly unknown[], exacts: readonly unknown[] | undefined, findings: Findings) => boolean {
  const { fields, wrappers, groups } = rows;
  const { rows: _, groups: __, ...own } = plan;
  const read = compileFields({ ...own, fields, wrappers, ...(groups && { groups }) }, shapes);
  const template: Values = {};
  for (const { parameter } of fields) {
    template[parameter] = null;
    template[`sent.${parameter}`] = 0;
  }
  for (const { name } of rows.make) template[name] = null;
  return (items, exacts, findings) => {
    const all: Values[] = [];
    for (let place = 0; place < items.length; place++) {
      const row: Findings = { bindings: { ...template }, failures: [], held: findings.held };
      if (!read(items[place], exacts?.[place], row)) return false;
      if (row.failures.length > 0) tellOf(row.failures, rows, place, findings);
      all.push(row.bindings);
    }
    findings.bindings[EACH] = all;
    return true;
  };
}

function tellOf(failures: readonly Failure[], rows: BodyRowsPlan, place: number, findings: Findings): void {
  for (const failure of failures)
    if (isReported(findings, failure.cause)) findings.failures.push(atRow(failure, rows.path, place));
}

/** A failure of a row, with the place of the row. */
export function atRow(failure: Failure, list: readonly string[], place: number): Failure {
  const { field, path } = failure;
  return {
    ...failure,
    ...(field !== undefined && { field: `${place}.${field}` }),
    ...(path && { path: [...list, `${place}`, ...path] }),
  };
}

/** Makes the values of each row, when those of the request are made. */
export function compileMadeOfEach(rows: BodyRowsPlan | undefined): ReturnType<typeof compileMade> {
  const make = compileMade(rows?.make ?? []);
  if (!make) return undefined;
  return (bindings, at, request) => {
    for (const row of (bindings as Findings['bindings'])[EACH] ?? []) make(row, at, request);
  };
}

/** A row that is refused: where its cause is about no field, the row itself is the place. */
export function refusedRow(failure: Failure, list: readonly string[], place: number): Failure {
  return failure.path ? atRow(failure, list, place) : { ...failure, field: `${place}`, path: [...list, `${place}`] };
}
