// Two rows of one operation that look at what is sent: nobody can tell whether both hold, so that is a gap as any other.
// Notation, part 3, head To.

import { expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { gapView } from '../../src/model/views/gaps.ts';
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
