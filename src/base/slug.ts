// The slug of a text. Notation, part 2, rule `slug of`.

/** Letters and digits in lower case, without marks, joined by hyphens; `-` where there are none. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu);
  return words === null ? '-' : words.join('-').normalize('NFC');
}
