// The slots of part 4's tables: Path, Query, Header, Body, Status, Repeat. Comes in: the rows of one operation, or those
// under All operations. Goes out: facts in the writer. Notation, part 4 "Tables" and rule 8: due are Type, Required,
// Default, Selects of a query; Type, Required, Sets of a body field; When, Body of a status; each `{param}`'s Selects.

import type { BodyField, Facts, Parameter, StatusRow } from '../endpoints.ts';
import type { LinkedOperation, Model } from '../model.ts';
import type { List, Slot } from '../status.ts';
import { valueOf } from '../status.ts';
import type { FactKind } from './gaps-table.ts';
import { operationId, parameterId, statusId } from './slots-ids.ts';
import type { FactDraft, SlotWriter, Subject } from './slots-writer.ts';
import {
  headersWords,
  selectsWords,
  shapeWords,
  statusWhenWords,
  statusWords,
  whenOutcomes,
} from './supported-endpoints.ts';
import { allowedWords, requiredWords, typeWords, type Words } from './supported-words.ts';
import { effectsOf, headingOf, pathFacts, targetsOf } from './targets.ts';

type Table = 'path' | 'query' | 'header' | 'body';

/** What the rows of one table share. */
interface Place {
  readonly writer: SlotWriter;
  readonly owner: string;
  readonly table: Table;
  /** The operations that a row holds for. */
  readonly users: (row: object) => readonly LinkedOperation[];
}

/** `own`: the operation, when these are the rows of one; undefined: those under All operations. */
export function tableSlots(
  writer: SlotWriter,
  owner: string,
  facts: Facts,
  linked: readonly LinkedOperation[],
  own: LinkedOperation | undefined,
): void {
  const users =
    (table: 'pathTable' | 'queryTable' | 'headerTable' | 'bodyTable' | 'statuses' | 'repeatTable') => (row: object) =>
      linked.filter((one) => (one.facts[table].items as readonly object[]).includes(row));
  if (own) undeclaredParameters(writer, own);
  parameters({ writer, owner, table: 'path', users: users('pathTable') }, facts.pathTable);
  parameters({ writer, owner, table: 'query', users: users('queryTable') }, facts.queryTable);
  parameters({ writer, owner, table: 'header', users: users('headerTable') }, facts.headerTable);
  bodyFields({ writer, owner, table: 'body', users: users('bodyTable') }, facts.bodyTable);
  for (const [table, head, what] of OPEN) openTable(writer, owner, facts[table], head, what, linked);
  if (own) missingSuccess(writer, own);
  statuses(writer, owner, facts.statuses, users('statuses'));
  for (const row of facts.repeatTable.items) {
    const subject = subjectOf(users('repeatTable')(row));
    const draft = {
      part: 'endpoints',
      kind: 'repeat',
      due: true,
      subject,
      names: { operation: named(owner) },
      words: () => ['Repeat: Repeat table'],
    } as const;
    writer.add({ ...draft, id: operationId(owner, `repeat.${row.name.text}`), slot: row.statement });
  }
}

const OPEN = [
  ['queryTable', 'query', 'query parameters'],
  ['headerTable', 'headers', 'headers'],
  ['bodyTable', 'body-fields', 'body fields'],
  ['statuses', 'statuses', 'answers'],
] as const;

function openTable(
  writer: SlotWriter,
  owner: string,
  list: List<unknown>,
  head: string,
  what: string,
  linked: readonly LinkedOperation[],
): void {
  if (!list.written) return;
  const draft = {
    id: operationId(owner, head),
    part: 'endpoints',
    subject: subjectOf(linked),
    names: { fact: `${what} of ${named(owner)}` },
  } as const;
  writer.openness(draft, list);
}

function subjectOf(linked: readonly LinkedOperation[]): Subject {
  return { on: 'operations', operations: linked.map(headingOf) };
}

function named(owner: string): string {
  return owner === 'all' ? 'every operation' : `\`${owner}\``;
}

/** A `{param}` without a row that is not the identity of what `Does` touches. */
function undeclaredParameters(writer: SlotWriter, linked: LinkedOperation): void {
  const facts = pathFacts(writer.model, linked);
  const heading = headingOf(linked);
  for (const name of facts.open) {
    if (facts.rows.has(name)) continue;
    const draft = { part: 'endpoints', kind: 'selects of the path', subject: subjectOf([linked]) } as const;
    writer.gap(
      {
        ...draft,
        id: parameterId(heading, 'path', name, 'selects'),
        names: { operation: `\`${heading}\``, name: `\`{${name}}\`` },
      },
      linked.operation.name.at,
    );
  }
}

