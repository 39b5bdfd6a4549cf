// Writes `not shown` where something is due and nothing is written: bullets, columns of tables, whole parts. In: a model. Out:
// the source with these words put in, and not one of its own characters changed; which gaps they stand for. What a mark would
// have to name first (a cause's code, a resource, a row of a table) is left to a person. Notation, rules 1.3 and 1.8.

import { PARTS, partHeading, partNumber, type PartName } from '../base/parts.ts';
import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';
import type { FactKind } from '../model/views/gaps-table.ts';
import { slotsOf } from '../model/views/slots.ts';
import type { Fact } from '../model/views/slots-writer.ts';

/** `head`: the key or head that the fact itself names. */
type Key = string | { readonly from: 'head' };
const OWN: Key = { from: 'head' };

const BULLETS: Partial<Record<FactKind, Key>> = {
  lists: 'Lists',
  'identified by': 'Identified by',
  'when deleted': 'When deleted',
  'any other move': 'Any other move',
  'media type': 'Media type',
  does: 'Does',
  who: 'Who',
  'omitted fields': 'Omitted fields',
  'null fields': 'Null fields',
  'unknown fields': 'Unknown fields',
  'read-only fields': 'Read-only fields',
  repeat: 'Repeat',
  order: 'Order',
  pages: 'Pages',
  body: 'Body',
  emits: 'Emits',
  scheme: OWN,
  'caller of a scheme': 'Caller',
  'token of a scheme': OWN,
  'fact of a scheme': OWN,
  delivery: OWN,
  'error body': 'Error body',
  'all failed fields': 'All failed fields at once',
  'versioning scheme': 'Scheme',
  compatibility: 'Compatibility',
  'fact of versioning': OWN,
};

const COLUMNS: Partial<Record<FactKind, Key>> = {
  type: 'Type',
  required: 'Required',
  'set by': 'Set by',
  'allowed values': 'Allowed values',
  default: 'Default',
  'kind of a state': 'Kind',
  to: 'To',
  by: 'By',
  'only if': 'Only if',
  'emits of a move': 'Emits',
  'type of a parameter': 'Type',
  'required of a parameter': 'Required',
  'default of a parameter': 'Default',
  'allowed values of a parameter': 'Allowed values',
  'selects of a query': 'Selects',
  'sets of a body field': 'Sets',
  'success when': 'When',
  'success body': 'Body',
  'code status': 'Status',
  'code when': 'When',
  limit: OWN,
};

