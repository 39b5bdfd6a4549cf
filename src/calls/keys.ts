// Which parameter of an operation names which row: `path.id` is `Todo.id`. Input: a plan's steps. Output: for each parameter the
// column that it is looked for in; and, the other way round, where an answer shows that column: as data, which lines.ts writes
// for a shell and the command `seed` reads answers with.

import type { CookiePlan } from '../plan/credentials.ts';
import type { AnswerPlan, Output } from '../plan/output.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import type { Expr } from '../sql/expression.ts';
import { children, isSearch } from '../sql/walk.ts';

export interface Key {
  readonly table: string;
  readonly column: string;
}

/** By parameter. A body field counts only where it is looked up in another table: elsewhere it is a value. */
export function keysOf(operation: OperationPlan): ReadonlyMap<string, Key> {
  const keys = new Map<string, Key>();
  const { steps = [], verifies = [] } = operation.run ?? {};
  for (const step of steps) {
    for (const { table, expr } of expressions(step)) collect(expr, new Map([['', table]]), keys);
  }
  for (const { name, sent } of verifies) {
    const key = keys.get(name);
    if (key !== undefined) keys.set(sent, key);
    keys.delete(name);
  }
  // These are no request's.
  for (const name of steps.flatMap(boundBy)) keys.delete(name);
  return keys;
}

function boundBy(step: Step): readonly string[] {
  if (step.kind === 'bind') return step.values.map(({ name }) => name);
  return step.kind === 'insert' && step.keyAs !== undefined ? [step.keyAs] : [];
}

function expressions(step: Step): readonly { table: string; expr: Expr }[] {
  switch (step.kind) {
    case 'insert':
      return [...step.checks.map((guard) => guard.where), ...step.values.map(({ value }) => value)].map((expr) => ({
        table: step.table,
        expr,
      }));
    case 'find':
    case 'list':
      return step.select.where === undefined ? [] : [{ table: step.select.table, expr: step.select.where }];
    case 'update':
      return [step.where, ...step.guards.map((guard) => guard.where), ...step.set.map(({ value }) => value)].map(
        (expr) => ({ table: step.table, expr }),
      );
    case 'delete':
      return [step.where, ...step.guards.map((guard) => guard.where)].map((expr) => ({ table: step.table, expr }));
    case 'put':
      return [...expressions(step.update), ...expressions(step.insert)];
    case 'bind': {
      const { table, where } = step.from ?? { table: '', where: undefined };
      return [...(where === undefined ? [] : [where]), ...step.values.map(({ expr }) => expr)].map((expr) => ({
        table,
        expr,
      }));
    }
    case 'free':
    case 'again':
    case 'limit':
      return [];
  }
}

/** `tables` by alias; '' is the statement's own. */
function collect(expr: Expr, tables: ReadonlyMap<string, string>, keys: Map<string, Key>): void {
  if (expr.kind === 'compare' && expr.operator === '=') {
    for (const [a, b] of [
      [expr.left, expr.right],
      [expr.right, expr.left],
    ] as const) {
      const table = a.kind === 'column' ? tables.get(a.source ?? '') : undefined;
      if (a.kind !== 'column' || b.kind !== 'parameter' || table === undefined) continue;
      const isPlace = /^(?:path|verified)\.|^caller\.credential$/.test(b.name) || a.source !== undefined;
      if (isPlace && !keys.has(b.name)) keys.set(b.name, { table, column: a.column });
    }
  }
  if (expr.kind === 'lookup' && expr.value.kind === 'parameter') {
    keys.set(expr.value.name, { table: expr.table, column: expr.match });
  }
  const inner = isSearch(expr) ? new Map([...tables, [expr.alias, expr.table]]) : tables;
  for (const child of children(expr)) collect(child, inner, keys);
}

/** Where an answer shows a column: by names within its body, or in a header; there, between fixed pieces of a text. */
export type Shown =
  | { readonly in: 'body'; readonly path: readonly string[]; readonly between: Around | undefined }
  | { readonly in: 'headers'; readonly name: string; readonly between: Around };

/** The text before it and behind it; '' when it is the last. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

export function shownIn(answer: AnswerPlan, column: string): Shown | undefined {
  return placeIn(answer, (part) => ('column' in part ? part.column : madeIn(part.word)) === column);
}

/** The column of a credential that is made with the row, and shown once: `new.R.f`. */
function madeIn(word: string): string | undefined {
  return /^new\.[^.]+\.(.+)$/.exec(word)?.[1];
}

/** Where an answer gives the token that it issues. */
export function tokenIn(answer: AnswerPlan, cookies: readonly CookiePlan[] = []): Shown | undefined {
  const cookie = cookies.find(({ token }) => token !== undefined);
  if (cookie) return { in: 'headers', name: 'Set-Cookie', between: { before: `${cookie.name}=`, after: ';' } };
  return placeIn(answer, (part) => 'word' in part && part.word === 'token');
}

/** Is this hole of an answer the one that is looked for? */
type Sought = (hole: { readonly column: string } | { readonly word: string }) => boolean;

function placeIn(answer: AnswerPlan, isSought: Sought): Shown | undefined {
  const place = answer.body === undefined ? undefined : within(answer.body, isSought, []);
  if (place !== undefined) return place;
  for (const { name, value } of answer.headers) {
    const between = neighbours(value, isSought);
    if (between !== undefined) return { in: 'headers', name, between };
  }
  return undefined;
}

type InBody = Extract<Shown, { in: 'body' }>;

function within(output: Output, isSought: Sought, path: readonly string[]): InBody | undefined {
  switch (output.kind) {
    case 'column':
    case 'word':
      return isSought(output) ? { in: 'body', path, between: undefined } : undefined;
    case 'text': {
      const between = neighbours(output, isSought);
      return between === undefined ? undefined : { in: 'body', path, between };
    }
    case 'object': {
      // The column itself before a text that holds it.
      const found = output.pairs.flatMap(({ key, value }) => {
        const place = typeof key === 'string' ? within(value, isSought, [...path, key]) : undefined;
        return place === undefined ? [] : [place];
      });
      return found.find(({ between }) => between === undefined) ?? found[0];
    }
    default:
      return undefined;
  }
}

/** The fixed text around a hole of a text; only where there is some before it. */
function neighbours({ parts }: Extract<Output, { kind: 'text' }>, isSought: Sought): Around | undefined {
  const at = parts.findIndex((part) => typeof part === 'object' && isSought(part));
  const before = parts[at - 1];
  const after = parts[at + 1];
  if (at < 1 || typeof before !== 'string') return undefined;
  return { before, after: typeof after === 'string' ? after : '' };
}
