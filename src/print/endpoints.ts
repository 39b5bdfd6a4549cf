// Part 4 → Markdown. In: EndpointsPart. Out: lines. Notation, part 4.

import type { EndpointsPart, Facts, Operation, StatusRow } from '../notation/endpoints.ts';
import { OPERATION } from '../notation/operation.ts';
import type { List, Scope, Slot } from '../notation/slot.ts';
import { printHeaders, printStatus, printWhen } from '../notation/values/answers.ts';
import { printBodyFields, printParameters } from './fields.ts';
import { escaped } from './markdown.ts';
import { printShape } from '../notation/values/shapes.ts';
import { asIs } from '../notation/grammar/syntax.ts';
import { block, printSection, printMarkOf, printScope, printSlot, rowTitle } from './slots.ts';
import type { Column } from './tables.ts';
import { column, printTable } from './tables.ts';

type RepeatRow = Facts['repeatTable']['items'][number];

const STATUS: readonly Column<StatusRow>[] = [
  column('When', (row: StatusRow) => row.when, printWhen),
  column('Body', (row: StatusRow) => row.body, printShape),
  column('Headers', (row: StatusRow) => row.headers, printHeaders),
];
const REPEAT: readonly Column<RepeatRow>[] = [
  column('Statement', (row: RepeatRow): Slot<string> => row.statement, asIs),
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

function printFacts(facts: Facts, scope: Scope | undefined): string[] {
  return [
    ...block([...printSection(OPERATION, facts), ...printMarks(facts, scope)]),
    ...printParameters('Path', facts.pathTable),
    ...printParameters('Query', facts.queryTable),
    ...printParameters('Header', facts.headerTable),
    ...printBodyFields(facts.bodyTable),
    ...printTable(facts.statuses, 'Status', (row) => printSlot(row.status, printStatus, 'cell') ?? '', STATUS),
    ...printTable(facts.repeatTable, 'Repeat', (row) => escaped(rowTitle(row.name.text), true), REPEAT),
  ];
}

/** What is said about the completeness of tables that are not there. */
function printMarks(facts: Facts, scope: Scope | undefined): string[] {
  const lists: readonly (readonly [List<unknown>, string])[] = [
    [facts.pathTable, 'path parameters'],
    [facts.queryTable, 'query parameters'],
    [facts.headerTable, 'header parameters'],
    [facts.bodyTable, 'body fields'],
    [facts.statuses, 'statuses'],
    [facts.repeatTable, 'repeat rules'],
  ];
  return lists.flatMap(([list, subject]) => (list.written ? [] : printMarkOf(list, scope, subject)));
}
