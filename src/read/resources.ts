// Part 2: resources and their fields. Input: the part's sections. Output: ResourcesPart. Notation, part 2.

import { diagnose } from '../diagnostics/define.ts';
import { unknownHeading } from '../diagnostics/reading.ts';
import {
  DECISION as CELLS,
  RESOURCE,
  type Decision,
  type DecisionLine,
  type Field,
  type PlainTable,
  type Resource,
  type ResourcesPart,
} from '../notation/resources.ts';
import type { Section as Declared } from '../notation/declaration.ts';
import type { Name } from '../notation/slot.ts';
import type { BlockOf } from './blocks.ts';
import { readBullets } from './bullets.ts';
import { keysOf, readSection } from './section.ts';
import { readDescribed } from './described.ts';
import { examplesOf } from './examples.ts';
import { isAllFields, readAllFields } from './all-fields.ts';
import { columnsBeside, FIELDS, readField } from './fields.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { withoutTicks } from '../base/ticked.ts';
import { quoted, rawText, written } from './reading.ts';
import { splitRow } from './row-cells.ts';
import { endOf, endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import { readSchema } from './schema.ts';
import { withSchemas } from './schema/agreement.ts';
import { readStrays } from './strays.ts';
import { DECISION, ROW } from './table-kinds.ts';
import { listOf, readTables, type Row, type Table } from './tables.ts';

const WHERE = 'under a resource';
export function readResources(reading: Reading, part: PartOutline | undefined): ResourcesPart {
  if (!part) {
    const end = endOfDocument(reading);
    return { scope: missingScope(reading), ...readAllFields(reading, [], end), resources: missingList(end) };
  }
  const { scope, lists } = readScope(reading, part, false);
  const strays = readStrays(
    reading,
    part,
    keysOf(RESOURCE),
    [FIELDS, ROW],
    `a resource's heading, \`### ${nameOfFirst(part)}\``,
  );
  const mark = strays.other('resources') ?? lists;
  strays.rest('directly under part 2');
  const shared = readAllFields(reading, part.sections.filter(isAllFields), endOf(part.at));
  const columns = columnsBeside(shared.all);
  const read = (section: Section): Resource | undefined => readResource(reading, section, columns);
  const described = { ...part, sections: part.sections.filter((section) => !isAllFields(section)) };
  return { scope, ...shared, resources: readDescribed(reading, described, mark, read, ({ name }) => name.at) };
}

/** The first resource that has a heading, as one whose heading it could be. */
function nameOfFirst({ sections }: PartOutline): string {
  const names = sections.map(({ title }) => withoutTicks(title.text));
  return names.find((name) => RESOURCE_NAME.test(name)) ?? 'Name';
}

const RESOURCE_NAME = /^\p{Lu}[\p{L}\p{M}\d_]*(?:-[\p{L}\p{M}\d_]+)*$/u;

function readResource(reading: Reading, section: Section, columns: Declared<Field, string>): Resource | undefined {
  const text = withoutTicks(section.title.text);
  if (!RESOURCE_NAME.test(text)) {
    const expected = "a resource's name: one word that starts with a capital, or `All fields`";
    reading.diagnostics.push(diagnose(unknownHeading, section.at, { heading: quoted(section.title.text), expected }));
    return undefined;
  }
  const { scope, lists } = readScope(reading, section, true);
  const bullets = readBullets(reading, section, keysOf(RESOURCE), WHERE);
  const tables = readTables(reading, section, [FIELDS, ROW, DECISION], WHERE);
  const fields = listOf(tables, FIELDS, section, bullets.other('fields') ?? lists, (row) =>
    readField(reading, row, columns),
  );
  bullets.rest(WHERE);
  const plain = rowTables(reading, section);
  const decisions = tables.flatMap((one) => (one.kind === DECISION ? [decision(one.table, section)] : []));
  const fences = readFences(reading, section, ['json rows', 'json schema']);
  const rowFences = fences.filter(({ info }) => !isSchema(info));
  const schemas = fences.filter(({ info }) => isSchema(info)).map((fence) => readSchema(reading, fence, text));
  return {
    kind: 'resource',
    name: { text, at: section.title.span },
    scope,
    ...readSection(bullets, RESOURCE),
    fields: withSchemas(reading, withoutRepeats(reading, fields, 'field'), schemas),
    ...(decisions.length > 0 && { decisions }),
    ...(plain.length > 0 && { tables: plain }),
    ...(rowFences.length > 0 && { rowFences: rowFences.map((fence) => rowFence(reading, fence)) }),
    ...examplesOf(reading, section),
    at: section.at,
  };
}

function isSchema(info: string): boolean {
  return /^json\s+schema(?:\s|$)/i.test(info);
}

/** `by the table below`. */
function decision(table: Table, section: Section): Decision {
  const { first, at } = table;
  const lines = listOf([{ kind: DECISION, table }], DECISION, section, undefined, readLine);
  return { name: { text: withoutTicks(first.text.text), at: first.at }, lines, at };
}

function readLine(row: Row): DecisionLine {
  const { value, when } = CELLS;
  return { value: row.slot(value.head, value.syntax), when: row.slot(when.head, when.syntax), at: row.at };
}

/** Row tables: kept cell by cell. */
function rowTables(reading: Reading, section: Section): PlainTable[] {
  const found: PlainTable[] = [];
  for (const block of section.blocks) {
    if (block.kind !== 'table' || block.nested) continue;
    const heads = cells(reading, block, 0);
    const first = written(reading, splitRow(reading.source, block.lines[0]!)[0]!, true).text.text;
    if (first.toLowerCase() !== 'row') continue;
    const rows = block.lines.slice(2).map((_, index) => cells(reading, block, index + 2));
    found.push({ heads, rows, at: block.at });
  }
  return found;
}

function cells(reading: Reading, block: BlockOf<'table'>, line: number): Name[] {
  return splitRow(reading.source, block.lines[line]!).map((at) => ({ text: written(reading, at, true).text.text, at }));
}

function rowFence(reading: Reading, fence: BlockOf<'fence'>): { name: string; json: Name } {
  const name = fence.info.split(/\s+/).slice(2).join(' ');
  return { name, json: { text: rawText(reading, fence.body), at: fence.body } };
}
