// Text → a code span of Markdown. In: any text. Out: a span that holds exactly it. Notation, rule 1.5.

export function ticked(text: string): string {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  const fence = '`'.repeat(longest + 1);
  const padded = text.startsWith('`') || text.endsWith('`') || (/^ .* $/.test(text) && text.trim() !== '');
  return padded ? `${fence} ${text} ${fence}` : fence + text + fence;
}
