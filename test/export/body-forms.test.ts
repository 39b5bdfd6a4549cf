// The schema of a body of several forms beside the service: what is accepted fits it, whatever decides, and where one field that is never
// null does, what is refused does not. Notation, part 4, "Bodies of several forms".

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

import { openApi } from '../../src/export/interface.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { changed, changeOf } from '../behaviour/case.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from '../serve/running.ts';
import { judge, type Json } from './judged.ts';

const PAYMENTS = readFileSync(join(import.meta.dirname, '..', 'parts', 'endpoints', 'bodies-with-when.md'), 'utf8');

const KIND = '| `kind` | one of `card`, `iban`, `cash` | yes | none | any | `kind` |';
const KEPT = '| `kind` | one of `card`, `iban`, `cash` | yes | caller | any | none |';
const MAY_BE_NULL: readonly (readonly string[])[] = [
  [`-${KEPT}`, '+| `kind` | one of `card`, `iban`, `cash` or null | no | caller | any | none |'],
  [`-${KIND}`, '+| `kind` | one of `card`, `iban`, `cash` or null | yes | none | any | `kind` |'],
  ['-- Null fields: refused'],
];
const IS_TEXT: readonly (readonly string[])[] = [
  [`-${KEPT}`, '+| `kind` | string or null | no | caller | any | none |'],
  [`-${KIND}`, '+| `kind` | string or null | yes | none | `card`, `iban`, `cash` | `kind` |'],
  ['-- Null fields: refused'],
];
const AS_NULL = ['-- Empty text: kept', '+- Empty text: as null'];
const IGNORED = ['-- Unknown fields: refused', '+- Unknown fields: ignored'];
const ONE_OF_THEM = [' - Does: creates Payment', '+- At least one of: `number`, `holder`', ' - Repeat: again'];

const ONE_KEPT: readonly (readonly string[])[] = [
  [' - Identified by: `id`', '+- Exactly one of: `holder`, `note`'],
  ['-| `holder` | string | no | caller | any | `nobody` |', '+| `holder` | string | no | caller | any | none |'],
];

/** Each with its own of what decides, and of each form what is right, what is wrong, and what is of another. */
const BODIES: readonly unknown[] = [
  { kind: 'card', number: '4111' },
  { kind: 'card', number: '4111', holder: 'Ann', note: null },
  { kind: 'iban', number: 'DE1234' },
  { kind: 'iban', number: 'DE1234', value: { digits: 7 } },
  { kind: 'cash' },
  { kind: 'cash', note: 'here' },
  { kind: 'card' },
  { kind: 'card', number: 'DE1234' },
  { kind: 'card', number: 4111 },
  { kind: 'card', number: '4111', value: { digits: 7 } },
  { kind: 'card', number: '4111', value: 7 },
  { kind: 'iban', number: '4111' },
  { kind: 'iban', number: 'DE1234', holder: 'Ann' },
  { kind: 'iban', number: 'DE1234', holder: 7 },
  { kind: 'iban', number: 'DE1234', value: { digits: 31 } },
  { kind: 'cash', number: '4111' },
  { kind: 'cash', number: 4111 },
  { kind: 'cash', value: {} },
  { kind: 'cheque' },
  { kind: 7 },
  { kind: null },
  { kind: null, note: 'here' },
  { kind: null, number: '4111' },
  { kind: null, number: 7, value: 7 },
  { kind: null, note: 'here', holder: 7 },
  { kind: '' },
  { kind: '', number: 'DE1234' },
  { number: '4111' },
  {},
];

interface Judged {
  readonly body: unknown;
  readonly status: number;
  readonly fits: boolean;
}

let running: Running | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function judged(changes: readonly (readonly string[])[]): Promise<{ schema: Json; all: readonly Judged[] }> {
  const model = modelOf(changed(PAYMENTS, changes.map(changeOf)));
  running = await start(compile(model));
  const api = openApi(model) as Json;
  const schema = api['paths']['/payments'].post.requestBody.content['application/json'].schema as Json;
  const fits = judge().compile(schema);
  const all: Judged[] = [];
  for (const body of BODIES) {
    const { status } = await send(running, 'POST', '/payments', body);
    expect([body, [201, 422].includes(status)]).toEqual([body, true]);
    all.push({ body, status, fits: fits(body) });
  }
  return { schema, all };
}

const accepted = (all: readonly Judged[]): readonly unknown[] =>
  all.flatMap(({ body, status }) => (status === 201 ? [body] : []));
const fitting = (all: readonly Judged[]): readonly unknown[] => all.flatMap(({ body, fits }) => (fits ? [body] : []));

describe('a field that is never null decides', () => {
  it.each([
    ['and no other field is taken', []],
    ['and others are passed over', [IGNORED]],
    ['and an empty text counts as null', [AS_NULL]],
    ['and one of some fields is asked for', [ONE_OF_THEM]],
  ])('%s: what fits is what is accepted', async (_, changes) => {
    const { schema, all } = await judged(changes);
    expect(schema['oneOf']).toHaveLength(3);
    expect(fitting(all)).toEqual(accepted(all));
    expect(accepted(all)).toContainEqual({ kind: 'cash' });
    expect(fitting(all).length).toBeLessThan(BODIES.length);
  });
});

describe('a field that may be null decides', () => {
  it.each([
    ['one of several values', MAY_BE_NULL],
    ['one of several values, or an empty text', [...MAY_BE_NULL, AS_NULL]],
    ['one of several values, and others are passed over', [...MAY_BE_NULL, IGNORED]],
    ['one of several values, and one of some fields is asked for', [...MAY_BE_NULL, ONE_OF_THEM]],
    ['one of several values, and a row has one of some fields', [...MAY_BE_NULL, IGNORED, ...ONE_KEPT]],
    ['a text with Allowed values', IS_TEXT],
    ['a text with Allowed values, or an empty text', [...IS_TEXT, AS_NULL]],
    ['a text with Allowed values, and all is passed over', [...IS_TEXT, AS_NULL, IGNORED, ONE_OF_THEM]],
  ])('%s: what is accepted fits, null too, and no form is told', async (_, changes) => {
    const { schema, all } = await judged(changes);
    expect(schema['oneOf']).toBeUndefined();
    expect(JSON.stringify(schema)).toContain('"x-ninefold-when":"body `kind` = `card`"');
    expect(all.filter(({ status, fits }) => status === 201 && !fits)).toEqual([]);
    expect(accepted(all)).toContainEqual({ kind: null, note: 'here' });
    for (const body of [{ kind: 'cheque' }, { kind: 7 }, { number: '4111' }, {}])
      expect(all).toContainEqual({ body, status: 422, fits: false });
    const isEmpty = changes.includes(AS_NULL);
    expect(all).toContainEqual({ body: { kind: '' }, status: isEmpty ? 201 : 422, fits: isEmpty });
  });
});
