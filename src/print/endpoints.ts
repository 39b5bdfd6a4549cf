// Part 4 → Markdown. In: EndpointsPart. Out: lines. Notation, part 4.

import { ticked } from '../base/ticked.ts';
import type { EndpointsPart, Facts, Operation, StatusRow } from '../notation/endpoints.ts';
import type { List, Scope, Slot } from '../notation/slot.ts';
import { printBody } from '../notation/values/bodies.ts';
import { printChecks, printPolicy, printRepeat } from '../notation/values/policies.ts';
import { printCrossOrigin, printHeaders, printMediaType, printStatus, printWhen } from '../notation/values/answers.ts';
import { printPages } from '../notation/values/lists.ts';
import { printOrder } from '../notation/values/ordering.ts';
import { printEffects } from '../notation/values/effects.ts';
import { printBodyFields, printParameters } from './fields.ts';
import { escaped } from './markdown.ts';
import { ticks } from '../notation/values/names.ts';
import { printShape } from '../notation/values/shapes.ts';
import { asIs, block, printBullet, printMarkOf, printScope, printSlot, rowTitle } from './slots.ts';
import type { Column } from './tables.ts';
import { column, printTable } from './tables.ts';
import { printWho } from '../notation/values/who.ts';

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
    ...block([...printRequestFacts(facts), ...printBehaviour(facts), ...printMarks(facts, scope)]),
    ...printParameters('Path', facts.pathTable),
    ...printParameters('Query', facts.queryTable),
    ...printParameters('Header', facts.headerTable),
    ...printBodyFields(facts.bodyTable),
    ...printTable(facts.statuses, 'Status', (row) => printSlot(row.status, printStatus, 'cell') ?? '', STATUS),
    ...printTable(facts.repeatTable, 'Repeat', (row) => escaped(rowTitle(row.name.text), true), REPEAT),
  ];
}

function printBehaviour(facts: Facts): string[] {
  return [
    ...printBullet('Does', facts.does, printEffects),
    ...printBullet('Who', facts.who, printWho),
    ...printBullet('Checks', facts.checks, printChecks),
    ...printBullet('Repeat', facts.repeat, printRepeat),
    ...printBullet('Order', facts.order, printOrder),
    ...printBullet('Pages', facts.pages, printPages),
    ...printBullet('Emits', facts.emits, ticks),
    ...printBullet('Errors', facts.errors, ticks),
  ];
}

function printRequestFacts(facts: Facts): string[] {
  return [
    ...printBullet('Base', facts.base, ticked),
    ...printBullet('Also at', facts.alsoAt, (paths) => paths.map(ticked).join(', ')),
    ...printBullet('Media type', facts.mediaType, printMediaType),
    ...printBullet('Nested names', facts.nestedNames, asIs),
    ...printBullet('Headers in', facts.headersIn, asIs),
    ...printBullet('Body', facts.body, printBody),
    ...printBullet('Omitted fields', facts.omittedFields, printPolicy),
    ...printBullet('Null fields', facts.nullFields, printPolicy),
    ...printBullet('Empty text', facts.emptyText, printPolicy),
    ...printBullet('Unknown fields', facts.unknownFields, asIs),
    ...printBullet('Read-only fields', facts.readOnlyFields, asIs),
    ...printBullet('Preconditions', facts.preconditions, asIs),
    ...printBullet('Cross-origin', facts.crossOrigin, printCrossOrigin),
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
