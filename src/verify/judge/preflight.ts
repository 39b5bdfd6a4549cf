// What a browser asks before a page of another site may send a call. Only its headers matter, and that the status is 2xx. Input: what is
// known, the exchange, the operations of the path. Output: a judgement. https://fetch.spec.whatwg.org/#cors-preflight-fetch

import { bodyOf } from '../../analysis/document/inputs.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { headerOf, type Call, type Exchange, type Reply } from '../exchange.ts';
import { operationObligation } from '../obligations.ts';
import { statementOf } from '../statements.ts';
import type { Judgement, Statement } from '../verdict.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { crossOriginOf } from './cross-origin.ts';
import { differing, faultOf, NOTHING } from './findings.ts';
import { matchHeaders } from './headers.ts';
import { Match } from './match/match.ts';

/** A page may send these without asking: https://fetch.spec.whatwg.org/#cors-safelisted-method */
const SAFELISTED: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

export function judgePreflight(
  world: Knowledge,
  { call }: Exchange,
  reply: Reply,
  at: readonly LinkedOperation[],
): Judgement {
  const { model } = world;
  const asked = headerOf(call.headers, 'access-control-request-method') ?? '';
  const linked = at.find((one) => one.operation.method === asked && crossOriginOf(one) !== undefined);
  const own = linked ?? at.find((one) => crossOriginOf(one) !== undefined)!;
  const statement = statementOf(model, own.facts.crossOrigin);
  if (reply.status < 200 || reply.status > 299) {
    const expected = '2xx for a preflight';
    const operation = own.operation.name.text;
    const got = String(reply.status);
    return {
      ...NOTHING,
      findings: [{ class: 'wrong status', fault: faultOf(expected, got), operation, statement, expected, got }],
    };
  }
  const match = new Match();
  const stated = { model, linked: own, call, stated: [], statement, hasBody: false, isOpen: false, asked: undefined };
  // What its body is, and of which type, says nothing of the operation.
  matchHeaders(match, { ...reply, body: '' }, { ...stated, valueOf: () => ({ kind: 'any' }) });
  if (linked && mayAsk(linked, call))
    for (const [name, needed] of neededFor(world, linked, call)) lets(match, reply, own, name, needed, statement);
  if (match.differences.length > 0) {
    const outcome = { kind: 'success' } as const;
    return {
      ...NOTHING,
      findings: [differing(own, { match, isStatus: true, said: '2xx for a preflight', statement, outcome })],
    };
  }
  const invented = match.invented.map(({ name, isComplete: is }) => ({
    what: 'header' as const,
    name,
    at: `preflight ${reply.status}`,
    isComplete: is,
  }));
  return { ...NOTHING, invented, exercised: [operationObligation(own, 'cross-origin')] };
}

function mayAsk(linked: LinkedOperation, { headers }: Call): boolean {
  const rule = crossOriginOf(linked)!;
  const origin = headerOf(headers, 'origin');
  return origin !== undefined && (rule.kind === 'any' || rule.origins.includes(origin));
}

/** What the answer has to let through, for a page to send the call. */
function neededFor(
  { model }: Knowledge,
  linked: LinkedOperation,
  { headers }: Call,
): readonly (readonly [header: string, needed: string])[] {
  const { method } = linked.operation;
  const asked = headerOf(headers, 'access-control-request-headers')?.toLowerCase() ?? '';
  const isTyped = asked.includes('content-type') && bodyOf(model, linked).kind === 'fields';
  return [
    ...(SAFELISTED.has(method) ? [] : [['access-control-allow-methods', method] as const]),
    ...(isTyped ? [['access-control-allow-headers', 'content-type'] as const] : []),
  ];
}

function lets(
  match: Match,
  reply: Reply,
  linked: LinkedOperation,
  name: string,
  needed: string,
  statement: Statement | undefined,
): void {
  const got = headerOf(reply.headers, name) ?? '';
  const isHeader = name === 'access-control-allow-headers';
  const named = got.split(',').map((one) => (isHeader ? one.trim().toLowerCase() : one.trim()));
  if (named.includes(needed) || (named.includes('*') && !crossOriginOf(linked)!.credentials)) return;
  match.differs({
    at: `header ${name}`,
    expected: `${needed} among them`,
    got: got === '' ? 'nothing there' : got,
    statement,
    class: 'wrong header',
  });
}
