// What goes along with a deleted row, of several resources: one that is forgotten is found, whichever it is, also where there are two rows that the
// others may refer to.

import { afterEach, describe, expect, it } from 'vitest';

import { verify } from '../../src/verify/verify.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { closed, served, type Answer, type Handler } from './by-hand.ts';
import {
  bullets,
  creates,
  deletes,
  documentOf,
  errors,
  ID,
  lists,
  modelOf,
  reads,
  resource,
  section,
  table,
  TOLERANT,
} from './document.ts';
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

/** Notes that are listed inside of their shelf alone. */
const INSIDE = modelOf(
  documentOf({
    resources: [
      resource('Shelf', [ID, '`place` | string(1..20)'], { 'When deleted': 'deletes every Note where `shelf` = this' }),
      resource('Note', [ID, '`shelf` | Shelf by `id` | yes | by operation']),
    ].join(''),
    all: bullets(TOLERANT),
    operations: [
      creates('Shelf') + reads('Shelf'),
      ...[
        ['POST', { Does: 'creates Note with `shelf` = {id}', Repeat: 'again', Answers: '201 created, Note' }],
        ['GET', { Does: 'lists Note where `shelf` = {id}', Order: 'oldest first', Pages: 'none', Repeat: 'safe' }],
      ].map(([method, stated]) =>
        section(
          `${method as string} /shelfs/{id}/notes`,
          { Body: 'none', Answers: '200 found, array of Note', ...(stated as object) },
          table('Path | Type | Selects', ['`id` | integer | Shelf by `id`']),
        ),
      ),
      deletes('Note', { Repeat: 'again' }) + deletes('Shelf', { Repeat: 'again' }),
    ].join(''),
    errors: errors([
      '`absent` | 404 | no such Shelf, no such Note',
      '`invalid` | 422 | any field missing, any field invalid',
    ]),
  }),
);

function withNotes(isForgotten: boolean): Handler {
  const all: Record<string, Kept[]> = { shelfs: [], notes: [] };
  let made = 0;
  const add = (kind: string, row: object): Answer => {
    const added = { id: (made += 1), ...row };
    all[kind]!.push(added);
    return { status: 201, body: added };
  };
  return ({ method, path, json }) => {
    const [, kind = '', id, inside] = path.split('/');
    const isReading = method === 'GET' || method === 'HEAD';
    if (path === '/shelfs' && method === 'POST') {
      const place = json?.['place'];
      const isPlace = typeof place === 'string' && place !== '' && [...place].length <= 20;
      return isPlace ? add('shelfs', { place }) : { status: 422, body: { code: 'invalid' } };
    }
    const isKnown =
      /^(?:(?:GET|HEAD) \/shelfs\/[^/]+(?:\/notes)?|POST \/shelfs\/[^/]+\/notes|DELETE \/(?:shelfs|notes)\/[^/]+)$/;
    if (!all[kind] || !isKnown.test(`${method} ${path}`)) return { status: 404 };
    const row = all[kind].find((one) => String(one.id) === id);
    if (!row) return { status: 404, body: { code: 'absent' } };
    const notes = all['notes']!.filter(({ shelf }) => shelf === row.id);
    if (inside !== undefined) return isReading ? { status: 200, body: notes } : add('notes', { shelf: row.id });
    if (isReading) return { status: 200, body: row };
    all[kind] = all[kind].filter((one) => one !== row);
    if (kind === 'shelfs' && !isForgotten) all['notes'] = all['notes']!.filter((one) => !notes.includes(one));
    return { status: 204 };
  };
}

const RULE = '2/Shelf/when deleted/1';

async function verdictOf(isForgotten: boolean): Promise<Verdict> {
  return verify(INSIDE, { url: await served(withNotes(isForgotten)), seed: 2, requests: 90, time: 15_000 });
}

describe('rows that no list shows once the row is gone that they went along with', () => {
  it('are looked for by what else may be done to them', async () => {
    const verdict = await verdictOf(false);
    expect(seen(verdict)).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toContain(RULE);
  });

  it('are found to be left', async () => {
    const { findings, exercised } = await verdictOf(true);
    expect(findings.map((one) => one.operation)).toEqual(['DELETE /notes/{id}']);
    expect(exercised.map(({ id }) => id)).not.toContain(RULE);
  });
});
