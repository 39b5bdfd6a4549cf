// What becomes of fields that are left out, null, unknown or read-only, Checks and Repeat: their types, how they are read and
// printed. Notation, part 4.

import { oneOf, type Syntax } from '../grammar/syntax.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parsed, Parser } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import type { Name } from '../slot.ts';
import { statusNumber } from './answers.ts';
import { isTick, name, names, tickedName, ticks } from './names.ts';

export const CHECKS = [
  'version',
  'limits',
  'authentication',
  'existence',
  'permission',
  'preconditions',
  'body',
  'state',
  'uniqueness',
] as const;

export type Check = (typeof CHECKS)[number];

/** `` kept; `title`: refused ``: the general rule, and fields with rules of their own. */
export interface FieldPolicy<P extends string> {
  readonly general: P;
  readonly fields: readonly { readonly field: Name; readonly policy: P }[];
}

export type Repeat =
  | { readonly kind: 'safe' | 'same effect' | 'again' | 'key' }
  | {
      readonly kind: 'same values';
      /** Calls with the same values of these are the same call. */
      readonly fields: readonly Name[];
      /** Left out: the Status table says it. */
      readonly status: number | undefined;
      /** The code that answers other values. */
      readonly error: Name;
      /** The fields whose values are compared, where those are not all. */
      readonly comparedBy: readonly Name[];
    };

/** `` kept; `title`: refused ``, with the words that this bullet knows. */
export function parseFieldPolicy<const P extends string>(
  text: SourceText,
  words: readonly P[],
): Parsed<FieldPolicy<P>> {
  return parserOf((cursor) => {
    const general = policy(cursor, words);
    const fields: { field: Name; policy: P }[] = [];
    while (cursor.takeSymbol(';') || (fields.length > 0 && cursor.takeSymbol(','))) {
      const field = name(cursor, 'a field in ticks');
      cursor.needSymbol(':', '`:` and what happens with it');
      fields.push({ field, policy: policy(cursor, words) });
    }
    return { general, fields };
  }, 'field_policy')(text);
}

function policy<P extends string>(cursor: Cursor, words: readonly P[]): P {
  const found = words.find((word) => cursor.takePhrase(word));
  return found ?? cursor.fail(words.map((word) => `\`${word}\``).join(', '));
}

const CHECK_FORMS = `checks divided by commas: ${CHECKS.map((word) => `\`${word}\``).join(', ')}`;

/** `existence, permission, body`: each at most once. */
export const parseChecks: Parser<readonly Check[]> = parserOf((cursor) => {
  const found = new Set<Check>();
  do {
    const next = CHECKS.find((word) => cursor.isWord(word)) ?? cursor.fail(CHECK_FORMS);
    if (found.has(next)) cursor.fail('each check once');
    found.add(next);
    cursor.take();
  } while (cursor.takeSymbol(','));
  return [...found];
});

const REPEAT_FORMS = '`safe`, `same effect`, `again`, `key`, or same `id`, same values: 200; other values: `Conflict`';

export const parseRepeat: Parser<Repeat> = parserOf((cursor) => {
  for (const kind of ['safe', 'same effect', 'again', 'key'] as const) if (cursor.takePhrase(kind)) return { kind };
  return sameValues(cursor);
}, 'repeat');

/** `` same `id`, same values: 200; other values: `Conflict` compared by `a`, `b` ``; the status may be left out. */
function sameValues(cursor: Cursor): Repeat {
  cursor.needPhrase('same', REPEAT_FORMS);
  const fields = [tickedName(cursor, REPEAT_FORMS)];
  while (cursor.isSymbol(',') && isTick(cursor, 1)) {
    cursor.take();
    fields.push(tickedName(cursor, REPEAT_FORMS));
  }
  cursor.needSymbol(',', '`, same values:` and a status');
  cursor.needPhrase('same values', '`, same values:` and a status');
  const status = cursor.takeSymbol(':') ? statusNumber(cursor) : undefined;
  cursor.needSymbol(';', '`; other values:` and an error code');
  cursor.needPhrase('other values');
  cursor.needSymbol(':');
  const error = tickedName(cursor, 'an error code in ticks');
  const comparedBy = cursor.takePhrase('compared by') ? names(cursor, 'fields in ticks') : [];
  return { kind: 'same values', fields, status, error, comparedBy };
}

export function printPolicy(policy: FieldPolicy<string>): string {
  return [policy.general, ...policy.fields.map(({ field, policy: own }) => `${ticked(field.text)}: ${own}`)].join('; ');
}

export function printRepeat(repeat: Repeat): string {
  if (repeat.kind !== 'same values') return repeat.kind;
  const { fields, status, error, comparedBy } = repeat;
  const compared = comparedBy.length === 0 ? '' : ` compared by ${ticks(comparedBy)}`;
  const answer = status === undefined ? '' : `: ${status}`;
  return `same ${ticks(fields)}, same values${answer}; other values: ${ticked(error.text)}${compared}`;
}

export function printChecks(checks: readonly Check[]): string {
  return checks.join(', ');
}

export const CHECK_ORDER: Syntax<readonly Check[]> = {
  parse: parseChecks,
  print: printChecks,
  forms: 'checks by commas',
  offers: ['words in their order, such as body, existence, permission, state, uniqueness: …'],
};

export const REPEAT: Syntax<Repeat> = {
  parse: parseRepeat,
  print: printRepeat,
  forms: '`safe`, `same effect`, `again` or `key`',
  offers: ['safe', 'same effect', 'again', 'key'],
};

export const REFUSED_OR_IGNORED: Syntax<'refused' | 'ignored'> = oneOf(['refused', 'ignored']);

/** What happens with fields, in these words. */
export function policyOf<const P extends string>(words: readonly P[]): Syntax<FieldPolicy<P>> {
  return {
    none: false,
    parse: (text) => parseFieldPolicy(text, words),
    print: printPolicy,
    forms: words.map((word) => `\`${word}\``).join(', '),
    offers: words,
  };
}
