// One run of inline Markdown → the words that count. Input: a range of the source. Output: a SourceText in which links are their text,
// escapes and character references are undone, emphasis and comments are gone, and code ticks stay. Notation, rule 5: "a link counts as
// its text". Linear in the length of the range.

import { SourceText } from '../notation/grammar/source-text.ts';

/** Replaces `length` characters at `at` with `text`. */
interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

interface Scan {
  readonly source: string;
  readonly from: number;
  readonly to: number;
  readonly edits: Edit[];
  /** Offsets of `[` (of `!` for an image) that wait for their `]`. */
  readonly brackets: number[];
  /** The latest emphasis run that can open, by its characters. */
  readonly openers: Map<string, number>;
  /** For the start of each run of ticks where the run that closes it starts; made when the first tick is met. */
  closing: ReadonlyMap<number, number> | undefined;
}

const MARKUP = /[\\[\]<&*_\n\r\u00a0\t]/;
/** What a step may act on: markup and ticks. */
const STOP = /[\\[\]<&*_\n\r\u00a0\t`]/g;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const SPACE = /\s/;
const WORD = /[\p{L}\p{N}]/u;
const AUTOLINK = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{1,2000}|[^\s<>@:]{1,200}@[^\s<>@]{1,200})>/iy;
const BREAK = /<br\s{0,9}\/?>/iy;
const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,6}));/iy;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  vert: '|',
  verbar: '|',
  lbrack: '[',
  rbrack: ']',
  ast: '*',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};
/** Longer link targets are left as they are, which bounds the search. */
const LONGEST_TARGET = 1000;

/** `cell`: inside a table `\|` is a pipe, in code ticks too. */
export function readInline(source: string, from: number, to: number, cell: boolean): SourceText {
  const raw = source.slice(from, to);
  if (!MARKUP.test(raw)) return new SourceText(raw, from);
  const scan: Scan = {
    source,
    from,
    to,
    edits: [],
    brackets: [],
    openers: new Map(),
    closing: undefined,
  };
  for (let at = from; at < to;) {
    STOP.lastIndex = at - from;
    if (!STOP.test(raw)) break;
    at = step(scan, from + STOP.lastIndex - 1, cell);
  }
  if (scan.edits.length === 0) return new SourceText(raw, from);
  return apply(scan);
}

/** Reads what is at `at` and returns where to continue. */
function step(scan: Scan, at: number, cell: boolean): number {
  const { source, edits } = scan;
  switch (source[at]) {
    case '\\':
      if (at + 1 < scan.to && PUNCTUATION.test(source[at + 1]!)) {
        edits.push({ at, length: 1, text: '' });
        return at + 2;
      }
      return at + 1;
    case '`':
      return ticks(scan, at, cell);
    case '[':
      scan.brackets.push(at > scan.from && source[at - 1] === '!' ? at - 1 : at);
      return at + 1;
    case ']':
      return closeBracket(scan, at);
    case '<':
      return angle(scan, at);
    case '&':
      return reference(scan, at);
    case '*':
    case '_':
      return emphasis(scan, at);
    case '\n':
    case '\r':
      return lineBreak(scan, at);
    case '\u00a0':
    case '\t':
      edits.push({ at, length: 1, text: ' ' });
      return at + 1;
    default:
      return at + 1;
  }
}

function runLength(scan: Scan, at: number): number {
  let end = at + 1;
  while (end < scan.to && scan.source[end] === scan.source[at]) end++;
  return end - at;
}

/** ``` `code` ``` stays as it is, except for escaped pipes of a cell and line breaks. */
function ticks(scan: Scan, at: number, cell: boolean): number {
  const { source } = scan;
  const length = runLength(scan, at);
  scan.closing ??= closingTicks(scan);
  const close = scan.closing.get(at);
  if (close === undefined) return at + length;
  for (let i = at + length; i < close;) {
    const c = source[i];
    if (cell && c === '\\' && source[i + 1] === '|') scan.edits.push({ at: i, length: 1, text: '' });
    i = c === '\n' || c === '\r' ? lineBreak(scan, i) : i + 1;
  }
  return close + length;
}

/** In one pass from the end: the next run of the same length. */
function closingTicks({ source, from, to }: Scan): Map<number, number> {
  const closing = new Map<number, number>();
  const next = new Map<number, number>();
  for (let i = to - 1; i >= from; i--) {
    if (source.charCodeAt(i) !== 96) continue;
    let start = i;
    while (start > from && source.charCodeAt(start - 1) === 96) start--;
    const length = i - start + 1;
    const close = next.get(length);
    if (close !== undefined) closing.set(start, close);
    next.set(length, start);
    i = start;
  }
  return closing;
}

