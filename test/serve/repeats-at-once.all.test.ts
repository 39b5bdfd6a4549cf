// Many calls at once that say to be one, on both engines: `same …, same values` makes one row, and answers the others by what they send.
// Notation, part 4, "What a second call does".

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, discard, scratch, serve, type Running } from '../examples/running.ts';
import { hasPostgres, ownSchema, type OwnSchema } from '../store/postgres.ts';

const DOCUMENT = 'test/parts/endpoints/repeats-same-values.md';
const CALLS = 16;

describe.each(hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])('calls at once, on %s', (engine) => {
  let service: Running;
  let schema: OwnSchema | undefined;
  const data = scratch();

  beforeAll(async () => {
    schema = engine === 'PostgreSQL' ? await ownSchema() : undefined;
    service = await serve(DOCUMENT, schema ? { database: schema.url } : { data });
    await call(`${service.url}/plans`, 'POST', { id: 'fast', slow: false });
  });
  afterAll(async () => {
    await service?.stop();
    await schema?.drop();
    discard(data);
  });

  const statuses = async (id: string, bodyOf: (place: number) => unknown): Promise<readonly number[]> => {
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_, place) => call(`${service.url}/instances/${id}`, 'PUT', bodyOf(place))),
    );
    return answers.map(({ status }) => status).toSorted();
  };

  it.each([1, 2, 3])('makes one row of calls with the same values, round %i', async (round) => {
    const body = { plan: 'fast', badge: `b${round}`, context: { a: [1, 2] } };
    expect(await statuses(`same-${round}`, () => body)).toEqual([...Array.from({ length: CALLS - 1 }, () => 200), 201]);
  });

  it.each([
    ['a number', (place: number) => ({ plan: 'fast', size: place % 2 })],
    ['an object', (place: number) => ({ plan: 'fast', context: { n: place % 2 } })],
  ])('refuses those that differ in %s from the one that made the row', async (what, bodyOf) => {
    const found = await statuses(`other ${what}`, bodyOf);
    expect(found).toEqual([
      ...Array.from({ length: CALLS / 2 - 1 }, () => 200),
      201,
      ...Array.from({ length: CALLS / 2 }, () => 409),
    ]);
  });

  it('knows a row that was made from one that is in the way by another key', async () => {
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_, place) =>
        call(`${service.url}/instances/key-${place % 2}`, 'PUT', { plan: 'fast', badge: 'one' }),
      ),
    );
    const counts = answers.map(({ status, body }) => (status === 409 ? body.code : status)).toSorted();
    expect(counts).toEqual([
      ...Array.from({ length: CALLS / 2 - 1 }, () => 200),
      201,
      ...Array.from({ length: CALLS / 2 }, () => 'badge_taken'),
    ]);
  });
});
