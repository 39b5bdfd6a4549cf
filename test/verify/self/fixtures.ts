// The documents of the tests that run: those under test/, and what the scenarios of cases make of them. Output: names and texts.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { check } from '../../../src/check/check.ts';
import { changed, scenariosOf } from '../../behaviour/case.ts';
import { modelOf } from '../running.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export type Fixture = readonly [name: string, source: string];

export function fixtures(): readonly Fixture[] {
  return documents().filter(runs);
}

/** Each text once; `parts/…/x.md ## Title of the scenario`. */
export function scenarios(): readonly Fixture[] {
  const seen = new Set(documents().map(([, source]) => source));
  return documents().flatMap(([name, source]): readonly Fixture[] => {
    const file = join(ROOT, name.replace(/\.md$/, '.http'));
    if (!existsSync(file)) return [];
    return scenariosOf(readFileSync(file, 'utf8'))
      .map(({ title, changes }): Fixture => [`${name} ## ${title}`, changed(source, changes)])
      .filter((one) => seen.size < seen.add(one[1]).size && runs(one));
  });
}

function documents(): readonly Fixture[] {
  return globSync('**/*.md', { cwd: ROOT })
    .toSorted()
    .map((name): Fixture => [name, readFileSync(join(ROOT, name), 'utf8')]);
}

/** It has no errors, and an operation that is not held. */
function runs([name, source]: Fixture): boolean {
  const { diagnostics, operations } = check(modelOf(source, name.split(' ', 1)[0]));
  return diagnostics.every(({ severity }) => severity !== 'error') && operations.some((one) => one.runs !== 'no');
}
