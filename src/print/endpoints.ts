// Part 4 → Markdown. Input: EndpointsPart. Output: lines. Notation, part 4.

import type { EndpointsPart, Facts, Operation, RepeatRow, StatusList } from '../notation/endpoints.ts';
import { OPERATION_TABLE_KEYS, OPERATION_TABLES } from '../notation/operation-tables.ts';
import { OPERATION } from '../notation/operation.ts';
import { HEADER, PATH, QUERY } from '../notation/parameters.ts';
import { REPEAT_TABLE, ruleOf } from '../notation/repeat.ts';
import type { Scope, Slot } from '../notation/slot.ts';
import type { OneAnswer } from '../notation/values/one-answer.ts';
import { ANSWERS, STATUS } from '../notation/statuses.ts';
import { printBodyFields, printParameters } from './fields.ts';
import { escaped } from './markdown.ts';
import { block, printBullet, printSection, printMarkOf, printScope, printSlot, rowTitle } from './slots.ts';
import type { Column } from './tables.ts';
import { columnsOf, printTable } from './tables.ts';

const [CODE, ...ANSWER] = columnsOf(STATUS.columns);
const REPEAT: readonly Column<RepeatRow>[] = [
  {
    head: REPEAT_TABLE.columns.statement.head,
    slot: (row) => row.statement,
    print: (row) => printSlot<unknown>(row.statement, (value) => ruleOf(row).syntax.print(value), 'cell'),
  },
];

export function printEndpoints(part: EndpointsPart): string[] {
  const all = printFacts(part.all, undefined);
  return [
    ...printScope(part.scope),
    ...block(printMarkOf(part.operations, part.scope, 'operations')),
    ...(all.length > 0 ? ['### All operations', '', ...all] : []),
    ...part.operations.items.flatMap(printOperation),
  ];
}

function printOperation(operation: Operation): string[] {
  const { name, scope, facts } = operation;
  return [`### ${escaped(name.text, false)}`, '', ...printScope(scope), ...printFacts(facts, scope)];
}

function printFacts(own: Facts, scope: Scope | undefined): string[] {
  const answers = printAnswers(own.statuses);
  const rows = own.statuses.items.filter(({ asBullet }) => !asBullet);
  const written = own.statuses.written && (rows.length > 0 || answers.length === 0);
  const facts = { ...own, statuses: { ...own.statuses, items: rows, written } };
  return [
    ...block([...printSection(OPERATION, facts), ...answers, ...printMarks(facts, scope)]),
    ...printParameters(PATH, facts.pathTable),
    ...printParameters(QUERY, facts.queryTable),
    ...printParameters(HEADER, facts.headerTable),
    ...printBodyFields(facts.bodyTable),
    ...printTable(facts.statuses, STATUS.head, (row) => CODE!.print(row) ?? '', ANSWER),
    ...printTable(facts.repeatTable, REPEAT_TABLE.head, (row) => escaped(rowTitle(row.name.text), true), REPEAT),
  ];
}

/** The row that is written as a bullet. */
function printAnswers({ bullet, items }: StatusList): string[] {
  const row = items.find((one) => one.asBullet);
  const slot: Slot<OneAnswer> | undefined = row ? { status: 'stated', value: row, text: '', at: row.at } : bullet;
  return slot ? printBullet(ANSWERS.head, slot, (value) => ANSWERS.syntax.print(value)) : [];
}

/** What is stated about the completeness of tables that are not there. */
function printMarks(facts: Facts, scope: Scope | undefined): string[] {
  return OPERATION_TABLE_KEYS.flatMap((key) =>
    facts[key].written ? [] : printMarkOf(facts[key], scope, OPERATION_TABLES[key].others[0]),
  );
}
