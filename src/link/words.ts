// Words in angle brackets that nothing fills at their place, and columns of the Code table that are near misses of a column of
// the notation. Input: a model. Output: findings. Notation, part 4 "Shapes and templates"; part 7.

import { didYouMean, suggestion } from '../base/did-you-mean.ts';
import { series } from '../base/few.ts';
import { unknownWord, wordNotHere } from '../diagnostics/linking.ts';
import { unknownColumn } from '../diagnostics/reading.ts';
import { headsOf } from '../notation/declaration.ts';
import { CODE } from '../notation/errors.ts';
import { columnsWithoutUse } from '../analysis/document/unused-columns.ts';
import { wordUses, type WordUse } from '../analysis/document/angle-words.ts';
import { whyEmpty, wordsInstead } from '../analysis/document/filled-words.ts';
import { declaredHeaders } from '../analysis/document/request-headers.ts';
import { WORDS } from '../notation/words.ts';
import type { References } from './references.ts';

export function linkWords(refs: References): void {
  for (const use of wordUses(refs.model)) linkWord(refs, use);
  const known = headsOf(CODE.columns);
  for (const { text, at } of columnsWithoutUse(refs.model)) {
    const hint = suggestion(text, known);
    if (hint !== '') refs.report(unknownColumn, at, { head: text, table: CODE.head, hint, known: known.join(', ') });
  }
}

function linkWord(refs: References, use: WordUse): void {
  const empty = whyEmpty(refs.model, use);
  if (!empty) return;
  const { place, text, at } = use;
  const known = wordsInstead(refs.model, use);
  if (empty.because === undefined) {
    const near = meant(use.word!, known);
    const hint = near === undefined ? asField(refs, use) : `; did you mean \`<${near}>\`?`;
    refs.report(unknownWord, at, { word: text, hint, words: listed(known) });
    return;
  }
  const because = use.isQuotedKey
    ? `${empty.because}: a key that is filled is bare, \`<${use.word}>\``
    : `${empty.because}${nearHeader(refs, use)}`;
  const definition = isMessage(use) ? { ...wordNotHere, fix: messagesFor(use) } : wordNotHere;
  refs.report(definition, at, { word: text, where: place, because, words: listed(known) });
}

/** Where a row is at hand, its fields are named as they are. */
function asField({ model }: References, { text, place }: WordUse): string {
  if (place !== 'body of a success' && place !== 'payload of an event') return '';
  const name = text.slice(1, -1);
  const isField = [...model.fields.keys()].some((field) => field.endsWith(`.${name}`));
  return isField ? `; the field is written without them, \`${name}\`` : '';
}

/** Of `<header X>` the first word alone is one of the notation. */
function meant(word: string, known: readonly string[]): string | undefined {
  const [first = '', name] = word.split(' ');
  if (name === undefined) return didYouMean(word, known);
  return didYouMean(first, ['header']) === undefined ? undefined : `header ${name}`;
}

function nearHeader(refs: References, { word, linked }: WordUse): string {
  if (!word?.startsWith('header ')) return '';
  const near = didYouMean(word.slice('header '.length), declaredHeaders(refs.model, linked).values());
  return near === undefined ? '' : ` (did you mean \`<header ${near}>\`?)`;
}

/** Only a code can lack a message where an error may say one. */
function isMessage({ word, place, isQuotedKey }: WordUse): boolean {
  return word === 'message' && !isQuotedKey && WORDS['message']![place] === 'message';
}

function messagesFor({ text, codes }: WordUse): string {
  const without = `leave \`${text}\` out`;
  const hasColumn = codes.some(({ message }) => message.status !== 'absent');
  if (!hasColumn)
    return `Add a column \`Message\` to the Code table of part 7, with the text of each code; or ${without}.`;
  const names = codes.map(({ code }) => `\`${code.text}\``).join(', ');
  return `Write a text under Message for ${names}; or ${without}.`;
}

function listed(words: readonly string[]): string {
  const ticks = words.map((word) => `\`<${word}>\``);
  if (ticks.length === 0) return 'what is sent as it is';
  return series(ticks, 'or');
}
