// Data without rows in the place of what is kept. In: a data directory that nobody has open any more. Out: the same name for
// new data, and another for what was there: nothing of it is lost, and the next start finds the new.

import { existsSync, renameSync, rmSync } from 'node:fs';

import type { Store } from '../../store/store.ts';

/** Beside the directory, free. */
export function asideOf(directory: string): string {
  for (let number = 1; ; number++) {
    const name = `${directory}.before-${number}`;
    if (!existsSync(name)) return name;
  }
}

/** When `open` fails, all is where it was. */
export async function startedAfresh(directory: string, aside: string, open: () => Promise<Store>): Promise<Store> {
  renameSync(directory, aside);
  try {
    return await open();
  } catch (error) {
    // Made a moment ago, and without rows.
    rmSync(directory, { recursive: true, force: true });
    renameSync(aside, directory);
    throw error;
  }
}
