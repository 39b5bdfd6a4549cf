// The notation is declared in src/notation/ and nowhere else: no other file writes a list of its heads, keys or kinds that the
// compiler does not hold to the declarations, and none compares the kind of what is declared.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { EFFECT_TRAITS } from '../../src/analysis/document/effect-traits.ts';
import { supportedFeatures } from '../../src/analysis/document/supported.ts';
import { TYPE_TRAITS } from '../../src/analysis/document/type-traits.ts';
import type { FactKind } from '../../src/analysis/document/gap-effects.ts';
import { kindOf } from '../../src/notation/declaration.ts';
import { CAUSES } from '../../src/notation/values/cause-kinds.ts';
import { OPERATION } from '../../src/notation/operation.ts';
import { SECTIONS } from '../../src/notation/sections.ts';
import { writtenLists } from './lists.ts';

/** The kinds of effects, of types and of causes, and what a statement may need to run. */
const OTHERS = [
  new Set(Object.keys(EFFECT_TRAITS)),
  new Set(Object.keys(TYPE_TRAITS)),
  new Set(Object.keys(CAUSES)),
  new Set<string>(supportedFeatures().map(({ name }) => name)),
];

/** Folders that work with the kinds of values; others have words of JSON Schema, of SQL, of the plan. */
const AFTER_READING = /^(?:link|judge|analysis|check|print|plan\/endpoints)\//;

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

it('no other file lists what is declared', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const others = files.filter((file) => !file.startsWith('notation/') && file !== 'analysis/document/features.ts');
  expect(others.length).toBeGreaterThan(300);
  const found = others.flatMap((file) =>
    writtenLists(readFileSync(join(SOURCE, file), 'utf8'), SECTIONS, AFTER_READING.test(file) ? OTHERS : []).map(
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
  `const KEYS = ['does', 'who', 'emits'] as const;`,
  `const KEYS = new Set<string>(['does', 'who', 'emits']);`,
  `const KEYS: ReadonlySet<string> = new Set(['does', 'who', 'emits']);`,
  `const KEYS = new Map([['does', 1], ['who', 2], ['emits', 3]]);`,
  `const HEADS: ReadonlyMap<string, OperationKey> = new Map([['Does', 'does'], ['Who', 'who'], ['Emits', 'emits']]);`,
  `type Keys = 'does' | 'who' | 'emits';`,
  `const FORM = /^(?:does|who|emits)$/;`,
  `call(one, ['does', 'who', 'emits'].includes(two));`,
  'const TEXT = words(`Does · Who · Emits`);',
  `const TEXT = 'Does | Who | Emits';`,
])('is noticed: %s', (source) => {
  expect(writtenLists(`\n${source}`, [OPERATION])).toHaveLength(1);
  expect(writtenLists(`\n${source}`, [OPERATION])[0]!.line).toBe(2);
});

it.each([
  `const KEYS = ['does', 'who', 'emits'] satisfies readonly OperationKey[];`,
  `const KEYS: readonly OperationKey[] = ['does', 'who', 'emits'];`,
  `const FEATURES: Readonly<Record<OperationKey, number>> = { does: 1, who: 2, emits: 3 };`,
  `const KEYS: ReadonlySet<OperationKey> = new Set(['does', 'who', 'emits']);`,
  `const KEYS = new Set<OperationKey>(['does', 'who', 'emits']);`,
  `const KEYS: ReadonlyMap<OperationKey, string> = new Map([['does', 'a'], ['who', 'b'], ['emits', 'c']]);`,
  `const TWO = ['Does', 'Who', 'Something else'];`,
])('is held by the compiler, or no list: %s', (source) => {
  expect(writtenLists(source, [OPERATION])).toEqual([]);
});

it('kinds of effects are noticed, too', () => {
  const effects = [new Set(Object.keys(EFFECT_TRAITS))];
  expect(
    writtenLists(`const ONE: ReadonlySet<string> = new Set(['reads', 'updates', 'moves']);`, [], effects),
  ).toHaveLength(1);
  expect(
    writtenLists(`const ONE: ReadonlySet<Effect['kind']> = new Set(['reads', 'updates', 'moves']);`, [], effects),
  ).toEqual([]);
});

it('the kind of what is declared is compared with no text', () => {
  const kind: FactKind = kindOf(OPERATION.who);
  // @ts-expect-error: a comparison of these does not compile (decision 0030)
  expect(kind === 'who').toBe(true);
});
