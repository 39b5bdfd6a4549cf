// What looks like a bullet `Key: value` and is none. Input: a block that binds nothing, and the keys that bind at its place. Output:
// findings. A sentence that only begins with the same word stays prose. Notation, rule 1.1.

import { didYouMean } from '../base/did-you-mean.ts';
import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { notABullet } from '../diagnostics/reading.ts';
import type { Effect } from '../notation/values/effects.ts';
import type { Block } from './blocks.ts';
import { NAME, namesIn } from './hints.ts';
import type { Reading } from './reading.ts';
import { quoted } from './reading.ts';

/** Keys in lower case, with the names that they have. */
export type KnownKeys = ReadonlyMap<string, { readonly name: string }>;

/** Quotes, numbers, boxes to tick, HTML: what can be in front of a statement without making it one. */
const IN_FRONT = /^(?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[[ xX]?\](?=\s)|<[^<>]*>|[*_]{1,3}(?=\p{L}))*/u;
const ITEM = /^(?:>\s{0,9})?(?:[-*+]\s|\d{1,9}[.)]\s|\[[ xX]?\]\s|<li\b)/i;
const OTHER_LIST = /^other\s+\p{L}+s(?![\p{L}\p{N}])/u;
/** What follows a key that is meant as one. */
const STATES = /^[*_]{0,3}\s*(?:[:：=→]|[-=]>)/u;
type FirstWord<Phrase extends string> = Phrase extends `${infer Word} ${string}` ? Word : Phrase;
const VERBS: readonly FirstWord<Effect['kind']>[] = [
  'reads',
  'updates',
  'lists',
  'creates',
  'deletes',
  'moves',
  'merges',
  'replaces',
];
const STATES_IN_AN_ITEM = new RegExp(
  String.raw`^[*_]{0,3}(?:\s*[–—]\s|\s+-\s|\s*\(?[\x60{]|\s+(?:none|any|anyone|not shown|signed-in|safe|same|again|kept|cleared|refused|ignored|accepted|complete|newest|oldest|${VERBS.join('|')})(?![\p{L}\p{N}]))`,
  'iu',
);
/** Words that do not continue a sentence: a value of the notation, and nothing more. */
const IS_ALL =
  /^[*_]{0,3}\s+(?:api key|http basic|bearer token|jwt|oauth 2 client credentials|token introspection|openid connect|mutual tls|hmac signature|path prefix|media type|yes|no|fixed|at first start|from the operator|brackets|dots|standard webhooks|cloudevents|possible|dropped|as they happened|until accepted|the operator|any 2xx|the current version|\d[\w .:-]{0,40})[\s.]*$/i;
