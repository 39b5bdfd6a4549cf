// Phase `repeat`: behind it, whatever answers a call with a key is kept before it is sent, and a call that was answered before gets that
// answer. The effect itself does that in its transaction. Notation, part 4, Repeat; decision 0046.

import type { KeyedCall, Repeated } from '../../store/store.ts';
import type { Result } from '../../store/store.ts';
import { hasBody } from '../body.ts';
import { instantText, LAST } from '../clock.ts';
import { callName } from '../kept-answers.ts';
import { respond, type Answer, type Exchange } from '../respond.ts';
import { instantOf } from '../up-to-date.ts';
import { failed } from './failed.ts';
import type { Ended, Phase, Request } from './phase.ts';
import { conclude, refuse } from './refuse.ts';

export const repeat: Phase = {
  name: 'repeat',
  does: 'Of a call with a key: whatever is answered from here on is kept under the key before it is sent, where Kept answers says so',
  exits: ['the kept answer', 'same key, other body', 'still running'],
  compile: ({ keyed, run }) => {
    if (keyed === undefined) return undefined;
    const { parameter } = run.repeat!;
    return (request) => {
      const sent = request.findings.bindings[parameter] ?? null;
      // Where the body is not known, the call is refused, and nothing is kept.
      if (sent === null || isUnread(request)) return undefined;
      request.key = { text: String(sent), exchange: request.exchange };
      request.exchange = keptBefore(request, request.exchange);
      return undefined;
    };
  },
};

function isUnread({ isUnread, octets, compiled, exchange: { request } }: Request): boolean {
  if (isUnread === true) return true;
  const reads = compiled.readFields !== undefined || compiled.refusesBody;
  return reads && octets === undefined && hasBody(request);
}

/** For phases that answer without the effect: the answer waits until it is kept, or is found to be another one. */
function keptBefore(request: Request, exchange: Exchange): Exchange {
  const { compiled } = request;
  const keyed = compiled.keyed!;
  const keeping = (answer: Answer): void => {
    request.exchange = exchange;
    const kept = keyed.kept(answer, exchange);
    if (kept === undefined && (request.key!.isFree === true || keyed.isUndecided(answer)))
      return send(exchange, answer);
    keyed.only
      .run(
        request.findings.bindings,
        callOf(request, () => ({ answer: kept })),
      )
      .then((result): unknown => (result.kind === 'done' ? send(exchange, answer) : concludeKeyed(request, result)))
      .catch((error: unknown) => failed(request, error));
  };
  return { ...exchange, keeping };
}

/** What the store has to know of it. */
export function callOf(request: Request, settle: KeyedCall['settle']): KeyedCall {
  const { compiled, findings, exchange, octets, parsed } = request;
  const keeps = compiled.run.repeat!;
  const at = instantOf(compiled, findings);
  const { method, url } = exchange.request;
  const [path = ''] = url!.split('?', 1);
  const { query } = exchange;
  const sent = { operation: compiled.id, method: method!, path, query, octets, parsed, key: request.key!.text };
  return {
    name: (bindings) => callName(keeps, sent, bindings),
    now: instantText(at),
    until: keeps.for === null ? null : instantText(Math.min(at + keeps.for, LAST)),
    settle,
  };
}

/** Nothing was done for this call, or nothing of it was kept. */
export function concludeKeyed(
  request: Request,
  result: Exclude<Result, { kind: 'done' }> | Repeated,
): Ended | Promise<Ended> {
  switch (result.kind) {
    case 'repeated': {
      const { status, headers, body } = result.answer;
      const { shared: _, ...exchange } = request.exchange;
      respond(exchange, status, request.compiled.keyed!.marked(headers, exchange), body);
      return 'answered';
    }
    case 'other call':
      return refuse(request, { cause: 'same key, other body' });
    case 'still running':
      return refuse(request, { cause: 'still running' });
    default:
      return conclude(request, result);
  }
}

/** What would be sent, without its being sent. */
export function answeredWith({ key }: Request, answer: (exchange: Exchange) => unknown): Answer {
  let made: Answer | undefined;
  answer({ ...key!.exchange, keeping: (given) => void (made = given) });
  if (made === undefined) throw new Error('no row of the Status table answers the outcome');
  return made;
}

export function send(exchange: Exchange, { status, headers, body, gaps, because }: Answer): void {
  respond(exchange, status, headers, body, gaps, because);
}
