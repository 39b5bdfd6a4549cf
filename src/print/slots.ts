// A slot → the words of its cell or bullet. Input: a slot and the printer of its value. Output: Markdown, or nothing for what is
// not written. A gap stays a gap; what cannot be read is copied as it is written. Notation, rule 2.

import { ticked } from '../base/ticked.ts';
import { statementsOf, type Section, type SlotKey } from '../notation/declaration.ts';
import { asIs } from '../notation/grammar/syntax.ts';
import type { List, Scope, Slot } from '../notation/slot.ts';
import { sentWords } from '../notation/values/texts.ts';
import { escaped } from './markdown.ts';

export type Place = 'cell' | 'line';

/** undefined: nothing is written. */
export function printSlot<T>(slot: Slot<T>, printValue: (value: T) => string, place: Place): string | undefined {
  switch (slot.status) {
    case 'stated':
      return escaped(printValue(slot.value), place === 'cell');
    case 'none':
    case 'any':
      return slot.status;
    case 'gap':
      return slot.how === 'marked' ? printMark(slot.note, place) : asWritten(slot.text, place);
    case 'unreadable':
      return asWritten(slot.text, place);
    case 'absent':
      return undefined;
  }
}

function printMark(note: string | undefined, place: Place): string {
  return note === undefined ? 'not shown' : `not shown, ${escaped(note, place === 'cell')}`;
}

/** On one line; a pipe that a diagram had without its backslash gets one. */
function asWritten(text: string, place: Place): string {
  const line = text.replace(/\s*[\n\r]\s*/g, ' ');
  if (place === 'line') return line;
  return line.replace(/(\\*)\|/g, (pipe, slashes: string) => (slashes.length % 2 === 0 ? `${slashes}\\|` : pipe));
}

/** The name of a row that may be any words. */
export function rowTitle(text: string): string {
  return sentWords(text);
}

/** The paragraph that marks a whole scope. */
export function printScope(scope: Scope): string[] {
  const words = printSlot(scope.mark as Slot<string>, asIs, 'line');
  return words === undefined ? [] : [words, ''];
}

/** What the list's mark needs beside its table: a bullet, where neither a table nor the scope says it. */
export function printMarkOf(list: List<unknown>, scope: Scope | undefined, subject: string): string[] {
  if (list.mark === undefined || (scope && scope.mark.status !== 'absent')) return [];
  return [`- Other ${subject}: ${list.mark === 'open' ? 'not shown' : 'none'}`];
}

/** `- Key: value`, or nothing. */
export function printBullet<T>(key: string, slot: Slot<T>, printValue: (value: T) => string): string[] {
  const words = printSlot(slot, printValue, 'line');
  if (words === undefined) return [];
  return [words === '' ? `- ${key}:` : `- ${key}: ${words}`];
}

/** The bullets of a declared section, in its order. */
export function printSection<R>(section: Section<R, string>, record: Pick<R, SlotKey<R>>): string[] {
  return statementsOf(section, record).flatMap(({ of: { head, syntax }, slot, name }) =>
    printBullet(name ? `${head} ${ticked(name.text)}` : head, slot, (value) => syntax.print(value)),
  );
}

/** With an empty line behind it. */
export function block(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? lines : [...lines, ''];
}
