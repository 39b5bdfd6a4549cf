// The slots of part 4's tables: Path, Query, Header, Body; slots/statuses.ts has Status, slots/repeats.ts Repeat. Input: the rows of one operation,
// or those under All operations. Output: facts in the writer. Notation, part 4 "Tables" and rule 8.

import type { Section } from '../../../notation/declaration.ts';
import type { BodyField, Facts, Parameter } from '../../../notation/endpoints.ts';
import { BODY, HEADER, PATH, QUERY, type ParameterTrait } from '../../../notation/parameters.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Selects } from '../../../notation/values/lists.ts';
import type { Required } from '../../../notation/values/requirements.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { bodyOf } from '../../document/inputs.ts';
import { valueOf, type List } from '../../../notation/slot.ts';
import {
  OPERATION_TABLE_KEYS,
  OPERATION_TABLES,
  type OperationTable,
  type OperationTableKey,
} from '../../../notation/operation-tables.ts';
import { factName, nameOfRow, operationId, parameterId } from '../../document/slot-ids.ts';
import { hasOneRange } from '../../document/settled.ts';
import { undeclaredParameters } from './paths.ts';
import { missingRepeat, repeatRows } from './repeats.ts';
import { isRowOf } from '../../document/table-rows.ts';
import { missingOtherwise, missingSuccess, missingWithoutRow, statusSlots } from './statuses.ts';
import { namedOwner, subjectOf, type SlotWriter } from './writer.ts';
import { declared } from './fact.ts';
import { rowSlots, type CellFeatures } from './rows.ts';
import { isMeantByRepeatTable } from '../../document/repeats.ts';
import { selectsFeatures } from '../supported/endpoints.ts';
import type { Feature, Features } from '../../document/features.ts';
import { everyFieldFits, isAssignable, parameterFits, selectionFits } from '../supported/combinations.ts';
import { answeredResource } from '../../requests/outcomes.ts';
import { isSentOnly } from '../../machines/refusal-rules.ts';
import { whenFeatures } from '../supported/body-whens.ts';
import { bodyRequiredFits } from '../supported/required.ts';
import { allowedFeatures, requiredFeatures, typeFeatures } from '../supported/values.ts';
import { pathFacts, queriedBy, targetsOf } from '../../document/targets.ts';

/** What the rows of one table share. */
interface Place {
  readonly writer: SlotWriter;
  readonly owner: string;
  readonly table: 'path' | 'query' | 'header' | 'body';
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
  const users = (table: OperationTableKey) => (row: object) =>
    linked.filter((one) => isRowOf(one.facts[table].items, row));
  if (own) undeclaredParameters(writer, own);
  pathRows({ writer, owner, table: 'path', users: users('pathTable') }, facts.pathTable);
  queryRows({ writer, owner, table: 'query', users: users('queryTable') }, facts.queryTable);
  headerRows({ writer, owner, table: 'header', users: users('headerTable') }, facts.headerTable);
  bodyRows({ writer, owner, table: 'body', users: users('bodyTable') }, facts.bodyTable);
  for (const key of OPERATION_TABLE_KEYS) openTable(writer, owner, facts[key], OPERATION_TABLES[key], linked);
  if (own) missingSuccess(writer, own);
  if (own) missingOtherwise(writer, own);
  if (own) missingWithoutRow(writer, own);
  missingRepeat(writer, owner, facts, linked, own);
  statusSlots(writer, owner, facts.statuses, users('statuses'));
  repeatRows(writer, owner, facts.repeatTable, (row) => {
    const meant = users('repeatTable')(row);
    return own ? meant : meant.filter(isMeantByRepeatTable);
  });
}

function openTable(
  writer: SlotWriter,
  owner: string,
  list: List<unknown>,
  { open, others }: OperationTable,
  linked: readonly LinkedOperation[],
): void {
  if (!list.written || !open || writer.isSilent(list)) return;
  const draft = {
    id: operationId(owner, open.id),
    part: 'endpoints',
    subject: subjectOf(linked),
    names: { fact: `${open.named ?? others[0]} of ${namedOwner(owner)}` },
  } as const;
  writer.openness(draft, list);
}

function pathRows(place: Place, { items }: List<Parameter>): void {
  if (items.length === 0) return;
  const { model } = place.writer;
  const open = (one: Parameter): boolean =>
    place.users(one).some((linked) => pathFacts(model, linked).open.includes(one.name.text));
  parameters<Parameter>(place, PATH.columns, items, open, {
    ...parameterFeatures({ ...place, table: 'path' }),
    selects: (value: Selects, one) => [
      ...selectsFeatures(model, value, 'path'),
      ...place.users(one).flatMap((linked) => selectionFits(model, linked, one)),
    ],
  });
}

function queryRows(place: Place, { items }: List<Parameter>): void {
  if (items.length === 0) return;
  const { model } = place.writer;
  parameters<Parameter>(place, QUERY.columns, items, never, {
    ...parameterFeatures({ ...place, table: 'query' }),
    selects: (value, one) => {
      const [user] = place.users(one);
      return selectsFeatures(model, value, 'query', {
        listed: user && queriedBy(model, user),
        answered: user && answeredResource(model, user),
        type: valueOf(one.type),
      });
    },
  });
}

function headerRows(place: Place, { items }: List<Parameter>): void {
  if (items.length === 0) return;
  const { model } = place.writer;
  parameters<Parameter>(place, HEADER.columns, items, never, {
    ...parameterFeatures({ ...place, table: 'header' }),
    type: (type) => ['Header: Header table', ...typeFeatures(model, type), ...parameterFits(model, type, 'header')],
    selects: (value, one) => {
      const [user] = place.users(one);
      return selectsFeatures(model, value, 'header', { listed: user && queriedBy(model, user) });
    },
  });
}

