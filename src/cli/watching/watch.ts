// `serve --watch`: a document that is saved is served at once, where nothing is lost by it. Input: what is served, and where its
// rows are. Output: the service follows the file; lines on stderr say what changed, or why the earlier document is still served.
// docs/watch.md

import { setTimeout as sleep } from 'node:timers/promises';

import { StillBusy } from '../../serve/serve.ts';
import type { Service } from '../../serve/serve.ts';
import { CannotOpen, DoesNotFit, OthersServe } from '../../store/store.ts';
import { putRows } from '../../serve/given-rows.ts';
import type { Successor } from '../../store/store.ts';
import { keepClock } from '../clock.ts';
import { Refusal } from '../console.ts';
import type { Console } from '../console.ts';
import type { Trouble } from '../../page/page.ts';
import type { Data } from '../serving/data.ts';
import type { Shown } from '../serving/shown.ts';
import { needsOf, openData, plannedFor } from '../serving/store.ts';
import type { Settings } from '../settings.ts';
import { watchFiles } from './files.ts';
import { asideOf, NotPutBack, startedAfresh } from './fresh.ts';
import { rowsAtStake } from './at-stake.ts';
import type { DocumentReader, Read } from './document-reader.ts';
import type { Texts } from './texts.ts';
import { typedInto } from './typed.ts';
import type { Typed } from './typed.ts';

export interface WatchOptions {
  readonly file: string;
  /** What is served, and what the files said then. */
  readonly first: Read;
  readonly texts: Texts;
  readonly reader: DocumentReader;
  readonly shown: Shown;
  readonly service: Service;
  readonly data: Data;
  readonly directory: string;
  readonly settings: Settings;
  /** Shows at length how the rows differ. */
  readonly command: string;
  readonly console: Console;
}

interface Watching extends WatchOptions {
  readonly typed: Typed;
  /** As the thread that reads it gave it. */
  served: Read;
}

/** Milliseconds between two tries while requests of the earlier document still run, or other processes serve it. */
const AGAIN = 200;
/** How often it is tried while other processes serve a document that allows more. */
const MOST_TRIES = 6;

/** Answers how to end it; resolves when nothing of it runs any more. */
export function watchDocument(given: WatchOptions): () => Promise<void> {
  const { file, texts: first, reader, settings, shown, console } = given;
  const typed = typedInto(console.typing);
  const options: Watching = { ...given, typed, served: given.first };
  const state: { newest: Texts | undefined; isEnded: boolean } = { newest: undefined, isEnded: false };
  let working: Promise<void> | undefined;
  const isNewest = (): boolean => state.newest === undefined && !state.isEnded;

  const work = async (): Promise<void> => {
    while (state.newest !== undefined && !state.isEnded) {
      const texts = state.newest;
      state.newest = undefined;
      const offer = await follow(options, texts, isNewest);
      if (offer && isNewest()) typed.listen((line) => line === 'r' && begin(() => afresh(options, offer)));
    }
  };
  const begin = (run: () => Promise<void>): void => {
    typed.ignore();
    const before = working ?? Promise.resolve();
    working = before.then(run).catch((error: unknown) => {
      const isGone = error instanceof NotPutBack;
      refuse(options, isGone ? error.message : `${file} is served as before: ${messageOf(error)}`);
    });
  };
  /** What was so before a file went away, and which are away. */
  let before: Trouble | undefined;
  const away = new Map<string, Trouble>();
  const ended = watchFiles([file, ...(settings.assume ?? [])], console.directory, first, {
    settled(texts) {
      state.newest = texts;
      reader.hurry();
      begin(work);
    },
    mayRepeat: () => shown.trouble() !== undefined,
    away(name, why) {
      if (away.size === 0) before = shown.trouble();
      away.set(name, refuse(options, `${name} ${why}; what was read before is served on`));
    },
    back(name) {
      away.delete(name);
      console.err(`${name} is back`);
      shown.refuse([...away.values()].at(-1) ?? before);
    },
  });
  console.err(`watching ${[...first.keys()].join(', ')}`);
  return async () => {
    state.isEnded = true;
    ended();
    typed.end();
    reader.end();
    await working;
  };
}

/** Answers what could be served if the rows were put aside. */
async function follow(options: Watching, texts: Texts, isNewest: () => boolean): Promise<Read | undefined> {
  const { file, reader, settings, shown, console, served: before } = options;
  const since = performance.now();
  const isColoured = console.paintErr('red', 'x') !== 'x';
  const next = await reader.read({ file, texts, assume: settings.assume ?? [] }, isColoured, before);
  if (!isNewest()) return undefined;
  if (next.kind === 'ended') {
    refuse(options, `${file} ${next.why}; what was read before is served on`);
    return undefined;
  }
  if (next.kind === 'faulty') {
    for (const text of next.told) console.err(text);
    refuse(options, `${file} has ${next.errors}; what was read before is served on`, next.frames);
    return undefined;
  }
  const isOther = before.planJson !== next.planJson;
  const went = isOther ? await changed(options, next, isNewest) : 'served';
  if (went === 'given up') return undefined;
  if (went !== 'served') {
    await refused(options, next, went);
    return options.settings.database === undefined && went instanceof DoesNotFit ? next : undefined;
  }
  const mended = shown.trouble() !== undefined;
  serves(options, next);
  tell(options, next, since, mended);
  return undefined;
}

