// Words → Markdown that is read as those words. Input: text as a value grammar reads it, code ticks included. Output: the same with what
// Markdown would take for markup escaped; in a cell pipes too. The other way of read's inline.

const PUNCTUATION = /[!-/:-@[-`{-~]/;

const SPACE = /\s/;

const WORD = /[\p{L}\p{N}]/u;

const TAKEN =
  /<(?:!--|br\s*\/?>|[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>|[^\s<>@:]+@[^\s<>@]+>)|&(?:#x?[0-9a-f]+|[a-z]{2,6});/iy;

/** For a place on one line: the value of a bullet, a heading; `cell`: a cell of a table. */
export function escaped(text: string, cell: boolean): string {
  let out = '';
  const lone = new Set<number>();
  for (let i = 0; i < text.length;) {
    if (text[i] === '`') {
      const end = endOfCode(text, i, lone);
      const code = text.slice(i, end).replace(/\s*\n\s*/g, ' ');
      out += cell ? code.replace(/\|/g, '\\|') : code;
      i = end;
    } else {
      out += escapedCharacter(text, i, cell);
      i++;
    }
  }
  return out;
}

/** The end of the code that opens at `at`; of the ticks alone when nothing closes them. */
function endOfCode(text: string, at: number, lone: Set<number>): number {
  const length = runAt(text, at);
  if (!lone.has(length)) {
    for (let close = text.indexOf('`', at + length); close !== -1;) {
      const found = runAt(text, close);
      if (found === length) return close + found;
      close = text.indexOf('`', close + found);
    }
    lone.add(length);
  }
  return at + length;
}

function runAt(text: string, at: number): number {
  let end = at;
  while (text[end] === '`') end++;
  return end - at;
}

function escapedCharacter(text: string, at: number, cell: boolean): string {
  const c = text[at]!;
  switch (c) {
    case '\n':
    case '\r':
      return ' ';
    case '|':
      return cell ? '\\|' : c;
    case '\\':
      return at + 1 < text.length && PUNCTUATION.test(text[at + 1]!) ? '\\\\' : c;
    case '*':
    case '_':
      return mayMark(text, at) ? `\\${c}` : c;
    case ']':
      return text[at + 1] === '(' || text[at + 1] === '[' ? '\\]' : c;
    case '<':
    case '&':
      TAKEN.lastIndex = at;
      return TAKEN.test(text) ? `\\${c}` : c;
    default:
      return c;
  }
}

/** Could this star or line begin or end emphasis? Not with space on both sides, and a `_` not inside a word. */
function mayMark(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' ';
  const after = text[at + 1] ?? ' ';
  if (SPACE.test(before) && SPACE.test(after)) return false;
  return text[at] !== '_' || !WORD.test(before) || !WORD.test(after);
}
