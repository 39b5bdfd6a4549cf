// A list of names for a sentence. Input: names, maybe hundreds. Output: the first few, and how many more there are.

export function few(names: readonly string[]): string {
  return names.length > 5 ? fewest(names, 4) : names.join(', ');
}

/** `a, b and c`: all of them. */
export function series(names: readonly string[], word: 'and' | 'or'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** At most so many. */
export function fewest(names: readonly string[], most: number): string {
  const hidden = names.length - most;
  return `${names.slice(0, most).join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}
