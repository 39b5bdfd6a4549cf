// Data without rows in the place of what is kept. Input: a data directory that no process has open any more. Output: the same
// name for new data, and another for what was there: nothing of it is lost, and the next start finds the new.

import { existsSync, renameSync, rmSync } from 'node:fs';

import type { Store } from '../../store/store.ts';

/** Beside the directory, free. */
export function asideOf(directory: string, word = 'before'): string {
  for (let number = 1; ; number++) {
    const name = `${directory}.${word}-${number}`;
    if (!existsSync(name)) return name;
  }
}

/** The rows are there under their other name, and are not to be begun anew under the old one. */
export class NotPutBack extends Error {
  override readonly name = 'NotPutBack';
}

/** When `open` fails, all is where it was; or rejects with NotPutBack. */
export async function startedAfresh(directory: string, aside: string, open: () => Promise<Store>): Promise<Store> {
  renameSync(directory, aside);
  try {
    return await open();
  } catch (error) {
    const left = putBack(directory, aside);
    if (left === undefined) throw error;
    throw new Error(`${textOf(error)}; what was begun cannot be removed, and is in ${left}`, { cause: error });
  }
}

/** Answers where what was begun, which has no rows, still is. */
function putBack(directory: string, aside: string): string | undefined {
  const begun = asideOf(directory, 'begun');
  try {
    // Named away before it is removed: that is done as a whole, or not at all.
    if (existsSync(directory)) renameSync(directory, begun);
    renameSync(aside, directory);
  } catch (error) {
    throw new NotPutBack(
      `the rows are in ${aside}, which cannot be called ${directory} again (${textOf(error)}): nothing can be read or kept; stop, give it its name, and start with the document of before`,
      { cause: error },
    );
  }
  try {
    rmSync(begun, { recursive: true, force: true });
    return undefined;
  } catch {
    return begun;
  }
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
