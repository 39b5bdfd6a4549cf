// What a key of a data file means: the operation through which its rows go in. Input: a document's model and plan, a key. Output: the
// operation with what its rows may say and what is known when it is done twice; or why there is none.

import { suggestionOrAll } from '../../base/did-you-mean.ts';
import type { Model } from '../../model/model.ts';
import type { OperationPlan, Plan, RunPlan, Table } from '../../plan/plan.ts';
import type { Step } from '../../plan/steps.ts';
import { insertOf, namesOf } from './slots.ts';
import type { Names, Slot } from './slots.ts';

export interface Way {
  readonly id: string;
  readonly operation: OperationPlan;
  readonly run: RunPlan;
  readonly names: Names;
  /** It makes rows; else it is a call of another kind. */
  readonly makes: boolean;
  /** The resource whose row the answer shows; else the one of which it makes a row. */
  readonly shows: string | undefined;
  /** Where the service keeps what is sent as it is: by column of that resource. */
  readonly sent: ReadonlyMap<string, Slot>;
  readonly repeat: Repetition;
  readonly mediaType: string | undefined;
}

/** What a second request does: nothing more; it is refused as taken, when a row says all of one of these; or no one knows. */
export type Repetition = 'same' | readonly (readonly Slot[])[];

export class Ways {
  readonly plan: Plan;
  readonly #model: Model;
  readonly #known = new Map<string, Way | string>();

  constructor(model: Model, plan: Plan) {
    this.#model = model;
    this.plan = plan;
  }

  /** A text: why rows with that key cannot go in. */
  of(key: string): Way | string {
    const known = this.#known.get(key) ?? this.#find(key);
    this.#known.set(key, known);
    return known;
  }

  #find(key: string): Way | string {
    const { operations } = this.plan;
    const [, method = '', path = ''] = /^\s*([A-Za-z]+)\s+(\S+)\s*$/.exec(key) ?? [];
    const named = operations.find(({ id }) => id === `${method.toUpperCase()} ${path}`);
    if (named !== undefined) return this.#way(named);
    if (!this.#model.resources.has(key)) {
      const all = [...this.#model.resources.keys(), ...operations.map(({ id }) => id)];
      return `${code(key)} is neither a resource nor an operation of the document${suggestionOrAll(key, all)}`;
    }
    const makers = operations.filter((operation) => this.#isMaker(operation, key));
    const [only, ...more] = makers;
    if (only === undefined) return `no operation of the document makes ${code(key)}`;
    if (more.length === 0) return this.#way(only);
    const keys = makers.map(({ id }) => `"${id}"`).join(', ');
    return `${makers.length} operations make ${code(key)}; say which by its name in the place of "${key}": ${keys}`;
  }

  /** As the document says, also where it does not run yet. */
  #isMaker({ id, run }: OperationPlan, resource: string): boolean {
    if (run !== undefined) return run.steps.flatMap(insertOf).some(({ table }) => table === resource);
    const does = this.#model.operations.get(id)?.facts.does;
    const effects = does?.status === 'stated' ? does.value : [];
    return effects.some(
      (effect) => effect.kind.startsWith('creates') && 'target' in effect && effect.target.text === resource,
    );
  }

  #way(operation: OperationPlan): Way | string {
    const { id, run, heldBy } = operation;
    if (run === undefined) return `${code(id)} does not run: ${heldBy.map((gap) => this.#held(gap)).join('; ')}`;
    const mediaTypes = run.body.kind === 'fields' ? run.body.mediaTypes : [];
    const mediaType = mediaTypes.find((type) => /^application\/(?:[\w.+-]+\+)?json$/i.test(type));
    if (mediaTypes.length > 0 && mediaType === undefined) return `${code(id)} takes ${mediaTypes.join(', ')}, no JSON`;
    const names = namesOf(operation, run);
    const inserts = run.steps.flatMap(insertOf);
    const shown = run.steps.findLast((step) => answers(step));
    const shows = shown === undefined ? inserts[0]?.table : tableOf(shown);
    const slots = [...names.meanings.values()].flatMap((meaning) => ('slots' in meaning ? meaning.slots : []));
    const table = this.plan.storage.find(({ name }) => name === inserts[0]?.table);
    const made = inserts.find((insert) => insert.table === shows);
    return {
      id,
      operation,
      run,
      names,
      makes: inserts.length > 0,
      shows,
      sent: sentAsIs(made, slots),
      repeat: this.#isSame(operation) ? 'same' : uniqueIn(run, inserts, table, slots),
      mediaType,
    };
  }

  #held(gap: string): string {
    const question = this.plan.gaps[gap];
    return question === undefined ? gap : `${gap} (${question})`;
  }

  /** As the document says, and never by the method: what it leaves open is not taken for harmless. */
  #isSame({ id }: OperationPlan): boolean {
    const repeat = this.#model.operations.get(id)?.facts.repeat;
    if (repeat?.status !== 'stated') return false;
    return repeat.value.kind === 'safe' || repeat.value.kind === 'same effect';
  }
}

export function code(name: string): string {
  return `\`${name}\``;
}

function answers(step: Step): boolean {
  if (step.kind === 'bind' || step.kind === 'free' || step.kind === 'limit') return false;
  if (step.kind === 'find' || step.kind === 'list') return step.select.columns.length > 0;
  if (step.kind === 'put') return step.insert.answer !== undefined || step.update.answer !== undefined;
  return step.answer !== undefined;
}

function tableOf(step: Step): string | undefined {
  if (step.kind === 'bind') return undefined;
  if (step.kind === 'find' || step.kind === 'list') return step.select.table;
  return step.kind === 'put' ? step.insert.table : step.table;
}

type Insert = Extract<Step, { kind: 'insert' }>;

function sentAsIs(insert: Insert | undefined, slots: readonly Slot[]): ReadonlyMap<string, Slot> {
  return new Map(
    (insert?.values ?? []).flatMap(({ column, value, slug }) => {
      const slot = value.kind === 'parameter' && !slug ? slots.find((one) => one.parameter === value.name) : undefined;
      return slot === undefined ? [] : [[column, slot] as const];
    }),
  );
}

/** Of a single row that is made: what must be unique of it, wherever the request says all of that, and another one is refused. */
function uniqueIn(
  run: RunPlan,
  inserts: readonly Insert[],
  table: Table | undefined,
  slots: readonly Slot[],
): readonly (readonly Slot[])[] {
  const [insert] = inserts;
  if (insert === undefined || table === undefined || run.steps.some((step) => step.kind === 'update')) return [];
  const sent = sentAsIs(insert, slots);
  return table.unique.flatMap(({ columns, cause, except }) => {
    const parts = columns.flatMap((column) => sent.get(column) ?? []);
    const isRefused = run.refusals[cause]?.kind === 'refuse';
    return isRefused && except === undefined && parts.length === columns.length ? [parts] : [];
  });
}

/** The causes by which the document says that such a row is there already. */
export function takenCauses({ run }: Way, plan: Plan): ReadonlySet<string> {
  const tables = new Set(run.steps.flatMap(insertOf).map(({ table }) => table));
  return new Set(
    plan.storage.filter(({ name }) => tables.has(name)).flatMap(({ unique }) => unique.map(({ cause }) => cause)),
  );
}
