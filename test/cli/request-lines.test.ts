// One line for one request, and lines to a stream that nobody may wait for.

import { expect, test } from 'vitest';
import { linesTo } from '../../src/cli/serving/lines.ts';
import { jsonLines, lineForPeople } from '../../src/cli/serving/request-lines.ts';
import type { Served } from '../../src/serve/request-log.ts';

const ENTRY: Served = {
  id: 'ab-1',
  traceparent: undefined,
  at: Date.UTC(2026, 10, 22, 8, 0, 21, 9),
  method: 'POST',
  path: '/orders',
  query: false,
  operation: 'POST /orders',
  status: 201,
  aborted: false,
  milliseconds: 1.834,
  octets: 182,
  gaps: [],
  refusedBy: undefined,
  address: undefined,
  failed: false,
};
const NOTHING_READ: Partial<Served> = { method: undefined, path: undefined, operation: undefined, status: 400 };

const plainly = (_style: string, text: string): string => text;

test.each<[Partial<Served>, string]>([
  [{}, '201 POST /orders 1.8 ms'],
  [{ query: true, milliseconds: 12.34 }, '201 POST /orders?… 12 ms'],
  [{ status: 501, gaps: ['3/a'] }, '501 POST /orders 1.8 ms  3/a'],
  [{ gaps: ['3/a', '3/b', '3/c'] }, '201 POST /orders 1.8 ms  3/a and 2 more'],
  [{ status: 501, gaps: ['3/\u001B[31m\n'] }, '501 POST /orders 1.8 ms  3/?[31m?'],
  [{ status: 409, refusedBy: 'Order with id 7' }, '409 POST /orders 1.8 ms  because of Order with id 7'],
  [
    { status: 409, refusedBy: 'Order with name a\n\u2028b' },
    '409 POST /orders 1.8 ms  because of Order with name a??b',
  ],
  [{ status: undefined, aborted: true }, '--- POST /orders 1.8 ms  connection lost'],
  [{ status: 500, failed: true }, '500 POST /orders 1.8 ms  request ab-1'],
  [{ traceparent: '00-4b-00-01' }, '201 POST /orders 1.8 ms  trace 00-4b-00-01'],
  [NOTHING_READ, '400 no request that can be read 1.8 ms'],
  [{ ...NOTHING_READ, method: 'CONNECT' }, '400 CONNECT 1.8 ms'],
])('for people, %j is %s', (more, line) => {
  expect(lineForPeople({ ...ENTRY, ...more }, plainly)).toBe(`${line}\n`);
});

test('for programs, each is an object of one line', () => {
  const json = jsonLines();
  const read = (more: Partial<Served>): unknown => {
    const line = json({ ...ENTRY, ...more });
    expect(line.split('\n')).toEqual([expect.any(String), '']);
    return JSON.parse(line);
  };
  const all = {
    time: '2026-11-22T08:00:21.009Z',
    id: 'ab-1',
    method: 'POST',
    path: '/orders',
    operation: 'POST /orders',
    status: 201,
    ms: 1.834,
    octets: 182,
  };
  expect(read({})).toEqual(all);
  for (const at of [0, 999, 1000, 1099, Date.UTC(2028, 1, 29, 23, 59, 59, 999)])
    expect(read({ at })).toEqual({ ...all, time: new Date(at).toISOString() });
  expect(read({ query: true, gaps: ['"\n'], operation: 'GET /"\n' })).toEqual({
    ...all,
    query: true,
    gaps: ['"\n'],
    operation: 'GET /"\n',
  });
  const refusedBy = 'Order with name "\n';
  expect(read({ refusedBy })).toEqual({ ...all, refusedBy });
  expect(read({ address: '2001:db8:0:1::/64' })).toEqual({ ...all, address: '2001:db8:0:1::/64' });
  expect(read({ status: undefined, aborted: true })).toEqual({ ...all, status: undefined, aborted: true });
  const { time, id, ms, octets } = all;
  expect(read(NOTHING_READ)).toEqual({ time, id, status: 400, ms, octets });
});

/** Takes nothing until it is let. */
function stalled(): { write(text: string): boolean; writableLength: number; readonly written: string[] } {
  const written: string[] = [];
  return {
    written,
    writableLength: 0,
    write(text) {
      written.push(text);
      this.writableLength += text.length;
      return true;
    },
  };
}

test('lines are written together, in their order, and at once where something else is said', () => {
  const stream = stalled();
  const lines = linesTo(stream);
  lines.add('a\n');
  lines.add('b\n');
  expect(stream.written).toEqual([]);
  lines.say('c\n');
  expect(stream.written).toEqual(['a\nb\nc\n']);
  lines.add('d\n');
  lines.flush();
  lines.flush();
  expect(stream.written.slice(1)).toEqual(['d\n']);
});

test('a reader that stalls costs a bounded number of octets, and is told what it missed', () => {
  const stream = stalled();
  const lines = linesTo(stream);
  const line = `${'x'.repeat(99)}\n`;
  for (let i = 0; i < 100_000; i++) lines.add(line);
  lines.flush();
  expect(stream.writableLength).toBeLessThan(1_200_000);
  const taken = stream.writableLength / 100;
  stream.writableLength = 0;
  lines.say('y\n');
  expect(stream.written.at(-1)).toBe(
    `${100_000 - taken} lines were left out here: what was written before had not been read\ny\n`,
  );
  lines.say('z\n');
  expect(stream.written.at(-1)).toBe('z\n');
});

test('what was gathered comes soon by itself', async () => {
  const line = await new Promise((resolve) => {
    linesTo({ write: (text: unknown) => (resolve(text), true), writableLength: 0 }).add('a\n');
    // The timer keeps no process alive; this one does.
    setTimeout(resolve, 4000);
  });
  expect(line).toBe('a\n');
});
