// Secrets that many send at once: how many are hashed, how many wait, and what others notice of it. docs/operate.md.

import { realScrypt } from '../real-scrypt.ts';
import { describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { send, start } from './running.ts';

describe('many secrets at once', () => {
  realScrypt();

  const ONE = `### Thing\n\n- Identified by: \`id\`\n
| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`one\` | secret | no | caller | any | none |
| \`two\` | secret | no | caller | any | none |
`;
  const LOCKS = `### POST /locks\n\n- Does: creates Thing\n- Body: Thing\n
| Status | When | Body |\n|---|---|---|\n| 201 | created | Thing |

### GET /locks

- Does: lists Thing
- Order: oldest first
- Pages: none

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |
`;
  const locks = compile(modelOf(documentOf({ resources: ONE, operations: LOCKS })));

  it('are hashed by two, 64 wait, and what is more is unavailable and nothing of it kept', async () => {
    const running = await start(locks);
    const sent = Array.from({ length: 40 }, () => send(running, 'POST', '/locks', { one: 'a', two: 'b' }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(33);
    expect(statuses.filter((status) => status === 503)).toHaveLength(7);
    expect(running.logged.filter((line) => line.endsWith('too many secrets wait to be hashed'))).toHaveLength(7);
    const after = await send(running, 'POST', '/locks', { one: 'a', two: 'b' });
    expect([after.status, after.json]).toEqual([201, { id: expect.any(Number) as number }]);
    await running.stop();
  }, 120_000);

  it('make nobody wait who sends none', async () => {
    const running = await start(locks);
    const sent = Array.from({ length: 66 }, () => send(running, 'POST', '/locks', { one: 'a' }));
    const done: number[] = [];
    for (const each of sent) void each.then(({ status }) => done.push(status));
    const times: number[] = [];
    while (done.length < sent.length) {
      const begun = performance.now();
      expect((await send(running, 'GET', '/locks')).status).toBe(200);
      times.push(performance.now() - begun);
    }
    expect(new Set(done)).toEqual(new Set([201]));
    times.sort((a, b) => a - b);
    const p99 = times[Math.floor(times.length * 0.99)]!;
    expect(times.length).toBeGreaterThan(100);
    // A hash on the event loop would hold each of them for longer than that.
    expect(times[times.length >> 1]).toBeLessThan(20);
    expect(p99).toBeLessThan(500);
    await running.stop();
  }, 120_000);
});
