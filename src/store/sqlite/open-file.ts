// Is the file that is open still the one that stands in its place? In: its path, just after it was opened. Out: yes or no. A
// file that was removed, or moved with its directory, takes what is written to it, and it is gone with the process.

import { statSync } from 'node:fs';

export interface OpenFile {
  isThere(): boolean;
}

export function fileOf(path: string): OpenFile {
  const opened = statSync(path, { bigint: true });
  return {
    isThere() {
      try {
        const now = statSync(path, { bigint: true, throwIfNoEntry: false });
        return now?.ino === opened.ino && now.dev === opened.dev;
      } catch {
        return false;
      }
    },
  };
}
