// One operation, compiled once: everything that is the same for all of its requests. Input: its plan and the store. Output: what the
// phases need (phases/walk.ts takes a request through them).

import type { SchemePlan } from '../plan/credentials.ts';
import type { OperationPlan, Plan, RunPlan } from '../plan/plan.ts';
import { compileCondition, type Truth } from '../sql/evaluate.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { Program, Store } from '../store/store.ts';
import { compileMediaTypes } from './body.ts';
import { compileResults, type JudgeResult } from './results.ts';
import { compileRefusals } from './errors.ts';
import { compileFailures } from './failures.ts';
import { compileFields, type DecodeFields } from './fields.ts';
import type { Clock } from './clock.ts';
import type { Collect, Refusals } from './findings.ts';
import type { Holds } from './held.ts';
import { comesBefore } from './phases/order.ts';
import type { Bounds } from './limits.ts';
import { compileMade, type Make } from './generated-values.ts';
import { compileAccept, type Accepts } from './negotiation.ts';
import { answeredColumns, compileAnswers, type Answers } from './outcome.ts';
import { compilePath, compileQuery } from './parameters.ts';
import type { VerifyToken } from './signed-tokens.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { TimedRunner } from './timed.ts';
import { named } from './request-log.ts';
import { pathProbes, probeSteps, referenceProbes, uniqueProbes } from './probe.ts';

export interface OperationContext {
  readonly plan: Plan;
  readonly store: Store;
  readonly holds: Holds;
  readonly bounds: Bounds;
  readonly marks: boolean;
  /** The public address with the stated path prefix. */
  readonly base: string;
  /** One line for the operator about a failure of the runtime itself. */
  readonly log: (line: string) => void;
  readonly clock: Clock;
  /** The plan's `timed`, each by its first table. */
  readonly timed: ReadonlyMap<string, TimedRunner>;
  /** Of schemes whose tokens are signed. */
  readonly tokens: ReadonlyMap<SchemePlan, VerifyToken>;
  readonly signingKeys: SigningKeys;
}

export interface Compiled {
  readonly id: string;
  readonly run: RunPlan;
  readonly context: OperationContext;
  readonly refusals: Refusals;
  readonly answers: Answers;
  readonly accepts: Accepts;
  readonly readPath: ReturnType<typeof compilePath>;
  readonly readQuery: ReturnType<typeof compileQuery>;
  readonly mediaType: ReturnType<typeof compileMediaTypes> | undefined;
  readonly readFields: DecodeFields | undefined;
  /** No body is taken: one that is sent is refused. */
  readonly refusesBody: boolean;
  /** Rules over what is sent alone. */
  readonly requires: readonly { readonly holds: Truth; readonly cause: string }[];
  readonly collect: Collect;
  readonly failureOf: ReturnType<typeof compileFailures>;
  readonly template: Readonly<Record<string, SqlValue>>;
  readonly make: Make | undefined;
  readonly program: Program;
  readonly whenRefused: Program | undefined;
  readonly verifies: readonly { readonly name: string; readonly sent: string; readonly program: Program }[];
  /** By scheme, finds what is kept of a password. */
  readonly passwords: ReadonlyMap<SchemePlan, Program>;
  /** What is due there is written before anything of the store is asked. */
  readonly timed: readonly TimedRunner[];
  readonly probe: Program | undefined;
  readonly references: readonly { readonly needs: readonly string[]; readonly program: Program }[];
  /** By the place of the parameter that does not fit: what the ones left of it select. */
  readonly leftOf: readonly (Program | undefined)[];
  readonly uniqueProbes: readonly { readonly cause: string; readonly program: Program }[];
  readonly existenceFirst: boolean;
  readonly results: JudgeResult | undefined;
}

export function compileRun({ id, assumed }: OperationPlan, run: RunPlan, context: OperationContext): Compiled {
  const { plan, store, holds, marks, base, clock } = context;
  const answers = compileAnswers(run.answers, run.steps, { base, marks, assumed, clock, cookies: run.cookies });
  const fields = run.body.kind === 'fields' ? run.body : undefined;
  const probe = probeSteps(run);
  return {
    id,
    run,
    context,
    answers,
    refusals: compileRefusals([run.refusals, plan.refusals], {
      holds,
      marks,
      base,
      clock,
      schemes: plan.schemes,
      floorRestsOn: plan.floorRestsOn,
      floorAssumed: plan.floorAssumed,
      assumed,
      log: (exchange, line) => context.log(`${id}${named(exchange)}: ${line}`),
    }),
    accepts: compileAccept(answers.mediaTypes),
    readPath: compilePath(run.path),
    readQuery: compileQuery(run),
    mediaType: fields && compileMediaTypes(fields.mediaTypes),
    readFields: fields && compileFields(fields, plan.shapes),
    refusesBody: run.body.kind === 'refused',
    requires: run.requires.map(({ where, cause }) => ({ holds: compileCondition(where), cause })),
    collect: fields?.collect ?? false,
    failureOf: compileFailures(run.places),
    template: bindingsOf(run, base),
    make: compileMade(run.make),
    program: store.prepare(run.steps),
    whenRefused: run.whenRefused && store.prepare(run.whenRefused),
    verifies: (run.verifies ?? []).map(({ name, sent, read }) => ({ name, sent, program: store.prepare(read) })),
    passwords: new Map(
      (run.credentials ? (plan.schemes ?? []) : []).flatMap((scheme) =>
        scheme.kept ? [[scheme, store.prepare([scheme.kept])] as const] : [],
      ),
    ),
    timed: (run.timed ?? []).map((table) => context.timed.get(table)!),
    probe: probe.length === 0 ? undefined : store.prepare(probe),
    references: referenceProbes(run).map(({ needs, steps }) => ({ needs, program: store.prepare(steps) })),
    leftOf: pathProbes(run).map((steps) => (steps.length === 0 ? undefined : store.prepare(steps))),
    uniqueProbes: uniqueProbes(run, plan.storage).map(({ cause, steps }) => ({ cause, program: store.prepare(steps) })),
    existenceFirst: comesBefore(run.order, 'existence', 'body'),
    results: compileResults(run.results ?? [], answeredColumns(run.steps)),
  };
}

/** Every name that a statement can use, so that nothing is ever unbound. */
export function bindingsOf(
  run: Pick<RunPlan, 'path' | 'body' | 'make' | 'steps'> & Partial<RunPlan>,
  base: string,
): Record<string, SqlValue> {
  const template: Record<string, SqlValue> = { base };
  const parameters = [...run.path, ...(run.query ?? []), ...(run.body.kind === 'fields' ? run.body.fields : [])].map(
    (each) => each.parameter,
  );
  for (const name of parameters) {
    template[name] = null;
    template[`sent.${name}`] = 0;
  }
  for (const { name } of run.make) template[name] = null;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { kind, name } = node as { kind?: unknown; name?: unknown };
    if (kind === 'parameter' && typeof name === 'string' && !(name in template))
      template[name] = /^(?:sent|given)\./.test(name) ? 0 : null;
    for (const each of Object.values(node)) visit(each);
  };
  visit([run.steps, run.answers, run.refusals, run.body, run.requires, run.verifies, run.whenRefused]);
  return template;
}
