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
import { compileKeyed, type Keyed } from './kept-answers.ts';
import { compileBody, compileMadeOfEach } from './body-rows.ts';
import type { FieldRule, ParameterPlan } from '../plan/input.ts';
import type { DecodeFields } from './fields.ts';
import type { AddressOf } from './address.ts';
import type { Clock } from './clock.ts';
import type { VerifyRequest } from './signed-requests.ts';
import type { Sealer } from './cursors.ts';
import type { Collect, Refusals } from './findings.ts';
import type { Holds } from './held.ts';
import type { Bounds } from './limits.ts';
import { compileMade, type Make } from './generated-values.ts';
import { compileAccept, type Accepts } from './negotiation.ts';
import { answeredColumns, compileAnswers, type Answers } from './outcome.ts';
import { compilePages, type Pages } from './pages.ts';
import { compileHeadersIn, compilePath, compileQuery } from './parameters.ts';
import type { VerifyToken } from './signed-tokens.ts';
import type { Judging } from './rates/judging.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { Streams } from './streams/context.ts';
import type { TimedRunner } from './timed.ts';
import { named } from './request-log.ts';
import { compilePrecedence, type Precedence, type StageOf } from './precedence.ts';
import { referenceProbes } from './reference-probes.ts';

export interface OperationContext {
  readonly plan: Plan;
  readonly store: Store;
  readonly holds: Holds;
  readonly bounds: Bounds;
  /** By which address a request is counted. */
  readonly addressOf: AddressOf;
  readonly marks: boolean;
  /** The public address, and the same with the stated path prefix. */
  readonly url: string;
  readonly base: string;
  /** The version that media types of answers name, where they do. */
  readonly version?: string | undefined;
  /** One line for the operator about a failure of the runtime itself. */
  readonly log: (line: string) => void;
  readonly clock: Clock;
  /** The plan's `timed`, each by its first table. */
  readonly timed: ReadonlyMap<string, TimedRunner>;
  /** Of schemes whose tokens are signed. */
  readonly tokens: ReadonlyMap<SchemePlan, VerifyToken>;
  /** Of schemes whose requests are signed. */
  readonly signatures: ReadonlyMap<SchemePlan, VerifyRequest>;
  readonly signingKeys: SigningKeys;
  /** Where a rate counts calls. */
  readonly rates: Promise<Judging> | undefined;
  readonly sealer: () => Sealer | Promise<Sealer>;
  /** Left out: nothing is streamed. */
  readonly streams?: Streams | undefined;
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
  readonly readHeaders: ReturnType<typeof compileHeadersIn>;
  readonly pages: Pages | undefined;
  readonly mediaType: ReturnType<typeof compileMediaTypes> | undefined;
  readonly readFields: DecodeFields | undefined;
  /** No body is taken: one that is sent is refused. */
  readonly refusesBody: boolean;
  /** Rules over what is sent alone. */
  /** Parameters that must be there where a condition over what is sent holds. */
  readonly needs: readonly { readonly plan: ParameterPlan; readonly rule: FieldRule; readonly holds: Truth }[];
  readonly requires: readonly { readonly holds: Truth; readonly cause: string }[];
  readonly collect: Collect;
  readonly failureOf: ReturnType<typeof compileFailures>;
  readonly template: Readonly<Record<string, SqlValue>>;
  readonly make: Make | undefined;
  /** The same for each of the rows that the body has. */
  readonly makeEach: Make | undefined;
  /** The place of the list of them. */
  readonly list: readonly string[];
  readonly program: Program;
  /** Where answers are kept for calls with a key. */
  readonly keyed: Keyed | undefined;
  readonly whenRefused: Program | undefined;
  readonly verifies: readonly { readonly name: string; readonly sent: string; readonly program: Program }[];
  /** By scheme, finds what is kept of a password. */
  readonly passwords: ReadonlyMap<SchemePlan, Program>;
  /** What is due there is written before anything of the store is asked. */
  readonly timed: readonly TimedRunner[];
  readonly precedence: Precedence;
  readonly references: readonly {
    readonly cause: string;
    readonly needs: readonly string[];
    readonly program: Program;
  }[];
  readonly results: JudgeResult | undefined;
}

