// An answer that is rows of a table. Input: lines, with or without pipes at both ends. Output: edits that put the rows in before
// the row `…` or at the end; a table that is not there is written. Cells that are left out become `not shown`.

import type { Span } from '../../base/span.ts';
import { headsOf } from '../../notation/declaration.ts';
import { STATUS } from '../../notation/statuses.ts';
import type { Model } from '../../model/model.ts';
import { machineOf, type Fact } from '../../analysis/gaps/slots/fact.ts';
import { atSectionEnd } from './blocks.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { bulletAsRow, oneAnswerEdits } from './one-answer.ts';
import { refuseFirstCell } from './words.ts';
import type { Edit } from '../edit.ts';
import type { Operation } from '../../notation/endpoints.ts';
import { headingEnd, newlineOf } from '../lines.ts';
import { cellsOf, headsIn, rowLines, tableLines } from '../table-lines.ts';

type Cells = readonly (readonly string[])[];

/** A head and its line of dashes may be repeated in front of the rows. `heads`: of the table that is there. */
export function rowsOf(answer: string, heads: readonly string[]): Cells | { readonly why: string } {
  const rows: (readonly string[])[] = [];
  for (const line of answer.split('\n')) {
    const cells = cellsOf(line);
    const isHead = rows.length === 0 && cells[0]!.toLowerCase() === heads[0]!.toLowerCase();
    if (line.trim() === '' || isHead || cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
    const why = refuseFirstCell(cells[0]!);
    if (why !== undefined) return { why };
    if (cells.length > heads.length)
      return { why: `A row has ${heads.length} cells here (${heads.join(', ')}), and this one has ${cells.length}.` };
    rows.push(heads.map((_, index) => cells[index] || 'not shown'));
  }
  return rows.length > 0 ? rows : { why: 'This says nothing; write a row.' };
}

/** Into the table that is there. */
export function rowEdits(source: string, table: Span, answer: string): Edits {
  const heads = headsIn(source, table);
  if (!heads)
    return refused('There is no table here that a row could be put in; what is drawn or fenced is written there.');
  const rows = rowsOf(answer, heads);
  return 'why' in rows ? rows : { edits: [rowLines(source, table, rows)] };
}

const HEADS = headsOf(STATUS.columns);

/** The operation's own Status table, which is written where it has none. */
export function answerStatus({ model, fact, answer }: Answering): Edits {
  const { source } = model.document;
  const operation = operationOf(model, fact);
  if (!operation) return refused('This question is about several operations; answer it under each of them.');
  return oneAnswerEdits(source, operation, answer) ?? statusRows(source, operation, answer);
}

/** Rows of the Status table; a bullet Answers states one answer alone, and beside another it is a row, too. */
export function statusRows(source: string, { at, facts: { statuses } }: Operation, answer: string): Edits {
  const written = headsIn(source, statuses.at);
  const isWide = /\|[^|]*\|[^|]*\|[^|]*\S/.test(answer.trim().replace(/^\||\|$/g, ''));
  const heads = written ?? HEADS.slice(0, isWide ? 4 : 3);
  const rows = rowsOf(answer, heads);
  if ('why' in rows) return rows;
  const stated = bulletAsRow(source, statuses, heads);
  if (!stated) return refused('The Status table has no column for what `Answers` says; write Status, When and Body.');
  const all = [...stated.rows, ...rows];
  if (written) return withFirst(rowLines(source, statuses.at, all), stated.edits);
  const table = tableLines(source, heads, all);
  const made = atSectionEnd(source, headingEnd(source, at), table, newlineOf(source));
  return made.why === undefined ? withFirst(made.edits[0]!, stated.edits) : made;
}

/** The first of them holds the words of the answer. */
function withFirst(own: Edit, others: readonly Edit[]): Edits {
  return { edits: [own, ...others], own };
}

/** A `{param}` without a row: what it selects, or the whole row. */
export function answerPathRow({ model, fact, answer }: Answering): Edits {
  const { source } = model.document;
  const operation = operationOf(model, fact);
  const name = fact.subject.on === 'operations' ? fact.subject.parameter : undefined;
  if (!operation || name === undefined) return refused('Nothing says which parameter is meant.');
  const first = `\`${name}\``;
  const { pathTable } = operation.facts;
  const heads = (pathTable.written ? headsIn(source, pathTable.at) : undefined) ?? ['Path', 'Selects'];
  const selects = heads.findIndex((head) => /^selects$/i.test(head));
  const words = answer.trim();
  const isRow = cellsOf(words)[0] === first || words.startsWith('|');
  if (!isRow && selects === -1)
    return refused(`The Path table has no column Selects: write the column, then \`${first}\` in a row of it.`);
  const row = isRow ? words : heads.map((_, at) => (at === 0 ? first : at === selects ? words : '')).join(' | ');
  if (pathTable.written) return rowEdits(source, pathTable.at, row);
  const rows = rowsOf(row, heads);
  if ('why' in rows) return rows;
  return atSectionEnd(source, headingEnd(source, operation.at), tableLines(source, heads, rows), newlineOf(source));
}

/** A rule that a Repeat table leaves out; the question is at the table. */
export function answerRepeatRow({ model, fact, answer }: Answering): Edits {
  const { head = '' } = fact.of ?? {};
  const isRow = cellsOf(answer)[0]!.toLowerCase() === head.toLowerCase();
  return rowEdits(model.document.source, fact.at, isRow ? answer : `${head} | ${answer}`);
}

/** The heads of the row that the question is about, for a caller that offers it. */
export function rowHeads(model: Model, fact: Fact): readonly string[] | undefined {
  const { source } = model.document;
  switch (fact.of ?? fact.kind) {
    case STATUS.columns.status:
    case 'success otherwise':
    case 'success without a row': {
      const statuses = operationOf(model, fact)?.facts.statuses;
      return (statuses?.written ? headsIn(source, statuses.at) : undefined) ?? HEADS.slice(0, 3);
    }
    case 'open list':
      return headsIn(source, fact.at);
    case 'which move':
    case 'refused when due':
    case 'move otherwise': {
      const machine = machineOf(model, fact);
      return machine && headsIn(source, machine.moves.at);
    }
    default:
      return undefined;
  }
}

function operationOf(
  model: Model,
  { subject }: Fact,
): ReturnType<Model['operations']['get']> extends infer L
  ? L extends { readonly operation: infer O }
    ? O | undefined
    : never
  : never {
  const [only, ...others] = subject.on === 'operations' ? subject.operations : [];
  return only === undefined || others.length > 0 ? undefined : model.operations.get(only)?.operation;
}
