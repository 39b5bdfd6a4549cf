// The law of difference.test.ts over one document. Input: a complete document and its deletions. Output: the gaps that no answer makes a
// difference to, but for kinds that are excepted by name, each with its reason.

import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import type { Whole } from '../deletions/corpus.ts';
import { columnId } from '../deletions/deletions.ts';
import { completeOf, sameWhatever } from './difference.ts';
import { understand } from './service.ts';

const REPORTED = 'it is told to readers, and nothing that runs goes by it';
const NOT_RUN = 'this runtime does not support it yet: every answer but one is held or not carried out';
const NEVER_INFERRED =
  'rule 1.7: what a document must say itself is never taken from what the rest of it leaves possible';
const AUTHOR =
  'what may stand there names things of the author; the words at hand here give no second answer that holds with the rest';

/** Kinds of gaps that may be asked although no second answer could be made here that runs differently. */
export const EXCEPTED: ReadonlyMap<string, string> = new Map<string, string>([
  ['purpose', REPORTED],
  ['meaning', REPORTED],
  ['compatibility', REPORTED],
  ['code retry', REPORTED],
  ['delivery', NOT_RUN],
  ['event', NOT_RUN],
  ['limit', NOT_RUN],
  ['scheme', NOT_RUN],
  ['fact of a scheme', NOT_RUN],
  ['caller of a scheme', NOT_RUN],
  ['token of a scheme', NOT_RUN],
  ['fact of versioning', NOT_RUN],
  ['media type', NOT_RUN],
  ['does', NEVER_INFERRED],
  ['body', NEVER_INFERRED],
  ['type', NEVER_INFERRED],
  ['type of a parameter', NEVER_INFERRED],
  ['who', NEVER_INFERRED],
  ['identified by', NEVER_INFERRED],
  ['to', NEVER_INFERRED],
  ['from', NEVER_INFERRED],
  ['success when', NEVER_INFERRED],
  ['lists', NEVER_INFERRED],
  ['only if', AUTHOR],
  ['when deleted', AUTHOR],
  ['allowed values', AUTHOR],
  ['code when', AUTHOR],
  ['versioning scheme', AUTHOR],
  ['sets of a body field', AUTHOR],
]);

const UNMET = 'no request of some documents meets it, and it is asked there nevertheless';
const PRESENT =
  'beside Present, and where the path or `with` always gives it, nothing hangs on it; it is asked there nevertheless';

/** What the law found and what is not mended yet: kinds that some documents are asked of although nothing hangs on it. */
export const STILL_ASKED: ReadonlyMap<string, string> = new Map<string, string>([
  ['code status', UNMET],
  ['code message', UNMET],
  ['required', PRESENT],
  ['required of a parameter', UNMET],
]);

/** `Same body` has one form, and silence is not that answer. */
const OF_ONE_FORM = /\.Same body$/;

/**
 * What may be shown whole and what is shown name each other: the words at hand give no second answer that holds with the rest. Nor
 * do they give a value of a nested shape.
 */
const TIED: ReadonlySet<string> = new Set([
  '2/Piece.wrap/default',
  // A secret has no default but `none`, which the document must say itself.
  '2/Member.password/default',
  // The path gives it, and part 6 sends the event, whatever stands there.
  '2/Book.isbn/default',
  '3/Book.shelf/POST /books/{isbn}/return/emits',
  '4/GET /crates/{code}/query.expand/selects',
  '4/GET /crates/{code}/200/body',
]);

/** In documents by chance, too. */
const CHOOSING = /^(4\/[^/]* .*)\/(?:query\.[^/]+\/selects|20\d\/body)$/;

function isTied({ source }: Whole, id: string): boolean {
  const operation = CHOOSING.exec(id)?.[1];
  if (operation === undefined) return TIED.has(id);
  const { byId } = slotsOf(understand(source).model);
  return ['fields', 'full', 'expand'].some((name) => byId.has(`${operation}/query.${name}/selects`));
}

export interface Judged {
  readonly asked: number;
  readonly wrong: readonly string[];
}

/** What is held by words that do not run looks the same whatever is answered. */
export function runsWhole({ source }: Whole): boolean {
  return gapView(completeOf(source).understood.model).operations.every(({ runs }) => runs === 'yes');
}

/** Left out it would be no gap: whoever marks it asks himself, and what he asks is shown. */
function isAskedByMark(whole: Whole, { how, what }: Whole['deletions'][number]): boolean {
  const isCell = how.startsWith('cell');
  const left = whole.deletions.find(
    (one) =>
      one.how === (isCell ? 'column removed' : 'bullet removed') && one.what === (isCell ? columnId(what) : what),
  );
  return left?.sort === 'not due';
}

/** The same, where what else the document says decides it: nobody fails with two fields where callers may set none. */
function isNoGapLeftOut(whole: Whole, id: string): boolean {
  const left = whole.deletions.find(({ how, what }) => how === 'bullet removed' && what === id);
  return left !== undefined && !slotsOf(understand(left.source).model).open.has(id);
}

/** A Query table that goes on: each name that is not in it meets that gap, whatever becomes of unknown ones. */
function isBehindOpenQuery({ source }: Whole, id: string): boolean {
  const [, operation] = /^(.*)\/unknown-fields$/.exec(id) ?? [];
  return operation !== undefined && slotsOf(understand(source).model).open.has(`${operation}/query`);
}

/** `share`: one in so many statements that are not excepted. */
export function judgeDocument(whole: Whole, share = 1): Judged {
  const complete = completeOf(whole.source);
  const blanked = whole.deletions
    .filter(({ how, kind }) => /^(?:cell|bullet) marked/.test(how) && !EXCEPTED.has(kind))
    .filter((one) => !isAskedByMark(whole, one))
    .filter((_, place) => place % share === 0);
  const found = blanked.map((one) =>
    sameWhatever(
      complete,
      one.source,
      one.expected.map(({ id }) => id),
    ),
  );
  return {
    asked: found.reduce((sum, { asked }) => sum + asked, 0),
    wrong: found.flatMap(({ same }) =>
      same
        .filter(
          ({ id, kind }) =>
            !STILL_ASKED.has(kind) &&
            !OF_ONE_FORM.test(id) &&
            !isTied(whole, id) &&
            !isNoGapLeftOut(whole, id) &&
            !isBehindOpenQuery(whole, id),
        )
        .map(({ id, kind, answers }) => `${whole.name}: ${id} (${kind}): ${answers.join('; ')}`),
    ),
  };
}
