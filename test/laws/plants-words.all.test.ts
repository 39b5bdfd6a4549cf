// The laws of single words must be able to find fault: a wrong plan is served in place of the right one, and the trials of the laws
// find it.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstFound, type Json } from './planted.ts';
import { Stage } from './service.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(true);
});
afterAll(() => stage.close());

const runs = (plan: Json): Json[] => (plan['operations'] as Json[]).flatMap(({ run }) => (run ? [run] : []));

/** The guards of the steps of an operation. */
function guards(run: Json): Json[][] {
  return (run['steps'] as Json[]).flatMap((step) =>
    [step['guards'], step['checks'], step['update']?.['guards'], step['insert']?.['checks']].filter(
      (all) => all !== undefined,
    ),
  );
}

/** Every object in the plan. */
function each(json: Json, change: (one: Json) => void): void {
  if (typeof json !== 'object' || json === null) return;
  for (const inner of Object.values(json) as Json[]) each(inner, change);
  if (!Array.isArray(json)) change(json);
}

/** Of calls that are known again by their row. */
function others(plan: Json, kind: 'true' | 'false'): void {
  each(plan, (one) => {
    if ((one['cause'] as unknown) === 'other values' && one['where']) one['where'] = { kind } as never;
  });
}

it.each<[string, (plan: Json) => void, RegExp]>([
  [
    'fields of which none need be sent',
    (plan) => runs(plan).forEach((run) => delete run['body']?.['groups']),
    /it is taken, and /,
  ],
  [
    'rows that need none of their fields',
    (plan) => {
      for (const run of runs(plan))
        for (const all of guards(run)) {
          const left = all.filter(({ from }) => from === undefined);
          all.splice(0, all.length, ...left);
        }
    },
    /it is taken, and /,
  ],
  [
    'an order of checks that is not looked at',
    (plan) => runs(plan).forEach((run) => run['order']!.sort((a, b) => (String(a) < String(b) ? -1 : 1))),
    /is told before/,
  ],
  [
    'a name of the request that is another one at each place',
    (plan) =>
      each(plan, (one) => {
        if ((one['word'] as unknown) === 'request id') one['word'] = 'now' as never;
      }),
    /is no <request id>|traces to nothing/,
  ],
  ['calls that are known again whatever they send', (plan) => others(plan, 'true'), /there is one with other values/],
  [
    'calls that have other values whatever they send',
    (plan) => others(plan, 'false'),
    /for other values, and they are the same/,
  ],
  [
    'fields that are shown though nobody names them',
    (plan) => each(plan, (one) => (one['kind'] as unknown) === 'chosen' && Object.assign(one, one['of'])),
    /is not a member that the document states/,
  ],
  [
    'rows of which the identity is not shown where others are named',
    (plan) =>
      each(plan, (one) => {
        if ((one['kind'] as unknown) === 'chosen') one['always'] = [] as never;
      }),
    /is always shown, and is missing/,
  ],
  [
    'references that are nothing where nobody asks for whole rows',
    (plan) => each(plan, (one) => (one['kind'] as unknown) === 'either' && Object.assign(one, one['yes'])),
    /`owner` is null, expected/,
  ],
  [
    'references that are never whole',
    (plan) => each(plan, (one) => (one['kind'] as unknown) === 'either' && Object.assign(one, one['no'])),
    /owner is no object/,
  ],
  [
    'items of a body of which none need have a field',
    (plan) => runs(plan).forEach((run) => delete run['body']?.['rows']?.['groups']),
    /POST \/[a-z]+\/every.*: it is taken, and (?:\d|fails in body)/,
  ],
  [
    'fields of items that are called otherwise where they are refused',
    (plan) =>
      runs(plan).forEach((run) => {
        for (const field of (run['body']?.['rows']?.['fields'] ?? []) as Json[]) {
          field['name'] = 'zz' as never;
          field['path'] = ['zz'] as never;
        }
      }),
    /\d\.zz is no field of what was sent/,
  ],
])('%s is found', { timeout: 300_000 }, async (_, change, expected) => {
  // Some that show them, then all.
  const seeds = [3, 4, 8, 41, 43, 57, 66, ...Array.from({ length: 399 }, (__, nth) => nth + 1)];
  expect(await firstFound(stage, seeds, change, expected)).toMatch(expected);
});
