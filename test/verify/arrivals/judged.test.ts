// Events that are written down, held to the calls that were made before: each once, in their order, with the row as it is.

import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import type { Model } from '../../../src/model/model.ts';
import { EventJudge } from '../../../src/verify/arrivals/judged.ts';
import type { Arrived } from '../../../src/verify/arrivals/happening.ts';
import { creates, documentOf, ID, machine, modelOf, moves, resource, section, updates } from '../document.ts';
import { Played } from '../recorded.ts';

interface Stated {
  readonly duplicates?: string;
  readonly order?: string;
  readonly signature?: string;
  readonly isStaged?: boolean;
}

/** `isStaged`: a call moves a thing and sets one of its fields. */
function stated({
  duplicates = 'possible, told by header `webhook-id`',
  order = 'as they happened',
  signature = 'none',
  isStaged = false,
}: Stated): Model {
  const thing = [ID, '`title` | string'];
  return modelOf(
    documentOf({
      resources:
        resource('Hook', [ID, '`url` | url', '`secret` | string | no | caller, hidden']) +
        resource('Thing', isStaged ? [...thing, '`stage` | state | yes | service: state'] : thing),
      operations: [
        creates('Hook'),
        creates('Thing'),
        updates('Thing'),
        isStaged ? moves('POST /things/{id}/rename', 'Thing.stage to `renamed`; sets `title` = `other`') : '',
      ].join(''),
      states: isStaged ? STAGES : 'none',
      events: [
        section('Delivery', {
          'Sent as': '`POST` to `Hook.url`',
          Accepted: 'any 2xx',
          Tries: '3',
          Waits: '1 second',
          'Time-out': '5 seconds',
          Order: order,
          Signature: signature,
          Envelope: '`{"type": <event name>, "data": <payload>}`',
          Duplicates: duplicates,
          'Given up': 'dropped',
        }),
        section('thing.made', { When: 'Thing is created', Payload: 'Thing' }),
        section('thing.changed', { When: 'Thing is updated', Payload: 'Thing' }),
        isStaged ? section('thing.renamed', { When: 'none', Payload: 'Thing' }) : '',
      ].join(''),
    }),
  );
}

const STAGES = machine(
  'Thing.stage',
  ['`new` | initial', '`renamed` | final'],
  ['(new) | `new` | `POST /things`', '`new` | `renamed` | `POST /things/{id}/rename` | none | `thing.renamed`'],
  { 'Any other move': '`invalid`', 'Any other change': 'accepted' },
);

const LISTENER = 'http://listener.example';

/** One hook, made before or behind three things that are made after each other; the events come for the things of these ids, each with the id of its event. */
function found(
  came: readonly (readonly [thing: number, event: string])[],
  { isLate = false, ...told }: Stated & { readonly isLate?: boolean } = {},
): { readonly wrong: readonly string[]; readonly exercised: readonly string[] } {
  const played = new Played(stated(told));
  const hook = (): void => {
    const sent = { url: `${LISTENER}/a` };
    played.judge({ method: 'POST', target: '/hooks', sent, status: 201, shown: { id: 1, ...sent } });
  };
  if (!isLate) hook();
  const events = new EventJudge(
    played.world,
    (path) => `${LISTENER}${path}`,
    (at) => at,
  );
  for (const id of [1, 2, 3]) {
    const thing = { title: `thing ${id}` };
    const made = { method: 'POST', target: '/things', sent: thing, status: 201, shown: { id, ...thing }, at: id };
    expect(played.judge(made).findings).toEqual([]);
  }
  if (isLate) hook();
  const arrived = came.map(([id, event]): Arrived => ({
    to: '/a',
    method: 'POST',
    headers: [['webhook-id', event]],
    body: JSON.stringify({ type: 'thing.made', data: { id, title: `thing ${id}` } }),
    at: Date.parse('2026-01-01T00:00:10Z'),
  }));
  const { findings, exercised } = events.take(arrived);
  return { wrong: findings.map(({ finding: { expected, got } }) => `${expected}: ${got}`), exercised };
}

interface Changed extends Stated {
  readonly isNamed?: boolean;
  readonly made?: readonly string[];
}

/** A thing that is changed to `a` and then to `b`, and what was told of it, each time with an id of its own. */
function changed(
  titles: readonly string[],
  { isNamed = true, made = ['a', 'b'], ...told }: Changed = {},
): readonly string[] {
  const played = new Played(stated(told));
  const hook = { url: `${LISTENER}/a` };
  const events = new EventJudge(
    played.world,
    (path) => `${LISTENER}${path}`,
    (at) => at,
  );
  played.judge({ method: 'POST', target: '/hooks', sent: hook, status: 201, shown: { id: 1, ...hook } });
  played.judge({ method: 'POST', target: '/things', sent: { title: 'x' }, status: 201, shown: { id: 1, title: 'x' } });
  events.watchFrom(played.world.exchange + 1);
  for (const title of made) {
    const shown = { id: 1, title };
    expect(
      played.judge({ method: 'PATCH', target: '/things/1', sent: { title }, status: 200, shown }).findings,
    ).toEqual([]);
  }
  const arrived = ['x', ...titles].map((title, nth): Arrived => ({
    to: '/a',
    method: 'POST',
    headers: isNamed ? [['webhook-id', `event ${nth}`]] : [],
    body: JSON.stringify({ type: nth === 0 ? 'thing.made' : 'thing.changed', data: { id: 1, title } }),
    at: Date.parse('2026-01-01T00:00:10Z'),
  }));
  return events.take(arrived).findings.map(({ finding: { expected, got } }) => `${expected}: ${got}`);
}

