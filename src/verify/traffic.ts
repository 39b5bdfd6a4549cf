// Traffic that others made, judged as it comes: nothing is sent. Input: a model, exchanges in the order in which they began, a judge. Output: a
// verdict. What memory it takes is bounded, however many exchanges there are. Decision 0075.

import { isSafe } from '../analysis/document/effect-traits.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import { effectsOf } from '../analysis/document/targets.ts';
import type { Model } from '../model/model.ts';
import { isReply, type Exchange } from './exchange.ts';
import { Found } from './explore/found.ts';
import type { Judging } from './explore/judging.ts';
import { withoutNoise } from './http/noise.ts';
import { besideChanges } from './http/overlapping.ts';
import { askedOf } from './judge/asked.ts';
import { routeOf } from './judge/route.ts';
import { withoutSecrets } from './report/secrets.ts';
import type { Finding, Verdict } from './verdict.ts';
import { verdictOf, type JudgeOptions } from './verified.ts';
import { sentAt, typeOf } from './values/body-fields.ts';
import { tokenOf } from './world/callers.ts';
import { knowledge } from './world/begin.ts';
import type { Knowledge } from './world/knowledge.ts';

export interface TrafficOptions extends JudgeOptions {
  /** Where the service is, as its clients name it. */
  readonly url: string;
}

/** Rows that are known at once; beyond them all that was seen is forgotten. */
const MOST_ROWS = 2_000;

export async function judged(
  model: Model,
  exchanges: AsyncIterable<Exchange> | Iterable<Exchange>,
  options: TrafficOptions,
  { judge }: Pick<Judging, 'judge'>,
): Promise<Verdict> {
  const anew = (): Knowledge => knowledge(model, options.url, { isPassive: true });
  let world = anew();
  const found = new Found();
  const exercised = new Set<string>();
  const findings: Finding[] = [];
  const secrets = new Set<string>();
  let [requests, unjudged] = [0, 0];
  for await (const { exchange, isBeside } of besideChanges(exchanges, (one) => mayChange(model, one))) {
    requests += 1;
    const isJudged = !isBeside && isSeen(exchange);
    if (!isJudged) unjudged += 1;
    // What came of it, and what is there now, nobody can tell.
    if (world.size > MOST_ROWS || (!isJudged && mayChange(model, exchange))) world = anew();
    if (!isJudged) continue;
    const judgement = judge(world, exchange);
    if (found.addSeen(judgement, withoutNoise(model, exchange), findings))
      for (const one of secretsIn(world, exchange)) secrets.add(one);
    for (const id of judgement.exercised) exercised.add(id);
  }
  const rest = { seed: undefined, requests, unjudged, left: [], options, why: () => 'no exchange showed it' };
  const verdict = verdictOf(model, found, findings, exercised, rest);
  return withoutSecrets(
    verdict,
    [...secrets].map((secret) => ({ secret, roles: [], row: undefined })),
  );
}

/** What the document does not know may change something by its method. */
function mayChange(model: Model, { call }: Exchange): boolean {
  const routed = routeOf(model, call);
  if (routed.kind === 'operation') return !effectsOf(routed.linked).every(isSafe);
  return !['GET', 'HEAD', 'OPTIONS'].includes(call.method);
}

function isSeen({ reply }: Exchange): boolean {
  return isReply(reply) || reply.kind !== 'not seen';
}

/** Tokens of callers and those that a reply gave out, passwords, and what clients send beside the document to be known again. */
function secretsIn(world: Knowledge, exchange: Exchange): readonly string[] {
  const { call, reply } = exchange;
  const sent = tokenOf(world, call);
  const shown = isReply(reply) ? [...world.tokens.keys()].filter((token) => reply.body.includes(token)) : [];
  const others = call.headers
    .filter(([name, value]) => KNOWN_AGAIN.has(name.toLowerCase()) && !(sent !== undefined && value.includes(sent)))
    .map(([, value]) => value);
  const long = [...passwordsIn(world, exchange), ...others].filter(({ length }) => length >= SHORTEST);
  return [...(sent === undefined ? [] : [sent]), ...shown, ...long];
}

const KNOWN_AGAIN: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);
/** What is shorter may be anything. */
const SHORTEST = 4;

function passwordsIn(world: Knowledge, exchange: Exchange): readonly string[] {
  const routed = routeOf(world.model, exchange.call);
  if (routed.kind !== 'operation') return [];
  const body = bodyOf(world.model, routed.linked);
  const asked = askedOf(world, exchange, routed);
  return (body.kind === 'fields' ? body.fields : []).flatMap((field) => {
    const value = isSealed(typeOf(field)) ? sentAt(asked, field.path) : undefined;
    return typeof value === 'string' ? [value] : [];
  });
}
