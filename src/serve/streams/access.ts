// Who may go on reading a stream, and who sees an event. Input: the operation, and what is bound of the request that opened the stream. Output: both
// are asked when an event is sent, by the row as it was and the caller as it is; readers whose requests bind the same are asked about once. Notation, part 6,
// "On a stream"; decision 0069.

import type { SeesPlan, StreamPlan } from '../../plan/delivery-plan.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { OutboxEvent } from '../../store/deliveries.ts';
import type { Bindings, Program, Result } from '../../store/store.ts';
import { bindingsOf, type Compiled } from '../compiled.ts';
import { compileBindings } from '../relay/receivers.ts';
import type { Access } from './context.ts';

/** Milliseconds for which an answer is good, at most. */
const GOOD = 1_000;

export function compileAccess(compiled: Compiled, plan: StreamPlan): (bindings: Bindings) => Access {
  const { run, program } = compiled;
  const seen = new Map(
    Object.entries(plan.sees).map(([resource, one]) => [resource, one === null ? null : compileSees(compiled, one)]),
  );
  const known = new Map<string, Known>();
  const names = askedNames(compiled, plan);
  const isAsked = run.credentials !== undefined;
  return (bindings) => {
    const key = JSON.stringify(names.map((name) => keyed(bindings[name])));
    let shared = known.get(key);
    if (!shared) known.set(key, (shared = knownOf(() => mayStill(compiled, program, bindings))));
    shared.readers++;
    const { still, decided } = shared;
    let isLeft = false;
    return {
      still: async (since) => !isAsked || still(since),
      sees: (event, since) => {
        const ask = seen.get(event.resource);
        if (ask === undefined || ask === null) return ask === null;
        return decided(event.id, since, () => ask(event, bindings));
      },
      left() {
        if (!isLeft && --shared.readers === 0) known.delete(key);
        isLeft = true;
      },
    };
  };
}

/** What of a request decides; what is made for each request is made again when it is asked. */
function askedNames({ run: { steps, make } }: Compiled, { sees }: StreamPlan): readonly string[] {
  const asked = [...steps, ...Object.values(sees).flatMap((one) => one?.steps ?? [])];
  const used = Object.keys(bindingsOf({ path: [], body: { kind: 'none' }, make: [], steps: asked }, ''));
  const made = new Set(make.map(({ name }) => name));
  const from = make.flatMap((one) => ('of' in one ? [one.of] : []));
  return [...new Set([...used, ...from])].filter((name) => !made.has(name)).toSorted();
}

/** JSON has no whole numbers of any length. */
function keyed(value: SqlValue | undefined): unknown {
  return typeof value === 'bigint' ? { whole: String(value) } : value;
}

/** Of the readers about which the same is asked. */
interface Known {
  readers: number;
  readonly still: (since: number) => Promise<boolean>;
  readonly decided: (event: number, since: number, ask: () => Promise<boolean>) => Promise<boolean>;
}

interface Answer {
  readonly at: number;
  readonly is: Promise<boolean>;
}

/** Answers that are kept, at most. */
const MOST = 1_000;

function knownOf(ask: () => Promise<boolean>): Known {
  let last: Answer | undefined;
  const events = new Map<number, Answer>();
  return {
    readers: 0,
    still(since) {
      if (!isGood(last, since)) last = answered(ask);
      return last.is;
    },
    decided(event, since, ask) {
      const before = events.get(event);
      if (isGood(before, since)) return before.is;
      if (events.size >= MOST) events.clear();
      const answer = answered(ask);
      events.set(event, answer);
      return answer.is;
    },
  };
}

function isGood(answer: Answer | undefined, since: number): answer is Answer {
  return answer !== undefined && answer.at >= since && performance.now() - answer.at < GOOD;
}

function answered(ask: () => Promise<boolean>): Answer {
  const at = performance.now();
  const is = ask();
  is.catch(() => undefined);
  return { at, is };
}

/** Would the stream be opened now? */
function mayStill(compiled: Compiled, program: Program, bindings: Bindings): Promise<boolean> {
  return allowed(program, nowBound(compiled, bindings));
}

function compileSees(
  compiled: Compiled,
  { binds, steps }: SeesPlan,
): (event: OutboxEvent, bindings: Bindings) => Promise<boolean> {
  const { run, context } = compiled;
  const program = context.store.prepare(steps);
  const rowOf = compileBindings(binds);
  const { path, body, make } = run;
  const template = bindingsOf({ path, body, make, steps }, context.base);
  return (event, bindings) => allowed(program, nowBound(compiled, { ...template, ...bindings, ...rowOf(event) }));
}

function nowBound({ make, context }: Compiled, bindings: Bindings): Record<string, SqlValue> {
  const bound = { ...bindings };
  make?.(bound, context.clock.now());
  return bound;
}

async function allowed(program: Program, bindings: Bindings): Promise<boolean> {
  const result: Result = await program.run(bindings);
  if (result.kind === 'unavailable') throw new Error(result.reason);
  return result.kind === 'done';
}
