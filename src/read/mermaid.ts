// A `mermaid` fence of part 3 → moves. Input: the fence. Output: the moves and the states it draws, each with its line. Read are `[*]`, `A
// --> B : METHOD /path`, `state "…" as A`; what draws nothing is skipped; all else, and an end with a label, is an error
// with its line. Notation, part 3 and section 3.

import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { badMermaid } from '../diagnostics/reading.ts';
import type { By } from '../notation/values/moves.ts';
import type { Move, State } from '../notation/states.ts';
import type { Absent, Gap, Name } from '../notation/slot.ts';
import { absent } from '../notation/slot.ts';
import type { BlockOf } from './blocks.ts';
import type { Reading } from './reading.ts';
import { quoted } from './reading.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';
import { readSlot } from './slots.ts';
import { SourceText } from '../notation/grammar/source-text.ts';
import { parseBy } from '../notation/values/moves.ts';

export interface Diagram {
  readonly moves: Move[];
  /** Empty unless the diagram draws an end: then every state of it, with Kind `final` or a gap. */
  readonly states: State[];
  /** Every line of it could be read. */
  readonly isWhole: boolean;
}

const FORMS = '`[*] --> A : METHOD /path`, `A --> B : METHOD /path`, `A --> [*]` or `state "…" as A`';
const SKIPPED =
  /^(?:%%.*|stateDiagram(?:-v2)?|direction\s+(?:TB|TD|BT|LR|RL)|(?:classDef|class|style|accTitle|accDescr|title)\s.*|hide empty description)?$/i;
const ARROW = /^(\[\*\]|[\p{L}\p{N}_.-]+?)\s*-->\s*(\[\*\]|[\p{L}\p{N}_.-]+)\s*(?::\s*(.*))?$/u;
const ALIAS = /^state\s+"\s*([^"\s](?:[^"]*[^"\s])?)\s*"\s+as\s+([\p{L}\p{N}_.-]+)$/u;
const DESCRIBED = /^(?:state\s+)?[\p{L}\p{N}_][\p{L}\p{N}_.-]*(?:\s*:\s.*)?$/u;

interface Drawing {
  readonly reading: Reading;
  readonly aliases: Map<string, string>;
  isWhole: boolean;
  readonly arrows: { readonly line: Span; readonly from: Name; readonly to: Name; readonly label: Span | undefined }[];
}

export function readMermaid(reading: Reading, fence: BlockOf<'fence'>): Diagram {
  const drawing: Drawing = { reading, aliases: new Map(), isWhole: true, arrows: [] };
  let note = false;
  for (const line of linesOf(reading.source, fence.body)) {
    const words = reading.source.slice(line.start, line.end);
    if (note) note = !/^end note$/i.test(words);
    else if (/^note\s+(?:left|right)\s+of\s/i.test(words)) note = !words.includes(':');
    else readLine(drawing, line, words);
  }
  // A drawing has no columns that a cell could be added to.
  const behind = { start: fence.at.end, end: fence.at.end };
  const missing = absent(behind, behind);
  const moves = drawing.arrows
    .filter((arrow) => arrow.to.text !== '[*]')
    .map((arrow) => moveOf(drawing, arrow, missing));
  return { moves, states: statesOf(drawing), isWhole: drawing.isWhole };
}

function linesOf(source: string, body: Span): Span[] {
  const lines: Span[] = [];
  for (let start = body.start; start <= body.end;) {
    const newline = source.indexOf('\n', start);
    const stop = newline === -1 || newline > body.end ? body.end : newline;
    const raw = source.slice(start, stop);
    const from = start + raw.length - raw.trimStart().length;
    lines.push({ start: from, end: Math.max(from, start + raw.trimEnd().length) });
    start = stop + 1;
  }
  return lines;
}

