// The notation is declared in src/notation/ and nowhere else: no other file writes a list of its heads, keys or kinds that the
// compiler does not hold to the declarations.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { OPERATION } from '../../src/notation/operation.ts';
import { SECTIONS } from '../../src/notation/sections.ts';
import { writtenLists } from './lists.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

it('no other file lists what is declared', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const others = files.filter((file) => !file.startsWith('notation/'));
  expect(others.length).toBeGreaterThan(300);
  const found = others.flatMap((file) =>
    writtenLists(readFileSync(join(SOURCE, file), 'utf8'), SECTIONS).map(
      ({ line, names }) => `${file}:${line}: ${names.join(', ')}`,
    ),
  );
  expect(found).toEqual([]);
});

it.each([
  `const HEADS = ['Does', 'Who', 'Emits'];`,
  `const HEADS: readonly string[] = ['Does', 'Who', 'Emits'];`,
  `const KEYS = new Set(['does', 'who', 'emits', 'another']);`,
  `const KINDS = ['unknown fields', 'omitted fields', 'null fields'];`,
  `const RECORD: Readonly<Record<string, number>> = { 'Unknown fields': 1, 'Omitted fields': 2, 'Null fields': 3 };`,
  `call(one, { inner: ['Does', 'Who', 'Emits'] });`,
  'const TEXT = words(`Does · Who · Emits`);',
  `const TEXT = 'Does | Who | Emits';`,
])('is noticed: %s', (source) => {
  expect(writtenLists(`\n${source}`, [OPERATION])).toHaveLength(1);
  expect(writtenLists(`\n${source}`, [OPERATION])[0]!.line).toBe(2);
});

it.each([
  `const KEYS = ['does', 'who', 'emits'] as const;`,
  `const KEYS = ['does', 'who', 'emits'] satisfies readonly OperationKey[];`,
  `const KEYS: readonly OperationKey[] = ['does', 'who', 'emits'];`,
  `const FEATURES: Readonly<Record<OperationKey, number>> = { does: 1, who: 2, emits: 3 };`,
  `const TWO = ['Does', 'Who', 'Something else'];`,
])('is held by the compiler, or no list: %s', (source) => {
  expect(writtenLists(source, [OPERATION])).toEqual([]);
});
