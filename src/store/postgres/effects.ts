// One run of an effect on one session. Input: the effect, how it is to be kept, a session. Output: its result, kept or not kept
// as a whole; anything else is thrown, and then nothing is kept, or `FateUnknown` says that this is not known.

import type { Histogram } from '../../base/histogram.ts';
import { judged } from '../relational/run.ts';
import { Violated } from '../relational/statement.ts';
import type { Ask, Effect } from '../relational/statement.ts';
import type { Judge, Result, Row } from '../store.ts';
import { isLost } from './faults.ts';
import { FENCED } from './functions.ts';
import type { Session } from './session.ts';
import { asViolated, namedOf } from './statement.ts';

export interface Keeping {
  readonly isolation: 'READ COMMITTED' | 'REPEATABLE READ READ ONLY' | 'SERIALIZABLE';
  /**
   * How many statements may change something. `first`: what is asked first, and no other; `one`: one of them, and when
   * it fails or changes nothing, nothing is left of it.
   */
  readonly writes: 'none' | 'first' | 'one' | 'several';
  /** Unique indexes over what the store itself makes unique: an effect that violates one begins again, with the next number. */
  readonly slugs: ReadonlySet<string>;
  /**
   * The BEGIN is not waited for. Where it failed, what is sent behind it would be kept statement by statement: a claim (functions.ts)
   * goes before each that changes something, and ends the connection then.
   */
  readonly isFenced?: boolean;
}

/** Called before what cannot be taken back is sent. Throws `Late` where the time is over. */
export type Keeps = () => void;

export interface Asked {
  readonly judge: Judge | undefined;
  readonly deadline: number | undefined;
  readonly keeps: Keeps;
  /** It needs no transaction over several turns: `isKeptAlone`. */
  readonly isAlone: boolean;
  readonly commits: Commits;
}

/** Seconds of each COMMIT, and of each statement that is kept by itself. */
export interface Commits {
  readonly transaction: Histogram;
  readonly statement: Histogram;
}

/** Another made what the store itself makes unique at the same time: a slug, or the answer to a key. */
export class TakenMeanwhile extends Error {
  override readonly name = 'TakenMeanwhile';
}

/** The connection was lost when it may have been kept already. */
export class FateUnknown extends Error {
  override readonly name = 'FateUnknown';
}

/** It ran out of time; nothing is kept. */
export class Late extends Error {
  override readonly name = 'Late';
}

export async function runEffect(
  effect: Effect<Result>,
  session: Session,
  keeping: Keeping,
  asked: Asked,
): Promise<Result> {
  const { judge, commits } = asked;
  const first = effect.next();
  if (first.done === true) return judged(first.value, judge);
  const ask = first.value;
  if (asked.isAlone) {
    if (keeping.writes !== 'none') {
      asked.keeps();
      return alone(effect, ask, session, keeping, commits.statement);
    }
    return judged(await drive(effect, ask, keeping, (each) => session.rows(namedOf(each))), judge);
  }
  if (keeping.writes === 'none')
    return judged(await inTransaction(effect, ask, session, keeping, { ...asked, judge: undefined }), judge);
  return inTransaction(effect, ask, session, keeping, asked);
}

/** Needs it no transaction over several turns? `longest`: milliseconds that any statement may take. */
export function isKeptAlone(
  { writes, isolation }: Keeping,
  { judge, deadline }: Pick<Asked, 'judge' | 'deadline'>,
  longest: number,
): boolean {
  if (isNearer(deadline, longest) || isolation === 'REPEATABLE READ READ ONLY') return false;
  if (writes === 'none') return true;
  return judge === undefined && (writes === 'first' || (writes === 'one' && isolation === 'READ COMMITTED'));
}

/** Does the database have to be told? */
function isNearer(deadline: number | undefined, longest: number): boolean {
  return deadline !== undefined && deadline - performance.now() < longest;
}

/** Answers the effect's statements until it ends. */
async function drive(
  effect: Effect<Result>,
  first: Ask,
  { slugs }: Keeping,
  answer: (ask: Ask) => Promise<readonly Row[]>,
): Promise<Result> {
  let ask = first;
  for (;;) {
    let rows: readonly Row[] | undefined;
    let violated: Violated | undefined;
    try {
      rows = await answer(ask);
    } catch (error) {
      const known = asViolated(error);
      // Only a unique index is for the steps to judge.
      if (!(known instanceof Violated)) throw error;
      if (slugs.has(known.index)) throw new TakenMeanwhile(known.index, { cause: error });
      violated = known;
    }
    const next = violated ? effect.throw(violated) : effect.next(rows ?? []);
    if (next.done === true) return next.value;
    ask = next.value;
  }
}

