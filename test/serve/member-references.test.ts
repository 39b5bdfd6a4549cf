// Members that a field keeps and that lead nowhere: they are found by few questions, at most so many, and in their order.

import { expect, it } from 'vitest';

import { atMembers } from '../../src/serve/member-references.ts';
import type { Failure } from '../../src/serve/findings.ts';
import type { Bindings, Program, Result } from '../../src/store/store.ts';

const CAUSE = 'no such Person in parts';
const FAILURE: Failure = {
  cause: CAUSE,
  field: 'parts',
  path: ['team', 'parts'],
  members: { asked: CAUSE, parameter: 'body.parts', path: ['team'], names: [] },
};

/** A store in which these are rows. */
function storeOf(there: (id: number) => boolean): { readonly program: Program; readonly asked: string[] } {
  const asked: string[] = [];
  const run = (bindings: Bindings): Result => {
    const text = String(bindings['body.parts']);
    asked.push(text);
    const ids = Object.values(JSON.parse(text) as Readonly<Record<string, number>>);
    return ids.every(there)
      ? { kind: 'done', outcome: 'found', rows: [], total: undefined }
      : { kind: 'refused', cause: CAUSE };
  };
  return { program: { reads: true, run }, asked };
}

const bodyOf = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, id) => [`m ${id}`, id])));

async function told(program: Program, collect: boolean, count: number): Promise<unknown> {
  const references = [{ cause: CAUSE, needs: [], program }];
  return await atMembers({ references, collect }, [FAILURE], { 'body.parts': bodyOf(count) });
}

const at = (id: number): Failure => ({ cause: CAUSE, field: `m ${id}`, path: ['team', `m ${id}`] });

it('are found among thousands by few questions', async () => {
  const { program, asked } = storeOf((id) => id !== 3 && id !== 4000);
  expect(await told(program, true, 5000)).toEqual([at(3), at(4000)]);
  expect(asked.length).toBeLessThan(60);
});

it('the first of them, where one is told', async () => {
  const { program } = storeOf((id) => id < 7);
  expect(await told(program, false, 5000)).toEqual([at(7)]);
});

it('no more is asked than is bounded, and what was found is told', async () => {
  const { program, asked } = storeOf(() => false);
  const found = (await told(program, true, 5000)) as readonly Failure[];
  expect(asked).toHaveLength(200);
  expect(found.length).toBeGreaterThan(80);
  expect(found.slice(0, 3)).toEqual([at(0), at(1), at(2)]);
});

it('the field is told where none is found, as when a row came meanwhile', async () => {
  const { program } = storeOf(() => true);
  const { members: _, ...plain } = FAILURE;
  expect(await told(program, true, 10)).toEqual([plain]);
});

it('a store that is gone is told as such; other failures are as they were', async () => {
  const gone: Program = { reads: true, run: () => ({ kind: 'unavailable', reason: 'gone' }) };
  expect(await told(gone, true, 3)).toEqual({ kind: 'unavailable', reason: 'gone' });
  const others: readonly Failure[] = [{ cause: 'other' }];
  expect(atMembers({ references: [], collect: true }, others, {})).toBe(others);
});

it('members are sent to the store as they were written, digit by digit', async () => {
  const { program, asked } = storeOf(() => true);
  const references = [{ cause: CAUSE, needs: [], program }];
  const text = '{"a":123456789012345678901234567890,"b\\u0041":[1.50,{"c":"]"}],"d":null}';
  await atMembers({ references, collect: true }, [FAILURE], { 'body.parts': text });
  expect(asked).toEqual([text]);
});
