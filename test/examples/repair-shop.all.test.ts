// The example repair-shop.md over real HTTP: its state machine on every path that writes, refusals in the document's
// words, races of two moves, notes that go with their repair, pages.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, discard, ninefold, serve } from './running.ts';
import type { Answer, Running } from './running.ts';

let service: Running;
let repairs: string;
let serial = 0;

beforeAll(async () => {
  service = await serve('examples/repair-shop.md');
  repairs = `${service.url}/repairs`;
});
afterAll(async () => {
  await service.stop();
  discard(service.data);
});

async function takeIn(more: object = {}): Promise<string> {
  serial += 1;
  const ticket = { machine: 'Toaster', serial: `SN-${serial}`, owner: 'ada@example.org', ...more };
  const { status, body } = await call(repairs, 'POST', ticket);
  expect(status).toBe(201);
  return `${repairs}/${body.id}`;
}

async function move(repair: string, verb: string): Promise<Answer> {
  return call(`${repair}/${verb}`, 'POST');
}

/** Brings a repair as far as the verbs say, each of which must work. */
async function through(repair: string, ...verbs: string[]): Promise<Answer> {
  let last = await call(repair);
  for (const verb of verbs) {
    last = await move(repair, verb);
    expect([verb, last.status]).toEqual([verb, 200]);
  }
  return last;
}

describe('the stages of a repair', () => {
  it('begins as received, with its own kind of id and equal times', async () => {
    const { body } = await call(await takeIn());
    expect(body).toMatchObject({ machine: 'Toaster', warranty: false, status: 'received' });
    expect(body.id).toMatch(/^rep_.+/);
    expect(body.received_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body.changed_at).toBe(body.received_at);
    expect(body).not.toHaveProperty('estimate');
  });

  it('is quoted, accepted, mended and returned', async () => {
    const repair = await takeIn({ estimate: 12.5 });
    const { body } = await through(repair, 'quote', 'accept', 'mend', 'return');
    expect(body).toMatchObject({ status: 'returned', estimate: 12.5 });
    expect(body.changed_at > body.received_at).toBe(true);
  });

  it('skips the quote under warranty, and needs an estimate without it', async () => {
    expect((await through(await takeIn({ warranty: true }), 'quote')).body.status).toBe('accepted');
    const repair = await takeIn();
    const refused = await move(repair, 'quote');
    expect([refused.status, refused.body.code]).toEqual([409, 'wrong_stage']);
    await call(repair, 'PATCH', { estimate: 80 });
    expect((await through(repair, 'quote')).body.status).toBe('quoted');
  });

  it('can be declined before it is accepted, and then goes back as it came', async () => {
    expect((await through(await takeIn(), 'decline', 'return')).body.status).toBe('returned');
    expect((await through(await takeIn({ estimate: 1 }), 'quote', 'decline')).body.status).toBe('declined');
  });

  it('refuses to decline accepted work by the error of its own row', async () => {
    const repair = await takeIn({ warranty: true });
    await through(repair, 'quote');
    const { status, body } = await move(repair, 'decline');
    expect(status).toBe(409);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'The owner accepted; it can no longer be declined',
      status: 409,
      code: 'work_promised',
      errors: [],
    });
    expect((await call(repair)).body.status).toBe('accepted');
  });

  it.each([
    [[], ['accept', 'mend', 'return']],
    [['quote'], ['quote', 'mend', 'return']],
    [
      ['quote', 'accept'],
      ['quote', 'accept', 'return'],
    ],
    [['decline'], ['quote', 'accept', 'decline', 'mend']],
    [
      ['quote', 'accept', 'mend'],
      ['quote', 'accept', 'decline', 'mend'],
    ],
    [
      ['quote', 'accept', 'mend', 'return'],
      ['quote', 'accept', 'decline', 'mend', 'return'],
    ],
  ])('after %j refuses %j', async (verbs, refused) => {
    const repair = await takeIn({ estimate: 20 });
    const before = (await through(repair, ...verbs)).body;
    for (const verb of refused) {
      const { status, body } = await move(repair, verb);
      expect([verb, status, body.code]).toEqual([verb, 409, 'wrong_stage']);
    }
    expect((await call(repair)).body).toEqual(before);
  });

  it('moves by no other way: the state is not the caller’s to send', async () => {
    const repair = await takeIn();
    const { status, body } = await call(repair, 'PATCH', { status: 'returned' });
    expect([status, body.code]).toEqual([422, 'bad_ticket']);
    expect(body.errors).toEqual([{ pointer: '#/status' }]);
    expect((await call(repair)).body.status).toBe('received');
  });

  it('lets one of two moves that race win', async () => {
    for (let round = 0; round < 20; round += 1) {
      const repair = await takeIn({ estimate: 20 });
      await through(repair, 'quote');
      const [accepted, declined] = await Promise.all([move(repair, 'accept'), move(repair, 'decline')]);
      expect([accepted.status, declined.status].toSorted()).toEqual([200, 409]);
      const winner = accepted.status === 200 ? 'accepted' : 'declined';
      expect((await call(repair)).body.status).toBe(winner);
    }
  });

  it('lets exactly one of thirty equal moves win', async () => {
    const repair = await takeIn({ warranty: true });
    await through(repair, 'quote');
    const answers = await Promise.all(Array.from({ length: 30 }, () => move(repair, 'mend')));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 409)).toHaveLength(29);
  });
});

