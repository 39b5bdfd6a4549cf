// Programs that one process at a time runs. Input: the name of a turn, an effect. Output: the same effect; it begins with taking
// the turn and holds it until its transaction ends in any way. Where another process holds it, nothing is done, without waiting.

import type { RunAll } from '../relational/run.ts';
import type { Preparing } from '../relational/statement.ts';
import { TURN_TAKEN } from '../store.ts';

export function inTurn(on: Preparing, turn: string, run: RunAll): RunAll {
  const sql = 'SELECT pg_try_advisory_xact_lock(hashtext(current_schema()), hashtext($1))';
  const take = on.prepare({ sql, args: [{ constant: `turn ${turn}`, type: 'text' }] }, { one: true });
  return function* (bindings) {
    const [row] = yield { statement: take, bindings };
    if (row?.[0] !== 1) return { kind: 'refused', cause: TURN_TAKEN };
    return yield* run(bindings);
  };
}
