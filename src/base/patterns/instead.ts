// What to write in place of what other regular expressions know and I-Regexps do not. Input: the text as written. Output: what
// follows "Write ". https://www.rfc-editor.org/rfc/rfc9485#section-5.1

const WHOLE = 'the pattern without it: a pattern means the whole value';
const BACK = 'the pattern without it: what was read before cannot be referred to';

const CLASSES: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'A-Za-z0-9_',
  s: ' \\t\\n\\r',
};

/** `character`: what follows the backslash. */
export function insteadOfEscape(character: string | undefined, isInClass: boolean): string {
  if (character === undefined) return '`\\\\` for a backslash';
  const set = CLASSES[character.toLowerCase()];
  if (set !== undefined) {
    const isNegated = character !== character.toLowerCase();
    if (!isInClass) return `\`[${isNegated ? '^' : ''}${set}]\``;
    return isNegated ? `\`[^${set}]\` apart from the class, with \`|\` between them` : `\`${set}\``;
  }
  if (/[bBAZzG]/.test(character)) return WHOLE;
  if (/[1-9k]/.test(character)) return BACK;
  if (/[\p{L}\p{N}]/u.test(character)) return 'the character itself';
  return character === '$' && !isInClass ? '`[$]`' : `\`${character}\` without the backslash`;
}

/** What follows `(?`. */
export function insteadOfGroup(rest: string): string {
  if (/^(?:[=!]|<[=!])/.test(rest)) return 'a second `matches` for what must hold too, or the possible texts with `|`';
  if (/^[a-z-]+[:)]/.test(rest) && !rest.startsWith('P')) return 'both cases, such as `[Aa]`';
  return '`(`';
}

export const INSTEAD = {
  quantifier: 'what it repeats in front of it, or a backslash for the sign itself',
  lazy: 'the pattern without it: a pattern means the whole value, however much a part of it takes',
  twice: 'brackets around what is repeated twice',
  counts: 'whole numbers, such as `{2}`, `{2,}` or `{2,4}`',
  noLeast: '`{0,` for none or more',
  smallerFirst: 'the smaller one first',
  category: 'a general category of Unicode, such as `\\p{L}`, `\\p{Lu}` or `\\p{Nd}`',
  emptyClass: 'the characters that may be there between `[` and `]`',
  caretClass: '`\\^` for the sign itself',
  dash: '`\\-` for the sign itself, or the `-` last in its class',
  closed: (opened: string) => `\`${opened}\` where it ends`,
  deep: 'fewer brackets inside of each other, at most 100',
} as const;
