// Gathers what calls ask of counters into few statements. Input: asks, each with the key of its counter; what decides groups of them. Output: the decision
// of each call. No two statements on their way ask for the same counter, so that none of them waits for the other. Decision 0073.

import { faultOf } from './faults.ts';

interface Keyed {
  readonly key: string;
}

interface Call<Ask, Decision> {
  readonly asks: readonly Ask[];
  readonly resolve: (decision: Decision) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls that ask the same. */
export interface Group<Ask> {
  readonly asks: readonly Ask[];
  readonly calls: number;
}

/** Counters that one statement locks. */
const MOST_KEYS = 128;
/** Calls that wait: more are refused at once; so many where nothing was decided for a while, in milliseconds. */
const MOST_WAITING = 10_000;
const MOST_AT_STILL = 64;
const STILL = 1_000;

/** `decide`: for each group the decisions of its calls, in their order. `most`: statements on their way at once. */
export function gathering<Ask extends Keyed, Decision>(
  most: number,
  decide: (groups: readonly Group<Ask>[]) => Promise<readonly (readonly Decision[])[]>,
): (asks: readonly Ask[]) => Promise<Decision> {
  let waiting: Call<Ask, Decision>[] = [];
  let onTheirWay = 0;
  const stillness = watched(STILL);
  const locked = new Set<string>();
  const send = async (groups: readonly Gathered<Ask, Decision>[]): Promise<void> => {
    try {
      const decided = await decide(groups.map(({ asks, calls }) => ({ asks, calls: calls.length })));
      for (const [place, { calls }] of groups.entries())
        for (const [i, { resolve }] of calls.entries()) resolve(decided[place]![i]!);
    } catch (error) {
      const reason = faultOf(error);
      const why = reason === undefined ? error : new Error(reason, { cause: error });
      for (const { calls } of groups) for (const { reject } of calls) reject(why);
    }
  };
  const next = (): void => {
    while (waiting.length > 0 && onTheirWay < most) {
      const { groups, left } = gathered(waiting, locked);
      if (groups.length === 0) return;
      waiting = left;
      const keys = groups.flatMap(({ asks }) => asks.map(({ key }) => key));
      for (const key of keys) locked.add(key);
      if (onTheirWay++ === 0) stillness.moved();
      void send(groups).finally(() => {
        for (const key of keys) locked.delete(key);
        onTheirWay--;
        stillness.moved();
        next();
      });
    }
  };
  return (asks) =>
    new Promise((resolve, reject) => {
      const most = onTheirWay > 0 && stillness.isStill() ? MOST_AT_STILL : MOST_WAITING;
      if (waiting.length >= most) return reject(new Error('too many calls wait to be counted'));
      waiting.push({ asks, resolve, reject });
      next();
    });
}

/** Says whether nothing moved for so many milliseconds. Where this process itself stood still, what has arrived meanwhile is read first. */
function watched(ms: number): { readonly moved: () => void; readonly isStill: () => boolean } {
  let moves = 0;
  let isStill = false;
  const after = (): void => {
    const before = moves;
    setImmediate(() => (isStill = moves === before));
  };
  const timer = setTimeout(after, ms).unref();
  return {
    moved: () => {
      moves += 1;
      isStill = false;
      timer.refresh();
    },
    isStill: () => isStill,
  };
}

interface Gathered<Ask, Decision> {
  readonly asks: readonly Ask[];
  readonly calls: Call<Ask, Decision>[];
}

/**
 * Those whose counters no statement on its way holds, in their order, and the others. What a call waits for is kept for it: else calls for one
 * of its counters alone would go before it for ever.
 */
function gathered<Ask extends Keyed, Decision>(
  waiting: readonly Call<Ask, Decision>[],
  locked: ReadonlySet<string>,
): { readonly groups: readonly Gathered<Ask, Decision>[]; readonly left: Call<Ask, Decision>[] } {
  const groups = new Map<string, Gathered<Ask, Decision>>();
  const left: Call<Ask, Decision>[] = [];
  const keys = new Set<string>();
  const taken = new Set(locked);
  for (const call of waiting) {
    const name = call.asks.map(({ key }) => key).join(' ');
    const group = groups.get(name);
    if (group !== undefined) group.calls.push(call);
    else if (keys.size >= MOST_KEYS || call.asks.some(({ key }) => taken.has(key))) {
      left.push(call);
      for (const { key } of call.asks) taken.add(key);
    } else {
      groups.set(name, { asks: call.asks, calls: [call] });
      for (const { key } of call.asks) keys.add(key);
    }
  }
  return { groups: [...groups.values()], left };
}

/** What comes while some is on its way goes with the next. Nothing depends on it: what fails is forgotten. */
export function inPieces<T>(send: (some: readonly T[]) => Promise<unknown>): (more: readonly T[]) => void {
  const waiting: T[] = [];
  let isSending = false;
  const all = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) await send(waiting.splice(0, MOST_KEYS)).catch(() => undefined);
    isSending = false;
  };
  return (more) => {
    waiting.push(...more);
    if (!isSending) void all();
  };
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-INPUT; of what needs no quotes. */
export function listOf(items: readonly (string | number)[]): string {
  return `{${items.join(',')}}`;
}

export function numbersIn(list: unknown): readonly number[] {
  const inside = String(list).slice(1, -1);
  return inside === '' ? [] : inside.split(',').map(Number);
}
