// Files that are saved again and again. Input: their names. Output: their texts, once no more is written; or which of them cannot
// be read, and when it can again. A save may be a new file in the place of the old one, or come in pieces; the directory itself
// may be removed and made again. Events of the file system are hints only: what counts is the content of the files.

import { readFileSync, realpathSync, statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

export interface Watching {
  /** All of them can be read, and one has another text than in the last call. */
  settled(texts: ReadonlyMap<string, string>): void;
  /** Does a save that says the same as the one before count, too? */
  mayRepeat(): boolean;
  away(file: string, why: string): void;
  back(file: string): void;
}

/** Milliseconds without a change after which a text is whole. */
const REST = 25;
/** The same where it looks as if more were to come, or the file is not there: editors that save by rename. */
const LONG_REST = 400;
/** Milliseconds between looks where no event comes: some file systems send none. */
const POLL = 1000;
/** No document is so long, and no request is answered while a file is read. */
const MOST_OCTETS = 2 ** 20;

/** A text, and a stamp that differs from save to save; or why there is none. */
type Seen = { readonly octets: Buffer; readonly stamp?: string } | { readonly why: string };

/** Answers how to end it. `first`: what the files said when they were read last. */
export function watchFiles(
  files: readonly string[],
  directory: string,
  first: ReadonlyMap<string, string>,
  told: Watching,
): () => void {
  const paths = new Map(files.map((file) => [file, resolve(directory, file)]));
  const away = new Map<string, string>();
  let reported: ReadonlyMap<string, Seen> = new Map(
    [...first].map(([file, text]) => [file, { octets: Buffer.from(text) }]),
  );
  let whole = reported;
  let seen = reported;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const isNews = (now: ReadonlyMap<string, Seen>, before: ReadonlyMap<string, Seen>): boolean =>
    !isSame(now, before) || (told.mayRepeat() && isSavedAgain(now, before));
  const report = (): void => {
    reported = seen;
    for (const [file, each] of seen) {
      if ('why' in each) {
        if (away.get(file) !== each.why) told.away(file, each.why);
        away.set(file, each.why);
      } else if (away.delete(file)) told.back(file);
    }
    if (away.size > 0 || !isNews(seen, whole)) return;
    whole = seen;
    told.settled(new Map([...seen].map(([file, each]) => [file, textOf((each as { octets: Buffer }).octets)])));
  };
  const look = (): void => {
    timer = undefined;
    const now = new Map([...paths].map(([file, path]) => [file, lookAt(path)]));
    if (!isSame(now, seen)) since = performance.now();
    seen = now;
    if (!isNews(seen, reported)) {
      // Two saves while the first is being checked count as one.
      reported = seen;
      if (away.size === 0) whole = seen;
      return;
    }
    const left = since + restOf(seen, whole) - performance.now();
    if (left <= 0) report();
    else timer = setTimeout(look, Math.min(left, REST));
  };
  const hint = (): void => void (timer ??= setTimeout(look, 0));
  const places = watchPlaces([...paths.values()], hint);
  const poll = setInterval(() => {
    places.renew();
    hint();
  }, POLL);
  // What was saved since it was read.
  hint();
  return () => {
    clearInterval(poll);
    clearTimeout(timer);
    timer = undefined;
    places.end();
  };
}

function lookAt(path: string): Seen {
  try {
    const stat = statSync(path, { bigint: true });
    // A pipe would be waited for.
    if (!stat.isFile()) return { why: stat.isDirectory() ? 'is a directory' : 'is no file' };
    if (stat.size > MOST_OCTETS) return { why: 'is larger than any document that is watched may be, 1 MB' };
    const octets = readFileSync(path);
    if (octets.every((octet) => octet <= 32)) return { why: 'is empty' };
    textOf(octets);
    return { octets, stamp: `${stat.ino} ${stat.mtimeNs}` };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof TypeError) return { why: 'is not UTF-8 text' };
    return { why: WHY[code ?? ''] ?? `cannot be read: ${message}` };
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'is not there any more',
  ENOTDIR: 'is not there any more',
  EACCES: 'may not be read any more',
};

/** A byte order mark stays: places count from the first byte on. */
function textOf(octets: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
}

function isSame(one: ReadonlyMap<string, Seen>, other: ReadonlyMap<string, Seen>): boolean {
  return [...one].every(([file, each]) => {
    const was = other.get(file);
    if (was === undefined) return false;
    if ('why' in each || 'why' in was) return 'why' in each && 'why' in was && each.why === was.why;
    return each.octets.equals(was.octets);
  });
}

/** Where it is not known when it was saved before, it is the same save. */
function isSavedAgain(one: ReadonlyMap<string, Seen>, other: ReadonlyMap<string, Seen>): boolean {
  return [...one].some(([file, each]) => {
    const was = stampOf(other.get(file));
    return was !== undefined && stampOf(each) !== was;
  });
}

function stampOf(seen: Seen | undefined): string | undefined {
  return seen && 'stamp' in seen ? seen.stamp : undefined;
}

function restOf(seen: ReadonlyMap<string, Seen>, before: ReadonlyMap<string, Seen>): number {
  const mayGrow = [...seen].some(([file, each]) => {
    if ('why' in each) return true;
    const was = before.get(file);
    const length = was && 'octets' in was ? was.octets.length : 0;
    const isEnded = each.octets.at(-1) === 10;
    return each.octets.length < length * (isEnded ? 0.75 : 1);
  });
  return mayGrow ? LONG_REST : REST;
}

interface Places {
  /** Where a directory is another one than before. */
  renew(): void;
  end(): void;
}

/** Directories, not files: a file that is replaced takes its events with it. */
function watchPlaces(paths: readonly string[], hint: () => void): Places {
  const watched = new Map<string, { readonly id: string; readonly watcher: FSWatcher }>();
  const drop = (directory: string): void => {
    watched.get(directory)?.watcher.close();
    watched.delete(directory);
  };
  const add = (directory: string, id: string, names: ReadonlySet<string>): void => {
    try {
      const watcher = watch(directory, { persistent: false }, (_event, name) => {
        if (name === null || names.has(name)) hint();
      });
      watcher.on('error', () => drop(directory));
      watched.set(directory, { id, watcher });
    } catch {
      // Polled now and then anyway.
    }
  };
  const renew = (): void => {
    const wanted = Map.groupBy(paths.flatMap(ends), (path) => dirname(path));
    for (const directory of watched.keys()) if (!wanted.has(directory)) drop(directory);
    for (const [directory, own] of wanted) {
      const id = idOf(directory);
      if (watched.get(directory)?.id === id) continue;
      drop(directory);
      if (id !== undefined) add(directory, id, new Set(own.map((path) => basename(path))));
    }
  };
  renew();
  return {
    renew,
    end() {
      for (const directory of watched.keys()) drop(directory);
    },
  };
}

/** The path, and what it leads to where it is a link. */
function ends(path: string): readonly string[] {
  try {
    return [path, realpathSync(path)];
  } catch {
    return [path];
  }
}

function idOf(directory: string): string | undefined {
  const stat = statSync(directory, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino}`;
}
