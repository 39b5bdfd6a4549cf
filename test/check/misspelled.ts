// Slips of the pen: a document with one word of one binding line misspelled, for each such word. Input: a clean document. Output: what
// check does not say about them. Notation, rule 1.1: what binds is never ignored.

import { check } from '../../src/check/check.ts';
import type { reportOf } from '../../src/check/report.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';

type Report = ReturnType<typeof reportOf>;

function reported(text: string): Report {
  const { document, diagnostics } = read(text, 'slips.md');
  return check(link(document, diagnostics));
}

export interface Slip {
  readonly line: number;
  /** Offset in the document. */
  readonly at: number;
  readonly word: string;
  readonly wrong: string;
  /** What the author chooses: nothing is wrong with another name, as long as no other place says the first one. */
  readonly isFree: boolean;
}

/** Columns whose cells are sent or read by people. */
const PROSE: ReadonlySet<string> = new Set(['Meaning', 'Notes', 'Message', 'Retry', 'Changes']);

/** Every word of at least three letters on a line that binds, with a slip: neighbours swapped, or a letter twice. */
export function slipsOf(text: string): readonly Slip[] {
  const found: Slip[] = [];
  let heads: readonly string[] = [];
  let at = 0;
  let part = '';
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('## ')) part = line;
    const isRow = line.startsWith('|');
    if (isRow && heads.length === 0) heads = cellsOf(line).map(({ text: head }) => head.trim());
    if (!isRow) heads = [];
    const pieces = isRow
      ? cellsOf(line).map((cell, column) => ({
          ...cell,
          isName: column === 0 || heads[column] === 'Default',
          // A column of the author's own: a cell of his, whatever it says.
          isProse: PROSE.has(heads[column]!) || /^[a-z]/.test(heads[column]!),
          // Under a field in ticks stand values of the author's rows; a limit is called as he likes.
          isValue:
            (index > 0 && heads[column]!.startsWith('`') && cell.text.trim() !== heads[column]) ||
            (column === 0 && heads[0] === 'Limit' && cell.text.trim() !== 'Limit'),
        }))
      : [
          {
            text: line,
            from: 0,
            isName: line.startsWith('#'),
            isProse: !/^(#|- )/.test(line),
            // A heading of part 5 names a scheme, one of part 6 an event.
            isValue: line.startsWith('### ') && /Authentication|Events/.test(part),
          },
        ];
    for (const { text: piece, from, isName, isProse, isValue } of pieces)
      if (!isProse && !/^[-\s]*$/.test(piece))
        for (const word of wordsOf(piece, isName).map((one) => ({ ...one, isFree: one.isFree || isValue })))
          found.push({ ...word, line: index + 1, at: at + from + word.at, wrong: slip(word.word, found.length) });
    at += line.length + 1;
  }
  return found;
}

function cellsOf(line: string): readonly { readonly text: string; readonly from: number }[] {
  return [...line.matchAll(/(?<=\|)(?:\\\||[^|])*(?=\|)/g)].map((match) => ({ text: match[0], from: match.index }));
}

/** In a first cell and a heading a ticked name and a path are the author's; so are quoted texts, prefixes, media types. */
function wordsOf(piece: string, isName: boolean): readonly Pick<Slip, 'at' | 'word' | 'isFree'>[] {
  const free = [
    // A heading of prose, where tokens are sent, what the tokens of others say, where all paths begin, what is only told.
    ...piece.matchAll(/^### Notes$|^- (?:Sent in|Base|Compatibility): .*$/gm),
    // By which header a version is asked for, what an address ends in, what the values of a field are.
    ...piece.matchAll(/^- Scheme: header `[^`]*`|(?<=<base>)[^`<]*|(?<=one of )(?:`[^`]*`(?:, )?)+/g),
    // The name of a header that tells one event from another.
    ...piece.matchAll(/told by header `[^`]*`/g),
    // A header that is sent as it is written, and what is decided elsewhere.
    ...piece.matchAll(/`[\w-]+:[^`<]*|outside: `[^`]*`/g),
    // What ends in `: not shown` is a gap, whatever stands before.
    ...piece.matchAll(/\w+(?=: not shown)/g),
    ...piece.matchAll(/(?:issuer|audience) `[^`]*`|^- Claims: `[^`]*`/g),
    ...piece.matchAll(/"[^"]*"|`\w+\/[^`]*`|`[^`]*…`/g),
    ...(isName ? piece.matchAll(/`[^`]*`|\/\S*|^# .*/g) : []),
  ].map((match) => [match.index, match.index + match[0].length] as const);
  return [...piece.matchAll(/\p{L}[\p{L}\p{N}_]{2,}/gu)].map((match) => ({
    at: match.index,
    word: match[0],
    isFree: free.some(([from, to]) => match.index >= from && match.index < to),
  }));
}

function slip(word: string, count: number): string {
  const swapped = word[0]! + word[2]! + word[1]! + word.slice(3);
  return count % 2 === 0 && swapped !== word ? swapped : word + word.at(-1)!;
}

/** What is wrong with what check says about each slip, or each `step`th; nothing, when it says all there is to say. */
export function faultsOf(text: string, step = 1): { readonly slips: number; readonly faults: readonly string[] } {
  const open = new Set(reported(text).gaps.map(({ id }) => id));
  const slips = slipsOf(text).filter((_, index) => index % step === 0);
  const faults = slips.flatMap((one) => {
    const report = reported(text.slice(0, one.at) + one.wrong + text.slice(one.at + one.word.length));
    const fault = faultOf(one, report, open);
    return fault === undefined ? [] : [`${one.line}: ${one.word} as ${one.wrong}: ${fault}`];
  });
  return { slips: slips.length, faults };
}

function says(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function faultOf(slip: Slip, { diagnostics, gaps }: Report, open: ReadonlySet<string>): string | undefined {
  if (diagnostics.length === 0) return slip.isFree || gaps.some(({ id }) => !open.has(id)) ? undefined : 'is ignored';
  const naming = diagnostics.filter(({ message, fix = '' }) => says(`${message} ${fix}`, slip.word));
  const isThere = naming.some(({ at }) => at.line === slip.line);
  // A name that is misspelled where it is declared is missed where it is used.
  const isMissed = naming.some(
    ({ message }) => says(message, slip.wrong) && (message.includes('did you mean') || says(message, slip.word)),
  );
  return isThere || isMissed || slip.isFree
    ? undefined
    : `has no hint: ${diagnostics.map(({ message }) => message)[0]}`;
}