describe('the order of events', () => {
  it('that in which they happened is right', () => {
    const { wrong, exercised } = found([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(wrong).toEqual([]);
    expect(exercised).toContain('6/delivery/order');
  });

  it('another one is wrong', () => {
    const { wrong } = found([
      [1, 'a'],
      [3, 'c'],
      [2, 'b'],
    ]);
    expect(wrong).toEqual([
      'events in the order in which they happened: thing.made, while thing.made has not come',
      'events in the order in which they happened: thing.made behind a later one',
    ]);
  });

  it('of each row for itself, it is right', () => {
    const came = [
      [3, 'c'],
      [1, 'a'],
      [2, 'b'],
    ] as const;
    expect(found(came, { order: 'for each Thing' }).wrong).toEqual([]);
  });
});

it('a receiver that is made behind an event may get it: nothing says when receivers are looked for', () => {
  const { wrong, exercised } = found([[3, 'c']], { isLate: true });
  expect(wrong).toEqual([]);
  expect(exercised).toContain('6/thing.made/sent');
  expect(found([[4, 'd']], { isLate: true }).wrong).toHaveLength(1);
});

describe('an event that comes twice', () => {
  const TWICE = [
    [1, 'a'],
    [1, 'a'],
    [2, 'b'],
  ] as const;

  it('with the same id is right where that is possible', () => {
    expect(found(TWICE).wrong).toEqual([]);
  });

  it('is wrong where there are none', () => {
    expect(found(TWICE, { duplicates: 'none' }).wrong).toEqual(['each event once: a a second time']);
  });

  it('with another id is one without a cause', () => {
    const came = [
      [1, 'a'],
      [1, 'z'],
    ] as const;
    expect(found(came).wrong).toEqual([
      'one event for each cause, and none without: thing.made {"id":1,"title":"thing 1"}, a second time',
    ]);
  });

  it('is no wrong payload of the next one about the same row, which comes behind it', () => {
    expect(changed(['a', 'a', 'b'])).toEqual([
      'one event for each cause, and none without: thing.changed {"id":1,"title":"a"}, a second time',
    ]);
    const long = 'l'.repeat(150);
    const made = [`${long}a`, `${long}b`];
    expect(changed([`${long}a`, `${long}c`], { made })[0]).toMatch(/^title: .*, in the event thing\.changed/);
    expect(changed(['a', 'c', 'b'])[0]).toMatch(/^title: "b", in the event thing\.changed: title: "c"$/);
  });

  it('may be a second try where it has no id', () => {
    expect(changed(['a', 'a', 'b'], { isNamed: false })).toEqual([]);
    expect(changed(['a', 'a', 'b'], { isNamed: false, duplicates: 'none' })).toHaveLength(1);
  });
});

/** The event of one thing comes once for each of these secrets, which are those that sign it. */
function signedBy(secrets: readonly string[]): readonly string[] {
  const played = new Played(stated({ signature: 'Standard Webhooks, secret `Hook.secret`' }));
  const url = `${LISTENER}/a`;
  for (const [nth, secret] of ['first', 'second'].entries())
    played.judge({
      method: 'POST',
      target: '/hooks',
      sent: { url, secret },
      status: 201,
      shown: { id: nth + 1, url },
    });
  const events = new EventJudge(
    played.world,
    (path) => `${LISTENER}${path}`,
    (at) => at,
  );
  played.judge({
    method: 'POST',
    target: '/things',
    sent: { title: 'a' },
    status: 201,
    shown: { id: 1, title: 'a' },
    at: 1,
  });
  const body = JSON.stringify({ type: 'thing.made', data: { id: 1, title: 'a' } });
  const at = Date.parse('2026-01-01T00:00:10Z');
  const { findings } = events.take(
    secrets.map((secret, nth): Arrived => {
      const signature = createHmac('sha256', secret)
        .update(`e${nth}.${at / 1000}.${body}`)
        .digest('base64');
      const headers = {
        'webhook-id': `e${nth}`,
        'webhook-timestamp': String(at / 1000),
        'webhook-signature': `v1,${signature}`,
      };
      return { to: '/a', method: 'POST', headers: Object.entries(headers), body, at };
    }),
  );
  return findings.map(({ finding: { expected } }) => expected);
}

describe('two receivers with one address', () => {
  it('get events in whichever order, each signed by the secret of one of them', () => {
    expect(signedBy(['first', 'second'])).toEqual([]);
    expect(signedBy(['second', 'first'])).toEqual([]);
  });

  it('get no two that are signed by one secret, and none that is signed by another', () => {
    expect(signedBy(['first', 'first'])).toEqual(['a signature by the secret of the receiver']);
    expect(signedBy(['second', 'third'])).toEqual(['a signature by the secret of the receiver']);
  });
});

it('an event of a call with several effects on its row is due once', () => {
  const played = new Played(stated({ isStaged: true }));
  const url = `${LISTENER}/a`;
  played.judge({ method: 'POST', target: '/hooks', sent: { url }, status: 201, shown: { id: 1, url } });
  const thing = { id: 1, title: 'a', stage: 'new' };
  played.judge({ method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: thing, at: 1 });
  const renamed = { ...thing, title: 'other', stage: 'renamed' };
  const moved = { method: 'POST', target: '/things/1/rename', status: 200, shown: renamed, at: 2 };
  expect(played.judge(moved).findings).toEqual([]);
  const events = new EventJudge(
    played.world,
    (path) => `${LISTENER}${path}`,
    (at) => at,
  );
  expect(events.lacking(0).map(({ event }) => event)).toContain('thing.renamed');
});
