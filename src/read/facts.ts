// The facts of an operation, or of all of them: bullets and tables. Input: sections about the same thing. Output: Facts.
// Notation, part 4.

import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { statementNotHere } from '../diagnostics/endpoints.ts';
import type { TableOf } from '../notation/declaration.ts';
import type { BodyField, Facts, Parameter } from '../notation/endpoints.ts';
import { OPERATION_TABLES, type OperationTableKey } from '../notation/operation-tables.ts';
import { OPERATION } from '../notation/operation.ts';
import { BODY, HEADER, PATH, QUERY, type ParameterTrait } from '../notation/parameters.ts';
import { absent, valueOf, type List, type Slot } from '../notation/slot.ts';
import { ANSWERS, STATUS } from '../notation/statuses.ts';
import { readBulletsOf, type Bullets } from './bullets.ts';
import type { Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { withOneAnswer } from './one-answer.ts';
import { readRepeatRow } from './repeat-rows.ts';
import { readName } from './row-names.ts';
import { withoutRepeats } from './scopes.ts';
import { keysOf, readSection, tableKindOf } from './section.ts';
import { listOf, readTables, type Row } from './tables.ts';

type ParameterTable = TableOf<Parameter, ParameterTrait>;

const KEYS = [...keysOf(OPERATION), { name: ANSWERS.head }];
const KINDS = Object.values(OPERATION_TABLES).map(({ table }) => tableKindOf(table));

/** `lists`: what the prose of the scope says about its tables. */
export function readFacts(
  reading: Reading,
  sections: readonly Section[],
  where: string,
  lists: 'open' | 'closed' | undefined,
  isOfAll = false,
): { readonly facts: Facts; readonly bullets: Bullets } {
  const bullets = readBulletsOf(reading, sections, KEYS, where);
  const tables = sections.flatMap((section) => readTables(reading, section, KINDS, where));
  const home = sections[0]!;
  const rows = <T>(key: OperationTableKey, read: (row: Row) => T | undefined): List<T> => {
    const { table, others } = OPERATION_TABLES[key];
    return listOf(tables, tableKindOf(table), home, bullets.other(...others) ?? lists, read);
  };
  const parameters = (key: OperationTableKey, table: ParameterTable): List<Parameter> => {
    const what = table.head.toLowerCase();
    return withoutRepeats(
      reading,
      rows(key, (row) => readParameter(reading, row, table, what)),
      what,
      OPERATION_TABLES[key].ignoringCase ? (name) => name.toLowerCase() : undefined,
    );
  };
  const body = rows('bodyTable', (row) => readBodyField(reading, row));
  const statuses = rows('statuses', (row) => ({ ...readSection(row, STATUS.columns), at: row.at }));
  const stated = readSection(bullets, OPERATION);
  const facts: Facts = {
    ...stated,
    ...(isOfAll && { ...ofSingle(reading, bullets), ...ofSingleRow(reading, bullets, stated.unknownFields) }),
    pathTable: parameters('pathTable', PATH),
    queryTable: parameters('queryTable', QUERY),
    headerTable: parameters('headerTable', HEADER),
    bodyTable: withoutRepeats(reading, body, 'field', undefined, isUnderWhen),
    statuses: withOneAnswer(reading, bullets, statuses, isOfAll),
    repeatTable: rows('repeatTable', (row) => readRepeatRow(reading, row)),
  };
  return { facts, bullets };
}

/** Whether both hold of one request is judged when names are known. */
function isUnderWhen(...rows: readonly BodyField[]): boolean {
  return rows.some(({ when }) => when.status !== 'absent' && when.status !== 'none');
}

/** They name fields of one body, and hold for no other. */
function ofSingle(reading: Reading, bullets: Bullets): Partial<Facts> {
  const none: { atLeastOneOf?: Slot<never>; exactlyOneOf?: Slot<never> } = {};
  for (const key of ['atLeastOneOf', 'exactlyOneOf'] as const) {
    const { head } = OPERATION[key];
    const [bullet] = bullets.all(head);
    if (bullet)
      none[key] = notOfAll(reading, bullet.whole, {
        what: head,
        because: 'it names fields of a single body',
        instead: 'Write it under each operation whose body has these fields',
      });
  }
  return none;
}

/** `kept in` names a field of the rows of one resource. */
function ofSingleRow(reading: Reading, bullets: Bullets, slot: Facts['unknownFields']): Partial<Facts> {
  const { head } = OPERATION.unknownFields;
  const [bullet] = valueOf(slot)?.keptIn ? bullets.all(head) : [];
  if (!bullet) return {};
  const instead =
    'Write `kept in` under each operation that makes or changes such a row, and `refused` or `ignored` here for the others';
  const values = { what: head, because: 'it names a field of a single resource', instead };
  return { unknownFields: notOfAll(reading, bullet.whole, values) };
}

function notOfAll(
  reading: Reading,
  at: Span,
  values: { readonly what: string; readonly because: string; readonly instead: string },
): Slot<never> {
  reading.diagnostics.push(diagnose(statementNotHere, at, { ...values, operation: 'All operations' }));
  return absent({ start: at.end, end: at.end });
}

function readParameter(reading: Reading, row: Row, { columns }: ParameterTable, what: string): Parameter | undefined {
  const { text } = row.first;
  const any = /^any field of\s+(\S+)$/i.exec(text.text);
  const from = any ? text.text.length - any[1]!.length : 0;
  const owner = any
    ? readName(reading, { text: text.slice(from), at: text.spanAt(from, text.text.length) }, 'a resource')
    : undefined;
  const name = any
    ? { text: text.text.replace(/`/g, ''), at: row.first.at }
    : readName(reading, row.first, `the name of a ${what} parameter`);
  if (!name || (any && !owner)) return undefined;
  return { name, anyFieldOf: owner, ...readSection(row, columns), at: row.at };
}

function readBodyField(reading: Reading, row: Row): BodyField | undefined {
  const name = readName(reading, row.first, "the field's name");
  if (!name) return undefined;
  return { name, ...readSection(row, BODY.columns), at: row.at };
}
