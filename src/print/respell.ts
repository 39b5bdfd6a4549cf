// The accepted other spellings of a document → those of the notation. Input: its model, and the same document as it is read from
// its canonical form, slot by slot beside it. Output: edits of single cells and values. What is more than its value, a link,
// emphasis or a note, is left as it is; a blank is written `not shown` where something is due. Notation, rule 1.2 and section 2.

import type { Span } from '../base/span.ts';
import type { Document } from '../model/document.ts';
import type { Model } from '../model/model.ts';
import type { Slot } from '../notation/slot.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import { isSlot } from '../model/walk.ts';
import { isInTable, slotEdit, type Edit } from './edit.ts';
import { lineEnd, lineStart } from './lines.ts';

export function respelled(model: Model, canonical: Document): readonly Edit[] {
  const { document } = model;
  const open = new Set<unknown>([...slotsOf(model).open.values()].map(({ slot }) => slot));
  const edits = new Map<number, Edit>();
  const [source, target] = [document.source, canonical.source];
  beside(document, canonical, (slot, other) => {
    if (slot.status === 'absent' || other.status === 'absent') return;
    const kind = placeOf(source, slot.at);
    if (kind === 'elsewhere' || kind !== placeOf(target, other.at)) return;
    if (isBlank(slot) && !(kind === 'cell' && isMissingCell(source, slot.at))) {
      if (open.has(slot)) edits.set(slot.at.start, slotEdit(source, slot.at, 'not shown'));
      return;
    }
    const text = target.slice(other.at.start, other.at.end);
    const raw = source.slice(slot.at.start, slot.at.end);
    if (isOtherSpelling(raw, text) && isPlain(slot, raw) && isPlain(other, text))
      edits.set(slot.at.start, { at: slot.at, text });
  });
  return [...edits.values()];
}

/** Nothing, or a sign for nothing; `4XX` and a note beside the sign say a little, and stay. */
function isBlank(slot: Slot<unknown>): boolean {
  return slot.status === 'gap' && slot.how === 'blank' && !/\d|\]\(|\]\[|<!--/.test(slot.text);
}

/** A row that is too short has no cell there: its line ends before it, without a closing pipe. */
function isMissingCell(source: string, { start, end }: Span): boolean {
  return start === end && source.slice(end, lineEnd(source, end)).trim() === '';
}

/** A line of a fence is neither a row nor a bullet. */
function placeOf(source: string, at: Span): 'cell' | 'bullet' | 'elsewhere' {
  if (/^ {0,3}[-*+]\s/.test(source.slice(lineStart(source, at.start), at.start))) return 'bullet';
  return isInTable(source, at) ? 'cell' : 'elsewhere';
}

/** Names inside of a sentence may have ticks or not; names alone have them. */
function isOtherSpelling(raw: string, text: string): boolean {
  if (raw === text) return false;
  const isTicksOnly = raw.replaceAll('`', '') === text.replaceAll('`', '');
  return !isTicksOnly || (!raw.includes('`') && /^`[^`]+`(?:, `[^`]+`)*$/.test(text));
}

/** The whole text there is the value; a blank has none, and is a gap anyway. */
function isPlain(slot: Slot<unknown>, raw: string): boolean {
  switch (slot.status) {
    case 'stated':
      return !/not shown|\]\(|\]\[|<!--|<br|\\[^|\\]|\*\*|__|&\w+;/i.test(raw) && !/[\r\n]/.test(raw);
    case 'gap':
      return slot.note === undefined;
    case 'none':
    case 'any':
      return /^[a-z]+$/i.test(raw);
    default:
      return false;
  }
}

/** `in a; out a` says no more than `a`, and both are the notation's. */
const FREE: ReadonlySet<string> = new Set(['mediaType']);

/** Each slot with its counterpart; where the two differ in shape there is none. */
function beside(one: unknown, other: unknown, visit: (slot: Slot<unknown>, other: Slot<unknown>) => void): void {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return;
  if (isSlot(one) || isSlot(other)) {
    if (isSlot(one) && isSlot(other) && one.status === other.status) visit(one, other);
    return;
  }
  if (one instanceof Map && other instanceof Map) {
    for (const [key, item] of one) beside(item, other.get(key), visit);
    return;
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return;
  for (const [key, item] of Object.entries(one))
    if (!FREE.has(key)) beside(item, (other as Record<string, unknown>)[key], visit);
}
