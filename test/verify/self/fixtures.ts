// The documents of the tests that run: those under test/. Output: names and texts.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { check } from '../../../src/check/check.ts';
import { modelOf } from '../running.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export type Fixture = readonly [name: string, source: string];

export function fixtures(): readonly Fixture[] {
  return globSync('**/*.md', { cwd: ROOT })
    .toSorted()
    .map((name): Fixture => [name, readFileSync(join(ROOT, name), 'utf8')])
    .filter(runs);
}

/** It has no errors, and an operation that is not held. */
function runs([name, source]: Fixture): boolean {
  const { diagnostics, operations } = check(modelOf(source, name));
  return diagnostics.every(({ severity }) => severity !== 'error') && operations.some((one) => one.runs !== 'no');
}
