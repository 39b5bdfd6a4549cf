// A sentence of the grammar at its place in a document: it is read there as the parser alone reads it, as a statement,
// and printing the document and reading it again gives the same.

import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';

import { print } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { plainText } from '../../src/notation/grammar/source-text.ts';
import { Random } from '../laws/random.ts';
import { simple } from '../read/values/simple.ts';
import { TABLES } from '../read/values/tables.ts';
import { parsers } from './bindings.ts';
import { readNotationGrammar, startSymbols } from './ebnf.ts';
import { PLACES, documentAround } from './places.ts';
import { Sentences } from './sentences.ts';
import { oneIn } from '../trials.ts';

const grammar = readNotationGrammar();
const known = await parsers();
const sentences = new Sentences(grammar, new Random(11));
const symbols = Object.keys(PLACES);

/** Words that a slot reads before any grammar does: free, and blank. */
const BEFORE_GRAMMAR = /^(?:any|\?)$/i;

/** No grammar says that each field is named once. */
function isTwice(symbol: string, text: string): boolean {
  const names = text.split(/,|\band\b/).map((one) => one.replaceAll('`', '').trim());
  return symbol === 'unique' && new Set(names).size < names.length;
}

interface Made {
  readonly text: string;
  readonly source: string;
  readonly written: string;
}

const made = new Map<string, readonly Made[]>();

/** Made once: both properties are looked for in the same documents. */
function documentsOf(symbol: string): readonly Made[] {
  const documents = made.get(symbol) ?? documentsFor(symbol);
  made.set(symbol, documents);
  return documents;
}

function documentsFor(symbol: string): Made[] {
  const texts = [
    ...TABLES[symbol]!.map(([text]) => text),
    ...Array.from({ length: 40 }, (_, i) => sentences.sentence(symbol, 2 + (i % 6))),
  ];
  return texts.flatMap((text) => {
    const made = BEFORE_GRAMMAR.test(text) || isTwice(symbol, text) ? undefined : documentAround(symbol, text);
    return made ? [{ text, ...made }] : [];
  });
}

/** Values of the stated slots that are written so, and rows that are written as a bullet. */
function stated(part: unknown, text: string): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('asBullet' in part) {
    const { status, when, body } = part as Partial<Record<string, unknown>>;
    return [simple({ status, when, body })];
  }
  const slot = part as { status?: unknown; text?: unknown; value?: unknown };
  if (typeof slot.status === 'string' && slot.text === text)
    return slot.status === 'stated' ? [simple(slot.value)] : [];
  const inner = part instanceof Map ? [...part.values()] : Object.values(part);
  return inner.flatMap((item) => stated(item, text));
}

/** What a document says, without where and how it was written. */
function said(part: unknown): unknown {
  if (part instanceof Map) return [...part].map(([key, item]) => [key, said(item)]);
  if (Array.isArray(part)) return part.map(said);
  if (typeof part !== 'object' || part === null) return part;
  const isSlot = 'status' in part && 'text' in part;
  const isAbsent = 'status' in part && part.status === 'absent';
  const places = ['at', 'asBullet', 'source', 'heading', ...(isAbsent ? ['column'] : []), ...(isSlot ? ['text'] : [])];
  const kept = Object.entries(part).filter(([key]) => !places.includes(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, said(item)]));
}

describe('a sentence at its place in a document', () => {
  it('has a place for each start symbol, but for what stands inside of others only', () => {
    expect([...symbols, 'duration'].toSorted()).toEqual(startSymbols(grammar).toSorted());
  });

  it.each(oneIn(6, symbols))('%s is read as a statement, as its parser reads it', (symbol) => {
    const made = documentsOf(symbol);
    expect(made.length).toBeGreaterThan(20);
    const wrong = made.filter(({ text, source, written }) => {
      const parsed = known.get(symbol)!(plainText(text));
      const value = parsed.ok && comparable(symbol, simple(parsed.value));
      const { document, diagnostics } = read(source, 'made.md');
      const found = stated(document, written.trim()).map((item) => JSON.stringify(comparable(symbol, item)));
      return diagnostics.length > 0 || !found.includes(JSON.stringify(value));
    });
    expect(wrong).toEqual([]);
  });

  it.each(oneIn(6, symbols))('%s is the same after printing and reading again', (symbol) => {
    const changed = documentsOf(symbol).filter(({ source }) => {
      const { document } = read(source, 'made.md');
      // What a value says in several parts has no order.
      return !isDeepStrictEqual(said(read(print(document), 'made.md').document), said(document));
    });
    expect(changed).toEqual([]);
  });
});

/** A Repeat of same values keeps its words as they stand, so escapes of the document may be gone. */
function comparable(symbol: string, value: unknown): unknown {
  return symbol === 'repeat' ? (value as { kind: string }).kind : value;
}
