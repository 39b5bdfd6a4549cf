// Numbers of rows that part 8 limits. Input: the effects of an operation and their steps. Output: steps that know the keys of the rows they
// make or change, how those were before, and what judges the numbers when all effects are done. Notation, part 8; decision 0074.

import { mayAdd, mayTurn, countedRows, type CountedRows } from '../../analysis/values/counted-rows.ts';
import { fault, known } from '../../base/fault.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { Expr, SqlType } from '../../sql/expression.ts';
import { all, choice } from '../operands.ts';
import { present } from '../presence.ts';
import { columnNamed, columnOf, keyOf } from '../rows.ts';
import { isKept, type AddedRows, type Step } from '../steps.ts';
import type { Build } from './assigned.ts';
import { enforced } from './limits.ts';
import { whereOf, type Group } from './rows-found.ts';

export interface CountedSteps {
  /** Before the effects: how the rows are. */
  readonly before: readonly Step[];
  readonly steps: readonly Step[];
  /** Behind everything else. */
  readonly after: readonly Step[];
}

interface Counting extends CountedRows {
  readonly name: string;
  readonly most: number;
  readonly cause: string;
}

export function countedIn(build: Build, groups: readonly Group[], steps: readonly Step[]): CountedSteps {
  const limits = limitsIn(build);
  if (limits.length === 0) return { before: [], steps, after: [] };
  const before: Step[] = [];
  const added = new Map<Counting, AddedRows[]>(limits.map((limit) => [limit, []]));
  const keyed = groups.map((group, place): Step => {
    const own = limits.filter(({ resource }) => resource === group.resource);
    const step = steps[place]!;
    if (own.length === 0 || group.kind === 'delete') return step;
    const told = withKey(step, `counted.${place}`);
    if (told === undefined) return step;
    for (const limit of own) {
      const rows = rowsOf(build, group, told.step, { limit, key: told.key, place: before.length });
      before.push(...rows.before);
      if (rows.added) added.get(limit)!.push(rows.added);
    }
    return told.step;
  });
  const after = [...added].flatMap(([limit, rows]) => (rows.length === 0 ? [] : [limitStep(build, limit, rows)]));
  return { before, steps: keyed, after };
}

function limitsIn({ context: { model, linked } }: Build): readonly Counting[] {
  return enforced(model, linked).flatMap(({ limit, value, cause }): readonly Counting[] => {
    const counted = countedRows(model, limit);
    if (value.kind !== 'rows' || typeof counted === 'string' || !mayAdd(model, linked, counted)) return [];
    return [{ ...counted, name: limit.name.text, most: value.count, cause: causeKey(cause) }];
  });
}

/** Under which the key of its row is bound, or of a body with rows the keys of all; undefined: it leaves no row. */
function withKey(step: Step, key: string): { readonly step: Step; readonly key: string } | undefined {
  switch (step.kind) {
    case 'insert': {
      if (step.each) return { step: { ...step, keysAs: key }, key };
      const { keyAs = key } = step;
      return { step: { ...step, keyAs }, key: keyAs };
    }
    case 'put': {
      const { keyAs = key } = step.insert;
      return { step: { ...step, insert: { ...step.insert, keyAs } }, key: keyAs };
    }
    case 'update':
      return { step, key };
    default:
      return undefined;
  }
}

interface Of {
  readonly limit: Counting;
  readonly key: string;
  readonly place: number;
}

function rowsOf(
  build: Build,
  group: Group,
  step: Step,
  { limit, key, place }: Of,
): { readonly before: readonly Step[]; readonly added: AddedRows | undefined } {
  const { model, linked } = build.context;
  if (step.kind === 'insert') return { before: [], added: step.each ? { key, many: true } : { key } };
  const turns = mayTurn(model, linked, limit);
  if (step.kind === 'update' && !turns) return { before: [], added: undefined };
  if (step.kind === 'update' && step.every) fault('rows that are changed at once are not counted');
  // A row that `creates or keeps` finds is not changed.
  if (step.kind === 'put' && (isKept(step.update) || !turns))
    return { before: [{ kind: 'bind', values: [{ name: key, expr: literal(null) }], guards: [] }], added: { key } };
  const { resource } = group;
  const [was, of] = [`was.${place}`, `was.${place}.of`];
  const type = typeOf(build, limit);
  const from = { table: resource.name.text, where: whereOf(build, group) };
  const values = [
    { name: key, expr: keyOf({ kind: 'table', resource }) },
    { name: was, expr: choice([[all(countsOf(build, limit)), literal(1)]], literal(0), 'integer') },
    ...(limit.by ? [{ name: of, expr: columnOfLimit(build, limit) }] : []),
  ];
  const isSame = limit.by ? [same(columnOfLimit(build, limit, ALIAS), bound(of, type))] : [];
  return {
    before: [{ kind: 'bind', from, values, guards: [], locks: true }],
    added: { key, was: all([same(bound(was, 'integer'), literal(1)), ...isSame]) },
  };
}

function literal(value: number | null): Expr {
  return { kind: 'literal', value, type: 'integer' };
}

function bound(name: string, type: SqlType): Expr {
  return { kind: 'parameter', name, type };
}

function same(left: Expr, right: Expr): Expr {
  return { kind: 'compare', operator: '=', left, right };
}

/** Of the row that is made or changed. */
const ALIAS = 'counted';

function limitStep(build: Build, limit: Counting, added: readonly AddedRows[]): Step {
  const { resource, name, most, cause, by } = limit;
  const table = resource.name.text;
  const alias = build.context.alias();
  const alike = by ? [same(columnOfLimit(build, limit, alias), columnOfLimit(build, limit, ALIAS))] : [];
  return {
    kind: 'limit',
    name,
    table,
    alias: ALIAS,
    added,
    ...(by && { by: { column: columnNamed(build.context.model, by), type: typeOf(build, limit) } }),
    counts: all(countsOf(build, limit, ALIAS)),
    count: { kind: 'count', table, alias, where: all([...alike, ...countsOf(build, limit, alias)]), most },
    most,
    cause,
  };
}

/** It is in no gone state, no matter who may see it. */
function countsOf({ context: { model } }: Build, { resource }: Counting, source?: string): readonly Expr[] {
  return present({ model }, resource, source);
}

function columnOfLimit(build: Build, limit: Counting, source?: string): Expr {
  const column = columnNamed(build.context.model, limit.by!);
  return { kind: 'column', column, type: typeOf(build, limit), ...(source !== undefined && { source }) };
}

function typeOf({ context: { model } }: Build, { by }: Counting): SqlType {
  if (by === undefined) return 'integer';
  return known(columnOf(model, by), `${by.name.text} is not kept`).type;
}
