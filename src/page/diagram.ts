// A state machine as a picture: the place of each state and each arrow, and the SVG. Input: what is drawn. Output: SVG text that
// takes its colours from the page. The layout is dagre's (decision 0017), loaded when the first machine is drawn.

import { counted } from '../base/counted.ts';
import { bare, visible } from './html.ts';
import type { Arrow, DrawnMachine, DrawnState, Place } from '../analysis/machines/drawn.ts';

/** Of one character of the drawing's type, and of a line. */
const WIDE = 7.3;
const LINE = 16;
/** Longer labels are in the table beside the picture. */
const LONGEST = 34;
const MOST_LABELS = 4;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

interface Laid {
  readonly width: number;
  readonly height: number;
  readonly places: ReadonlyMap<string, Box>;
  readonly arrows: readonly {
    readonly arrow: Arrow;
    readonly points: readonly Point[];
    readonly label: Box | undefined;
  }[];
}

/** Arrows of a picture; for twice as many the layout takes more than twice the time. */
const MOST = 200;

/** '': there is nothing to draw, or too much. */
export async function diagram(machine: DrawnMachine, id: string): Promise<string> {
  if (machine.states.length === 0 && machine.arrows.length === 0) return '';
  if (machine.arrows.length > MOST) return '';
  const laid = await layOut(machine);
  const [width, height] = [Math.ceil(laid.width), Math.ceil(laid.height)];
  const states = machine.states.map((state) =>
    stateBox(state, laid.places.get(keyOf({ kind: 'state', name: state.name }))!),
  );
  const others = OTHERS.flatMap((kind) => {
    const box = laid.places.get(kind);
    return box === undefined ? [] : [otherPlace(kind, box)];
  });
  const lines = laid.arrows.map(({ arrow, points }) => line(arrow, points, id));
  const labels = laid.arrows.map(({ arrow, label }) => (label === undefined ? '' : labelText(arrow, label)));
  return `<svg role="img" aria-labelledby="${id}-title" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title id="${id}-title">${bare(titleOf(machine))}</title>
<defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="tip" d="M0 0 8 4 0 8Z"/></marker></defs>
${lines.join('\n')}
${states.join('\n')}
${others.join('\n')}
${labels.join('\n')}
</svg>`;
}

function titleOf({ name, states, arrows }: DrawnMachine): string {
  return `${name}: ${counted(states.length, 'state')}, ${counted(arrows.length, 'arrow')}; the table has the same`;
}

const OTHERS = ['new', 'gone', 'open'] as const;

function keyOf(place: Place): string {
  return place.kind === 'state' ? `state ${place.name}` : place.kind;
}

async function layOut({ states, arrows }: DrawnMachine): Promise<Laid> {
  const { Graph, layout } = await import('@dagrejs/dagre');
  const graph = new Graph({ multigraph: false });
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 34, edgesep: 18, marginx: 12, marginy: 12 });
  for (const state of states) {
    const width = Math.max(70, Math.max(shortened(state.name).length, marksText(state).length) * WIDE + 26);
    graph.setNode(keyOf({ kind: 'state', name: state.name }), { width, height: state.marks.length === 0 ? 34 : 48 });
  }
  for (const kind of OTHERS) {
    const isMet = arrows.some(({ from, to }) => from.kind === kind || to.kind === kind);
    if (isMet) graph.setNode(kind, kind === 'new' ? { width: 18, height: 18 } : { width: 96, height: 30 });
  }
  for (const { from, to, labels } of arrows) {
    const lines = labelLines(labels);
    const width = lines.length === 0 ? 0 : Math.max(...lines.map((one) => one.length)) * WIDE + 10;
    graph.setEdge(keyOf(from), keyOf(to), { width, height: lines.length * LINE, labelpos: 'c' });
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const places = new Map<string, Box>(graph.nodes().map((name: string) => [name, graph.node(name) as Box]));
  const laid = arrows.map((arrow) => {
    const edge = graph.edge(keyOf(arrow.from), keyOf(arrow.to)) as Partial<Box> & { points: readonly Point[] };
    const label = arrow.labels.length > 0 && edge.x !== undefined ? (edge as Box) : undefined;
    return { arrow, points: edge.points, label };
  });
  return { width, height, places, arrows: laid };
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function labelLines(labels: readonly string[]): readonly string[] {
  const most = labels.length > MOST_LABELS ? MOST_LABELS - 1 : MOST_LABELS;
  const more = labels.length > most ? [`and ${labels.length - most} more`] : [];
  return [...labels.slice(0, most).flatMap(broken), ...more];
}

/** A guard that does not fit behind its move is written below it. */
function broken(label: string): readonly string[] {
  const guard = label.indexOf(' [');
  if (label.length <= LONGEST || guard === -1) return [shortened(label)];
  return [shortened(label.slice(0, guard)), shortened(label.slice(guard + 1))];
}

function marksText({ marks }: DrawnState): string {
  return marks.join(', ');
}

function stateBox(state: DrawnState, { x, y, width, height }: Box): string {
  const [left, top] = [round(x - width / 2), round(y - height / 2)];
  const isEnd = state.marks.includes('final') || state.marks.includes('gone');
  const inner = isEnd
    ? `<rect class="inner" x="${left + 3}" y="${top + 3}" width="${round(width - 6)}" height="${height - 6}" rx="6"/>`
    : '';
  const marks =
    state.marks.length === 0
      ? ''
      : `<text class="marks" x="${round(x)}" y="${round(y + 15)}">${visible(marksText(state))}</text>`;
  const down = state.marks.length === 0 ? 4.5 : -2;
  return `<g class="state"><rect x="${left}" y="${top}" width="${round(width)}" height="${height}" rx="8"/>${inner}<text x="${round(x)}" y="${round(y + down)}">${bare(shortened(state.name))}</text>${marks}</g>`;
}

function otherPlace(kind: (typeof OTHERS)[number], { x, y, width, height }: Box): string {
  if (kind === 'new') return `<circle class="begin" cx="${round(x)}" cy="${round(y)}" r="8"/>`;
  const text = kind === 'gone' ? '(gone)' : 'not shown';
  return `<g class="${kind}"><rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${width}" height="${height}" rx="15"/><text x="${round(x)}" y="${round(y + 4.5)}">${text}</text></g>`;
}

/** Through the middles between the points, so that corners are round. */
function line({ isHeld }: Arrow, points: readonly Point[], id: string): string {
  const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
  const [first, ...rest] = points;
  if (first === undefined || rest.length === 0) return '';
  const steps = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1]!;
    const isLast = index === rest.length - 2;
    const end = isLast ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${at(point)} ${at(end)}`;
  });
  const path = steps.length === 0 ? `L${at(rest[0]!)}` : steps.join('');
  return `<path class="arrow${isHeld ? ' held' : ''}" d="M${at(first)}${path}" marker-end="url(#${id}-tip)"/>`;
}

function labelText({ labels, isHeld }: Arrow, { x, y, width, height }: Box): string {
  const lines = labelLines(labels);
  const first = y - ((lines.length - 1) * LINE) / 2 + 4;
  const spans = lines.map(
    (text, index) => `<tspan x="${round(x)}" y="${round(first + index * LINE)}">${bare(text)}</tspan>`,
  );
  return `<g class="label${isHeld ? ' held' : ''}"><rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${height}"/><text>${spans.join('')}</text></g>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
