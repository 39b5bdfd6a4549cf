// Why something was not exercised: whether there is no way to it, or the run ended before one was found.

import { afterEach, expect, it } from 'vitest';

import { whyNot, type Ended } from '../../src/verify/explore/why-not.ts';
import { obligationsOf } from '../../src/verify/obligations.ts';
import { verify } from '../../src/verify/verify.ts';
import { closed, served } from './by-hand.ts';
import { deletes, modelOf, scheme } from './document.ts';
import { INVALID, keeper, MISSING, things } from './things.ts';

afterEach(closed);

const MODEL = modelOf(things());
const NONE = 'no sequence of calls was found';

it.each<[Ended | undefined, string]>([
  [undefined, NONE],
  ['requests', `${NONE} before the run ended; a higher --requests lets it look further`],
  ['seconds', `${NONE} before the run ended; a higher --seconds lets it look further`],
])('where the run ended by %s', (ended, expected) => {
  const one = obligationsOf(MODEL).find(({ id }) => id === '4/POST /things/status/201')!;
  const allowed = { isSafeOnly: false, isLimited: false, unavailable: new Set<string>(), roles: undefined, ended };
  expect(whyNot(MODEL, one, allowed)).toBe(expected);
});

it.each([
  [{ requests: 6, time: 60_000 }, '--requests'],
  [{ requests: 10_000, time: 1 }, '--seconds'],
])('of a run that may make %j', async (budget, expected) => {
  const { notExercised } = await verify(MODEL, { url: await served(keeper()), seed: 1, ...budget });
  expect(notExercised.map(({ why }) => why).join()).toContain(`a higher ${expected}`);
});

const GUARDED = modelOf(
  things({
    authentication: scheme('Key', {
      Scheme: 'API key',
      'Sent in': 'header `X-Key`',
      Caller: 'none',
      Credentials: 'none',
      'Issued by': 'operator',
      Roles: '`admin`, `staff`',
    }),
    operations: deletes('Thing', { Who: '`admin`', Repeat: 'again' }),
    codes: [MISSING, INVALID, '`sign_in` | 401 | no credentials, wrong token', '`not_you` | 403 | not permitted'],
  }),
);

it.each([
  [['staff'], 'no caller had the role admin: --credential admin=… names one'],
  [['staff', 'admin'], 'was found'],
])('of callers who have the roles %j', async (roles, expected) => {
  const keep = keeper();
  const { notExercised } = await verify(GUARDED, {
    url: await served((asked) =>
      asked.method === 'DELETE' ? { status: 401, body: { error: 'sign_in' } } : keep(asked),
    ),
    seed: 1,
    requests: 60,
    credentials: roles.map((role) => ({ secret: role, roles: [role], row: undefined })),
  });
  const deleted = notExercised.find(({ id }) => id === '4/DELETE /things/{id}/status/204');
  expect(deleted?.why).toContain(expected);
});

it('and a run that changes nothing ends where calls show nothing new', async () => {
  let calls = 0;
  const keep = keeper();
  const url = await served((asked) => {
    calls += 1;
    return keep(asked);
  });
  await verify(MODEL, { url, seed: 1, isSafeOnly: true });
  expect(calls).toBeGreaterThan(50);
  expect(calls).toBeLessThan(500);
});
