// Takes complete documents and takes one statement away from each, or blurs it. Input: the text, and where its slots stand. Output:
// changed texts, each with what `check` must say of it. What is expected comes from the slots of the complete document and from rule 1.8
// (due.ts), never from the gaps of the changed one.

import { anatomyOf, type Bullet, type Cell, type Piece, type Section, type Table, type TableRow } from './anatomy.ts';
import {
  dueFor,
  isBulletDue,
  isBulletSettled,
  isColumnDue,
  isSettled,
  mayHaveBody,
  partOf,
  takesFields,
  type Whole,
} from './due.ts';

export interface Slot {
  readonly id: string;
  readonly kind: string;
  readonly at: Piece;
}

/** A gap, and a text that the line begins with at which it must stand. */
export interface Expected {
  readonly id: string;
  readonly line: number;
}

export type Sort = 'due' | 'not due' | 'row of a complete list' | 'any text';

/** Any text is the statement there, so that a blurred one cannot be told from another. */
const ANY_TEXT: ReadonlySet<string> = new Set(['code message', 'code retry', 'code word', 'compatibility', 'repeat']);

export interface Deletion {
  readonly document: string;
  readonly part: number;
  /** What was there: a kind of fact, or of a piece. */
  readonly kind: string;
  readonly how: string;
  readonly what: string;
  readonly sort: Sort;
  /** Blurred: prose in place of a form. */
  readonly isBlur: boolean;
  readonly expected: readonly Expected[];
  readonly source: string;
  /** The line where something was taken away. */
  readonly line: number;
}

const BLURS = ['as usual, see the wiki', 'depends on the day', 'what the clerk finds right'];
const BLANKS = ['', 'TBD', '-', '?', 'N/A', '—'];

interface Made {
  readonly text: string;
  readonly at: Piece;
  readonly how: string;
}

type About = Pick<Deletion, 'part' | 'kind' | 'what' | 'sort'> & { readonly isBlur?: boolean };

class Maker {
  readonly found: Deletion[] = [];
  readonly whole: Whole;
  readonly document: string;
  readonly slots: readonly Slot[];
  #turn = 0;

  constructor(document: string, source: string, slots: readonly Slot[]) {
    this.document = document;
    this.whole = { source, title: anatomyOf(source) };
    this.slots = slots;
  }

  lineOf(offset: number, source: string = this.whole.source): number {
    return source.slice(0, offset).split('\n').length;
  }

  slotsIn(piece: Piece): readonly Slot[] {
    return this.slots.filter(({ at }) => at.start >= piece.start && at.start <= piece.end && at.end <= piece.end + 1);
  }

