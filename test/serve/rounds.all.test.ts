// Rows that go round by time take whole rounds in one write, and are then as if each move had been made; where each move
// is owed a request does not wait for all of them.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { manualClock } from '../../src/serve/clock.ts';
import { modelOf } from '../plan/plan-of.ts';
import { roundRunOf, stepByStep } from './round-runs.ts';
import { send, start, type Running } from './running.ts';
import { timedSource } from './timed-source.ts';

describe('whole rounds in one write', () => {
  it.each([
    // Moves at an instant of a field, of rows that were beyond the instant of others.
    [20_056, 1],
    [20_137, 1],
    [Number(process.env['NINEFOLD_ROUND_SEED'] ?? 1), Number(process.env['NINEFOLD_ROUND_RUNS'] ?? 20)],
  ])(
    'leave every row as step by step would, to the last octet: from seed %i',
    async (first, count) => {
      const faults: string[] = [];
      let ran = 0;
      for (let seed = first; ran < count && faults.length < 2; seed++) {
        const run = await roundRunOf(seed);
        if (run === undefined || run.rounds === 0) continue;
        ran++;
        if (run.fault !== undefined) faults.push(run.fault);
      }
      expect(faults.join('\n\n')).toBe('');
    },
    3_600_000,
  );
});

const START = Date.parse('2026-01-01T00:00:00.000Z');
const DAY = 86_400_000;
let service: Running | undefined;
let stand: (after: number) => Promise<unknown>;
afterEach(() => service?.stop());

async function serving(plan: Plan): Promise<void> {
  const clock = manualClock(START, { keep: () => Promise.resolve(true) });
  stand = (after) => clock.set!(START + after);
  service = await start(plan, { clock });
}

function planOf(moves: readonly string[]): Plan {
  return compile(modelOf(timedSource({ states: ['a', 'b', 'c'], moves, operations: NOTES, more: NOTE })));
}

const NOTE = `### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |`;

const NOTES = `### POST /notes

- Does: creates Note
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Note |
`;

/** A round of three seconds, and a way out of it. */
const CIRCLE = [
  '| `a` | `b` | after 1 second | none',
  '| `b` | `a` | after 2 seconds | none',
  '| `a` | `c` | after 0 seconds | `n` > 7',
];

describe('rows that go round', () => {
  it.each([
    ['a week', 7],
    ['a century', 36_525],
  ])('answer at once after %s, as if each move had been made', async (_, days) => {
    await serving(planOf(CIRCLE));
    await send(service!, 'POST', '/things', { n: 1 });
    await stand(days * DAY + 1_500);
    const began = performance.now();
    const { json } = await send(service!, 'GET', '/things/1');
    expect(performance.now() - began).toBeLessThan(900);
    const changed = new Date(START + days * DAY + 1_000).toISOString();
    expect(json).toMatchObject({ status: 'b', changed });
    await send(service!, 'PATCH', '/things/1', { n: 8 });
    await stand(2 * days * DAY);
    const out = new Date(START + days * DAY + 3_001).toISOString();
    expect((await send(service!, 'GET', '/things/1')).json).toMatchObject({ status: 'c', changed: out });
  });

  it('are written in pieces where each move is owed: 503 after two seconds, and others are served', async () => {
    await serving(stepByStep(planOf(CIRCLE)));
    for (let n = 0; n < 30; n++) await send(service!, 'POST', '/things', { n: 1 });
    await stand(DAY);
    const others: number[] = [];
    const asked = (async () => {
      for (let n = 0; n < 40; n++) {
        const began = performance.now();
        expect((await send(service!, 'POST', '/notes')).status).toBe(201);
        others.push(performance.now() - began);
        await sleep(20);
      }
    })();
    const began = performance.now();
    expect((await send(service!, 'GET', '/things/1')).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(3_500);
    await asked;
    expect(others.toSorted((one, other) => one - other).at(-2)).toBeLessThan(250);
  });
});
