// What a reply that fits no outcome is called: the class of the finding, what was expected, what came. Input: outcomes that were tried, the
// reply. Output: one finding.

import { answerOf, causesOf, type CauseAnswer } from '../../analysis/refusals/errors.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { causeKey, saidCause } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Reply } from '../exchange.ts';
import { causeObligation } from '../obligations.ts';
import type { FindingClass, FoundInReply, Judgement, Statement } from '../verdict.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';
import { answerOfRefusal, fitsStatus } from './answer.ts';
import { factsOf } from './causes/context.ts';
import { isOfOthers, isOfTaken } from './causes/rows.ts';
import type { Outcome } from './expected.ts';
import { holds } from './judges.ts';
import type { Difference, Match } from './match/match.ts';

export const NOTHING: Judgement = { findings: [], invented: [], inconclusive: [], exercised: [] };

export interface Unfit {
  readonly match: Match;
  readonly isStatus: boolean;
  readonly said: string;
  readonly statement: Statement | undefined;
  readonly outcome: Outcome;
}

type Found = FoundInReply;

/** The status is right, and something else is not. */
export function differing(linked: LinkedOperation | undefined, { match, said, statement, outcome }: Unfit): Found {
  const [first, ...others] = match.differences;
  const also = others.length === 0 ? '' : `, and ${others.length} more that differ`;
  const at = first!.at === '' ? '' : `${first!.at}: `;
  const stated = first!.statement ?? statement;
  return {
    class: first!.class,
    operation: linked?.operation.name.text,
    statement: stated,
    fault: isOfErrorBody(first!, outcome)
      ? faultOf(first!.at, first!.expected, first!.got)
      : isOfOperation(stated)
        ? undefined
        : faultOf(first!.class, `${stated!.line}`, stated!.id),
    expected: `${at}${first!.expected}, with ${said}`,
    got: `${at}${first!.got}${also}`,
    about: [...new Set(match.differences.flatMap(({ about }) => about ?? []))],
  };
}

/** The body of all errors is made in one place: what is wrong with it in the same way is one fault, whatever the code. */
function isOfErrorBody({ class: found }: Difference, { kind }: Outcome): boolean {
  return found === 'wrong body' && kind === 'refusal';
}

/** What is stated of one operation is wrong in it alone. */
function isOfOperation(statement: Statement | undefined): boolean {
  return statement === undefined || statement.id === '' || /^4\/(?!all\/)/.test(statement.id);
}

export function faultOf(...same: readonly string[]): string {
  return JSON.stringify(same);
}

export const GARBAGE: string = faultOf('no HTTP');

/** What goes wrong with each call of a kind is one fault of the service: with one cause, or with HEAD, which it answers in one place. */
export function faultOfCall(
  { call: { method } }: Asked,
  outcome: Outcome | undefined,
  ...same: readonly string[]
): string | undefined {
  if (outcome && 'cause' in outcome) return faultOf(saidCause(outcome.cause), ...same);
  return method === 'HEAD' ? faultOf(method, ...same) : undefined;
}

export function otherStatus(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  reply: Reply,
  unfit: readonly Unfit[],
): Found {
  const { model } = world;
  const { call } = asked;
  const first = unfit[0];
  const outcome = first?.outcome;
  const likely = unfit.filter((one) => one.outcome.kind !== 'floor' || one.outcome.status < 500);
  const said = [...new Set((likely.length > 0 ? likely : unfit).map((one) => one.said))].slice(0, 3).join(', or ');
  const saidReply = `${reply.status}${reply.body === '' ? '' : ` ${reply.body.slice(0, 120)}`}`;
  const meant = outcome?.kind === 'success' ? refusalMeant(model, linked, reply) : undefined;
  const isLeft = meant !== undefined && isOfTaken(meant) && world.madeUp.wasRefused(call.body ?? '');
  const left = isLeft ? ', by a call that was refused' : '';
  const isElsewhere = isRedirect(linked, reply);
  const kind = isLeft ? 'side effect' : isElsewhere ? 'wrong status' : classOf(asked, outcome, reply, meant);
  const cause = outcome?.kind === 'refusal' ? saidCause(outcome.cause) : undefined;
  return {
    class: kind,
    fault: isElsewhere
      ? faultOf('redirect')
      : faultOfCall(asked, outcome, kind, first?.said ?? '', String(reply.status)),
    operation: linked.operation.name.text,
    statement: first?.statement,
    cause,
    obligation: outcome?.kind === 'refusal' ? causeObligation(linked, outcome.cause) : undefined,
    expected: `${said === '' ? 'another status' : said} for ${call.method} ${call.target.slice(0, 200)}`,
    got: meant ? `${saidReply}, as for: ${saidCause(meant)}${left}` : saidReply,
  };
}

