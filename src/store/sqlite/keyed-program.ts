// Calls with a key, embedded. Input: the steps of an operation. Output: a program that acts once for each key, in one turn of the group: the key
// is looked up, the effect runs, and what is answered is kept; or nothing of it is. Decision 0046.

import type { DatabaseSync } from 'node:sqlite';
import type { Step } from '../../plan/steps.ts';
import { DEADLINE, REPEATED, type KeptAnswers, type KeyedCall, type KeyedProgram, type Repeated } from '../store.ts';
import { KEY, keepingOf, named, partsOf, repeated, resultOf, withAnswer } from '../relational/keyed-calls.ts';
import type { RunAll } from '../relational/run.ts';
import type { Schema } from '../relational/schema.ts';
import type { Bindings, Result } from '../store.ts';
import type { Group } from './group.ts';
import type { Parts } from './program.ts';
import { preparing, runNow } from './statement.ts';

export function keyedProgramOf(parts: Parts, steps: readonly Step[], before: number): KeyedProgram {
  const { database, schema, counts, group, audit } = parts;
  const on = preparing(database, schema, counts.grow);
  const { caller, effect: plain } = partsOf(on, steps, before);
  const effect: RunAll = audit ? (bindings) => audit.telling(plain(bindings)) : plain;
  const { look, keep } = keepingOf(on);
  const forget = database.prepare('DELETE FROM _repeated WHERE key = ?');
  const act = (bindings: Bindings, call: KeyedCall): Result | Repeated => {
    const known = caller ? runNow(caller(bindings)) : undefined;
    if (known && known.kind !== 'done') return known;
    const bound = known?.bound ?? bindings;
    const name = named(bound, call);
    const found = runNow(look(name));
    const before = repeated(found);
    if (before === 'ended') forget.run(found[KEY]!);
    else if (before !== undefined) return before;
    const result = resultOf(runNow(effect(bound)), bound, bindings);
    if (result.kind !== 'done') return result;
    const settled = call.settle(result);
    if ('undone' in settled) return { kind: 'undone', value: settled.undone };
    if (settled.answer) runNow(once(keep(withAnswer(name, settled.answer))));
    return result;
  };
  return {
    async run(bindings, call) {
      let before: Repeated | undefined;
      const run = (): Result => {
        const result = act(bindings, call);
        before = isRepeated(result) ? result : undefined;
        return isRepeated(result) ? NOTHING : result;
      };
      const result = await group.submit({ effect: run, savepoint: true, deadline: bindings[DEADLINE] });
      return result.kind === 'unavailable' ? result : (before ?? result);
    },
  };
}

const NOTHING: Result = { kind: 'done', outcome: 'unchanged', rows: [], total: undefined };

function isRepeated(result: Result | Repeated): result is Repeated {
  return result.kind === 'repeated' || result.kind === 'other call' || result.kind === 'still running';
}

function* once<T>(ask: T): Generator<T, void> {
  yield ask;
}

/** Nothing where no answer is kept. */
export function keptAnswers(schema: Schema, database: DatabaseSync, group: Group): { readonly kept?: KeptAnswers } {
  if (!schema.has(REPEATED)) return {};
  const ended = 'SELECT id FROM _repeated WHERE until <= ? ORDER BY until LIMIT ?';
  const statement = database.prepare(`DELETE FROM _repeated WHERE id IN (${ended})`);
  const sweep = async (now: string, most: number): Promise<number> => {
    let gone = 0;
    const effect = (): Result => {
      gone = Number(statement.run(now, most).changes);
      return NOTHING;
    };
    const result = await group.submit({ effect, savepoint: false, deadline: undefined });
    if (result.kind !== 'done') throw new Error(result.kind === 'unavailable' ? result.reason : result.kind);
    return gone;
  };
  return { kept: { sweep } };
}
