// An order of calls in which each one works: creations first, then reads, changes, moves, deletions last; a row that is used up
// is made again. Input: a plan. Output: calls with the shell variables they set, and the operations no call was found for.

import type { OperationPlan, Plan } from '../plan/plan.ts';
import { callOf } from './call.ts';
import type { Call, Choices, Chosen, Written } from './call.ts';
import { effortForAll, spend, withShare } from '../base/effort.ts';
import { dryRun } from './dry-run.ts';
import type { DryRow, World } from './dry-run.ts';
import { keysOf } from './keys.ts';
import { CREDENTIAL, saidBy, withSigned } from './who-calls.ts';
import type { Key, Shown } from './keys.ts';
import { rankOf } from './rank.ts';
import { answerOf, inUse, isNumber, sentAs, variableOf } from './written-as.ts';

/** A call, and what is to be taken out of its answer for the calls after it. */
export interface Scheduled {
  readonly call: Call;
  readonly takes: readonly { readonly variable: string; readonly shown: Shown }[];
}

export interface Schedule {
  readonly calls: readonly Scheduled[];
  /** Operations that run, but for which no call could be found; `cause`: of the refusal that the last attempt met. */
  readonly unreached: readonly { readonly operation: OperationPlan; readonly cause: string | undefined }[];
}

/** Everything that is known at one point of the order. */
interface State {
  readonly world: World;
  /** How to write a row's column in a line, by row key and column. */
  readonly written: ReadonlyMap<string, Written>;
  readonly calls: readonly Scheduled[];
}

/** The most calls that are tried to bring a row into the state that one operation needs. */
const TRIES = 600;
const DEPTH = 6;
/** Rows for the keys of one call. */
const MOST_CHOICES = 64;
/** What a call costs that is tried in search of others, and what each row of its world adds. */
const TRIED = 20_000;
const TRIED_ROW = 2000;

/** Days from now, where a value that is the same whenever it is made meets no condition with `now`. */
const DAYS = [1, -1, 400, -400] as const;

/** A search that may be left for a while at each `yield`: the work between two takes about a millisecond. */
export type Search<T> = Generator<undefined, T, undefined>;

/** `now`: milliseconds since 1970, for conditions. `from`: the first variation, so that values differ from an earlier start's. */
export function schedule(plan: Plan, from: number, now: number): Search<Schedule> {
  return new Scheduler(plan, from, now).run();
}

class Scheduler {
  readonly #plan: Plan;
  readonly #effort = effortForAll();
  readonly #from: number;
  readonly #now: number;
  readonly #runnable: readonly OperationPlan[];
  readonly #keys: ReadonlyMap<OperationPlan, ReadonlyMap<string, Key>>;
  /** Columns by which some operation names a row. */
  readonly #named: readonly Key[];
  /** The table of the tokens, where operations read credentials. */
  readonly #tokens: string | undefined;
  /** What an attempt was refused for, last. */
  readonly #causes = new Map<OperationPlan, string>();
  /** What was tried. */
  readonly #begun = new Set<OperationPlan>();

  constructor(plan: Plan, from: number, now: number) {
    this.#plan = plan;
    this.#from = from;
    this.#now = now;
    this.#runnable = plan.operations.filter((operation) => operation.run !== undefined);
    this.#keys = new Map(
      this.#runnable.map((operation) => [operation, withSigned(keysOf(operation), operation, plan.schemes ?? [])]),
    );
    const all = [...this.#keys.values()].flatMap((keys) => [...keys.values()]);
    this.#tokens = [...this.#keys.values()].flatMap((keys) => keys.get(CREDENTIAL) ?? [])[0]?.table;
    this.#named = [...new Map(all.map((key) => [`${key.table}.${key.column}`, key])).values()];
  }

