// What the prose of a scope marks. Input: a section. Output: its Scope, and whether its lists are open or closed by it: the only paragraph
// under a heading marks that whole scope. Notation, rules 2 and 3.

import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { contradiction, fenceNotRead, nestedBlock } from '../diagnostics/reading.ts';
import type { Any, Gap, List, None, Scope } from '../notation/slot.ts';
import { absent } from '../notation/slot.ts';
import type { BlockOf } from './blocks.ts';
import { sameValue, sameWords } from './same.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { rawText, written } from './reading.ts';
import { gapMark, isProseMark } from './slots.ts';

export interface ReadScope {
  readonly scope: Scope;
  /** `open` when the scope says `not shown` beside its statements, `closed` when it says `none`. */
  readonly lists: 'open' | 'closed' | undefined;
}

type Mark = Gap | None | Any;

/** `bulletsBind`: bullets `Key: value` directly under this heading are statements, not prose. */
export function readScope(reading: Reading, section: Section, bulletsBind: boolean): ReadScope {
  const marks: Mark[] = [];
  let prose = 0;
  const said: Span[] = 'sections' in section ? (section as PartOutline).sections.map(({ at }) => at) : [];
  let bound = 'sections' in section && (section as PartOutline).sections.length > 0 ? 1 : 0;
  for (const block of section.blocks) {
    if (block.kind === 'table' || block.kind === 'fence') bound++;
    if (block.kind === 'table' && !block.nested) said.push(block.at);
    if (block.kind !== 'paragraph' && !(block.kind === 'bullet' && block.depth === 0)) continue;
    if (block.kind === 'bullet' && bulletsBind && !mayMark(reading, block.at)) {
      bound++;
      continue;
    }
    const text = written(reading, block.at, false).text.text;
    if (block.kind === 'bullet' && /^other\s/i.test(text)) continue;
    const mark = markOf(reading, block.at, text, block.kind === 'paragraph' || !bulletsBind);
    if (mark) marks.push(mark);
    else if (block.kind === 'bullet' && bulletsBind) bound++;
    if (block.kind === 'paragraph' || mark) prose++;
  }
  const gap = marks.find((mark) => mark.status === 'gap');
  const only = prose === 1 ? marks[0] : undefined;
  const mark = gap ?? only;
  if (only?.status === 'none' && said.length > 0) {
    const related = [{ at: said[0]!, message: 'There is something here.' }];
    const what = `\`${section.title.text}\`: it is \`none\`, and something is stated under it`;
    reading.diagnostics.push(diagnose(contradiction, only.at, { what }, related));
  }
  const lists = mark && (mark.status === 'none' ? 'closed' : 'open');
  return { scope: { heading: section.at, mark: mark && bound === 0 ? mark : absent(endOf(section.at)) }, lists };
}

/** Does it begin like one of the three words, or like `Other …`? */
function mayMark(reading: Reading, at: Span): boolean {
  return /^[^\p{L}]*(?:not|none|any|other)/iu.test(reading.source.slice(at.start, Math.min(at.end, at.start + 12)));
}

function markOf(reading: Reading, at: Span, text: string, colonCounts: boolean): Mark | undefined {
  const words = text.toLowerCase().replace(/\.$/, '');
  if (words === 'none' || words === 'any') return { status: words, text: rawText(reading, at), at };
  if (words.startsWith('not shown') ? isProseMark(text) : colonCounts && isProseMark(text))
    return gapMark(reading, at, text);
  return undefined;
}

export function endOf(at: Span): Span {
  return { start: at.end, end: at.end };
}

/** A part that is left out: everything about it is absent, at the place where the part would be. */
export function missingScope(reading: Reading): Scope {
  return { heading: undefined, mark: absent(endOfDocument(reading)) };
}

export function missingList<T>(at: Span): List<T> {
  return { items: [], mark: undefined, at, written: false };
}

export function endOfDocument(reading: Reading): Span {
  return { start: reading.end, end: reading.end };
}

/** Fences that state something, by the words that they begin with, and where they do. */
const HOMES: readonly (readonly [words: string, home: string])[] = [
  ['mermaid', 'a machine of part 3'],
  ['json rows', 'a resource of part 2'],
  ['json schema', 'a resource of part 2'],
];

/** Binding fences: those whose info string begins with one of `accepted` are answered; elsewhere they are refused. */
export function readFences(reading: Reading, section: Section, accepted: readonly string[]): BlockOf<'fence'>[] {
  const found: BlockOf<'fence'>[] = [];
  for (const block of section.blocks) {
    if (block.kind !== 'fence') continue;
    const info = block.info.toLowerCase().replace(/\s+/g, ' ');
    const [word, home] = HOMES.find(([words]) => info === words || info.startsWith(`${words} `)) ?? [];
    if (word === undefined || home === undefined) continue;
    if (!accepted.includes(word)) {
      const line = { start: block.at.start, end: Math.max(block.at.start, block.body.start - 1) };
      reading.diagnostics.push(diagnose(fenceNotRead, line, { info: block.info, home }));
    } else if (block.nested)
      reading.diagnostics.push(diagnose(nestedBlock, block.at, { what: `fence \`${block.info}\`` }));
    else found.push(block);
  }
  return found;
}

interface Row {
  readonly name: { readonly text: string; readonly at: Span };
  readonly at: Span;
}

/**
 * Rows that name the same thing: an equal one is dropped, a different one is a contradiction (notation, rule 6). `keyOf`: how names
 * are compared; `mayStandBeside`: whether two rows of one name may both count.
 */
export function withoutRepeats<T extends Row>(
  reading: Reading,
  list: List<T>,
  what: string,
  keyOf = (name: string): string => name,
  mayStandBeside = (_row: T, _other: T): boolean => false,
): List<T> {
  if (list.items.length < 2) return list;
  const byName = new Map<string, T[]>();
  const items: T[] = [];
  for (const item of list.items) {
    const key = keyOf(item.name.text);
    const before = byName.get(key) ?? [];
    if (before.some((one) => sameRow(one, item))) continue;
    const [first] = before;
    if (!first || before.every((one) => mayStandBeside(one, item))) {
      byName.set(key, [...before, item]);
      items.push(item);
    } else {
      const related = [{ at: first.at, message: 'It is stated here first.' }];
      reading.diagnostics.push(
        diagnose(contradiction, item.at, { what: `the ${what} \`${item.name.text}\`` }, related),
      );
    }
  }
  return items.length === list.items.length ? list : { ...list, items };
}

function sameRow(a: object, b: object): boolean {
  const others = b as Record<string, unknown>;
  return Object.entries(a).every(([key, value]) => !isSlot(value) || sameSlot(value, others[key]));
}

function isSlot(value: unknown): value is AnySlot {
  return typeof value === 'object' && value !== null && 'status' in value;
}

interface AnySlot {
  readonly status: string;
  readonly text?: string;
  readonly value?: unknown;
}

function sameSlot(a: AnySlot, b: unknown): boolean {
  if (!isSlot(b) || a.status !== b.status) return false;
  if (a.status === 'none' || a.status === 'any') return true;
  return sameWords(a.text ?? '', b.text ?? '') || (a.status === 'stated' && sameValue(a.value, b.value));
}

/** A heading `### …` says that there are more. */
export function isOpen({ title }: Section): boolean {
  return /^(?:…|\.\.\.)$/.test(title.text);
}

export function openedBy({ sections }: PartOutline): { readonly markAt?: Span } {
  const open = sections.find(isOpen);
  return open ? { markAt: open.at } : {};
}