describe('tickets', () => {
  it('names every field that is wrong, by pointer', async () => {
    const ticket = { machine: ' ', serial: 'abc', owner: 'nobody', warranty: 1, estimate: 1.234, colour: 'red' };
    const { status, body } = await call(repairs, 'POST', ticket);
    expect([status, body.code]).toEqual([422, 'bad_ticket']);
    const pointers = body.errors.map((error: { pointer: string }) => error.pointer);
    expect(pointers.toSorted()).toEqual(['#/colour', '#/estimate', '#/machine', '#/owner', '#/serial', '#/warranty']);
  });

  it('keeps one ticket a machine, whatever the case of its number, also when two arrive at once', async () => {
    await takeIn({ serial: 'ABCD-1' });
    const again = { machine: 'Mixer', serial: 'abcd-1', owner: 'bob@example.org' };
    const { status, body } = await call(repairs, 'POST', again);
    expect([status, body.code]).toEqual([409, 'machine_is_here']);
    const twins = Array.from({ length: 10 }, () => call(repairs, 'POST', { ...again, serial: 'TWIN-9' }));
    expect((await Promise.all(twins)).map((a) => a.status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  it('changes what is sent, clears what is null, keeps the rest', async () => {
    const repair = await takeIn({ estimate: 99.9 });
    const changed = await call(repair, 'PATCH', { machine: 'Big toaster' });
    expect(changed.body).toMatchObject({ machine: 'Big toaster', estimate: 99.9 });
    expect(changed.text).toContain('"estimate":99.90');
    expect((await call(repair, 'PATCH', { estimate: null })).body).not.toHaveProperty('estimate');
    expect((await call(repair, 'PATCH', { serial: 'NEW-1' })).status).toBe(422);
  });

  it('throws away only what was returned', async () => {
    const repair = await takeIn();
    expect((await call(repair, 'DELETE')).status).toBe(404);
    await through(repair, 'decline', 'return');
    expect((await call(repair, 'DELETE')).status).toBe(204);
    expect((await call(repair)).body.code).toBe('unknown_repair');
  });
});

describe('lists and notes', () => {
  it('filters, pages and counts', async () => {
    for (let i = 0; i < 5; i += 1) await takeIn({ estimate: 4000 + i, warranty: true });
    const first = (await call(`${repairs}?dearer_than=4000&limit=2`)).body;
    expect(first.total).toBe(4);
    expect(first.repairs.map((r: { estimate: number }) => r.estimate)).toEqual([4004, 4003]);
    expect(first.repairs[0]).not.toHaveProperty('received_at');
    const rest = (await call(`${repairs}?dearer_than=4000&limit=2&offset=2`)).body;
    expect(rest.repairs.map((r: { estimate: number }) => r.estimate)).toEqual([4002, 4001]);
    const returned = (await call(`${repairs}?status=received&dearer_than=4003`)).body;
    expect(returned.total).toBe(1);
  });

  it.each(['limit=101', 'limit=many', 'status=lost', 'dearer_than=1.234', 'colour=red'])(
    'refuses ?%s',
    async (query) => {
      const { status } = await call(`${repairs}?${query}`);
      expect(Math.floor(status / 100)).toBe(4);
    },
  );

  it('keeps notes on a repair, which go when it goes', async () => {
    const repair = await takeIn();
    const note = await call(`${repair}/notes`, 'POST', { text: 'Smells of burnt bread' });
    expect(note.status).toBe(201);
    expect(note.body).toMatchObject({ repair: repair.split('/').at(-1), text: 'Smells of burnt bread' });
    const listed = (await call(`${repair}/notes`)).body;
    expect(listed).toEqual([{ number: note.body.number, text: note.body.text, written_at: note.body.written_at }]);
    await through(repair, 'decline', 'return');
    await call(repair, 'DELETE');
    const gone = await call(`${repair}/notes`);
    expect([gone.status, gone.body.code]).toEqual([404, 'unknown_repair']);
    expect((await call(`${repairs}/rep_none/notes`, 'POST', { text: 'To nobody' })).status).toBe(404);
  });
});

it('is complete', async () => {
  const { status, stdout } = await ninefold(['check', 'examples/repair-shop.md', '--format', 'json']);
  const report = JSON.parse(stdout);
  expect([status, report.gaps]).toEqual([0, []]);
  for (const operation of report.operations) expect(operation).toMatchObject({ runs: 'yes', restsOn: [] });
});
