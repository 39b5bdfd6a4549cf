// Part 2: resources and their fields. In: the part's sections. Out: ResourcesPart. Notation, part 2.

import { diagnose } from '../diagnostics/define.ts';
import { contradiction, unknownHeading, unreadable } from '../diagnostics/reading.ts';
import type { PlainTable, Resource, ResourcesPart, View } from '../notation/resources.ts';
import type { Name } from '../notation/slot.ts';
import type { BlockOf } from './blocks.ts';
import type { Bullet, Bullets, Key } from './bullets.ts';
import { readBullets } from './bullets.ts';
import { readDescribed } from './described.ts';
import { examplesOf } from './examples.ts';
import { readField } from './fields.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { quoted, rawText, withoutTicks, written } from './reading.ts';
import { splitRow } from './row-cells.ts';
import { endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import { readSchema } from './schema.ts';
import { withSchemas } from './schema/agreement.ts';
import { oneOf, readSlot } from './slots.ts';
import { readStrays } from './strays.ts';
import { DECISION, FIELD, ROW } from './table-kinds.ts';
import { listOf, readTables } from './tables.ts';
import type { SourceText } from '../notation/grammar/source-text.ts';
import { parseDeletionRules } from '../notation/values/deletion.ts';
import { parseNames } from '../notation/values/names.ts';
import type { Parsed } from '../notation/grammar/parsed.ts';
import { parseUnique } from '../notation/values/unique.ts';

const KEYS: readonly Key[] = [
  { name: 'Identified by' },
  { name: 'View', many: true, named: true },
  { name: 'Unique', many: true },
  { name: 'When deleted' },
  { name: 'Rows' },
  { name: 'At least one of', many: true },
  { name: 'Exactly one of', many: true },
];
const WHERE = 'under a resource';
const FIELDS = { parse: onceEach(parseNames, (names) => names), forms: 'fields in ticks' };

/** Of these, saying one twice is saying it once. */
const NAMES = { parse: parseNames, forms: 'fields in ticks' };
const ROWS = oneOf(['fixed', 'at first start', 'from the operator']);
const UNIQUE = { parse: onceEach(parseUnique, ({ fields }) => fields), forms: 'fields in ticks' };

/** Fields that are one thing together: a second time would say nothing. */
function onceEach<T>(
  parse: (text: SourceText) => Parsed<T>,
  namesOf: (value: T) => readonly Name[],
): (text: SourceText) => Parsed<T> {
  return (text) => {
    const parsed = parse(text);
    if (!parsed.ok) return parsed;
    const known = new Set<string>();
    const again = namesOf(parsed.value).find((name) => known.size === known.add(name.text).size);
    return again ? { ok: false, at: again.at, expected: 'each field once' } : parsed;
  };
}

export function readResources(reading: Reading, part: PartOutline | undefined): ResourcesPart {
  if (!part) return { scope: missingScope(reading), resources: missingList(endOfDocument(reading)) };
  const { scope, lists } = readScope(reading, part, false);
  const strays = readStrays(reading, part, KEYS, [FIELD, ROW], `a resource's heading, \`### ${nameOfFirst(part)}\``);
  const mark = strays.other('resources') ?? lists;
  strays.rest('directly under part 2');
  const read = (section: Section): Resource | undefined => readResource(reading, section);
  return { scope, resources: readDescribed(reading, part, mark, read, ({ name }) => name.at) };
}

/** The first resource that has a heading, as one whose heading it could be. */
function nameOfFirst({ sections }: PartOutline): string {
  const names = sections.map(({ title }) => withoutTicks(title.text));
  return names.find((name) => RESOURCE.test(name)) ?? 'Name';
}

const RESOURCE = /^\p{Lu}[\p{L}\p{M}\d_]*(?:-[\p{L}\p{M}\d_]+)*$/u;

function readResource(reading: Reading, section: Section): Resource | undefined {
  const text = withoutTicks(section.title.text);
  if (!RESOURCE.test(text)) {
    const expected = "a resource's name: one word that starts with a capital";
    reading.diagnostics.push(diagnose(unknownHeading, section.at, { heading: quoted(section.title.text), expected }));
    return undefined;
  }
  const { scope, lists } = readScope(reading, section, true);
  const bullets = readBullets(reading, section, KEYS, WHERE);
  const tables = readTables(reading, section, [FIELD, ROW, DECISION], WHERE);
  const fields = listOf(tables, FIELD, section, bullets.other('fields') ?? lists, (row) => readField(reading, row));
  bullets.rest(WHERE);
  const plain = plainTables(reading, section);
  const fences = readFences(reading, section, ['json rows', 'json schema']);
  const rowFences = fences.filter(({ info }) => !isSchema(info));
  const schemas = fences.filter(({ info }) => isSchema(info)).map((fence) => readSchema(reading, fence, text));
  return {
    kind: 'resource',
    name: { text, at: section.title.span },
    scope,
    identifiedBy: bullets.slot('Identified by', { ...FIELDS, forms: 'fields in ticks, or `none`' }),
    views: readViews(reading, bullets),
    unique: bullets.slots('Unique', UNIQUE),
    whenDeleted: bullets.slot('When deleted', {
      parse: parseDeletionRules,
      forms: '`deletes every …`, `refused while …` or `none`',
    }),
    rows: bullets.slot('Rows', ROWS),
    atLeastOneOf: bullets.slots('At least one of', NAMES),
    exactlyOneOf: bullets.slots('Exactly one of', NAMES),
    fields: withSchemas(reading, withoutRepeats(reading, fields, 'field'), schemas),
    ...(plain.length > 0 && { tables: plain }),
    ...(rowFences.length > 0 && { rowFences: rowFences.map((fence) => rowFence(reading, fence)) }),
    ...examplesOf(reading, section),
    at: section.at,
  };
}

function isSchema(info: string): boolean {
  return /^json\s+schema(?:\s|$)/i.test(info);
}

function readViews(reading: Reading, bullets: Bullets): View[] {
  const views = new Map<string, View>();
  for (const bullet of bullets.all('View')) {
    const name = bullet.argument && viewName(bullet.argument.text, bullet);
    if (!name) {
      const values = {
        where: 'View',
        text: quoted(rawText(reading, bullet.whole)),
        expected: 'View `Name`: fields in ticks',
        write: 'View `Name`: fields in ticks',
        hint: '',
      };
      reading.diagnostics.push(diagnose(unreadable, bullet.whole, values));
      continue;
    }
    const view = { name, fields: readSlot(reading, bullet, 'View', FIELDS) };
    const before = views.get(name.text);
    if (!before) views.set(name.text, view);
    else if (JSON.stringify(statementOf(before)) !== JSON.stringify(statementOf(view))) {
      const related = [{ at: before.name.at, message: 'It is stated here first.' }];
      reading.diagnostics.push(diagnose(contradiction, bullet.whole, { what: `the view \`${name.text}\`` }, related));
    }
  }
  return [...views.values()];
}

function statementOf({ fields }: View): unknown {
  return fields.status === 'stated' ? fields.value.map((field) => field.text) : fields.status;
}

function viewName(argument: string, bullet: Bullet): Name | undefined {
  const text = withoutTicks(argument);
  return text === argument || text === '' ? undefined : { text, at: bullet.argument!.span };
}

/** Decision tables and Row tables: kept cell by cell. */
function plainTables(reading: Reading, section: Section): PlainTable[] {
  const found: PlainTable[] = [];
  for (const block of section.blocks) {
    if (block.kind !== 'table' || block.nested) continue;
    const heads = cells(reading, block, 0);
    const first = written(reading, splitRow(reading.source, block.lines[0]!)[0]!, true).text.text;
    const kind = first.startsWith('`') ? 'decision' : first.toLowerCase() === 'row' ? 'row' : undefined;
    if (!kind) continue;
    const rows = block.lines.slice(2).map((_, index) => cells(reading, block, index + 2));
    found.push({ kind, heads, rows, at: block.at });
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
