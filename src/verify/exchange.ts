// One exchange as anybody sees it from outside: what was sent, and what was received. Both the client and recorded traffic make
// these; the judge reads nothing else. Pure types.

export interface Call {
  readonly method: string;
  /** Path and query as sent, beginning with `/`. */
  readonly target: string;
  /** Names as they were sent. */
  readonly headers: readonly Header[];
  /** Text in UTF-8; undefined: the call has no body. */
  readonly body: string | undefined;
}

export interface Reply {
  readonly status: number;
  /** Names in small letters, in the order in which they came. */
  readonly headers: readonly Header[];
  /** Text in UTF-8; the empty text where there was no body. */
  readonly body: string;
}

export type Header = readonly [name: string, value: string];

/**
 * Why no whole reply came. `too long`: more octets than are read; `garbage`: no HTTP; `not seen`: the recording lacks it, or the call may never
 * have come, which says nothing of the service.
 */
export interface NoReply {
  readonly kind: 'unreachable' | 'closed' | 'too slow' | 'too long' | 'garbage' | 'not seen';
  /** For people, one sentence. */
  readonly said: string;
}

export interface Exchange {
  readonly call: Call;
  readonly reply: Reply | NoReply;
  /** Instants by the clock of who watches, in milliseconds since 1970: before the call was sent, and after the reply had come. */
  readonly from: number;
  readonly to: number;
}

export function isReply(reply: Reply | NoReply): reply is Reply {
  return 'status' in reply;
}

/** In its calls content means nothing: https://www.rfc-editor.org/rfc/rfc9110#section-9.3.5 */
export function isWithoutContent(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'DELETE';
}

/** The first header of this name, in any case of letters. */
export function headerOf(headers: readonly Header[], name: string): string | undefined {
  const small = name.toLowerCase();
  return headers.find(([one]) => one.toLowerCase() === small)?.[1];
}

/** Over all of its lines, which are one list: https://www.rfc-editor.org/rfc/rfc9110#section-5.3 */
export function listedIn(headers: Reply['headers'], name: string): string | undefined {
  const lines = headers.flatMap(([one, value]) => (one.toLowerCase() === name.toLowerCase() ? [value] : []));
  return lines.length === 0 ? undefined : lines.join(', ');
}
