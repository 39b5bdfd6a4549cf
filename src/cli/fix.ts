// `check --fix`: a document in the notation's own spelling, with `not shown` where something is due and nothing is written.
// Input: its text. Output: the text with single heads, keys, cells and values respelled, tables set evenly, marks put in; a
// second time changes nothing. What it says stays the same. Notation, rules 1.2, 1.3 and 1.8.

import { counted } from '../base/counted.ts';
import type { Span } from '../base/span.ts';
import { link } from '../link/link.ts';
import type { Model } from '../model/model.ts';
import { edited, inOrder, print, respelled, tableForm, tickEdits, unreadableAt, writeMarks } from '../print/print.ts';
import { read } from '../read/read.ts';
import { openText } from './documents.ts';
import { replaceFile } from './files.ts';
import type { Console } from './console.ts';

export interface Fixed {
  readonly source: string;
  /** Ids of the gaps that are marked now. */
  readonly marks: readonly string[];
  /** Ids of gaps that get no mark: one answer is about several operations. */
  readonly left: readonly string[];
  /** Ids of gaps that get no mark, since prose is written about them. */
  readonly prose: readonly string[];
  readonly spellings: number;
  /** Statements whose names got their ticks, and that can be read now. */
  readonly ticked: number;
  readonly tables: number;
}

/** What was done is said on stderr. */
export function fixFile(file: string, console: Console): void {
  const source = openText(file, console, 2);
  const fixed = fix(source, file);
  if (fixed.source !== source) replaceFile(file, fixed.source, console);
  const done = [
    toldOf(fixed.marks.length, 'mark', ' `not shown`'),
    toldOf(fixed.spellings, 'spelling'),
    toldOf(fixed.ticked, 'statement', ' that could not be read'),
    toldOf(fixed.tables, 'table', ' set evenly'),
  ].filter((words) => words !== '');
  const { length: left } = fixed.left;
  const { length: prose } = fixed.prose;
  const why = [
    left === 0 ? '' : `; ${left} gaps get no mark: one answer to each question speaks of several operations`,
    prose === 0
      ? ''
      : `; ${counted(prose, 'gap')} left without a mark: a line that is no bullet speaks of it, and \`check\` says how it is written`,
  ];
  console.err(`${file}: ${done.length === 0 ? 'nothing to write' : `wrote ${done.join(', ')}`}${why.join('')}`);
}

function toldOf(count: number, what: string, more = ''): string {
  return count === 0 ? '' : counted(count, what) + more;
}

export function fix(source: string, file: string): Fixed {
  const spelled = spellAndTick(source, file);
  const { document, diagnostics, form } = read(spelled.source, file);
  const marked = writeMarks(link(document, diagnostics), form);
  const written = read(marked.source, file).form;
  const lines = tableForm(marked.source, written.tables);
  const tables = written.tables.filter((table) =>
    lines.some(({ at }) => table[0]!.start <= at.start && at.end <= table.at(-1)!.end),
  );
  return {
    source: edited(marked.source, lines),
    marks: marked.written,
    left: marked.left,
    prose: marked.prose,
    spellings: spelled.count,
    ticked: spelled.ticked,
    tables: tables.length,
  };
}

/** What is read with its ticks may be spelled in another way, and what is spelled right may let names be known. */
function spellAndTick(source: string, file: string): { source: string; count: number; ticked: number } {
  const all = { source, count: 0, ticked: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const spelled = spell(all.source, file);
    const named = tick(spelled.source, file);
    all.source = named.source;
    all.count += spelled.count;
    all.ticked += named.count;
    if (named.count === 0) break;
  }
  return all;
}

/** What is shown of a document is among these. */
const MOST_LOOKED_AT = 5_000;

/** Where `--fix` would put names into ticks, as the document is now: reported beside what is shown. */
export function ticksDue(model: Model): readonly Span[] {
  return soundTicks(model, MOST_LOOKED_AT).map(({ at }) => at);
}

function tick(source: string, file: string): { readonly source: string; readonly count: number } {
  const { document, diagnostics } = read(source, file);
  const sound = soundTicks(link(document, diagnostics));
  return { source: edited(source, sound), count: sound.length };
}

/** Only where the statement can be read then, and has no error: found by its place, since ids depend on the rest of the row. */
function soundTicks(model: Model, most?: number): ReturnType<typeof tickEdits> {
  const found = inOrder(tickEdits(model, most));
  if (found.length === 0) return [];
  const then = read(edited(model.document.source, found), model.document.file);
  const written = link(then.document, then.diagnostics);
  const unread = unreadableAt(written);
  const wrong = written.diagnostics.filter(({ severity }) => severity === 'error').map((one) => one.at.start);
  let moved = 0;
  return found.filter(({ at, text }) => {
    const start = at.start + moved + text.length - text.trimStart().length;
    moved += text.length - (at.end - at.start);
    return !unread.has(start) && !wrong.some((place) => start <= place && place < at.end + moved);
  });
}

/** Words that are spelled right may let others be read that were not before. */
const ROUNDS = 4;

function spell(source: string, file: string): { readonly source: string; readonly count: number } {
  let text = source;
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { document, diagnostics, form } = read(text, file);
    const canonical = read(print(document), file).document;
    const heads = form.spellings.map(({ at, instead }) => ({ at, text: instead }));
    const edits = [...heads, ...respelled(link(document, diagnostics), canonical)];
    if (edits.length === 0) break;
    text = edited(text, edits);
    count += edits.length;
  }
  return { source: text, count };
}
