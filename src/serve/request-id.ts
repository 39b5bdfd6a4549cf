// What a request is called. Input: a request. Output: the name that its client gave it, by X-Request-Id or by the trace that it belongs
// to (https://www.w3.org/TR/trace-context/), where that is a short and harmless word; and the one that the service gives it.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const HARMLESS = /^[A-Za-z0-9._-]{1,64}$/;
/** Version, trace, parent, flags; a later version may have more behind them. `ff` is no version. */
const TRACE = /^((?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2})(-.*)?$/;

/** What the client gave the request. */
export interface SentNames {
  readonly id: string | undefined;
  /** Version, trace, parent and flags of a `traceparent` that is valid, without what a later version has behind them. */
  readonly traceparent: string | undefined;
}

const NONE: SentNames = { id: undefined, traceparent: undefined };

export function sentNames({ headers }: IncomingMessage): SentNames {
  const given = headers['x-request-id'];
  const trace = headers['traceparent'];
  if (given === undefined && trace === undefined) return NONE;
  const found = typeof trace === 'string' ? TRACE.exec(trace) : null;
  const valid = found === null || (found[2] === '00' && found[4] !== undefined) ? undefined : found;
  const id = typeof given === 'string' && HARMLESS.test(given) ? given : valid?.[3];
  return { id, traceparent: valid?.[1] };
}

const ID = Symbol('id');
type Named = IncomingMessage & { [ID]?: string };

/** The name that the service gives a request, made at its first use: nobody can guess it, and no other request has it. */
export function requestId(request: IncomingMessage): string {
  return ((request as Named)[ID] ??= newId());
}

/** The same, where it was asked for. */
export function usedId(request: IncomingMessage): string | undefined {
  return (request as Named)[ID];
}

export function newId(): string {
  return randomUUID();
}
