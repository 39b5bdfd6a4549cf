// The addresses of a name: DNS is asked first, then the system with its own file of names. Input: a name. Output: its addresses, those of IPv4
// first; an error with a code. The system's own look-up keeps a thread for as long as it takes, of the few that hash passwords, too: a name that
// nobody answers for must not hold up other receivers, nor those who sign in.

import { lookup, Resolver } from 'node:dns/promises';

import { AtOnce } from '../at-once.ts';

/** Milliseconds for one question, and how often it is put. */
const QUESTION = { timeout: 2_000, tries: 2 };
/** Milliseconds: then the servers are read anew that this machine asks. */
const FRESH = 30_000;
/** Threads. */
const AT_ONCE = 2;

export type Resolve = (name: string) => Promise<readonly string[]>;

/** `servers`: instead of those that this machine asks. */
export function resolverOf(servers?: readonly string[]): Resolve {
  let asks = new Resolver(QUESTION);
  let until = Number.NEGATIVE_INFINITY;
  return async (name) => {
    const now = performance.now();
    if (until < now) {
      asks = new Resolver(QUESTION);
      if (servers) asks.setServers(servers);
      until = now + FRESH;
    }
    const answers = await Promise.allSettled([asks.resolve4(name), asks.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    return found.length > 0 ? found : bySystem(name);
  };
}

const turns = new AtOnce(AT_ONCE);

function bySystem(name: string): Promise<readonly string[]> {
  return turns.run(async () => {
    const found = await lookup(name, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  });
}
