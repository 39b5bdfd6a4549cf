// One operation, compiled once. In: its plan and the store. Out: a function that walks a request through the phases of
// lifecycle.ts. Reads are answered without a promise; what the store knows is asked before the body only when it is
// already sure that the body is refused.

import type { OperationPlan, Plan, RunPlan } from '../plan/plan.ts';
import { compileCondition, type Truth } from '../sql/evaluate.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { Program, Result, Store } from '../store/store.ts';
import { compileMediaTypes, hasBody, parseBody, readBody } from './body.ts';
import { compileRefusals, type Failure, type Refusals } from './errors.ts';
import { compileFields, type DecodeFields } from './fields.ts';
import { decide, type Collect, type Decision, type Findings } from './findings.ts';
import type { Holds } from './held.ts';
import { comesBefore } from './lifecycle.ts';
import type { Bounds } from './limits.ts';
import { compileMade, type Make } from './made-values.ts';
import { compileAccept, type Accepts } from './negotiation.ts';
import { compileAnswers, type Answers, type Done } from './outcome.ts';
import { compilePath, compileQuery } from './parameters.ts';
import { probeSteps } from './probe.ts';
import type { Exchange } from './respond.ts';

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
}

/** `order`: where each path parameter of the plan stands among those of the path that was met. */
export type Handle = (exchange: Exchange, order: readonly number[]) => void;

interface Compiled {
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
  /** Rules over what is sent alone. */
  readonly requires: readonly { readonly holds: Truth; readonly cause: string }[];
  readonly collect: Collect;
  readonly template: Readonly<Record<string, SqlValue>>;
  readonly make: Make | undefined;
  readonly program: Program;
  readonly probe: Program | undefined;
  readonly existenceFirst: boolean;
}

export function compileOperation(operation: OperationPlan, context: OperationContext): Handle {
  const { run, held } = operation;
  if (run === undefined) {
    const by = held ?? { type: 'gap', by: operation.heldBy };
    return (exchange) => context.holds.answer(exchange, [by]);
  }
  const compiled = compileRun(operation.id, run, context);
  return (exchange, order) => guarded(compiled, exchange, () => start(compiled, exchange, order));
}

function compileRun(id: string, run: RunPlan, context: OperationContext): Compiled {
  const { plan, store, holds, marks, base } = context;
  const answers = compileAnswers(run.answers, run.steps, { base, marks });
  const fields = run.body.kind === 'fields' ? run.body : undefined;
  const probe = probeSteps(run);
  return {
    id,
    run,
    context,
    answers,
    refusals: compileRefusals([run.refusals, plan.refusals], { holds, marks, base }),
    accepts: compileAccept(answers.mediaTypes),
    readPath: compilePath(run.path),
    readQuery: compileQuery(run),
    mediaType: fields && compileMediaTypes(fields.mediaTypes),
    readFields: fields && compileFields(fields, plan.shapes),
    requires: run.requires.map(({ where, cause }) => ({ holds: compileCondition(where), cause })),
    collect: fields?.collect ?? false,
    template: bindingsOf(run, base),
    make: compileMade(run.make),
    program: store.prepare(run.steps),
    probe: probe.length === 0 ? undefined : store.prepare(probe),
    existenceFirst: comesBefore(run.order, 'existence', 'body'),
  };
}

/** Every name that a statement can ask for, so that nothing is ever unbound. */
function bindingsOf(run: RunPlan, base: string): Record<string, SqlValue> {
  const template: Record<string, SqlValue> = { base };
  const parameters = [...run.path, ...run.query, ...(run.body.kind === 'fields' ? run.body.fields : [])].map(
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
      template[name] = name.startsWith('sent.') ? 0 : null;
    for (const each of Object.values(node)) visit(each);
  };
  visit([run.steps, run.answers, run.refusals, run.body, run.requires]);
  return template;
}

/** A failure of the program itself is the runtime's, never the client's: 500, and a line for the operator. */
function guarded(compiled: Compiled, exchange: Exchange, walk: () => void): void {
  try {
    walk();
  } catch (error) {
    failed(compiled, exchange, error);
  }
}

