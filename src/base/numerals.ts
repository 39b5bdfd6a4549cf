// Numbers by their digits, however many there are. Input: decimal digits as written. Output: which is the greater. Notation, part 2, head
// Type: bounds are exact.

const NUMERAL = /^([+-]?)(\d+)(?:\.(\d+))?$/;

export function isNumeral(text: string): boolean {
  return NUMERAL.test(text);
}

/** With as many digits after the point as `scale` says, there are more digits than a double can distinguish reliably. */
export function isLong(text: string, scale = 0): boolean {
  const [, , whole = '', digits = ''] = NUMERAL.exec(text) ?? [];
  return whole.replace(/^0+/, '').length + Math.max(digits.length, scale) > 15;
}

/** Negative, zero or positive; both must be numerals. */
export function compareNumerals(a: string, b: string): number {
  const scale = Math.max(fraction(a).length, fraction(b).length);
  const [x, y] = [units(a, scale), units(b, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function fraction(text: string): string {
  return NUMERAL.exec(text)?.[3] ?? '';
}

function units(text: string, scale: number): bigint {
  const [, sign, whole, digits = ''] = NUMERAL.exec(text)!;
  const value = BigInt(`${whole}${digits.padEnd(scale, '0')}`);
  return sign === '-' ? -value : value;
}
