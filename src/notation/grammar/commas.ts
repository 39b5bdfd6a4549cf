// A list that is divided by `;` where commas divide it. Input: a value with a fault, and whether words can be read there. Output: what to
// write. Notation, rule 1.5.

import type { Advice } from '../../base/synonyms.ts';
import { ticked } from '../../base/ticked.ts';
import type { SourceText } from './source-text.ts';
import { tokenize } from './tokens.ts';

export function dividedByCommas(text: SourceText, isRead: (words: string) => boolean): Advice | undefined {
  if (!text.text.includes(';')) return undefined;
  let divided = text.text;
  for (const { kind, text: sign, outerFrom, outerTo } of tokenize(text))
    if (kind === 'symbol' && sign === ';') divided = `${divided.slice(0, outerFrom)},${divided.slice(outerTo)}`;
  if (divided === text.text || !isRead(divided)) return undefined;
  const write = ticked(divided);
  return { hint: `, divided by commas: write ${write}`, write };
}
