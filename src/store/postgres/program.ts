// Prepares the steps of an operation once. Input: steps of a plan. Output: a program: it takes a session for as long as it runs.
// An effect is one transaction; one statement that is all of it needs no second message.

import type { ColumnValue, Step } from '../../plan/steps.ts';
import { searches } from '../../sql/walk.ts';
import type { Insert } from '../relational/insert.ts';
import { atOnce, NO_ROW } from '../relational/at-once.ts';
import { isOneStatement, prepareAll } from '../relational/prepare.ts';
import { isRead, isReadAgain } from '../relational/reads.ts';
import { judged, type RunAll } from '../relational/run.ts';
import { bySent } from '../relational/sent.ts';
import type { Effect, Preparing } from '../relational/statement.ts';
import type { Update } from '../relational/update.ts';
import { DEADLINE, type Program, type Result } from '../store.ts';
import { attempts } from './attempts.ts';
import { crowdOf } from './concurrency-limit.ts';
import { isKeptAlone, runEffect } from './effects.ts';
import type { Asked, Commits, Keeping, Keeps } from './effects.ts';
import { covers, mustBeSerializable } from './isolation.ts';
import type { Searched } from './isolation.ts';
import type { Sharing } from './pool.ts';
import { quickList } from './quick-lists.ts';
import type { Session } from './session.ts';
import { inTurn } from './turn.ts';

export interface Parts {
  readonly on: Preparing;
  /** Of all programs; undefined: they are not known, and every write is serializable. */
  readonly searched: Searched | undefined;
  /** A session for one run, given back when that has ended. */
  readonly lend: Lend;
  /** The store does not close before it is done. */
  readonly during: <T>(run: () => Promise<T>) => Promise<T>;
  readonly connections: number;
  /** Milliseconds that any statement may take. */
  readonly longest: number;
  readonly commits: Commits;
  readonly isClosed: () => boolean;
  /** Left out: no change is written down beside its row. */
  readonly telling?: Telling | undefined;
}

/** The effect, each of its statements that writes behind what is recorded of it. */
export type Telling = <T>(effect: Effect<T>) => Effect<T>;

/** `sharing`: the session may be one that others use, too. */
export type Lend = <T>(run: (session: Session) => Promise<T>, sharing?: Sharing) => Promise<T>;

export function programOf(parts: Parts, steps: readonly Step[], turn: string | undefined): Program {
  return turn === undefined && steps.every(isRead)
    ? bySent(steps, (sent) => oneProgram(parts, sent, turn), true)
    : oneProgram(parts, steps, turn);
}

function oneProgram(
  { on, searched, lend, during, connections, longest, commits, isClosed, telling }: Parts,
  steps: readonly Step[],
  turn: string | undefined,
): Program {
  const reads = steps.every(isRead);
  const keeping = keepsOf({ on, searched }, steps, reads, turn);
  const plain = prepareAll(on, steps);
  const run: RunAll = telling && !reads ? (bindings) => telling(plain(bindings)) : plain;
  const all = turn === undefined ? run : inTurn(on, turn, run);
  const once = steps.every(isRead) ? atOnce(on, steps, { ticks: false, counts: 'with the page' }) : undefined;
  const mayConflict = keeping.isolation === 'SERIALIZABLE' || keeping.writes === 'several';
  const crowd = mayConflict ? crowdOf(connections) : undefined;
  const list = onesOnly(steps) ? undefined : quickList();
  const sharing: Sharing = !reads ? 'writes' : list ? 'lists' : 'reads';
  const tries = (effect: () => Effect<Result>, how: Keeping, wanted: Wanted): Promise<Result> => {
    const isAlone = isKeptAlone(how, wanted, longest);
    const isShared = (!list || (reads && list.mayShare())) && isAlone;
    const timed = async (session: Session, keeps: Keeps): Promise<Result> => {
      const begun = performance.now();
      const result = await runEffect(effect(), session, how, { ...wanted, commits, keeps, isAlone });
      // What was sent before it on the same connection was answered before it.
      if (isShared) list?.took(performance.now() - Math.max(begun, session.idleFrom?.() ?? begun));
      return result;
    };
    // Where the time is over, it is answered before the session is back.
    const run = (keeps: Keeps): Promise<Result> =>
      during(() => lend((session) => timed(session, keeps), isShared ? sharing : undefined));
    return attempts(run, crowd, wanted.deadline);
  };
  return {
    reads,
    async run(bindings, judge) {
      if (isClosed()) return CLOSED;
      const asked = { judge, deadline: bindings[DEADLINE] };
      if (!once) return during(() => tries(() => all(bindings), keeping, asked));
      return during(async () => {
        const found = await tries(() => once(bindings), ALONE, { ...asked, judge: undefined });
        return found === NO_ROW ? tries(() => all(bindings), keeping, asked) : judged(found, judge);
      });
    },
  };
}

