// Reads an I-Regexp. Input: what is written. Output: its tree and the places of anchors of other languages, or what is wrong and
// what to write instead. https://www.rfc-editor.org/rfc/rfc9485#section-4

import { INSTEAD, insteadOfEscape, insteadOfGroup } from './instead.ts';
import { EMPTY } from './tree.ts';
import type { Category, Pattern, Term } from './tree.ts';

export interface PatternFault {
  /** As it is in the pattern. */
  readonly found: string;
  /** What follows "Write ". */
  readonly instead: string;
}

export interface ParsedPattern {
  readonly tree: Pattern;
  /** Written without `^` at the beginning and `$` at the end of a branch; undefined: there are none. */
  readonly withoutAnchors: string | undefined;
}

export function parsePattern(written: string): ParsedPattern | { readonly fault: PatternFault } {
  const parser = new Parser(written);
  try {
    const tree = parser.whole();
    return { tree, withoutAnchors: parser.withoutAnchors() };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}

class Fault extends Error {
  readonly fault: PatternFault;

  constructor(found: string, instead: string) {
    super(found);
    this.fault = { found, instead };
  }
}

const CATEGORY = /^\{(?:L[lmotu]?|M[cen]?|N[dlo]?|P[c-fios]?|Z[lps]?|S[ckmo]?|C[cfno]?)\}/;
const COUNTS = /^\{(\d+)(?:(,)(\d*))?\}/;
const SINGLE_ESCAPES = /^[()*+\-.?[\\\]^nrt{|}]$/;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const MOST_BRACKETS = 100;

/** All but line ends: https://www.rfc-editor.org/rfc/rfc9485#section-5.3 */
const ANY: Pattern = { kind: 'class', any: [term([character(10), character(13)], [], true)] };

function character(code: number): readonly [number, number] {
  return [code, code];
}

function term(ranges: Term['ranges'], categories: readonly Category[], negated: boolean): Term {
  return { ranges, categories, negated };
}

class Parser {
  readonly #written: string;
  #at = 0;
  #depth = 0;
  /** Where to leave out a sign, and where `.*` replaces what an anchor on the other side left open. */
  readonly #anchors: { readonly at: number; readonly length: 0 | 1 }[] = [];

  constructor(written: string) {
    this.#written = written;
  }

  whole(): Pattern {
    const tree = this.#choice();
    if (this.#peek() === ')') this.#fail(')', '`\\)` for the sign itself, or `(` where it begins');
    return tree;
  }

  withoutAnchors(): string | undefined {
    if (this.#anchors.length === 0) return undefined;
    let out = '';
    let from = 0;
    for (const { at, length } of this.#anchors) {
      out += this.#written.slice(from, at) + (length === 0 ? '.*' : '');
      from = at + length;
    }
    return out + this.#written.slice(from);
  }

  //  a|b|c
  //  ^
  #choice(): Pattern {
    const items: Pattern[] = [];
    do items.push(this.#branch());
    while (this.#take('|'));
    if (items.length === 1) return items[0]!;
    if (items.every((item) => item === EMPTY)) return EMPTY;
    const classes = items.flatMap((item) => (item.kind === 'class' ? item.any : []));
    const isOneCharacter = items.every((item) => item.kind === 'class');
    return isOneCharacter ? { kind: 'class', any: classes } : { kind: 'choice', items };
  }

  //  ab{2}c*
  //  ^
  #branch(): Pattern {
    const items: Pattern[] = [];
    const begin = this.#at;
    let last = '';
    while (this.#at < this.#written.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const from = this.#at;
      const item = this.#quantified(this.#atom());
      last = this.#written.slice(from, this.#at);
      if (item !== EMPTY) items.push(item);
    }
    this.#noteAnchors(begin, last);
    return items.length === 1 ? items[0]! : items.length === 0 ? EMPTY : { kind: 'sequence', items };
  }

  /** `^` before anything but a quantifier, `$` after anything; here plain characters, in other languages anchors. */
  #noteAnchors(begin: number, last: string): void {
    const end = this.#at;
    const isBegun = this.#written[begin] === '^' && begin < end && !/^[*+?{]/.test(this.#written.slice(begin + 1, end));
    const isEnded = last === '$' && (end - 1 > begin || !isBegun);
    if (!isBegun && !isEnded) return;
    const isOutside = this.#depth === 0;
    if (isBegun) this.#anchors.push({ at: begin, length: 1 });
    else if (isOutside) this.#anchors.push({ at: begin, length: 0 });
    if (isEnded) this.#anchors.push({ at: end - 1, length: 1 });
    else if (isOutside) this.#anchors.push({ at: end, length: 0 });
  }

  #quantified(of: Pattern): Pattern {
    const counts = this.#quantifier();
    if (counts === undefined) return of;
    const next = this.#peek();
    if (next === '?' || next === '+') this.#fail(this.#written.slice(this.#at - 1, this.#at + 1), INSTEAD.lazy);
    if (next === '*' || next === '{') this.#fail(next, INSTEAD.twice);
    const [least, most] = counts;
    return most === 0 || of === EMPTY ? EMPTY : { kind: 'repeat', of, least, most };
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (this.#peek() !== '{') return undefined;
    const match = COUNTS.exec(this.#rest(64));
    if (match === null) {
      const found = this.#upTo('}');
      this.#fail(found, found.startsWith('{,') ? INSTEAD.noLeast : INSTEAD.counts);
    }
    this.#at += match[0].length;
    const least = Number(match[1]);
    const most = match[2] === undefined ? least : match[3] === '' ? Infinity : Number(match[3]);
    if (most < least) this.#fail(match[0], INSTEAD.smallerFirst);
    return [least, most];
  }

  #atom(): Pattern {
    const next = this.#next();
    switch (next) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'class', any: [this.#class()] };
      case '.':
        return ANY;
      case '\\':
        return { kind: 'class', any: [this.#escape(false)] };
      case '*':
      case '+':
      case '?':
        return this.#fail(next, INSTEAD.quantifier);
      case '{':
      case '}':
      case ']':
        return this.#fail(next, `\`\\${next}\` for the sign itself`);
      default:
        return { kind: 'class', any: [term([character(next.codePointAt(0)!)], [], false)] };
    }
  }

  #group(): Pattern {
    if (this.#peek() === '?') {
      const rest = this.#rest(12).slice(1);
      this.#fail(`(?${/^(?:<[=!]?|P<|[a-z-]*[:)]|.)/u.exec(rest)?.[0] ?? ''}`, insteadOfGroup(rest));
    }
    if (++this.#depth > MOST_BRACKETS) this.#fail('(', INSTEAD.deep);
    const inner = this.#choice();
    if (!this.#take(')')) this.#fail('(', INSTEAD.closed(')'));
    this.#depth -= 1;
    return inner;
  }

  //  \p{Lu}
  //   ^
  #escape(isInClass: boolean): Term {
    const next = this.#at < this.#written.length ? this.#next() : undefined;
    if (next === 'p' || next === 'P') {
      const name = CATEGORY.exec(this.#rest(4))?.[0];
      if (name === undefined) this.#fail(`\\${next}${this.#rest(1) === '{' ? this.#upTo('}') : ''}`, INSTEAD.category);
      this.#at += name.length;
      return term([], [{ name: name.slice(1, -1), negated: next === 'P' }], false);
    }
    if (next === undefined || !SINGLE_ESCAPES.test(next)) {
      this.#fail(`\\${next ?? ''}`, insteadOfEscape(next, isInClass));
    }
    return term([character((CONTROLS[next] ?? next).codePointAt(0)!)], [], false);
  }

  //  [^A-Z\p{Nd}-]
  //   ^
  #class(): Term {
    const begin = this.#at - 1;
    const negated = this.#take('^');
    if (this.#peek() === ']') {
      if (negated) this.#fail('[^]', INSTEAD.caretClass);
      this.#fail('[]', INSTEAD.emptyClass);
    }
    const ranges: (readonly [number, number])[] = [];
    const categories: Category[] = [];
    // A `-` is itself where it is first or last.
    if (this.#take('-')) ranges.push(character(0x2d));
    while (this.#peek() !== ']') {
      if (this.#at >= this.#written.length) this.#fail(this.#written.slice(begin, begin + 12), INSTEAD.closed(']'));
      if (this.#rest(2) === '-]') {
        this.#at += 1;
        ranges.push(character(0x2d));
        break;
      }
      const one = this.#member(begin);
      ranges.push(...one.ranges);
      categories.push(...one.categories);
    }
    this.#at += 1;
    return term(ranges, categories, negated);
  }

  //  [A-Z]
  //   ^
  #member(begin: number): Term {
    const from = this.#classCharacter(begin);
    if (this.#peek() !== '-') return from;
    if (this.#rest(2) === '-]') return from;
    this.#at += 1;
    const start = from.ranges[0]?.[0];
    if (start === undefined) this.#fail('-', INSTEAD.dash);
    const end = this.#classCharacter(begin).ranges[0]?.[0];
    if (end === undefined) this.#fail('-', INSTEAD.dash);
    if (end < start) {
      this.#fail(`${String.fromCodePoint(start)}-${String.fromCodePoint(end)}`, INSTEAD.smallerFirst);
    }
    return term([[start, end]], [], false);
  }

  #classCharacter(begin: number): Term {
    if (this.#at >= this.#written.length) this.#fail(this.#written.slice(begin, begin + 12), INSTEAD.closed(']'));
    const next = this.#next();
    if (next === '\\') return this.#escape(true);
    if (next === '[') this.#fail('[', '`\\[` for the sign itself');
    if (next === '-') this.#fail('-', INSTEAD.dash);
    return term([character(next.codePointAt(0)!)], [], false);
  }

  #peek(): string | undefined {
    return this.#written[this.#at];
  }

  #next(): string {
    const next = String.fromCodePoint(this.#written.codePointAt(this.#at)!);
    this.#at += next.length;
    return next;
  }

  #rest(length: number): string {
    return this.#written.slice(this.#at, this.#at + length);
  }

  #upTo(end: string): string {
    const found = this.#rest(24);
    const at = found.indexOf(end);
    return at === -1 ? found : found.slice(0, at + 1);
  }

  #take(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at += 1;
    return true;
  }

  #fail(found: string, instead: string): never {
    throw new Fault(found, instead);
  }
}
