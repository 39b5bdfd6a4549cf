// What rates of part 8 have counted, and what the headers say of what is left. Input: a call, those that were
// counted before. Output: obligations, and what the headers have to be. Notation, part 8, "Rates"; draft-ietf-httpapi-ratelimit-headers-11.

import type { RateWord } from '../../analysis/document/rate-headers.ts';
import { endsOf } from '../../analysis/refusals/errors.ts';
import { stageOf } from '../../analysis/refusals/rates.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { limitObligation } from '../restriction-obligations.ts';
import { inWindow, isBeyondRate, MOST_COUNTED, secondsUntil } from '../world/counted.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Truth } from '../world/known.ts';
import type { Facts } from './causes/context.ts';
import { isAllCounted, rateKey, ratesOf, type Key, type Rate } from './causes/rates.ts';
import { comparePlaces, partsOf } from './checks.ts';
import type { Outcome } from './expected.ts';
import type { Word } from './match/match.ts';
import { orderOf } from './order.ts';

/** What a call was counted by. `outcomes`: those that fit its reply; none: nobody can tell. Output: obligations. */
export function countCall(world: Knowledge, facts: Facts, outcomes: readonly Outcome[]): readonly string[] {
  const exercised: string[] = [];
  for (const rate of ratesOf(facts)) {
    const key = rateKey(facts, rate);
    if (typeof key !== 'string' || !world.seesAll) continue;
    const counts = outcomes.map((outcome) => counted(facts, rate, outcome));
    const is = counts.length > 0 && counts.every((one) => one === counts[0]) ? counts[0] : undefined;
    const before = world.counted.get(key) ?? [];
    const { sure } = inWindow(before, rate.value, facts.asked);
    const most = rate.value.burst ?? rate.value.count;
    const isRefused = outcomes.length > 0 && outcomes.every((outcome) => isOf(rate, outcome));
    if (is === true && sure.length === most - 1) exercised.push(limitObligation(rate.limit, 'at'));
    if (isRefused && isBeyondRate(before, rate.value, facts.asked, false) === true)
      exercised.push(limitObligation(rate.limit, 'beyond'));
    if (is === false) continue;
    const kept = before.filter(({ to }) => facts.asked.from - to < rate.value.window + 1000).slice(-MOST_COUNTED);
    world.counted.set(key, [...kept, { from: facts.asked.from, to: facts.asked.to, is }]);
  }
  return exercised;
}

function isOf({ cause }: Rate, outcome: Outcome): boolean {
  return 'cause' in outcome && causeKey(outcome.cause) === causeKey(cause);
}

const STAGES = ['first', 'ofCaller', 'ofSent'] as const;

function stageAt({ limit, bases }: Rate): number {
  return STAGES.indexOf(stageOf(limit, bases));
}

/** Causes of calls of which only the version was looked at. */
const BEFORE: ReadonlySet<MetCause['kind']> = new Set<MetCause['kind']>([
  'unknown version',
  'missing version',
  'version withdrawn',
]);

function counted(facts: Facts, rate: Rate, outcome: Outcome): Truth {
  const ends = endsOf(facts.model, facts.linked, rate.limit);
  if (outcome.kind === 'gap') return undefined;
  if (!('cause' in outcome)) {
    if (ends) return outcome.kind === 'kept' ? undefined : false;
    return outcome.kind === 'kept' && stageAt(rate) === 2 ? undefined : true;
  }
  const { cause } = outcome;
  if (BEFORE.has(cause.kind)) return false;
  if (ends) return ends.some((one) => causeKey(one) === causeKey(cause));
  const refusing = ratesOf(facts).filter((one) => isOf(one, outcome));
  if (refusing.length > 0) {
    const [stage, stages] = [stageAt(rate), refusing.map(stageAt)];
    return stage < Math.min(...stages) ? true : stage >= Math.max(...stages) ? false : undefined;
  }
  if (cause.kind === 'unavailable' || cause.kind === 'not acceptable') return undefined;
  if (stageAt(rate) < 2) return true;
  const order = orderOf(facts.linked);
  const body = [order.indexOf('body'), 2] as const;
  return partsOf(facts, cause, order).every(({ place }) => comparePlaces(place, body) > 0) ? true : undefined;
}

