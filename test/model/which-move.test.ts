// Two rows of one operation that look at what is sent: nobody can tell whether both hold, so that is a gap as any other.
// Notation, part 3, head To.

import { expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { modelOf } from '../plan/plan-of.ts';
import { timedSource } from '../serve/timed-source.ts';
import { differences } from './differences.ts';

const WHICH = '3/Thing.status/POST /things/{id}/turn/which-move';

const turn = (tables: string): string => `### POST /things/{id}/turn

- Does: moves Thing.status
- Repeat: again

${tables}

| Status | When | Body |
|---|---|---|
| 200 | moved | Thing |`;

const BODY = (type: string): string => `| Body | Type | Required | Default | Allowed values | Sets |
|---|---|---|---|---|---|
| \`m\` | ${type} | yes | none | any | none |`;

const QUERY = (type: string): string => `- Body: none

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`m\` | ${type} | no | none | none |`;

function gapsOf(condition: string, tables: string): { readonly open: boolean; readonly heldBy: readonly string[] } {
  const moves = [
    `| \`new\` | \`open\` | \`POST /things/{id}/turn\` | ${condition}`,
    '| `new` | `shut` | `POST /things/{id}/turn` | `n` > 3',
  ];
  const model = modelOf(timedSource({ moves, operations: turn(tables) }));
  expect(differences(model)).toEqual([]);
  const { heldBy } = gapView(model).operations.find(({ id }) => id === 'POST /things/{id}/turn')!;
  const open = gapView(model).gaps.some(({ id }) => id === WHICH);
  // Whatever a request may be held by stands among the gaps.
  expect(Object.keys(compile(model).gaps).includes(WHICH)).toBe(open);
  return { open, heldBy };
}

it('is asked where Only if looks at a field of the body', () => {
  expect(gapsOf('body `m` > 3', BODY('integer'))).toEqual({ open: true, heldBy: [] });
});

it('is not asked before the type of that field', () => {
  const { open, heldBy } = gapsOf('body `m` > 3', BODY('not shown'));
  expect(open).toBe(false);
  expect(heldBy).toContain('4/POST /things/{id}/turn/body.m/type');
});

it('is asked where it looks at the query, once that has a type', () => {
  expect(gapsOf('query `m` > 3', QUERY('integer')).open).toBe(true);
  expect(gapsOf('query `m` > 3', QUERY('not shown')).open).toBe(false);
});

const RICH = `- Body: none

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`q\` | integer | yes | none | none |
| \`until\` | date-time | no | none | none |
| \`mode\` | string | no | \`x\` | none |`;

/** Rows of one operation that lead apart, each under one condition. */
function asked(first: string, second: string): boolean {
  const fields = ['| `many` | integer | no | service: = `n` * 2 | any | none |'];
  const moves = [
    `| \`new\` | \`open\` | \`POST /things/{id}/turn\` | ${first}`,
    `| \`new\` | \`shut\` | \`POST /things/{id}/turn\` | ${second}`,
  ];
  const model = modelOf(timedSource({ moves, fields, operations: turn(RICH) }));
  expect(model.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(differences(model)).toEqual([]);
  return gapView(model).gaps.some(({ id }) => id === WHICH);
}

it.each([
  ['query `mode` = `x`', 'query `mode` = `y`'],
  ['query `mode` = `x`', 'query `mode` != `x`'],
  ['query `until` <= now', 'query `until` > now'],
  ['this `due` <= now', 'this `due` > now - 5 minutes and `due` > now'],
  ['count of Thing (`n` = 1) < 2', 'count of Thing (`n` = 1) >= 2'],
  ['there is no Thing (`n` = 1)', 'count of Thing (`n` = 1) > 1'],
  ['`many` < 4', '`many` >= 4'],
  ['this `n` < query `q`', 'query `q` <= this `n`'],
  ['this `id` = {id}', 'this `id` != {id}'],
  ['`n` > query `q` and `n` < 3', 'query `q` > 2'],
])('is not asked where no request makes both hold: %s, %s', (first, second) => {
  expect(asked(first, second)).toBe(false);
  expect(asked(second, first)).toBe(false);
});

it.each([
  ['query `mode` = `x`', 'query `until` > now'],
  ['query `until` <= now', 'query `until` > now - 1 minutes'],
  ['count of Thing (`n` = 1) < 2', 'count of Thing (`n` = 2) >= 2'],
  ['`many` < 4', 'query `q` >= 4'],
])('is asked where one may: %s, %s', (first, second) => {
  expect(asked(first, second)).toBe(true);
  expect(asked(second, first)).toBe(true);
});
