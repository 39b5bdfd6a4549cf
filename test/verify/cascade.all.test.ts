// What goes along with a deleted row, of several resources: one that is forgotten is found, whichever it is, also where there are two rows that the
// others may refer to.

import { afterEach, describe, expect, it } from 'vitest';

import { verify } from '../../src/verify/verify.ts';
import { closed, served, type Answer, type Handler } from './by-hand.ts';
import { bullets, creates, deletes, documentOf, errors, ID, lists, modelOf, resource, TOLERANT } from './document.ts';
import { seen } from './things.ts';

afterEach(closed);

const OTHERS = ['Book', 'Label', 'Note'] as const;

const pathOf = (name: string): string => `/${name.toLowerCase()}s`;

const MODEL = modelOf(
  documentOf({
    resources: [
      resource('Shelf', [ID, '`place` | string(1..20)'], {
        'When deleted': OTHERS.map((name) => `deletes every ${name} where \`shelf\` = this`).join('; '),
      }),
      ...OTHERS.map((name) => resource(name, [ID, '`shelf` | Shelf by `id` | yes | caller at create'])),
    ].join(''),
    all: bullets(TOLERANT),
    operations: [
      ...['Shelf', ...OTHERS].map((name) => creates(name) + lists(name)),
      creates('Shelf').replace('/shelfs', '/more'),
      deletes('Shelf', { Repeat: 'again' }),
    ].join(''),
    errors: errors(['`absent` | 404 | no such Shelf', '`invalid` | 422 | any field missing, any field invalid']),
  }),
);

interface Kept {
  readonly id: number;
  readonly shelf?: number;
}

/** `forgotten`: the resource whose rows stay. */
function shelves(forgotten?: string): Handler {
  const rows = new Map<string, Kept[]>(['Shelf', ...OTHERS].map((name) => [pathOf(name), []]));
  let made = 0;
  const invalid: Answer = { status: 422, body: { code: 'invalid' } };
  return ({ method, path, json }) => {
    const of = rows.get(path === '/more' && method === 'POST' ? '/shelfs' : path);
    const isReading = method === 'GET' || method === 'HEAD';
    if (of && isReading) return { status: 200, body: of };
    const all = rows.get('/shelfs')!;
    if (of && method === 'POST') {
      const { place, shelf } = json ?? {};
      const isShelf = typeof place === 'string' && place !== '' && [...place].length <= 20;
      if (of === all ? !isShelf : !all.some(({ id }) => id === shelf)) return invalid;
      const row = { id: (made += 1), ...(of === all ? { place } : { shelf: shelf as number }) };
      of.push(row);
      return { status: 201, body: row };
    }
    if (method !== 'DELETE' || !/^\/shelfs\/[^/]+$/.test(path)) return { status: 404 };
    const gone = all.find(({ id }) => path === `/shelfs/${id}`);
    if (!gone) return { status: 404, body: { code: 'absent' } };
    all.splice(all.indexOf(gone), 1);
    for (const name of OTHERS)
      if (name !== forgotten) {
        const left = rows.get(pathOf(name))!.filter(({ shelf }) => shelf !== gone.id);
        rows.set(pathOf(name), left);
      }
    return { status: 204 };
  };
}

describe('rows that go along with a deleted one', () => {
  it('are all gone', async () => {
    const verdict = await verify(MODEL, { url: await served(shelves()), seed: 2, requests: 90, time: 15_000 });
    expect(seen(verdict)).toEqual([]);
    const met = verdict.exercised.map(({ id }) => id).filter((id) => id.includes('when deleted'));
    expect(met).toHaveLength(3);
  });

  it.each(OTHERS)('are found to be left: %s', async (name) => {
    const url = await served(shelves(name));
    const { findings } = await verify(MODEL, { url, seed: 2, requests: 90, time: 15_000 });
    expect(findings.map((one) => one.operation)).toContain(`GET ${pathOf(name)}`);
  });
});
