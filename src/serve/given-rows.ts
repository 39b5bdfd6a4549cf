// What a document puts into the data before its plan is served: its rows, and what shows the payloads of its events. Input: a plan and its store.
// Output: done, or CannotOpen with one sentence: rows that others refer to are not taken out, and nothing of it is kept. Notation, part 2, `Rows:`;
// decisions 0054 and 0068.

import type { GivenRowsPlan } from '../plan/given-rows-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { CannotOpen, TURN_TAKEN, type Result, type Store } from '../store/store.ts';
import { toldBy, type Teller } from './audit.ts';
import { bindingsOf } from './compiled.ts';
import { compileMade } from './generated-values.ts';
import { keepPayloads } from './relay/payload.ts';

/** Milliseconds for which a start waits for another process that puts them, and how long between two looks. */
const PATIENCE = 30_000;
const AGAIN = 50;

/** The cause by which a table that has rows is left as it is. */
const ROWS_THERE = 'rows there';

export async function putRows(plan: Plan, store: Store, now: () => number): Promise<void> {
  await keepPayloads(plan, store.notes);
  const told = toldBy(store, plan, { now }, DOCUMENT);
  for (const one of plan.given ?? []) await (one.once ? putOnce(one, told, now) : put(one, told, now));
}

/** As an audit calls it. */
const DOCUMENT: Teller = { who: 'operator', operation: 'rows' };

/** What was put once is not put again, whatever has become of it. */
async function putOnce(given: GivenRowsPlan, store: Store, now: () => number): Promise<void> {
  const key = `rows of ${given.resource}`;
  if ((await store.notes.read(key)) !== undefined) return;
  await put(given, store, now);
  await store.notes.write(key, new Date(now()).toISOString());
}

async function put(given: GivenRowsPlan, store: Store, now: () => number): Promise<void> {
  const { make, steps, resource } = given;
  const program = store.prepare(steps, 'rows of the document');
  const bindings = bindingsOf({ path: [], body: { kind: 'none' }, make, steps }, '');
  const until = performance.now() + PATIENCE;
  for (;;) {
    compileMade(make)?.(bindings, now());
    const result = await program.run(bindings);
    if (result.kind === 'done' || isThere(result)) return;
    const isOver = performance.now() > until;
    if (result.kind === 'refused' && result.cause !== TURN_TAKEN) throw new CannotOpen(sentence(resource, result));
    if (isOver)
      throw new CannotOpen(
        `The rows of ${resource} cannot be put: ${result.kind === 'unavailable' ? result.reason : 'another process puts them'}.`,
      );
    await new Promise((resolve) => void setTimeout(resolve, AGAIN));
  }
}

function isThere(result: Result): boolean {
  return result.kind === 'refused' && result.cause === ROWS_THERE;
}

function sentence(resource: string, { cause, row }: Extract<Result, { kind: 'refused' }>): string {
  const [, field] = /^referred (.*)$/s.exec(cause) ?? [];
  if (field !== undefined)
    return `${row ?? `A row of ${resource}`} is among the rows that are kept, and not among those of the document any more, and \`${field}\` refers to it.`;
  return `The rows of ${resource} do not fit those that are kept: ${cause}.`;
}