function parameters<R extends Omit<Parameter, 'selects'>>(
  place: Place,
  columns: Section<R, ParameterTrait>,
  items: readonly R[],
  isOpen: (row: R) => boolean,
  features: CellFeatures<R>,
): void {
  const rows = items.filter((one) => !one.anyFieldOf);
  inputRows(place, columns, rows, isOpen, features);
  for (const row of items) if (row.anyFieldOf) everyField(place, row);
}

function parameterFeatures({
  writer: { model },
  table,
  users,
}: Place & { readonly table: 'path' | 'query' | 'header' }): CellFeatures<Omit<Parameter, 'selects'>> {
  return {
    type: (type) => [...sentFeatures(model, type, table), ...parameterFits(model, type, table)],
    required: (value, row) =>
      value.kind === 'if' &&
      (table === 'path' || !users(row).every((linked) => isSentOnly(model, linked, value.condition)))
        ? ['Required: if of a parameter, over what is not sent']
        : requiredFeatures(model, value, undefined),
    default: () => ['Default: literal'],
    allowed: allowedFeatures,
  };
}

/** Quotes around a text are no part of it in a query alone. */
function sentFeatures(model: Model, type: FieldType, table: 'path' | 'query' | 'header'): Features {
  const features = typeFeatures(model, type);
  return table === 'query'
    ? features.map((one) => (one === QUOTES_ELSEWHERE ? 'Type: string, quotes optional' : one))
    : features;
}

const QUOTES_ELSEWHERE: Feature = 'Type: string, quotes optional, outside of a query';

/** `` any field of `R` `` is complete: its other cells have nothing to add. */
function everyField({ writer, owner, users }: Place, row: Pick<Parameter, 'name' | 'anyFieldOf'>): void {
  const name = `any field of ${row.anyFieldOf!.text}`;
  writer.add<unknown>({
    id: parameterId(owner, 'query', name, 'selects'),
    part: 'endpoints',
    ...declared(QUERY.columns.selects),
    slot: { status: 'stated', value: name, text: name, at: row.name.at },
    due: true,
    subject: subjectOf(users(row)),
    names: { operation: namedOwner(owner), name },
    words: () => everyFieldFits(writer.model, row),
  });
}

const never = (): boolean => false;

function bodyRows(place: Place, { items }: List<BodyField>): void {
  if (items.length === 0) return;
  const { model } = place.writer;
  inputRows<BodyField>(place, BODY.columns, items, never, {
    type: (type: FieldType, one) => [
      'Body: Body table',
      ...(isListOfRows(model, place.users(one), one) ? ['Type: array of' as const] : typeFeatures(model, type)),
    ],
    required: (value: Required, one) => [
      ...requiredFeatures(model, value, undefined),
      ...bodyRequiredFits(model, value, place.users(one), one),
    ],
    default: () => ['Default: literal'],
    allowed: allowedFeatures,
    when: (value, one) => whenFeatures(model, value, place.users(one), one),
    sets: (value, one) => setsFeatures(model, place.users(one), value),
  });
}

/** Each of its items becomes a row: see Does. */
function isListOfRows(model: Model, users: readonly LinkedOperation[], row: BodyField): boolean {
  return users.every((linked) => {
    const body = bodyOf(model, linked);
    return body.kind === 'fields' && body.fields.some((field) => field.row === row && field.isList);
  });
}

/** The field of the row at hand, or of another by its owner; a place inside one is no field. */
function setsFeatures(model: Model, users: readonly LinkedOperation[], path: readonly string[]): Features {
  const written = path.join('.');
  const isStored = users.every((linked) =>
    targetsOf(model, linked).every((target) => isAssignable(model, target, written)),
  );
  return [isStored ? 'Sets: field' : 'Sets: a value into what is not kept'];
}

type InputRow = Pick<Parameter, 'name' | 'type'>;

const TRAITS: Readonly<Record<Exclude<ParameterTrait, 'is no identity'>, (row: InputRow) => boolean>> = {
  // `` as `User.email` `` takes over the rules of that field.
  'takes over no rules': ({ type }) => valueOf(type)?.kind !== 'same-as',
  'has one range': hasOneRange,
};

function inputRows<R extends InputRow>(
  place: Place,
  columns: Section<R, ParameterTrait>,
  rows: readonly R[],
  isOpen: (row: R) => boolean,
  features: CellFeatures<R>,
): void {
  const { writer, owner, table, users } = place;
  const operation = namedOwner(owner);
  const numbers = furtherOf(rows);
  rowSlots<R, ParameterTrait>(writer, {
    part: 'endpoints',
    columns,
    rows,
    cell: (row, head) => ({
      id: parameterId(owner, table, nameOfRow(row.name.text, numbers.get(row)), factName(head)),
      subject: subjectOf(users(row)),
      names: { operation, name: table === 'path' ? `\`{${row.name.text}}\`` : `\`${row.name.text}\`` },
    }),
    column: (head) => ({
      id: operationId(owner, `${table}/${factName(head)}`),
      subject: subjectOf([...new Set(rows.flatMap(users))]),
      names: { operation, name: table === 'body' ? 'each body field' : `each ${table} parameter` },
    }),
    features,
    holds: (trait, row) => (trait === 'is no identity' ? isOpen(row) : TRAITS[trait](row)),
  });
}

/** Of rows whose name an earlier one has, which it is of them. */
function furtherOf<R extends InputRow>(rows: readonly R[]): ReadonlyMap<R, number> {
  const [counts, numbers] = [new Map<string, number>(), new Map<R, number>()];
  for (const row of rows) {
    const nth = (counts.get(row.name.text) ?? 0) + 1;
    counts.set(row.name.text, nth);
    if (nth > 1) numbers.set(row, nth);
  }
  return numbers;
}
