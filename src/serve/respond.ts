// Bytes of an answer. Input: status, headers as a flat list of names and values, a body. Output: one write to the socket. Date,
// Connection and Keep-Alive are Node's; Content-Length is set here (RFC 9110, section 8.6).

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Counted } from './metrics/counts.ts';
import type { Noted } from './request-log.ts';

/** Names and values by turns. */
export type Headers = readonly string[];

/** One request while it is handled. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Percent-encoded still, without the question mark; undefined when there is none. */
  readonly query: string | undefined;
  /** Decoded, in the order of the path's parameters. */
  readonly path: readonly string[];
  /** Cross-origin headers that every answer to this request carries. */
  crossOrigin: Headers;
  /** Headers that the document states for every answer of the operation. */
  readonly shared?: Headers;
  /** Tells a client that waits for it to send the body: RFC 9110, section 10.1.1. */
  readonly invite: (() => void) | undefined;
  /** The body, where it was read under another plan. */
  readonly octets: Octets | undefined;
  /** Called by what reads a body. */
  readonly arrival: () => Arrival;
  /** Called once, when the answer is being sent or the request was aborted; with the octets of its body. */
  readonly done: (octets?: number) => void;
  /** For the request log; undefined when there is none. */
  readonly noted: Noted | undefined;
  /** What answers hands the answer over, and nothing is sent: it is kept first, so that a repetition gets the same. */
  readonly keeping?: (answer: Answer) => void;
  /** For the metrics; undefined until it is known which path of the document has it, or that none has. */
  readonly counted: Counted | undefined;
}

/** `because`: of a refusal, why; `held`: a gap. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly gaps: readonly string[];
  readonly because: Because | undefined;
}

export type Because = 'held' | { readonly cause: string; readonly code: string | undefined };

const NONE: Headers = [];

/** Statuses whose answers have no content, and so no Content-Length: https://www.rfc-editor.org/rfc/rfc9110#section-8.6 */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || status < 200;
}

export type Octets = Buffer | 'too large';

/** While a body arrives, another plan may take the place of the one that the request began with. */
export interface Arrival {
  begins(): void;
  /** The client went away. */
  died(): void;
  /** Calls `then` at once, later, or never: then the whole request is handled again, by the other plan. */
  ends(octets: Octets, then: () => void): void;
}

/** What an answer says itself takes the place of a header of the same name. */
export function withShared(own: Headers, shared: Headers): Headers {
  const more = without(shared, own);
  return more.length === 0 ? own : [...own, ...more];
}

/** Those that have none of these names. */
export function without(headers: Headers, others: Headers): Headers {
  const names = new Set(others.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase()));
  return headers.filter((_, place) => !names.has(headers[place - (place % 2)]!.toLowerCase()));
}

/** `gaps`: what holds the answer, or was left out of it. */
export function respond(
  exchange: Exchange,
  status: number,
  headers: Headers,
  body: string | undefined,
  gaps: readonly string[] = NONE,
  because?: Because,
): void {
  const { response, crossOrigin, noted, keeping } = exchange;
  if (keeping !== undefined) return keeping({ status, headers, body, gaps, because });
  let sent = 0;
  if (!response.headersSent && !response.destroyed) {
    const stated = exchange.shared === undefined ? headers : withShared(headers, exchange.shared);
    const all = crossOrigin === NONE || crossOrigin.length === 0 ? stated : [...stated, ...crossOrigin];
    if (isBodiless(status)) {
      response.writeHead(status, all as string[]).end();
    } else if (body === undefined) {
      response.writeHead(status, [...all, 'Content-Length', '0']).end();
    } else {
      const length = Buffer.byteLength(body);
      response.writeHead(status, [...all, 'Content-Length', `${length}`]);
      if (exchange.request.method === 'HEAD') {
        response.end();
      } else {
        sent = length;
        // One octet a character: written as it is, without looking at each again.
        response.end(body, length === body.length ? 'latin1' : 'utf8');
      }
    }
    if (noted !== undefined) {
      noted.status = status;
      noted.octets = sent;
      noted.gaps = gaps;
    }
  }
  exchange.done(sent);
}
