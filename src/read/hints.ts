// What was probably meant by a value that no rule reads. Input: the value, its parser's result, what is allowed there. Output:
// the end of the message, and what to write. Names that lack ticks, an everyday word, a slip: the first that is found.

import { didYouMean } from '../base/did-you-mean.ts';
import type { Advice } from '../base/synonyms.ts';
import { oncePer } from '../base/once-per.ts';
import { ticked } from '../base/ticked.ts';
import type { Reading } from './reading.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';
import { plainText } from '../notation/grammar/source-text.ts';
import { ORDER_FORMS } from '../notation/values/ordering.ts';
import type { Parsed } from '../notation/grammar/parsed.ts';
import { SHAPE_FORMS } from '../notation/values/shapes.ts';

type Failed = Parsed<unknown> & { ok: false };

/** `expected`, where the message has other words than the parser's. */
export interface Told extends Advice {
  readonly expected: string;
  /** The whole with ticks around its names, and nothing else changed. */
  readonly ticked?: string;
}

/** After so many findings only ticks are looked for, which --fix writes: other hints are slow to find, and would not be shown. */
const MOST_HINTED = 5_000;

export function toldOf<T>(reading: Reading, words: string, parsed: Failed, rule: SlotRule<T>): Told {
  const former = rule.formerly?.(words);
  if (former !== undefined) return { expected: rule.forms, hint: `; write ${former}`, write: former };
  const expected = expectedOf(reading, parsed, rule);
  const call = expected.startsWith('operations in ticks') ? bareCall(reading, words) : undefined;
  if (call) return { ...call, write: call.expected };
  const shape = parsed.expected === SHAPE_FORMS ? shapeOfFields(reading, words) : undefined;
  if (shape !== undefined) return { expected: rule.forms, hint: `; write ${shape}`, write: shape };
  const isHinted = reading.diagnostics.length < MOST_HINTED;
  const advice = (): Advice | undefined => parsed.advice && ofOne(reading, parsed.advice);
  const whole = inTicks(reading, words, parsed, rule) ?? (isHinted ? advice() : undefined);
  if (whole) return { expected: brief(parsed.bareNames ? rule.forms : expected, whole.hint), ...whole };
  if (!isHinted) return { expected, hint: '', write: expected };
  return { expected, hint: slip(words, parsed, rule) || bareName(reading, parsed, expected) || '', write: expected };
}

/** `a type` in place of all types, where one of them was probably meant. */
function brief(expected: string, hint: string): string {
  return hint.startsWith('; did you mean ') ? expected.replace(/^([a-z ]+): .*$/, '$1') : expected;
}

/** `list Kits` is `lists Kit` where the document has `Kit` and no `Kits`. */
function ofOne(reading: Reading, { hint, write }: Advice): Advice {
  const known = namesIn(reading);
  const singular = (words: string): string =>
    words.replace(/\p{Lu}[\p{L}\d_]*s\b/gu, (word) => {
      if (known.has(word)) return word;
      return (
        [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].find((one) => known.has(one)) ?? word
      );
    });
  return { hint: singular(hint), write: singular(write) };
}

/** What was read, alone, only where all names in it are known; `not shown` is allowed everywhere, and the fix says so. */
function expectedOf<T>(reading: Reading, parsed: Failed, rule: SlotRule<T>): string {
  const isWhole = parsed.bareNames === undefined || rule.guards !== true;
  const isSound = isWhole && (parsed.bareNames?.every((name) => namesIn(reading).has(name)) ?? true);
  const expected = offersAny(rule) ? withAny(parsed.expected, rule.forms) : parsed.expected;
  return (isSound ? expected : rule.forms).replace(/,? or `not shown`$/, '');
}

/** What the document names: in ticks, or as a heading. To leave a word that names nothing would be the next error. */
export const namesIn: (reading: Reading) => ReadonlySet<string> = oncePer(
  ({ source }: Reading): ReadonlySet<string> =>
    new Set(
      [...source.matchAll(/`([^`\n]+)`|^###[ \t]+([^\s`.]+)/gm)].map(([, inTicks, heading]) => (inTicks ?? heading)!),
    ),
);

