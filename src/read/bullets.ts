// The bullets `Key: value` of a section. Input: the section and the keys that bind there. Output: the values by key. An unknown key is an
// error with "did you mean"; the same key twice is fine when equal, else `contradiction`. Notation, rules 1 and 6.

import { oncePer } from '../base/once-per.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import type { Span } from '../base/span.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { contradiction, nestedBlock, unknownKey, unreadable } from '../diagnostics/reading.ts';
import type { Absent, Name, NamedSlot, Slot } from '../notation/slot.ts';
import { absent } from '../notation/slot.ts';
import { refuseNearKeys, withoutFurtherKeys } from './near-keys.ts';
import type { Section } from './outline.ts';
import type { Reading, Written } from './reading.ts';
import { withoutTicks } from '../base/ticked.ts';
import { quoted, rawText, spelled, written } from './reading.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';
import { sameSlot, sameWords, saysAgain } from './same.ts';
import { readSlot, readText } from './slots.ts';
import { nearestKey, noSuchKey } from './unknown-keys.ts';
import type { SourceText } from '../notation/grammar/source-text.ts';

/** A key as the notation spells it, and how it may be written. */
export interface Key {
  readonly name: string;
  /** May be written several times, each a fact of its own. */
  readonly many?: true;
  /** Takes a name after it: ``View `Profile`: …``. */
  readonly named?: true;
}

export interface Bullet extends Written {
  readonly key: string;
  /** The name after a `named` key. */
  readonly argument: SourceText | undefined;
  /** From the key to the end of the value. */
  readonly whole: Span;
}

const OTHER: SlotRule<never> = {
  parse: (text) => ({ ok: false, at: text.span, expected: '`none`' }),
  forms: '`none`',
};

export class Bullets {
  readonly #reading: Reading;
  readonly #byKey = new Map<string, Bullet[]>();
  /** A second statement in other words: the finding, unless they say the same. */
  readonly #again = new Map<string, { readonly bullet: Bullet; readonly found: Diagnostic }[]>();
  /** The lists that may be spoken of here: `Other operations`. Looked at only where a bullet speaks of one. */
  readonly #asked = new Set<string>();
  #speaksOfOthers = false;
  /** Where a bullet that is missing would be. */
  readonly #absent: Absent;

  constructor(reading: Reading, home: Span) {
    this.#reading = reading;
    this.#absent = absent(home);
  }

  add(bullet: Bullet): void {
    this.#speaksOfOthers ||= bullet.key.startsWith('Other ');
    const list = this.#byKey.get(bullet.key);
    if (list) list.push(bullet);
    else this.#byKey.set(bullet.key, [bullet]);
  }

  again(bullet: Bullet, key: string, found: Diagnostic): void {
    const list = this.#again.get(key);
    if (list) list.push({ bullet, found });
    else this.#again.set(key, [{ bullet, found }]);
    this.#reading.diagnostics.push(found);
  }

  all(key: string): readonly Bullet[] {
    return this.#byKey.get(key) ?? [];
  }

  get size(): number {
    return this.#byKey.size;
  }

  keys(): Iterable<string> {
    return this.#byKey.keys();
  }