export interface Marked {
  readonly source: string;
  /** Ids of gaps, in document order. */
  readonly written: readonly string[];
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

export function writeMarks(model: Model): Marked {
  const { source } = model.document;
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  const written: string[] = [];
  const bullets = new Map<number, Set<string>>();
  const columns = new Map<number, { readonly table: Span; readonly heads: Set<string> }>();
  const parts: PartName[] = [];
  const paragraphs: Insertion[] = [];
  for (const fact of slotsOf(model).facts) {
    if (!isAbsent(fact)) continue;
    const bullet = keyOf(BULLETS, fact);
    const column = keyOf(COLUMNS, fact);
    const table = tableOf(fact);
    const part = partOf(model, fact);
    if (part) parts.push(part);
    else if (fact.kind === 'purpose')
      paragraphs.push({ at: headingEnd(source, fact.at), text: `${newline}${newline}not shown` });
    else if (table && column !== undefined && isEven(source, table)) {
      const known = columns.get(fact.at.start) ?? { table, heads: new Set() };
      columns.set(fact.at.start, { table, heads: known.heads.add(column) });
    } else if (bullet !== undefined && fact.slot && (fact.part !== 'document' || hasTitle(model))) {
      const at = headingEnd(source, fact.at);
      bullets.set(at, (bullets.get(at) ?? new Set()).add(bullet));
    } else continue;
    written.push(fact.id);
  }
  const insertions = [
    ...[...bullets].map(([at, keys]) => bulletLines(source, at, [...keys], newline)),
    ...[...columns.values()].flatMap(({ table, heads }) => columnCells(source, table, [...heads])),
    ...paragraphs,
    ...partLines(model, parts, newline),
  ];
  return { source: inserted(source, insertions), written };
}

/** Nothing is written, not even a word that says so. */
function isAbsent({ status, slot, table }: Fact): boolean {
  return status === 'gap' && (slot === undefined || slot.status === 'absent' || table !== undefined);
}

function keyOf(keys: Partial<Record<FactKind, Key>>, { kind, head }: Fact): string | undefined {
  const key = keys[kind];
  return typeof key === 'object' ? head : key;
}

function tableOf({ slot, table }: Fact): Span | undefined {
  return table ?? (slot?.status === 'absent' ? slot.column : undefined);
}

/** Earlier places first; at one place in the order given. */
function inserted(source: string, insertions: readonly Insertion[]): string {
  let done = 0;
  let text = '';
  for (const { at, text: words } of insertions.toSorted((one, other) => one.at - other.at)) {
    text += source.slice(done, at) + words;
    done = at;
  }
  return text + source.slice(done);
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  if (end === -1) return source.length;
  return source[end - 1] === '\r' && end > from ? end - 1 : end;
}

/** A title that is left out has no line to write behind. */
function hasTitle({ document }: Model): boolean {
  return document.title.name.status !== 'absent';
}

/** The part that is left out as a whole. */
function partOf({ document }: Model, { id, part }: Fact): PartName | undefined {
  if (part === 'document' || document[part].scope.heading !== undefined) return undefined;
  return part === 'purpose' || id === String(partNumber(part)) ? part : undefined;
}

/** The end of the heading's last line. */
function headingEnd(source: string, { end }: Span): number {
  return source.slice(0, end).trimEnd().length;
}

/** Before the first bullet where the heading has some, else as a list of its own. */
function bulletLines(source: string, at: number, keys: readonly string[], newline: string): Insertion {
  const lines = keys.map((key) => `${key}: not shown`);
  const next = /^[^\S\r\n]*(?:\r?\n[^\S\r\n]*)*\r?\n( {0,3}[-*+] )/.exec(source.slice(at));
  if (next) {
    const [whole, bullet = '- '] = next;
    return { at: at + whole.length - bullet.length, text: lines.map((line) => bullet + line + newline).join('') };
  }
  const end = lineEnd(source, at);
  const behind = source.slice(end).replace(/^\r?\n/, '');
  const isClose = behind !== '' && !/^[^\S\r\n]*(?:\r?\n|$)/.test(behind);
  const text = `${newline}${newline}${lines.map((line) => `- ${line}`).join(newline)}${isClose ? newline : ''}`;
  return { at: end, text };
}

/** A table whose lines have as many cells as its head; where they have not, check says so first. */
function isEven(source: string, table: Span): boolean {
  const counts = linesOf(source, table).map(({ start, end }) => pipes(source.slice(start, end)));
  return counts.length > 1 && counts.every((count) => count === counts[0]);
}

/** How many cells, by GitHub's rule: a pipe divides unless a backslash stands before it. */
function pipes(line: string): number {
  const bare = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return bare.split(/(?<!\\)\|/).length;
}

function linesOf(source: string, { start, end }: Span): Span[] {
  const lines: Span[] = [];
  for (let at = start; at < end;) {
    const stop = Math.min(lineEnd(source, at), end);
    lines.push({ start: at, end: stop });
    at = source.indexOf('\n', stop) + 1 || end;
  }
  return lines;
}

function columnCells(source: string, table: Span, heads: readonly string[]): Insertion[] {
  return linesOf(source, table).map(({ start, end }, index): Insertion => {
    const line = source.slice(start, end).trimEnd();
    const isOpen = !/(?<!\\)\|$/.test(line);
    const cells = heads.map((head) => (index === 0 ? head : index === 1 ? '---' : 'not shown'));
    const text = isOpen ? ` | ${cells.join(' | ')}` : ` ${cells.join(' | ')} |`;
    return { at: start + line.length, text };
  });
}

/** Each before the next part that is there, else at the end. */
function partLines({ document }: Model, names: readonly PartName[], newline: string): Insertion[] {
  const { source } = document;
  const places = new Map<number, string[]>();
  for (const name of names) {
    const later = PARTS.slice(partNumber(name))
      .map((part) => document[part].scope.heading?.start)
      .filter((start) => start !== undefined);
    // A byte order mark stays the first character.
    const least = source.startsWith('\ufeff') ? 1 : 0;
    const line = later.length === 0 ? source.length : source.lastIndexOf('\n', Math.min(...later) - 1) + 1;
    const at = Math.max(line, least);
    places.set(at, [...(places.get(at) ?? []), `${partHeading(name)}${newline}${newline}not shown${newline}`]);
  }
  return [...places].map(([at, sections]) => {
    const text = sections.join(newline);
    if (at < source.length) return { at, text: text + newline };
    const gap = source === '' || /\n\s*\n$/.test(source) ? '' : source.endsWith('\n') ? newline : newline + newline;
    return { at, text: gap + text };
  });
}
