// The documents of the tests that run: those under test/, and what the scenarios beside them make of them. Output: names and texts, each text
// once.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { check } from '../../../src/check/check.ts';
import { changed, scenariosOf } from '../../behaviour/case.ts';
import { modelOf } from '../running.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export type Fixture = readonly [name: string, source: string];

/** `isWhole`: also as each scenario changes them. */
export function fixtures(isWhole: boolean): readonly Fixture[] {
  const found = new Map<string, string>();
  for (const name of globSync('**/*.md', { cwd: ROOT }).toSorted()) {
    const source = readFileSync(join(ROOT, name), 'utf8');
    if (!found.has(source)) found.set(source, name);
    const scenarios = join(ROOT, name.replace(/\.md$/, '.http'));
    if (!isWhole || !existsSync(scenarios)) continue;
    for (const { title, changes } of scenariosOf(readFileSync(scenarios, 'utf8'))) {
      const variant = changed(source, changes);
      if (!found.has(variant)) found.set(variant, `${name}: ${title}`);
    }
  }
  return [...found].map(([source, name]): Fixture => [name, source]).filter(runs);
}

/** It has no errors, and an operation that is not held. */
function runs([name, source]: Fixture): boolean {
  const { diagnostics, operations } = check(modelOf(source, name));
  return diagnostics.every(({ severity }) => severity !== 'error') && operations.some((one) => one.runs !== 'no');
}
