// Time: a service whose clock is moved by hand does what is due, not earlier and not later; one with other times is found.

import { afterEach, describe, expect, it } from 'vitest';

import { manualClock } from '../../../src/serve/clock.ts';
import { clockAt } from '../../../src/verify/clock/clock.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentOf, modelOf } from '../../plan/plan-of.ts';
import { tampered, type Between } from '../running.ts';

interface Times {
  readonly held?: string;
  readonly token?: string;
  readonly key?: string;
  /** Nobody but its owner sees a seat. */
  readonly owned?: boolean;
}

const OWNER = '| `owner` | Person by `name` | yes | service: caller at create | any | none |\n';

function timed({
  held = '15 minutes',
  token = '2 hours',
  key = '1 hour',
  owned = false,
}: Times): ReturnType<typeof modelOf> {
  return modelOf(
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
| \`place\` | string(1..20) | yes | caller | not blank | none |
| \`state\` | state | yes | service: state | any | none |
${owned ? OWNER : ''}`,
      states: `### Seat.state

- Any other move: \`not_now\`

| State | Kind |
|---|---|
| \`held\` | initial |
| \`free\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`held\` | \`free\` | after ${held} | none | none |
| \`free\` | \`held\` | \`POST /seats/{id}/hold\` | none | none |
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
- Who: signed-in
- Body: Seat
- Repeat: key
- Answers: 201 created, Seat

| Repeat | Statement |
|---|---|
| Header | \`Once\` required |
| Applies to | POST |
| Scope | caller |
| Kept for | ${key} |
| Same body | the first answer |
| Other body | \`other_body\` |
| Still running | \`busy\` |
| Kept answers | all but 5xx |

### GET /seats/{id}

- Does: reads Seat
- Who: ${owned ? 'owner by Seat.owner, others see no such Seat' : 'signed-in'}
- Repeat: safe
- Answers: 200 found, Seat

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
- Token lifetime: ${token}
- Revoked when: none
`,
      errors: `- Error body: {"code": <code>}
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Seat |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
| \`query\` | 400 | invalid query |
| \`header\` | 400 | invalid header |
| \`not_now\` | 409 | none |
| \`who\` | 401 | no credentials, wrong token |
| \`expired\` | 401 | expired token |
| \`other_body\` | 409 | same key, other body |
| \`busy\` | 409 | still running |
| \`no_key\` | 400 | header \`Once\` missing |
`,
    }),
  );
}

let running: Between | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function verdictOn(served: Times): Promise<Verdict> {
  const options = { clock: manualClock(Date.parse('2030-01-01T00:00:00Z'), { keep: () => Promise.resolve(true) }) };
  running = await tampered(timed(served), () => undefined, { options });
  const clock = await clockAt(running.operator);
  return verify(timed({ owned: served.owned === true }), {
    url: running.url,
    seed: 4,
    requests: 80,
    time: 15_000,
    clock,
  });
}

describe('time', () => {
  it('is waited for where it is short', async () => {
    const model = timed({ held: '1 second' });
    running = await tampered(model, () => undefined);
    const verdict = await verify(model, { url: running.url, seed: 4, requests: 40, time: 5_000 });
    expect(verdict.findings).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toContain('3/Seat.state/move/held to free by time');
    expect(verdict.notExercised.find(({ id }) => id.endsWith('/cause/expired token'))?.why).toContain('time');
  }, 20_000);
});

describe('time, by a clock that is moved', () => {
  it('a service that does what is due passes', async () => {
    const verdict = await verdictOn({});
    expect(verdict.findings).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['3/Seat.state/move/held to free by time', '4/GET /seats/{id}/cause/expired token']),
    );
  });

  const OTHER: readonly (readonly [what: string, served: Times])[] = [
    ['moves a row too early', { held: '14 minutes' }],
    ['moves a row too late', { held: '16 minutes' }],
    ['moves a row a second too early', { held: '899 seconds' }],
    ['moves a row a second too late', { held: '901 seconds' }],
    ['moves a row too late that one caller alone sees', { held: '16 minutes', owned: true }],
    ['takes a token for longer', { token: '3 hours' }],
    ['keeps a key for longer', { key: '2 hours' }],
  ];
  it.each(OTHER)('finds a service that %s', async (_what, served) => {
    const verdict = await verdictOn(served);
    expect(verdict.findings.length).toBeGreaterThan(0);
  });
});
