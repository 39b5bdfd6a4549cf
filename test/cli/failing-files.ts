// Calls of the file system that fail, also for a user who may do everything: a directory that another file system is mounted on cannot be
// removed, a full disk takes no new one. Input: which call, and for which paths. Output: it fails until all is mended.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

type Call = 'mkdirSync' | 'renameSync' | 'rmSync';

/** `most`: so many times. */
export function failing(name: Call, isMeant: (path: string) => boolean, code = 'EBUSY', most: number = Infinity): void {
  const own = fs[name] as (...given: unknown[]) => undefined;
  let left = most;
  vi.spyOn(fs, name).mockImplementation((...given: unknown[]) => {
    if (!isMeant(String(given[0])) || --left < 0) return own(...given);
    throw Object.assign(new Error(`${code}: '${String(given[0])}'`), { code });
  });
  syncBuiltinESMExports();
}

export function mendFiles(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}
