// The Status table of an operation: what is declared of each column, of rows that answer when all went well and of those that
// refuse. Notation, part 4 "Status".

import type { Section, TableOf } from './declaration.ts';
import type { StatusRow } from './endpoints.ts';
import type { Syntax } from './grammar/syntax.ts';
import { valueOf } from './slot.ts';
import { ERROR_STATUS, HEADER_VALUES, STATUS_CODE, STATUS_WHEN } from './values/answers.ts';
import { ONE_ANSWER, type OneAnswer } from './values/one-answer.ts';
import { ANSWER_BODY } from './values/shapes.ts';

/** What holds for a row, or not; `analysis/gaps/slots/statuses.ts` computes it. */
export type StatusTrait = 'has a status without a body' | 'says no body of its own';

/** Its first column says the status. Of a row that answers when all went well. */
export const STATUS: TableOf<StatusRow, StatusTrait> = {
  head: 'Status',
  columns: {
    status: {
      head: 'Status',
      kind: 'success status',
      syntax: STATUS_CODE,
      due: 'always',
      gap: 'held',
      question: 'With which status does {operation} answer when it succeeds?',
      // The outcome of an effect, where the table answers other outcomes.
      halves: {
        created: 'With which status does {operation} answer when a row was created?',
        updated: 'With which status does {operation} answer when a row was updated?',
        replaced: 'With which status does {operation} answer when a row was replaced?',
        moved: 'With which status does {operation} answer when a row was moved?',
        deleted: 'With which status does {operation} answer when a row was deleted?',
        repeated: 'With which status does {operation} answer when it is called again with the same values?',
        unchanged: 'With which status does {operation} answer when nothing was changed?',
      },
    },
    when: {
      head: 'When',
      kind: 'success when',
      syntax: STATUS_WHEN,
      due: 'always',
      gap: 'held',
      question: 'When does {operation} answer {name}?',
    },
    body: {
      head: 'Body',
      kind: 'success body',
      syntax: ANSWER_BODY,
      due: 'always',
      settled: 'says no body of its own',
      gap: 'held',
      question: 'What does the body of {fact} of {operation} look like?',
      none: 'Body: none',
      any: 'Status: body any',
    },
    headers: {
      head: 'Headers',
      kind: 'success headers',
      syntax: HEADER_VALUES,
      gap: 'answer',
      question: 'Which headers does {fact} of {operation} carry?',
      none: 'Headers: none',
      any: 'Status: headers any',
    },
  },
};

/** The same columns of a row that refuses. */
export const REFUSAL: Section<StatusRow, StatusTrait> = {
  status: {
    head: 'Status',
    kind: 'refusal status',
    syntax: { ...STATUS_CODE, offers: ERROR_STATUS.offers },
    due: 'always',
    gap: 'request',
    question: 'With which status does {operation} answer {name}?',
  },
  when: {
    head: 'When',
    kind: 'refusal when',
    syntax: { ...STATUS_WHEN, offers: ['a code: `…`', 'none'] },
    due: 'always',
    gap: 'rests-on',
    question: 'When does {operation} answer {name}?',
  },
  body: {
    head: 'Body',
    kind: 'refusal body',
    syntax: { ...ANSWER_BODY, offers: ['a template: `{"…": <code>}`', 'none'] },
    settled: 'has a status without a body',
    gap: 'answer',
    question: 'What does the body of {fact} of {operation} look like?',
    none: 'Body: none',
    any: 'Status: body any',
  },
  headers: {
    head: 'Headers',
    kind: 'refusal headers',
    syntax: HEADER_VALUES,
    gap: 'answer',
    question: 'Which headers does {fact} of {operation} carry?',
    none: 'Headers: none',
    any: 'Status: headers any',
  },
};

/** A bullet of an operation that says what one row of success says. */
export const ANSWERS: { readonly head: string; readonly syntax: Syntax<OneAnswer> } = {
  head: 'Answers',
  syntax: ONE_ANSWER,
};

/** Does this row answer when all went well? A row whose When is not shown counts by its status. */
export function isSuccess(row: StatusRow): boolean {
  const when = valueOf(row.when);
  if (when) return when.kind === 'outcome';
  const status = valueOf(row.status);
  return status === undefined || 'class' in status || status.code < 400;
}
