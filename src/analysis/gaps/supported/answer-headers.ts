// Headers of an answer that no statement can set: HTTP's framing, the floor, Cross-origin and the product itself set them. Input:
// a header as written, and whether a body goes with it. Output: why it is not allowed, and what to write instead. Notation, part
// 4, "Headers of an answer"; docs/http-floor.md.

import { CONNECTION_HEADERS } from '../../../base/connection-headers.ts';
import type { HeaderValue } from '../../../notation/values/answers.ts';
import { isJson } from './endpoints.ts';

export interface HeaderFault {
  readonly because: string;
  readonly instead: string;
}

const FRAMING: HeaderFault = {
  because: 'it frames the message, and is made with it',
  instead: 'Leave it out: HTTP sends what is needed of it',
};

const REFUSED: ReadonlyMap<string, HeaderFault> = new Map([
  ...CONNECTION_HEADERS.map((name) => [name, FRAMING] as const),
  ['date', { because: 'it is the time at which each answer is made', instead: 'Leave it out: every answer has it' }],
  [
    'content-encoding',
    { because: 'bodies are sent as they are', instead: 'Leave it out: a coding would have to be made' },
  ],
  [
    'allow',
    {
      because: 'it follows from the operations of a path',
      instead: 'Leave it out: it goes with every answer to a method that the path does not have',
    },
  ],
]);

/** Undefined: it is allowed. */
export function headerFault({ name, value }: HeaderValue, hasBody: boolean): HeaderFault | undefined {
  const lower = name.text.toLowerCase();
  if (lower.startsWith('access-control-'))
    return {
      because: 'what other origins may read is said in one place',
      instead: 'Leave it out, and write `- Cross-origin: any`, or the origins in ticks',
    };
  if (lower.startsWith('ninefold-'))
    return { because: 'it marks what is not shown in a document, or assumed', instead: 'Give it a name of its own' };
  if (lower === 'content-type') return typeFault(value, hasBody);
  return REFUSED.get(lower);
}

/** The type of a body that is always made as JSON: another JSON type may name it. */
function typeFault(value: string | undefined, hasBody: boolean): HeaderFault | undefined {
  const instead =
    'Leave it out: it is what Media type says. Where this answer differs, write a media type of JSON, `Content-Type: application/problem+json`';
  if (!hasBody) return { because: 'this answer has no body that it could be the type of', instead };
  const isFixed = value !== undefined && !/[<{]/.test(value) && isJson(value) && !value.includes(',');
  return isFixed ? undefined : { because: 'the body of this answer is JSON', instead };
}