type Wanted = Pick<Asked, 'judge' | 'deadline'>;

export function keepsOf(
  { on, searched }: Pick<Parts, 'on' | 'searched'>,
  steps: readonly Step[],
  reads: boolean,
  turn?: string,
): Keeping {
  if (searched && !covers(searched, steps)) throw new Error('a program searches what the store was not told of');
  if (reads) {
    const isolation = asksOnce(steps) ? 'READ COMMITTED' : 'REPEATABLE READ READ ONLY';
    return { isolation, writes: 'none', slugs: new Set() };
  }
  const isSerial = !searched || mustBeSerializable(steps, searched);
  return {
    isolation: isSerial ? 'SERIALIZABLE' : 'READ COMMITTED',
    writes: turn === undefined ? writesOf(on, steps) : 'several',
    slugs: slugs(on, steps),
  };
}

/** One statement that only reads. */
const ALONE: Keeping = { isolation: 'READ COMMITTED', writes: 'none', slugs: new Set() };

const CLOSED: Result = { kind: 'unavailable', reason: 'the store is closed' };

/** Does it look at one row only? What may take long must not block others on the same connection: see quick-lists.ts. */
function onesOnly(steps: readonly Step[]): boolean {
  return steps.every((step) => step.kind !== 'list' && !('every' in step && step.every));
}

function asksOnce(steps: readonly Step[]): boolean {
  const [only] = steps;
  return steps.length === 1 && (only?.kind === 'find' || (only?.kind === 'list' && !only.total));
}

function writesOf(on: Preparing, steps: readonly Step[]): Keeping['writes'] {
  const [only] = steps;
  if (!only || steps.length > 1 || !isOneStatement(on, only)) return 'several';
  switch (only.kind) {
    case 'insert':
      return isReadAgain(on, only.table, only.answer) ? 'several' : only.values.some(isSlug) ? 'one' : 'first';
    case 'update':
      return isReadAgain(on, only.table, only.answer)
        ? 'several'
        : only.every || only.set.some(isSlug)
          ? 'one'
          : 'first';
    case 'delete':
      return only.answer?.some(({ expr }) => searches(expr)) === true ? 'one' : 'first';
    case 'put':
      return [only.update, only.insert].some((step) => isReadAgain(on, step.table, step.answer)) ? 'several' : 'one';
    default:
      return 'one';
  }
}

/** The names of the unique indexes over a slug that the steps make. */
function slugs(on: Preparing, steps: readonly Step[]): ReadonlySet<string> {
  const values = steps.flatMap((step) => {
    if (step.kind === 'put') return [step.update, step.insert].flatMap(valuesOf);
    return step.kind === 'insert' || step.kind === 'update' ? valuesOf(step) : [];
  });
  return new Set(
    values.flatMap(({ table, column }) =>
      (on.schema.get(table)?.unique ?? []).flatMap(({ index, name }) => (index.columns.includes(column) ? [name] : [])),
    ),
  );
}

function valuesOf(step: Insert | Update): readonly { readonly table: string; readonly column: string }[] {
  const values = step.kind === 'insert' ? step.values : step.set;
  return values.filter(isSlug).map(({ column }) => ({ table: step.table, column }));
}

function isSlug({ slug }: ColumnValue): boolean {
  return slug === true;
}