function readLine(drawing: Drawing, line: Span, words: string): void {
  if (SKIPPED.test(words)) return;
  const alias = ALIAS.exec(words);
  const arrow = ARROW.exec(words);
  if (alias) drawing.aliases.set(alias[2]!, alias[1]!);
  else if (arrow && !(arrow[2] === '[*]' && (arrow[1] === '[*]' || arrow[3]))) {
    const toAt = words.indexOf(arrow[2]!, words.indexOf('-->') + 3);
    const from = { text: arrow[1]!, at: { start: line.start, end: line.start + arrow[1]!.length } };
    const to = { text: arrow[2]!, at: { start: line.start + toAt, end: line.start + toAt + arrow[2]!.length } };
    const label = arrow[3] ? { start: line.end - arrow[3].length, end: line.end } : undefined;
    drawing.arrows.push({ line, from, to, label });
  } else if (!DESCRIBED.test(words)) {
    drawing.isWhole = false;
    drawing.reading.diagnostics.push(diagnose(badMermaid, line, { line: quoted(words), expected: FORMS }));
  }
}

function moveOf(drawing: Drawing, arrow: Drawing['arrows'][number], missing: Absent): Move {
  const { reading } = drawing;
  const raw = (at: Span): string => reading.source.slice(at.start, at.end);
  const from = named(drawing, arrow.from);
  const to = named(drawing, arrow.to);
  const leaving =
    arrow.from.text === '[*]' ? ({ kind: 'new' } as const) : ({ kind: 'states', states: [from] } as const);
  return {
    from: { status: 'stated', value: leaving, text: raw(from.at), at: from.at },
    to: { status: 'stated', value: { kind: 'state', state: to }, text: raw(to.at), at: to.at },
    by: arrow.label ? byOf(reading, arrow.label) : unknown(arrow.line),
    who: missing,
    onlyIf: missing,
    emits: missing,
    at: arrow.line,
  };
}

const BY: SlotRule<By> = {
  parse: (text) => operations(text) ?? parseBy(text),
  forms: '`METHOD /path`',
};

function byOf(reading: Reading, label: Span): Move['by'] {
  const text = new SourceText(reading.source.slice(label.start, label.end), label.start);
  return readSlot(reading, { text, at: label }, 'the label of an arrow', BY);
}

/** `POST /orders, PUT /orders/{id}`: no ticks in a diagram. */
function operations(text: SourceText): ReturnType<typeof parseBy> | undefined {
  const found: Name[] = [];
  let from = 0;
  for (const piece of text.text.split(',')) {
    const part = text.slice(from, from + piece.length).trim();
    from += piece.length + 1;
    if (!/^[A-Z]+ \/\S*$/.test(part.text)) return undefined;
    found.push({ text: part.text, at: part.span });
  }
  return { ok: true, value: { kind: 'operations', operations: found } };
}

/** A state by the words of its alias. */
function named(drawing: Drawing, name: Name): Name {
  return { text: drawing.aliases.get(name.text) ?? name.text, at: name.at };
}

/** A diagram has no mark for what is open: an arrow without a label leaves its By a gap. */
function unknown(at: Span): Gap {
  return { status: 'gap', how: 'marked', text: '', at };
}

/** `A --> [*]` states that A is final, so the diagram states kinds: those of the other states are gaps. */
function statesOf(drawing: Drawing): State[] {
  const ends = new Map<string, Span>();
  for (const arrow of drawing.arrows) if (arrow.to.text === '[*]') ends.set(arrow.from.text, arrow.line);
  if (ends.size === 0) return [];
  const states = new Map<string, State>();
  for (const arrow of drawing.arrows) {
    for (const name of [arrow.from, arrow.to]) {
      if (name.text === '[*]' || states.has(name.text)) continue;
      const end = ends.get(name.text);
      const text = end ? drawing.reading.source.slice(end.start, end.end) : '';
      const kind = end ? ({ status: 'stated', value: 'final', text, at: end } as const) : unknown(name.at);
      states.set(name.text, { name: named(drawing, name), kind, meaning: absent(name.at), at: arrow.line });
    }
  }
  return [...states.values()];
}
