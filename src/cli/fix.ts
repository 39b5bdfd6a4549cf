// `check --fix`: a document in the notation's own spelling, with `not shown` where something is due and nothing is written. In:
// its text. Out: the text with single heads, keys, cells and values respelled, tables set evenly, marks put in; a second time
// changes nothing. What it says stays the same. Notation, rules 1.2, 1.3 and 1.8.

import { link } from '../model/link.ts';
import { factOf } from '../model/views/asks.ts';
import { edited, print, respelled, tableForm, tickEdits, writeMarks } from '../print/print.ts';
import { read } from '../read/read.ts';
import { openText } from './documents.ts';
import { replaceFile } from './files.ts';
import type { Console } from './console.ts';

export interface Fixed {
  readonly source: string;
  /** Ids of the gaps that are marked now. */
  readonly marks: readonly string[];
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
    counted(fixed.marks.length, 'mark', ' `not shown`'),
    counted(fixed.spellings, 'spelling'),
    counted(fixed.ticked, 'statement', ' with names put into ticks'),
    counted(fixed.tables, 'table', ' set evenly'),
  ].filter((words) => words !== '');
  console.err(done.length === 0 ? `${file}: nothing to write` : `${file}: wrote ${done.join(', ')}`);
}

function counted(count: number, what: string, more = ''): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}${more}`;
}

export function fix(source: string, file: string): Fixed {
  const spelled = spellAndTick(source, file);
  const { document, diagnostics, form } = read(spelled.source, file);
  const marked = writeMarks(link(document, diagnostics), new Set(form.meant));
  const written = read(marked.source, file).form;
  const lines = tableForm(marked.source, written.tables);
  const tables = written.tables.filter((table) =>
    lines.some(({ at }) => table[0]!.start <= at.start && at.end <= table.at(-1)!.end),
  );
  return {
    source: edited(marked.source, lines),
    marks: marked.written,
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

/** Only where the statement can be read then. */
function tick(source: string, file: string): { readonly source: string; readonly count: number } {
  const { document, diagnostics } = read(source, file);
  const found = tickEdits(link(document, diagnostics));
  if (found.length === 0) return { source, count: 0 };
  const all = found.map(({ edit }) => edit);
  const then = read(edited(source, all), file);
  const model = link(then.document, then.diagnostics);
  const sound = found.flatMap(({ id, edit }) => (factOf(model, id)?.status === 'unreadable' ? [] : [edit]));
  return { source: edited(source, sound), count: sound.length };
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
