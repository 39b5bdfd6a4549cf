// Calls that reach no operation: no path, another method, a browser that asks first. Input: what is known, an exchange. Output: a judgement.
// docs/http-floor.md

import { isComplete } from '../../analysis/document/complete.ts';
import { slotsOf } from '../../analysis/gaps/slots.ts';
import { answerOf, FLOOR_CAUSES } from '../../analysis/refusals/errors.ts';
import { versionsOf } from '../../analysis/document/versions.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { headerOf, isReply, type Exchange, type Reply } from '../exchange.ts';
import { causeObligation } from '../obligations.ts';
import type { Inconclusive, Judgement } from '../verdict.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { askedOf } from './asked.ts';
import { blur } from './blur.ts';
import { crossOriginOf } from './cross-origin.ts';
import { judgePreflight } from './preflight.ts';
import { differing, GARBAGE, NOTHING } from './findings.ts';
import type { Match } from './match/match.ts';
import { floorTried, refusalTried, type Refused } from './refusals.ts';
import { routeOf, type Routed } from './route.ts';

type Outside = Exclude<Routed, { readonly kind: 'operation' }>;

export function judgeOutside(world: Knowledge, exchange: Exchange, routed: Outside): Judgement {
  const { reply, call } = exchange;
  if (!isReply(reply) && reply.kind === 'not seen') return NOTHING;
  if (!isReply(reply))
    return {
      ...NOTHING,
      findings: [
        {
          class: 'no reply',
          operation: undefined,
          statement: undefined,
          fault: reply.kind === 'garbage' ? GARBAGE : undefined,
          expected: 'a reply',
          got: reply.said,
        },
      ],
    };
  if (routed.kind === 'preflight') return judgePreflight(world, exchange, reply, routed.at);
  if (routed.kind === 'malformed path') return malformed(call.target, reply);
  const { model } = world;
  const { operations } = model.document.endpoints;
  if (reply.status < 300) blurAlike(world, exchange, routed.kind === 'other method' ? routed.at : []);
  if (!isComplete(model, operations)) return open(world, reply, `${call.method} ${call.target.split('?')[0]}`);
  if (routed.kind === 'no such path' && mayLackVersion(model)) return NOTHING;
  const cause: MetCause = { kind: routed.kind === 'no such path' ? 'no such path' : 'method not allowed' };
  const answer = answerOf(model, undefined, cause);
  const status = FLOOR_CAUSES.find((one) => one.cause.kind === cause.kind)!.status;
  const refusing = { world, linked: undefined, asked: undefined, call, reply };
  const at = routed.kind === 'other method' ? routed.at : [];
  const tried = answer
    ? refusalTried(refusing, cause, answer, [{ cause, path: [], isSure: true }])
    : floorTried(refusing, cause, status);
  if (tried.isStatus && routed.kind === 'other method') allow(tried, reply, at);
  if (tried.isStatus && isCrossed(model, at)) uncross(tried.match);
  return judged(call.method, call.target, reply, tried, cause);
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A call that nothing states, and that was carried out: it may have done what another operation at the path does, or at the path without a slash at its end. */
function blurAlike(world: Knowledge, exchange: Exchange, at: readonly LinkedOperation[]): void {
  const { call } = exchange;
  if (SAFE.has(call.method)) return;
  const target = call.target.replace(/\/+(?=\?|$)/, '');
  const calls = [
    ...at.map(({ operation }) => ({ ...call, method: operation.method })),
    ...(target === call.target ? [] : [{ ...call, target }]),
  ];
  for (const one of calls) {
    const routed = routeOf(world.model, one);
    if (routed.kind === 'operation') blur(world, routed.linked, askedOf(world, exchange, routed), exchange.reply);
  }
}

/** A path that an operation has without its version is no path of the service, or names no version. */
function mayLackVersion(model: Model): boolean {
  const isFirst = versionsOf(model)?.scheme?.kind === 'path prefix';
  return isFirst && model.document.versioning.facts.missingVersion.status === 'stated';
}

function judged(method: string, target: string, reply: Reply, tried: Refused, cause: MetCause): Judgement {
  const what = `${method} ${target.split('?')[0]!.slice(0, 200)}`;
  const isHeader = new Set(reply.headers.map(([name]) => name));
  const invented = tried.match.invented.map(({ name, isComplete: is }) => ({
    what: isHeader.has(name) ? ('header' as const) : ('field' as const),
    name,
    at: `${what} ${reply.status}`,
    isComplete: is,
  }));
  if (tried.isStatus && tried.match.differences.length === 0)
    return { ...NOTHING, invented, exercised: [causeObligation(undefined, cause)] };
  if (tried.isStatus)
    return { ...NOTHING, invented, findings: [differing(undefined, { ...tried, outcome: { kind: 'success' } })] };
  const isSilent = tried.statement === undefined;
  // What a service says of its methods, and a way elsewhere, are no operations: https://www.rfc-editor.org/rfc/rfc9110#section-9.3.7
  if (isSilent && method === 'OPTIONS' && reply.status < 500) return NOTHING;
  if (reply.status < 400)
    return {
      ...NOTHING,
      invented: [
        {
          what: 'operation',
          name: what,
          at: `${what} ${reply.status}`,
          isComplete: !isSilent || reply.status < 300,
        },
      ],
    };
  if (isSilent && (reply.status < 500 || SILENT.has(reply.status))) return silent(reply, what);
  const got = `${reply.status}${reply.body === '' ? '' : ` ${reply.body.slice(0, 120)}`}`;
  return {
    ...NOTHING,
    findings: [
      {
        class: 'wrong status',
        operation: undefined,
        statement: tried.statement,
        expected: `${tried.said} for ${what}`,
        got,
      },
    ],
  };
}

/** A method is not known to the service, or it is not available for a while. https://www.rfc-editor.org/rfc/rfc9110#section-15.6 */
const SILENT: ReadonlySet<number> = new Set([501, 503]);

/** The document does not speak of such a call: what HTTP would say instead is listed, and no failure. */
function silent(reply: Reply, at: string): Judgement {
  return { ...NOTHING, invented: [{ what: 'status', name: String(reply.status), at, isComplete: false }] };
}

/** The list of operations may go on. */
function open(world: Knowledge, reply: Reply, what: string): Judgement {
  const gaps = [...slotsOf(world.model).open.values()]
    .filter(({ list, id }) => list === world.model.document.endpoints.operations || id === 'document/lists')
    .map(({ id }) => id);
  const inconclusive: Inconclusive = { gaps, operation: undefined, what: `${what} is answered ${reply.status}` };
  const invented = { what: 'operation' as const, name: what, at: `${what} ${reply.status}`, isComplete: false };
  return { ...NOTHING, inconclusive: [inconclusive], invented: reply.status < 300 ? [invented] : [] };
}

/** The document does not speak of a path that is no percent-encoded UTF-8; nothing is there, and nothing may break. */
function malformed(target: string, reply: Reply): Judgement {
  if (reply.status < 500) return NOTHING;
  const finding = {
    class: 'wrong status',
    operation: undefined,
    statement: undefined,
    expected: '4xx, as the path is no percent-encoded UTF-8',
    got: `${reply.status} for ${target.slice(0, 200)}`,
  } as const;
  return { ...NOTHING, findings: [finding] };
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-10.2.1 */
function allow({ match, statement }: Refused, reply: Reply, at: readonly LinkedOperation[]): void {
  const stated = new Set(at.map((one) => one.operation.method));
  const named = (headerOf(reply.headers, 'allow') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const lacking = [...stated].filter((method) => !named.includes(method));
  const strange = named.filter(
    (method) => !stated.has(method) && method !== 'OPTIONS' && !(method === 'HEAD' && stated.has('GET')),
  );
  if (lacking.length === 0 && strange.length === 0) return;
  match.differs({
    at: 'header allow',
    expected: [...stated].join(', '),
    got: named.join(', ') || 'nothing there',
    statement,
    class: 'wrong header',
  });
}

/** A path has them where one of its operations has; one that has none, where any has. */
function isCrossed({ operations }: Model, at: readonly LinkedOperation[]): boolean {
  return (at.length > 0 ? at : [...operations.values()]).some((one) => crossOriginOf(one) !== undefined);
}

function uncross(match: Match): void {
  const left = match.invented.filter(({ name }) => !name.startsWith('access-control-'));
  match.invented.splice(0, match.invented.length, ...left);
}
