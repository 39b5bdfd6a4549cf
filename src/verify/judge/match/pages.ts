// What a page says of the pages behind it: whether there is one, and what asks for it. Input: a list as it was shown. Output: differences, and
// what is known of the next page. Notation, part 4, "Pages by cursors"; https://www.rfc-editor.org/rfc/rfc8288

import { pageNames } from '../../../analysis/document/pages.ts';
import type { LinkedOperation } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Pages } from '../../../notation/values/lists.ts';
import type { Reply } from '../../exchange.ts';
import { operationObligation } from '../../obligations.ts';
import { NEXT_PAGE } from '../../restriction-obligations.ts';
import { statementOf } from '../../statements.ts';
import { comesBefore } from '../../values/evaluate.ts';
import type { Row, Truth } from '../../world/known.ts';
import type { Doing } from '../effects/context.ts';
import type { Listing } from '../lists.ts';
import type { Candidates } from './candidates.ts';
import type { Match } from './match.ts';

/** What a page has shown of the next one. */
export interface ShownNext {
  readonly rows: readonly (Row | undefined)[];
  /** `<next>`; undefined: the answer has no such word. */
  readonly next: unknown;
  /** `<more>`. */
  readonly more: boolean | undefined;
}

/** The address behind `rel="next"`; null: there is none. */
export function linkedNext(reply: Reply): string | null {
  for (const [name, value] of reply.headers) {
    if (name !== 'link') continue;
    for (const [, address, parameters] of value.matchAll(/<([^>]*)>((?:\s*;\s*[^,;"]+(?:"[^"]*")?)*)/g))
      if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters!)) return address!;
  }
  return null;
}

/** What asks for the next page: the cursor in the address of a link, else `<next>`. Undefined: nothing says it; null: there is none. */
export function nextShown(pages: Pages, linked: LinkedOperation, reply: Reply, { next }: ShownNext): unknown {
  if (next !== undefined && !String(next).includes('://')) return next;
  if (pages.kind !== 'link' && !isLinkStated(linked)) return next;
  const address = linkedNext(reply);
  if (address === null) return null;
  const query = address.includes('?') ? address.slice(address.indexOf('?') + 1) : '';
  return new URLSearchParams(query).get(pageNames(pages).first) ?? undefined;
}

function isLinkStated({ facts }: LinkedOperation): boolean {
  const all = [facts.headers, ...facts.statuses.items.map(({ headers }) => headers)];
  return all.some((slot) =>
    valueOf(slot)?.some(({ name, value }) => name.text.toLowerCase() === 'link' && value?.includes('<next>')),
  );
}

export function matchNext(
  match: Match,
  { world, model, linked, asked }: Doing,
  { page, keys }: Listing,
  candidates: Candidates,
  shown: ShownNext,
  next: unknown,
): void {
  if (!page || match.differences.length > 0) return;
  const isBefore = typeof page.first === 'object' && page.first.isBefore;
  if (isBefore || !keys || (next === undefined && shown.more === undefined)) return;
  const is = isMore(candidates, shown.rows, (one, other) =>
    comesBefore(keys, one, other, { world, asked, row: undefined, self: undefined }),
  );
  if (is === undefined) return;
  match.exercised.add(operationObligation(linked, NEXT_PAGE));
  const differs = (expected: string, got: string): void =>
    match.differs({
      at: '',
      expected,
      got,
      statement: statementOf(model, linked.facts.pages),
      class: 'broken page',
    });
  if (shown.more !== undefined && shown.more !== is) differs(`more is ${is}`, String(shown.more));
  if (next === undefined) return;
  if (is && next === null) differs('what asks for the next page, as there are more rows', 'nothing');
  if (!is && next !== null) differs('nothing that asks for a next page, as these are the last rows', String(next));
}

/** Are there rows behind those that are shown? */
function isMore(
  { rows, isWhole, field }: Candidates,
  shown: readonly (Row | undefined)[],
  comes: (one: Row, other: Row) => Truth,
): Truth {
  const last = shown.at(-1);
  if (!last || field !== undefined || shown.includes(undefined)) return undefined;
  const here = new Set(shown);
  let mayBe = false;
  for (const [row, isIn] of rows) {
    if (isIn === false || here.has(row)) continue;
    const isBehind = comes(last, row);
    if (isIn === true && isBehind === true) return true;
    if (isBehind !== false) mayBe = true;
  }
  return mayBe || !isWhole ? undefined : false;
}

/** All rows are so many as those before the page and on it, where the page is not full; else they may be more. */
export function matchTotal(
  match: Match,
  { model, linked }: Pick<Doing, 'model' | 'linked'>,
  { page, effect }: Listing,
  { total, items }: { readonly total: number | undefined; readonly items: number | undefined },
): void {
  if (total === undefined || items === undefined || effect.kind === 'lists values') return;
  const before = page ? page.first : 0;
  if (typeof before !== 'number' || (page && page.size === undefined)) return;
  const isLast = !page || items < page.size!;
  // Behind the last row there is none, however far.
  const [least, most] = items === 0 && before > 0 ? [0, before] : [before + items, isLast ? before + items : Infinity];
  if (total >= least && total <= most) return;
  const expected = least === most ? String(least) : most === Infinity ? `${least} or more` : `${most} at most`;
  match.differs({
    at: '',
    expected: `a total of ${expected}, with ${items} rows behind the first ${before}`,
    got: `a total of ${total}`,
    statement: statementOf(model, linked.facts.pages) ?? statementOf(model, linked.facts.does),
    class: 'wrong body',
  });
}