/** Where it is only read, it is held or says nothing. */
function offersAny<T>({ any, offers = [] }: SlotRule<T>): boolean {
  return any === true && offers.includes('any');
}

/** `any` is read by the slot, not by the grammar of the values. */
function withAny(expected: string, forms: string): string {
  if (expected !== forms || expected.includes('`any`')) return expected;
  const last = expected.lastIndexOf(', or ');
  return last === -1
    ? `${expected} or \`any\``
    : `${expected.slice(0, last)}, ${expected.slice(last + ', or '.length)}, or \`any\``;
}

/** The whole may be a slip of one of the three words, or a piece of it one of a word that was looked for there. */
function slip<T>(words: string, parsed: Failed, rule: SlotRule<T>): string {
  const three = [...(rule.none === false ? [] : ['none']), ...(offersAny(rule) ? ['any'] : []), 'not shown'];
  const meant = (words.length > 1 ? didYouMean(words, three) : undefined) ?? parsed.meant;
  return meant === undefined ? '' : `; did you mean \`${meant}\`?`;
}

export const NAME = '[\\p{L}_][\\p{L}\\p{M}\\d_-]*(?:\\.[\\p{L}_][\\p{L}\\p{M}\\d_-]*)*';
const OPERATOR = '(?:[<>]=?|!?=|(?:is|in|has|contains|matches)\\s)';
const COMPARED = new RegExp(`^(${NAME})\\s*${OPERATOR}`, 'u');

/** A word in front of an operator is a name that lacks its ticks. */
function bareName({ source }: Reading, { at, code }: Failed, expected: string): string | undefined {
  if (code !== 'untestable-condition' && !expected.includes('a condition')) return undefined;
  const name = COMPARED.exec(source.slice(at.start, at.start + 200))?.[1];
  return name === undefined ? undefined : `; names are written in ticks, \`${name}\``;
}

/** Longer values are not read again with ticks. */
const LONGEST_TICKED = 300;

/** What can be read with ticks around its bare names: the whole of it. */
function inTicks<T>(
  reading: Reading,
  words: string,
  parsed: Failed,
  rule: SlotRule<T>,
): Omit<Told, 'expected'> | undefined {
  if (words.length > LONGEST_TICKED) return undefined;
  const known = namesIn(reading);
  const whole =
    parsed.expected === ORDER_FORMS ? orderInTicks(words, known) : conditionInTicks(words, known, fieldsIn(reading));
  if (whole === undefined || whole === words || !rule.parse(plainText(whole)).ok) return undefined;
  const write = ticked(whole);
  const isTicksOnly = whole.replaceAll('`', '') === words.replaceAll('`', '');
  return { hint: `; names are written in ticks: write ${write}`, write, ...(isTicksOnly && { ticked: whole }) };
}

/** Words that are no names beside an operator, but places that have fields, or operands by themselves. */
const OWNERS = 'this|caller|body|query|header';
const NO_NAME = new RegExp(
  `^(?:now|value|true|false|null|not|and|or|where|is|in|has|contains|matches|${OWNERS})(?:\\.|$)`,
  'iu',
);
const OWNED = new RegExp(`(?<![\\p{L}\\d_.-])(${OWNERS})\\s+(${NAME})`, 'giu');
const LEFT = new RegExp(`(?<![\\p{L}\\d_.-])(${NAME})(?=\\s*${OPERATOR})`, 'giu');
const RIGHT = new RegExp(`([<>=]\\s*)(${NAME})(?!\\s*${OPERATOR})`, 'giu');

/** Names that begin a row of part 2, by the heading above. */
const rowsIn = oncePer(({ source }: Reading): ReadonlyMap<string, ReadonlySet<string>> => {
  const [part = ''] = /^## 2[.\s][^]*?(?=^## |$(?![^]))/m.exec(source) ?? [];
  return new Map(
    part.split(/^###[ \t]+/m).map((section) => {
      const [heading = ''] = section.split('\n', 1);
      const rows = section.matchAll(/^\|\s*`([^`|]+)`/gm);
      return [heading.replaceAll('`', '').trim(), new Set([...rows].map(([, name]) => name!))];
    }),
  );
});

