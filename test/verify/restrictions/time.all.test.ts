// Time: a service whose clock is moved by hand does what is due, not earlier and not later; one with other times is found.

import { afterEach, describe, expect, it } from 'vitest';

import type { Model } from '../../../src/model/model.ts';
import { manualClock } from '../../../src/serve/clock.ts';
import { clockAt } from '../../../src/verify/clock/clock.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import {
  creates,
  documentOf,
  errors,
  ID,
  keys,
  machine,
  modelOf,
  moves,
  reads,
  REFUSED,
  resource,
  scheme,
  signsUp,
} from '../document.ts';
import { tampered, type Between } from '../running.ts';

interface Times {
  readonly held?: string;
  readonly token?: string;
  readonly key?: string;
  /** Nobody but its owner sees a seat. */
  readonly owned?: boolean;
}

function timed({ held = '15 minutes', token = '2 hours', key = '1 hour', owned = false }: Times): Model {
  const seat = [ID, '`place` | string(1..20) | yes | caller | not blank', '`state` | state | yes | service: state'];
  const owner = '`owner` | Person by `name` | yes | service: caller at create';
  return modelOf(
    documentOf({
      resources:
        resource('Person', ['`name` | string(1..40) | yes | caller at create']) +
        resource('Seat', owned ? [...seat, owner] : seat),
      states: machine(
        'Seat.state',
        ['`held` | initial', '`free` | any'],
        [`\`held\` | \`free\` | after ${held}`, '`free` | `held` | `POST /seats/{id}/hold`'],
        { 'Any other move': '`not_now`' },
      ),
      operations: [
        signsUp('Person'),
        creates('Seat', { Who: 'signed-in', Repeat: 'key' }, keys('Once', { 'Kept for': key })),
        reads('Seat', { Who: owned ? 'owner by Seat.owner, others see no such Seat' : 'signed-in' }),
        moves('POST /seats/{id}/hold', 'Seat.state to `held`'),
      ].join(''),
      authentication: scheme('Token', { Caller: 'Person', 'Issued by': '`POST /persons`', 'Token lifetime': token }),
      errors: errors([
        '`absent` | 404 | no such Seat',
        REFUSED,
        '`taken` | 409 | any field taken',
        '`query` | 400 | invalid query',
        '`header` | 400 | invalid header',
        '`not_now` | 409 | none',
        '`who` | 401 | no credentials, wrong token',
        '`expired` | 401 | expired token',
        '`other_body` | 409 | same key, other body',
        '`busy` | 409 | still running',
        '`no_key` | 400 | header `Once` missing',
      ]),
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
    requests: 120,
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
