// Part 7, errors, as read: the body all errors share, and the table of codes.

import type { Section, TableOf } from './declaration.ts';
import { ERROR_STATUS, HEADER_VALUES } from './values/answers.ts';
import { CAUSE_LIST } from './values/cause-kinds.ts';
import { YES_OR_NO } from './values/requirements.ts';
import { ERROR_BODY } from './values/shapes.ts';
import { SENT, TEXT } from './values/texts.ts';
import type { Span } from '../base/span.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import type { HeaderValue } from './values/answers.ts';
import type { Cause } from './values/causes.ts';
import type { Shape } from './values/shapes.ts';

export interface ErrorsPart {
  readonly scope: Scope;
  readonly errorBody: Slot<Shape>;
  readonly allFailedFields: Slot<boolean>;
  readonly codes: List<ErrorCode>;
  /** The heads of further columns, each a word of that name. */
  readonly columns: readonly Name[];
}

export interface ErrorCode {
  readonly kind: 'code';
  readonly code: Name;
  /** `` `X` (no code) ``: the code names the row, but is not sent. */
  readonly sent: boolean;
  readonly status: Slot<number>;
  /** Causes; the row answers each of them. */
  readonly when: Slot<readonly Cause[]>;
  readonly body: Slot<Shape>;
  readonly message: Slot<string>;
  readonly headers: Slot<readonly HeaderValue[]>;
  readonly retry: Slot<string>;
  /** Further columns: words of the error body by the column's head. */
  readonly words: ReadonlyMap<string, Slot<string>>;
  readonly at: Span;
}

/** What holds for the errors of a document, or not; `analysis/gaps/slots/errors.ts` computes it. */
export type ErrorsTrait = 'a code has no body of its own' | 'two fields can fail';

export const ERRORS: Section<ErrorsPart, ErrorsTrait> = {
  errorBody: {
    head: 'Error body',
    syntax: {
      ...ERROR_BODY,
      offers: ['`{"error": <code>}`', '`{"error": <code>, "message": <message>}`', ...ERROR_BODY.offers],
    },
    due: 'a code has no body of its own',
    gap: 'answer',
    question: 'What does the body of an error look like?',
    none: 'Error body: none',
  },
  allFailedFields: {
    head: 'All failed fields at once',
    kind: 'all failed fields',
    syntax: YES_OR_NO,
    due: 'two fields can fail',
    gap: 'request',
    question: 'When several fields of a body fail, does the answer name them all?',
  },
};

export const CODE: TableOf<ErrorCode> = {
  head: 'Code',
  spellings: ['Error', 'Error Code'],
  columns: {
    status: {
      head: 'Status',
      kind: 'code status',
      syntax: ERROR_STATUS,
      due: 'always',
      gap: 'request',
      question: 'Which status does {name} have?',
      none: 'Status: none',
    },
    when: {
      head: 'When',
      kind: 'code when',
      syntax: CAUSE_LIST,
      due: 'always',
      gap: 'rests-on',
      question: 'When is {name} answered?',
    },
    body: {
      head: 'Body',
      kind: 'code body',
      syntax: { ...ERROR_BODY, blank: 'left out' },
      gap: 'answer',
      question: 'What does the body of {name} look like?',
      none: 'Body: none',
    },
    message: {
      head: 'Message',
      kind: 'code message',
      syntax: SENT,
      gap: 'answer',
      question: 'Which message does {name} carry?',
    },
    headers: {
      head: 'Headers',
      kind: 'code headers',
      syntax: HEADER_VALUES,
      gap: 'answer',
      question: 'Which headers does {name} carry?',
      none: 'Headers: none',
    },
    retry: {
      head: 'Retry',
      kind: 'code retry',
      syntax: { ...TEXT, offers: ['yes', 'no'] },
      gap: 'rests-on',
      question: 'May a request be sent again after {name}?',
    },
  },
  furtherColumns: 'but prose',
};
