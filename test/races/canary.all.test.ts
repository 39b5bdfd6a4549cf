// The races find what they look for: a service that is right passes, and each deliberate mistake is found.

import { afterEach, expect, it } from 'vitest';
import { race } from './race.ts';
import type { Outcome } from './race.ts';
import { MISTAKES, wrongServer } from './wrong-server.ts';
import type { Mistake, WrongServer } from './wrong-server.ts';

let server: WrongServer | undefined;
afterEach(() => server?.stop());

async function run(mistake: Mistake | undefined, seconds: number): Promise<Outcome> {
  server = await wrongServer(mistake);
  return race({ urls: [server.url], clients: 32, seconds, explaining: 50 });
}

it('is content with a service that does one thing after the other', async () => {
  const { wrong, figures } = await run(undefined, 1);
  expect(wrong).toEqual([]);
  expect(figures.verdicts).toMatchObject({ illegal: 0, unknown: 0 });
  expect(figures.verdicts.ok).toBeGreaterThanOrEqual(10);
  expect(figures.fewest).toBeGreaterThanOrEqual(64);
});

const SAYS: Readonly<Record<Mistake, RegExp>> = {
  'reads, waits, then writes': /explains the answer marked >|moves made it/,
  'writes whole rows over each other': /explains the answer marked >/,
  'answers stale reads': /> .*"do":"read"/,
  'lists half of an update of every row': /marks beside slot/,
  'refuses, and does it all the same': /explains the answer marked >/,
  'answers, and forgets at times': /explains the answer marked >/,
  'removes twice': /"do":"delete"/,
  'lets a slot begin anew with its old lamp': /Slot slot-/,
  'creates twice at times': /was created twice/,
};

/** A mistake shows where calls come between one another, which is chance: short races, until it is seen or time is up. */
const LONGEST = 15_000;

it.each(MISTAKES)('finds a service that %s', async (mistake) => {
  const begun = performance.now();
  let said = '';
  do {
    await server?.stop();
    said = (await run(mistake, 0.5)).wrong.join('\n');
  } while (!SAYS[mistake].test(said) && performance.now() - begun < LONGEST);
  expect(said).toMatch(SAYS[mistake]);
});