  slot<T>(key: string, rule: SlotRule<T>): Slot<T> {
    const first = this.all(key)[0];
    if (!first) return this.#absent;
    const slot = readSlot(this.#reading, first, key, rule);
    for (const { bullet, found } of this.#again.get(key) ?? [])
      if (saysAgain(slot, bullet, rule)) strike(this.#reading.diagnostics, found);
    this.#again.delete(key);
    return slot;
  }

  slots<T>(key: string, rule: SlotRule<T>): Slot<T>[] {
    return this.all(key).map((bullet) => readSlot(this.#reading, bullet, key, rule));
  }

  /** Under a name only once, unless they say the same. */
  named<T>(key: string, rule: SlotRule<T>): NamedSlot<T>[] {
    const found = new Map<string, NamedSlot<T>>();
    for (const bullet of this.all(key)) {
      const name = bullet.argument && tickedName(bullet.argument);
      if (!name) {
        const form = `${key} \`Name\`: ${rule.forms}`;
        const values = { where: key, text: quoted(rawText(this.#reading, bullet.whole)), expected: form, write: form };
        this.#reading.diagnostics.push(diagnose(unreadable, bullet.whole, { ...values, hint: '' }));
        continue;
      }
      const one = { name, slot: readSlot(this.#reading, bullet, key, rule) };
      const before = found.get(name.text);
      if (!before) found.set(name.text, one);
      else if (!sameSlot(before.slot, one.slot)) {
        const related = [{ at: before.name.at, message: 'It is stated here first.' }];
        const what = `the ${key.toLowerCase()} \`${name.text}\``;
        this.#reading.diagnostics.push(diagnose(contradiction, bullet.whole, { what }, related));
      }
    }
    return [...found.values()];
  }

  text(key: string): Slot<string> {
    const first = this.all(key)[0];
    return first ? readText(this.#reading, first, key) : this.#absent;
  }

  /** Of `Other operations: …` and the like: what it says about a list. */
  other(...subjects: readonly string[]): 'open' | 'closed' | undefined {
    if (!this.#speaksOfOthers) return undefined;
    for (const subject of subjects) this.#asked.add(`Other ${subject}`);
    const key = subjects.map((subject) => `Other ${subject}`).find((name) => this.all(name).length > 0);
    if (key === undefined) return undefined;
    const [{ text, at }] = this.all(key) as [Bullet];
    const words = text.text.endsWith('.') ? text.slice(0, text.text.length - 1).trim() : text;
    return readSlot(this.#reading, { text: words, at }, key, OTHER).status === 'none' ? 'closed' : 'open';
  }

  /** Finds `Other …` bullets of lists that do not exist here. Call it after all `other`. */
  rest(where: string): void {
    for (const [key, bullets] of this.#byKey) {
      if (!key.startsWith('Other ') || this.#asked.has(key)) continue;
      const near = didYouMean(key, this.#asked);
      const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
      for (const { whole } of bullets)
        this.#reading.diagnostics.push(
          diagnose(
            unknownKey,
            { start: whole.start, end: whole.start + key.length },
            { key: quoted(key), where, hint, known: [...this.#asked].join(', ') || 'none' },
          ),
        );
    }
  }
}

/** `where`, for messages: "under a resource". Undefined where bullets do not bind: only `Other …` is read there. */
export function readBullets(reading: Reading, section: Section, keys: readonly Key[], where?: string): Bullets {
  return readBulletsOf(reading, [section], keys, where);
}

/** Several sections about the same thing, read as one. */
export function readBulletsOf(
  reading: Reading,
  sections: readonly Section[],
  keys: readonly Key[],
  where?: string,
): Bullets {
  const bullets = new Bullets(reading, endOf(sections[0]!.at));
  const known = byName(keys);
  for (const section of sections) {
    for (const written of section.blocks) {
      const block =
        written.kind === 'bullet' ? { ...written, at: withoutFurtherKeys(reading, written.at, known) } : written;
      const bullet = block.kind === 'bullet' ? split(reading, block.at, known) : undefined;
      if (block.kind !== 'bullet' || !bullet) {
        refuseNearKeys(reading, block, known);
        continue;
      }
      if (block.depth > 0) nested(reading, bullet, known);
      else accept(reading, bullets, bullet, known, where);
    }
  }
  return bullets;
}

/** Keys by name in lower case, made once for each list of keys. */
const byName = oncePer(
  (keys: readonly Key[]): ReadonlyMap<string, Key> => new Map(keys.map((key) => [key.name.toLowerCase(), key])),
);

function endOf(at: Span): Span {
  return { start: at.end, end: at.end };
}

/** `Key: value`; a long or ticked beginning is prose, and a box to tick is no key. */
function split(reading: Reading, at: Span, known: ReadonlyMap<string, Key>): Bullet | undefined {
  const { text } = written(reading, at, false);
  const words = text.text;
  const colon = colonOf(words);
  if (colon === -1 || /^\[[ xX]?\]\s/.test(words)) return undefined;
  let key = words.slice(0, colon).trim();
  let argument: SourceText | undefined;
  const tick = key.indexOf('`');
  if (tick !== -1) {
    argument = text.slice(tick, colon).trim();
    key = key.slice(0, tick).trim();
    if (!isNamedKey(key, known)) return undefined;
  }
  const name = known.get(key.toLowerCase())?.name;
  if (name === undefined && !mayBeKey(key, words[colon + 1]) && nearestKey(key, known) === undefined) return undefined;
  const value = written(reading, placeOfValue(reading.source, at, text.offsetAt(colon)), false);
  return { key: name ?? key, argument, text: value.text, at: value.at, whole: at };
}

/** A key that takes a name, or a slip of one; what else begins with ticks is prose. */
function isNamedKey(key: string, known: ReadonlyMap<string, Key>): boolean {
  const named = [...known].filter(([, { named: takes }]) => takes);
  return known.get(key.toLowerCase())?.named ?? nearestKey(key, new Map(named)) !== undefined;
}

function mayBeKey(key: string, behind: string | undefined): boolean {
  if (behind !== undefined && !/\s/.test(behind)) return false;
  return /^\p{L}[\p{L}\p{N} '/-]*$/u.test(key) && key.split(/\s+/).length <= 6;
}

/**
 *     **Key:** value
 *         ^  ^^ what closes the key's emphasis and the white space are not the value's
 */
function placeOfValue(source: string, at: Span, colon: number): Span {
  let start = colon + 1;
  const mark = source[at.start];
  if (mark === '*' || mark === '_') while (source[start] === mark && start < at.end) start++;
  let { end } = at;
  while (end > start && source[end - 1] === '\r') end--;
  while (start < end && /\s/.test(source[start]!)) start++;
  return { start, end };
}

/** The first colon outside code ticks, among the first 100 characters. */
function colonOf(words: string): number {
  let inTicks = false;
  for (let i = 0; i < words.length && i < 100; i++) {
    if (words[i] === '`') inTicks = !inTicks;
    else if (words[i] === ':' && !inTicks) return i;
  }
  return -1;
}

function accept(
  reading: Reading,
  bullets: Bullets,
  bullet: Bullet,
  known: ReadonlyMap<string, Key>,
  where: string | undefined,
): void {
  const key = known.get(bullet.key.toLowerCase());
  const other = /^other\s+(\S.*)$/i.exec(bullet.key);
  if (!key && other && !known.has(`any ${bullet.key.toLowerCase()}`)) {
    const name = `Other ${other[1]!.toLowerCase().replace(/\s+/g, ' ')}`;
    keySpelled(reading, bullet, name);
    return bullets.add({ ...bullet, key: name });
  }
  if (!key) {
    if (where === undefined) return;
    const at = { start: bullet.whole.start, end: bullet.whole.start + bullet.key.length };
    reading.diagnostics.push(noSuchKey(bullet.key, at, known, where));
    return;
  }
  keySpelled(reading, bullet, key.name);
  const before = bullets.all(key.name)[0];
  if (!before || key.many) return bullets.add(bullet);
  if (sameWords(before.text.text, bullet.text.text)) return;
  const related = [{ at: before.whole, message: 'It is said here first.' }];
  bullets.again(bullet, key.name, diagnose(contradiction, bullet.whole, { what: `"${key.name}"` }, related));
}

function tickedName(argument: SourceText): Name | undefined {
  const text = withoutTicks(argument.text);
  return text === argument.text || text === '' ? undefined : { text, at: argument.span };
}

/** It is near the end: a second statement was found just now. */
function strike(diagnostics: Diagnostic[], found: Diagnostic): void {
  diagnostics.splice(diagnostics.lastIndexOf(found), 1);
}

/** Emphasis around a key stays. */
function keySpelled(reading: Reading, { whole }: Bullet, name: string): void {
  const at = { start: whole.start, end: whole.start + name.length };
  const words = reading.source.slice(at.start, at.end);
  if (words.toLowerCase() === name.toLowerCase()) spelled(reading, at, words, name);
}

/** The same except for white space and a final full stop. */
function nested(reading: Reading, bullet: Bullet, known: ReadonlyMap<string, Key>): void {
  if (!known.has(bullet.key.toLowerCase())) return;
  reading.diagnostics.push(diagnose(nestedBlock, bullet.whole, { what: `bullet "${bullet.key}:"` }));
}
