// Bytes of an answer. Input: status, headers as a flat list of names and values, a body. Output: one write to the socket. Date,
// Connection and Keep-Alive are Node's; Content-Length is set here (RFC 9110, section 8.6).

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Counted } from './metrics/counts.ts';
import type { Noted } from './request-log.ts';
import type { AskedVersion } from './asked-version.ts';

/** Names and values by turns. */
export type Headers = readonly string[];

/** One request while it is handled. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When its head had arrived, by performance.now(). */
  readonly at: number;
  /** Percent-encoded still, without the question mark; undefined when there is none. */
  readonly query: string | undefined;
  /** Decoded, in the order of the path's parameters. */
  readonly path: readonly string[];
  /** Cross-origin headers that every answer to this request carries. */
  crossOrigin: Headers;
  /** Which version of the interface is asked for; undefined: the document has no versions. */
  version?: AskedVersion;
  /** Headers that the document states for every answer of the operation. */
  readonly shared?: Headers | (() => Headers);
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
  /** Called when the answer is sent, with the causes of a refusal: limits that count by them. The headers that are sent instead. */
  ended?: (causes: readonly string[], headers: Headers) => Headers;
}

/** `because`: of a refusal, why; `held`: a gap. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly gaps: readonly string[];
  readonly because: Because | undefined;
}

export type Because =
  | 'held'
  | {
      readonly cause: string;
      readonly code: string | undefined;
      /** Of several failures at once, all. */
      readonly causes?: readonly string[];
    };

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

/** The operation may say of itself when it ends; what chooses an answer is said by all. */
function ofVersion(headers: Headers, stated: Headers): Headers {
  if (headers.length === 0 || headers[0] === 'Vary') return headers;
  const more = without(headers, stated);
  const vary = headers.indexOf('Vary');
  return vary === -1 || more.includes('Vary') ? more : [...more, ...headers.slice(vary)];
}

function causesIn(because: Because | undefined): readonly string[] {
  return typeof because === 'object' ? (because.causes ?? [because.cause]) : NONE;
}

/** Some are known when the answer is sent. */
export function sharedOf(shared: Headers | (() => Headers)): Headers {
  return typeof shared === 'function' ? shared() : shared;
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
  own: Headers,
  body: string | undefined,
  gaps: readonly string[] = NONE,
  because?: Because,
): void {
  const { response, crossOrigin, version, noted, keeping } = exchange;
  if (keeping !== undefined) return keeping({ status, headers: own, body, gaps, because });
  const headers = exchange.ended === undefined ? own : exchange.ended(causesIn(because), own);
  let sent = 0;
  if (!response.headersSent && !response.destroyed) {
    const stated = exchange.shared === undefined ? headers : withShared(headers, sharedOf(exchange.shared));
    const more = version === undefined ? NONE : ofVersion(version.headers, stated);
    const isAll = crossOrigin.length === 0 && more.length === 0;
    const all = isAll ? stated : [...stated, ...crossOrigin, ...more];
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
