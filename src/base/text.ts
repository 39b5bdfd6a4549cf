// Text as the notation judges it: order by code point, blank. Input: well-formed strings. Output: plain answers. Notation, part 2
// "Conditions" (text compares by code point; blank).

/** The characters of a blank text: those that `String.prototype.trim` removes. */
export const WHITE_SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Of a list or a map, that a member is; there nothing is blank, too, where it is a value and takes none away. */
export function hasBlank(value: unknown, isPatch = false): boolean {
  if (typeof value === 'string') return isBlank(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => (one === null ? !isPatch : typeof one === 'string' && isBlank(one)));
}

/** Negative, zero or positive: order by code point, which is also the order of the UTF-8 bytes. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates encode code points above U+FFFF, so they rank after U+E000 to U+FFFF. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
