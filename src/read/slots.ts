// A written place → the status of its fact. Input: a cell or a bullet's value and what its grammar is. Output: a Slot; the words `not
// shown`, `none`, `any` and the blanks are read here and nowhere else. Notation, rules 2 and 3.

import { diagnose } from '../diagnostics/define.ts';
import {
  ambiguousRequired,
  anyNotHere,
  badCardinality,
  blankCell,
  decoratedName,
  statusRange,
  unreadable,
  untestableCondition,
} from '../diagnostics/reading.ts';
import { absent, type Gap, type Slot, type Unreadable } from '../notation/slot.ts';
import { toldOf, type Told } from './hints.ts';
import type { Reading, Written } from './reading.ts';
import { withoutTicks } from '../base/ticked.ts';
import { quoted, rawText } from './reading.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';
import type { SourceText } from '../notation/grammar/source-text.ts';
import type { Parsed } from '../notation/grammar/parsed.ts';

const BLANKS = new Set(['', '-', '--', '—', '–', '?', 'tbd', 'tba', 'n/a', 'n.a.', '???', '…', '...']);
const MARK = /^not shown\s*(?:[.!]?$|[.,:;(]|[-–—])/i;
const MARK_AT_END = /:\s*not shown\s*\.?$/i;

/** `not shown`, alone or with a note after it. */
export function isGapMark(text: string): boolean {
  if (text.length < 8 || (text[0] !== 'n' && text[0] !== 'N')) return false;
  return MARK.test(text) || /^not shown\s/i.test(text);
}

/** A paragraph or item that marks what it is about: its only words, or after its last colon. */
export function isProseMark(text: string): boolean {
  return MARK.test(text) || MARK_AT_END.test(text);
}

export function isBlank(text: string): boolean {
  return text.length <= 4 && BLANKS.has(text.toLowerCase());
}

/** The status of a gap mark, with the note after it or before its colon. */
export function gapMark(reading: Reading, at: Written['at'], text: string): Gap {
  const behind = /^not shown\s*[.,:;–—-]*\s*([\s\S]*)$/i.exec(text)?.[1];
  const note = (behind ?? text.replace(MARK_AT_END, '')).trim();
  const gap = { status: 'gap', how: 'marked', text: rawText(reading, at), at } as const;
  return note === '' ? gap : { ...gap, note };
}

/** The one way from a written place to a slot. `where`, for messages: "Type". */
export function readSlot<T>(reading: Reading, place: Written, where: string, rule: SlotRule<T>): Slot<T> {
  const { text, at } = place;
  const words = text.text;
  if (isGapMark(words)) return gapMark(reading, at, words);
  if (words === '' && rule.blank === 'left out') return absent(at);
  if (isBlank(words) && words !== rule.notBlank) return blank(reading, place, rule.blank === 'said elsewhere');
  const raw =
    reading.source.startsWith(words, at.start) && words.length === at.end - at.start ? words : rawText(reading, at);
  const word = words.length <= 4 ? words.toLowerCase() : '';
  if (word === 'none' && rule.none !== false) return { status: 'none', text: raw, at };
  if (word === 'any' && rule.any !== 'a value') {
    if (rule.any === true) return { status: 'any', text: raw, at };
    reading.diagnostics.push(diagnose(anyNotHere, at, { where, expected: rule.forms }));
    return { status: 'unreadable', expected: rule.forms, text: raw, at };
  }
  const parsed: Parsed<T> = word === 'none' ? { ok: false, at, expected: rule.forms } : parse(reading, text, rule);
  if (parsed.ok) return { status: 'stated', value: parsed.value, text: raw, at };
  if (MARK_AT_END.test(words)) return gapMark(reading, at, words);
  return fault(reading, place, where, parsed, toldOf(reading, words, parsed, rule));
}

/** Most cells of a document say one of a few things, and what has no place inside is the same value each time. */
function parse<T>(reading: Reading, text: SourceText, rule: SlotRule<T>): Parsed<T> {
  const words = text.text;
  if (words.length > 40) return rule.parse(text);
  let known = reading.values.get(rule.parse);
  if (!known) reading.values.set(rule.parse, (known = new Map()));
  const before = known.get(words);
  if (before) return before as Parsed<T>;
  const parsed = rule.parse(text);
  if (parsed.ok && known.size < 1000 && hasNoPlace(parsed.value)) known.set(words, parsed);
  return parsed;
}

function hasNoPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return !('at' in value) && Object.values(value).every(hasNoPlace);
}

function blank(reading: Reading, place: Written, saidElsewhere?: boolean): Gap {
  const words = place.text.text;
  if (words !== '' || saidElsewhere !== true)
    reading.diagnostics.push(diagnose(blankCell, place.at, { cell: words === '' ? 'blank' : `"${words}"` }));
  return { status: 'gap', how: 'blank', text: rawText(reading, place.at), at: place.at };
}

type Failed = Parsed<unknown> & { ok: false };

function fault(reading: Reading, place: Written, where: string, parsed: Failed, told: Told): Unreadable | Gap {
  const raw = rawText(reading, place.at);
  const { at } = parsed;
  const words = quoted(place.text.text);
  const found = quoted(reading.source.slice(at.start, at.end)) || words;
  switch (parsed.code) {
    case 'status-range':
      reading.diagnostics.push(diagnose(statusRange, at, { text: found }));
      return { status: 'gap', how: 'blank', text: raw, at: place.at };
    case 'bad-cardinality':
      reading.diagnostics.push(diagnose(badCardinality, at, { text: found }));
      break;
    case 'ambiguous-required':
      reading.diagnostics.push(diagnose(ambiguousRequired, at, { text: found }));
      break;
    case 'decorated-name':
      reading.diagnostics.push(
        diagnose(decoratedName, at, { name: found, plain: withoutTicks(found).replace(/[*?!+]+$/, '') }),
      );
      break;
    case 'untestable-condition': {
      const { hint, write } = told;
      const such = write === told.expected ? '' : `, ${write}`;
      reading.diagnostics.push(diagnose(untestableCondition, at, { text: words, hint, such }));
      break;
    }
    default:
      reading.diagnostics.push(diagnose(unreadable, at, { where, text: found, ...told }));
  }
  const { expected, ticked } = told;
  return { status: 'unreadable', expected, ...(ticked !== undefined && { ticked }), text: raw, at: place.at };
}

const TEXT: SlotRule<string> = { parse: asWritten, any: true, forms: 'text' };

/**
 * Words that no grammar reads yet, kept as written: stated, none, any or a gap. A half of them that is not shown leaves
 * the whole a gap, since nothing reads the other half.
 */
export function readText(reading: Reading, place: Written, where: string): Slot<string> {
  const words = place.text.text;
  return MARK_AT_END.test(words) ? gapMark(reading, place.at, words) : readSlot(reading, place, where, TEXT);
}

/** Prose: a blank is no statement, and no gap. */
export function readProse(reading: Reading, place: Written): Slot<string> {
  const words = place.text.text;
  if (isBlank(words) || words.toLowerCase() === 'none') return { status: 'absent', at: place.at };
  if (isGapMark(words)) return gapMark(reading, place.at, words);
  return { status: 'stated', value: words, text: rawText(reading, place.at), at: place.at };
}

export function asWritten(text: SourceText): Parsed<string> {
  return { ok: true, value: text.text };
}
