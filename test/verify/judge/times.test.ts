// The instants that the judge notes: of a change, of a state, of a token. What a service shows or does is held to them.

import { describe, expect, it } from 'vitest';

import { judge } from '../../../src/verify/judge/judge.ts';
import {
  creates,
  documentOf,
  errors,
  ID,
  machine,
  modelOf,
  moves,
  reads,
  REFUSED,
  resource,
  scheme,
  signsUp,
  updates,
} from '../document.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';

const MODEL = modelOf(
  documentOf({
    resources:
      resource('Person', ['`name` | string(1..40) | yes | caller at create']) +
      resource('Seat', [
        ID,
        '`place` | string(1..20)',
        '`state` | state | yes | service: state',
        '`changed` | date-time | yes | service: now at change',
      ]),
    states: machine(
      'Seat.state',
      ['`held` | initial', '`free` | any', '`old` | final'],
      [
        '`held` | `free` | after 15 minutes',
        '`free` | `held` | `POST /seats/{id}/hold`',
        '`free` | `old` | after 1 hour',
      ],
      { 'Any other move': '`not_now`' },
    ),
    operations: [
      signsUp('Person'),
      creates('Seat'),
      updates('Seat'),
      reads('Seat'),
      reads('Person', { Does: 'reads Person where this = caller', Who: 'signed-in' }).replace('/persons/{id}', '/own'),
      moves('POST /seats/{id}/hold', 'Seat.state to `held`'),
    ].join(''),
    authentication: scheme('Token', { Caller: 'Person', 'Issued by': '`POST /persons`', 'Token lifetime': '2 hours' }),
    errors: errors([
      '`absent` | 404 | no such Seat',
      REFUSED,
      '`taken` | 409 | any field taken, Person already there',
      '`not_now` | 409 | none',
      '`who` | 401 | no credentials, wrong token',
      '`expired` | 401 | expired token',
    ]),
  }),
);

const START = Date.parse('2026-01-01T00:00:00Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;

function seat(state: string, changedAt: number, place = 'a'): unknown {
  return { id: 1, place, state, changed: new Date(START + changedAt * 1000 + 3).toISOString() };
}

/** A seat that was made in the beginning; what is found in each of these calls. */
function found(...recorded: readonly Recorded[]): readonly (readonly string[])[] {
  const played = new Played(MODEL);
  const made: Recorded = {
    method: 'POST',
    target: '/seats',
    sent: { place: 'a' },
    status: 201,
    shown: seat('held', 0),
  };
  return [made, ...recorded]
    .map((one) => played.judge(one).findings.map(({ class: kind, got }) => `${kind}: ${got}`))
    .slice(1);
}

function updated(at: number, changedAt: number): Recorded {
  const shown = seat('held', changedAt, 'b');
  return { method: 'PATCH', target: '/seats/1', sent: { place: 'b' }, status: 200, shown, at };
}

function read(state: string, changedAt: number, at: number): Recorded {
  return { target: '/seats/1', status: 200, shown: seat(state, changedAt), at };
}

describe('the instant of a change', () => {
  it('is noted at each one: what was shown before is too early', () => {
    expect(found(updated(10, 10))).toEqual([[]]);
    expect(found(updated(10, 0))).toEqual([['wrong body: changed: "2026-01-01T00:00:00.003Z"']]);
    expect(found(updated(10, 10), updated(20, 20))).toEqual([[], []]);
    expect(found(updated(10, 10), updated(20, 10))[1]).toHaveLength(1);
  });

  it('is noted of what time moves', () => {
    expect(found(read('free', 15 * MINUTE, 20 * MINUTE))).toEqual([[]]);
    expect(found(read('free', 0, 20 * MINUTE))[0]).toHaveLength(1);
  });

  it('stays where nothing has changed', () => {
    expect(found(read('held', 0, 10))).toEqual([[]]);
    expect(found(read('held', 10, 10))).toEqual([['wrong body: changed: "2026-01-01T00:00:10.003Z"']]);
  });
});

function held(at: number): Recorded {
  return { method: 'POST', target: '/seats/1/hold', status: 200, shown: seat('held', at), at };
}

function refused(at: number): Recorded {
  return { method: 'POST', target: '/seats/1/hold', status: 409, shown: { code: 'not_now' }, at };
}

describe('the instant of a move', () => {
  it('begins the time of its state', () => {
    expect(found(refused(10 * MINUTE))).toEqual([[]]);
    expect(found(held(10 * MINUTE))[0]).toHaveLength(1);
    expect(found(held(20 * MINUTE))).toEqual([[]]);
    expect(found(refused(20 * MINUTE))[0]).toHaveLength(1);
  });

  it('is that at which time moved it, where time moves it on', () => {
    expect(found(read('free', 15 * MINUTE, 70 * MINUTE))).toEqual([[]]);
    expect(found(read('old', 75 * MINUTE, 80 * MINUTE))).toEqual([[]]);
    expect(found(read('old', 60 * MINUTE, 70 * MINUTE))[0]).toHaveLength(1);
    expect(found(read('free', 15 * MINUTE, 80 * MINUTE))[0]).toHaveLength(1);
  });

  it('begins it again', () => {
    expect(found(held(20 * MINUTE), refused(30 * MINUTE))).toEqual([[], []]);
    expect(found(held(20 * MINUTE), held(30 * MINUTE))[1]).toHaveLength(1);
    expect(found(held(20 * MINUTE), held(36 * MINUTE))).toEqual([[], []]);
  });
});

/** With a token that was issued after an hour. */
function callAt(at: number, recorded: Omit<Recorded, 'target' | 'at'>): readonly string[] {
  const played = new Played(MODEL);
  const sent = { name: 'ada' };
  played.last([{ method: 'POST', target: '/persons', sent, status: 201, shown: { token: 't' }, at: HOUR }]);
  const { call, ...rest } = exchangeOf({ target: '/own', at, ...recorded });
  const headers = [['Authorization', 'Bearer t'] as const];
  return judge(played.world, { ...rest, call: { ...call, headers } }).findings.map((one) => one.class);
}

describe('the instant at which a token was issued', () => {
  const LET_IN = { status: 200, shown: { name: 'ada' } };
  const OVER = { status: 401, shown: { code: 'expired' }, headers: [['www-authenticate', 'Bearer'] as const] };

  it('begins its life', () => {
    expect(callAt(2.5 * HOUR, LET_IN)).toEqual([]);
    expect(callAt(2.5 * HOUR, OVER)).toEqual(['shut door']);
    expect(callAt(3.1 * HOUR, OVER)).toEqual([]);
    expect(callAt(3.1 * HOUR, LET_IN)).toEqual(['open door']);
  });

  it('has an edge about which nobody can tell', () => {
    expect(callAt(3 * HOUR, LET_IN)).toEqual([]);
    expect(callAt(3 * HOUR, OVER)).toEqual([]);
  });
});