/** Each statement is kept by itself: at most one changes something, and the others only ask. */
function alone(
  effect: Effect<Result>,
  first: Ask,
  session: Session,
  keeping: Keeping,
  seconds: Histogram,
): Promise<Result> {
  const { isolation } = keeping;
  let isFirst = true;
  return drive(effect, first, keeping, async (ask) => {
    const whole = (isFirst && isolation !== 'READ COMMITTED') || ask.told !== undefined;
    const began = isFirst ? performance.now() : undefined;
    isFirst = false;
    try {
      const rows = whole ? await atOnce(ask, session, isolation) : await session.rows(namedOf(ask));
      if (began !== undefined) seconds.observe((performance.now() - began) / 1000);
      return rows;
    } catch (error) {
      throw isLost(error) ? new FateUnknown('', { cause: error }) : error;
    }
  });
}

/** BEGIN, the statement and COMMIT without waiting in between: a COMMIT behind a statement that failed keeps nothing. */
async function atOnce(ask: Ask, session: Session, isolation: Keeping['isolation']): Promise<readonly Row[]> {
  const [begun, told, rows, kept] = await Promise.allSettled([
    session.command(`BEGIN ISOLATION LEVEL ${isolation}`),
    ask.told && session.rows(namedOf(ask.told)),
    session.rows(namedOf(ask)),
    session.command('COMMIT'),
  ]);
  for (const each of [told, rows, begun, kept]) if (each.status === 'rejected') throw each.reason;
  return rows.status === 'fulfilled' ? rows.value : [];
}

async function inTransaction(
  effect: Effect<Result>,
  first: Ask,
  session: Session,
  keeping: Keeping,
  { judge, deadline, keeps, commits }: Asked,
): Promise<Result> {
  const { writes, isFenced = false } = keeping;
  const begun = begin(session, keeping, deadline);
  let isOpen = true;
  const unread: Promise<unknown>[] = [];
  const keep = (rows: Promise<unknown>): void => {
    rows.catch(() => undefined);
    unread.push(rows);
  };
  const send = (ask: Ask): void => keep(session.rows(namedOf(ask)));
  const undo = async (): Promise<void> => {
    isOpen = false;
    await session.command('ROLLBACK');
  };
  try {
    // A second statement that changes something must never run where the BEGIN failed.
    if (writes === 'several' && !isFenced) await begun;
    const result = await drive(effect, first, keeping, async (ask) => {
      try {
        if (ask !== first && deadline !== undefined) keep(session.command(untilText(deadline)));
        if (ask.told) send(ask.told);
        const rows = session.rows(namedOf(ask));
        if (ask.unread !== true) return await rows;
        keep(rows);
        return [];
      } catch (error) {
        // What is asked now is why; PostgreSQL answers nothing more inside of a transaction that failed.
        if (isOpen && !isLost(error)) await undo();
        throw error;
      }
    });
    await begun;
    if (result.kind !== 'done') {
      if (isOpen) await undo();
      return result;
    }
    if (!isOpen) throw new Error('a program goes on after a statement that failed');
    const verdict = judged(result, judge);
    keeps();
    if (verdict.kind === 'undone') await undo();
    else await commit(session, writes, unread, commits.transaction);
    return verdict;
  } catch (error) {
    if (isOpen && !isLost(error)) await undo().catch(() => undefined);
    // What failed first is why; but behind a COMMIT whose fate is unknown, nothing else matters.
    if (!(error instanceof FateUnknown)) await Promise.all(unread);
    throw error;
  }
}

/** Not waited for: a statement that is sent behind it runs inside. */
function begin(session: Session, { isolation, isFenced }: Keeping, deadline: number | undefined): Promise<unknown> {
  const commands = [`BEGIN ISOLATION LEVEL ${isolation}${isFenced === true ? ` ${FENCED}` : ''}`];
  if (deadline !== undefined) commands.push(untilText(deadline));
  const begun = Promise.all(commands.map((command) => session.command(command)));
  begun.catch(() => undefined);
  return begun;
}

/** Each statement behind it is ended by then. */
function untilText(deadline: number): string {
  const left = Math.ceil(deadline - performance.now());
  if (left <= 0) throw new Late();
  return `SET LOCAL statement_timeout = ${left}`;
}

/** Sent behind statements that were not waited for: where one of them failed, PostgreSQL keeps nothing. */
async function commit(
  session: Session,
  writes: Keeping['writes'],
  unread: readonly Promise<unknown>[],
  seconds: Histogram,
): Promise<void> {
  const began = performance.now();
  const committed = session.command('COMMIT');
  if (writes === 'none') {
    // Nothing is kept: the next user of the session is queued behind it.
    committed.catch(() => undefined);
    return;
  }
  let did: string;
  try {
    did = await committed;
  } catch (error) {
    throw isLost(error) ? new FateUnknown('', { cause: error }) : error;
  }
  if (did === 'COMMIT') seconds.observe((performance.now() - began) / 1000);
  if (did === 'ROLLBACK') await Promise.all(unread);
  if (did !== 'COMMIT') throw new Error(`a transaction was to be kept, and PostgreSQL did ${did}`);
}
