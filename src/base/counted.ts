// How many there are of something, in words. Input: a number and the word for one. Output: `1 row`, `2 rows`.

export function counted(many: number, word: string): string {
  return `${many} ${word}${many === 1 ? '' : 's'}`;
}
