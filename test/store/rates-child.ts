// A process that counts calls in a database for a time: `node rates-child.ts URL CLIENTS MILLISECONDS`. Prints what each call was told, as soon as
// it was told.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../src/store/postgres/open.ts';
import type { RateAsk } from '../../src/store/rates.ts';
import { rateOf } from './rate-history.ts';

const [, , url, clients, milliseconds] = process.argv;
/** A start that does not come to its end. */
const late = Date.now() + 30_000;
/** A database that is restarted cannot be opened at once. */
const store = await opened();
const rates = store.rates!;
const end = Date.now() + Number(milliseconds);

async function opened(): ReturnType<typeof openPostgres> {
  for (;;) {
    try {
      return await openPostgres({ url: url!, tables: [], effects: [], counts: true });
    } catch (error) {
      if (Date.now() > late) throw error;
      await sleep(100);
    }
  }
}

const ask = (key: string): RateAsk => ({ rate: rateOf(key), key: createHash('md5').update(key).digest('hex') });
const any = (most: number): number => Math.floor(Math.random() * most);

/** Callers come and go: of each span of time there are others. */
function called(): readonly string[] {
  const caller = `caller ${Math.floor(Date.now() / 1500)} ${any(60)}`;
  const spare = `spare ${Math.floor(Date.now() / 2500)} ${any(20)}`;
  return [['hot'], ['hot'], ['hot', caller], [caller, 'hot'], [caller], [spare, caller], [caller, spare, 'hot']][
    any(7)
  ]!;
}

let told = '';
const print = (line: string): void => {
  if (told === '') setImmediate(() => (process.stdout.write(told), (told = '')));
  told += `${line}\n`;
};

async function client(): Promise<void> {
  while (Date.now() < end) {
    const keys = called();
    try {
      const { at, states } = await rates.admit(keys.map(ask));
      print(`${Math.round(at * 1000)}|${states.every(({ isAdmitted }) => isAdmitted) ? 1 : 0}|${keys.join('|')}`);
    } catch {
      print('failed');
      await sleep(50);
    }
    await sleep(any(20));
  }
}

await Promise.all(Array.from({ length: Number(clients) }, client));
await store.close();
