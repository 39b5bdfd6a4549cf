// Texts that have the form of a type. Input: a text. Output: whether it has the form; the instant that it names. Notation, part 2, "Types".

import type { Truth } from '../world/known.ts';

export type Format = 'date' | 'time' | 'date-time' | 'duration' | 'uuid' | 'url' | 'email';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i;
/** https://www.rfc-editor.org/rfc/rfc3339#appendix-A */
const DURATION = /^P(?:\d+W|(?=\d|T)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Unknown: of what one service may take, and another not. */
const FORMATS: Readonly<Record<Format, (text: string) => Truth>> = {
  date: isDate,
  time: (text) => TIME.test(text),
  'date-time': (text) => instantOf(text) !== undefined,
  duration: (text) => DURATION.test(text),
  uuid: (text) => UUID.test(text),
  url: isUrl,
  email: isEmail,
};

export function hasFormat(format: Format, text: string): Truth {
  return FORMATS[format](text);
}

export function isFormat(kind: string): kind is Format {
  return Object.hasOwn(FORMATS, kind);
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  return year !== undefined && day! >= 1 && day! <= daysIn(year, month!);
}

/** None, of a month that there is not. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** Milliseconds since 1970, further digits cut off; undefined: it names no instant of the years 0000 to 9999. RFC 3339. */
export function instantOf(text: string): number | undefined {
  const [, day, hour, minute, second, fraction = '', sign, hours, minutes] = INSTANT.exec(text) ?? [];
  if (day === undefined || !isDate(day)) return undefined;
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const time = (Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second);
  const instant = startOf(day) + time * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  // A leap second is the last of a day in UTC.
  if (second === '60' && ((time % 86_400) + 86_400) % 86_400 !== 0) return undefined;
  return instant < FIRST || instant > LAST ? undefined : instant;
}

const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** The first moment of a day in UTC. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** Absolute: it has a scheme, and neither white space nor control characters. Letters of other scripts are those of an IRI. */
function isUrl(text: string): Truth {
  const isAbsolute = /^[a-z][\d+.a-z-]*:[^\p{Cc}\s]+$/iu.test(text) && URL.canParse(text);
  return isAbsolute && /[^\0-\x7f]/.test(text) ? undefined : isAbsolute;
}

const ATOM = '[^\\s\\p{Cc}"(),:;<>@[\\\\\\].]+';

/** A dot-atom, and a domain of ASCII that has a dot. https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 */
function isEmail(text: string): Truth {
  const place = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, place), text.slice(place + 1)];
  const labels = domain.split('.');
  const isAddress =
    place > 0 &&
    local.length <= 64 &&
    text.length <= 254 &&
    new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u').test(local) &&
    labels.length > 1 &&
    labels.every((label) => /^[\da-z](?:[\da-z-]{0,61}[\da-z])?$/i.test(label));
  return isAddress && /[^\0-\x7f]/.test(local) ? undefined : isAddress;
}
