// What happens with fields that are not sent as expected, the order of refusals, and calls sent twice. In: the bullets
// Omitted fields, Null fields, Empty text, Checks and Repeat. Out: FieldPolicy, Check[], Repeat. Notation, part 4.

import { CHECKS } from '../../model/endpoints.ts';
import type { Check, FieldPolicy, Repeat } from '../../model/endpoints.ts';
import type { Name } from '../../model/status.ts';
import type { SourceText } from '../source-text.ts';
import { statusNumber } from './answers.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { isTick, name, names, ticked } from './names.ts';
import type { Parsed } from './parsed.ts';

/** `` kept; `title`: refused ``, with the words that this bullet knows. */
export function parseFieldPolicy<const P extends string>(
  text: SourceText,
  words: readonly P[],
): Parsed<FieldPolicy<P>> {
  return parseWith(text, (cursor) => {
    const general = policy(cursor, words);
    const fields: { field: Name; policy: P }[] = [];
    while (cursor.takeSymbol(';') || (fields.length > 0 && cursor.takeSymbol(','))) {
      const field = name(cursor, 'a field in ticks');
      cursor.needSymbol(':', '`:` and what happens with it');
      fields.push({ field, policy: policy(cursor, words) });
    }
    return { general, fields };
  });
}

function policy<P extends string>(cursor: Cursor, words: readonly P[]): P {
  const found = words.find((word) => cursor.takePhrase(word));
  return found ?? cursor.fail(words.map((word) => `\`${word}\``).join(', '));
}

const CHECK_FORMS = `checks divided by commas: ${CHECKS.map((word) => `\`${word}\``).join(', ')}`;

/** `existence, permission, body`: each at most once. */
export function parseChecks(text: SourceText): Parsed<readonly Check[]> {
  return parseWith(text, (cursor) => {
    const found = new Set<Check>();
    do {
      const next = CHECKS.find((word) => cursor.isWord(word)) ?? cursor.fail(CHECK_FORMS);
      if (found.has(next)) cursor.fail('each check once');
      found.add(next);
      cursor.take();
    } while (cursor.takeSymbol(','));
    return [...found];
  });
}

const REPEAT_FORMS = '`safe`, `same effect`, `again`, `key`, or same `id`, same values: 200; other values: `Conflict`';

export function parseRepeat(text: SourceText): Parsed<Repeat> {
  return parseWith(
    text,
    (cursor) => {
      for (const kind of ['safe', 'same effect', 'again', 'key'] as const) if (cursor.takePhrase(kind)) return { kind };
      const mark = cursor.mark;
      sameValues(cursor);
      return { kind: 'same values', text: cursor.textSince(mark) };
    },
    'repeat',
  );
}

/** `` same `id`, same values: 200; other values: `Conflict` compared by `a`, `b` ``. */
function sameValues(cursor: Cursor): void {
  cursor.needPhrase('same', REPEAT_FORMS);
  ticked(cursor, REPEAT_FORMS);
  while (cursor.isSymbol(',') && isTick(cursor, 1)) {
    cursor.take();
    cursor.take();
  }
  cursor.needSymbol(',', '`, same values:` and a status');
  cursor.needPhrase('same values', '`, same values:` and a status');
  cursor.needSymbol(':');
  statusNumber(cursor);
  cursor.needSymbol(';', '`; other values:` and an error code');
  cursor.needPhrase('other values');
  cursor.needSymbol(':');
  ticked(cursor, 'an error code in ticks');
  if (cursor.takePhrase('compared by')) names(cursor, 'fields in ticks');
}
