// Every behaviour of a service is the same on PostgreSQL: all of test/serve, and of test/parts/*/*.http what the fast tier tries, once more
// with the other engine. In the tier `long` all of these, too.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPostgres } from '../store/postgres.ts';
import { inLong } from '../trials.ts';

const TRIALS = ['few', 'many'][inLong(0, 1)]!;

const root = join(import.meta.dirname, '..', '..');

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

test.skipIf(!hasPostgres)(
  'everything that is served from SQLite is served from PostgreSQL',
  () => {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const { stdout } = spawnSync(process.execPath, [vitest, 'run', 'test/serve', 'test/behaviour', '--reporter=json'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: {
        ...process.env,
        NINEFOLD_TIER: 'fast',
        TEST_ENGINE: 'postgres',
        TEST_TRIALS: TRIALS,
      },
    });
    const { numPassedTests, testResults } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
    const failed = testResults.flatMap(({ message, assertionResults }) => [
      ...(message === '' ? [] : [message]),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n').slice(0, 600)}`),
    ]);
    expect(failed).toEqual([]);
    expect(numPassedTests).toBeGreaterThan(1_000);
  },
  900_000,
);
