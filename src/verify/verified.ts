// A run of `verify` with whatever sends and judges. Input: a model, options, a sender, a judge. Output: a verdict. Decision 0075.

import { randomInt } from 'node:crypto';

import type { Model } from '../model/model.ts';
import { receiversOf } from '../analysis/requests/receivers.ts';
import { answerOf } from '../analysis/refusals/errors.ts';
import { valueOf } from '../notation/slot.ts';
import { byClock, type ServiceClock } from './clock/clock.ts';
import { listen, type Listener } from './arrivals/listener.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import { rolesHad } from './explore/actors.ts';
import { cleanUp } from './explore/clean-up.ts';
import { explore } from './explore/explore.ts';
import { passTime } from './explore/time.ts';
import { tryLimits } from './explore/limits.ts';
import { watchEvents } from './explore/events.ts';
import { Found, type FoundFinding } from './explore/found.ts';
import { Reach } from './explore/reach.ts';
import type { Judging } from './explore/judging.ts';
import { Session } from './explore/session.ts';
import { shrunk, stepsBehind } from './explore/shrink.ts';
import type { Bounds, Sender } from './http/client.ts';
import { briefly } from './explore/step.ts';
import { obligationsOf } from './obligations.ts';
import { withoutSecrets } from './report/secrets.ts';
import type { Finding, Invented, Obligation, Verdict } from './verdict.ts';
import type { Given } from './world/callers.ts';
import { knowledge } from './world/begin.ts';
import type { Knowledge } from './world/knowledge.ts';
import { Availability, whyNot, type Ended } from './explore/why-not.ts';

export interface JudgeOptions {
  /** What nobody states fails, also where a list is open. */
  readonly isNothingInvented?: boolean;
  /** Headers that are noise, such as those of a proxy. */
  readonly ignoredHeaders?: readonly string[];
}

export interface VerifyOptions extends JudgeOptions {
  readonly url: URL;
  /** Left out: by chance; the verdict has it. */
  readonly seed?: number;
  readonly requests?: number;
  /** Milliseconds. */
  readonly time?: number;
  /** How often all of it is done, each time with the next seed. */
  readonly runs?: number;
  readonly credentials?: readonly Given[];
  readonly isSafeOnly?: boolean;
  /** Rates and other limits are tried at their bounds. */
  readonly isLimited?: boolean;
  /** The port on which events are waited for; left out: any free one. */
  readonly listen?: number;
  /** A clock of the service that is moved by hand. */
  readonly clock?: ServiceClock;
  readonly bounds?: Partial<Bounds>;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly sent: number;
  readonly found: Found;
  readonly exercised: ReadonlySet<string>;
}

export const USUAL_REQUESTS = 2_000;
/** Milliseconds. */
export const USUAL_TIME = 60_000;

/** Milliseconds for making all failures small. */
const SHRINKING = 15_000;
/** And calls, where the run itself may make fewer: half as many as it. */
const LEAST_SHRINKING = 200;
/** Failures that are made small; the others are shown as they were seen. */
const MOST_SHRUNK = 20;

export async function verified(
  model: Model,
  options: VerifyOptions,
  sender: Sender,
  judging: Judging,
): Promise<Verdict> {
  const { seed = randomInt(2 ** 31), requests = USUAL_REQUESTS, time = USUAL_TIME, isSafeOnly = false } = options;
  const listener = receiversOf(model) && !isSafeOnly ? await listen(options.listen ?? 0, accepted(model)) : undefined;
  const timed = options.clock ? byClock(sender, options.clock) : sender;
  try {
    return await runs(model, { ...options, seed, requests, time, isSafeOnly }, timed, judging, listener);
  } finally {
    await listener?.close();
  }
}

/** A status by which a receiver says that it has the event. */
function accepted({ document }: Model): number {
  const facts = document.events.delivery?.facts;
  const [first] = (facts && valueOf(facts.accepted)) ?? [];
  return first && 'code' in first ? first.code : 200;
}