function parameters(place: Place, list: List<Parameter>): void {
  const { writer, table } = place;
  const { model } = writer;
  const isQuery = table === 'query';
  const row = (parameter: Parameter): LinkedOperation | undefined => place.users(parameter)[0];
  const header = table === 'header' ? ['Header: Header table'] : [];
  cells(
    place,
    list.items,
    'type',
    'type of a parameter',
    (one) => one.type,
    (one) => isQuery && !one.anyFieldOf,
    () => (value) => [...header, ...typeWords(model, value)],
  );
  cells(
    place,
    list.items,
    'required',
    'required of a parameter',
    (one) => one.required,
    (one) => isQuery && !one.anyFieldOf,
    () => (value) => requiredWords(model, value, undefined),
  );
  cells(
    place,
    list.items,
    'default',
    'default of a parameter',
    (one) => one.default,
    (one) => isQuery && !one.anyFieldOf,
    () => () => ['Default: literal'],
  );
  cells(
    place,
    list.items,
    'allowed-values',
    'allowed values of a parameter',
    (one) => one.allowed,
    () => false,
    () => allowedWords,
  );
  if (table === 'header') return;
  const kind = table === 'path' ? 'selects of the path' : 'selects of a query';
  const due = (one: Parameter): boolean =>
    isQuery
      ? !one.anyFieldOf
      : place.users(one).some((linked) => pathFacts(model, linked).open.includes(one.name.text));
  cells(
    place,
    list.items,
    'selects',
    kind,
    (one) => one.selects,
    due,
    (one) => (value) => selectsWords(model, value, isQuery ? 'query' : 'path', listed(model, row(one))),
  );
}

function listed(model: Model, linked: LinkedOperation | undefined): ReturnType<Model['resources']['get']> {
  if (!linked) return undefined;
  const effect =
    effectsOf(linked).find((one) => one.kind === 'lists') ?? effectsOf(linked).find((one) => 'target' in one);
  return effect && 'target' in effect ? model.resources.get(effect.target.text) : undefined;
}

/** `` as `User.email` `` takes over the rules of that field. */
function takesOver(one: BodyField): boolean {
  return valueOf(one.type)?.kind === 'same-as';
}

function bodyFields(place: Place, list: List<BodyField>): void {
  const { model } = place.writer;
  cells(
    place,
    list.items,
    'type',
    'type of a parameter',
    (one) => one.type,
    () => true,
    () => (value) => ['Body: Body table', ...typeWords(model, value)],
  );
  cells(
    place,
    list.items,
    'required',
    'required of a parameter',
    (one) => one.required,
    (one) => !takesOver(one),
    () => (value) => requiredWords(model, value, undefined),
  );
  cells(
    place,
    list.items,
    'default',
    'default of a parameter',
    (one) => one.default,
    () => false,
    () => () => ['Default: literal'],
  );
  cells(
    place,
    list.items,
    'allowed-values',
    'allowed values of a parameter',
    (one) => one.allowed,
    () => false,
    () => allowedWords,
  );
  cells(
    place,
    list.items,
    'sets',
    'sets of a body field',
    (one) => one.sets,
    () => true,
    () => () => ['Sets: field'],
  );
}

interface Row {
  readonly name: { readonly text: string };
}

function cells<R extends Row, T>(
  place: Place,
  rows: readonly R[],
  head: string,
  kind: FactKind,
  cell: (row: R) => Slot<T>,
  due: (row: R) => boolean,
  words: (row: R) => (value: T) => Words,
): void {
  const { writer, owner, table, users } = place;
  const none = NONE[head] ?? (table === 'path' ? 'Path: none' : table === 'body' ? 'Sets: none' : 'Query: none');
  const any = head === 'allowed-values' ? 'Allowed values: any' : `${head}: any`;
  const drafts = rows.map((row): FactDraft<T> => ({
    id: parameterId(owner, table, row.name.text, head),
    part: 'endpoints',
    kind,
    slot: cell(row),
    due: due(row),
    subject: subjectOf(users(row)),
    names: { operation: named(owner), name: table === 'path' ? `\`{${row.name.text}}\`` : `\`${row.name.text}\`` },
    words: words(row),
    none,
    any,
  }));
  const subject = subjectOf([...new Set(rows.flatMap(users))]);
  const names = { operation: named(owner), name: table === 'body' ? 'each body field' : `each ${table} parameter` };
  writer.column(drafts, { id: operationId(owner, `${table}/${head}`), part: 'endpoints', kind, subject, names });
}

