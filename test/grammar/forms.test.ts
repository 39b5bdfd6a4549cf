// The tables of test/notation/values/ and the grammar of docs/notation.md hold each other: the grammar describes every text
// that a table reads, and no word of the grammar can go without a text of a table missing it.

import { describe, expect, it } from 'vitest';

import { FAULTS } from '../read/values/faults.ts';
import { TABLES } from '../read/values/tables.ts';
import { parts, readNotationGrammar, startSymbols, isSigns } from './ebnf.ts';
import type { Expression, Grammar } from './ebnf.ts';
import { accepts, partsUsed } from './recognize.ts';

const grammar = readNotationGrammar();
const texts = Object.entries(TABLES).flatMap(([symbol, rows]) => rows.map(([text]) => ({ symbol, text })));

/** Texts that are only too deep for a parser are longer than this. */
const LIMITED = 200;

/** The grammar without what one expression says: a terminal that is nowhere, a bracket that is left out. */
function without(dropped: Expression): Grammar {
  const copy = (expression: Expression): Expression => {
    if (expression === dropped) {
      const isBracket = expression.kind === 'optional' || expression.kind === 'repeated';
      return isBracket ? { kind: 'sequence', items: [] } : { kind: 'terminal', text: 'no such word' };
    }
    if ('items' in expression) return { kind: expression.kind, items: expression.items.map(copy) };
    return expression.kind === 'optional' || expression.kind === 'repeated'
      ? { kind: expression.kind, item: copy(expression.item) }
      : expression;
  };
  return new Map([...grammar].map(([name, rule]) => [name, copy(rule)]));
}

/** Terminals, brackets, and the items of choices. What stands behind an exception is no form. */
function* forms(expression: Expression): Generator<Expression> {
  if (expression.kind === 'terminal' || expression.kind === 'optional' || expression.kind === 'repeated')
    yield expression;
  if (expression.kind === 'choice') yield* expression.items.filter((item) => item.kind !== 'terminal');
  if ('items' in expression) for (const item of expression.items) yield* forms(item);
  if (expression.kind === 'optional' || expression.kind === 'repeated') yield* forms(expression.item);
}

describe('the grammar and the tables of texts', () => {
  it('have a table for each start symbol and no other', () => {
    expect(Object.keys(TABLES).toSorted()).toEqual(startSymbols(grammar).toSorted());
  });

  it('agree on every text that is read', () => {
    expect(texts.filter(({ symbol, text }) => !accepts(grammar, symbol, text))).toEqual([]);
  });

  it('agree on every text that is a fault', () => {
    const short = FAULTS.filter(({ text }) => text.length < LIMITED);
    expect(short.filter(({ symbol, text }) => accepts(grammar, symbol, text)).map(({ text }) => text)).toEqual([]);
  });

  it('have no form in the grammar that no text needs', () => {
    const using = new Map<Expression, typeof texts>();
    for (const entry of texts) {
      for (const part of partsUsed(grammar, entry.symbol, entry.text)) {
        const known = using.get(part);
        if (known) known.push(entry);
        else using.set(part, [entry]);
      }
    }
    const idle: string[] = [];
    for (const [name, rule] of grammar) {
      if (isSigns(name) || name === 'value') continue;
      for (const form of forms(rule)) {
        const less = without(form);
        const isNeeded = (using.get(form) ?? []).some(({ symbol, text }) => !accepts(less, symbol, text));
        if (!isNeeded) idle.push(`${name}: ${print(form)}`);
      }
    }
    expect(idle).toEqual([]);
  });
});

function print(expression: Expression): string {
  return [...parts(expression)].flatMap((part) => ('text' in part ? [part.text] : [])).join(' ');
}
