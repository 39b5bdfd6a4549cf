// The names of the rows of a machine. Input: a machine. Output: a name for each row in ids, and words for each in questions: what
// makes it, else where it leads; where rows share that, also where they start and lead, and at last the row's number in the
// table.

import type { Machine, Move } from '../../notation/states.ts';
import { valueOf } from '../../notation/slot.ts';

/** In ids. */
export function rowNames(machine: Machine): readonly string[] {
  const moves = machine.moves.items;
  const apart = whereShared(moves.map(rowName), (name, index) => joined([name, rowTail(moves[index]!)]));
  const counted = new Map<string, number>();
  return apart.map((name) => {
    const copy = (counted.get(name) ?? 0) + 1;
    counted.set(name, copy);
    return copy > 1 ? `${name} ${copy}` : name;
  });
}

/** In questions, after "the move". */
export function rowTexts(machine: Machine): readonly string[] {
  const moves = machine.moves.items;
  const texts = whereShared(moves.map(rowText), (text, index) => {
    const { from, to } = moves[index]!;
    const start = from.status === 'stated' || from.status === 'any' ? `from ${from.text}` : '';
    return joined([text, start, text !== '' && to.status === 'stated' ? `to ${to.text}` : '']);
  });
  const named = texts.map((text, index) => {
    const { from } = moves[index]!;
    return text === '' && from.status === 'stated' ? `from ${from.text}` : text;
  });
  return whereShared(named, (text, index) => joined([text, `in row ${index + 1}`])).map(
    (text, index) => text || `in row ${index + 1}`,
  );
}

/** A name that several rows share gets more words. */
function whereShared(names: readonly string[], more: (name: string, index: number) => string): readonly string[] {
  const seen = Map.groupBy(names, (name) => name);
  return names.map((name, index) => (seen.get(name)!.length > 1 ? more(name, index) : name));
}

const NAMELESS = 'a move';

function rowName(move: Move): string {
  const by = valueOf(move.by);
  if (by?.kind === 'operations') return by.operations.map((operation) => operation.text).join(', ');
  if (by && move.by.status === 'stated') return move.by.text.replaceAll('`', '');
  return move.to.status === 'stated' ? move.to.text.replaceAll('`', '') : NAMELESS;
}

/** '' where neither By nor To says anything. */
function rowText(move: Move): string {
  const by = valueOf(move.by);
  if (by?.kind === 'operations') return by.operations.map(({ text }) => `\`${text}\``).join(', ');
  if (by && move.by.status === 'stated') return move.by.text;
  return move.to.status === 'stated' ? `to ${move.to.text}` : '';
}

function rowTail(move: Move): string {
  const from =
    move.from.status === 'stated' || move.from.status === 'any' ? `from ${move.from.text.replaceAll('`', '')}` : '';
  const to = move.to.status === 'stated' ? `to ${move.to.text.replaceAll('`', '')}` : '';
  return joined([from, to]);
}

function joined(words: readonly string[]): string {
  return words.filter((word) => word !== '').join(' ');
}
