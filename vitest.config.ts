// Four tiers: `*.test.ts` is fast, `*.all.test.ts` needs real servers, `*.gate.test.ts` measures and runs alone, `*.long.test.ts`
// takes long. What tries only a part (test/trials.ts) runs in the next tier again.
import { accessSync, constants, globSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

const tier = process.env['NINEFOLD_TIER'] ?? 'fast';
const slow = { all: ['test/**/*.all.test.ts'], gate: ['test/**/*.gate.test.ts'], long: ['test/**/*.long.test.ts'] };
const include = {
  fast: ['test/**/*.test.ts'],
  ...slow,
  all: [...slow.all, ...having('test/**/*.test.ts', /from '[^']*\/trials\.ts'|\bhasPostgres\b/)],
  long: [
    ...slow.long,
    ...[slow.all[0]!, 'test/**/*.test.ts'].flatMap((files) => having(files, /\b(?:inLong|oneUntilLong)\b/)),
  ],
}[tier];
if (!include) throw new Error(`NINEFOLD_TIER is ${tier}, expected fast, all, gate or long`);

export default defineConfig({
  test: {
    include,
    env: tier === 'fast' ? inMemory() : {},
    exclude: tier === 'fast' ? Object.values(slow).flat() : [],
    setupFiles: ['test/cheap-scrypt.ts'],
    pool: 'forks',
    experimental: { viteModuleRunner: false },
    // Loading the program anew for each of some hundred files would take a third of the time; nothing in it is global.
    isolate: tier !== 'fast',
    maxWorkers: 2,
    // Some tests hold bounds of time; a shared machine may be slow for a moment, not three times in a row.
    retry: process.env['CI'] ? 2 : 0,
    hookTimeout: 60_000,
    testTimeout: tier === 'long' ? 3_600_000 : tier === 'all' ? 120_000 : 20_000,
  },
});

/** Files of other tiers that run in this one again; a text of theirs says so. */
function having(files: string, text: RegExp): readonly string[] {
  const others = Object.values(slow).flat();
  return globSync(files, { cwd: import.meta.dirname, exclude: others.filter((one) => one !== files) }).filter((file) =>
    text.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
}

/** A folder for files in memory, where the system has one with room; the other tiers wait for the disk. */
function inMemory(): Record<string, string> {
  const folder = '/dev/shm';
  if (process.env['TMPDIR'] !== undefined) return {};
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 1024 ** 3 ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}
