// A replacement sets what is left out to its default: a service that keeps what the row had is found, whatever the field had before.

import { afterEach, describe, expect, it } from 'vitest';

import { verify } from '../../src/verify/verify.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { closed, served, type Asked, type Handler } from './by-hand.ts';
import { ID, modelOf, section } from './document.ts';
import { keeper, seen, things, TITLE, type Thing } from './things.ts';

afterEach(closed);

const FIELDS: readonly (readonly [name: string, type: string, allowed: string, value: unknown])[] = [
  ['done', 'boolean', 'any', false],
  ['rank', 'integer', '1..100', 5],
  ['colour', 'string', 'any', 'red'],
];

const DOCUMENT = modelOf(
  things({
    fields: [
      ID,
      TITLE,
      ...FIELDS.map(
        ([name, type, allowed, value]) => `\`${name}\` | ${type} | no | caller | ${allowed} | \`${String(value)}\``,
      ),
    ],
    operations: section('PUT /things/{id}', {
      Does: 'replaces Thing',
      Body: 'Thing',
      Repeat: 'same effect',
      Answers: '200 replaced, Thing',
    }),
  }),
);

type Whole = Thing & Readonly<Record<string, unknown>>;

const invalid = { status: 400, body: { error: 'invalid' } };

/** `kept`: the field that a replacement leaves as it was where it is not sent. */
function replacing(kept?: string): Handler {
  const rows = new Map<number, Whole>();
  const rest = keeper();
  const valuesOf = (json: Asked['json'], before?: Whole): Record<string, unknown> | undefined => {
    const values: Record<string, unknown> = {};
    for (const [name, , , usual] of FIELDS) {
      const sent = json?.[name];
      if (sent !== undefined && typeof sent !== typeof usual) return undefined;
      if (typeof sent === 'number' && !(Number.isInteger(sent) && sent >= 1 && sent <= 100)) return undefined;
      values[name] = sent ?? (name === kept && before ? before[name] : usual);
    }
    return values;
  };
  return (asked) => {
    const { method, path, json } = asked;
    const values = valuesOf(json);
    if (path === '/things' && method === 'POST') {
      const made = values ? rest(asked) : invalid;
      if (made.status !== 201) return made;
      const thing: Whole = { ...(made.body as Thing), ...values };
      rows.set(thing.id, thing);
      return { ...made, body: thing };
    }
    const isPut = method === 'PUT' && /^\/things\/[^/]+$/.test(path);
    const found = rest(isPut ? { ...asked, method: 'GET' } : asked);
    if (path === '/things' && found.status === 200) return { ...found, body: [...rows.values()] };
    const row = rows.get((found.body as Thing | undefined)?.id ?? 0);
    if (found.status !== 200 || !row) return found;
    if (!isPut) return { ...found, body: row };
    const title = json?.['title'];
    if (!values || typeof title !== 'string' || title === '' || [...title].length > 40) return invalid;
    const changed: Whole = { id: row.id, title, ...valuesOf(json, row) };
    rows.set(row.id, changed);
    return { status: 200, body: changed };
  };
}

async function held(handler: Handler, seed: number): Promise<Verdict> {
  return verify(DOCUMENT, { url: await served(handler), seed, requests: 400, time: 15_000 });
}

describe('what a replacement leaves out', () => {
  it('has its default', async () => {
    expect(seen(await held(replacing(), 1))).toEqual([]);
  });

  it.each([
    ['done', 1],
    ['done', 3],
    ['rank', 1],
  ])('is found to be kept: %s, seed %i', async (name, seed) => {
    const found = seen(await held(replacing(name), seed));
    expect(found.join()).toContain(`PUT /things/{id}: ${name}`);
  });
});
