// Every word that the notation declares goes into the exports: a statement of it is taken out of a document, and the OpenAPI is another one,
// what is open of it aside. Where it is none, a row below says why. A new word is in none of the documents: then it is written into words.md.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { asyncApi } from '../../src/export/asyncapi.ts';
import { openApi } from '../../src/export/interface.ts';
import type { Model } from '../../src/model/model.ts';
import type { AnyDeclaration, AnySection } from '../../src/notation/declaration.ts';
import { DELIVERY, EVENT } from '../../src/notation/events.ts';
import { DECLARATIONS, PLACES } from '../../src/notation/sections.ts';
import { CHANGED } from '../../src/notation/versioning.ts';
import { understand } from '../laws/service.ts';
import { isWhole } from '../trials.ts';

/** By place and head: what taking it out does, and why. */
const NOT_EXPORTED: Readonly<Record<string, readonly [took: 'the same' | 'stated nowhere', why: string]>> = {
  'path parameters: Required': ['the same', 'a parameter of a path is always there'],
  'path parameters: Default': ['the same', 'a parameter of a path is always there'],
  'repeat rules: Statement': ['stated nowhere', 'each row has the name of a rule, which has a place of its own'],
};

const root = join(import.meta.dirname, '..', '..');
const FOLDERS = ['test/export', 'examples', 'examples/published', 'test/deletions', 'test/parts'];
const DOCUMENTS = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder === 'test/parts', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, folder, name)),
);

const WORDS = [
  ...PLACES.flatMap(({ of, section }) =>
    Object.values<AnyDeclaration>(section).map((declaration) => ({ name: `${of}: ${declaration.head}`, declaration })),
  ),
  { name: 'changes: Change', declaration: CHANGED as AnyDeclaration },
];

const UNEXPECTED: ReadonlySet<AnyDeclaration> = new Set(
  WORDS.flatMap(({ name, declaration }) => (NOT_EXPORTED[name] === undefined ? [] : [declaration])),
);

const SAID: ReadonlySet<string> = new Set(['stated', 'none', 'any']);
/** Statements of one word that are taken out of one document. */
const MOST = 3;

/** All but what is open. */
function writer(written: (model: Model) => unknown): (source: string) => string | undefined {
  return (source) => {
    const { model, errors } = understand(source);
    if (errors.length > 0) return undefined;
    return JSON.stringify(written(model), (key, value: unknown) => (key === 'x-not-shown' ? undefined : value));
  };
}

const exported = writer(openApi);
const ofEvents = writer(asyncApi);

/** Tries, in the description and by itself. */
function withoutTries(source: string): string | undefined {
  return ofEvents(source)?.replaceAll(/"x-ninefold-tries":"[^"]*",?|- Tries: [^\\]*/g, '');
}

type Took = 'another' | 'the same';

/** What is found of each word: undefined where no document states it. */
function takenOut(
  write: (source: string) => string | undefined,
  words: ReadonlySet<AnyDeclaration>,
): ReadonlyMap<AnyDeclaration, Took> {
  const found = new Map<AnyDeclaration, Took>();
  const left = new Set(words);
  for (const file of DOCUMENTS) {
    // The fast tier does not look at all documents for words of which nothing is expected.
    if (left.size === 0 || (!isWhole && [...left].every((one) => UNEXPECTED.has(one)))) break;
    const source = readFileSync(file, 'utf8');
    const { model, errors } = understand(source);
    if (errors.length > 0) continue;
    const before = write(source);
    const tries = new Map<AnyDeclaration, number>();
    for (const { of, slot } of slotsOf(model).facts) {
      if (!of || !slot || !left.has(of) || !SAID.has(slot.status)) continue;
      const tried = (tries.get(of) ?? 0) + 1;
      if (tried > MOST) continue;
      const { start, end } = slot.at;
      if (!('text' in slot) || slot.text === '' || source.slice(start, end) !== slot.text) continue;
      tries.set(of, tried);
      const after = write(`${source.slice(0, start)}not shown${source.slice(end)}`);
      if (after === undefined) continue;
      found.set(of, after === before ? 'the same' : 'another');
      if (after !== before) left.delete(of);
    }
  }
  return found;
}

describe('every word of part 6 goes into AsyncAPI', { timeout: 300_000 }, () => {
  const own = new Set(
    [DELIVERY, EVENT.columns].flatMap((section) => Object.values<AnyDeclaration>(section as AnySection)),
  );
  const words = WORDS.filter(({ declaration }) => own.has(declaration));
  const found = takenOut(ofEvents, new Set(words.map(({ declaration }) => declaration)));

  it.each(words)('$name', ({ declaration }) => {
    expect(found.get(declaration)).toBe('another');
  });

  it('are all of Delivery and of an event', () => {
    expect(new Set(words.map(({ declaration }) => declaration))).toEqual(own);
  });

  it('of an export that forgets one, it is found', () => {
    const { declaration } = words.find(({ name }) => name.endsWith(': Tries'))!;
    expect(takenOut(withoutTries, new Set([declaration])).get(declaration)).toBe('the same');
  });
});

describe('every word', { timeout: 300_000 }, () => {
  const found = takenOut(exported, new Set(WORDS.map(({ declaration }) => declaration)));

  it.each(WORDS)('$name', ({ name, declaration }) => {
    expect(found.get(declaration) ?? 'stated nowhere').toBe(NOT_EXPORTED[name]?.[0] ?? 'another');
  });

  it('are all words that are declared', () => {
    expect(DECLARATIONS.filter((one) => WORDS.every(({ declaration }) => declaration !== one))).toEqual([]);
  });

  it('of an export that forgets one, it is found', () => {
    const { declaration } = WORDS.find(({ name }) => name.endsWith(': Compatibility'))!;
    const forgetful = (source: string): string | undefined =>
      exported(source)?.replaceAll(/,?"compatibility":"[^"]*"/g, '');
    expect(takenOut(forgetful, new Set([declaration])).get(declaration)).toBe('the same');
    expect(takenOut(exported, new Set([declaration])).get(declaration)).toBe('another');
  });

  it('rows that say why not are of words', () => {
    expect(Object.keys(NOT_EXPORTED).filter((name) => WORDS.every((word) => word.name !== name))).toEqual([]);
  });
});