function serves(options: Watching, next: Read): void {
  options.served = next;
  options.shown.replace(next);
}

type Went = 'served' | 'given up' | CannotOpen;

async function changed(
  { service, data, settings, console }: WatchOptions,
  { plan: read }: Read,
  isNewest: () => boolean,
): Promise<Went> {
  const planned = plannedFor(read, settings);
  let isTold = false;
  for (let tries = 1; isNewest(); tries++) {
    try {
      const { isBeside, examine, open }: Successor = data.current().successor!(needsOf(planned));
      if (tries === 1) await examine?.();
      await service.change({
        room: isBeside ? 'beside' : 'still',
        async open() {
          const store = await open((next) => putRows(planned, next, () => data.clock.now()));
          data.replace(store);
          return { plan: planned, store };
        },
      });
      return 'served';
    } catch (error) {
      if (error instanceof OthersServe && tries < MOST_TRIES) {
        // Two processes that try in step would always be in each other's way.
        await sleep(AGAIN * (1 + 2 * Math.random()));
        continue;
      }
      if (error instanceof CannotOpen) return error;
      if (!(error instanceof StillBusy)) throw error;
      if (!isTold) console.err('waits until requests that run have ended');
      isTold = true;
      await sleep(AGAIN);
    }
  }
  return 'given up';
}

function tell({ file, console }: WatchOptions, after: Read, since: number, mended = false): void {
  const lines = after.changes;
  const took = `${Math.round(performance.now() - since)} ms`;
  console.err(
    [
      lines.length === 1 && !lines[0]!.startsWith(' ')
        ? `${file}${mended ? ' is served again' : ''}: ${lines[0]} (${took})`
        : `${file} is served (${took})`,
      ...lines.filter((line) => line.startsWith(' ')),
      ...after.newWarnings,
    ].join('\n'),
  );
}

async function refused(options: Watching, next: Read, why: CannotOpen): Promise<void> {
  const { file, directory, settings, command, console, shown } = options;
  if (!(why instanceof DoesNotFit))
    return void refuse(options, `${why.message} What was read before is served on; save ${file} again to try again.`);
  const rows = await rowsAtStake(directory, next.plan, settings, console.paintErr);
  const what = `${file} does not fit the rows that are kept; the document as it was before is still served`;
  shown.refuse({ what, frames: [why.message] });
  console.err([what, ...(rows ?? [`  ${why.message}`])].join('\n'));
  console.err(
    settings.database === undefined
      ? `${begins(options)}; or change the document; or stop, and run ${command} to see what can be done`
      : `no rows are put aside here, since other processes may serve the same database: change the document, or name another database, or another schema with ?options=-csearch_path%3DNAME; or run ${command} to see what can be done`,
  );
}

/** How to begin without rows: an `r` is offered where it can be typed. */
function begins({ directory, typed }: Watching): string {
  const aside = asideOf(directory);
  switch (typed.can()) {
    case 'now':
      return `type r and Enter to begin without rows and put ${directory} aside as ${aside}`;
    case 'behind':
      return `fg, then type r and Enter to begin without rows and put ${directory} aside as ${aside}`;
    case 'never':
      return `nothing can be typed here: to begin without rows, stop, move ${directory} to ${aside}, and start again`;
  }
}

/** In the terminal, and on the operator's page. */
function refuse({ console, shown }: WatchOptions, what: string, frames: readonly string[] = []): Trouble {
  const trouble = { what, frames };
  console.err(what);
  shown.refuse(trouble);
  return trouble;
}

async function afresh(options: Watching, next: Read): Promise<void> {
  const { service, data, directory, settings, command, console, served: before } = options;
  // Otherwise a new directory would take the place to which the missing one is put back.
  if (!(await data.current().ready()))
    return void refuse(options, `the data in ${directory} is not there: nothing is put aside, and nothing is changed`);
  const aside = asideOf(directory);
  let failed: string | undefined;
  const since = performance.now();
  const { clock } = data;
  const planned = plannedFor(next.plan, settings);
  await service.change({
    room: 'closed',
    async open() {
      const served = await startedAfresh(directory, aside, async () => {
        const store = await openData(directory, planned, settings, command);
        try {
          await keepClock(clock, store);
        } catch (error) {
          await store.close();
          throw error;
        }
        return store;
      }).then(
        (store) => ({ plan: planned, store }),
        async (error: unknown) => {
          // What is opened now would begin without rows.
          if (error instanceof NotPutBack) throw error;
          failed = messageOf(error);
          const earlier = plannedFor(before.plan, settings);
          return { plan: earlier, store: await openData(directory, earlier, settings, command) };
        },
      );
      data.replace(served.store);
      return served;
    },
  });
  if (failed !== undefined)
    return console.err(`${directory} cannot be put aside: ${failed.replace(/\.$/, '')}; nothing is changed`);
  serves(options, next);
  console.err(`the earlier rows are in ${aside}; ${directory} is new`);
  tell(options, next, since);
}

function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return error instanceof Error ? error.message : String(error);
}
