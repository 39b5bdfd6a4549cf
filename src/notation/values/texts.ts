// Words that no grammar parses: kept as written, or sent as they are. Notation, rule 1.2.

import { ticked, withoutTicks } from '../../base/ticked.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import { asIs, type Syntax } from '../grammar/syntax.ts';

/** `after a day: not shown`. */
const OPEN_AT_END = /:\s*not shown\s*\.?$/i;

/** Kept as written. Where its end is not shown, all of it is a gap, since nothing reads the other half. */
export const TEXT: Syntax<string> = {
  parse: (text) =>
    OPEN_AT_END.test(text.text) ? { ok: false, at: text.span, expected: 'text' } : { ok: true, value: text.text },
  print: asIs,
  any: true,
  forms: 'text',
  offers: ['text: …', 'none'],
};

/** Sent as it is; ticks around the whole are not part of it. */
export const SENT: Syntax<string> = {
  parse: asSent,
  print: sentWords,
  any: true,
  forms: 'text, or `none`',
  offers: ['text: …', 'none'],
};

function asSent(text: SourceText): Parsed<string> {
  return { ok: true, value: withoutTicks(text.text) };
}

/** In ticks where the words would be read as something else. */
export function sentWords(text: string): string {
  const other =
    /^(?:none|any|not shown.*|…|\.{3}|-+|[—–?]|\?{3}|tbd|tba|n\/?a|n\.a\.|`.*`|\s.*|.*\s|.*[\t\u00a0].*|)$/is;
  return other.test(text) ? ticked(text) : text;
}
