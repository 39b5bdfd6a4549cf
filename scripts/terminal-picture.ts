// A terminal as a picture. Input: what was typed, printed and written, in order. Output: one SVG without script and without fonts of its
// own, readable in light and dark, whose text can be selected.

import { escaped } from '../src/page/html.ts';

export interface Shown {
  /** `typed` begins with a prompt; `added` is a line written into a document, `kept` one that stands around it. */
  readonly kind: 'typed' | 'printed' | 'added' | 'kept' | 'note';
  readonly text: string;
}

const COLUMNS = 100;
const CHARACTER = 8.4;
const LINE = 20;
const EDGE = 20;

const STYLE = `
    svg { --back: #ffffff; --edge: #d0d7de; --text: #1f2328; --dim: #59636e; --added: #116329; --under: #dafbe1; }
    @media (prefers-color-scheme: dark) {
      svg { --back: #0d1117; --edge: #3d444d; --text: #e6edf3; --dim: #9198a1; --added: #7ee787; --under: #12261e; }
    }
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--text); white-space: pre; }
    .typed { font-weight: 600; } .note { fill: var(--dim); font-style: italic; } .kept { fill: var(--dim); } .added { fill: var(--added); }
    .back { fill: var(--back); stroke: var(--edge); } .under { fill: var(--under); }`;

/** `title` says what the picture shows, for those who cannot see it. */
export function terminalPicture(title: string, shown: readonly Shown[]): string {
  const lines = shown.flatMap(({ kind, text }) => wrapped(text).map((line) => ({ kind, line })));
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * EDGE);
  const height = lines.length * LINE + 2 * EDGE;
  const drawn = lines.map(({ kind, line }, index) => {
    const top = EDGE + index * LINE;
    const under =
      kind === 'added' ? `<rect class="under" x="1" y="${top}" width="${width - 2}" height="${LINE}"/>` : '';
    return `${under}<text class="${kind}" x="${EDGE}" y="${top + 15}">${escaped(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
  <title id="title">${escaped(title)}</title>
  <style>${STYLE}
  </style>
  <rect class="back" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
  ${drawn.join('\n  ')}
</svg>
`;
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (let rest = text; ;) {
    if (rest.length <= COLUMNS) return [...lines, rest];
    const blank = rest.lastIndexOf(' ', COLUMNS);
    const end = blank > COLUMNS / 2 ? blank + 1 : COLUMNS;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
}
