// The slots of part 4's tables: Path, Query, Header, Body, Repeat; slots/statuses.ts has Status. Input: the rows of one operation,
// or those under All operations. Output: facts in the writer. Notation, part 4 "Tables" and rule 8.

import type { BodyField, Facts, Parameter } from '../../../notation/endpoints.ts';
import type { Selects } from '../../../notation/values/lists.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import type { Required } from '../../../notation/values/requirements.ts';
import { valueOf, type List, type Slot } from '../../../notation/slot.ts';
import { kindOf } from '../../../notation/declaration.ts';
import { OPERATION } from '../../../notation/operation.ts';
import type { FactKind } from '../gaps/table.ts';
import { operationId, parameterId } from './ids.ts';
import { hasOneRange } from '../settled.ts';
import { undeclaredParameters } from './paths.ts';
import { isRowOf } from '../table-rows.ts';
import { missingOtherwise, missingSuccess, missingWithoutRow, statusSlots } from './statuses.ts';
import { namedOwner, subjectOf, type SlotWriter } from './writer.ts';
import type { FactDraft } from './fact.ts';
import { isMeantByRepeatTable } from '../causes/restriction.ts';
import { selectsWords } from '../supported/endpoints.ts';
import { anyBeside, type Words } from '../supported.ts';
import { everyFieldFits, isAssignable, lacksForm, parameterFits, selectionFits } from '../supported/fits.ts';
import { bodyRequiredFits } from '../supported/required.ts';
import { allowedWords, requiredWords, typeWords } from '../supported/words.ts';
import { effectsOf, pathFacts, targetsOf } from '../targets.ts';

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
      linked.filter((one) => isRowOf(one.facts[table].items, row));
  if (own) undeclaredParameters(writer, own);
  parameters({ writer, owner, table: 'path', users: users('pathTable') }, facts.pathTable);
  parameters({ writer, owner, table: 'query', users: users('queryTable') }, facts.queryTable);
  parameters({ writer, owner, table: 'header', users: users('headerTable') }, facts.headerTable);
  bodyFields({ writer, owner, table: 'body', users: users('bodyTable') }, facts.bodyTable);
  for (const [table, head, what] of OPEN) openTable(writer, owner, facts[table], head, what, linked);
  if (own) missingSuccess(writer, own);
  if (own) missingOtherwise(writer, own);
  if (own) missingWithoutRow(writer, own);
  missingRepeat(writer, owner, facts, linked, own);
  statusSlots(writer, owner, facts.statuses, users('statuses'));
  for (const row of facts.repeatTable.items) {
    const meant = users('repeatTable')(row);
    const subject = subjectOf(own ? meant : meant.filter(isMeantByRepeatTable));
    const draft = {
      part: 'endpoints',
      of: OPERATION.repeat,
      kind: kindOf(OPERATION.repeat),
      due: true,
      subject,
      names: { operation: namedOwner(owner) },
      words: () => ['Repeat: Repeat table'],
    } as const;
    writer.add({ ...draft, id: operationId(owner, `repeat.${row.name.text}`), slot: row.statement });
  }
}

/** `Repeat: key` says how by a table: where the word stands, the table does. */
function missingRepeat(
  writer: SlotWriter,
  owner: string,
  facts: Facts,
  linked: readonly LinkedOperation[],
  own: LinkedOperation | undefined,
): void {
  if (valueOf(facts.repeat)?.kind !== 'key') return;
  const keyed = linked.filter((one) => one.facts.repeat === facts.repeat && !one.facts.repeatTable.written);
  if (keyed.length === 0) return;
  const { scope, allAt } = writer.model.document.endpoints;
  const at = own ? (own.operation.scope.heading ?? own.operation.at) : (allAt ?? scope.heading ?? facts.repeat.at);
  writer.gap(
    {
      id: operationId(owner, 'repeat-table'),
      part: 'endpoints',
      kind: 'repeat table',
      subject: subjectOf(keyed),
      names: { operation: namedOwner(owner) },
    },
    at,
  );
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
    names: { fact: `${what} of ${namedOwner(owner)}` },
  } as const;
  writer.openness(draft, list);
}

function parameters(place: Place, list: List<Parameter>): void {
  const { writer, table } = place;
  const { model } = writer;
  const rows = list.items.filter((one) => !one.anyFieldOf);
  const due = (): boolean => table === 'query';
  const header = table === 'header' ? ['Header: Header table'] : [];
  const fits = table === 'body' ? 'query' : table;
  const typed = (type: FieldType): Words => [...header, ...typeWords(model, type), ...parameterFits(type, fits)];
  const required = (value: Required): Words =>
    value.kind === 'if' ? ['Required: if of a parameter'] : requiredWords(model, value, undefined);
  const half = table === 'query' ? lacksForm : undefined;
  cells(place, rows, ['type', 'type of a parameter'], (one) => one.type, due, typed, half);
  cells(place, rows, ['required', 'required of a parameter'], (one) => one.required, due, required);
  cells(
    place,
    rows,
    ['default', 'default of a parameter'],
    (one) => one.default,
    due,
    () => ['Default: literal'],
  );
  cells(
    place,
    rows,
    ['allowed-values', 'allowed values of a parameter'],
    (one) => one.allowed,
    () => false,
    allowedWords,
  );
  if (table === 'path') pathSelects(place, rows);
  if (table === 'query') querySelects(place, rows);
  for (const row of list.items) if (row.anyFieldOf) everyField(place, row);
}

