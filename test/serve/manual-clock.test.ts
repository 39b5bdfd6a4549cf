// What docs/operate.md says of the clock: its bodies, as they stand there, and its answers. Input: the page. Output: answers.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { manualClock } from '../../src/serve/clock.ts';
import { modelOf } from '../plan/plan-of.ts';
import { start } from './running.ts';
import { timedSource } from './timed-source.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operate.md'), 'utf8');

it('the clock is moved by the bodies that the page has, and answers as it says', async () => {
  const bodies = [...page.matchAll(/\/clock -H '(content-type): (application\/json)' -d '([^']+)'/g)];
  const [, answer] = /are\s+answered with what the clock says then, `([^`]+)`/.exec(page)!;
  expect(bodies.map(([, , , body]) => Object.keys(JSON.parse(body!) as object))).toEqual([['now'], ['advance']]);
  const plan = compile(modelOf(timedSource({ moves: ['| `new` | `old` | after 15 minutes | none'] })));
  const clock = manualClock(Date.parse('2026-01-01T00:00:00Z'), { keep: () => Promise.resolve(true) });
  const service = await start(plan, { clock });
  const send = async (body: string): Promise<Response> =>
    fetch(`${service.operatorUrl}/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  try {
    for (const [, , , body] of bodies) expect((await send(body!)).status).toBe(200);
    const stands = await fetch(`${service.operatorUrl}/clock`);
    expect(await stands.json()).toEqual(JSON.parse(answer!));
    expect((await send(bodies[0]![3]!)).status).toBe(409);
    expect((await send('{"later": "15 minutes"}')).status).toBe(400);
  } finally {
    await service.stop();
  }
});
