// The slots of the Status table. Comes in: the rows of one operation, or those under All operations. Goes out: facts in
// the writer. Notation, part 4 "Status" and rule 8: due are a success Status, and When and Body of each success.

import type { StatusRow } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import type { List, Slot } from '../../../notation/slot.ts';
import { valueOf } from '../../../notation/slot.ts';
import { answeringOf, usesRow } from '../answering.ts';
import { BODILESS } from '../answer-headers.ts';
import type { FactKind } from '../gaps/table.ts';
import {
  answeredResource,
  answersMany,
  isAskedForNone,
  successesOf,
  uncertainOutcomes,
  unansweredOutcomes,
} from '../outcomes.ts';
import { operationId, statusId } from './ids.ts';
import { namedOwner, subjectOf, type SlotWriter } from './writer.ts';
import type { FactDraft } from './fact.ts';
import { headersWords, shapeWords, statusWhenWords, statusWords, whenOutcomes } from '../supported/endpoints.ts';
import type { Words } from '../supported.ts';
import { headingOf } from '../targets.ts';
import { columnWords } from '../column-words.ts';

/** Does this row answer when all went well? A row whose When is not shown counts by its status. */
export function isSuccess(row: StatusRow): boolean {
  const when = valueOf(row.when);
  if (when) return when.kind === 'outcome';
  const status = valueOf(row.status);
  return status === undefined || 'class' in status || status.code < 400;
}

export function missingSuccess(writer: SlotWriter, linked: LinkedOperation): void {
  if (linked.facts.statuses.items.some(isSuccess) && !isOutcomeMissing(writer, linked)) return;
  const heading = headingOf(linked);
  const words = linked.facts.statuses.items.some(isSuccess) ? unansweredOutcomes(linked) : [];
  const draft = {
    id: operationId(heading, 'status'),
    part: 'endpoints',
    kind: 'success status',
    subject: subjectOf([linked]),
    names: { operation: `\`${heading}\``, ...(words.length > 0 && { fact: words.join(' and ') }) },
  } as const;
  writer.gap(draft, linked.facts.statuses.written ? linked.facts.statuses.at : linked.operation.name.at);
}

/** The table is complete, every When is read, and what the effect can come to has no row. */
function isOutcomeMissing(writer: SlotWriter, linked: LinkedOperation): boolean {
  return isComplete(writer, linked) && unansweredOutcomes(linked).length > 0;
}

function isComplete(writer: SlotWriter, { facts: { statuses } }: LinkedOperation): boolean {
  const isOpen =
    statuses.mark === 'open' || (statuses.mark !== 'closed' && (writer.openUnlessMarked || writer.listsUnknown));
  return !isOpen && !statuses.items.some((row) => isSuccess(row) && valueOf(row.when) === undefined);
}

/** Every row of an outcome has a condition, and none of them may hold. */
export function missingOtherwise(writer: SlotWriter, linked: LinkedOperation): void {
  const outcomes = isComplete(writer, linked) ? uncertainOutcomes(writer.model, linked) : [];
  if (outcomes.length === 0) return;
  const heading = headingOf(linked);
  const names = { operation: `\`${heading}\``, name: outcomes.map((word) => `\`${word}\``).join(' and ') };
  const id = operationId(heading, 'status/otherwise');
  writer.gap(
    { id, part: 'endpoints', kind: 'success otherwise', subject: subjectOf([linked]), names },
    linked.facts.statuses.at,
  );
}

/** What may have had no row is answered by one that shows it. */
export function missingWithoutRow(writer: SlotWriter, linked: LinkedOperation): void {
  if (!successesOf(linked).some((one) => isAskedForNone(writer.model, linked, one))) return;
  const heading = headingOf(linked);
  const names = { operation: `\`${heading}\`` };
  const id = operationId(heading, 'status/without-a-row');
  writer.gap(
    { id, part: 'endpoints', kind: 'success without a row', subject: subjectOf([linked]), names },
    linked.facts.statuses.at,
  );
}

