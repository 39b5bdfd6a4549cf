// The instants that the judge notes: of a change, of a state, of a token. What a service shows or does is held to them.

import { describe, expect, it } from 'vitest';

import { judge } from '../../../src/verify/judge/judge.ts';
import { documentOf, modelOf } from '../../plan/plan-of.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';

const MODEL = modelOf(
  documentOf({
    resources: `### Person

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string(1..40) | yes | caller at create | any | none |

### Seat

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`place\` | string(1..20) | yes | caller | any | none |
| \`state\` | state | yes | service: state | any | none |
| \`changed\` | date-time | yes | service: now at change | any | none |
`,
    states: `### Seat.state

- Any other move: \`not_now\`

| State | Kind |
|---|---|
| \`held\` | initial |
| \`free\` | any |
| \`old\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`held\` | \`free\` | after 15 minutes | none | none |
| \`free\` | \`held\` | \`POST /seats/{id}/hold\` | none | none |
| \`free\` | \`old\` | after 1 hour | none | none |
`,
    operations: `### POST /people

- Does: creates Person; issues token for Person
- Body: Person
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | {"token": <token>} |

### POST /seats

- Does: creates Seat
- Body: Seat
- Repeat: again
- Answers: 201 created, Seat

### PATCH /seats/{id}

- Does: updates Seat
- Body: Seat
- Omitted fields: kept
- Repeat: again
- Answers: 200 updated, Seat

### GET /seats/{id}

- Does: reads Seat
- Repeat: safe
- Answers: 200 found, Seat

### GET /own

- Does: reads Person where this = caller
- Who: signed-in
- Repeat: safe
- Answers: 200 found, Person

### POST /seats/{id}/hold

- Does: moves Seat.state to \`held\`
- Body: none
- Repeat: again
- Answers: 200 moved, Seat
`,
    authentication: `### Token

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
- Issued by: \`POST /people\`
- Caller: Person
- Token lifetime: 2 hours
- Revoked when: none
`,
    errors: `- Error body: {"code": <code>}
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Seat |
| \`invalid\` | 422 | any field missing, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken, Person already there |
| \`not_now\` | 409 | none |
| \`who\` | 401 | no credentials, wrong token |
| \`expired\` | 401 | expired token |
`,
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
  played.last([{ method: 'POST', target: '/people', sent, status: 201, shown: { token: 't' }, at: HOUR }]);
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
