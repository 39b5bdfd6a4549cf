// What the operator's page is given of rows: a page of each resource, the one that its address asks for, and no field that is
// not to be shown.

import { expect, test } from 'vitest';
import { shownRows } from '../../src/cli/serving/shown-rows.ts';
import type { Asked, Rows } from '../../src/serve/rows.ts';

const FIELDS = [
  { name: 'id', type: 'integer' },
  { name: 'code', type: 'string', notShown: 'hidden' },
  { name: 'note', type: 'string' },
] as const;

const value = (text: string): { json: string; text: string; kind: 'value' } => ({ json: text, text, kind: 'value' });

function rows(asked: [string, Asked][], kind: 'read' | 'unavailable' = 'read'): Rows {
  return {
    resources: () => ['A', 'B'].map((resource) => ({ resource, fields: FIELDS, asKept: resource === 'B' })),
    async page(resource, wanted) {
      asked.push([resource, wanted]);
      if (kind === 'unavailable') return { kind };
      // Should a value come that is not to be shown, it is not passed on.
      const values = [value('1'), value('hidden one'), { ...value(''), kind: 'null' as const }];
      return { kind, value: { rows: [{ key: '1', gone: true, values }], next: '20', previous: undefined } };
    },
    found: () => [['is'], [], ['is', 'contains', 'none']],
    row: async () => ({ kind: 'read', value: undefined }),
    kept: async () => undefined,
    count: async () => (kind === 'read' ? { kind, value: { count: 10_000, isBound: true } } : { kind }),
  };
}

test('the page that is asked for is that of one resource; of the others it is the first', async () => {
  const asked: [string, Asked][] = [];
  const [first, second] = await shownRows(rows(asked), 'rows=B&after=40');
  expect(asked).toEqual([
    ['A', { limit: 20 }],
    ['B', { limit: 20, after: '40' }],
  ]);
  expect(first).toEqual({
    resource: 'A',
    columns: ['id', 'note'],
    without: [{ name: 'code', why: 'hidden' }],
    rows: [{ key: '1', isGone: true, cells: [{ text: '1' }, undefined] }],
    ways: { next: '20' },
    count: { rows: 10_000, isBound: true },
    finds: [
      { field: 'id', hows: ['is'] },
      { field: 'note', hows: ['is', 'contains', 'none'] },
    ],
    selected: {},
  });
  expect(second?.note).toContain('as they are kept');
});

test('what is asked for where there is no such resource is nothing', async () => {
  const asked: [string, Asked][] = [];
  await shownRows(rows(asked), 'rows=__proto__&before=end');
  expect(asked.map(([, wanted]) => wanted)).toEqual([{ limit: 20 }, { limit: 20 }]);
});

test('rows that cannot be read are told to be so', async () => {
  const [first] = await shownRows(rows([], 'unavailable'), '');
  expect(first).toMatchObject({ rows: [], ways: {}, trouble: 'The rows cannot be read now.' });
  expect(first).not.toHaveProperty('count');
});
