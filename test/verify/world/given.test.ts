// Credentials that a person gives for a run: they let in as that person says, until the token may be over.

import { expect, it } from 'vitest';

import { judge } from '../../../src/verify/judge/judge.ts';
import { UNKNOWN } from '../../../src/verify/world/known.ts';
import { modelOf } from '../document.ts';
import { Asking, exampleOf } from '../judge/asking.ts';
import { MEMBERS } from '../members.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

it('a token that was given may be over, once the clock was moved by a good part of its life', () => {
  const { world } = new Asking(exampleOf('ticket-shop'));
  const row = world.add('User', [['id', 1]], true, true);
  world.give({ secret: 'given', roles: [], row });
  const headers = [['Authorization', 'Bearer given']] as const;
  const callerAt = (at: number): unknown => {
    world.begin(at, at);
    return world.callerOf({ method: 'GET', target: '/users', headers, body: undefined });
  };
  expect(callerAt(START)).toMatchObject({ row });
  expect(callerAt(START + DAY)).toMatchObject({ row });
  expect(callerAt(START + 2 * DAY)).toBe(UNKNOWN);
  expect(callerAt(START + 15 * DAY)).toBe(UNKNOWN);
});

it('credentials that became doubtful are in doubt no more once they have let in again', () => {
  const { world } = new Played(modelOf(MEMBERS));
  const given = { secret: 'given', roles: [], row: undefined };
  world.give(given);
  const found = (recorded: Omit<Recorded, 'target'>): readonly string[] => {
    const { call, ...rest } = exchangeOf({ target: '/own', ...recorded });
    const headers = [['Authorization', 'Bearer given']] as const;
    return judge(world, { ...rest, call: { ...call, headers } }).findings.map((one) => one.class);
  };
  const shut = { status: 401, shown: { error: 'sign_in' }, headers: [['www-authenticate', 'Bearer'] as const] };
  expect(found(shut)).toEqual(['shut door']);
  world.doubt(given);
  expect(found(shut)).toEqual([]);
  expect(found({ status: 200, shown: [] })).toEqual([]);
  expect(found(shut)).toEqual(['shut door']);
});

it.each([
  ['none', ['shut door']],
  ['not shown', []],
])('where Revoked when is %s a token may end with a further sign-in', (revoked, doubted) => {
  const { world } = new Played(modelOf(MEMBERS.replace('Revoked when: none', `Revoked when: ${revoked}`)));
  const found = (recorded: Recorded, token?: string): readonly string[] => {
    const { call, ...rest } = exchangeOf(recorded);
    const headers = token === undefined ? call.headers : [['Authorization', `Bearer ${token}`] as const];
    return judge(world, { ...rest, call: { ...call, headers } }).findings.map((one) => one.class);
  };
  const member = { name: 'ann', password: 'secret 1' };
  const signedIn = (token: string): Recorded => ({
    method: 'POST',
    target: '/sessions',
    sent: member,
    status: 201,
    shown: { token },
  });
  const shut = {
    target: '/own',
    status: 401,
    shown: { error: 'sign_in' },
    headers: [['www-authenticate', 'Bearer'] as const],
  };
  found({ method: 'POST', target: '/members', sent: member, status: 201, shown: { id: 1, name: 'ann' } });
  expect(found(signedIn('first'))).toEqual([]);
  expect(found(shut, 'first')).toEqual(['shut door']);
  expect(found(signedIn('second'))).toEqual([]);
  expect(found(shut, 'first')).toEqual(doubted);
  expect(found(shut, 'second')).toEqual(['shut door']);
  expect(found({ target: '/own', status: 200, shown: [] }, 'first')).toEqual([]);
  expect(found(shut, 'first')).toEqual(['shut door']);
});
