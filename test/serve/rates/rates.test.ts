// Rates as they are served: what counts by what, where, and what answers beyond them. By a clock that stands. Notation, part 8.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../../src/plan/compile.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { modelOf } from '../../plan/plan-of.ts';
import { send, start, type Answer, type Running } from '../running.ts';
import { planOf, sourceOf } from './document.ts';

let now = 0;
// One that is moved: over PostgreSQL calls are counted by it, too.
const clock = { now: (): number => now, set: () => Promise.resolve(true) };
let service: Running;
afterEach(() => service.stop());

const served = async (plan: Plan, more: Parameters<typeof start>[1] = {}): Promise<void> => {
  now = Date.parse('2030-01-01T00:00:00Z');
  expect(plan.operations.map(({ id, heldBy }) => [id, heldBy])).toEqual(plan.operations.map(({ id }) => [id, []]));
  service = await start(plan, { clock, ...more });
};
const account = async (email: string, plan = 'free'): Promise<Record<string, string>> => {
  await send(service, 'POST', '/accounts', { email, password: 'right', plan });
  const { json } = await send(service, 'POST', '/sessions', { email, password: 'right' });
  return { authorization: `Bearer ${(json as { token: string }).token}` };
};
const list = (headers: Record<string, string>): Promise<number> =>
  send(service, 'GET', '/notes', undefined, headers).then(({ status }) => status);
const times = async <T>(count: number, one: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let at = 0; at < count; at++) all.push(await one());
  return all;
};
const read = (): Promise<Answer> => send(service, 'GET', '/notes/1');

const told = ({ headers }: Answer): (string | null)[] =>
  ['ratelimit', 'ratelimit-policy', 'retry-after'].map((name) => headers.get(name));
const signsIn = (password: string, email = 'ann'): Promise<Answer> =>
  send(service, 'POST', '/sessions', { email, password });
const signIn = (password: string, email = 'ann'): Promise<number> =>
  signsIn(password, email).then(({ status }) => status);
const make = (body: unknown): Promise<number> => send(service, 'POST', '/accounts', body).then(({ status }) => status);
const note = (id: number, headers: Record<string, string> = {}): Promise<number> =>
  send(service, 'GET', `/notes/${id}`, undefined, headers).then(({ status }) => status);

const left = (password: string): Promise<string | null> => signsIn(password).then((answer) => told(answer)[0]!);

