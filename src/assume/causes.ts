// Codes that an assumptions document gives to causes which no row of part 7 answers. Input: a document, what is assumed, and how one is
// laid over the other. Output: the document with a row for each such code, behind its own rows; that a Code table is complete does not say
// what answers a cause that it leaves open. Notation, section 1.9.

import type { Span } from '../base/span.ts';
import type { Document } from '../model/document.ts';
import { causeKey, withoutPlace } from '../notation/values/cause-kinds.ts';
import type { Cause } from '../notation/values/causes.ts';
import type { ErrorCode } from '../notation/errors.ts';
import { link } from '../link/link.ts';
import { absent, assumptionOf, valueOf } from '../notation/slot.ts';
import { openCauses } from '../analysis/refusals/causes/open-causes.ts';
import { shapeOf } from '../analysis/machines/refusal-rules.ts';

/** The document with these rows of the Code table laid over it, and what is wrong with them. */
type Lay = (codes: readonly ErrorCode[]) => { readonly document: Document; readonly refused: readonly Span[] };

interface Candidate {
  /** As assumed. */
  readonly row: ErrorCode;
  /** As it would be in the Code table. */
  readonly added: ErrorCode;
}

/** Lays all rows; those that cannot be laid, and answer open causes alone, are added. What is laid last is what comes out. */
export function withOpenCauses(base: Document, codes: readonly ErrorCode[], lay: Lay): Document {
  const all = lay(codes);
  const candidates = codes
    .filter((row) => all.refused.some((at) => at.start >= row.at.start && at.end <= row.at.end))
    .flatMap((row) => candidateOf(base, row) ?? []);
  if (candidates.length === 0) return all.document;
  const isOpen = openCauses(link(lay(withheld(codes, candidates)).document, []));
  const taken = candidates.filter(({ added }) => valueOf(added.when)!.every(isOpen));
  const { document } = lay(withheld(codes, taken));
  if (taken.length === 0) return document;
  const items = [...document.errors.codes.items, ...taken.map(({ added }) => added)];
  return { ...document, errors: { ...document.errors, codes: { ...document.errors.codes, items } } };
}

/** A code that the document has keeps its row, and gets one more for the causes beside those of its own. */
function candidateOf({ errors }: Document, row: ErrorCode): Candidate | undefined {
  const { when } = row;
  if (when.status !== 'stated' || assumptionOf(when) === undefined) return undefined;
  const own = errors.codes.items.filter(({ code }) => code.text === row.code.text);
  if (own.length === 0) return { row, added: row };
  if (own[0]!.when.status !== 'stated') return undefined;
  const said = new Set(own.flatMap((one) => (valueOf(one.when) ?? []).map(spelling)));
  const value = when.value.filter((cause) => !said.has(spelling(cause)));
  return value.length === 0 ? undefined : { row, added: { ...own[0]!, when: { ...when, value }, at: row.at } };
}

function spelling(cause: Cause): string {
  if (cause.kind !== 'condition') return causeKey(withoutPlace(cause));
  return `${cause.after ? 'after: ' : ''}${shapeOf(cause.condition)}`;
}

/** New codes are left out, and of known ones the causes. */
function withheld(codes: readonly ErrorCode[], candidates: readonly Candidate[]): readonly ErrorCode[] {
  return codes.flatMap((row) => {
    const candidate = candidates.find((one) => one.row === row);
    if (!candidate) return [row];
    return candidate.added === row ? [] : [{ ...row, when: absent(row.when.at) }];
  });
}
