// Which table a head begins. Input: the cells of the head and the kinds of table that bind at this place. Output: the kind, or
// the finding for a table or a column that nothing reads. Notation, rule 1.

import { didYouMean } from '../base/did-you-mean.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { unknownColumn, unknownTable } from '../diagnostics/reading.ts';
import { fold, headsOf, type TableKind } from './heads.ts';
import { quoted, type Written } from './reading.ts';

/** Ticks anywhere in a head say nothing. */
export function wordsOfHead(head: Written): string {
  return head.text.text.replace(/`/g, '').trim();
}

/** A ticked first head is a field's name, and the kind `decision` is the one that has no fixed first head. */
export function kindOf(kinds: readonly TableKind[], head: Written): TableKind | undefined {
  if (head.text.text.startsWith('`')) return kinds.find((kind) => kind.firstHeads.length === 0);
  return named(kinds, wordsOfHead(head));
}

function named(kinds: readonly TableKind[], words: string): TableKind | undefined {
  const wanted = fold(words);
  return kinds.find((kind) => headsOf(kind).first.has(wanted));
}

/** `heads`: of the whole row. The right column may be there, only not first. */
export function noSuchTable(heads: readonly Written[], kinds: readonly TableKind[], where: string): Diagnostic {
  const [first, ...further] = heads.map(wordsOfHead);
  const firsts = kinds.flatMap((kind) => kind.firstHeads);
  const near = didYouMean(first!, firsts);
  const behind = further.find((words) => named(kinds, words));
  const known = kinds.map(({ firstHeads: [name] }) => (name === undefined ? "a field's name in ticks" : `\`${name}\``));
  let repair = known.length === 0 ? 'Take the table away' : 'Write that head first';
  if (near !== undefined) repair = `Write \`${near}\``;
  if (behind !== undefined) repair = `Put the column "${quoted(behind)}" first`;
  return diagnose(unknownTable, heads[0]!.at, {
    head: quoted(first!),
    where,
    known: known.length === 0 ? 'no table here' : `the first head ${known.join(' or ')}`,
    hint: near === undefined ? '' : `; did you mean \`${near}\`?`,
    repair,
  });
}

/** A head that no column of the table has, under none of its names. */
export function noSuchColumn(head: Written, { name, columns }: TableKind): Diagnostic {
  const words = wordsOfHead(head);
  const near = didYouMean(words, Object.keys(columns));
  return diagnose(unknownColumn, head.at, {
    head: quoted(words),
    table: name,
    hint: near === undefined ? '' : `; did you mean \`${near}\`?`,
    known: Object.keys(columns).join(', ') || 'none',
  });
}