describe('a rate', () => {
  it('lets the hundredth call through, and not the next, to the millisecond', async () => {
    await served(planOf('Calls | 100 per minute | IP address | GET | `slow`'));
    const first = await times(100, read);
    expect(first.filter(({ status }) => status === 404)).toHaveLength(100);
    expect(await read()).toMatchObject({ status: 429, json: { code: 'slow' } });
    now += 59_999;
    expect((await read()).status).toBe(429);
    now += 1;
    expect((await read()).status).toBe(404);
  });

  it('counts each caller by itself, with any credentials of theirs, and nobody who does not call', async () => {
    await served(planOf('Calls | 2 per minute | caller | `GET /notes`, `GET /notes/{id}` | `slow`'));
    const [ann, bob] = [await account('ann'), await account('bob')];
    const { json } = await send(service, 'POST', '/sessions', { email: 'ann', password: 'right' });
    const again = { authorization: `Bearer ${(json as { token: string }).token}` };
    expect([await list(ann), await list(again), await list(ann), await list(again), await list(bob)]).toEqual([
      200, 200, 429, 429, 200,
    ]);
    expect((await times(5, read)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await times(5, () => list({ authorization: 'Bearer nobody' }))).includes(429)).toBe(false);
  });

  it('counts each operation by itself, and by several together', async () => {
    await served(planOf('Calls | 1 per minute | caller and operation | GET | `slow`'));
    const [ann, bob] = [await account('ann'), await account('bob')];
    expect([await list(ann), await note(1, ann), await list(ann), await note(1, ann)]).toEqual([200, 404, 429, 429]);
    expect([await list(bob), await note(1, bob)]).toEqual([200, 404]);
  });

  it('counts all calls together, of whatever operation and whoever makes them', async () => {
    await served(planOf('Calls | 3 per minute | service | GET | `slow`'));
    const [ann, bob] = [await account('ann'), await account('bob')];
    expect([await list(ann), await note(1, bob), await list(bob), await note(1, ann), await list(ann)]).toEqual([
      200, 404, 200, 429, 429,
    ]);
  });

  it('counts the callers that its condition is true of, as their rows are now', async () => {
    await served(planOf('Calls | 1 per minute | caller | `GET /notes`, if caller `plan` = `free` | `slow`'));
    const [free, paid] = [await account('ann'), await account('bob', 'paid')];
    expect([await list(free), await list(free)]).toEqual([200, 429]);
    expect([await list(paid), await list(paid), await list(paid)]).toEqual([200, 200, 200]);
  });

  it('counts by what is sent for a field, ignoring case where that is unique ignoring case', async () => {
    await served(planOf('Sign-ins | 1 per minute | `Account.email` | `POST /sessions` | `slow`'));
    expect([await signIn('wrong', 'Ann@x'), await signIn('wrong', 'ann@X'), await signIn('wrong', 'bob@x')]).toEqual([
      401, 429, 401,
    ]);
    expect((await send(service, 'POST', '/sessions', { password: 'wrong' })).status).toBe(422);
  });

  it.each(['Account', '`Account.email`'])('counts by %s of who calls, where the call names none', async (per) => {
    await served(planOf(`Calls | 2 per minute | ${per} | GET | \`slow\``));
    const [ann, bob] = [await account('ann'), await account('bob')];
    expect([await list(ann), await note(1, ann), await list(ann), await list(bob)]).toEqual([200, 404, 429, 200]);
    // Who has not signed in is not counted.
    expect((await times(3, read)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('counts by the row that the path names', async () => {
    await served(planOf('Reads | 1 per minute | Note | GET | `slow`'));
    const ann = await account('ann');
    await send(service, 'POST', '/notes', { text: 'a' }, ann);
    await send(service, 'POST', '/notes', { text: 'b' }, ann);
    expect([await note(1), await note(1), await note(2), await note(3), await note(3)]).toEqual([
      200, 429, 200, 404, 429,
    ]);
  });

  it('counts a call that is refused later, by what it sends, too', async () => {
    await served(planOf('Writes | 2 per minute | IP address | `POST /accounts` | `slow`'));
    expect([await make({}), await make('{'), await make({ email: 'a', password: 'b' })]).toEqual([422, 400, 429]);
  });

  it('counts by all of several, or by none', async () => {
    await served(
      planOf('Fast | 1 per second | IP address | GET | `slow`', 'Slow | 3 per minute | IP address | GET | `slow`'),
    );
    const statuses: number[] = [];
    for (const step of [0, 0, 0, 1000, 0, 1000, 1000]) {
      now += step;
      statuses.push((await read()).status);
    }
    // What the second limit refused was not counted by the first one, and the other way round.
    expect(statuses).toEqual([404, 429, 429, 404, 429, 404, 429]);
  });

  it('admits a burst, and the rest evenly', async () => {
    await served(planOf('Calls | 4 per 4 seconds, burst 2 | IP address | GET | `slow`'));
    const statuses: number[] = [];
    for (const step of [0, 0, 0, 999, 1, 0, 1000, 1000, 0]) {
      now += step;
      statuses.push((await read()).status);
    }
    expect(statuses).toEqual([404, 404, 429, 429, 404, 429, 404, 429, 429]);
  });
});

describe('a rate of failed sign-ins', () => {
  const LIMIT = 'Failures | 3 per hour | `Account.email` | `POST /sessions`, if wrong credentials | `slow`';
  it('counts those that fail, and gives back the others', async () => {
    await served(planOf(LIMIT));
    await account('ann');
    expect(await times(10, () => signIn('right'))).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await times(4, () => signIn('wrong'))).toEqual([401, 401, 401, 429]);
    expect(await signIn('right')).toBe(429);
    now += 3_600_000;
    expect([await signIn('right'), await signIn('wrong')]).toEqual([200, 401]);
  });

  it('never lets more than the number fail, however many come at once', async () => {
    await served(planOf(LIMIT));
    await account('ann');
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, at) => signIn(at % 4 === 3 ? 'right' : 'wrong')));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(3);
    await times(5, () => signIn('wrong'));
    expect((await times(3, () => signIn('wrong'))).every((status) => status === 429)).toBe(true);
  });
});