const NONE: Readonly<Record<string, string>> = {
  type: 'Type: none',
  required: 'Required: none',
  default: 'Default: none',
  'allowed-values': 'Allowed values: none',
};

/** Does this row answer when all went well? A row whose When is not shown counts by its status. */
export function isSuccess(row: StatusRow): boolean {
  const when = valueOf(row.when);
  if (when) return when.kind === 'outcome';
  const status = valueOf(row.status);
  return status === undefined || 'class' in status || status.code < 400;
}

function missingSuccess(writer: SlotWriter, linked: LinkedOperation): void {
  if (linked.facts.statuses.items.some(isSuccess)) return;
  const heading = headingOf(linked);
  const draft = {
    id: operationId(heading, 'status'),
    part: 'endpoints',
    kind: 'success status',
    subject: subjectOf([linked]),
    names: { operation: `\`${heading}\`` },
  } as const;
  writer.gap(draft, linked.facts.statuses.written ? linked.facts.statuses.at : linked.operation.name.at);
}

function statuses(
  writer: SlotWriter,
  owner: string,
  list: List<StatusRow>,
  users: (row: object) => readonly LinkedOperation[],
): void {
  const { model } = writer;
  const seen = new Map<string, number>();
  const columns = new Set(model.document.errors.codes.items.flatMap((code) => [...code.words.keys()]));
  const rows = list.items.map((row) => ({ row, name: rowName(row, seen), linked: users(row) }));
  statusCells(
    writer,
    owner,
    rows,
    'status',
    (row) => row.status,
    () => () => statusWords,
  );
  statusCells(
    writer,
    owner,
    rows,
    'when',
    (row) => row.when,
    (linked) => () => (value) => statusWhenWords(model, value, linked && rowOf(model, linked)),
  );
  statusCells(
    writer,
    owner,
    rows,
    'body',
    (row) => row.body,
    (linked) => (row) => (value) =>
      shapeWords(model, isSuccess(row) && linked ? targetsOf(model, linked) : [], value, columns),
  );
  statusCells(
    writer,
    owner,
    rows,
    'headers',
    (row) => row.headers,
    () => () => (value) => headersWords(value, columns),
  );
}

function rowOf(model: Model, linked: LinkedOperation): ReturnType<Model['resources']['get']> {
  return targetsOf(model, linked)
    .map((name) => model.resources.get(name))
    .find((one) => one !== undefined);
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

interface NamedRow {
  readonly row: StatusRow;
  readonly name: string;
  readonly linked: readonly LinkedOperation[];
}

function statusCells<T>(
  writer: SlotWriter,
  owner: string,
  rows: readonly NamedRow[],
  head: 'status' | 'when' | 'body' | 'headers',
  cell: (row: StatusRow) => Slot<T>,
  words: (linked: LinkedOperation | undefined) => (row: StatusRow) => (value: T) => Words,
): void {
  const kindOf = (row: StatusRow): FactKind => `${isSuccess(row) ? 'success' : 'refusal'} ${head}`;
  const drafts = rows.map(({ row, name, linked }): FactDraft<T> => ({
    id: statusId(owner, name, head),
    part: 'endpoints',
    kind: kindOf(row),
    slot: cell(row),
    due: head === 'status' || head === 'when' || (head === 'body' && isSuccess(row)),
    subject: subjectOf(linked),
    names: { operation: named(owner), name: `\`${name}\`` },
    words: (value) => [...new Set((linked.length > 0 ? linked : [undefined]).flatMap((one) => words(one)(row)(value)))],
    none: head === 'body' ? 'Body: none' : head === 'headers' ? 'Headers: none' : 'Status: When: none',
    any: `Status: ${head === 'when' ? 'When: any' : `${head} any`}`,
  }));
  const successes = rows.filter(({ row }) => isSuccess(row));
  const kind = kindOf((successes[0] ?? rows[0] ?? { row: undefined }).row ?? EMPTY);
  const subject = subjectOf([...new Set(rows.flatMap(({ linked }) => linked))]);
  writer.column(drafts, {
    id: operationId(owner, head === 'status' ? 'statuses/status' : `statuses/${head}`),
    part: 'endpoints',
    kind,
    subject,
    names: { operation: named(owner), name: 'each' },
  });
}

const EMPTY: StatusRow = (() => {
  const at = { start: 0, end: 0 };
  const nothing = { status: 'absent', at } as const;
  return { status: nothing, when: nothing, body: nothing, headers: nothing, at };
})();
