// Replies to calls of which the document does not say what is wrong with them. Input: an exchange, what may come of it. Output: whether what
// came is no business of the document: what HTTP would say instead is no statement of it. docs/http-floor.md

import { readsCredentials } from '../../analysis/document/callers.ts';
import { mayBeNotModified } from '../../analysis/document/preconditions.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import { headerOf, isWithoutContent, type Call, type Exchange, type Reply } from '../exchange.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { UNKNOWN } from '../world/known.ts';
import type { Outcome } from './expected.ts';

/** What a service says that has no HEAD where it has GET. */
const HEADLESS: ReadonlySet<number> = new Set([404, 405, 501]);

export function isUnspoken(
  world: Knowledge,
  { call }: Exchange,
  linked: LinkedOperation,
  { status }: Reply,
  outcomes: readonly Outcome[],
): boolean {
  const { operation } = linked;
  // A service may tag what it shows of its own accord: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
  if (status === 304 && headerOf(call.headers, 'if-none-match') !== undefined && !mayBeNotModified(linked))
    return operation.method === 'GET';
  // What it makes of a body of another type, where it takes it, is its own business.
  if (status < 300 && outcomes.some((one) => one.kind === 'floor' && one.cause.kind === 'unsupported media type'))
    return true;
  // Where nobody has to say who calls, credentials that are no one's may be refused all the same: https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
  if (status === 401 && !readsCredentials(linked) && mayBeWrong(world.callerOf(call))) return true;
  if (status >= 400 && isStrayContent(world, call, linked)) return true;
  if (call.method === 'HEAD' && operation.method !== 'HEAD' && HEADLESS.has(status)) return true;
  const isFloor = outcomes.some((one) => one.kind === 'floor' && one.status < 500 && one.cause.kind !== 'too large');
  return isFloor && status < 500 && (status >= 400 || outcomes[0]?.kind === 'floor');
}

/** Content where HTTP gives it no meaning, and that the document does not state: a client should not send it. */
function isStrayContent({ model }: Knowledge, { method, body }: Call, linked: LinkedOperation): boolean {
  return (body ?? '') !== '' && isWithoutContent(method) && bodyOf(model, linked).kind !== 'fields';
}

function mayBeWrong(caller: ReturnType<Knowledge['callerOf']>): boolean {
  return caller === UNKNOWN || caller === 'wrong' || caller === 'expired';
}
