// Which refusal goes first. Input: the order of checks of an operation and its steps. Output: a function that asks the store, once a
// request is sure to be refused by one check, whether another one that the order puts before it fails as well. Reads for an order other
// than the cheapest are made here alone. Notation, part 4 `Checks`; docs/lifecycle.md.

import type { RunPlan, Table } from '../plan/plan.ts';
import type { Bindings, Program, Result, Store } from '../store/store.ts';
import { comesBefore, type Check } from './phases/order.ts';
import { before, checksOf, isOfPath, type Probe } from './probe.ts';

/** How far a request has been looked at: what it says of its caller, its path, its query and body. */
export const STAGES = ['credentials', 'path', 'body'] as const;
export type Stage = (typeof STAGES)[number];

type Refused = Exclude<Result, { kind: 'done' }>;
type Asked = Refused | undefined;

/** What is known of a request. */
export interface Known {
  readonly isPathWhole: boolean;
  /** Of a name that a check needs. */
  knows(name: string, check: Check): boolean;
}

export interface Precedence {
  /** May a refusal by this check be told when a request has been looked at so far? */
  isSettled(check: Check, stage: Stage): boolean;
  /** Is there anything to ask of what goes before it? */
  asks(check: Check, isAbsent: boolean): boolean;
  /** Do questions that go before it need secrets that are sent to be compared? */
  comparesBefore(check: Check): boolean;
  /** What goes before a refusal by this check. */
  first(check: Check, bindings: Bindings, known: Known): Asked | Promise<Asked>;
  /** Are the rows there that the path selects, as far as it fits? */
  left(bindings: Bindings, known: Known): Asked | Promise<Asked>;
  /** What goes before a refusal by the effect, and was not judged by it. */
  behind(cause: string, bindings: Bindings): Asked | Promise<Asked>;
}

/** One question, or several that are answered one after another. */
interface Question {
  readonly probe: Probe;
  readonly needs: readonly string[];
  readonly program: () => Program;
  readonly parts: () => readonly Question[];
  readonly unless: { readonly needs: readonly string[]; readonly program: () => Program } | undefined;
}

export function compilePrecedence(run: RunPlan, storage: readonly Table[], store: Store, stageOf: StageOf): Precedence {
  const { probes, judged } = checksOf(run, storage);
  const prepare = (probe: Probe): Question => ({
    probe,
    needs: probe.needs,
    program: once(() => store.prepare(probe.steps)),
    parts: once(() => (probe.parts ?? []).map(prepare)),
    unless: probe.unless && { needs: probe.unless.needs, program: once(() => store.prepare(probe.unless!.steps)) },
  });
  const ahead = memo((check: Check) => before(run.order, check, probes).map(prepare));
  const together = memo((check: Check) => merged(before(run.order, check, probes)).map(prepare));
  const behind = memo((cause: string) => {
    const own = judged.filter((one) => one.cause === cause);
    const check = own.map((one) => one.check).toSorted((a, b) => run.order.indexOf(b) - run.order.indexOf(a))[0];
    if (check === undefined) return [];
    const from = Math.min(...judged.filter((one) => one.check === check).map(({ place }) => place));
    return before(run.order, check, probes)
      .filter(({ place }) => place > from)
      .map(prepare);
  });
  const left = once(() =>
    probes
      .filter(({ check, needs }) => check === 'existence' && needs.length > 0 && needs.every(isOfPath))
      .map(prepare),
  );
  const needed = memo((check: Check) =>
    Math.max(
      0,
      ...run.order.filter((one) => comesBefore(run.order, one, check)).map((one) => placeOf(stageOf(one))),
      ...before(run.order, check, probes).flatMap(({ needs }) => needs.map((name) => placeOf(stageOfName(name)))),
    ),
  );
  return {
    isSettled: (check, stage) => needed(check) <= placeOf(stage),
    asks: (check, isAbsent) => ahead(check).length > 0 || (isAbsent && check === 'existence' && left().length > 0),
    comparesBefore: (check) =>
      ahead(check).some(
        ({ probe, needs }) => probe.check !== 'existence' && needs.some((name) => name.startsWith('verified.')),
      ),
    first: (check, bindings, known) => ask((known.isPathWhole ? together : ahead)(check), bindings, known),
    left: (bindings, known) => ask(left(), bindings, known),
    behind: (cause, bindings) => ask(behind(cause), bindings, EVERYTHING),
  };
}

/** When a check that needs no store is made; undefined: this operation has none of it. */
export type StageOf = (check: Check) => Stage | undefined;

const EVERYTHING: Known = { isPathWhole: true, knows: () => true };

function placeOf(stage: Stage | undefined): number {
  return stage === undefined ? 0 : STAGES.indexOf(stage);
}

function stageOfName(name: string): Stage {
  return isOfPath(name) ? 'path' : 'body';
}

/** Those that need nothing but the path go to the store together. */
function merged(probes: readonly Probe[]): readonly Probe[] {
  const all: Probe[] = [];
  for (const probe of probes) {
    const last = all.at(-1);
    const isOne = last && [last, probe].every((one) => isPlain(one) && one.check !== 'uniqueness');
    if (isOne) all[all.length - 1] = { ...last, steps: [...new Set([...last.steps, ...probe.steps])] };
    else all.push(probe);
  }
  return all;
}

function isPlain({ needs, found, unless }: Probe): boolean {
  return found === undefined && unless === undefined && needs.every(isOfPath);
}

/** In their order, until one is refused; of what is taken, the others go with it. */
function ask(questions: readonly Question[], bindings: Bindings, known: Known, from = 0): Asked | Promise<Asked> {
  for (let place = from; place < questions.length; place++) {
    const { probe, needs, program, parts, unless } = questions[place]!;
    const isKnown = needs.every((name) => known.knows(name, probe.check));
    if (!isKnown && probe.parts === undefined) continue;
    const judge = (refused: Asked): Asked | Promise<Asked> => {
      if (refused === undefined) return ask(questions, bindings, known, place + 1);
      const others = questions.slice(place + 1).filter((other) => other.probe.check === 'uniqueness');
      if (refused.kind !== 'refused' || probe.check !== 'uniqueness' || others.length === 0) return refused;
      return after(ask(others, bindings, known), (more) => withMore(refused, more));
    };
    if (!isKnown) return after(ask(parts(), bindings, known), judge);
    const isAsked = unless?.needs.every((name) => known.knows(name, probe.check));
    const skipped = isAsked ? unless!.program().run(bindings) : undefined;
    const result = skipped === undefined ? program().run(bindings) : unlessFound(skipped, program(), bindings);
    return after(
      after(result, (one) => refusedBy(one, probe)),
      judge,
    );
  }
  return undefined;
}

type Taken = Extract<Result, { kind: 'refused' }>;

function withMore(refused: Taken, more: Asked): Refused {
  if (more === undefined) return refused;
  if (more.kind !== 'refused') return more;
  return { ...refused, also: [...(refused.also ?? []), more.cause, ...(more.also ?? [])] };
}

const PASSED: Result = { kind: 'done', outcome: 'found', rows: [], total: undefined };

function unlessFound(looked: Result | Promise<Result>, program: Program, bindings: Bindings): Result | Promise<Result> {
  return after(looked, (result) => {
    if (result.kind === 'unavailable') return result;
    return result.kind === 'done' ? PASSED : program.run(bindings);
  });
}

function refusedBy(result: Result, { found }: Probe): Asked {
  if (result.kind !== 'done') return result;
  return found !== undefined && result.rows.length > 0 ? { kind: 'refused', cause: found } : undefined;
}

function after<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function memo<K, T>(make: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key)!;
  };
}
