// Who a token is of, where the fields of the body that sign in set nothing.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Header } from '../../../src/verify/exchange.ts';
import { wrongActors } from '../../../src/verify/explore/actors.ts';
import { modelOf, section } from '../document.ts';
import { MEMBERS, members } from '../members.ts';
import { Played, type Recorded } from '../recorded.ts';

it('is the row that has the name that was sent', () => {
  const played = new Played(modelOf(MEMBERS));
  const member = (id: number, name: string): void => {
    const sent = { name, password: `${name} s3cret` };
    const { findings } = played.judge({ method: 'POST', target: '/members', sent, status: 201, shown: { id, name } });
    expect(findings).toEqual([]);
  };
  member(7, 'ada');
  member(8, 'bob');
  for (const name of ['ada', 'bob']) {
    const sent = { name, password: `${name} s3cret` };
    played.last([{ method: 'POST', target: '/sessions', sent, status: 201, shown: { token: `t-${name}` } }]);
  }
  const owners = [...played.world.tokens].map(([text, { row }]) => [text, row?.get('id')]);
  expect(owners).toEqual([
    ['t-ada', 7],
    ['t-bob', 8],
  ]);
  expect(played.world.issued.has('t-ada')).toBe(false);
});

const CHALLENGE: readonly Header[] = [['www-authenticate', 'Bearer']];

const signedIn = (token: string): Recorded => ({
  method: 'POST',
  target: '/sessions',
  sent: { name: 'eve', password: 'eve s3cret' },
  status: 201,
  shown: { token },
});
const bearing = (token: string, rest: Recorded): Recorded => ({
  ...rest,
  brings: [['authorization', `Bearer ${token}`]],
});

it('may be a row that is gone, where nobody saw whose it is', () => {
  const leaving = section('DELETE /own', {
    Does: 'deletes Member where this = caller',
    Who: 'signed-in',
    Body: 'none',
    Repeat: 'again',
    Answers: '204 deleted, none',
  });
  const document = members({ operations: leaving });
  const played = new Played(modelOf(document));
  const calls = [
    signedIn('t-one'),
    signedIn('t-two'),
    bearing('t-one', { method: 'DELETE', target: '/own', status: 204 }),
    bearing('t-two', { target: '/own', status: 401, shown: { error: 'sign_in' }, headers: CHALLENGE }),
    bearing('t-one', { target: '/own', status: 401, shown: { error: 'sign_in' }, headers: CHALLENGE }),
  ];
  expect(calls.flatMap((call) => played.judge(call).findings)).toEqual([]);
});

const REFRESHING = modelOf(
  readFileSync(join(import.meta.dirname, '..', '..', 'parts', 'authentication', 'tokens-that-refresh.md'), 'utf8'),
);
const ANN = { email: 'ann@example.com', password: 'password 1' };
const SIGNED_UP: Recorded = {
  method: 'POST',
  target: '/users',
  sent: ANN,
  status: 201,
  shown: { id: 7, token: 't-one' },
};
const KEYED: Recorded = { method: 'POST', target: '/keys', status: 201, shown: { token: 'k-one' } };
const ME: Recorded = { target: '/me', status: 200, shown: { id: 7, email: ANN.email } };

it('is not ended by a token of another scheme, which is no further sign-in', () => {
  const played = new Played(REFRESHING);
  const calls = [SIGNED_UP, bearing('t-one', KEYED), bearing('t-one', ME)];
  expect(calls.flatMap((call) => played.judge(call).findings)).toEqual([]);
});

it('is of the row whose token was in doubt, and has let in', () => {
  const played = new Played(REFRESHING);
  played.judge(SIGNED_UP);
  played.world.setToken('t-one', { ...played.world.tokens.get('t-one')!, isEnded: undefined });
  played.judge(bearing('t-one', KEYED));
  expect(played.world.tokens.get('k-one')?.row?.get('id')).toBe(7);
});

it('may be of any row where a caller whom nobody knows was deleted', () => {
  const played = new Played(REFRESHING);
  played.judge(SIGNED_UP);
  played.world.setToken('t-two', { ...played.world.tokens.get('t-one')!, row: undefined });
  const calls = [
    bearing('t-two', { method: 'DELETE', target: '/me', status: 204 }),
    bearing('t-one', { ...ME, status: 401, shown: { error: 'unauthenticated' }, headers: CHALLENGE }),
  ];
  expect(calls.flatMap((call) => played.judge(call).findings)).toEqual([]);
});

const REFRESHED: Recorded = { method: 'POST', target: '/session/refresh', status: 200, shown: { token: 't-two' } };
const WRONG_TOKEN = { status: 401, shown: { error: 'unauthenticated' }, headers: CHALLENGE } as const;

it('lets in after it has refreshed, where each refreshes once, and does not refresh again', () => {
  const played = new Played(REFRESHING);
  const calls = [SIGNED_UP, bearing('t-one', REFRESHED), bearing('t-one', ME), bearing('t-two', ME)];
  expect(calls.flatMap((call) => played.judge(call).findings)).toEqual([]);
  const again = played.judge(bearing('t-one', { ...REFRESHED, shown: { token: 't-three' } })).findings;
  expect(again).toMatchObject([{ cause: 'wrong token' }]);
});

it('may have ended, as all that its sign-in led to, where it came to be refreshed again', () => {
  const played = new Played(REFRESHING);
  const calls = [
    SIGNED_UP,
    bearing('t-one', REFRESHED),
    bearing('t-one', { ...REFRESHED, ...WRONG_TOKEN }),
    bearing('t-one', { ...ME, ...WRONG_TOKEN }),
    bearing('t-two', { ...ME, ...WRONG_TOKEN }),
  ];
  expect(calls.flatMap((call) => played.judge(call).findings)).toEqual([]);
});

it('is tried once its caller is gone: it lets in nobody any more', () => {
  const played = new Played(REFRESHING);
  played.judge(SIGNED_UP);
  const texts = (): readonly string[] =>
    wrongActors(played.world).flatMap(({ headers }) =>
      headers.flatMap(([, value]) => JSON.stringify(value).match(/t-one/g) ?? []),
    );
  expect(texts()).toEqual([]);
  played.judge(bearing('t-one', { method: 'DELETE', target: '/me', status: 204 }));
  expect(texts()).toEqual(['t-one']);
  expect(played.judge(bearing('t-one', { ...ME, ...WRONG_TOKEN })).findings).toEqual([]);
  expect(played.judge(bearing('t-one', ME)).findings).toMatchObject([{ class: 'open door', cause: 'wrong token' }]);
});
