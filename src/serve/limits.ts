// The operator's own bounds on a request: configuration, no statement of the document, reported as the operator's.
// Input: settings. Output: what the server and the reading of bodies are given.

import { SHARED, type SharedBounds } from '../base/bounds.ts';

export interface Bounds extends SharedBounds {
  /** Octets of a body; beyond it the answer is `too large`. */
  readonly body: number;
  /** Milliseconds until the whole request must have arrived. */
  readonly requestTimeout: number;
  /** Milliseconds from its head on in which a request is answered; undefined: as many as it takes. */
  readonly deadline?: number | undefined;
  /** Milliseconds in which a client takes something of an answer that waits for it. */
  readonly stalled: number;
  /** Octets of the request target. */
  readonly target: number;
  /** Octets of request line and headers together. */
  readonly headers: number;
  /** How deep a JSON body may nest. */
  readonly depth: number;
}

/** The bounds that no setting changes; docs/http-floor.md names them. */
export const FIXED = { stalled: 60_000, target: 16_384, headers: 32_768, depth: 500 } as const;

export function boundsOf(
  body: number,
  requestTimeout: number,
  shared: Partial<SharedBounds> = {},
  deadline?: number,
): Bounds {
  return { body, requestTimeout, deadline, ...FIXED, ...SHARED, ...shared };
}