  *run(): Search<Schedule> {
    let state: State = { world: { rows: [], made: 0 }, written: new Map(), calls: [] };
    const unreached: { operation: OperationPlan; cause: string | undefined }[] = [];
    for (const rank of [0, 1, 2, 3, 4, 5]) {
      let pending = this.#runnable.filter((operation) => rankOf(operation) === rank);
      while (pending.length > 0) {
        const done = new Set<OperationPlan>();
        for (const operation of pending) {
          const after = this.#isWorthAnother(operation, state) ? this.#tried(operation, state, false) : undefined;
          yield;
          if (after === undefined) continue;
          state = after;
          done.add(operation);
        }
        if (done.size === 0) {
          const found = yield* this.#searched(pending, state);
          if (found === undefined) break;
          state = found.state;
          done.add(found.operation);
        }
        pending = pending.filter((operation) => !done.has(operation));
      }
      unreached.push(...pending.map((operation) => ({ operation, cause: this.#causes.get(operation) })));
    }
    return { calls: state.calls, unreached };
  }

  /** The first that other calls make possible, or other days. */
  *#searched(
    pending: readonly OperationPlan[],
    state: State,
  ): Search<{ readonly operation: OperationPlan; readonly state: State } | undefined> {
    for (const search of [this.#prepared.bind(this), this.#dated.bind(this)]) {
      for (const operation of pending) {
        const after = yield* search(operation, state);
        if (after !== undefined) return { operation, state: after };
      }
    }
    return undefined;
  }

  /** Each is tried once, at any cost; all further tries share one budget. */
  #isWorthAnother(operation: OperationPlan, { world }: State): boolean {
    if (!this.#begun.has(operation)) {
      this.#begun.add(operation);
      return true;
    }
    return spend(this.#effort, TRIED + TRIED_ROW * world.rows.length);
  }

  /** The state after a call that works, with rows that are there; newest rows first. */
  #tried(operation: OperationPlan, state: State, newestOnly: boolean, days?: number): State | undefined {
    const run = operation.run!;
    const vary = this.#from + state.calls.filter(({ call }) => rankOf(call.operation) === 0).length + 1;
    for (const choices of this.#choices(operation, state, newestOnly)) {
      const making = { shapes: this.#plan.shapes, vary, now: this.#now, ...(days !== undefined && { days }) };
      const call = withShare(this.#effort, (effort) => callOf(operation, choices, { ...making, effort }));
      if (call === undefined) continue;
      const result = attempt(() => dryRun(run, this.#plan.storage, state.world, call.bindings));
      if (result?.kind === 'done') return this.#after(call, result.world, result.created, state);
      // The refusal that a caller got says more than that there was no caller.
      if (result !== undefined && (result.cause !== 'no credentials' || !this.#causes.has(operation)))
        this.#causes.set(operation, result.cause);
    }
    return undefined;
  }

  /** With days and instants before now, or after it. */
  *#dated(operation: OperationPlan, state: State): Search<State | undefined> {
    if (operation.run?.make.some(({ kind }) => OF_TIME.has(kind)) !== true) return undefined;
    // Dates make no caller.
    if (this.#isOfCaller(operation)) return undefined;
    for (const days of DAYS) {
      const direct = this.#isWorthAnother(operation, state) ? this.#tried(operation, state, false, days) : undefined;
      const after = direct ?? (yield* this.#prepared(operation, state, days));
      if (after !== undefined) return after;
    }
    return undefined;
  }

  /** The state after calls that make `operation` possible, and after itself: the shortest such sequence. */
  *#prepared(operation: OperationPlan, start: State, days?: number): Search<State | undefined> {
    const helpers = this.#runnable.filter((each) => [0, 2, 3].includes(rankOf(each)));
    let level: State[] = [start];
    const seen = new Set<string>();
    // Who may is mostly found at once or never; others need the effort, too.
    const kept = this.#effort.left * (this.#isOfCaller(operation) ? 15 / 16 : 1 / 2);
    for (let depth = 0, tries = 0; depth < DEPTH && level.length > 0; depth++) {
      const next: State[] = [];
      for (const state of level) {
        // The first step must make a row: what is there already did not do.
        for (const helper of depth === 0 ? helpers.filter((each) => rankOf(each) === 0) : helpers) {
          if (++tries > TRIES || this.#effort.left < kept || !this.#isWorthAnother(operation, state)) return undefined;
          yield;
          const after = this.#tried(helper, state, true, days);
          if (after === undefined || seen.has(this.#fingerprint(after))) continue;
          seen.add(this.#fingerprint(after));
          const reached = this.#tried(operation, after, false, days);
          if (reached !== undefined) return reached;
          next.push(after);
        }
      }
      level = next;
    }
    return undefined;
  }

  /** Is it refused to those who call? */
  #isOfCaller(operation: OperationPlan): boolean {
    return /^(?:no credentials|not permitted)/.test(this.#causes.get(operation) ?? '');
  }

  /** Which row each key parameter could name. */
  *#choices(operation: OperationPlan, state: State, newestOnly: boolean): Generator<Choices> {
    const keys = this.#keys.get(operation)!;
    const made = new Set(operation.run!.steps.flatMap((step) => (step.kind === 'put' ? [step.insert.table] : [])));
    const tables = [...new Set([...keys.values()].map(({ table }) => table))].filter((table) => !made.has(table));
    let tries = 0;
    for (const rows of combinations(tables, (table) => candidates(table, state.world, newestOnly))) {
      if ((tries += 1) > MOST_CHOICES) return;
      const choices = new Map<string, Chosen | undefined>();
      for (const [parameter, { table, column }] of keys) {
        if (made.has(table)) continue;
        const row = rows.get(table);
        choices.set(parameter, chosenFrom(row, column, state.written));
        if (parameter !== CREDENTIAL || !row) continue;
        for (const [name, stored] of saidBy(table, row.values, this.#plan.schemes ?? []))
          choices.set(name, { stored, written: { literal: stored } });
      }
      yield choices;
      const inserted = new Set(operation.run!.steps.flatMap((step) => (step.kind === 'insert' ? [step.table] : [])));
      const others = [...choices].filter(([parameter]) => !inserted.has(keys.get(parameter)?.table ?? ''));
      // A row that the call makes itself.
      if (others.length < choices.size) yield new Map(others);
    }
  }

  #after(call: Call, world: World, created: DryRow | undefined, before: State): State {
    const written = new Map(before.written);
    const takes: { variable: string; shown: Shown }[] = [];
    const unchanged = new Set(before.world.rows);
    const touched = world.rows.filter((row) => !unchanged.has(row));
    for (const row of touched) {
      for (const { table, column } of this.#named) {
        if (table !== row.table) continue;
        const id = `${row.key} ${column}`;
        const was = before.world.rows.find((each) => each.key === row.key)?.values[column];
        if (was !== undefined && was === row.values[column]) continue;
        const known = sentAs(call, row, column);
        const isToken = table === this.#tokens;
        const outcome = created === row ? 'created' : undefined;
        const shown = known ?? answerOf(call.operation, outcome, isToken ? undefined : column);
        if (shown === undefined) written.delete(id);
        else if ('in' in shown) {
          const variable = variableOf(row, isToken ? 'token' : `${table}_${column}`, world, inUse(written, id, world));
          takes.push({ variable, shown });
          written.set(id, { variable, isNumber: isNumber(this.#plan, row.table, column) });
        } else written.set(id, shown);
      }
    }
    return { world, written, calls: [...before.calls, { call, takes }] };
  }

  /** What matters of the rows: not when, not their keys' values. */
  #fingerprint({ world }: State): string {
    return JSON.stringify(
      world.rows.map(({ table, values }) => [
        table,
        (this.#plan.storage.find(({ name }) => name === table)?.columns ?? [])
          .filter(({ type }) => type !== 'instant')
          .map(({ name }) => String(values[name] ?? null)),
      ]),
    );
  }
}

const OF_TIME: ReadonlySet<string> = new Set(['now', 'today', 'second']);

function candidates(table: string, world: World, newestOnly: boolean): readonly (DryRow | undefined)[] {
  const rows = world.rows.filter((row) => row.table === table).toReversed();
  return [...(newestOnly ? rows.slice(0, 1) : rows.slice(0, 8)), undefined];
}

/** The rows of each table in turn. */
function* combinations(
  tables: readonly string[],
  rowsOf: (table: string) => readonly (DryRow | undefined)[],
): Generator<ReadonlyMap<string, DryRow | undefined>> {
  const last = tables.at(-1);
  if (last === undefined) {
    yield new Map();
    return;
  }
  for (const row of rowsOf(last)) {
    for (const before of combinations(tables.slice(0, -1), rowsOf)) yield new Map([...before, [last, row]]);
  }
}

function chosenFrom(
  row: DryRow | undefined,
  column: string,
  written: ReadonlyMap<string, Written>,
): Chosen | undefined {
  const way = row === undefined ? undefined : written.get(`${row.key} ${column}`);
  return row === undefined || way === undefined ? undefined : { stored: row.values[column] ?? null, written: way };
}

/** Lines are optional: what cannot be tried is left out, and the service starts anyway. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