/** In an item one of the three words at the end says as much as a sign. */
const SLIP_IN_AN_ITEM = /^\p{L}[\p{L} -]{3,40}?(?=\s+(?:none|any|not shown)\s*\.?\s*$)/iu;
/** A resource, and nothing more. */
const NAMES_ONE = /^\s+\p{Lu}[\p{L}\p{N}]*\s*$/u;
/** A key that is no word before it ends. */
const GOES_ON = /^[*_]{0,3}[\s,;(]/;
const SENTENCE = /[.!?。！？][*_\s)"'”’]*$/;
const NAMES = new RegExp(NAME, 'gu');
/** Where a line of HTML begins a new one. */
const BREAKS = /\n|(?=<(?:li|p|br|dt|dd|td|div)\b)/gi;

export function refuseNearKeys(reading: Reading, block: Block, known: KnownKeys): void {
  if (block.kind === 'bullet') return report(reading, block.at, known, 'bullet');
  if (block.kind !== 'paragraph' && block.kind !== 'other') return;
  const text = reading.source.slice(block.at.start, block.at.end);
  // It marks the scope, whatever is before its last colon.
  if (block.kind === 'paragraph' && /not shown\s*\.?$/i.test(text) && !isItem(text)) return;
  let start = block.at.start;
  for (const line of text.split(BREAKS)) {
    const from = reading.source.indexOf(line, start);
    start = from + line.length;
    if (block.kind === 'other' && block.isCode && !isItem(line)) continue;
    report(reading, { start: from, end: start }, known, isItem(line) ? 'item' : 'line');
  }
}

/**
 * An item up to the first line that begins with a key of its own: `Repeat: again` below `- Does: reads X` lacks its dash.
 * The key is spelled as the notation does; in a list of fields `order: kept` may begin a line.
 */
export function withoutFurtherKeys(reading: Reading, at: Span, known: KnownKeys): Span {
  const text = reading.source.slice(at.start, at.end);
  if (!text.includes('\n')) return at;
  let { end } = at;
  for (const { index, 0: found, 1: line } of text.matchAll(/\n[ \t>]*(.*)/g)) {
    const key = keyOf(line!, known, false);
    if (!key || !line!.startsWith(key.name) || !STATES.test(line!.slice(key.length))) continue;
    const start = at.start + index + found.length - line!.length;
    end = Math.min(end, at.start + index);
    const text = `${quoted(line!)} as a further line of the bullet above`;
    isNoBullet(reading, { start, end: start + key.length }, text, key.name);
  }
  return { start: at.start, end };
}

function isItem(line: string): boolean {
  return ITEM.test(line.trimStart().slice(0, 40));
}

/** `item`: of a list that is none of bullets. */
function report(reading: Reading, at: Span, known: KnownKeys, kind: 'bullet' | 'item' | 'line'): void {
  const text = reading.source.slice(at.start, at.end);
  const from = IN_FRONT.exec(text)![0].length;
  const words = text.slice(from, from + 120);
  const stands = kind !== 'line';
  const key = keyOf(words, known, stands);
  if (!key) return;
  const isKey = known.has(words.slice(0, key.length).toLowerCase());
  const goesOn = kind === 'bullet' && isKey && isNoProse(reading, text.slice(from + key.length));
  if (!goesOn && !states(words.slice(key.length), stands)) return;
  const line = text.split('\n', 1)[0]!.trim();
  const place = { start: at.start + from, end: at.start + from + key.length };
  isNoBullet(reading, place, quoted(line), key.name);
}

function states(behind: string, stands: boolean): boolean {
  if (STATES.test(behind)) return true;
  return stands && (STATES_IN_AN_ITEM.test(behind) || NAMES_ONE.test(behind) || IS_ALL.test(behind));
}

/** After a whole key. Whether a verb follows cannot be known; a full stop, and that nothing of the document is named, can. */
function isNoProse(reading: Reading, behind: string): boolean {
  if (!GOES_ON.test(behind)) return false;
  const names = namesIn(reading);
  return !SENTENCE.test(behind) || (behind.match(NAMES) ?? []).some((word) => names.has(word));
}

function isNoBullet(reading: Reading, at: Span, text: string, key: string): void {
  reading.diagnostics.push(diagnose(notABullet, at, { text, key }));
  reading.form.nearKeys.push({ key, at });
}

function keyOf(
  words: string,
  known: KnownKeys,
  stands: boolean,
): { readonly name: string; readonly length: number } | undefined {
  const lower = words.toLowerCase();
  let found: string | undefined;
  for (const key of known.keys()) {
    const ends = !/^[\p{L}\p{N}'’]/u.test(words.slice(key.length));
    if (lower.startsWith(key) && ends && key.length > (found?.length ?? 0)) found = key;
  }
  // A hyphen makes a word of its own of the longest key, and of no shorter one.
  if (found !== undefined && lower[found.length] !== '-') return { name: known.get(found)!.name, length: found.length };
  const other = OTHER_LIST.exec(lower)?.[0];
  return other === undefined
    ? slipOf(words, known, stands)
    : { name: `Other ${other.slice(6).trim()}`, length: other.length };
}

/** What is in front of ticks or a sign, one slip away from a key; a plural is a word of its own, and so is one more word. */
function slipOf(words: string, known: KnownKeys, stands: boolean): ReturnType<typeof keyOf> {
  const before =
    /^\p{L}[\p{L} ]{4,40}?(?=[*_]{0,3}\s*[`:：=])/u.exec(words)?.[0] ??
    (stands ? SLIP_IN_AN_ITEM.exec(words)?.[0] : undefined);
  const name =
    before &&
    didYouMean(
      before,
      [...known.values()].map((key) => key.name),
    );
  if (!name || before.toLowerCase() === `${name.toLowerCase()}s`) return undefined;
  if (before.split(' ').length !== name.split(' ').length) return undefined;
  return { name, length: before.length };
}
