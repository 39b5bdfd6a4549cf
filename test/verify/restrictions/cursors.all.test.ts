// Pages by cursors: a service whose cursor counts rows leaves one out when a row ahead of it is deleted between two pages.

import { afterEach, expect, it } from 'vitest';

import { closed, served, type Handler } from '../by-hand.ts';
import { deletes, lists } from '../document.ts';
import { MISSING, seen, things, verdictOn } from '../things.ts';

const DOCUMENT = things({
  list: lists('Thing', {
    Pages: 'after `after`, before `before`, size `size`; default 20, cursor is opaque',
    Answers: '200 found, `{"things": array of Thing, "next": <next>}`',
  }),
  operations: deletes('Thing'),
  codes: [MISSING, '`invalid` | 400 | invalid query, any field missing, any field invalid'],
});

interface Thing {
  readonly id: number;
  readonly title: string;
}

/** `isPlace`: a cursor is a place between two rows; else it counts those ahead of it. */
function paged(isPlace: boolean): Handler {
  let rows: readonly Thing[] = [];
  let made = 0;
  const invalid = { status: 400, body: { error: 'invalid' } };
  return ({ method, path, query, json }) => {
    const title = json?.['title'];
    const row = rows.find(({ id }) => path === `/things/${id}`);
    if (row && method === 'DELETE') {
      rows = rows.filter((one) => one !== row);
      return { status: 204 };
    }
    const isReading = method === 'GET' || method === 'HEAD';
    if (row) return isReading ? { status: 200, body: row } : { status: 405, headers: { allow: 'GET, HEAD, DELETE' } };
    if (path !== '/things') return { status: 404, body: { error: 'missing' } };
    if (method === 'POST') {
      if (json === undefined) return { status: 400 };
      if (typeof title !== 'string' || title === '' || [...title].length > 40) return invalid;
      rows = [...rows, { id: (made += 1), title }];
      return { status: 201, body: rows.at(-1) };
    }
    if (!isReading) return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
    if (new Set(query.keys()).size < query.size) return invalid;
    const [after, before, size] = [query.get('after'), query.get('before'), query.get('size') ?? '20'];
    if (!/^[1-9][0-9]*$/.test(size) || (after !== null && before !== null)) return invalid;
    if (![after, before].every((cursor) => cursor === null || /^c[0-9]+$/.test(cursor))) return invalid;
    const [first, last] = [after, before].map((cursor) => cursor && Number(cursor.slice(1)));
    const behind = isPlace ? rows.filter(({ id }) => id > (first || 0)) : rows.slice(first || 0);
    const ahead = isPlace ? rows.filter(({ id }) => id <= (last || 0)) : rows.slice(0, last || 0);
    const shown = before === null ? behind.slice(0, Number(size)) : ahead.slice(-Number(size));
    const isMore = shown.length < (before === null ? behind : ahead).length;
    const end = before === null ? shown.at(-1)! : rows[rows.indexOf(shown[0]!) - 1]!;
    const next = isMore ? `c${isPlace ? end.id : rows.indexOf(end) + 1}` : null;
    return { status: 200, body: { things: shown, next } };
  };
}

afterEach(closed);

it('are no failure of a service whose cursor is a place', async () => {
  expect(seen(await verdictOn(DOCUMENT, await served(paged(true))))).toEqual([]);
});

it('are found to leave out a row where the cursor counts rows, and shown from what leads there', async () => {
  const verdict = await verdictOn(DOCUMENT, await served(paged(false)));
  const left = verdict.findings.find((one) => one.class === 'broken page');
  expect(left?.operation).toBe('GET /things');
  const calls = left!.exchanges.map(({ call }) => `${call.method} ${call.target.replace(/[?].*/, '')}`);
  expect(calls.findLastIndex((one) => one.startsWith('DELETE'))).toBeGreaterThan(calls.indexOf('GET /things'));
  expect(calls[0]).toBe('POST /things');
  expect(calls.length).toBeLessThan(14);
});