function pathSelects(place: Place, rows: readonly Parameter[]): void {
  const { model } = place.writer;
  const due = (one: Parameter): boolean =>
    place.users(one).some((linked) => pathFacts(model, linked).open.includes(one.name.text));
  const words = (value: Selects, one: Parameter): Words => [
    ...selectsWords(model, value, 'path', undefined),
    ...place.users(one).flatMap((linked) => selectionFits(model, linked, one)),
  ];
  cells(place, rows, ['selects', 'selects of the path'], (one) => one.selects, due, words);
}

function querySelects(place: Place, rows: readonly Parameter[]): void {
  const { model } = place.writer;
  const words = (value: Selects, one: Parameter): Words =>
    selectsWords(model, value, 'query', listed(model, place.users(one)[0]));
  cells(
    place,
    rows,
    ['selects', 'selects of a query'],
    (one) => one.selects,
    () => true,
    words,
  );
}

/** `` any field of `R` `` says it all: its other cells have nothing to add. */
function everyField({ writer, owner, users }: Place, row: Parameter): void {
  const name = `any field of ${row.anyFieldOf!.text}`;
  writer.add<string>({
    id: parameterId(owner, 'query', name, 'selects'),
    part: 'endpoints',
    kind: 'selects of a query',
    slot: { status: 'stated', value: name, text: name, at: row.name.at },
    due: true,
    subject: subjectOf(users(row)),
    names: { operation: namedOwner(owner), name },
    words: () => everyFieldFits(writer.model, row),
  });
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

const always = (): boolean => true;
const never = (): boolean => false;

function bodyFields(place: Place, list: List<BodyField>): void {
  const { model } = place.writer;
  const rows = list.items;
  const typed = (type: FieldType): Words => ['Body: Body table', ...typeWords(model, type)];
  const required = (value: Required, one: BodyField): Words => [
    ...requiredWords(model, value, undefined),
    ...bodyRequiredFits(model, value, place.users(one), one),
  ];
  const sets = (value: readonly string[], one: BodyField): Words => setsWords(model, place.users(one), value);
  cells(place, rows, ['type', 'type of a parameter'], (one) => one.type, always, typed);
  cells(
    place,
    rows,
    ['required', 'required of a parameter'],
    (one) => one.required,
    (one) => !takesOver(one),
    required,
  );
  cells(
    place,
    rows,
    ['default', 'default of a parameter'],
    (one) => one.default,
    never,
    () => ['Default: literal'],
  );
  cells(place, rows, ['allowed-values', 'allowed values of a parameter'], (one) => one.allowed, never, allowedWords);
  cells(place, rows, ['sets', 'sets of a body field'], (one) => one.sets, always, sets);
}

/** The field of the row at hand, or of another by its owner; a place inside one is no field. */
function setsWords(model: Model, users: readonly LinkedOperation[], path: readonly string[]): Words {
  const written = path.join('.');
  const isKept = users.every((linked) =>
    targetsOf(model, linked).every((target) => isAssignable(model, target, written)),
  );
  return [isKept ? 'Sets: field' : 'Sets: a value into what is not kept'];
}

interface Row {
  readonly name: { readonly text: string };
  readonly type: Slot<FieldType>;
}

function cells<R extends Row, T>(
  place: Place,
  rows: readonly R[],
  [head, kind]: readonly [string, FactKind],
  cell: (row: R) => Slot<T>,
  due: (row: R) => boolean,
  words: (value: T, row: R) => Words,
  half?: (value: T) => boolean,
): void {
  if (rows.length === 0) return;
  const { writer, owner, table, users } = place;
  const none = NONE[head] ?? (table === 'path' ? 'Path: none' : table === 'body' ? 'Sets: none' : 'Query: none');
  const any = anyBeside(none);
  const drafts = rows.map((row): FactDraft<T> => ({
    id: parameterId(owner, table, row.name.text, head),
    part: 'endpoints',
    kind,
    slot: cell(row),
    due: due(row),
    settled: head === 'allowed-values' && hasOneRange(row),
    subject: subjectOf(users(row)),
    names: { operation: namedOwner(owner), name: table === 'path' ? `\`{${row.name.text}}\`` : `\`${row.name.text}\`` },
    words: (value) => words(value, row),
    ...(half && { half }),
    none,
    any,
  }));
  const subject = subjectOf([...new Set(rows.flatMap(users))]);
  const names = {
    operation: namedOwner(owner),
    name: table === 'body' ? 'each body field' : `each ${table} parameter`,
  };
  writer.column(drafts, { id: operationId(owner, `${table}/${head}`), part: 'endpoints', kind, subject, names });
}

const NONE: Readonly<Record<string, string>> = {
  type: 'Type: none',
  required: 'Required: none',
  default: 'Default: none',
  'allowed-values': 'Allowed values: none',
};