async function runs(
  model: Model,
  options: VerifyOptions & Required<Pick<VerifyOptions, 'seed' | 'requests' | 'time' | 'isSafeOnly'>>,
  sender: Sender,
  judging: Judging,
  listener: Listener | undefined,
): Promise<Verdict> {
  const { seed, requests, time, isSafeOnly } = options;
  const found = new Found();
  const exercised = new Set<string>();
  const left: string[] = [];
  const availability = new Availability();
  const findings: Finding[] = [];
  const ended = new Set<Ended | undefined>();
  const roles: (readonly string[] | undefined)[] = [];
  let sent = 0;
  for (let run = 0; run < (options.runs ?? 1); run += 1) {
    const before = sent;
    const onProgress = (now: Progress): void => options.onProgress?.({ ...now, sent: before + now.sent });
    const session = new Session(worldOf(model, options), sender, judging, {
      seed: seed + run,
      budget: { requests, time },
      found,
      exercised,
      listener: listener?.url,
      ...(options.clock && { now: options.clock.now }),
      onStep: (now) => {
        availability.note(now.steps.at(-1));
        onProgress({ sent: now.requests, found, exercised });
      },
    });
    ended.add(await explore(session, { isSafeOnly }));
    const reach = new Reach(session, isSafeOnly);
    if (!isSafeOnly) await watchEvents(session, reach, { url: options.url, listener, clock: options.clock });
    if (!isSafeOnly) await passTime(session, reach, options.clock);
    const rest = await cleanUp(session, reach);
    await tryLimits(session, reach, options.isLimited === true, options.clock);
    left.push(...(session.model.document.limits.limits.items.length > 0 ? await cleanUp(session, reach) : rest));
    findings.push(
      ...(await smallest(
        session,
        [...found.findings.values()].slice(findings.length),
        { ...options, onProgress },
        sender,
        judging,
      )),
    );
    sent += session.requests;
    roles.push(rolesHad(session.world));
  }
  const { unavailable, down } = availability;
  if (down && !isStatedUnavailable(model)) findings.push({ ...DOWN, exchanges: [down] });
  const [by] = ended.has(undefined) ? [] : ended;
  const had = roles.every((one) => one !== undefined) ? new Set(roles.flat()) : undefined;
  const allowed = { isSafeOnly, isLimited: options.isLimited === true, unavailable, roles: had, ended: by };
  const why = (one: Obligation): string => whyNot(model, one, allowed);
  const verdict = verdictOf(model, found, findings, exercised, { seed, requests: sent, left, options, why });
  return withoutSecrets(verdict, options.credentials ?? []);
}

/** A service may be unavailable for a while: https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4. One that always is shows nothing. */
const DOWN = {
  class: 'no reply',
  operation: undefined,
  statement: undefined,
  expected: 'a service that is available',
  got: '503 to each call',
} as const;

function isStatedUnavailable(model: Model): boolean {
  return [...model.operations.values()].some((linked) => answerOf(model, linked, { kind: 'unavailable' }));
}

function worldOf(model: Model, { url, credentials = [], clock }: VerifyOptions): Knowledge {
  const world = knowledge(model, `${url.origin}${url.pathname}`, { isManual: clock !== undefined });
  for (const one of credentials) world.give(one);
  return world;
}

async function smallest(
  session: Session,
  found: readonly FoundFinding[],
  options: VerifyOptions,
  sender: Sender,
  judging: Judging,
): Promise<readonly Finding[]> {
  const end = Date.now() + SHRINKING;
  const most = Math.max(LEAST_SHRINKING, (options.requests ?? USUAL_REQUESTS) / 2);
  // The runs themselves are not kept: each knows rows and replies.
  let made = 0;
  const anew = (): Session => {
    const budget = { requests: Infinity, time: Infinity };
    return new Session(worldOf(session.model, options), sender, judging, {
      seed: 0,
      budget,
      found: new Found(),
      now: session.now,
      onStep: () => {
        made += 1;
        options.onProgress?.({
          found: session.found,
          exercised: session.exercised,
          sent: session.requests + made,
        });
      },
    });
  };
  const findings: Finding[] = [];
  for (const [nth, one] of found.entries()) {
    session.leap();
    // What comes beside the answers is not shown by calls alone.
    const isSlow = session.isDown || one.finding.class === 'no reply' || one.finding.class === 'wrong event';
    const shrinker = { anew, next: () => session.next(), isOver: () => Date.now() > end || made >= most };
    const shortest = nth < MOST_SHRUNK && !isSlow ? await shrunk(one, shrinker) : undefined;
    const exchanges = shortest ?? stepsBehind(one).map(({ exchange }) => exchange);
    const { about: _, ...finding } = one.finding;
    findings.push({ ...finding, exchanges: exchanges.map(briefly), isReproduced: shortest !== undefined });
  }
  session.requests += made;
  return findings;
}

interface Rest {
  readonly seed: number | undefined;
  readonly requests: number;
  readonly unjudged?: number;
  readonly left: readonly string[];
  readonly options: JudgeOptions;
  readonly why: (obligation: Obligation) => string;
}

export function verdictOf(
  model: Model,
  found: Found,
  findings: readonly Finding[],
  exercised: ReadonlySet<string>,
  { seed, requests, unjudged = 0, left, options, why }: Rest,
): Verdict {
  const ignored = new Set((options.ignoredHeaders ?? []).map((name) => name.toLowerCase()));
  const invented = [...found.invented.values()]
    .map(({ invented: one, exchanges }): Invented => ({ ...one, exchanges }))
    .filter(({ what, name }) => what !== 'header' || !ignored.has(name.toLowerCase()))
    .map((one) => (options.isNothingInvented ? { ...one, isComplete: true } : one));
  const inconclusive = [...found.inconclusive.values()];
  const all = obligationsOf(model);
  const isFailed = findings.length > 0 || invented.some(({ isComplete }) => isComplete);
  return {
    verdict: isFailed ? 'fail' : inconclusive.length > 0 ? 'inconclusive' : 'pass',
    seed,
    requests,
    unjudged,
    findings,
    invented,
    inconclusive,
    exercised: all.filter(({ id }) => exercised.has(id)),
    notExercised: all.filter(({ id }) => !exercised.has(id)).map((one) => ({ ...one, why: why(one) })),
    under: gapView(model).assumed.map(({ id }) => id),
    left,
  };
}
