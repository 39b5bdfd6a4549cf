// The first cell of a row and the text of a heading → names. Input: the written place. Output: the name with its place, or nothing and a
// finding. Notation, rule 5; section 4, `decorated-name`.

import { diagnose } from '../diagnostics/define.ts';
import { blankCell, decoratedName, rowName } from '../diagnostics/reading.ts';
import type { Name } from '../notation/slot.ts';
import type { Reading, Written } from './reading.ts';
import { withoutTicks } from '../base/ticked.ts';
import { quoted } from './reading.ts';
import { isBlank } from './slots.ts';

/** A field, state, parameter: one word, in ticks or bare. */
export function readName(reading: Reading, place: Written, what: string): Name | undefined {
  const words = place.text.text;
  const text = withoutTicks(words);
  const ticked = text !== words;
  if (isBlank(words)) return blank(reading, place);
  const expected = `${what} in code ticks, and nothing else`;
  if (text === '' || (ticked ? text.includes('`') : !/^[\p{L}\p{N}_$@.:/\-[\]*?!+]+$/u.test(words))) {
    reading.diagnostics.push(diagnose(rowName, place.at, { cell: quoted(words), expected }));
    return undefined;
  }
  const plain = text.replace(/[*?!+]+$/, '');
  if (plain !== text && plain !== '') {
    reading.diagnostics.push(diagnose(decoratedName, place.at, { name: text, plain }));
    return { text: plain, at: place.at };
  }
  return { text, at: place.at };
}

/** A limit, a version, a change: any words, with or without ticks. */
export function readTitle(reading: Reading, place: Written): Name | undefined {
  const words = place.text.text;
  if (isBlank(words)) return blank(reading, place);
  return { text: withoutTicks(words), at: place.at };
}

/** Several names, by commas. */
export function readNames(reading: Reading, place: Written, what: string): Name[] {
  const found: Name[] = [];
  const { text } = place;
  let from = 0;
  for (const piece of text.text.split(',')) {
    const part = text.slice(from, from + piece.length).trim();
    from += piece.length + 1;
    const name = readName(reading, { text: part, at: piece.trim() === '' ? place.at : part.span }, what);
    if (name) found.push(name);
  }
  return found;
}

function blank(reading: Reading, place: Written): undefined {
  const words = place.text.text;
  reading.diagnostics.push(diagnose(blankCell, place.at, { cell: words === '' ? 'blank' : `"${words}"` }));
  return undefined;
}
