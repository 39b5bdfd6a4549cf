// A date of HTTP in its three forms. Input: a header. Output: milliseconds since 1970; undefined: it is none.
// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const FORMS = [
  /^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];
const CENTURY = 100;

export function httpDate(text: string): number | undefined {
  const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) return undefined;
  const month = MONTHS.indexOf(found['month']!);
  const day = Number(found['day']);
  const [hour, minute, second] = found['time']!.split(':').map(Number) as [number, number, number];
  const at = Date.UTC(fullYear(found['year']!), month, day, hour, minute, second);
  // A day that its month does not have is no date; a second 60 is one.
  const isDate = month >= 0 && new Date(Date.UTC(2000, month, day)).getUTCDate() === day && day > 0;
  return isDate && hour < 24 && minute < 60 && second <= 60 ? at : undefined;
}

/** Of two digits: no more than 50 years from now. */
function fullYear(text: string): number {
  if (text.length === 4) return Number(text);
  const now = new Date().getUTCFullYear();
  const year = now - (now % CENTURY) + Number(text);
  return year > now + CENTURY / 2 ? year - CENTURY : year;
}
