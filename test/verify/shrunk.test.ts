// What is shown of a failure where callers sign in: no more than one of them is needed.

import { afterEach, expect, it } from 'vitest';

import { closed, served } from './by-hand.ts';
import { MEMBERS, signingIn } from './members.ts';
import { seen, verdictOn } from './things.ts';

afterEach(closed);

it('is nothing of a service that does what is stated', async () => {
  expect(seen(await verdictOn(MEMBERS, await served(signingIn((listed) => listed))))).toEqual([]);
});

it('signs nobody in for calls that anyone may make', async () => {
  // By then several have signed in, each in a call of the one before.
  let reads = 0;
  const url = await served(signingIn((listed) => ((reads += 1) > 8 ? { ...listed, status: 206 } : listed)));
  const { findings } = await verdictOn(MEMBERS, url);
  const [first] = findings.filter(({ operation }) => operation === 'GET /own');
  const calls = first!.exchanges.map(({ call }) => `${call.method} ${call.target}`);
  expect(calls).toEqual(['POST /members', 'POST /sessions', 'GET /own']);
});
