// What an exchange exercises: a cause only where the reply shows that it was met.

import { expect, it } from 'vitest';

import type { Reply } from '../../../src/verify/exchange.ts';
import { judge } from '../../../src/verify/judge/judge.ts';
import { modelOf } from '../document.ts';
import { MEMBERS } from '../members.ts';
import { exchangeOf, Played } from '../recorded.ts';

const MODEL = modelOf(MEMBERS.replace('Token lifetime: none', 'Token lifetime: 2 hours'));
const REFUSED = { status: 401, shown: { error: 'sign_in' }, headers: [['www-authenticate', 'Bearer'] as const] };

/** Those that somebody exercises who is not let in with the token. */
function causesOf(played: Played, token: string): readonly string[] {
  const { call, ...rest } = exchangeOf({ target: '/own', ...REFUSED });
  const headers = [['Authorization', `Bearer ${token}`] as const];
  const { findings, exercised } = judge(played.world, { ...rest, call: { ...call, headers } });
  expect(findings).toEqual([]);
  return exercised.filter((id) => id.includes('/cause/'));
}

it('the cause that surely holds', () => {
  expect(causesOf(new Played(MODEL), 'wrong')).toEqual(['4/GET /own/cause/wrong token']);
});

it('no cause where another one fits as well', () => {
  const played = new Played(MODEL);
  const { call, from, to } = exchangeOf({ method: 'POST', target: '/sessions', sent: {}, status: 201 });
  // Nobody can tell whether it issued this token, nor since when.
  const reply: Reply = { status: 302, headers: [['set-cookie', 'token=t-1']], body: '' };
  judge(played.world, { call, reply, from, to });
  expect(causesOf(played, 't-1')).toEqual([]);
});
