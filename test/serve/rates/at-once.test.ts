// Limits on how many calls run at once, as they are served: who is refused, and when a call has run. Notation, part 8.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/plan.ts';
import { send, start, type Running } from '../running.ts';
import { planOf } from './document.ts';

let service: Running;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await service.stop();
});

const served = async (plan: Plan, more: Parameters<typeof start>[1] = {}): Promise<void> => {
  expect(plan.operations.map(({ id, heldBy }) => [id, heldBy])).toEqual(plan.operations.map(({ id }) => [id, []]));
  service = await start(plan, more);
};

interface Begun {
  /** Sends the end of its body; the status. */
  end(): Promise<number>;
  readonly socket: Socket;
}

const BODY = JSON.stringify({ text: 'x' });

/** A call whose body does not come to its end. Resolves when it is counted: what is not refused is asked to go on. */
async function begun(token: string, path = '/notes'): Promise<Begun | number> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${token}\r\nExpect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n`,
  );
  const first = await statusOf(socket);
  if (first !== 100) return first;
  return {
    socket,
    end() {
      socket.write(BODY);
      return statusOf(socket);
    },
  };
}

function statusOf(socket: Socket): Promise<number> {
  return new Promise((resolve) =>
    socket.once('data', (piece: Buffer) => resolve(Number(piece.toString('latin1').split(' ')[1]))),
  );
}

const caller = async (email: string, plan = 'free'): Promise<string> => {
  await send(service, 'POST', '/accounts', { email, password: 'right', plan });
  const { json } = await send(service, 'POST', '/sessions', { email, password: 'right' });
  return `Bearer ${(json as { token: string }).token}`;
};
const runs = async (token: string): Promise<Begun> => {
  const call = await begun(token);
  if (typeof call === 'number') throw new Error(`refused: ${call}`);
  return call;
};
/** What was given back over a connection is free a little later. */
const settled = (): Promise<void> => sleep(60);

describe('a limit on calls at once', () => {
  it('refuses what is over at once, and lets the next one in when a call has been answered', async () => {
    await served(planOf('Calls | 2 at once | IP address | `POST /notes` | `slow`'));
    const ann = await caller('ann');
    const [first, second] = [await runs(ann), await runs(ann)];
    const began = performance.now();
    expect(await begun(ann)).toBe(429);
    expect(performance.now() - began).toBeLessThan(1000);
    expect((await send(service, 'POST', '/notes', { text: 'x' }, { authorization: ann })).json).toEqual({
      code: 'slow',
    });
    expect(await first.end()).toBe(201);
    await settled();
    const third = await runs(ann);
    expect(await begun(ann)).toBe(429);
    expect([await second.end(), await third.end()]).toEqual([201, 201]);
    await settled();
    expect((await send(service, 'POST', '/notes', { text: 'x' }, { authorization: ann })).status).toBe(201);
  });

  it('is of no call whose connection is gone', async () => {
    await served(planOf('Calls | 1 at once | IP address | `POST /notes` | `slow`'));
    const ann = await caller('ann');
    for (let i = 0; i < 5; i++) {
      const one = await runs(ann);
      expect(await begun(ann)).toBe(429);
      one.socket.destroy();
      await settled();
    }
  });

  it('counts each caller by itself, those that its condition is true of', async () => {
    await served(planOf('Calls | 1 at once | caller | `POST /notes`, if caller `plan` = `free` | `slow`'));
    const [ann, bob, eve] = [await caller('ann'), await caller('bob'), await caller('eve', 'paid')];
    await runs(ann);
    expect(await begun(ann)).toBe(429);
    await runs(bob);
    expect(await begun(bob)).toBe(429);
    await runs(eve);
    await runs(eve);
  });

  it('counts a call by all of several, or by none, beside a rate', async () => {
    await served(
      planOf(
        'All | 3 at once | operation | `POST /notes` | `slow`',
        'One | 1 at once | IP address and operation | `POST /notes` | `slow`',
        'Rate | 3 per hour | operation | `POST /notes` | `slow`',
      ),
    );
    const ann = await caller('ann');
    for (let i = 0; i < 3; i++) {
      const one = await runs(ann);
      // A call that may not run is not counted by the rate.
      for (let again = 0; again < 3; again++) expect(await begun(ann)).toBe(429);
      expect(await one.end()).toBe(201);
      await settled();
    }
    expect(await begun(ann)).toBe(429);
  });

  it('refuses nothing where the operator only observes', async () => {
    await served(planOf('Calls | 1 at once | IP address | `POST /notes` | `slow`'), { limits: 'observe' });
    const ann = await caller('ann');
    await runs(ann);
    await runs(ann);
    expect(service.logged).toEqual(['the limit "Calls" would refuse a call of POST /notes']);
  });
});
