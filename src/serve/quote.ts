// Text → a JSON string. Input: any text. Output: the same as JSON.stringify, faster for the short plain texts that most are.

/** Longer texts are left to the engine, whose own loop wins from here on. */
const SHORT = 48;

export function quote(text: string): string {
  const length = text.length;
  if (length > SHORT) return JSON.stringify(text);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code === 34 || code === 92 || (code >= 0xd800 && code <= 0xdfff)) return JSON.stringify(text);
  }
  return `"${text}"`;
}