const fieldsIn = oncePer(
  (reading: Reading): ReadonlySet<string> => new Set([...rowsIn(reading).values()].flatMap((rows) => [...rows])),
);

const MOST_SHAPES = 3;

/** Only fields, where a shape is due: the shape of each resource that has them. */
function shapeOfFields(reading: Reading, words: string): string | undefined {
  const names = words.replaceAll('`', '').split(/\s*,\s*|\s+and\s+/);
  const owners = [...rowsIn(reading)].filter(([, rows]) => names.every((name) => rows.has(name)));
  const shapes = owners.map(([resource]) => ticked(`${resource} only ${names.join(', ')}`));
  return shapes.length === 0 ? undefined : shapes.slice(0, MOST_SHAPES).join(' or ');
}

/**
 * Names beside operators. A word in front of `is` or the like may be prose, and must be one that the document names; after an
 * operator ticks make a value, which a field is not.
 */
function conditionInTicks(words: string, known: ReadonlySet<string>, fields: ReadonlySet<string>): string {
  const outside = (text: string): string =>
    text
      .replace(OWNED, (all, owner: string, name: string) => (NO_NAME.test(name) ? all : `${owner} ${ticked(name)}`))
      .replace(RIGHT, (all, sign: string, name: string) =>
        NO_NAME.test(name) || fields.has(name) ? all : sign + ticked(name),
      )
      .replace(LEFT, (name: string, ...found: unknown[]) => {
        const [at, all] = found.slice(-2) as [number, string];
        const isSign = /^\s*[<>=!]/.test(all.slice(at + name.length));
        return NO_NAME.test(name) || (!isSign && !known.has(name)) ? name : ticked(name);
      });
  return words
    .split(/("[^"]*"|`+[^`]*`+|\{[^{}]*\})/)
    .map((piece, index) => (index % 2 === 0 ? outside(piece) : piece))
    .join('');
}

const ORDER_KEY = new RegExp(`^(?:by\\s+)?\`?(${NAME})\`?(?:\\s+(asc|desc)(?:ending)?)?$`, 'iu');

/** `name, id`, `by name desc`: fields one after the other. A word alone must be one that the document names. */
function orderInTicks(words: string, known: ReadonlySet<string>): string | undefined {
  const keys = words.split(/\s*,\s*(?:then\s+)?|\s+then\s+/i).map((key) => ORDER_KEY.exec(key));
  if (keys.some((key) => key === null)) return undefined;
  if (keys.length === 1 && !known.has(keys[0]![1]!)) return undefined;
  return keys.map((key) => `${ticked(key![1]!)} ${key![2]?.toLowerCase() ?? 'asc'}ending`).join(', then ');
}

const CALL = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/\S*$/;

/** Operations that lack their ticks, and which of them part 4 lacks. */
function bareCall(reading: Reading, words: string): Omit<Told, 'write'> | undefined {
  const calls = words.split(/\s*,\s*/);
  if (words.length > 300 || /[`"]/.test(words) || !calls.every((call) => CALL.test(call))) return undefined;
  const missing = calls.filter((call) => !callsIn(reading).has(withoutNames(call))).map((call) => `\`${call}\``);
  const hint =
    missing.length === 0 ? '' : `; part 4 has no ${missing.join(' and no ')}: declare it there as a \`###\` heading`;
  return { expected: `operations in ticks, ${calls.map((call) => `\`${call}\``).join(', ')}`, hint };
}

/** The headings that name an operation; two that differ only in the names of path parameters are the same. */
const callsIn = oncePer(
  ({ source }: Reading): ReadonlySet<string> =>
    new Set([...source.matchAll(/^###[ \t]+`?([A-Z]+ \/[^\s`]*)/gm)].map(([, call]) => withoutNames(call!))),
);

function withoutNames(call: string): string {
  return call.replace(/\{[^{}]*\}/g, '{}');
}
