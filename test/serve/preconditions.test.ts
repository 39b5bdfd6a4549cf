// Preconditions under hands that all write at once, and in headers that nobody sends by mistake. What each means is in
// test/parts/endpoints/preconditions.http.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plan } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start, type Answer, type Running } from './running.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', 'parts', 'endpoints', 'preconditions.md'), 'utf8');
const WRITERS = 16;

let service: Running;
beforeAll(async () => {
  service = await start(plan(modelOf(DOCUMENT)));
});
afterAll(() => service.stop());

async function made(title = '0'): Promise<{ readonly path: string; readonly tag: string }> {
  const { json, headers } = await send(service, 'POST', '/notes', { title });
  return { path: `/notes/${(json as { id: number }).id}`, tag: headers.get('etag')! };
}

const all = (count: number, one: (place: number) => Promise<Answer>): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => one(place)));

const counts = (answers: readonly Answer[]): Readonly<Record<number, number>> =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, of]) => [status, of.length]),
  );

describe('writers who all name one version', () => {
  it('change the row once', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { path, tag } = await made();
      const answers = await all(WRITERS, (place) =>
        send(service, 'PATCH', path, { title: `by ${place}` }, { 'if-match': tag }),
      );
      expect(counts(answers)).toEqual({ 200: 1, 412: WRITERS - 1 });
      const won = answers.find(({ status }) => status === 200)!;
      const read = await send(service, 'GET', path);
      expect([read.text, read.headers.get('etag')]).toEqual([won.text, won.headers.get('etag')]);
    }
  });

  it('change it or delete it', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { path, tag } = await made();
      const answers = await all(WRITERS, (place) =>
        place % 2 === 0
          ? send(service, 'PATCH', path, { title: `by ${place}` }, { 'if-match': tag })
          : send(service, 'DELETE', path, undefined, { 'if-match': tag }),
      );
      const won = answers.filter(({ status }) => status < 300);
      expect(won).toHaveLength(1);
      const lost = won[0]!.status === 204 ? 404 : 412;
      expect(counts(answers)[lost]).toBe(WRITERS - 1);
    }
  });

  it('must name one, also where there is no row yet', async () => {
    const optional = '`If-Match` optional on `ETag`, `If-None-Match` optional on `ETag`';
    const required = '`If-Match` optional on `ETag`, `If-None-Match` required on `ETag`';
    const asked = await start(plan(modelOf(DOCUMENT.replace(optional, required))));
    const put = async (headers?: Record<string, string>): Promise<number> =>
      (await send(asked, 'PUT', '/pages/one', { text: 'a' }, headers)).status;
    expect([await put(), await put({ 'if-none-match': '*' }), await put()]).toEqual([428, 201, 428]);
    await asked.stop();
  });

  it('make a row once where If-None-Match is `*`', async () => {
    for (let round = 0; round < 12; round += 1) {
      const answers = await all(WRITERS, (place) =>
        send(service, 'PUT', `/pages/page-${round}`, { text: `by ${place}` }, { 'if-none-match': '*' }),
      );
      expect(counts(answers)).toEqual({ 201: 1, 412: WRITERS - 1 });
    }
  });
});

it('loses no update of writers who read, and change what they have read', async () => {
  const { path } = await made('0');
  const winners = new Map<string, number>();
  const until = 20;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (winners.size < until) {
        const read = await send(service, 'GET', path);
        const tag = read.headers.get('etag')!;
        const next = Number((read.json as { title: string }).title) + 1;
        const { status } = await send(service, 'PATCH', path, { title: `${next}` }, { 'if-match': tag });
        if (status === 200) winners.set(tag, (winners.get(tag) ?? 0) + 1);
        else expect(status).toBe(412);
      }
    }),
  );
  expect([...winners.values()].every((count) => count === 1)).toBe(true);
  const { json } = await send(service, 'GET', path);
  expect((json as { title: string }).title).toBe(`${winners.size}`);
});

describe('headers that nobody sends by mistake', () => {
  const odd: Readonly<Record<string, string>> = {
    nothing: '',
    'a tag of 10,000 characters': `"${'x'.repeat(10_000)}"`,
    'thousands of tags': '"x", '.repeat(5_000),
    'thousands of commas': ','.repeat(30_000),
    'spaces, and something else': `"x"${' '.repeat(30_000)}y`,
    'a number of many digits': `"${'9'.repeat(400)}.0000000-x"`,
    'a key of many letters': `"1.${'z'.repeat(400)}-x"`,
    'octets beyond ASCII': '"\u00e4\u00ff"',
    SQL: `"1.0' OR 1=1 --"`,
  };

  it.each(Object.entries(odd))('%s names no row', async (_, header) => {
    const { path } = await made();
    const began = performance.now();
    const [changed, read] = [
      await send(service, 'PATCH', path, { title: 'b' }, { 'if-match': header }),
      await send(service, 'GET', path, undefined, { 'if-none-match': header }),
    ];
    expect([changed.status, read.status]).toEqual([412, 200]);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('what is longer than headers may be is 431, as without it', async () => {
    const { path } = await made();
    const { status } = await send(service, 'GET', path, undefined, { 'if-none-match': '"x",'.repeat(20_000) });
    expect(status).toBe(431);
  });

  it('a row is found among thousands of tags', async () => {
    const { path, tag } = await made();
    const among = `${'"1.0000000-x", '.repeat(1_500)}${tag}`;
    expect((await send(service, 'GET', path, undefined, { 'if-none-match': among })).status).toBe(304);
    expect((await send(service, 'PATCH', path, { title: 'b' }, { 'if-match': among })).status).toBe(200);
  });
});
