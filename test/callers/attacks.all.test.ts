// Attacks on every document with callers: none gets in, none makes the service fail, and no credential is written down anywhere. The fast
// tier makes each 60th of them, the tier `all` each ninth, the tier `long` each third: each way at some door.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonLines, lineForPeople } from '../../src/cli/serving/request-lines.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { manualClock } from '../../src/serve/clock.ts';
import { freshKey } from '../../src/serve/keys.ts';
import { modelOf } from '../plan/plan-of.ts';
import { inLong, oneIn, trials } from '../trials.ts';
import { attacksOn, CLASSES, lasting, protectedOf, requestOf } from './attacks.ts';
import { wrongCredentials } from './credentials.ts';
import { hasCallers, isWithoutRows, lifetime, revokes } from './declared.ts';
import { DOCUMENTS } from './documents.ts';
import { againstAttack, credentialsOf, replays } from './judged.ts';
import { World } from './oracle.ts';
import { openStage, type Stage } from './stage.ts';
import { sendBytes } from './wire.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const START = Date.parse('2026-01-01T00:00:00.000Z');

const EXAMPLES_WITH_CALLERS = readdirSync(EXAMPLES)
  .filter((file) => file.endsWith('.md') && hasCallers(readFileSync(join(EXAMPLES, file), 'utf8')))
  .map((file) => ({ name: file.slice(0, -'.md'.length), source: readFileSync(join(EXAMPLES, file), 'utf8') }));

it('every example whose callers are rows has a table, and is attacked', () => {
  const known = DOCUMENTS.map(({ name }) => name);
  const others = EXAMPLES_WITH_CALLERS.filter(({ name }) => !known.includes(name));
  expect(EXAMPLES_WITH_CALLERS.map(({ name }) => name)).toContain('ticket-shop');
  expect(others.filter(({ source }) => runs(source) && !isWithoutRows(source)).map(({ name }) => name)).toEqual([]);
  expect(others.filter(({ source }) => runs(source)).map(({ name }) => name)).toEqual(
    WITHOUT_ROWS.map(({ name }) => name),
  );
});

/** Does it serve anybody? While it is not shown how one signs in, it does not. */
function runs(source: string): boolean {
  return compile(modelOf(source)).operations.some(({ run }) => run?.credentials);
}

const WITHOUT_ROWS = EXAMPLES_WITH_CALLERS.filter(({ source }) => isWithoutRows(source));

describe.each(WITHOUT_ROWS)('$name, whose callers are no rows', ({ source }) => {
  it('lets nobody in by a wrong credential, at any door', { timeout: 120_000 }, async () => {
    const stage = await openStage(source, 'sqlite');
    const { key, hash } = await freshKey('password');
    const created = await fetch(`${stage.service.operatorUrl}/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ do: 'create', name: 'robot', hash }),
    });
    expect([created.status, await created.text()]).toEqual([200, expect.any(String)]);
    const right = `Authorization: Basic ${Buffer.from(`robot:${key}`).toString('base64')}`;
    const doors = stage.plan.operations.filter(({ run }) => run?.credentials?.required === true);
    expect(doors.length).toBeGreaterThan(3);
    const kept = await stage.kept();
    const wrong: string[] = [];
    for (const [place, { id, method, path, run }] of doors.entries()) {
      const headers = (run!.headers ?? []).map(({ name }) => `${name}: 1`);
      const target = path
        .map((segment) => `/${segment.before}${segment.parameter === undefined ? '' : 'x'}${segment.after}`)
        .join('');
      const send = (credential: readonly string[], query?: string): Promise<{ readonly status: number }> =>
        sendBytes(stage.service.url, {
          method,
          target: query === undefined ? target : `${target}?${query}`,
          headers: [...headers, ...credential],
        });
      if ((await send([right])).status === 401) wrong.push(`${id} refuses the right one`);
      // A password is compared for a tenth of a second.
      for (const { what, headers: sent, query } of wrongCredentials(right).filter((_, at) => at % 8 === place % 8)) {
        const { status } = await send(sent, query);
        if (status !== 401 && status !== 400) wrong.push(`${id} with ${what}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await stage.kept()).toBe(kept);
    await stage.close();
  });
});

let made = 0;
afterAll(() => expect(made).toBeGreaterThan(trials(150, inLong(1_700, 5_000))));

describe.each(DOCUMENTS)('$name', (known) => {
  let stage: Stage;
  let world: World;
  const lines: string[] = [];
  /** What was answered to attacks. */
  const heard: string[] = [];
  let now = START;
  beforeAll(async () => {
    const json = jsonLines();
    const clock = { ...manualClock(START, { keep: () => Promise.resolve(true) }), now: () => now };
    stage = await openStage(known.source, 'sqlite', {
      clock,
      served: (entry) =>
        lines.push(
          lineForPeople(entry, (_style, text) => text),
          json(entry),
        ),
    });
    world = new World(stage, known.table);
    await world.make();
  }, 60_000);
  afterAll(async () => {
    world.close();
    await stage.close();
  });

  it.each(CLASSES)('%s', { timeout: 600_000 }, async (kind) => {
    const attacks = attacksOn(known, world).filter((one) => one.kind === kind);
    const wrong: string[] = [];
    for (const attack of attacks.filter((_, place) => place % trials(60, inLong(9, 3)) === 0)) {
      wrong.push(...(await againstAttack(stage, world, attack, heard)));
      made += 1;
    }
    expect(wrong).toEqual([]);
  });

  it('what was revoked is refused everywhere', { timeout: 120_000 }, async () => {
    const revoking = known.table.cells.filter(({ expected }) => expected.thenStatus === 401);
    expect(revoking.length > 1).toBe(revokes(known.source));
    for (const cell of oneIn(6, revoking)) {
      const { wrong, count } = await replays(stage, world, known, cell, heard);
      expect(wrong).toEqual([]);
      made += count;
    }
  });

  it('what has expired is refused everywhere', { timeout: 120_000 }, async () => {
    const days = lifetime(known.source);
    if (days === undefined) return;
    for (const { asked, caller } of oneIn(6, protectedOf(known))) {
      const request = requestOf(world, asked, [world.filled(caller.sends)]);
      now = START + days * 86_400_000;
      const late = await sendBytes(stage.service.url, request);
      expect([asked.method, asked.path, late.status]).toEqual([asked.method, asked.path, 401]);
      made += 1;
    }
    now = START + days * 86_400_000 - 1;
    const request = lasting(known, world);
    expect((await sendBytes(stage.service.url, request)).status).toBeLessThan(300);
    await stage.back();
    now = START;
  });

  it('no credential is in a log, a plan, an answer to an attack, or on a page of the operator', async () => {
    const planted = credentialsOf(known, world);
    expect(planted.length).toBeGreaterThan(5);
    const { operatorUrl } = stage.service;
    const tables = [...known.source.matchAll(/^### ([A-Z]\w+)$/gm)].map(([, name]) => `/rows/${name!}`);
    const pages = ['/plan', '/gaps', '/keys', '/livez', '/readyz', ...tables];
    const shown = await Promise.all(pages.map(async (path) => (await fetch(operatorUrl + path)).text()));
    const all = [...stage.logged, ...lines, ...shown, ...heard, JSON.stringify(stage.plan)];
    // What is looked for is there, where it has to be.
    expect(shown[0]!.length).toBeGreaterThan(1000);
    expect(lines.length).toBeGreaterThan(20);
    for (const [place, secret] of planted.entries())
      for (const text of all) expect(text.includes(secret), `credential ${place} in ${text.slice(0, 80)}`).toBe(false);
  });
});
