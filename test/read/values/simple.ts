// Values as tables write them: without places, names as their text. Input: what a parser answered. Output: plain data.

/** By start symbol: the text, and what it says. */
export type Table = Readonly<Record<string, readonly (readonly [text: string, value: unknown])[]>>;

/** Leaves out `at` and what is undefined; `{ text, at }` becomes `'text'`. */
export function simple(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simple);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, part]) => key !== 'at' && part !== undefined);
  if ('at' in value && entries.length === 1 && entries[0]![0] === 'text') return entries[0]![1];
  return Object.fromEntries(entries.map(([key, part]) => [key, simple(part)]));
}
