// A document as blocks in which every fact has a key, so that single facts can be taken away again. Input: blocks and marks (key → what
// stands there instead). Output: Markdown. The whole draft states everything.

/** `left out`: nothing is written. `blank`: a dash. `unreadable`: prose. The rest are the notation's own words. */
export type Mark = 'not shown' | 'left out' | 'blank' | 'unreadable' | 'none' | 'any';

export interface Fact {
  readonly key: string;
  /** What may stand here instead. */
  readonly marks: readonly Mark[];
}

export type Block =
  | ({ readonly kind: 'scope'; readonly heading: string; readonly blocks: readonly Block[] } & Fact)
  | ({ readonly kind: 'prose'; readonly text: string } & Fact)
  | ({ readonly kind: 'bullet'; readonly name: string; readonly text: string } & Fact)
  /** The table's own fact is whether its list is complete: marked, a `…` row ends it. */
  | ({ readonly kind: 'table'; readonly heads: readonly Head[]; readonly rows: readonly Row[] } & Fact);

/** Its fact is the column as a whole. */
export interface Head extends Fact {
  readonly name: string;
}

/** Its fact is the row as a whole. */
export interface Row extends Fact {
  readonly cells: readonly Cell[];
}

export interface Cell extends Fact {
  readonly text: string;
}

export interface Draft {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Marks = ReadonlyMap<string, Mark>;

const UNREADABLE = 'as the clerk sees fit on that day';

function instead(fact: Fact, text: string, marks: Marks): string {
  const mark = marks.get(fact.key);
  switch (mark) {
    case undefined:
      return text;
    case 'blank':
    case 'left out':
      return '—';
    case 'unreadable':
      return UNREADABLE;
    default:
      return mark;
  }
}

function table(block: Extract<Block, { kind: 'table' }>, marks: Marks): string[] {
  const shown = block.heads.map((head) => marks.get(head.key) !== 'left out');
  const line = (cells: readonly string[]): string => `| ${cells.filter((_, i) => shown[i]).join(' | ')} |`;
  const rows = block.rows.filter((row) => marks.get(row.key) !== 'left out');
  const lines = rows.map((row) => line(row.cells.map((cell) => instead(cell, cell.text, marks))));
  if (marks.get(block.key) !== undefined) lines.push(line(block.heads.map((_, i) => (i === 0 ? '…' : 'not shown'))));
  return ['', line(block.heads.map((head) => head.name)), line(block.heads.map(() => '---')), ...lines, ''];
}

function lines(block: Block, marks: Marks): string[] {
  const mark = marks.get(block.key);
  if (block.kind === 'table') return table(block, marks);
  if (mark === 'left out') return [];
  switch (block.kind) {
    case 'scope':
      if (mark !== undefined) return ['', block.heading, '', instead(block, '', marks), ''];
      return ['', block.heading, '', ...block.blocks.flatMap((inner) => lines(inner, marks)), ''];
    case 'prose':
      return [instead(block, block.text, marks), ''];
    case 'bullet':
      return [`- ${block.name}: ${instead(block, block.text, marks)}`];
  }
}

export function render(draft: Draft, marks: Marks): string {
  const text = [`# ${draft.title}`, '', ...draft.blocks.flatMap((block) => lines(block, marks))].join('\n');
  return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}

/** Every fact that a mark may take away, in document order. */
export function facts(draft: Draft): Fact[] {
  const found: Fact[] = [];
  const add = (fact: Fact): void => {
    if (fact.marks.length > 0) found.push(fact);
  };
  const walk = (block: Block): void => {
    add(block);
    if (block.kind === 'scope') block.blocks.forEach(walk);
    if (block.kind !== 'table') return;
    block.heads.forEach(add);
    for (const row of block.rows) {
      add(row);
      row.cells.forEach(add);
    }
  };
  draft.blocks.forEach(walk);
  return found;
}
