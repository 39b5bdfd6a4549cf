// Values on their way into PostgreSQL and out of it, as text. Input: a SqlValue and the type as which it is bound, or the text of
// a column and the number of its type. Output: that text, or the SqlValue. Nothing else needs to know a column: what comes out of
// `numeric` is a column's decimal, of which the point is left out. SETTINGS say how sessions must write.

import { integer } from '../../sql/exact.ts';
import type { SqlType, SqlValue } from '../../sql/expression.ts';

/** Every session's: the texts of instants, dates and doubles depend on them. */
export const SETTINGS: Readonly<Record<string, string>> = {
  client_encoding: 'UTF8',
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
};

/** As the text of a parameter, or of a literal. */
export function encode(value: SqlValue, type: SqlType): string | null {
  if (value === null) return null;
  if (type === 'text') return escape(String(value).toWellFormed());
  if (type === 'instant' || type === 'date') return withEra(String(value));
  return String(value);
}

/** `type`: https://www.postgresql.org/docs/current/catalog-pg-type.html */
export function decode(text: string | null, type: number): SqlValue {
  if (text === null) return null;
  switch (type) {
    case 16:
      return text === 't' ? 1 : 0;
    case 20:
    case 21:
    case 23:
      return whole(text);
    case 700:
    case 701:
      return Number(text) + 0;
    case 1700:
      return whole(text.replace('.', ''));
    case 1082:
      return withoutEra(text);
    case 1184:
      return instant(text);
    case 114:
      return text;
    default:
      return unescape(text);
  }
}

function whole(digits: string): SqlValue {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number + 0 : integer(BigInt(digits));
}

/** PostgreSQL calls the year 0000 `0001 BC`. */
function withEra(text: string): string {
  return text.startsWith('0000-') ? `0001${text.slice(4)} BC` : text;
}

function withoutEra(text: string): string {
  return text.endsWith(' BC') ? `0000${text.slice(4, -3)}` : text;
}

function instant(text: string): string {
  const parts = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00( BC)?$/.exec(text);
  // It may be hidden: it is not said.
  if (!parts)
    throw new Error('the database shows an instant in a form that is not asked for: its settings are changed');
  const [, date = '', time = '', fraction = '', era = ''] = parts;
  return `${withoutEra(date + era)}T${time}.${fraction.padEnd(3, '0')}Z`;
}

/*
 * PostgreSQL keeps no U+0000. The six characters from U+0000 to U+0005 are kept as two: one of U+0001 and U+0002, then one
 * of U+0003 to U+0005. No first one is ever a second one, so that texts have the order, the parts and the joints in the
 * database that they have outside.
 */
const FIRST = 1;
const SECOND = 3;

function escape(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are meant
  return text.replace(/[\0-\x05]/g, (one) => {
    const code = one.charCodeAt(0);
    return String.fromCharCode(FIRST + Math.floor(code / 3), SECOND + (code % 3));
  });
}

function unescape(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are meant
  return text.replace(/[\x01\x02][\x03-\x05]/g, (pair) =>
    String.fromCharCode((pair.charCodeAt(0) - FIRST) * 3 + pair.charCodeAt(1) - SECOND),
  );
}
