// A call to an address at which nothing is, and which the service takes all the same: a row may be there from then on. What its document does
// not state of such a call is no failure of the lists behind it; where it has to be refused, the call is the failure, and the lists are none.

import { afterEach, describe, expect, it } from 'vitest';

import { closed, served, type Handler } from './by-hand.ts';
import { judge } from '../../src/verify/judge/judge.ts';
import { deletes, modelOf, updates } from './document.ts';
import { exchangeOf, Played, URL_OF_SERVICE, type Recorded } from './recorded.ts';
import { BY_ADDRESS, INVALID, seen, things, verdictOn } from './things.ts';

afterEach(closed);

/** A thing that is changed is there from then on, also one that was deleted. */
function reviving(): Handler {
  const rows = new Map<string, { readonly id: number; readonly title: unknown }>();
  let last = 0;
  return ({ method, path, json, text }) => {
    const isBad = json === undefined && text !== '';
    const { title } = json ?? {};
    const isInvalid = typeof title !== 'string' || title === '' || [...title].length > 40;
    if (path === '/things' && method === 'GET') return { status: 200, body: [...rows.values()] };
    if (path === '/things' && method === 'POST') {
      if (isBad) return { status: 400 };
      if (isInvalid) return { status: 400, body: { error: 'invalid' } };
      last += 1;
      rows.set(String(last), { id: last, title });
      return { status: 201, body: rows.get(String(last)) };
    }
    const id = /^\/things\/([1-9]\d{0,8})$/.exec(path)?.[1];
    const missing = { status: 404, body: { error: 'missing' } };
    if (id === undefined || !['GET', 'PATCH', 'DELETE'].includes(method)) return missing;
    if (method === 'PATCH') {
      if (isBad) return { status: 400 };
      if (title !== undefined && isInvalid) return { status: 400, body: { error: 'invalid' } };
      rows.set(id, { title: 'again', ...rows.get(id), id: Number(id), ...(title !== undefined && { title }) });
      return { status: 200, body: rows.get(id) };
    }
    const row = rows.get(id);
    if (row && method === 'DELETE') return { status: rows.delete(id) ? 204 : 404 };
    return row ? { status: 200, body: row } : missing;
  };
}

const documents = (fields?: readonly string[]): readonly [stated: string, silent: string] => {
  const stated = { operations: updates('Thing') + deletes('Thing'), ...(fields && { fields }) };
  return [things(stated), things({ ...stated, codes: ['…', INVALID] })];
};
const [STATED, SILENT] = documents();

describe('a row that comes back', () => {
  it.each([1, 2])('is no failure where the answer to such a call is not stated: seed %i', async (seed) => {
    expect(seen(await verdictOn(SILENT, await served(reviving()), seed))).toEqual([]);
  });

  it.each([1, 2])('is one of the call alone where it has to be refused: seed %i', async (seed) => {
    const found = seen(await verdictOn(STATED, await served(reviving()), seed));
    expect(found.join('\n')).toContain('PATCH /things/{id}');
    expect(found).toHaveLength(1);
  });
});

const ADDRESSED = documents(BY_ADDRESS);

const shown = (id: number, title: string) => ({ title, url: `${URL_OF_SERVICE}/things/${id}` });

describe('a row that has another address once it is changed', () => {
  it.each(ADDRESSED)('is one failure, of the call that changed it', (document) => {
    const { world } = new Played(modelOf(document));
    const calls: readonly Recorded[] = [
      { method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: shown(1, 'a') },
      { method: 'PATCH', target: '/things/1', sent: { title: 'b' }, status: 200, shown: shown(9, 'b') },
      { target: '/things/1', status: 404, shown: { error: 'missing' } },
      { target: '/things', status: 200, shown: [shown(9, 'b')] },
      { target: '/things/9', status: 200, shown: shown(9, 'b') },
    ];
    const found = calls.map((one) => judge(world, exchangeOf(one)).findings.map(({ operation }) => operation));
    expect(found).toEqual([[], ['PATCH /things/{id}'], [], [], []]);
  });
});

describe('a row of which nobody can tell whether it is there', () => {
  const deleting: readonly Recorded[] = [
    { method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: shown(1, 'a') },
    { method: 'DELETE', target: '/things/1', status: 500 },
    { method: 'PATCH', target: '/things/1', sent: { title: 'b' }, status: 404, shown: { error: 'missing' } },
  ];

  it('is not taken for another one, whose address is another', () => {
    const { world } = new Played(modelOf(ADDRESSED[1]));
    const judged = [...deleting, { target: '/things', status: 200, shown: [shown(2, 'c')] }].map((one) =>
      judge(world, exchangeOf(one)),
    );
    expect(judged.at(-1)!.findings).toEqual([]);
  });

  it('is gone where another one has its address', () => {
    const { world } = new Played(modelOf(ADDRESSED[1]));
    const calls: readonly Recorded[] = [
      { method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: shown(1, 'a') },
      { method: 'DELETE', target: '/things/1', status: 204 },
      { method: 'PATCH', target: '/things/1', sent: { title: 'b' }, status: 500 },
      { method: 'POST', target: '/things', sent: { title: 'c' }, status: 201, shown: shown(1, 'c') },
      { target: '/things', status: 200, shown: [shown(1, 'c')] },
      { target: '/things/1', status: 200, shown: shown(1, 'c') },
    ];
    const found = calls.map((one) => judge(world, exchangeOf(one)).findings.length);
    expect(found).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('two rows with one key', () => {
  it.each([
    ['the first one is found by it', 'a'],
    ['the second one is found by it', 'b'],
  ])('are one failure, of the call that gave it again: %s', (_which, title) => {
    const { world } = new Played(modelOf(STATED));
    const calls: readonly Recorded[] = [
      { method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: { id: 1, title: 'a' } },
      { method: 'POST', target: '/things', sent: { title: 'b' }, status: 201, shown: { id: 1, title: 'b' } },
      { target: '/things/1', status: 200, shown: { id: 1, title } },
      { target: '/things', status: 200, shown: [{ id: 1, title }] },
    ];
    const found = calls.map((one) => judge(world, exchangeOf(one)).findings.map(({ expected }) => expected));
    expect(found).toEqual([[], [expect.stringContaining('a value that no other Thing has')], [], []]);
  });
});
