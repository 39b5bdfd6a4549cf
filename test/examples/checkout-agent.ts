// An agent that shops, written from the text of the Agentic Checkout RFC of 2026-01-16 alone: the calls it makes of a merchant, with
// the headers that it has to send. It knows nothing of Ninefold. Input: the merchant's address and a token. Output: calls.
// https://github.com/agentic-commerce-protocol/agentic-commerce-protocol/blob/main/rfcs/rfc.agentic_checkout.md

import { randomUUID } from 'node:crypto';
import { call, type Answer } from './running.ts';

export interface Merchant {
  readonly url: string;
  readonly token: string;
  /** Left out of all calls where it is ''. */
  readonly version?: string;
}

/** How a call differs from what the text asks for, and what it may carry. */
export interface Sent {
  /** '' leaves the header out; a new one for each call otherwise. */
  readonly key?: string;
  readonly requestId?: string;
}

export interface Agent {
  readonly create: (body: unknown, sent?: Sent) => Promise<Answer>;
  readonly update: (session: string, body: unknown, sent?: Sent) => Promise<Answer>;
  readonly retrieve: (session: string, sent?: Sent) => Promise<Answer>;
  readonly complete: (session: string, body: unknown, sent?: Sent) => Promise<Answer>;
  readonly cancel: (session: string, sent?: Sent) => Promise<Answer>;
}

const at = (session: string): string => `/${encodeURIComponent(session)}`;

export function agent({ url, token, version = '2026-01-16' }: Merchant): Agent {
  const headers = ({ requestId }: Sent): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    ...(version === '' ? {} : { 'api-version': version }),
    ...(requestId === undefined ? {} : { 'request-id': requestId }),
  });
  const post = async (path: string, body: unknown, sent: Sent = {}): Promise<Answer> => {
    const key = sent.key ?? randomUUID();
    return call(`${url}/checkout_sessions${path}`, 'POST', body, {
      ...headers(sent),
      ...(key === '' ? {} : { 'idempotency-key': key }),
    });
  };
  return {
    create: (body, sent) => post('', body, sent),
    update: (session, body, sent) => post(at(session), body, sent),
    retrieve: (session, sent = {}) => call(`${url}/checkout_sessions${at(session)}`, 'GET', undefined, headers(sent)),
    complete: (session, body, sent) => post(`${at(session)}/complete`, body, sent),
    cancel: (session, sent) => post(`${at(session)}/cancel`, undefined, sent),
  };
}
