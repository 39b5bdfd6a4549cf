// What is counted for longer than a minute is there after a restart, also of a process that was killed. Notation, part 8; docs/operate.md.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watched, type Watched } from '../../cli/watched.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { send, start, type Running } from '../running.ts';
import { planOf, sourceOf } from './document.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-rates-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const HOURLY = 'Calls | 5 per hour | IP address | GET | `slow`';
const read = (url: string): Promise<number> => fetch(`${url}/notes/1`).then(({ status }) => status);

const signIn = (service: Running, password: string): Promise<number> =>
  send(service, 'POST', '/sessions', { email: 'ann', password }).then(({ status }) => status);

describe('calls that were counted', () => {
  it.each([
    ['a stop', 'SIGTERM', 0],
    ['a kill, a second after the last call', 'SIGKILL', 1000],
  ] as const)('count after %s', async (_, signal, pause) => {
    const options = ['--data', join(directory, 'data')];
    let service: Watched = await watched(sourceOf([HOURLY]), { directory, options });
    for (let call = 0; call < 3; call++) expect(await read(service.url)).toBe(404);
    await sleep(pause);
    await service.stop(signal);
    service = await watched(sourceOf([HOURLY]), { directory, options });
    const statuses = [await read(service.url), await read(service.url), await read(service.url)];
    await service.stop('SIGKILL');
    expect(statuses).toEqual([404, 404, 429]);
  });

  it('are given back after a restart as before, end when their time is over, and leave the file', async () => {
    const day = Date.parse('2030-01-01T00:00:00Z');
    let now = day;
    const plan = planOf('Failures | 2 per hour | `Account.email` | `POST /sessions`, if wrong credentials | `slow`');
    const begun = async (): Promise<Running> =>
      start(plan, { store: await openSqlite({ directory, tables: plan.storage }), clock: { now: () => now } });
    let service = await begun();
    await send(service, 'POST', '/accounts', { email: 'ann', password: 'right' });
    expect([await signIn(service, 'right'), await signIn(service, 'wrong'), await signIn(service, 'right')]).toEqual([
      200, 401, 200,
    ]);
    await service.stop();
    service = await begun();
    expect([await signIn(service, 'right'), await signIn(service, 'wrong'), await signIn(service, 'right')]).toEqual([
      200, 401, 429,
    ]);
    await service.stop();
    now = day + 3_600_000;
    service = await begun();
    expect(await signIn(service, 'wrong')).toBe(401);
    await service.stop();
    const store = await openSqlite({ directory, tables: plan.storage });
    expect([...store.counted!.read()].every(({ until }) => until > now)).toBe(true);
    await store.close();
  });
});
