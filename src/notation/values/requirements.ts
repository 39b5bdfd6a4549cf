// Required, Present, yes and no: their types, how they are read and printed. Notation, part 2, heads Required and Present.

import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { SlotRule, Syntax } from '../grammar/syntax.ts';
import { type Condition, condition, printCondition } from './conditions.ts';

export type Required = { readonly kind: 'yes' | 'no' } | { readonly kind: 'if'; readonly condition: Condition };

export type Presence =
  | { readonly kind: 'always' | 'if set' | 'never' }
  | { readonly kind: 'if'; readonly condition: Condition };

const FORMS = '`yes`, `no`, or `if` and a condition';

export const parseRequired: Parser<Required> = parserOf((cursor) => {
  if (cursor.takePhrase('if')) return { kind: 'if', condition: condition(cursor) };
  if (cursor.takePhrase('yes') || cursor.takePhrase('required')) return { kind: 'yes' };
  if (cursor.takePhrase('no') || cursor.takePhrase('optional')) return { kind: 'no' };
  return cardinality(cursor) ?? checkMark(cursor) ?? refuse(cursor);
}, 'required');

/** `1` `?` `*` `+` `0..1` `0..n` `1..n` `0..*` `1..*`: how many there must be. */
function cardinality(cursor: Cursor): Required | undefined {
  const mark = cursor.mark;
  if (cursor.takeSymbol('?') || cursor.takeSymbol('*')) return { kind: 'no' };
  if (cursor.takeSymbol('+')) return { kind: 'yes' };
  const first = cursor.peek();
  if (first.kind !== 'number') return undefined;
  cursor.take();
  const most = cursor.takeSymbol('..') ? cursor.take().lower : '1';
  const readable = first.text === '1' || (first.text === '0' && cursor.mark - mark > 1);
  if (!readable || !['1', 'n', '*'].includes(most)) {
    cursor.fail('`1`, `0..1`, `0..n` or `1..n`', cursor.since(mark), 'bad-cardinality');
  }
  return { kind: first.text === '1' ? 'yes' : 'no' };
}

function checkMark(cursor: Cursor): Required | undefined {
  if (!'✓✔✅'.includes(cursor.peek().text) || cursor.atEnd) return undefined;
  const mark = cursor.take();
  // U+FE0E and U+FE0F only choose how the sign before them is drawn.
  const { text, from } = cursor.peek();
  if ((text === '\u{FE0E}' || text === '\u{FE0F}') && from === mark.to) cursor.take();
  return { kind: 'yes' };
}

const AMBIGUOUS: ReadonlySet<string> = new Set(['m', 'o', 'c', 'conditional', 'conditionally', '❌', '✗', '✘', '×']);

function refuse(cursor: Cursor): never {
  const token = cursor.peek();
  const decorated = (token.kind === 'word' || token.kind === 'tick') && /^[?*+]$/.test(cursor.peek(1).text);
  if (decorated || /^.+[?*]$/u.test(token.kind === 'tick' ? token.text : '')) {
    cursor.fail(FORMS, token, 'decorated-name');
  }
  return AMBIGUOUS.has(token.lower) ? cursor.fail(FORMS, token, 'ambiguous-required') : cursor.fail(FORMS);
}

export const parsePresence: Parser<Presence> = parserOf((cursor) => {
  if (cursor.takePhrase('always')) return { kind: 'always' };
  if (cursor.takePhrase('never')) return { kind: 'never' };
  if (cursor.takePhrase('if set')) return { kind: 'if set' };
  cursor.needPhrase('if', '`always`, `if set`, `never`, or `if` and a condition');
  return { kind: 'if', condition: condition(cursor) };
}, 'presence');

export const parseYesNo: Parser<boolean> = parserOf((cursor) => {
  if (cursor.takePhrase('yes')) return true;
  cursor.needPhrase('no', '`yes` or `no`');
  return false;
}, 'yes_no');

export function printRequired(required: Required): string {
  return required.kind === 'if' ? `if ${printCondition(required.condition)}` : required.kind;
}

export function printPresence(presence: Presence): string {
  return presence.kind === 'if' ? `if ${printCondition(presence.condition)}` : presence.kind;
}

export const YES_OR_NO: Syntax<boolean> = {
  parse: parseYesNo,
  print: (yes) => (yes ? 'yes' : 'no'),
  none: false,
  forms: '`yes` or `no`',
  offers: ['yes', 'no'],
};

export const REQUIRED: Syntax<Required> = {
  parse: parseRequired,
  print: printRequired,
  none: false,
  forms: '`yes`, `no` or `if …`',
  offers: ['yes', 'no', 'if …'],
  // Under Cardinality a question mark is a value; under Required it is a blank.
  under: (head) => (/^card/i.test(head) ? CARDINALITY : REQUIRED),
};

const CARDINALITY: SlotRule<Required> = { ...REQUIRED, notBlank: '?' };

export const PRESENCE: Syntax<Presence> = {
  parse: parsePresence,
  print: printPresence,
  none: false,
  any: true,
  forms: '`always`, `if set`, `if …` or `never`',
  offers: ['always', 'if set', 'if …', 'never'],
};
