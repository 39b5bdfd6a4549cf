// Part 8: the time of a request. It counts from the head on; what is not done by then is refused with the error of its row, and nothing of it
// is kept. Notation, part 8.

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunPlan } from '../../src/plan/plan.ts';
import { planOf, runOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const RESOURCES = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`text\` | string | yes | caller | any | none |
`;

const OPERATIONS = `### POST /things

- Does: creates Thing
- Body: Thing

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### GET /things

- Does: lists Thing
- Order: oldest first
- Pages: none
- Body: ignored

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |
`;

const limits = (...rows: string[]): string =>
  `| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n${rows.join('\n')}`;

const planWith = (...rows: string[]): ReturnType<typeof planOf> =>
  planOf({
    resources: RESOURCES,
    operations: OPERATIONS,
    codes: '| `slow` | 503 | none |\n| `late` | 504 | timed out |',
    limits: limits(...rows),
  });

const timesOf = (...rows: string[]): readonly RunPlan['time'][] => {
  const plan = planWith(...rows);
  return ['POST /things', 'GET /things'].map((id) => runOf(plan, id).time);
};

describe('a limit on time', () => {
  it('is of the calls that it names, by its own error or by the one for what times out', () => {
    expect(timesOf('| Wait | 30 seconds | request | POST | `slow` |')).toEqual([
      { milliseconds: 30_000, cause: 'Wait reached' },
      undefined,
    ]);
    expect(timesOf('| Wait | 1 minute | operation | any | any |')).toEqual([
      { milliseconds: 60_000, cause: 'timed out' },
      { milliseconds: 60_000, cause: 'timed out' },
    ]);
    expect(timesOf('| Wait | 250 milliseconds | `GET /things` | any | `slow` |')).toEqual([
      undefined,
      { milliseconds: 250, cause: 'Wait reached' },
    ]);
  });

  it('is the shortest of several', () => {
    const all = '| All | 9 seconds | request | any | any |';
    const post = '| Post | 2 seconds | request | POST | `slow` |';
    const both = [
      { milliseconds: 2_000, cause: 'Post reached' },
      { milliseconds: 9_000, cause: 'timed out' },
    ];
    expect(timesOf(all, post)).toEqual(both);
    expect(timesOf(post, all)).toEqual(both);
  });

  it('is held where it applies to some callers only', () => {
    const plan = planWith('| Wait | 30 seconds | request | POST, if wrong credentials | `slow` |');
    expect(plan.operations.map(({ heldBy }) => heldBy)).toEqual([['8/Wait/value'], []]);
  });
});

describe('a request that takes too long', () => {
  let service: Running;
  beforeAll(async () => {
    service = await start(planWith('| Wait | 200 milliseconds | request | POST | `slow` |'), { requestTimeout: 3_000 });
  });
  afterAll(() => service.stop());

  const rows = async (): Promise<unknown> => (await send(service, 'GET', '/things')).json;

  it('is answered when its time is over, however slowly its body comes, and keeps nothing', async () => {
    const { text, took } = await slowly(service, ['{"text":', '"a', 'b', 'c']);
    expect(text).toMatch(/^HTTP\/1.1 503 [^]*\{"code":"slow"\}/);
    expect(took).toBeGreaterThan(195);
    expect(took).toBeLessThan(2_500);
    expect(await rows()).toEqual([]);
  });

  it('keeps nothing of a body that comes to its end behind the answer', async () => {
    const { text, rest } = await slowly(service, ['{"text":', '"late"}'], 250);
    expect(text).toMatch(/^HTTP\/1.1 503 /);
    await rest;
    expect(await rows()).toEqual([]);
  });

  it('is as others where it is done in time', async () => {
    expect((await send(service, 'POST', '/things', { text: 'in time' })).status).toBe(201);
    expect(await rows()).toEqual([{ id: 1, text: 'in time' }]);
  });

  it('lets the connection go on to the next request', async () => {
    const head = 'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 12\r\n';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    socket.write(`${head}\r\n{"text":`);
    await new Promise((resolve) => setTimeout(resolve, 400));
    socket.write(`"x"}${head}Connection: close\r\n\r\n{"text":"y"}`);
    await new Promise((resolve) => socket.on('close', resolve));
    expect([...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['503', '201']);
    expect(await rows()).toEqual([
      { id: 1, text: 'in time' },
      { id: 2, text: 'y' },
    ]);
  });

  it('is counted once, and of none that went away before', async () => {
    const gone = connect(Number(new URL(service.url).port), '127.0.0.1');
    gone.write('POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{');
    await new Promise((resolve) => setTimeout(resolve, 60));
    gone.destroy();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const metrics = await (await fetch(`${service.operatorUrl}/metrics`)).text();
    const counts = metrics.split('\n').filter((line) => /duration_seconds_count\{.*"503"/.test(line));
    expect(counts.map((line) => line.split(' ').at(-1))).toEqual(['3']);
  });
});

/** Sends a piece of a chunked body every so many milliseconds. `text`: what is answered first; `rest`: all is sent. */
async function slowly(
  { url }: Running,
  pieces: readonly string[],
  pause = 70,
): Promise<{ readonly text: string; readonly took: number; readonly rest: Promise<void> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const began = performance.now();
  socket.write(
    'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const rest = (async () => {
    for (const piece of pieces) {
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    if (pause > 200) socket.write('0\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
  })();
  let text = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      if (text.includes('}')) resolve();
    });
    socket.on('close', () => resolve());
  });
  return { text, took: performance.now() - began, rest };
}
