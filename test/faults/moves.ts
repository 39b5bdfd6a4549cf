// An account of moves, kept outside of the service's process, and what its outbox must then hold: for each move that was answered as made
// one event, for each that was refused none, for each that nobody heard of at most one. Input: a service of moves.md. Output: what does
// not fit together.

import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FILE } from '../../src/store/sqlite/open.ts';
import { call } from '../examples/running.ts';
import { send } from './ledger.ts';

type Way = 'on' | 'off';

interface Counts {
  made: number;
  refused: number;
  /** Sent, and not answered: it may have happened. */
  underway: number;
}

interface Account {
  readonly id: number;
  readonly works: boolean;
  readonly on: Counts;
  readonly off: Counts;
}

export interface Switch {
  readonly id: number;
  readonly works: boolean;
  readonly power: Way;
}

/** A row of the outbox, in its order. */
export interface Told {
  readonly event: string;
  readonly row: Switch;
}

const EVENTS: Readonly<Record<Way, string>> = { on: 'lit', off: 'dark' };

const none = (): Counts => ({ made: 0, refused: 0, underway: 0 });

export class MoveLedger {
  readonly accounts: Account[] = [];
  readonly wrong: string[] = [];
  made = 0;
  refused = 0;

  /** Every fourth switch does not work: whoever turns it on is refused. */
  async begin(url: string, switches: number): Promise<void> {
    for (let n = 0; n < switches; n += 1) {
      const works = n % 4 !== 0;
      const { body } = await call(`${url}/switches`, 'POST', { works });
      this.accounts.push({ id: (body as Switch).id, works, on: none(), off: none() });
    }
  }

  /** Several writers turn the same few switches, so that they get in each other's way. */
  async write(url: string, connections: number, stopped: () => boolean): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const writer = async (seed: number): Promise<void> => {
      for (let turn = seed; !stopped(); turn += 1) {
        const account = this.accounts[Math.floor(Math.random() * this.accounts.length)]!;
        const way = turn % 2 === 0 ? 'on' : 'off';
        account[way].underway += 1;
        try {
          const { status, text } = await send(agent, `${url}/switches/${account.id}/${way}`, 'POST');
          this.#settle(account[way], status, text);
        } catch {
          return; // The service is gone; what was underway stays so.
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: connections }, (_, seed) => writer(seed)));
    } finally {
      agent.destroy();
    }
  }

  #settle(counts: Counts, status: number, text: string): void {
    counts.underway -= 1;
    if (status === 200) {
      counts.made += 1;
      this.made += 1;
    } else if (status === 409) {
      counts.refused += 1;
      this.refused += 1;
    } else this.wrong.push(`${status}: ${text}`);
  }

  compare(shown: readonly Switch[], told: readonly Told[]): string[] {
    const wrong = [...this.wrong];
    const power = new Map(shown.map((one) => [one.id, one.power]));
    for (const account of this.accounts) {
      const own = told.filter(({ row }) => row.id === account.id);
      const says = (text: string): void => void wrong.push(`switch ${account.id}: ${text}`);
      for (const way of ['on', 'off'] as const) {
        const { made, underway } = account[way];
        const events = own.filter(({ event }) => event === EVENTS[way]);
        if (events.length < made || events.length > made + underway)
          says(`${made} turned it ${way}, ${underway} may have, and ${events.length} are told`);
        if (events.some(({ row }) => row.power !== way)) says(`\`${EVENTS[way]}\` shows another state`);
        // What nobody heard of is settled by what is there now.
        Object.assign(account[way], { made: events.length, underway: 0 });
      }
      // It begins off, and each move leads to where the other starts.
      if (own.some(({ event }, place) => event !== EVENTS[place % 2 === 0 ? 'on' : 'off']))
        says(`told is ${own.map(({ event }) => event).join(', ')}`);
      const last = own.length % 2 === 0 ? 'off' : 'on';
      if (power.get(account.id) !== last) says(`it is ${power.get(account.id)}, and told is ${last}`);
    }
    const known = new Set(this.accounts.map(({ id }) => id));
    for (const { event, row } of told)
      if (!known.has(row.id)) wrong.push(`${event} of a switch that nobody made: ${row.id}`);
    return wrong;
  }
}

export function toldIn(directory: string): readonly Told[] {
  const file = new DatabaseSync(join(directory, FILE), { readOnly: true });
  try {
    const rows = file.prepare('SELECT event, "row" FROM _outbox ORDER BY id').all();
    return rows.map(({ event, row }) => ({ event: String(event), row: JSON.parse(String(row)) as Switch }));
  } finally {
    file.close();
  }
}