/** What a header of rates has to be, on an answer of any kind. */
export function rateHeaderWord(facts: Facts, word: RateWord, refusedBy: MetCause | undefined): Word {
  const { world } = facts.asked;
  if (!world.seesAll) return { kind: 'any' };
  const rates = ratesOf(facts).map((rate) => ({ rate, key: rateKey(facts, rate) }));
  const may = rates.filter(({ key }) => key !== null);
  const refusing = may.filter(({ rate }) => refusedBy && causeKey(rate.cause) === causeKey(refusedBy));
  if (word === 'retry after') return retryAfter(facts, refusing);
  if (may.length === 0) return { kind: 'left out' };
  const isPlain = refusing.length === 0 && !(refusedBy && BEFORE.has(refusedBy.kind));
  const must = isPlain ? may.filter(({ rate, key }) => key !== undefined && isTold(facts, rate)) : [];
  if (must.length === 0) return { kind: 'any' };
  const said = must.map(({ rate }) => (word === 'rate limit' ? `${quoted(rate)};r=…` : policy(rate))).join(', ');
  return {
    kind: 'must be',
    said: `what says of each rate that has counted the call: ${said}`,
    fits: (value) => {
      const items = itemsIn(String(value));
      if (!items) return false;
      const isEach = must.every(({ rate, key }) => {
        const item = items.get(quoted(rate));
        return item !== undefined && (word === 'rate limit' ? isLeft(facts, rate, key!, item) : isPolicy(rate, item));
      });
      const names = new Set(may.map(({ rate }) => quoted(rate)));
      return isEach && [...items.keys()].every((name) => names.has(name));
    },
  };
}

/** A rate by a cause counts a call when it ends, and says nothing before. */
function isTold({ model, linked }: Facts, rate: Rate): boolean {
  return stageAt(rate) < 2 && endsOf(model, linked, rate.limit) === undefined;
}

/** https://www.rfc-editor.org/rfc/rfc9651#section-3.3.3 */
function quoted({ limit }: Rate): string {
  return `"${encodeURI(limit.name.text).replaceAll('%20', ' ').replace(/["\\]/g, '\\$&')}"`;
}

function policy({ limit, value, ...rest }: Rate): string {
  const seconds = value.window % 1000 === 0 ? `;w=${value.window / 1000}` : '';
  return `${quoted({ limit, value, ...rest })};q=${value.count}${seconds}`;
}

type Item = ReadonlyMap<string, number>;

/** Undefined: it is no list of them. */
function itemsIn(text: string): ReadonlyMap<string, Item> | undefined {
  const items = new Map<string, Item>();
  for (const piece of text.matchAll(/\s*("(?:[^"\\]|\\.)*")((?:\s*;\s*[a-z][a-z0-9_.*-]*(?:=[^;,]*)?)*)\s*(?:,|$)/g)) {
    const parameters = [...piece[2]!.matchAll(/;\s*([a-z][a-z0-9_.*-]*)=(\d+)/g)];
    items.set(piece[1]!, new Map(parameters.map(([, name, number]) => [name!, Number(number)])));
  }
  return items.size > 0 ? items : undefined;
}

function isPolicy({ value }: Rate, item: Item): boolean {
  return item.get('q') === value.count && (value.window % 1000 !== 0 || item.get('w') === value.window / 1000);
}

function isLeft(facts: Facts, rate: Rate, key: string, item: Item): boolean {
  const left = item.get('r');
  if (left === undefined) return false;
  const { value } = rate;
  const { sure, possible } = inWindow(facts.asked.world.counted.get(key) ?? [], value, facts.asked);
  const isPlain = value.burst === undefined;
  const most = isPlain ? Math.max(0, value.count - sure.length - 1) : (value.burst ?? 0);
  const least = isPlain && isAllCounted(facts, rate) ? Math.max(0, value.count - possible.length - 1) : 0;
  const [t = 0] = [item.get('t')];
  return left >= least && left <= most && t <= Math.ceil(value.window / 1000) + 1;
}

function retryAfter(facts: Facts, refusing: readonly { readonly rate: Rate; readonly key: Key }[]): Word {
  if (refusing.length === 0) return { kind: 'any' };
  const each = refusing.map(({ rate, key }) => {
    const calls = typeof key === 'string' ? (facts.asked.world.counted.get(key) ?? []) : [];
    return secondsUntil(calls, rate.value, facts.asked);
  });
  const least = refusing.length === 1 ? each[0]!.least : 0;
  const most = Math.max(...each.map((one) => one.most));
  return {
    kind: 'must be',
    said: `a number of seconds, ${least} or more, ${most} at most`,
    fits: (value) => /^\d+$/.test(String(value)) && Number(value) >= least && Number(value) <= most,
  };
}