export function statusSlots(
  writer: SlotWriter,
  owner: string,
  list: List<StatusRow>,
  users: (row: object) => readonly LinkedOperation[],
): void {
  const { model } = writer;
  if (list.items.length === 0) return;
  const seen = new Map<string, number>();
  const columns = columnWords(model);
  const rows = list.items.map((row): NamedRow => {
    const linked = users(row);
    const name = rowName(row, seen);
    const names = { operation: namedOwner(owner), name: `\`${name}\``, fact: `the \`${name}\` answer` };
    return { row, name, linked, subject: subjectOf(linked), names };
  });
  const cells = <T>(head: Head, cell: (row: StatusRow) => Slot<T>, words: WordsOf<T>): void =>
    statusCells({ writer, owner, rows, head }, cell, words);
  cells(
    'status',
    (row) => row.status,
    (value) => statusWords(value),
  );
  cells(
    'when',
    (row) => row.when,
    (value, _, linked) => (linked ? statusWhenWords(model, value, linked) : []),
  );
  cells(
    'body',
    (row) => row.body,
    (value, row, linked) => {
      if (!isSuccess(row)) return shapeWords(model, [], value, columns);
      if (linked && isUnclear(model, linked, row)) return ['Shape: one of several rows'];
      const many = linked !== undefined && answersMany(model, linked);
      return shapeWords(model, linked && shownBy(model, linked), value, columns, many);
    },
  );
  cells(
    'headers',
    (row) => row.headers,
    (value, row, linked) => {
      if (!isSuccess(row) || !linked) return headersWords(model, value, columns);
      if (isUnclear(model, linked, row)) return ['Shape: one of several rows'];
      return headersWords(model, value, columns, answeredResource(model, linked), answersMany(model, linked));
    },
  );
}

type Head = 'status' | 'when' | 'body' | 'headers';
type WordsOf<T> = (value: T, row: StatusRow, linked: LinkedOperation | undefined) => Words;

/** The resource whose rows its answers show; undefined: what it does is not known. */
function shownBy(model: Model, linked: LinkedOperation): readonly string[] | undefined {
  if (valueOf(linked.facts.does) === undefined) return undefined;
  const { shows, resource } = answeringOf(model, linked);
  return shows === 'nothing' || resource === undefined ? [] : [resource];
}

/** Several rows are touched, and nothing says which of them this answer shows. */
function isUnclear(model: Model, linked: LinkedOperation, row: StatusRow): boolean {
  return answeringOf(model, linked).shows === 'one of several' && usesRow(row);
}

/** The code; where two rows share one, with what tells them apart. */
function rowName(row: StatusRow, seen: Map<string, number>): string {
  const status = valueOf(row.status);
  const code = status
    ? 'code' in status
      ? String(status.code)
      : status.class
    : whenOutcomes(row).join(' ') || (row.when.status === 'stated' ? row.when.text.replaceAll('`', '') : 'an answer');
  const copy = (seen.get(code) ?? 0) + 1;
  seen.set(code, copy);
  return copy > 1 ? `${code} ${copy}` : code;
}

/** With that status HTTP itself says that there is no body. */
function isBodiless({ status, body }: StatusRow): boolean {
  const value = valueOf(status);
  const isOpen = body.status === 'gap' || body.status === 'absent';
  return isOpen && value !== undefined && 'code' in value && BODILESS.has(value.code);
}

interface NamedRow extends Pick<FactDraft<never>, 'subject' | 'names'> {
  readonly row: StatusRow;
  readonly name: string;
  readonly linked: readonly LinkedOperation[];
}

function statusCells<T>(
  {
    writer,
    owner,
    rows,
    head,
  }: { readonly writer: SlotWriter; readonly owner: string; readonly rows: readonly NamedRow[]; readonly head: Head },
  cell: (row: StatusRow) => Slot<T>,
  words: WordsOf<T>,
): void {
  const kindOf = (row: StatusRow): FactKind => `${isSuccess(row) ? 'success' : 'refusal'} ${head}`;
  const asked = head === 'body' ? rows.filter(({ row }) => !isBodiless(row)) : rows;
  if (asked.length === 0) return;
  const drafts = asked.map(({ row, name, linked, subject, names }): FactDraft<T> => ({
    id: statusId(owner, name, head),
    part: 'endpoints',
    kind: kindOf(row),
    slot: cell(row),
    due: head === 'status' || head === 'when' || (head === 'body' && isSuccess(row)),
    subject,
    names,
    words: (value) => [...new Set((linked.length > 0 ? linked : [undefined]).flatMap((one) => words(value, row, one)))],
    none: head === 'body' ? 'Body: none' : head === 'headers' ? 'Headers: none' : 'Status: When: none',
    any: `Status: ${head === 'when' ? 'When: any' : `${head} any`}`,
  }));
  const successes = rows.filter(({ row }) => isSuccess(row));
  const kind = kindOf((successes[0] ?? rows[0]!).row);
  const subject = subjectOf([...new Set(rows.flatMap(({ linked }) => linked))]);
  writer.column(drafts, {
    id: operationId(owner, head === 'status' ? 'statuses/status' : `statuses/${head}`),
    part: 'endpoints',
    kind,
    subject,
    names: { operation: namedOwner(owner), name: 'each', fact: 'each answer' },
  });
}
