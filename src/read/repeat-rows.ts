// The rows of a Repeat table: how one call is told from its repetition. In: a row. Out: its name and what it says.
// Notation, part 4, key Repeat.

import { didYouMean } from '../base/did-you-mean.ts';
import { diagnose } from '../diagnostics/define.ts';
import { unknownKey } from '../diagnostics/reading.ts';
import type { Facts } from '../notation/endpoints.ts';
import type { Reading } from './reading.ts';
import { quoted } from './reading.ts';
import { readTitle } from './row-names.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';
import { oneOf } from '../notation/grammar/syntax.ts';
import { asWritten } from './slots.ts';
import type { Row } from './tables.ts';
import { parseHeaderValues } from '../notation/values/answers.ts';
import { parseAppliesTo, parseWhenExceeded } from '../notation/values/limits.ts';
import { KEPT_ANSWERS_FORMS, KEY_HEADER_FORMS, parseKeptAnswers, parseKeyHeader } from '../notation/values/requests.ts';
import { parseRepeatScope, SCOPE_FORMS } from '../notation/values/requests.ts';
import { parseLifetime } from '../notation/values/schemes.ts';

const WORDS: SlotRule<string> = { parse: asWritten, any: true, forms: 'text' };
const CODE: SlotRule<string> = { parse: worded(parseWhenExceeded), forms: 'an error code in ticks' };
const MARKED: SlotRule<string> = {
  parse: worded(parseHeaderValues),
  forms: 'a header in ticks: `Idempotent-Replayed: true`',
};

/** Kept as written, once it is understood. */
function worded(parse: SlotRule<unknown>['parse']): SlotRule<string>['parse'] {
  return (text) => {
    const parsed = parse(text);
    return parsed.ok ? { ok: true, value: text.text } : parsed;
  };
}

const RULES: ReadonlyMap<string, readonly [name: string, rule: SlotRule<string>]> = new Map(
  (
    [
      ['Header', { parse: parseKeyHeader, none: false, forms: KEY_HEADER_FORMS }],
      [
        'Applies to',
        { parse: worded(parseAppliesTo), any: true, forms: 'methods and operations by commas, or a condition' },
      ],
      ['Scope', { parse: parseRepeatScope, none: false, forms: SCOPE_FORMS }],
      ['Kept for', { parse: parseLifetime, any: true, forms: 'a length of time: `24 hours`, or `none`' }],
      ['Same body', oneOf(['the first answer'])],
      ['Other body', CODE],
      ['Still running', CODE],
      ['Kept answers', { parse: parseKeptAnswers, any: true, forms: KEPT_ANSWERS_FORMS }],
      ['Marked by', MARKED],
    ] as [string, SlotRule<string>][]
  ).map((entry) => [entry[0].toLowerCase(), entry]),
);

/** As they are written first. */
export const REPEAT_KEYS: readonly string[] = [...RULES.values()].map(([key]) => key);

export function readRepeatRow(reading: Reading, row: Row): Facts['repeatTable']['items'][number] | undefined {
  const name = readTitle(reading, row.first);
  if (!name) return undefined;
  const known = RULES.get(name.text.toLowerCase().replace(/\s+/g, ' '));
  if (known) return { name, statement: row.slotBehind(known[0], known[1]) };
  const near = didYouMean(name.text, REPEAT_KEYS);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  const facts = { key: quoted(name.text), where: 'in a Repeat table', hint, known: REPEAT_KEYS.join(', ') };
  reading.diagnostics.push(diagnose(unknownKey, name.at, facts));
  return { name, statement: row.slotBehind(name.text, WORDS) };
}
