// A name and a password with each request, where requests are doubled, come at once, or meet a change. Notation, part 5, `HTTP Basic`;
// docs/operate.md. The plain cases are in test/parts/authentication/.

import { realScrypt } from '../real-scrypt.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { plan as compile } from '../../src/plan/compile.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { modelOf } from '../plan/plan-of.ts';
import { isWhole } from '../trials.ts';
import { ownStore, send, start, type Running } from './running.ts';

const FILE = join(import.meta.dirname, '..', 'parts', 'authentication', 'a-password-with-each-request.md');
const shelf = compile(modelOf(readFileSync(FILE, 'utf8')));

const PASSWORD = 'planted-9d1f secret';
const basic = (name: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const me = async (service: Running, name: string, password: string): Promise<number> =>
  (await send(service, 'GET', '/me', undefined, basic(name, password))).status;

let running: Running;
beforeAll(async () => {
  running = await start(shelf);
  expect((await send(running, 'POST', '/users', { email: 'ann@x.org', password: PASSWORD })).status).toBe(201);
});
afterAll(() => running.stop());

async function lengthOf(name: string, password: string): Promise<number> {
  const begun = performance.now();
  await me(running, name, password);
  return performance.now() - begun;
}

/** As they are sent, also twice. */
function doubled(...headers: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${running.url}/me`,
      { agent: false, headers: { authorization: [...headers] as never } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      },
    );
    call.on('error', reject);
    call.end();
  });
}

describe('a name and a password', () => {
  it('that are sent twice are none, also where both are the same', async () => {
    const { authorization } = basic('ann@x.org', PASSWORD);
    expect(await doubled(authorization!)).toBe(200);
    expect(await doubled(authorization!, authorization!)).toBe(401);
    expect(await doubled(authorization!, 'Basic x')).toBe(401);
    expect(await doubled('Basic x', authorization!)).toBe(401);
  });

  it('that have white space around them which is none of HTTP are none', async () => {
    const { authorization } = basic('ann@x.org', PASSWORD);
    expect(await doubled(`${authorization!} \t`)).toBe(200);
    expect(await doubled(`${authorization!}\xA0`)).toBe(401);
    expect(await doubled(authorization!.replace(' ', ' \xA0'))).toBe(401);
  });

  it('that many send at once are compared once', async () => {
    const other = await start(shelf);
    expect((await send(other, 'POST', '/users', { email: 'bob@x.org', password: 'once' })).status).toBe(201);
    const all = Array.from({ length: 90 }, () => me(other, 'bob@x.org', 'once'));
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
    await other.stop();
  }, 60_000);

  it('are in no log, and on no page of the operator', async () => {
    const encoded = basic('ann@x.org', PASSWORD)['authorization']!.slice('Basic '.length);
    const pages = await Promise.all(
      ['/plan', '/gaps', '/rows/User', '/'].map(async (path) => (await fetch(running.operatorUrl + path)).text()),
    );
    for (const text of [...pages, ...running.logged]) {
      expect(text).not.toContain('planted-9d1f');
      expect(text).not.toContain(encoded);
    }
  });
});

it('a password that is changed behind the comparison is refused by the statement', async () => {
  const own = await ownStore(shelf);
  const gate: { waiting?: Promise<void>; open?: () => void } = {};
  // What one of the two services does, but for the comparison, waits.
  const slow: Store = {
    ...own.store,
    prepare: (steps) => {
      const program = own.store.prepare(steps);
      const isEffect = steps.some(
        (step) => 'guards' in step && step.guards?.some(({ check }) => check === 'authentication'),
      );
      if (!isEffect) return program;
      return {
        ...program,
        run: (async (...args: Parameters<typeof program.run>) => (await gate.waiting, program.run(...args))) as never,
      };
    },
  };
  const one = await start(shelf, { store: slow });
  const other = await start(shelf, { store: own.store });
  expect((await send(other, 'POST', '/users', { email: 'ann@x.org', password: 'before' })).status).toBe(201);
  expect(await me(one, 'ann@x.org', 'before')).toBe(200);
  gate.waiting = new Promise((resolve) => (gate.open = resolve));
  const caught = me(one, 'ann@x.org', 'before');
  const changed = await send(other, 'PATCH', '/me', { password: 'behind' }, basic('ann@x.org', 'before'));
  expect(changed.status).toBe(200);
  gate.open!();
  expect(await caught).toBe(401);
  // The two processes have compared it before.
  expect(await me(one, 'ann@x.org', 'before')).toBe(401);
  expect(await me(other, 'ann@x.org', 'before')).toBe(401);
  expect(await me(one, 'ann@x.org', 'behind')).toBe(200);
  await one.stop();
  await other.stop();
  await own.drop();
});

it('a password is kept as its hash alone', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ninefold-passwords-'));
  const store = await openSqlite({ directory, tables: shelf.storage });
  const service = await start(shelf, { store });
  await send(service, 'POST', '/users', { email: 'ann@x.org', password: PASSWORD });
  expect(await me(service, 'ann@x.org', PASSWORD)).toBe(200);
  await service.stop();
  for (const name of readdirSync(directory))
    expect(readFileSync(join(directory, name), 'latin1')).not.toContain('planted-9d1f');
  rmSync(directory, { recursive: true });
});

function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[of.length >> 1]!;
}

describe('a name and a password, hashed as they are outside of tests,', () => {
  realScrypt();

  it('are known again where they were right, and compared each time where they were wrong', async () => {
    await lengthOf('ann@x.org', PASSWORD);
    const known: number[] = [];
    const wrong: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      known.push(await lengthOf('ann@x.org', PASSWORD));
      wrong.push(await lengthOf('ann@x.org', 'wrong'));
    }
    expect(median(wrong)).toBeGreaterThan(4 * median(known));
  });

  it('take as long where nobody has the name', async () => {
    const there: number[] = [];
    const nobody: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      there.push(await lengthOf('ann@x.org', 'wrong'));
      nobody.push(await lengthOf('nobody@x.org', 'wrong'));
    }
    expect(median(nobody) / median(there)).toBeGreaterThan(0.5);
    expect(median(nobody) / median(there)).toBeLessThan(2);
  });

  it.runIf(isWhole)(
    'are compared by two, 64 wait, and who is known waits for nobody',
    async () => {
      expect(await me(running, 'ann@x.org', PASSWORD)).toBe(200);
      const wrong = Array.from({ length: 80 }, (_, place) => me(running, 'ann@x.org', `wrong ${place}`));
      const begun = performance.now();
      expect(await me(running, 'ann@x.org', PASSWORD)).toBe(200);
      const took = performance.now() - begun;
      const statuses = await Promise.all(wrong);
      const all = performance.now() - begun;
      expect(statuses.filter((status) => status === 503)).toHaveLength(14);
      expect(statuses.filter((status) => status === 401)).toHaveLength(66);
      expect(took).toBeLessThan(all / 2);
    },
    60_000,
  );
});
