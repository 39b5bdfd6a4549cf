// The most fields that fit in a row are kept with all their values, whatever their types, and one more is refused at the
// start with a sentence: on both engines.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hasRoom, POSTGRES_ROOM, SQLITE_ROOM, type Room } from '../../src/base/capacity.ts';
import { takenBy } from '../../src/store/relational/capacity.ts';
import { planOf } from '../plan/plan-of.ts';
import { send, start } from '../serve/running.ts';
import { filled, greatest, KINDS, TYPES, wide } from './capacity.ts';
import { hasPostgres } from './postgres.ts';

function fits(room: Room, types: readonly string[], count: number): boolean {
  return hasRoom(room, planOf(wide(types, count)).storage[0]!.columns.map(takenBy));
}

describe.each([
  // It counts columns, whatever they hold.
  ['The embedded store', SQLITE_ROOM, undefined, [['boolean'], Object.keys(TYPES)]],
  ['PostgreSQL', POSTGRES_ROOM, 'postgres', KINDS],
] as const)('%s: a row with as many fields as there is room for', (engine, room, word, kinds) => {
  beforeAll(() => {
    if (word !== undefined) process.env['TEST_ENGINE'] = word;
  });
  afterAll(() => {
    delete process.env['TEST_ENGINE'];
  });
  const isLeftOut = word === 'postgres' && !hasPostgres;

  test.skipIf(isLeftOut).each(kinds)('is kept with all of them: %s %s', { timeout: 120_000 }, async (...types) => {
    const most = greatest((count) => fits(room, types, count));
    const service = await start(planOf(wide(types, most)), { bodyLimit: 50_000_000 });
    try {
      for (let turn = 0; turn < Math.max(...types.map((type) => TYPES[type]!.length)); turn += 1) {
        const body = filled(types, most, turn);
        const { status, json } = await send(service, 'POST', '/things', JSON.stringify(body));
        expect(status, service.logged.join('\n').slice(0, 300)).toBe(201);
        expect(json).toMatchObject(body);
        expect((await send(service, 'PATCH', '/things/1', JSON.stringify(body))).status).toBe(200);
      }
      expect((await send(service, 'GET', '/things')).status).toBe(200);
    } finally {
      await service.stop();
    }
    await expect(start(planOf(wide(types, most + 1)))).rejects.toThrow(`${engine} has no room for a row of Thing`);
  });

  test.skipIf(isLeftOut)('names of any length make no difference', async () => {
    const name = 'a_name_that_is_as_long_as_any_column_of_any_engine_may_be_called_';
    const most = greatest((count) => fits(room, ['integer', 'boolean'], count));
    const service = await start(planOf(wide(['integer', 'boolean'], most, name)), { bodyLimit: 50_000_000 });
    try {
      const body = filled(['integer', 'boolean'], most, 0, name);
      expect((await send(service, 'POST', '/things', JSON.stringify(body))).status).toBe(201);
      expect((await send(service, 'PATCH', '/things/1', JSON.stringify(body))).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});
