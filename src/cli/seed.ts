// `ninefold seed FILE DATA.json --url URL`: rows into a running service through the document's own operations. Input: a document,
// a file of rows, an address. Output: how many are in; a line for each that is not, with its place. Decision 0018.

import { counted } from '../base/counted.ts';
import { closeSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { versionSent } from '../calls/version.ts';
import { check } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import { plan } from '../plan/compile.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { assumedFiles, openDocument, whyNotOpened } from './documents.ts';
import { takeLock } from './lock.ts';
import { progressOf } from './progress.ts';
import { refuseErrors } from './refusals.ts';
import { Client } from './seeding/client.ts';
import { type Credential, givenCredential, signedIn } from './seeding/credential.ts';
import { Journal } from './seeding/journal.ts';
import type { Kept } from './seeding/journal.ts';
import { look } from './seeding/look.ts';
import type { DataFile, Looked } from './seeding/look.ts';
import { Ways } from './seeding/operations.ts';
import { sendRows } from './seeding/send.ts';
import { Tally } from './seeding/tally.ts';
import { serviceAddress } from './service-address.ts';

type Flags = Readonly<Record<string, unknown>>;

/** Milliseconds before each further try: about a quarter of a minute together. */
const WAITS = [100, 200, 400, 800, 1600, 3200, 5000, 5000];
const MOST_AT_ONCE = 64;
/** The most rows that are gone from the file and named. */
const NAMED = 5;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

interface Wanted {
  readonly url: URL;
  readonly atOnce: number;
  readonly isDry: boolean;
  readonly flags: Flags;
  readonly waits: readonly number[];
}

export async function seed(
  [document = '', name = '']: readonly string[],
  flags: Flags,
  console: Console,
  waits: readonly number[] = WAITS,
): Promise<number> {
  const wanted: Wanted = {
    url: serviceAddress(flags['url']),
    atOnce: atOnceOf(flags['atOnce']),
    isDry: flags['dryRun'] === true,
    flags,
    waits,
  };
  const model = openDocument(document, console, 2, assumedFiles(flags));
  refuseErrors(check(model), model, console, 'sent');
  const data: DataFile = { file: openData(name, console), shown: name };
  try {
    if (!wanted.isDry) return await withJournal(model, data, wanted, console);
    const looked = lookedAt(model, data, undefined, wanted, console);
    console.out(`${data.shown} fits: ${counted(looked.rows, 'row')}; nothing was sent`);
    return 0;
  } finally {
    closeSync(data.file);
  }
}

async function withJournal(model: Model, data: DataFile, wanted: Wanted, console: Console): Promise<number> {
  const { flags, url } = wanted;
  const shown = typeof flags['journal'] === 'string' ? flags['journal'] : `${data.shown}.seed`;
  const path = resolve(console.directory, shown);
  const free = takeLock(`${path}.lock`, {
    patience: 0,
    held: (lock, holder) => `another run of seed is on its way (${lock} says: ${holder}); delete that file if none is`,
  });
  try {
    const { journal, kept } = Journal.open(path, shown, url.href, flags['again'] === true);
    try {
      const looked = lookedAt(model, data, kept, wanted, console);
      return await send(data, looked, { journal, kept, shown }, wanted, console);
    } finally {
      journal.close();
    }
  } finally {
    free();
  }
}

/** Refused with all that is wrong with it, before anything is sent. */
function lookedAt(
  model: Model,
  data: DataFile,
  kept: Kept | undefined,
  { flags }: Wanted,
  console: Console,
): Looked & { readonly ways: Ways } {
  const ways = new Ways(model, plan(model));
  const progress = progressOf('looked at', console);
  const found = look({ data, ways, kept, sendsUnknown: flags['sendUnknown'] === true, progress });
  if (!('faults' in found)) return { ...found, ways };
  for (const fault of found.faults) console.err(fault);
  if (found.more !== '') console.err(found.more);
  throw new Refusal(1, `${data.shown} does not fit the document; nothing was sent`);
}

interface Notes {
  readonly journal: Journal;
  readonly kept: Kept;
  readonly shown: string;
}

async function send(
  data: DataFile,
  looked: Looked & { readonly ways: Ways },
  { journal, kept, shown }: Notes,
  { url, atOnce, flags, waits }: Wanted,
  console: Console,
): Promise<number> {
  const lost = kept.in.total;
  if (lost > 0) {
    const where = journal.whereabouts(kept.in, NAMED);
    const more = lost - where.length;
    const which = [...where, ...(more > 0 ? [where.length > 0 ? `${more} more` : counted(more, 'row')] : [])].join(
      ', ',
    );
    throw new Refusal(
      1,
      `${data.shown} has no more what ${shown} says is in: ${which}; nothing was sent, for a row that was changed since would be made a second time. Write each as it was (its label does not count), and change it in the service; --again would send all ${counted(looked.rows, 'row')} of the file, also those that are in`,
    );
  }
  const { ways } = looked;
  const tally = new Tally(data, console);
  const client = new Client(url, atOnce, versionSent(ways.plan));
  const base = `${url.pathname.replace(/\/+$/, '')}${ways.plan.base.replace(/\/+$/, '')}`;
  const credential = await sentBy(ways, client, base, flags, console).catch((error: unknown) => {
    client.close();
    throw error;
  });
  const stop = stopping(console);
  try {
    await sendRows({
      credential,
      data,
      ways,
      looked,
      kept,
      journal,
      client,
      base,
      atOnce,
      stopsAtFailure: flags['stop'] === true,
      waits,
      tally,
      progress: progressOf('sent', console),
      isStopped: stop.isStopped,
    });
  } finally {
    stop.end();
    client.close();
    console.out(tally.line);
    if (tally.hasUnknown) {
      console.err(
        `unknown: look whether the service has them; --send-unknown sends them once more, what is taken out of ${data.shown} is left alone`,
      );
    }
  }
  return tally.isAllIn && !stop.isStopped() ? 0 : 1;
}

/** Who sends the rows; undefined: nobody is named. */
async function sentBy(
  ways: Ways,
  client: Client,
  base: string,
  flags: Flags,
  console: Console,
): Promise<Credential | undefined> {
  const { credential, signIn: name } = flags;
  if (typeof name !== 'string') return givenCredential(ways.plan, credential, console);
  if (credential !== undefined) throw new Refusal(2, 'give --credential or --sign-in, not both');
  const file = openData(name, console);
  try {
    return await signedIn({ file, shown: name, ways, client, base });
  } finally {
    closeSync(file);
  }
}

/** After the first signal requests under way can end, the second does not wait. */
function stopping(console: Console): { isStopped: () => boolean; end: () => void } {
  let isStopped = false;
  const stop = (): void => {
    if (isStopped) process.exit(1);
    isStopped = true;
    console.err('stopping; run again to go on from here');
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    isStopped: () => isStopped,
    end: () => {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}

function atOnceOf(given: unknown): number {
  if (given === undefined) return 1;
  const number = /^\d{1,3}$/.test(String(given)) ? Number(given) : 0;
  if (number >= 1 && number <= MOST_AT_ONCE) return number;
  throw new Refusal(2, `--at-once is ${JSON.stringify(given)}, expected a number from 1 to ${MOST_AT_ONCE}`);
}

/** It is read twice. */
function openData(name: string, console: Console): number {
  const path = resolve(console.directory, name);
  try {
    if (!statSync(path).isFile()) throw new Error('it is no file');
    return openSync(path, 'r');
  } catch (error) {
    throw new Refusal(2, `cannot open ${name}: ${whyNotOpened(error)}`);
  }
}
