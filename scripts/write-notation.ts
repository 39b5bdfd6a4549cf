// Writes the tables of docs/notation.md that follow from the declarations in src/notation/: the bullets and columns with their
// spellings and when they are due, what settles them, what is said of a field that is wrong, and the index.
// `node scripts/write-notation.ts`; test/grammar/notation.test.ts holds the page to the declarations, and `UPDATE=1` writes them there, too.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { partNumber } from '../src/base/parts.ts';
import type { AnyDeclaration, AnySection } from '../src/notation/declaration.ts';
import { problem, PROBLEM_KINDS, PROBLEMS, TYPE_PROBLEMS, type ProblemKind } from '../src/notation/problems.ts';
import { PLACES, type DeclaredPlace } from '../src/notation/sections.ts';
import { TRAITS_IN_WORDS } from '../src/notation/traits.ts';
import { indexTable } from './notation-index.ts';

const PAGE = join(import.meta.dirname, '..', 'docs', 'notation.md');

/** The page with its tables as the declarations have them. */
export function withDeclared(page: string): string {
  const tables = {
    'spellings of heads': spellingTable(),
    'what is due': dueTable(),
    'what is settled': settledTable(),
    'what is wrong with a field': problemTable(),
    'what is not of its type': typeTable(),
    index: indexTable(page),
  };
  return Object.entries(tables).reduce((text, [name, table]) => withRegion(text, name, table), page);
}

function withRegion(page: string, name: string, table: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`docs/notation.md has no ${from} … ${to}`);
  return `${page.slice(0, start + from.length)}\n\n${table}\n\n${page.slice(end)}`;
}

/** A row for each head of a table or a column that may be spelled otherwise. */
function spellingTable(): string {
  const heads = PLACES.flatMap(({ section, table }) => [...(table ? [table] : []), ...Object.values(section)]);
  const rows = heads.flatMap(({ head, spellings }) => (spellings ? [`${head}\0${spellings.join(', ')}`] : []));
  return tableOf(
    ['head', 'also spelled'],
    [...new Set(rows)].map((row) => row.split('\0')),
  );
}

/** A row for each section. */
function dueTable(): string {
  const places = PLACES.filter(({ written }) => written !== 'rows');
  const rows = [...Map.groupBy(places, ({ section }) => section)].map(([section, same]) => {
    const { part, of } = same[0]!;
    const where = same.map(({ written, table }) => (table ? `columns of **${table.head}**` : written));
    const optional = Object.values(section).filter(({ due }) => due === undefined);
    return [
      String(partNumber(part)),
      of,
      where.join(', or '),
      dueIn(section),
      optional.map(({ head }) => head).join(' · '),
    ];
  });
  return tableOf(['part', 'of', 'written as', 'due', 'may be left out'], rows);
}

/** First what is always due; statements that are due in the same case are named together. */
function dueIn(section: AnySection): string {
  const byCase = Map.groupBy(Object.values(section), ({ due }) => due);
  const always = (byCase.get('always') ?? []).map(({ head }) => head);
  const others = [...byCase].flatMap(([due, those]) =>
    due === undefined || due === 'always' ? [] : [`${listed(those.map(({ head }) => head))}, ${inWords(due)}`],
  );
  return [...always, ...others].join(' · ');
}

/** A row for each statement that settles others. */
function settledTable(): string {
  const settled = PLACES.flatMap((place) =>
    [...Map.groupBy(Object.values(place.section), (one) => one.settled)].flatMap(([by, those]) =>
      by === undefined ? [] : [{ by, heads: headsIn(place, those), of: place.of }],
    ),
  );
  const rows = [...Map.groupBy(settled, ({ by, heads }) => `${heads}\0${by}`).values()].map((same) => {
    const { heads, by } = same[0]!;
    return [`${heads} of ${listed(same.map(({ of }) => of))}`, inWords(by)];
  });
  return tableOf(['fact', 'settled by'], rows);
}

/** A row for each constraint, in the order in which a field is judged. */
function problemTable(): string {
  const rows = PROBLEM_KINDS.map((kind) => [PROBLEMS[kind].by, exampleOf(kind)]);
  return tableOf(['stated by', '`<problem>`'], rows);
}

function exampleOf<K extends ProblemKind>(kind: K): string {
  return problem(kind, PROBLEMS[kind].example);
}

/** A row for each text, with the types whose values it is about. */
function typeTable(): string {
  const rows = [...Map.groupBy(Object.entries(TYPE_PROBLEMS), ([, text]) => text)].map(([text, same]) => [
    same.map(([kind]) => TYPE_WORDS[kind] ?? `\`${kind}\``).join(', '),
    text,
  ]);
  return tableOf(['type', '`<problem>`'], rows);
}

/** As a document writes types whose kind is not their word. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  'one-of': 'one of `` `a`, `b` ``',
  array: '`array of T`',
  set: '`set of T`',
  map: '`map of T`',
  resource: 'a nested shape',
};

function headsIn({ section }: DeclaredPlace, those: readonly AnyDeclaration[]): string {
  return those.length > 2 && those.length === Object.values(section).length
    ? 'all'
    : listed(those.map(({ head }) => head));
}

function inWords(trait: string): string {
  return (TRAITS_IN_WORDS as Readonly<Record<string, string>>)[trait]!;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
}

if (import.meta.main) writeFileSync(PAGE, withDeclared(readFileSync(PAGE, 'utf8')));
