// The request log. Input: each request as its head arrives, what happens to it. Output: one entry for each when its
// answer is sent or its connection is gone, with nothing in it that the document or the client keeps to itself: no header, no
// body, no query, no hidden value of a path. docs/operate.md, "What was asked".

import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId, requestId, sentNames, usedId, type SentNames } from './request-id.ts';
import { shownAsSent, shownPath, type FixedSegments, type Veiled } from './shown-path.ts';

/** One request, when its answer is done or its connection is gone. */
export interface Served {
  readonly id: string;
  /** What the service calls it, `<request id>`, where that is not `id` and was asked for. */
  readonly given?: string | undefined;
  /** The part of a distributed trace that the client says it belongs to: `version-trace-parent-flags`. */
  readonly traceparent: string | undefined;
  /** When its head had arrived, in milliseconds since 1970. */
  readonly at: number;
  /** Undefined: what came is no request. */
  readonly method: string | undefined;
  /** As it may be written down. */
  readonly path: string | undefined;
  /** There was a query. */
  readonly query: boolean;
  /** The heading of its operation. */
  readonly operation: string | undefined;
  /** Undefined: the connection was gone before an answer began. */
  readonly status: number | undefined;
  /** The connection was gone before the answer had been sent. */
  readonly aborted: boolean;
  /** Until the answer was sent. */
  readonly milliseconds: number;
  /** Of the answer's body. */
  readonly octets: number;
  /** What held it, or was left out of its answer. */
  readonly gaps: readonly string[];
  /** Nothing was changed, for every row or none is, and this one is refused. */
  readonly refusedBy: string | undefined;
  /** By which address limits of part 8 counted it; undefined: none did. */
  readonly address: string | undefined;
  /** The runtime failed, or could not finish it: a separate line with this id says why. */
  readonly failed: boolean;
}

/** What is known of one request, filled in while it is handled. */
export interface Noted {
  /** Its name; made at its first use. */
  readonly id: string;
  operation: string | undefined;
  /** A path of the document has it, whose values are not shown at these places. */
  veiled: Veiled | 'no such path' | undefined;
  /** Of the plan that handles it. */
  fixed: FixedSegments;
  status: number | undefined;
  octets: number;
  gaps: readonly string[];
  refusedBy: string | undefined;
  address: string | undefined;
  failed: boolean;
  /** Its answer was written to the connection, past Node's own. */
  ended: boolean;
}

export interface RequestLog {
  begin(request: IncomingMessage, response: ServerResponse): Noted;
  /** A refusal that the HTTP server wrote to a connection; `response`: of the request that it answers, if it is one. */
  refused(status: number, response: ServerResponse | undefined, method?: string): void;
}

const NONE: readonly string[] = [];
const NOTED = Symbol('noted');
type Marked = ServerResponse & { [NOTED]?: Noting };

/** `fixed`: of the plan that is served at this moment. */
export function requestLog(told: (entry: Served) => void, fixed: () => FixedSegments): RequestLog {
  // One function for all of them: a connection's every request comes by here.
  function close(this: Marked): void {
    const noted = this[NOTED]!;
    // A request that never had its turn may be closed by the code that waited for it, and again with its connection.
    if (noted.told) return;
    noted.told = true;
    told(noted.entry(this));
  }
  return {
    begin(request, response) {
      const noted = new Noting(request, fixed());
      (response as Marked)[NOTED] = noted;
      response.on('close', close);
      return noted;
    },
    refused(status, response, method) {
      const noted = (response as Marked | undefined)?.[NOTED];
      if (noted === undefined) return told({ ...NOTHING_READ, id: newId(), at: Date.now(), method, status });
      noted.status = status;
      noted.ended = true;
    },
  };
}

/** Behind what a line about a failure is about: the request that it failed. */
export function named({
  request,
  noted,
}: {
  readonly request: IncomingMessage;
  readonly noted: Noted | undefined;
}): string {
  if (noted !== undefined) noted.failed = true;
  const id = noted === undefined ? sentNames(request).id : noted.id;
  return id === undefined ? '' : `, request ${id}`;
}

const NOTHING_READ: Omit<Served, 'id' | 'at' | 'method' | 'status'> = {
  traceparent: undefined,
  path: undefined,
  query: false,
  operation: undefined,
  aborted: false,
  milliseconds: 0,
  octets: 0,
  gaps: NONE,
  refusedBy: undefined,
  address: undefined,
  failed: false,
};

class Noting implements Noted {
  operation: string | undefined = undefined;
  veiled: Noted['veiled'] = 'no such path';
  fixed: FixedSegments;
  status: number | undefined = undefined;
  octets = 0;
  gaps = NONE;
  refusedBy: string | undefined = undefined;
  address: string | undefined = undefined;
  failed = false;
  ended = false;
  told = false;
  readonly #request: IncomingMessage;
  readonly #at = Date.now();
  readonly #started = performance.now();
  #id: string | undefined;
  #sent: SentNames | undefined;

  constructor(request: IncomingMessage, fixed: FixedSegments) {
    this.#request = request;
    this.fixed = fixed;
  }

  get id(): string {
    return (this.#id ??= this.#names.id ?? requestId(this.#request));
  }

  /** Where the answer shows it, and the client gave the request another name. */
  get #given(): string | undefined {
    const used = usedId(this.#request);
    return used === this.id ? undefined : used;
  }

  get #names(): SentNames {
    return (this.#sent ??= sentNames(this.#request));
  }

  entry(response: ServerResponse): Served {
    const { method, url } = this.#request;
    const { veiled, operation, status, octets, gaps, refusedBy, address, failed } = this;
    const { path, more } = veiled === 'no such path' ? shownAsSent(url!, this.fixed) : shownPath(url!, veiled);
    // Node takes the connection away from an answer that has been sent, and from no other.
    const isSent = this.ended || (response.socket === null && response.writableFinished);
    const milliseconds = Math.round((performance.now() - this.#started) * 1000) / 1000;
    return {
      id: this.id,
      given: this.#given,
      traceparent: this.#names.traceparent,
      at: this.#at,
      method,
      path,
      query: more,
      operation,
      status,
      aborted: !isSent,
      milliseconds,
      octets,
      gaps,
      refusedBy,
      address,
      failed,
    };
  }
}