  next<T>(all: readonly T[]): T {
    this.#turn += 1;
    return all[this.#turn % all.length]!;
  }

  /** The same words each time, so that a failure can be told by its name. */
  add(made: Made, about: About, expected: (source: string) => readonly Expected[]): void {
    const { source } = this.whole;
    const changed = source.slice(0, made.at.start) + made.text + source.slice(made.at.end);
    this.found.push({
      isBlur: false,
      ...about,
      document: this.document,
      how: made.how,
      expected: about.sort === 'due' ? expected(changed) : [],
      source: changed,
      line: this.lineOf(made.at.start),
    });
  }
}

/** The whole line, with its end. */
function lineAt(piece: Piece): Piece {
  return { start: piece.start, end: piece.end + 1 };
}

/** `Repeat:` itself has forms; the rows of its table have none yet. */
function blurred(part: number, { id, kind }: Slot, what: string): About {
  const isFree = (ANY_TEXT.has(kind) && !id.endsWith('/repeat')) || /^9\/(?:version|change)\./.test(id);
  return { part, kind, what, sort: isFree ? 'any text' : 'due', isBlur: true };
}

function cell(maker: Maker, part: number, table: Table, row: TableRow, one: Cell): void {
  const slots = maker.slotsIn(one);
  if (slots.length === 0) return;
  const line = maker.lineOf(one.start);
  const [{ kind }] = slots as [Slot];
  const what = slots.map(({ id }) => id).join(', ');
  const expected = (): Expected[] => slots.map(({ id }) => ({ id, line }));
  const isProse = kind === 'meaning';
  const texts = [
    ['marked', ' not shown '],
    ['blank', ` ${maker.next(BLANKS)} `],
  ] as const;
  for (const [how, text] of texts) {
    const isAsked = (!isProse || how === 'marked') && mayHaveBody(row, one.head);
    const isShown = how === 'marked' && one.head === 'Required';
    const isLeft = !isShown && isSettled(maker.whole, table, row.cells, one.head);
    const sort = isAsked && !isLeft ? 'due' : 'not due';
    maker.add({ text, at: one, how: `cell ${how}: ${text.trim()}` }, { part, kind, what, sort }, expected);
  }
  const text = maker.next(BLURS);
  if (!isProse)
    maker.add({ text: ` ${text} `, at: one, how: 'cell blurred' }, blurred(part, slots[0]!, what), expected);
}

function bullet(maker: Maker, part: number, section: Section, one: Bullet): void {
  const { whole } = maker;
  const slots = maker.slotsIn(one);
  if (slots.length === 0) return;
  const [{ kind }] = slots as [Slot];
  const what = slots.map(({ id }) => id).join(', ');
  // One answer in one line is a row of the Status table, and there is no other one of a success.
  const isAnswer = one.key === 'Answers';
  const ids = isAnswer ? [`4/${section.title}/status`] : slots.map(({ id }) => id);
  const there = (): Expected[] => ids.map((id) => ({ id, line: maker.lineOf(one.start) }));
  const texts = [
    ['marked', 'not shown'],
    ['blank', maker.next(BLANKS)],
  ] as const;
  for (const [how, text] of texts) {
    const sort = isBulletSettled(whole, part, section, one.key) ? 'not due' : 'due';
    maker.add({ text, at: one.value, how: `bullet ${how}: ${text}` }, { part, kind, what, sort }, there);
  }
  const blur = maker.next(BLURS);
  maker.add({ text: blur, at: one.value, how: 'bullet blurred' }, blurred(part, slots[0]!, what), there);
  const removed = { text: '', at: lineAt(one), how: 'bullet removed' };
  if (part === 4) {
    const due = isAnswer ? [{ heading: section.title }] : dueFor(whole, section.title, one.key);
    const operations = isBulletSettled(whole, part, section, one.key) ? [] : due;
    const fact = isAnswer ? 'status' : one.key.toLowerCase().replaceAll(' ', '-');
    const sort = operations.length > 0 ? 'due' : 'not due';
    maker.add(removed, { part, kind, what, sort }, (changed) =>
      operations.map(({ heading }) => ({ id: `4/${heading}/${fact}`, line: headingLine(changed, heading) })),
    );
  } else {
    const sort = isBulletDue(whole, part, section, one) ? 'due' : 'not due';
    const line = maker.lineOf(section.start);
    maker.add(removed, { part, kind, what, sort }, () => slots.map(({ id }) => ({ id, line })));
  }
}

function headingLine(source: string, heading: string): number {
  return source.split('\n').indexOf(`### ${heading}`) + 1;
}

/** The id of one gap for a table whose column is left out, from the ids of its cells. */
export function columnId(id: string): string {
  const steps = id.split('/');
  const fact = steps.pop()!;
  if (steps[0] === '2') return `2/${steps[1]!.split('.')[0]}/${fact}`;
  if (steps[0] === '3') return `3/${steps[1]}/${fact}`;
  if (steps[0] === '7') return `7/codes/${fact}`;
  if (steps[0] === '8') return `8/limits/${fact}`;
  const row = steps.pop()!;
  const table = /^(?:query|body|path|header)\./.exec(row)?.[0].slice(0, -1) ?? 'statuses';
  return [...steps, table, fact].join('/');
}

function column(maker: Maker, part: number, section: Section, table: Table, head: Cell): void {
  const place = table.heads.indexOf(head);
  const cells = table.rows.map((row) => row.cells[place]!);
  const slots = cells.flatMap((one) => maker.slotsIn(one));
  if (place === 0 || slots.length === 0) return;
  const { source } = maker.whole;
  const lines = source.slice(table.start, table.end).split('\n');
  const text = lines.map((line) => {
    const bars = [...line.matchAll(/(?<!\\)\|/g)].map((bar) => bar.index);
    return line.slice(0, bars[place]!) + line.slice(bars[place + 1]!);
  });
  const isLeft = ({ cells: all }: (typeof table.rows)[number]): boolean =>
    isSettled(maker.whole, table, all, head.text);
  const isDue = isColumnDue(maker.whole, part, section, table, head.text) && !table.rows.every(isLeft);
  const [{ id, kind }] = slots as [Slot];
  const about = { part, kind, what: `${columnId(id)}`, sort: isDue ? 'due' : 'not due' } as const;
  const made = { text: text.join('\n'), at: table, how: 'column removed' };
  const line = maker.lineOf(table.start);
  // What a row of the Repeat table says is missed row by row.
  const rows = cells.flatMap((one) =>
    maker.slotsIn(one).map((slot) => ({ id: slot.id, line: maker.lineOf(one.start) })),
  );
  maker.add(made, about, () => (kind === 'repeat' ? rows : [{ id: columnId(id), line }]));
}

function row(maker: Maker, part: number, table: Table): void {
  for (const one of table.rows) {
    const [first] = one.cells;
    const about = {
      part,
      kind: `row of ${table.heads[0]!.text}`,
      what: first!.text,
      sort: 'row of a complete list',
    } as const;
    maker.add({ text: '', at: lineAt(one), how: 'row removed' }, about, () => []);
  }
}

const WHOLE_TABLES: Readonly<Record<string, (section: Section) => string>> = {
  Field: ({ title }) => `2/${title}/fields`,
  State: ({ title }) => `3/${title}/kind`,
  Body: ({ title }) => `4/${title}/body`,
  Status: ({ title }) => `4/${title}/status`,
};

function wholeTable(maker: Maker, part: number, section: Section, table: Table): void {
  const name = table.heads[0]!.text;
  const id = part === 6 ? `6/${section.title}/payload` : WHOLE_TABLES[name]?.(section);
  const isNeeded = name !== 'Body' || takesFields(maker.whole, section);
  const sort = id === undefined ? 'row of a complete list' : isNeeded ? 'due' : 'not due';
  const about = { part, kind: `table ${name}`, what: `${section.title}: ${name}`, sort } as const;
  maker.add({ text: '', at: lineAt(table), how: 'table removed' }, about, (changed) => [
    { id: id!, line: name === 'State' ? fromLine(changed, section) : maker.lineOf(section.start) },
  ]);
}

/** Without a State table the moves declare the states: there their kinds are missed. */
function fromLine(source: string, { title }: Section): number {
  const lines = source.split('\n');
  const from = lines.indexOf(`### ${title}`);
  return lines.findIndex((line, place) => place > from && line.startsWith('| From')) + 1;
}

function wholeSection(maker: Maker, part: number, section: Section): void {
  const about = { part, kind: `section of part ${part}`, what: section.title };
  const id = section.title === 'Delivery' ? '6/delivery' : `${part}/${section.title}`;
  maker.add(
    { text: '', at: section, how: 'section removed' },
    { ...about, sort: section.title === 'Delivery' ? 'due' : 'row of a complete list' },
    () => [{ id, line: maker.lineOf(partOf(maker.whole, part)!.start) }],
  );
  if (section.title === 'All operations') return;
  const line = maker.lineOf(section.start);
  const made = { text: '\n\nnot shown\n', at: { start: section.body, end: section.end }, how: 'section marked' };
  maker.add(made, { ...about, sort: 'due' }, () => [{ id, line: line + 2 }]);
}

function wholePart(maker: Maker, part: Section): void {
  const number = Number(part.title.slice(0, 1));
  const about = { part: number, kind: `part ${number}`, what: part.title, sort: 'due' } as const;
  const id = number === 1 ? '1/prose' : String(number);
  const line = maker.lineOf(part.start);
  maker.add({ text: '', at: { start: part.start, end: part.end + 1 }, how: 'part removed' }, about, () => [
    { id, line },
  ]);
  for (const [how, text] of [
    ['part marked', 'not shown'],
    ['part emptied', ''],
    ['part blank', 'TBD'],
  ] as const) {
    const made = { text: `\n\n${text}\n`, at: { start: part.body, end: part.end }, how };
    const isHeading = how === 'part emptied' || (how === 'part blank' && number !== 1);
    maker.add(made, about, () => [{ id, line: isHeading ? line : line + 2 }]);
  }
}

export function deletionsOf(document: string, source: string, slots: readonly Slot[]): readonly Deletion[] {
  const maker = new Maker(document, source, slots);
  const { title } = maker.whole;
  for (const one of title.bullets) bullet(maker, 0, title, one);
  for (const part of title.sections) {
    const number = Number(part.title.slice(0, 1));
    wholePart(maker, part);
    if (number === 1) continue;
    for (const section of [part, ...part.sections]) {
      for (const one of section.bullets) bullet(maker, number, section, one);
      for (const table of section.tables) {
        wholeTable(maker, number, section, table);
        for (const head of table.heads) column(maker, number, section, table, head);
        row(maker, number, table);
        for (const each of table.rows) for (const one of each.cells) cell(maker, number, table, each, one);
      }
      if (section !== part) wholeSection(maker, number, section);
    }
  }
  return maker.found;
}
