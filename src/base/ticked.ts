// Text to a code span of Markdown that holds exactly it, and back. Notation, rule 1.5.

export function ticked(text: string): string {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  const fence = '`'.repeat(longest + 1);
  const padded = text.startsWith('`') || text.endsWith('`') || (/^ .* $/.test(text) && text.trim() !== '');
  return padded ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** The text of a name: what one run of code ticks holds when nothing is beside it, else the text as it is. */
export function withoutTicks(text: string): string {
  const words = text.trim();
  if (!words.startsWith('`')) return words;
  const found = /^(`+)([^`]|[^`][\s\S]*[^`])\1$/.exec(words);
  const inner = found?.[2];
  if (!found || inner === undefined) return words;
  const runs = inner.match(/`+/g) ?? [];
  return runs.some((run) => run.length === found[1]!.length) ? words : inner.trim();
}
