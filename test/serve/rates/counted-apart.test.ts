// What is counted apart, how a limit is called in headers, and a place that nobody needs any more. Notation, part 8.

import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../../src/plan/compile.ts';
import { compileHold } from '../../../src/serve/rates/holding.ts';
import type { Taken } from '../../../src/store/places.ts';
import { modelOf } from '../../plan/plan-of.ts';
import { send, start, type Answer, type Running } from '../running.ts';
import { planOf, sourceOf } from './document.ts';

let service: Running | undefined;
afterEach(() => service?.stop());

describe('calls that are counted by two values', () => {
  it('are of one counter only where both are the same', async () => {
    service = await start(
      planOf('Calls | 1 per minute | `Account.email` and `Account.plan` | `POST /accounts` | `slow`'),
    );
    const make = (email: string, plan: string): Promise<number> =>
      send(service!, 'POST', '/accounts', { email, plan, password: 'right' }).then(({ status }) => status);
    // Written one after the other, some of them are one text.
    const apart = [
      ['a', 'bc'],
      ['ab', 'c'],
      ['abc', ''],
      ['x', 'sy'],
      ['xs', 'y'],
      ['x\u00001', 'y'],
    ] as const;
    for (const [email, plan] of apart) expect([email, await make(email, plan)]).not.toEqual([email, 429]);
    expect(await make('a', 'bc')).toBe(429);
  });
});

describe('the name of a limit in a header', () => {
  it.each([
    ['Läse "x"', '"L%C3%A4se %22x%22"'],
    ['A, b; c=1', '"A, b; c=1"'],
  ])('%s is a string of a structured field', async (name, shown) => {
    const source = sourceOf([`${name} | 9 per minute | IP address | GET | \`slow\``], '- Headers: `RateLimit`\n');
    service = await start(compile(modelOf(source)));
    const { status, headers }: Answer = await send(service, 'GET', '/notes/1');
    expect([status, headers.get('ratelimit')]).toEqual([404, `${shown};r=8;t=60`]);
  });
});

describe('a place', () => {
  it.each([true, false])(
    'is given back at once where the client went away while it was looked for: %s',
    async (isGone) => {
      let isGivenBack = false;
      let found: ((taken: Taken) => void) | undefined;
      const places = { take: (): Promise<Taken> => new Promise((resolve) => (found = resolve)) };
      const response = Object.assign(new EventEmitter(), { closed: false, destroyed: false });
      const hold = compileHold(
        { context: { addressOf: () => '127.0.0.1' }, run: {}, id: 'GET /notes' } as never,
        [{ name: 'Calls', by: [{ kind: 'address' }], cause: 'c', most: 1 }],
        { places, observing: { isOn: false, of: () => () => undefined } } as never,
      );
      const ended = hold({ exchange: { request: {}, response } } as never, () => null);
      response.closed = isGone;
      found!({ giveBack: () => (isGivenBack = true) });
      expect(await ended).toBeUndefined();
      expect(isGivenBack).toBe(isGone);
      response.emit('close');
      expect(isGivenBack).toBe(true);
    },
  );
});
