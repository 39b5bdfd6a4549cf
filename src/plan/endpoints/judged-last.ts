// Rules over a row as it will be that look at other rows, or at what the row is given when it is kept: they are judged when all effects are
// done, in the same transaction. Input: the effects of an operation and their steps. Output: steps that know the keys of the rows, and
// those that judge. Notation, part 7, `after:`; decision 0039.

import { computedBy } from '../../analysis/values/computed-fields.ts';
import type { Expr } from '../../sql/expression.ts';
import { conditionExpr } from '../conditions.ts';
import { all } from '../operands.ts';
import { guardOf } from '../refuse.ts';
import { keyOf, type RowScope } from '../rows.ts';
import { isKept, type Guard, type Step } from '../steps.ts';
import type { Build } from './assigned.ts';
import { whereOf, type Group } from './rows-found.ts';

export interface JudgedLast {
  /** Before the effects: the rows that are there. */
  readonly before: readonly Step[];
  readonly steps: readonly Step[];
  readonly after: readonly Step[];
}

export function judgedLast(build: Build, groups: readonly Group[], steps: readonly Step[]): JudgedLast {
  const before: Step[] = [];
  const guards: Guard[] = [];
  const keyed = groups.map((group, place): Step => {
    const step = steps[place]!;
    const key = keyNameOf(step, place);
    const own = key === undefined ? [] : guardsOf(build, group, key);
    if (own.length === 0) return step;
    guards.push(...own);
    before.push(...keyBefore(build, group, step, key!));
    return withKey(step, key!);
  });
  const after: Step[] = guards.length === 0 ? [] : [{ kind: 'bind', values: [], guards, last: true }];
  return { before, steps: keyed, after };
}

/** Under which the key of its row is bound; undefined: it keeps no row, or many. */
function keyNameOf(step: Step, place: number): string | undefined {
  if (step.kind === 'insert') return step.each ? undefined : (step.keyAs ?? `judged.${place}`);
  return step.kind === 'put' || (step.kind === 'update' && !step.every) ? `judged.${place}` : undefined;
}

function guardsOf(build: Build, { resource }: Group, key: string): readonly Guard[] {
  const { context, sent } = build;
  return computedBy(context.model, context.linked, resource).flatMap(({ holds, cause, isLast }) => {
    if (!isLast) return [];
    const alias = context.alias();
    const row: RowScope = { kind: 'table', resource, source: alias };
    const bound: Expr = { kind: 'parameter', name: key, type: 'integer' };
    const broken: Expr = {
      kind: 'exists',
      table: resource.name.text,
      alias,
      where: all([
        { kind: 'compare', operator: '=', left: keyOf(row), right: bound },
        { kind: 'not', item: conditionExpr(holds, { context, row, sent }) },
      ]),
    };
    return [guardOf({ kind: 'not', item: broken }, cause, 'body')];
  });
}

/** What identifies a row may change with it. A row that `creates or keeps` finds is not changed. */
function keyBefore(build: Build, group: Group, step: Step, key: string): readonly Step[] {
  if (step.kind === 'insert') return [];
  const keeps = step.kind === 'put' && isKept(step.update);
  const nothing: Expr = { kind: 'literal', value: null, type: 'integer' };
  const { resource } = group;
  if (keeps) return [{ kind: 'bind', values: [{ name: key, expr: nothing }], guards: [] }];
  const from = { table: resource.name.text, where: whereOf(build, group) };
  return [{ kind: 'bind', from, values: [{ name: key, expr: keyOf({ kind: 'table', resource }) }], guards: [] }];
}

function withKey(step: Step, key: string): Step {
  if (step.kind === 'insert') return { ...step, keyAs: key };
  return step.kind === 'put' ? { ...step, insert: { ...step.insert, keyAs: key } } : step;
}
