// Rows on the operator's port while time, another plan or a stop come between. docs/operate.md, "Looking at the rows".

import { once } from 'node:events';
import { get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { manualClock, type Clock } from '../../src/serve/clock.ts';
import type { Result, Store } from '../../src/store/store.ts';
import { modelOf } from '../plan/plan-of.ts';
import { done, fakeStore } from './fake-store.ts';
import { send, start, type Running } from './running.ts';
import { timedSource } from './timed-source.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE = 60_000;

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

interface Told {
  readonly rows: { key: string; values: Record<string, unknown> }[];
  readonly count: number | null;
  readonly asKept: boolean;
}

async function look(path = '/Thing'): Promise<{ status: number; json: Told }> {
  const answer = await fetch(`${service!.operatorUrl}/rows${path}`);
  return { status: answer.status, json: (await answer.json()) as Told };
}

const timed = (moves: readonly string[]): Plan => compile(modelOf(timedSource({ moves })));
const clockAt = (look?: Clock['look']): Clock => ({
  ...manualClock(START, { keep: () => Promise.resolve(true) }),
  ...(look && { look }),
});

describe('time', () => {
  it('has moved what is due before rows are shown, though nobody asked the service', async () => {
    const clock = clockAt();
    service = await start(timed(['| `new` | `old` | after 15 minutes | none']), { clock });
    await send(service, 'POST', '/things', {});
    const state = async (): Promise<unknown> => (await look()).json.rows[0]!.values['status'];
    await clock.set!(START + 15 * MINUTE - 1);
    expect(await state()).toBe('new');
    await clock.set!(START + 15 * MINUTE);
    expect(await state()).toBe('old');
    expect((await look()).json.asKept).toBe(false);
  });

  it('shows rows as they are kept, and says so, where a move by time is held', async () => {
    service = await start(timed(['| `new` | `old` | after 15 minutes | not shown']), { clock: clockAt() });
    expect((await look()).json.asKept).toBe(true);
  });

  it('is unavailable where nobody knows what time it is', async () => {
    const clock = clockAt(async () => 'the clock is gone');
    service = await start(timed(['| `new` | `old` | after 15 minutes | none']), { clock });
    expect(await look()).toMatchObject({ status: 503, json: { error: 'The rows cannot be read now.' } });
  });
});

const PLAIN = timed([]);
const ONE_ROW: Result = done([]);

/** Its first read waits until it is told to go on. */
function waiting(): { store: Store & { readonly isClosed: boolean }; asked: Promise<void>; goOn: () => void } {
  let goOn!: () => void;
  let ask!: () => void;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const store = fakeStore(() => {
    ask();
    return gate.then(() => ONE_ROW);
  });
  return { store, asked, goOn };
}

describe('another plan', () => {
  it('is looked at from the next call on; the old store stays open until its rows are read', async () => {
    const before = waiting();
    service = await start(PLAIN, { store: before.store });
    const late = look();
    await before.asked;
    const after = fakeStore(() => ONE_ROW);
    const swapped = service.swap({ ...PLAIN, rows: [{ ...PLAIN.rows[0]!, resource: 'Other' }] }, after);
    expect((await look('/Other')).status).toBe(200);
    expect((await look('/Thing')).status).toBe(404);
    expect(service.rows.resources().map(({ resource }) => resource)).toEqual(['Other']);
    expect(before.store.isClosed).toBe(false);
    before.goOn();
    expect((await late).status).toBe(200);
    await swapped;
    expect(before.store.isClosed).toBe(true);
  });
});

describe('a stop', () => {
  it('waits for rows that are being read, and reads no more of them', async () => {
    const slow = waiting();
    const running = await start(PLAIN, { store: slow.store });
    const late = running.rows.page('Thing', {});
    await slow.asked;
    const closed = running.close();
    expect(await running.rows.page('Thing', {})).toEqual({ kind: 'unavailable' });
    expect(await running.rows.count('Thing')).toEqual({ kind: 'unavailable' });
    expect(slow.store.isClosed).toBe(false);
    slow.goOn();
    expect(await late).toMatchObject({ kind: 'read' });
    await closed;
    expect(slow.store.isClosed).toBe(true);
  });
});

describe('a store', () => {
  it('that cannot be asked is a 503, and the port goes on', async () => {
    const store = fakeStore(() => ({ kind: 'unavailable', reason: 'away' }));
    service = await start(PLAIN, { store });
    expect((await look()).status).toBe(503);
    expect((await look('/Thing?after=3')).status).toBe(503);
    expect((await look('/Thing?before=3')).status).toBe(503);
    expect(await look('')).toMatchObject({ status: 200, json: { resources: [{ resource: 'Thing', count: null }] } });
    expect((await fetch(`${service.operatorUrl}/livez`)).status).toBe(200);
  });

  it('that throws is a 500 of one word', async () => {
    const store = fakeStore(() => {
      throw new Error('SENTINEL');
    });
    service = await start(PLAIN, { store });
    const [answer] = (await once(get(`${service.operatorUrl}/rows/Thing`), 'response')) as [NodeJS.ReadableStream];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    expect(text).toBe('failed\n');
  });
});
