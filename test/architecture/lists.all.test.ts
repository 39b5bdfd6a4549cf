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
import { DECLARATIONS, PLACES, SECTIONS } from '../../src/notation/sections.ts';
import { TRAITS_IN_WORDS } from '../../src/notation/traits.ts';
import { OUTCOMES } from '../../src/notation/values/answers.ts';
import { writtenLists } from './lists.ts';

/** Names of the notation that are not those of one section. */
const ALWAYS = [
  new Set(DECLARATIONS.map(({ head }) => head)),
  new Set(DECLARATIONS.flatMap(({ spellings = [] }) => spellings)),
  new Set(PLACES.flatMap(({ table }) => (table ? [table.head, ...(table.spellings ?? [])] : []))),
  new Set(Object.keys(TRAITS_IN_WORDS)),
];

/** Kinds of values; in `serve` and `store` these are words of the plan. */
const IN_READING = [...ALWAYS, new Set(Object.keys(EFFECT_TRAITS))];

/** The kinds of types and of causes, what became of a call, and what a statement may need to run, too. */
const OTHERS = [
  ...IN_READING,
  new Set(Object.keys(TYPE_TRAITS)),
  new Set(Object.keys(CAUSES)),
  new Set<string>(OUTCOMES),
  new Set<string>(supportedFeatures().map(({ name }) => name)),
];

/** By file: what else its words are, and what holds them. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  // Symbols of the grammar, which test/read/everyday.test.ts holds to it.
  'base/synonyms.ts': ['who, repeat, order'],
};

/** Folders that work with the kinds of values; others have words of JSON Schema, of SQL, of the plan. */
const AFTER_READING = /^(?:link|judge|analysis|check|print|plan\/endpoints)\//;

function groupsFor(file: string): readonly ReadonlySet<string>[] {
  if (AFTER_READING.test(file)) return OTHERS;
  return file.startsWith('read/') ? IN_READING : ALWAYS;
}

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

