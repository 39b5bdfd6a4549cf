// What answers a cause that nothing answers yet. Input: a code in ticks that the Code table has, or a code with a status and
// more. Output: the cause in that row's When, or a new row; the table and the part are written where there are none. Notation,
// part 7.

import { ticked } from '../../base/ticked.ts';
import { writtenCause } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { searchOf } from '../../analysis/machines/refusal-rules.ts';
import { CODE, type ErrorCode } from '../../notation/errors.ts';
import type { Model } from '../../model/model.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import { atSectionEnd } from './blocks.ts';
import { columnEdits } from './columns.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { insertion, slotEdit } from '../edit.ts';
import { lineEnd, newlineOf, headingEnd } from '../lines.ts';
import { partLines } from '../section-lines.ts';
import { cellsOf, columnCells, headsIn, isEven, rowLines, tableLines } from '../table-lines.ts';

const FORMS = 'Name an error code that the Code table has, or a new one with its status: `` `code` 404 ``.';
/** Where only a code is possible, its ticks may be left out. */
const BARE_CODE = /^([A-Za-z_][\w-]*)(?:\s+(\d.*))?$/;

export function answerCause({ model, fact, answer }: Answering): Edits {
  return answerCauses(model, [fact], answer);
}

/** One code for several causes: the row's When lists them, and says nothing of any other. */
export function answerCauses(model: Model, facts: readonly Fact[], answer: string): Edits {
  if (answer.includes('\n')) return refused(`One row is asked for. ${FORMS}`);
  const found = /^\|?\s*`([^`]+)`\s*(?:\||\s|$)\s*(.*?)\|?$/.exec(answer.trim()) ?? BARE_CODE.exec(answer.trim());
  if (!found) return refused(FORMS);
  const [, code = '', rest = ''] = found;
  const known = model.document.errors.codes.items.find((one) => one.code.text === code);
  const cause = wordsFor(model, facts);
  if (cause === undefined) return refused('Nothing says how this cause is written under When; write the row by hand.');
  if ('code' in cause && cause.code !== code)
    return refused(`Part 3 names \`${cause.code}\` here: give it a row with a status.`);
  if (rest === '' && !known) {
    const codes = [...model.codes.keys()].map((one) => `\`${one}\``).join(', ');
    return refused(
      `No row of the Code table is \`${code}\`${codes === '' ? '' : `; it has ${codes}`}. Write a status behind a new one: \`\` \`${code}\` 404 \`\`.`,
    );
  }
  if (known && rest !== '')
    return refused(`\`${code}\` has a row already; answer \`${code}\` alone, and the cause is added to it.`);
  const words = 'code' in cause ? 'not shown' : cause.words;
  return known
    ? intoWhen({ model, fact: facts[0]!, answer }, known, words)
    : newRows(model, [{ code, rest, cause: words }]);
}

function intoWhen(answering: Answering, { when, at, code }: ErrorCode, words: string): Edits {
  const { source } = answering.model.document;
  switch (when.status) {
    case 'absent':
      return when.column
        ? columnEdits({ ...answering, answer: words }, when.column, CODE.columns.when.head, at)
        : refused('This row has no When.');
    case 'gap':
    case 'none':
      if (when.at.start === when.at.end && when.at.start >= lineEnd(source, at.start))
        return refused('This row has fewer cells than the head of its table; write the cells that are missing first.');
      return { edits: [slotEdit(source, when.at, words)] };
    case 'stated':
      return { edits: [insertion(when.at.end, `, ${words}`)] };
    default:
      return refused(`When of \`${code.text}\` cannot be read; mend it first.`);
  }
}

const HEADS = [CODE.head, CODE.columns.status.head, CODE.columns.when.head];

export interface NewCode {
  readonly code: string;
  /** Its status, and the cells behind it. */
  readonly rest: string;
  /** The text under When. */
  readonly cause: string;
}

/** Rows of the Code table; the table and the part are written where there are none. */
export function newRows({ document }: Model, news: readonly NewCode[]): Edits {
  const { source } = document;
  const { codes, scope } = document.errors;
  const found = codes.written ? headsIn(source, codes.at) : HEADS;
  if (!found) return refused('The codes are not in a table; write the row by hand.');
  const missing = HEADS.slice(1).filter((head) => !found.some((one) => one.toLowerCase() === head.toLowerCase()));
  if (missing.length > 0 && !isEven(source, codes.at))
    return refused('The rows of the Code table have more or fewer cells than its head; mend that first.');
  const rows: (readonly string[])[] = [];
  for (const { code, rest, cause } of news) {
    const row = cellsFor([...found, ...missing], code, rest, cause);
    if ('why' in row) return row;
    rows.push(row);
  }
  if (codes.written) {
    const own = rowLines(source, codes.at, rows);
    return { edits: [...(missing.length > 0 ? columnCells(source, codes.at, missing) : []), own], own };
  }
  const newline = newlineOf(source);
  const table = tableLines(source, HEADS, rows);
  if (!scope.heading) return { edits: partLines(document, [{ name: 'errors', body: table }], newline) };
  if (scope.mark.status === 'none') return { edits: [{ at: scope.mark.at, text: table }] };
  return atSectionEnd(source, headingEnd(source, scope.heading), table, newline);
}

/** The status, the cause under When, and what else is given in the order of the other columns. */
function cellsFor(
  heads: readonly string[],
  code: string,
  rest: string,
  cause: string,
): string[] | { readonly why: string } {
  const [status = '', ...others] = cellsOf(rest);
  if (!/^[45]\d\d$/.test(status)) return { why: `After the code comes a status from 400 to 599. ${FORMS}` };
  if (others[0] === cause) others.shift();
  const row = heads.map((head, index) => {
    if (index === 0) return ticked(code);
    if (/^status$/i.test(head)) return status;
    return /^when$/i.test(head) ? cause : others.shift() || 'not shown';
  });
  return others.length === 0 ? row : { why: `The Code table has the columns ${heads.join(', ')}; this row has more.` };
}

function wordsFor(model: Model, facts: readonly Fact[]): ReturnType<typeof causeWords> {
  const all = facts.map(({ cause }) => cause && causeWords(model, cause));
  const [first] = all;
  if (facts.length < 2 || first === undefined) return first;
  const words = all.flatMap((one) => (one && 'words' in one ? [one.words] : []));
  return words.length < all.length ? undefined : { words: words.join(', ') };
}

/** A cause as When writes it; `code`: the row of that code answers it, with any When. */
function causeWords(model: Model, cause: MetCause): { readonly words: string } | { readonly code: string } | undefined {
  if (cause.kind === 'refused') return { code: cause.code };
  const words = writtenCause(cause) ?? searchOf(model, cause);
  return words === undefined ? undefined : { words };
}