/** It sends elsewhere, and the document states no such answer: nothing was done, and one rule of a service does so for many addresses. */
function isRedirect({ facts }: LinkedOperation, { status }: Reply): boolean {
  return (
    status >= 300 &&
    status < 400 &&
    status !== 304 &&
    !facts.statuses.items.some((row) => fitsStatus(row.status, status))
  );
}

/** What a reply has that the document does not state. */
export function inventedIn(linked: LinkedOperation | undefined, reply: Reply, match: Match): Judgement['invented'] {
  const at = `${linked?.operation.name.text ?? 'any operation'} ${reply.status}`;
  const isHeader = new Set(reply.headers.map(([name]) => name));
  return match.invented.map(({ name, isComplete: is }) => ({
    what: isHeader.has(name) ? ('header' as const) : ('field' as const),
    name,
    at,
    isComplete: is,
  }));
}

/** Another cause may have been met, and has an answer of this status: that one came first. */
function isOfAnother(asked: Asked, first: MetCause, reply: Reply): boolean {
  const facts = factsOf(asked);
  return causesAnswered(facts.model, facts.linked, reply.status).some(
    (cause) => causeKey(cause) !== causeKey(first) && holds(facts, cause) !== false,
  );
}

/** Those for which the document has an answer of the status. */
function causesAnswered(model: Model, linked: LinkedOperation, status: number): readonly MetCause[] {
  return causesOf(model, linked).filter((cause) => {
    const answer = answerOf(model, linked, cause);
    return answer !== undefined && fitsStatus(answerOfRefusal(model, linked, answer).status, status);
  });
}

/** The cause for which the document has an answer of this status. */
function refusalMeant(model: Model, linked: LinkedOperation, reply: Reply): MetCause | undefined {
  if (reply.status < 400) return undefined;
  const fitting = causesAnswered(model, linked, reply.status);
  return fitting.find((cause) => isNamed(reply, answerOf(model, linked, cause)!)) ?? fitting[0];
}

function isNamed({ body }: Reply, { code }: CauseAnswer): boolean {
  return code.sent && body.includes(`"${code.code.text}"`);
}

/** Does the reply name the code of another refusal of its status? */
export function isOfAnotherCode(model: Model, linked: LinkedOperation, reply: Reply, { outcome }: Unfit): boolean {
  if (outcome.kind !== 'refusal' || !outcome.answer.code.sent || isNamed(reply, outcome.answer)) return false;
  return causesAnswered(model, linked, reply.status).some((cause) => isNamed(reply, answerOf(model, linked, cause)!));
}

const DOORS: ReadonlySet<MetCause['kind']> = new Set<MetCause['kind']>([
  'no credentials',
  'wrong token',
  'expired token',
  'wrong credentials',
  'not permitted',
]);

function classOf(asked: Asked, outcome: Outcome | undefined, reply: Reply, meant: MetCause | undefined): FindingClass {
  const isSuccess = reply.status < 400;
  if (outcome?.kind === 'not modified' && isSuccess) return 'precondition passed over';
  if (outcome?.kind === 'success') {
    if (meant && DOORS.has(meant.kind)) return 'shut door';
    if (meant && (meant.kind === 'illegal move' || meant.kind === 'refused')) return 'legal move refused';
    return 'wrong status';
  }
  const cause = outcome && 'cause' in outcome ? outcome.cause : undefined;
  if (!isSuccess)
    return outcome?.kind === 'refusal' && isOfAnother(asked, outcome.cause, reply) ? 'wrong order' : 'wrong status';
  if (cause === undefined) return 'wrong status';
  if (DOORS.has(cause.kind)) return 'open door';
  switch (cause.kind) {
    case 'no such':
      return isOfOthers(factsOf(asked), cause.resource) ? 'open door' : 'wrong status';
    case 'illegal move':
    case 'refused':
    case 'refused while':
      return 'illegal move made';
    case 'precondition failed':
    case 'precondition required':
      return 'precondition passed over';
    case 'limit reached':
    case 'too many requests':
    case 'too large':
      return 'limit missed';
    case 'unknown version':
    case 'missing version':
    case 'version withdrawn':
      return 'wrong version';
    case 'same key, other body':
    case 'still running':
    case 'other values':
      return 'repeat counted';
    default:
      return 'wrong status';
  }
}
