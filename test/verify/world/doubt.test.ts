// A call of which nobody can tell what came of it leaves no more in doubt than it may have done, and only until that is seen again.

import { expect, it } from 'vitest';

import type { Reply } from '../../../src/verify/exchange.ts';
import { judge } from '../../../src/verify/judge/judge.ts';
import { deletes, modelOf } from '../document.ts';
import { MEMBERS } from '../members.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';
import { things } from '../things.ts';

const MODEL = modelOf(MEMBERS);
const ADA = { name: 'ada', password: 's3cret' };
const SIGN_IN: Recorded = { method: 'POST', target: '/sessions', sent: ADA, status: 201 };

function signedUp(): Played {
  const played = new Played(MODEL);
  played.last([{ method: 'POST', target: '/members', sent: ADA, status: 201, shown: { id: 7, name: 'ada' } }]);
  return played;
}

/** What is found where somebody is let in with that token. */
function letIn({ world }: Played, token: string): readonly string[] {
  const { call, ...rest } = exchangeOf({ target: '/own', status: 200, shown: [] });
  const headers = [['Authorization', `Bearer ${token}`]] as const;
  return judge(world, { ...rest, call: { ...call, headers } }).findings.map((one) => one.class);
}

function afterSignIn(reply: Partial<Reply>): Played {
  const played = signedUp();
  const exchange = exchangeOf(SIGN_IN);
  judge(played.world, { ...exchange, reply: { status: 201, headers: [], body: '', ...reply } });
  return played;
}

it('a sign-in without a reply lets nobody in with a token that no reply has shown', () => {
  const played = signedUp();
  judge(played.world, { ...exchangeOf(SIGN_IN), reply: { kind: 'closed', said: 'it closed' } });
  expect(letIn(played, 'wrong')).toEqual(['open door']);
});

it('a sign-in with a reply that is wrong lets in with what it has shown, and with nothing else', () => {
  const replies: readonly Partial<Reply>[] = [
    { status: 302, headers: [['set-cookie', 'session=t-1; Path=/']] },
    { status: 404, body: '{"session":{"token":"t-1"}}' },
    { status: 302, body: 'token: t-1' },
  ];
  for (const reply of replies) {
    expect(letIn(afterSignIn(reply), 't-1')).toEqual([]);
    expect(letIn(afterSignIn(reply), 'wrong')).toEqual(['open door']);
  }
});

it("credentials that come twice are no one's", () => {
  const played = signedUp();
  played.last([{ ...SIGN_IN, shown: { token: 't-1' } }]);
  const { call, ...rest } = exchangeOf({ target: '/own', status: 200, shown: [] });
  const header = ['Authorization', 'Bearer t-1'] as const;
  const classes = (headers: readonly (typeof header)[]): readonly string[] =>
    judge(played.world, { ...rest, call: { ...call, headers } }).findings.map((one) => one.class);
  expect(classes([header])).toEqual([]);
  expect(classes([header, header])).toEqual(['open door']);
});

it('that something went wrong is no token', () => {
  expect(letIn(afterSignIn({ status: 500, body: 'something went wrong' }), 'wrong')).toEqual(['open door']);
});

it('rows that may have been made are known once a list has shown all of them', () => {
  const { world } = signedUp();
  const made = exchangeOf({ method: 'POST', target: '/things', sent: { title: 'a' }, status: 201 });
  judge(world, { ...made, reply: { kind: 'closed', said: 'it closed' } });
  expect(world.hasSeenMade('Thing')).toBe(false);
  judge(world, exchangeOf({ target: '/things', status: 200, shown: [{ id: 1, title: 'a' }] }));
  expect(world.hasSeenMade('Thing')).toBe(true);
});

it('a row that may be gone is gone once a call says so', () => {
  const removing = modelOf(things({ operations: deletes('Thing') }));
  const row = { id: 7, title: 'a' };
  const read: Recorded = { target: '/things/7', status: 200, shown: row };
  const missing: Recorded = { ...read, status: 404, shown: { error: 'missing' } };
  const after = (...calls: readonly Recorded[]): readonly string[] => {
    const played = new Played(removing);
    played.judge({ method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: row });
    judge(played.world, { ...exchangeOf({ ...read, method: 'DELETE' }), reply: { kind: 'closed', said: 'it closed' } });
    return calls.flatMap((one) => played.judge(one).findings.map(({ class: kind }) => kind));
  };
  expect(after(read)).toEqual([]);
  expect(after(missing)).toEqual([]);
  expect(after(read, missing)).toEqual(['wrong status']);
  expect(after(missing, read)).toEqual(['wrong status']);
});
