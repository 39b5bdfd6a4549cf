// Counts calls in the database, for all processes together. Input: what calls ask of which counters. Output: which of them are admitted, by
// the clock of the database. Calls that come while a statement is on its way wait for it, and are decided together by the next one.
// Notation, part 8; decision 0073.

import { onceEach } from '../places.ts';
import type { Rate, RateAsk, RateDecision, RateState } from '../rates.ts';
import type { SharedRates } from '../store.ts';
import { isTableThere } from './audit.ts';
import { isLost } from './faults.ts';
import { gathering, inPieces, listOf, numbersIn, type Group } from './gathering.ts';
import type { Parts } from './program.ts';
import { TAKING } from './places.ts';
import { rateFunctions } from './rate-functions.ts';
import type { Named, Session } from './session.ts';
import { underLock } from './under-lock.ts';

const { tables, functions, admit, back, sweep } = rateFunctions();

/** Makes the tables and the functions, unless they are there. */
export async function keepCounting(session: Session): Promise<void> {
  const isKept = async (): Promise<boolean> => {
    const there = await session.query(
      `SELECT count(DISTINCT p.proname)::int FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
       WHERE n.nspname = current_schema() AND p.proname = ANY ($1::text[])`,
      [listOf([admit, back, sweep, TAKING.name])],
    );
    return there[0]?.[0] === functions.length + 1 && (await isTableThere(session, '_rate_pieces'));
  };
  if (await isKept()) return;
  await underLock(session, 'alone', async () => {
    if (await isKept()) return;
    await session.command(tables);
    for (const text of [...functions, TAKING.text]) await session.command(text);
  });
}

/** Statements on their way at once: each waits for the disk, and what comes meanwhile goes with the next. */
const MOST_ON_THEIR_WAY = 4;

interface Given {
  readonly ask: RateAsk;
  readonly at: number;
}

type Counting = Pick<Parts, 'lend' | 'during' | 'isClosed'>;

/** `clock`: by which time calls are counted, in milliseconds; left out, by the database's. */
export function sharedRates(parts: Counting, clock?: () => Promise<number>): SharedRates {
  const { lend, during, isClosed } = parts;
  const told = async (): Promise<string | null> => (clock ? String((await clock()) * MICROSECONDS) : null);
  const send = (statement: Named): Promise<readonly (readonly unknown[])[]> =>
    lend((session) => session.rows(statement), 'rates');
  const decide = gathering<RateAsk, RateDecision>(MOST_ON_THEIR_WAY, async (groups) => {
    const statement = admitting(groups, await told());
    // What was counted twice admits fewer.
    const again = (error: unknown): ReturnType<typeof send> => {
      if (isLost(error)) return send(statement);
      throw error;
    };
    const rows = await during(() => send(statement).catch(again));
    return groups.map((group, place) => decisionsOf(group, rows[place]!));
  });
  const giveBack = inPieces<Given>((some) => during(async () => send(giving(some, await told()))));
  return {
    async admit(asks) {
      if (isClosed()) throw new Error('the store is closed');
      return inOrder(asks, await decide(onceEach(asks)));
    },
    giveBack(asks, at) {
      if (!isClosed()) giveBack(onceEach(asks).map((ask) => ({ ask, at })));
    },
    async sweep(most) {
      const now = await told();
      const [row] = await during(() => lend((session) => session.query(SWEEP, [most, now])));
      return Number(row?.[0] ?? 0);
    },
    by: (other) => sharedRates(parts, other),
  };
}

function inOrder(asks: readonly RateAsk[], decision: RateDecision): RateDecision {
  if (asks.length === decision.states.length) return decision;
  const keys = onceEach(asks).map(({ key }) => key);
  return { at: decision.at, states: asks.map(({ key }) => decision.states[keys.indexOf(key)]!) };
}

const MICROSECONDS = 1000;

const ADMIT = {
  name: admit,
  text: `SELECT at, admitted, rooms::text, oldest::text, debts::text FROM ${admit}($1, $2, $3, $4, $5, $6, $7)`,
  rowMode: 'array',
} as const;

const BACK = { name: back, text: `SELECT ${back}($1, $2, $3, $4, $5, $6)`, rowMode: 'array' } as const;

const SWEEP = `SELECT ${sweep}($1::int, $2::bigint)`;

function admitting(groups: readonly Group<RateAsk>[], told: string | null): Named {
  let end = 0;
  const ends = groups.map(({ asks }) => (end += asks.length));
  const many = groups.map(({ calls }) => calls);
  return { ...ADMIT, values: [...countersOf(groups.flatMap(({ asks }) => asks)), listOf(ends), listOf(many), told] };
}

function giving(some: readonly Given[], told: string | null): Named {
  const instants = some.map(({ at }) => Math.round(at * MICROSECONDS));
  return { ...BACK, values: [...countersOf(some.map(({ ask }) => ask)), listOf(instants), told] };
}

function countersOf(asks: readonly RateAsk[]): readonly string[] {
  const rates = asks.map(({ rate }) => rate);
  return [
    listOf(asks.map(({ key }) => key)),
    listOf(rates.map(({ count }) => count)),
    listOf(rates.map(({ window }) => window * MICROSECONDS)),
    listOf(rates.map(({ burst = 0 }) => burst)),
  ];
}

/** One after the other, as if each had been asked for alone at that instant. */
function decisionsOf(
  { asks, calls }: Group<RateAsk>,
  [at, admitted, ...before]: readonly unknown[],
): readonly RateDecision[] {
  const now = Number(at);
  const [rooms = [], oldest = [], debts = []] = before.map(numbersIn);
  return Array.from({ length: calls }, (_, place) => {
    const isAdmitted = place < Number(admitted);
    const counted = isAdmitted ? place + 1 : Number(admitted);
    const states = asks.map(({ rate }, i) =>
      stateOf(rate, { now, room: rooms[i]!, oldest: oldest[i]!, debt: debts[i]! }, counted, isAdmitted),
    );
    return { at: now / MICROSECONDS, states };
  });
}

interface Before {
  readonly now: number;
  readonly room: number;
  /** 0: none counts. */
  readonly oldest: number;
  readonly debt: number;
}

/** `counted`: so many since. */
function stateOf(
  { count, window, burst }: Rate,
  { now, room, oldest, debt }: Before,
  counted: number,
  isAdmitted: boolean,
): RateState {
  const whole = window * MICROSECONDS;
  const left = Math.max(room - counted, 0);
  const owed = debt + (burst === undefined ? 0 : counted * whole);
  const free = burst === undefined ? left : Math.max(Math.floor((burst * whole - owed) / whole), 0);
  const remaining = Math.min(left, free);
  const untilLeft = left > remaining || left === count ? 0 : (oldest === 0 ? now : oldest) + whole - now;
  const untilFree =
    burst === undefined || free > remaining || free === burst ? 0 : (owed - (burst - free - 1) * whole) / count;
  const after = Math.ceil(Math.max(untilLeft, untilFree, 0) / MICROSECONDS);
  return { isAdmitted: isAdmitted || remaining > 0, remaining, after };
}