describe('headers of rates', () => {
  const LIMITS = [
    'Calls | 3 per minute | IP address | GET | `slow`',
    'Hourly | 100 per hour, burst 50 | IP address | GET | `slow`',
  ];
  it('say what is left of each, and are exact at the boundary', async () => {
    const all = '- Headers: `RateLimit`, `RateLimit-Policy`\n';
    await served(compile(modelOf(sourceOf(LIMITS, all, '`Retry-After`'))));
    const policy = '"Calls";q=3;w=60, "Hourly";q=100;w=3600';
    expect(told(await read())).toEqual(['"Calls";r=2;t=60, "Hourly";r=49;t=36', policy, null]);
    now += 10_500;
    expect(told(await read())).toEqual(['"Calls";r=1;t=50, "Hourly";r=48;t=26', policy, null]);
    expect((await read()).status).toBe(404);
    const refused = await read();
    expect(refused.status).toBe(429);
    expect(told(refused)).toEqual(['"Calls";r=0;t=50, "Hourly";r=47;t=26', policy, '50']);
    now += 49_499;
    expect(told(await read())[2]).toBe('1');
    now += 1;
    expect((await read()).status).toBe(404);
    expect((await send(service, 'POST', '/accounts', {})).headers.get('ratelimit')).toBe(null);
  });

  it('show a place that was given back', async () => {
    const limit = 'Failures | 3 per hour | IP address | `POST /sessions`, if wrong credentials | `slow`';
    await served(compile(modelOf(sourceOf([limit], '- Headers: `RateLimit`\n'))));
    await account('ann');
    expect(await left('right')).toBe('"Failures";r=3');
    // What was given back over a connection is free a little later.
    if (process.env['TEST_ENGINE'] === 'postgres') await sleep(500);
    expect([await left('wrong'), await left('right')]).toEqual(['"Failures";r=2;t=3600', '"Failures";r=2;t=3600']);
  });
});

describe('an operator who observes', () => {
  it('refuses nothing, and logs and counts what would be refused', async () => {
    await served(planOf('Calls | 2 per minute | IP address | GET | `slow`'), { limits: 'observe' });
    expect((await times(3, read)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(service.logged).toEqual(['the limit "Calls" would refuse a call of GET /notes/{id}']);
    const metrics = await (await fetch(`${service.operatorUrl}/metrics`)).text();
    expect(metrics.split('\n').filter((line) => line.startsWith('ninefold_limited'))).toEqual([
      'ninefold_limited_calls_total{limit="Calls",outcome="admitted"} 2',
      'ninefold_limited_calls_total{limit="Calls",outcome="would be refused"} 1',
    ]);
  });
});

it('a key of a megabyte counts like another, and nothing of it is kept', async () => {
  await served(planOf('Sign-ins | 1 per minute | `Account.email` | `POST /sessions` | `slow`'), {
    bodyLimit: 3_000_000,
  });
  const email = 'x'.repeat(1_000_000);
  expect([await signIn('wrong', email), await signIn('wrong', email)]).toEqual([401, 429]);
});