export function compileRun({ id, assumed }: OperationPlan, run: RunPlan, context: OperationContext): Compiled {
  const { plan, store, holds, marks, base, version, clock } = context;
  const columns = answeredColumns(run.steps);
  const pages = run.pages && compilePages(run.pages, { ...context, id, columns });
  const headers = new Set((run.headers ?? []).map(({ name }) => name.toLowerCase()));
  const { cookies } = run;
  const { shown } = plan;
  const told = { base, version, marks, assumed, clock, headers };
  const answers = compileAnswers(run.answers, columns, { ...told, cookies, pages, shown });
  const fields = run.body.kind === 'fields' ? run.body : undefined;
  return {
    id,
    run,
    context,
    answers,
    refusals: compileRefusals([run.refusals, plan.refusals], {
      ...told,
      holds,
      schemes: plan.schemes,
      floorRestsOn: plan.floorRestsOn,
      floorAssumed: plan.floorAssumed,
      log: (exchange, line) => context.log(`${id}${named(exchange)}: ${line}`),
    }),
    accepts: compileAccept(answers.mediaTypes),
    readPath: compilePath(run.path),
    readQuery: compileQuery(run),
    readHeaders: compileHeadersIn(run.headers ?? []),
    pages,
    mediaType: fields && compileMediaTypes(fields.mediaTypes),
    readFields: fields && compileBody(fields, plan.shapes),
    refusesBody: run.body.kind === 'refused',
    needs: [...run.query, ...(run.headers ?? [])].flatMap((parameter) =>
      parameter.requiredIf
        ? [{ plan: parameter, rule: parameter.requiredIf.missing, holds: compileCondition(parameter.requiredIf.when) }]
        : [],
    ),
    requires: run.requires.map(({ where, cause }) => ({ holds: compileCondition(where), cause })),
    collect: fields?.collect ?? false,
    failureOf: compileFailures(run.places),
    template: { ...bindingsOf(run, base), ...pages?.template },
    make: compileMade(run.make),
    makeEach: compileMadeOfEach(fields?.rows),
    list: fields?.rows?.path ?? [],
    program: store.prepare(run.steps),
    keyed: compileKeyed(run, context),
    whenRefused: run.whenRefused && store.prepare(run.whenRefused),
    verifies: (run.verifies ?? []).map(({ name, sent, read }) => ({ name, sent, program: store.prepare(read) })),
    passwords: passwordPrograms(run, context),
    timed: (run.timed ?? []).map((table) => context.timed.get(table)!),
    precedence: compilePrecedence(run, plan.storage, store, stagesOf(run)),
    references: referenceProbes(run).map(({ steps, ...probe }) => ({ ...probe, program: store.prepare(steps) })),
    results: compileResults(run.results ?? [], columns),
  };
}

function passwordPrograms({ credentials }: RunPlan, { plan, store }: OperationContext): Compiled['passwords'] {
  const schemes = credentials ? (plan.schemes ?? []) : [];
  return new Map(schemes.flatMap((scheme) => (scheme.kept ? [[scheme, store.prepare([scheme.kept])] as const] : [])));
}

/** Where checks are made that need no store. */
function stagesOf({
  path,
  query,
  headers = [],
  unknownQuery,
  preconditions,
  body,
  requires,
  size,
  head,
  limitsInOrder,
}: RunPlan): StageOf {
  const reads =
    query.length + headers.length > 0 ||
    unknownQuery !== 'ignored' ||
    body.kind === 'fields' ||
    body.kind === 'refused';
  return (check) => {
    switch (check) {
      case 'existence':
        return path.length > 0 ? 'path' : undefined;
      case 'preconditions':
        return preconditions ? 'body' : undefined;
      case 'body':
        return reads || requires.length > 0 ? 'body' : undefined;
      case 'limits':
        return size?.isInOrder || limitsInOrder ? 'body' : head?.isInOrder ? 'credentials' : undefined;
      default:
        return undefined;
    }
  };
}

/** Every name that a statement can use, so that nothing is ever unbound. */
export function bindingsOf(
  run: Pick<RunPlan, 'path' | 'body' | 'make' | 'steps'> & Partial<RunPlan>,
  base: string,
): Record<string, SqlValue> {
  const template: Record<string, SqlValue> = { base };
  const fields = run.body.kind === 'fields' ? run.body.fields : [];
  const parameters = [...run.path, ...(run.query ?? []), ...(run.headers ?? []), ...fields].map(
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
  visit([
    run.pages,
    run.steps,
    run.answers,
    run.refusals,
    run.query,
    run.headers,
    run.body,
    run.requires,
    run.verifies,
    run.rates,
    run.whenRefused,
  ]);
  return template;
}