/** ``[text](target)``, ``[text][label]`` → text; any other bracket stays. */
function closeBracket(scan: Scan, at: number): number {
  const open = scan.brackets.pop();
  if (open === undefined) return at + 1;
  const { source } = scan;
  let end = -1;
  if (source[at + 1] === '(') end = endOfTarget(scan, at + 2);
  else if (source[at + 1] === '[') end = endOfLabel(scan, at + 2);
  if (end === -1) return at + 1;
  scan.edits.push({ at: open, length: source[open] === '!' ? 2 : 1, text: '' }, { at, length: end - at, text: '' });
  return end;
}

function endOfTarget(scan: Scan, from: number): number {
  const { source } = scan;
  const last = Math.min(scan.to, from + LONGEST_TARGET);
  if (!source.slice(from, last).includes(')')) return -1;
  let depth = 1;
  for (let i = from; i < last; i++) {
    const c = source[i];
    if (c === '\\') i++;
    else if (c === '`') return -1;
    else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i + 1;
  }
  return -1;
}

function endOfLabel(scan: Scan, from: number): number {
  const { source } = scan;
  const last = Math.min(scan.to, from + 200);
  for (let i = from; i < last; i++) {
    const c = source[i];
    if (c === '[' || c === '`') return -1;
    if (c === ']') return i > from ? i + 1 : -1;
  }
  return -1;
}

/** Comments go, `<br>` is a space, `<https://…>` loses its brackets; `<word>` is a template's word and stays. */
function angle(scan: Scan, at: number): number {
  const { source, edits, to } = scan;
  if (source.startsWith('<!--', at)) {
    const close = source.slice(at + 4, to).indexOf('-->');
    const end = close === -1 ? to : at + 4 + close + 3;
    edits.push({ at, length: end - at, text: '' });
    return end;
  }
  BREAK.lastIndex = at;
  const line = BREAK.exec(source);
  if (line && at + line[0].length <= to) {
    edits.push({ at, length: line[0].length, text: ' ' });
    return at + line[0].length;
  }
  AUTOLINK.lastIndex = at;
  const link = AUTOLINK.exec(source);
  if (!link || at + link[0].length > to) return at + 1;
  const end = at + link[0].length;
  edits.push({ at, length: 1, text: '' }, { at: end - 1, length: 1, text: '' });
  return end;
}

function reference(scan: Scan, at: number): number {
  REFERENCE.lastIndex = at;
  const found = REFERENCE.exec(scan.source);
  if (!found || at + found[0].length > scan.to) return at + 1;
  const code = found[1] ? Number.parseInt(found[1], 16) : found[2] ? Number(found[2]) : -1;
  const text =
    code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : found[3] ? NAMED[found[3].toLowerCase()] : undefined;
  if (text === undefined) return at + 1;
  scan.edits.push({ at, length: found[0].length, text: text === '\u00a0' ? ' ' : text });
  return at + found[0].length;
}

/** `**bold**`, `_slanted_`: the marks go where Markdown would take them; a lone `*` stays. */
function emphasis(scan: Scan, at: number): number {
  const { source, from, to } = scan;
  const length = runLength(scan, at);
  const end = at + length;
  const before = at > from ? source[at - 1]! : ' ';
  const after = end < to ? source[end]! : ' ';
  const opens = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before));
  const closes = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after));
  const run = source.slice(at, end);
  const inWord = source[at] === '_' && WORD.test(before) && WORD.test(after);
  const opener = scan.openers.get(run);
  if (closes && !inWord && opener !== undefined) {
    scan.edits.push({ at: opener, length, text: '' }, { at, length, text: '' });
    scan.openers.delete(run);
  } else if (opens && !inWord) scan.openers.set(run, at);
  return end;
}

function lineBreak(scan: Scan, at: number): number {
  let end = at + 1;
  while (end < scan.to && SPACE.test(scan.source[end]!)) end++;
  scan.edits.push({ at, length: end - at, text: ' ' });
  return end;
}

function apply(scan: Scan): SourceText {
  const { source, from, to } = scan;
  scan.edits.sort((a, b) => a.at - b.at);
  const runs: number[] = [];
  let text = '';
  let at = from;
  const keep = (end: number): void => {
    if (end <= at) return;
    runs.push(text.length, at);
    text += source.slice(at, end);
  };
  for (const edit of scan.edits) {
    if (edit.at < at) continue;
    keep(edit.at);
    if (edit.text !== '') {
      runs.push(text.length, edit.at);
      text += edit.text;
    }
    at = edit.at + edit.length;
  }
  keep(to);
  return new SourceText(text, from, runs);
}
