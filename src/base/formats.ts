// Text formats that a field's type names. Input: text as sent. Output: does it fit, or its form for keeping. Notation, part 2, head Type.
// Every expression here reads its text once: none backtracks over it twice.

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
/** https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,18})?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(?::([0-5]\d|60)(?:\.\d{1,18})?)?(?:[Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;
/** https://www.rfc-editor.org/rfc/rfc3339#appendix-A */
const DURATION =
  /^P(?:\d{1,18}W|(?=[\dT])(?:\d{1,18}Y)?(?:\d{1,18}M)?(?:\d{1,18}D)?(?:T(?=\d)(?:\d{1,18}H)?(?:\d{1,18}M)?(?:\d{1,18}S)?)?)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A dot-atom and a domain: https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2, without quoted parts. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+)*$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  if (month === 2) return day <= (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28);
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

export function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  return parts !== null && isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

export function isTime(text: string): boolean {
  return TIME.test(text);
}

export function isDuration(text: string): boolean {
  return DURATION.test(text);
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Absolute: with a scheme, without spaces and control characters. */
export function isUrl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return !/[\u0000-\u0020\u007f]/.test(text) && /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text);
}

/** As it is sent: its domain has a dot, and is ASCII, also where it is an internationalized one (RFC 5890: `xn--…`). */
export function isEmail(text: string): boolean {
  return isKeptEmail(text) && /^[\da-z-]+(?:\.[\da-z-]+)+$/i.test(text.slice(text.lastIndexOf('@') + 1));
}

/** As rows may have it from versions that took every domain. */
export function isKeptEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64 || text.length > 254) return false;
  return (
    LOCAL.test(text.slice(0, at)) &&
    text
      .slice(at + 1)
      .split('.')
      .every((label) => LABEL.test(label))
  );
}

export function isInstant(text: string): boolean {
  return instantOf(text) !== undefined;
}

/** UTC with three fraction digits; further digits are cut off. Undefined: no such instant, or outside the years 0000 to 9999. */
export function instantOf(text: string): string | undefined {
  const parts = INSTANT.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 60) return undefined;
  const away = Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0);
  if (Number(parts[9] ?? 0) > 23 || Number(parts[10] ?? 0) > 59) return undefined;
  const milliseconds = Number((parts[7] ?? '.').slice(1, 4).padEnd(3, '0'));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - (parts[8] === '-' ? -away : away), second, milliseconds);
  // A leap second is at the end of a UTC day only; it counts as the first instant of the next.
  if (second === 60 && (date.getUTCHours() !== 0 || date.getUTCMinutes() !== 0)) return undefined;
  const utc = date.getUTCFullYear();
  return utc < 0 || utc > 9999 ? undefined : date.toISOString();
}
