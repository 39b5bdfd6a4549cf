// Whether a pattern is allowed in a document. Input: what is written after `matches`. Output: the objection to it, if there is
// one. Notation, part 2, head Allowed values; https://www.rfc-editor.org/rfc/rfc9485#section-8

import { automatonOf } from './automaton.ts';
import { parsePattern } from './parse.ts';
import { sizeOf, termsOf } from './tree.ts';

export type Objection =
  | { readonly kind: 'no pattern'; readonly found: string; readonly instead: string }
  | { readonly kind: 'anchored'; readonly instead: string }
  | { readonly kind: 'too large'; readonly size: string; readonly most: string };

/** Characters, counts written out. */
const MOST_CHARACTERS = 1000;
const A_MILLION = 1_000_000;
/** Words of 32 characters that one character of a text may concern; a hundred parts that may each be left out reach it. */
const MOST_STEPS = 600;
/** Up to here it cannot be much. */
const FEW_CHARACTERS = 64;

/** A pattern is looked up once for each value that it narrows. */
const judged = new Map<string, Objection | undefined>();
const MOST_JUDGED = 1000;

export function objectionTo(written: string): Objection | undefined {
  const known = judged.get(written);
  if (known !== undefined || judged.has(written)) return known;
  if (judged.size >= MOST_JUDGED) judged.clear();
  const objection = judge(written);
  judged.set(written, objection);
  return objection;
}

function judge(written: string): Objection | undefined {
  const parsed = parsePattern(written);
  if ('fault' in parsed) return { kind: 'no pattern', ...parsed.fault };
  if (parsed.withoutAnchors !== undefined) return { kind: 'anchored', instead: parsed.withoutAnchors };
  const size = Math.max(sizeOf(parsed.tree), termsOf(parsed.tree));
  if (size > MOST_CHARACTERS) {
    const said = size > A_MILLION ? 'more than a million' : String(size);
    return { kind: 'too large', size: `${said} characters, its counts written out`, most: String(MOST_CHARACTERS) };
  }
  const steps = size > FEW_CHARACTERS ? automatonOf(parsed.tree).follows.work : 0;
  if (steps <= MOST_STEPS) return undefined;
  return { kind: 'too large', size: `${steps} steps for each character of a text`, most: String(MOST_STEPS) };
}