function failed(compiled: Compiled, exchange: Exchange, error: unknown): void {
  compiled.context.log(
    `${compiled.id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  try {
    compiled.refusals.answer(exchange, [{ cause: 'internal', floor: 'internal' }], compiled.template);
  } catch {
    exchange.response.destroy();
    exchange.done();
  }
}

function start(compiled: Compiled, exchange: Exchange, order: readonly number[]): void {
  const findings: Findings = { bindings: { ...compiled.template }, failures: [], held: [] };
  if (!compiled.accepts(exchange.request.headers.accept)) {
    return compiled.refusals.answer(
      exchange,
      [{ cause: 'not acceptable', floor: 'not acceptable' }],
      findings.bindings,
    );
  }
  compiled.readPath(exchange.path, order, findings);
  const absent = decide(findings, false, compiled.refusals);
  if (absent !== undefined && compiled.existenceFirst) return end(compiled, exchange, findings, absent);
  // What the path failed in is kept back until the body has been judged.
  findings.failures.length = 0;
  findings.held.length = 0;
  compiled.readQuery?.(exchange.query, findings);
  const { readFields, mediaType, context } = compiled;
  if (readFields === undefined) return decided(compiled, exchange, findings, absent);
  if (!hasBody(exchange.request)) {
    // Nothing is sent, and nothing is declared: every field is omitted.
    const fields = exchange.request.headers['content-type'] === undefined ? {} : undefined;
    return decoded(compiled, exchange, findings, fields, undefined, absent);
  }
  const problem = mediaType?.(exchange.request);
  if (problem !== undefined) {
    findings.failures.push(problem);
    return decided(compiled, exchange, findings, absent);
  }
  const receive = (octets: Buffer | 'too large'): void => {
    if (octets === 'too large') {
      return compiled.refusals.answer(exchange, [{ cause: 'too large', floor: 'too large' }], findings.bindings);
    }
    const parsed = parseBody(octets, context.bounds);
    decoded(compiled, exchange, findings, parsed?.value, parsed?.exact, absent);
  };
  readBody(exchange, context.bounds, (octets) => guarded(compiled, exchange, () => receive(octets)), exchange.done);
}

/** `value` undefined: the body could not be parsed. */
function decoded(
  compiled: Compiled,
  exchange: Exchange,
  findings: Findings,
  value: unknown,
  exact: unknown,
  absent: Decision | undefined,
): void {
  if (!fits(compiled.readFields!, value, exact, findings))
    findings.failures.push({ cause: 'malformed body', floor: 'malformed body' });
  decided(compiled, exchange, findings, absent);
}

const NO_ROW = {};

/** Query and body are read: what stands in the way is answered, by the order of the checks; else the effect runs. */
function decided(compiled: Compiled, exchange: Exchange, findings: Findings, absent: Decision | undefined): void {
  compiled.make?.(findings.bindings);
  if (findings.failures.length === 0 && findings.held.length === 0) {
    for (const { holds, cause } of compiled.requires) {
      if (!holds(NO_ROW, findings.bindings)) findings.failures.push(failureOf(compiled.run, cause));
    }
  }
  const decision = decide(findings, compiled.collect, compiled.refusals);
  if (decision !== undefined) return judged(compiled, exchange, findings, decision);
  if (absent !== undefined) return end(compiled, exchange, findings, absent);
  effect(compiled, exchange, findings);
}

/** A nesting that cannot be walked is a malformed body, too. */
function fits(readFields: DecodeFields, value: unknown, exact: unknown, findings: Findings): boolean {
  try {
    return readFields(value, exact, findings);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The body is refused or held; a refusal that the order puts first goes first. */
function judged(compiled: Compiled, exchange: Exchange, findings: Findings, decision: Decision): void {
  const { probe } = compiled;
  if (probe === undefined) return end(compiled, exchange, findings, decision);
  settle(compiled, exchange, probe.run(findings.bindings), (result) => {
    if (result.kind === 'done') end(compiled, exchange, findings, decision);
    else finish(compiled, exchange, findings, result);
  });
}

function end(compiled: Compiled, exchange: Exchange, findings: Findings, decision: Decision): void {
  if (decision.kind === 'held') compiled.context.holds.answer(exchange, decision.held);
  else compiled.refusals.answer(exchange, decision.failures, findings.bindings);
}

function effect(compiled: Compiled, exchange: Exchange, findings: Findings): void {
  const { program, answers } = compiled;
  const { bindings } = findings;
  const judge = answers.mayHold && !program.reads ? (done: Done) => answers.hold(done, bindings) : undefined;
  settle(compiled, exchange, program.run(bindings, judge), (result) => finish(compiled, exchange, findings, result));
}

/** At once where the store answers at once. */
function settle(
  compiled: Compiled,
  exchange: Exchange,
  result: Result | Promise<Result>,
  then: (result: Result) => void,
): void {
  if (!(result instanceof Promise)) return then(result);
  result.then(then).catch((error: unknown) => failed(compiled, exchange, error));
}

function finish(compiled: Compiled, exchange: Exchange, findings: Findings, result: Result): void {
  const { answers, refusals, context } = compiled;
  switch (result.kind) {
    case 'done': {
      const held = answers.mayHold && compiled.program.reads ? answers.hold(result, findings.bindings) : undefined;
      if (held !== undefined) return context.holds.answer(exchange, [held]);
      if (answers.answer(exchange, result, findings.bindings)) return;
      throw new Error(`no row of the Status table answers the outcome ${result.outcome}`);
    }
    case 'refused': {
      const failures = [result.cause, ...(result.also ?? [])].map((cause) => failureOf(compiled.run, cause));
      const decision = decide({ ...findings, failures, held: [] }, compiled.collect, refusals);
      return end(compiled, exchange, findings, decision!);
    }
    case 'undone':
      return context.holds.answer(exchange, [result.value as never]);
    case 'unavailable':
      context.log(`${compiled.id} is unavailable: ${result.reason}`);
      return refusals.answer(exchange, [{ cause: 'unavailable', floor: 'unavailable' }], findings.bindings);
  }
}

/** The store names causes; where one is about a field, the field and its place in the body go with it. */
function failureOf(run: RunPlan, cause: string): Failure {
  const name = /^[^.]+\.(.+) (?:missing|blank|invalid|taken)$/.exec(cause)?.[1] ?? / in (.+)$/.exec(cause)?.[1];
  if (name === undefined) return { cause };
  const fields = run.body.kind === 'fields' ? run.body.fields : [];
  const field =
    fields.find((each) => each.name === name || each.path.join('.') === name) ??
    fields.find((each) => each.path.at(-1) === name);
  return { cause, field: field?.name ?? name, path: field?.path ?? name.split('.') };
}
