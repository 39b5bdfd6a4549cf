// Calls with a key, on PostgreSQL. Input: the steps of an operation. Output: a program that acts once for each key, whichever process is
// called. The key is claimed by a lock that ends with the transaction, in which the effect runs and its answer is kept; the claim and the
// effect are sent together, and so are the answer and the COMMIT: one turn more than without a key. Decision 0046.

import type { Step } from '../../plan/steps.ts';
import type { KeptAnswers, KeyedCall, KeyedProgram, Repeated } from '../store.ts';
import {
  KEY,
  type Keeping,
  keepingOf,
  looking,
  named,
  NOW,
  partsOf,
  repeated,
  resultOf,
  withAnswer,
} from '../relational/keyed-calls.ts';
import { DEADLINE, REPEATED } from '../store.ts';
import { tableOf } from '../relational/print.ts';
import type { RunAll } from '../relational/run.ts';
import type { Schema } from '../relational/schema.ts';
import type { Effect, Preparing, Statement } from '../relational/statement.ts';
import type { Bindings, Program, Result } from '../store.ts';
import { attempts } from './attempts.ts';
import { crowdOf } from './concurrency-limit.ts';
import { runEffect, TakenMeanwhile, type Keeping as Keeps } from './effects.ts';
import { faultOf, isDatabaseError, violatedIndex } from './faults.ts';
import { CLAIM_ENDS } from './functions.ts';
import { keepsOf, programOf, type Lend, type Parts } from './program.ts';

/** What was kept when the claim was made is gone when it is read: how often that is taken for bad luck. */
const MOST_ROUNDS = 5;

type Claimed = 'kept' | 'running';
type Once = Result | Claimed;

export function keyedProgramOf(parts: Parts, steps: readonly Step[], before: number): KeyedProgram {
  const { on, lend, during, commits, connections, telling, isClosed } = parts;
  const claim = claimOf(on);
  const keeping = keepingOf(on);
  const { caller, effect: plain } = partsOf(on, steps, before);
  const effect: RunAll = telling ? (bindings) => telling(plain(bindings)) : plain;
  const kept = programOf(parts, looking(on.schema), undefined);
  const how: Keeps = { ...keepsOf(parts, steps, false), writes: 'several', isFenced: true };
  const crowd = crowdOf(connections);
  const index = tableOf(on.schema, REPEATED).unique[0]!.name;
  const tries = async (run: () => Effect<Result>, deadline: number | undefined): Promise<Once> => {
    let claimed: Claimed | undefined;
    const once = async (keeps: () => void): Promise<Result> => {
      try {
        const asked = { judge: undefined, deadline, keeps, isAlone: false, commits };
        return await during(() => lend((session) => runEffect(run(), session, how, asked)));
      } catch (error) {
        // It was kept when the transaction had begun already.
        if (violatedIndex(error) === index) throw new TakenMeanwhile(index, { cause: error });
        claimed = claimedBy(error);
        if (claimed === undefined) throw error;
        return NOTHING;
      }
    };
    const result = await attempts(once, crowd, deadline);
    return claimed ?? result;
  };
  const round = async (bindings: Bindings, call: KeyedCall): Promise<Result | Repeated | 'again'> => {
    let bound = bindings;
    const result = await tries(
      () => acting({ claim, keeping, caller, effect }, bindings, call, (name) => (bound = name)),
      bindings[DEADLINE],
    );
    if (result === 'running') return { kind: 'still running' };
    return result === 'kept' ? look(kept, bound) : result;
  };
  return {
    run: (bindings, call) =>
      during(async () => {
        if (isClosed()) return { kind: 'unavailable', reason: 'the store is closed' };
        for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
          const result = await round(bindings, call);
          if (result !== 'again') return result;
        }
        return { kind: 'unavailable', reason: 'what is kept under the key changes all the time' };
      }),
  };
}

const NOTHING: Result = { kind: 'done', outcome: 'unchanged', rows: [], total: undefined };

interface Acting {
  readonly claim: Statement;
  readonly keeping: Keeping;
  readonly caller: RunAll | undefined;
  readonly effect: RunAll;
}

/** `told`: is given the call with its name, before anything is done for it. */
function* acting(
  { claim, keeping, caller, effect }: Acting,
  bindings: Bindings,
  call: KeyedCall,
  told: (bound: Bindings) => void,
): Effect<Result> {
  const known = caller && (yield* caller(bindings));
  if (known && known.kind !== 'done') return known;
  const bound = known?.bound ?? bindings;
  const name = named(bound, call);
  told(name);
  yield { statement: claim, bindings: name, unread: true };
  const result = resultOf(yield* effect(bound), bound, bindings);
  if (result.kind !== 'done') return result;
  const settled = call.settle(result);
  if ('undone' in settled) return { kind: 'undone', value: settled.undone };
  if (settled.answer) yield keeping.keep(withAnswer(name, settled.answer));
  return result;
}

async function look(kept: Program, bound: Bindings): Promise<Result | Repeated | 'again'> {
  const result = await kept.run(bound);
  if (result.kind !== 'done') return result;
  const found = repeated(result.bound ?? bound);
  // It ended, or was swept, between the two.
  return found === undefined || found === 'ended' ? 'again' : found;
}

function claimOf(on: Preparing): Statement {
  return on.prepare({
    sql: 'SELECT ninefold_claim($1, $2)',
    args: [
      { name: KEY, type: 'text' },
      { name: NOW, type: 'instant' },
    ],
  });
}

function claimedBy(error: unknown): Claimed | undefined {
  if (!isDatabaseError(error)) return undefined;
  if (error.code === CLAIM_ENDS.kept) return 'kept';
  return error.code === CLAIM_ENDS.running ? 'running' : undefined;
}

/** Nothing where no answer is kept. What another process takes out is left to it. */
export function keptAnswers(
  schema: Schema,
  lend: Lend,
  during: <T>(run: () => Promise<T>) => Promise<T>,
): { readonly kept?: KeptAnswers } {
  if (!schema.has(REPEATED)) return {};
  const ended = `SELECT "id" FROM _repeated WHERE "until" <= $1::timestamptz ORDER BY "until" LIMIT $2::int FOR UPDATE SKIP LOCKED`;
  const text = `WITH "gone" AS (DELETE FROM _repeated WHERE "id" IN (${ended}) RETURNING 1) SELECT count(*)::int FROM "gone"`;
  return {
    kept: {
      sweep: (now, most) =>
        during(async () => {
          try {
            const [row] = await lend((session) => session.query(text, [now, most]));
            return Number(row?.[0] ?? 0);
          } catch (error) {
            const reason = faultOf(error);
            throw reason === undefined ? error : new Error(reason, { cause: error });
          }
        }),
    },
  };
}
