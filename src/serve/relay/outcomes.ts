// What became of one try. Input: an error of Node's. Output: what it means, in few words for metrics and as a sentence for people.

import { NOT_ALLOWED } from './guard.ts';

export type Outcome = Answered | Unanswered;

export interface Answered {
  readonly status: number;
  /** How long it took. */
  readonly ms: number;
  /** The beginning of its body. */
  readonly answer: string;
  /** Milliseconds from now. */
  readonly retryAfter: number | undefined;
}

export interface Unanswered {
  readonly status: null;
  readonly ms: number;
  readonly problem: Problem;
  /** A sentence. */
  readonly detail: string;
}

export type Problem =
  | 'time-out'
  | 'not allowed'
  | 'no such name'
  | 'refused'
  | 'unreachable'
  | 'TLS'
  | 'cut'
  | 'invalid answer'
  /** The secret of the receiver signs nothing. */
  | 'not signed'
  /** It is not the receiver's fault. */
  | 'not sent';

/** What an error may mean. */
type Failure = Exclude<Problem, 'time-out' | 'not signed'>;

/** Of the name, of the connection before a request is on it, and of this machine. */
const BY_CODE: ReadonlyMap<string, Failure> = new Map<string, Failure>([
  [NOT_ALLOWED, 'not allowed'],
  ['ENOTFOUND', 'no such name'],
  ['ENODATA', 'no such name'],
  ['EAI_AGAIN', 'no such name'],
  ['EAI_FAIL', 'no such name'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['EACCES', 'unreachable'],
  ['EPERM', 'unreachable'],
  ['EADDRNOTAVAIL', 'not sent'],
  ['EMFILE', 'not sent'],
  ['ENFILE', 'not sent'],
  ['ENOBUFS', 'not sent'],
  ['ENOMEM', 'not sent'],
  ['ERR_INVALID_CHAR', 'not sent'],
  ['ERR_INVALID_HTTP_TOKEN', 'not sent'],
  ['ERR_UNESCAPED_CHARACTERS', 'not sent'],
]);

/** Bytes of headers. */
const TOO_LARGE = 'HPE_HEADER_OVERFLOW';

/** `isInHandshake`: of TLS. */
export function failureOf(
  error: { readonly code?: string | undefined; readonly message?: string },
  isInHandshake: boolean,
): Pick<Unanswered, 'problem' | 'detail'> {
  const { code = '', message = '' } = error;
  const known = BY_CODE.get(code);
  if (known !== undefined) return { problem: known, detail: known === 'not allowed' ? message : sentence(known, code) };
  if (isInHandshake) return { problem: 'TLS', detail: sentence('TLS', code) };
  if (code === TOO_LARGE) return { problem: 'invalid answer', detail: 'The headers of the answer are too large.' };
  const problem = code.startsWith('HPE_') ? 'invalid answer' : 'cut';
  return { problem, detail: sentence(problem, code) };
}

const SENTENCES: Readonly<Record<Exclude<Failure, 'not allowed'>, string>> = {
  'no such name': 'Its name has no address',
  refused: 'Nothing listens there',
  unreachable: 'It cannot be reached',
  TLS: 'It cannot be reached safely',
  cut: 'The connection ended before the answer did',
  'invalid answer': 'The answer is no HTTP',
  'not sent': 'It could not be sent from here',
};

function sentence(problem: keyof typeof SENTENCES, code: string): string {
  return `${SENTENCES[problem]}${code === '' ? '' : ` (${code})`}.`;
}
