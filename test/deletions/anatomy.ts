// What a document is made of, by its lines alone: parts, sections, bullets, tables with their cells. Input: Markdown as the corpus writes
// it. Output: pieces with offsets. A second, plain reading, so that the corpus does not rest on the reader.

export interface Piece {
  readonly start: number;
  readonly end: number;
}

export interface Cell extends Piece {
  readonly head: string;
  readonly text: string;
}

export interface Bullet extends Piece {
  readonly kind: 'bullet';
  readonly key: string;
  /** What stands behind the colon. */
  readonly value: Piece;
}

export interface TableRow extends Piece {
  readonly cells: readonly Cell[];
}

export interface Table extends Piece {
  readonly kind: 'table';
  readonly heads: readonly Cell[];
  readonly rows: readonly TableRow[];
}

/** A heading and all below it, as far as the next of its kind. */
export interface Section extends Piece {
  readonly level: 1 | 2 | 3;
  readonly title: string;
  /** The end of the heading's line. */
  readonly body: number;
  readonly bullets: readonly Bullet[];
  readonly tables: readonly Table[];
  readonly sections: readonly Section[];
}

interface Line extends Piece {
  readonly text: string;
}

function linesOf(source: string): Line[] {
  let start = 0;
  return source.split('\n').map((text) => {
    const line = { start, end: start + text.length, text };
    start = line.end + 1;
    return line;
  });
}

/** Splits at bars that no backslash stands before. */
function cellsOf(line: Line, heads: readonly string[]): Cell[] {
  const bars = [...line.text.matchAll(/(?<!\\)\|/g)].map((bar) => bar.index);
  return bars.slice(0, -1).map((bar, place) => {
    const raw = line.text.slice(bar + 1, bars[place + 1]!);
    const start = line.start + bar + 1;
    return { head: heads[place] ?? raw.trim(), text: raw.trim(), start, end: start + raw.length };
  });
}

function bulletsIn(lines: readonly Line[]): Bullet[] {
  return lines.flatMap((line): Bullet[] => {
    const found = /^- (?:View )?`?([^`:]+)`?:[ ]?(.*)$/.exec(line.text);
    if (!found) return [];
    const value = { start: line.end - found[2]!.length, end: line.end };
    return [{ kind: 'bullet', key: found[1]!, value, start: line.start, end: line.end }];
  });
}

function tablesIn(lines: readonly Line[]): Table[] {
  const tables: Table[] = [];
  for (let place = 0; place < lines.length; place += 1) {
    if (!lines[place]!.text.startsWith('|')) continue;
    const from = place;
    while (lines[place + 1]?.text.startsWith('|')) place += 1;
    const heads = cellsOf(lines[from]!, []);
    const names = heads.map((head) => head.text);
    const rows = lines.slice(from + 2, place + 1);
    tables.push({
      kind: 'table',
      heads,
      rows: rows.map((row) => ({ start: row.start, end: row.end, cells: cellsOf(row, names) })),
      start: lines[from]!.start,
      end: lines[place]!.end,
    });
  }
  return tables;
}

function sectionsIn(lines: readonly Line[], level: 1 | 2 | 3): Section[] {
  const mark = `${'#'.repeat(level)} `;
  const heads = lines.flatMap((line, place) => (line.text.startsWith(mark) ? [place] : []));
  return heads.map((from, nth): Section => {
    const inside = lines.slice(from + 1, heads[nth + 1]);
    const below = inside.findIndex((line) => line.text.startsWith('#'));
    const own = below === -1 ? inside : inside.slice(0, below);
    return {
      level,
      title: lines[from]!.text.slice(mark.length),
      start: lines[from]!.start,
      body: lines[from]!.end,
      end: (inside.at(-1) ?? lines[from]!).end,
      bullets: bulletsIn(own),
      tables: tablesIn(own),
      sections: level === 3 ? [] : sectionsIn(inside, (level + 1) as 2 | 3),
    };
  });
}

/** The title, with the parts as its sections. */
export function anatomyOf(source: string): Section {
  return sectionsIn(linesOf(source), 1)[0]!;
}
