// An answer where a whole column is left out: the column is written. Input: the fact and the words. Output: edits that add a cell
// to every line: the words in every row where the question is about all, else in their own row and `not shown` in the others.

import type { Span } from '../../base/span.ts';
import type { Model } from '../../model/model.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { refuseLine } from './words.ts';
import { columnHead, tableOf } from '../gap-places.ts';
import { columnCells, isEven } from '../table-lines.ts';

export function answerColumn(answering: Answering): Edits {
  const { model, fact } = answering;
  const table = tableOf(fact);
  const head = columnHead(fact);
  if (!table || head === undefined) return refused('No column is left out here.');
  const why = refuseLine(answering.answer.trim(), false);
  if (why !== undefined) return refused(why);
  return columnEdits(answering, table, head, fact.table ? undefined : ownRow(model, fact));
}

/** `own`: the one row that the words are for. */
export function columnEdits({ model, answer }: Answering, table: Span, head: string, own: Span | undefined): Edits {
  const { source } = model.document;
  if (table.start === table.end || !source.slice(table.start, table.end).includes('|'))
    return refused('What is drawn in a diagram has no columns; write it as a table.');
  if (!isEven(source, table))
    return refused('The rows of this table have more or fewer cells than its head; mend that first.');
  const words = answer.trim();
  const isOwn = (line: Span): boolean => own === undefined || (line.start <= own.start && own.start <= line.end);
  const edits = columnCells(source, table, [head], (line) => (isOwn(line) ? words : 'not shown'));
  const at = own ? edits.findIndex(({ at: { start } }) => own.start <= start) : 2;
  return { edits, own: edits[at] ?? edits[0]! };
}

/** The row of a fact that shares its column with others, each a question of its own. */
export function ownRow({ document, codes }: Model, { subject }: Fact): Span | undefined {
  switch (subject.on) {
    case 'limit':
      return document.limits.limits.items.find(({ name }) => name.text === subject.limit)?.at;
    case 'code':
      return codes.get(subject.code)?.at;
    case 'events':
      return document.events.kinds.items.find(({ name }) => name.text === subject.kinds?.[0])?.at;
    default:
      return undefined;
  }
}