// It parses all sources: seven seconds where nothing else runs.
it('no other file lists what is declared', { timeout: 60_000 }, () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const others = files.filter((file) => !file.startsWith('notation/') && file !== 'analysis/document/features.ts');
  expect(others.length).toBeGreaterThan(300);
  const found = others.flatMap((file) =>
    writtenLists(readFileSync(join(SOURCE, file), 'utf8'), SECTIONS, groupsFor(file))
      .filter(({ names }) => !OTHER_WORDS[file]?.includes(names.join(', ')))
      .map(({ line, names }) => `${file}:${line}: ${names.join(', ')}`),
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
  // Objects whose keys no type says.
  `const X = { does: 1, who: 2, emits: 3 };`,
  `export const X = Object.freeze({ does: 1, who: 2, emits: 3 });`,
  `const X: Readonly<Record<string, number>> = { does: 1, who: 2, emits: 3 };`,
  `const X: { readonly [key: string]: number } = { does: 1, who: 2, emits: 3 };`,
  `const K = { A: 'Does', B: 'Who', C: 'Emits' } as const;`,
  `const X = { inner: { deep: { does: 1, who: 2, emits: 3 } } };`,
  `const X = { does: { a: 1 }, inner: { who: 1, further: ['emits'] } };`,
  `const X: Readonly<Record<OperationKey, readonly string[]>> = { does: ['Does', 'Who', 'Emits'] };`,
  `class Some { static readonly KEYS = { does: 1, who: 2, emits: 3 }; }`,
  `export default { does: 1, who: 2, emits: 3 };`,
  `call(Object.keys({ does: 1, who: 2, emits: 3 }));`,
  `const X = Object.fromEntries([['does', 1], ['who', 2], ['emits', 3]]);`,
  `const X = { ...OTHER, ...{ does: 1, who: 2, emits: 3 } };`,
  // Types that any text has.
  `const X = ['does', 'who', 'emits'] satisfies readonly string[];`,
  `const X = ['does', 'who', 'emits'] as const satisfies readonly string[];`,
  `const X = ['does', 'who', 'emits'] as readonly string[];`,
  `const X = ['does', 'who', 'emits'] as unknown;`,
  `const X = { does: 1, who: 2, emits: 3 } satisfies Record<string, number>;`,
  `const X = <const T extends string>(keys: T[]): T[] => keys; X(['does', 'who', 'emits']);`,
  // Lists in lists.
  `const X = [{ head: 'Does' }, { head: 'Who' }, { head: 'Emits' }];`,
  `const X = [{ head: 'Does', of: 1 }, { head: 'Who' }, ...[{ head: 'Emits' }]];`,
  `const X = new Set([...['does', 'who', 'emits']]);`,
  `const X = new Set([...['does'], ...['who'], ...['emits']]);`,
  `const X = [['does', 'a'], ['b', 'who'], ['emits']];`,
  // Comparisons with what may be any text.
  `switch (word) { case 'Does': case 'Who': case 'Emits': call(); }`,
  `function of(word: string) { switch (word) { case 'Does': return 1; case 'Who': return 2; case 'Emits': return 3; } }`,
  `switch (of.head) { case 'Does': case 'Who': case 'Emits': call(); }`,
  `const is = x === 'Does' || x === 'Who' || x === 'Emits';`,
  `if (x !== 'Does' && (x !== 'Who' && x !== 'Emits')) call();`,
  `if (x === 'Does') one(); else if (x === 'Who') two(); else if ('Emits' === x) three();`,
  `if (x === 'Does') call(); if (x === 'Who') call(); if (x === 'Emits') call();`,
  `const n = x === 'Does' ? 1 : x === 'Who' ? 2 : x === 'Emits' ? 3 : 4;`,
  // One after the other.
  `keys.push('does'); keys.push('who'); keys.push('emits');`,
  `keys.push('does', 'who', 'emits');`,
  `keys.add('does').add('who').add('emits');`,
  `keys.set('does', 1); keys.set('who', 2); keys.set('emits', 3);`,
  `const A = 'Does'; const B = 'Who'; const C = 'Emits';`,
  `export const A = 'Does'; export const B = 'Who'; export const C = 'Emits';`,
  `function f() { const a = 'Does', b = 'Who', c = 'Emits'; }`,
  `enum K { Does = 'Does', Who = 'Who', Emits = 'Emits' }`,
  `enum K { A = 'Does', B = 'Who', C = 'Emits' }`,
  `enum K { does, who, emits }`,
  // Texts.
  `const X = 'does who emits'.split(' ');`,
  `const X = 'does/who/emits'.split('/');`,
  'const X = `does who emits`.split(/ /);',
  `const X = 'Does, ' + 'Who, ' + 'Emits';`,
  'const X = `Does, Who, ${more}, Emits`;',
  'const X = `Does\\nWho\\nEmits`;',
  `const X = /\\b(Does|Who|Emits)\\b/u;`,
  `const X = /^(?<key>does|(?:who)|(emits))s?$/;`,
  `const X = new RegExp('^(?:does|who|emits)$');`,
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
  `const KEYS = ['does', 'who', 'emits'] as const satisfies readonly OperationKey[];`,
  `const X = { does: 1, who: 2, emits: 3 } satisfies Partial<Record<OperationKey, number>>;`,
  `const X: Readonly<Partial<Record<OperationKey, string>>> = { does: 'a', who: 'b', emits: 'c' };`,
  `const { does, who, emits } = OPERATION; call({ does, who, emits });`,
  `call({ does: 1, who: 2, emits: 3 });`,
  `function f(): Facts { return { does: 1, who: 2, emits: 3 }; }`,
  `const ROWS: readonly Row[] = [{ key: 'does' }, { key: 'who' }, { key: 'emits' }];`,
  `switch (slot.kind) { case 'does': case 'who': case 'emits': call(); }`,
  `function of(key: OperationKey) { switch (key) { case 'does': return 1; case 'who': return 2; case 'emits': return 3; } }`,
  `if (one.kind === 'does' || one?.kind === 'who' || kind === 'emits') call();`,
  `const key: OperationKey = some(); if (key === 'does' || key === 'who' || key === 'emits') call();`,
  `const A: OperationKey = 'does'; const B: OperationKey = 'who'; const C: OperationKey = 'emits';`,
  `const TEXT = 'Does this and, who knows, emits that';`,
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

it('spellings of heads, traits, outcomes and heads of several sections are noticed, too', () => {
  for (const names of [
    ['Datatype', 'Cardinality', 'Enum'],
    ['Description', 'Definition', 'Notes'],
    ['takes a body', 'takes fields', 'lists rows'],
    ['found', 'created', 'accepted'],
    ['Path', 'Query', 'Header'],
    ['Unknown fields', 'Error body', 'Token lifetime'],
  ])
    expect(writtenLists(`const ONE = ${JSON.stringify(names)};`, SECTIONS, OTHERS)).toEqual([{ line: 1, names }]);
});

it('what an interface leaves open in its objects is noticed', () => {
  const rows = `[{ key: 'does', name: 'Does' }, { key: 'who', name: 'Who' }, { key: 'emits', name: 'Emits' }]`;
  const row = (name: string): string =>
    `interface Row { readonly key: OperationKey; readonly name: ${name} } const ROWS: readonly Row[] = ${rows};`;
  expect(writtenLists(row('string'), [OPERATION])).toEqual([{ line: 1, names: ['Does', 'Who', 'Emits'] }]);
  expect(writtenLists(row('Head'), [OPERATION])).toEqual([]);
});

it('the kind of what is declared is compared with no text', () => {
  const kind: FactKind = kindOf(OPERATION.who);
  // @ts-expect-error: a comparison of these does not compile (decision 0030)
  expect(kind === 'who').toBe(true);
});
