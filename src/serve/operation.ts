// One operation. In: its plan, compiled once. Out: a function that walks a request through the phases of lifecycle.ts.
// Reads are answered without a promise; what the store knows is asked before the body only when it is already sure that
// the body is refused.

import type { Held } from '../plan/held.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { Program, Result } from '../store/store.ts';
import { hasBody, NO_BODY_TAKEN, parseBody, readBody, saysNothing } from './body.ts';
import { compileRun, type Compiled, type OperationContext } from './compiled.ts';
import { fits } from './fields.ts';
import { decide, type Decision, type Failure, type Findings } from './findings.ts';
import type { Done } from './outcome.ts';
import { reasonOf } from './reason.ts';
import { named } from './request-log.ts';
import type { Exchange, Octets } from './respond.ts';
import type { CaughtUp } from './timed.ts';
import { clockOf, instantOf, upToDate } from './up-to-date.ts';

/** `order`: where each path parameter of the plan stands among those of the path that was met. */
export type Handle = (exchange: Exchange, order: readonly number[]) => void;

export function compileOperation(operation: OperationPlan, context: OperationContext): Handle {
  const { run, held } = operation;
  if (run === undefined) {
    const by = held ?? { type: 'gap', by: operation.heldBy };
    return (exchange) => context.holds.answer(exchange, [by]);
  }
  const compiled = compileRun(operation, run, context);
  return (exchange, order) => guarded(compiled, exchange, () => start(compiled, exchange, order));
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
  compiled.context.log(`${compiled.id} failed${named(exchange)}: ${reasonOf(error)}`);
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
  const place = compiled.readPath(exchange.path, order, findings);
  const decision = decide(findings, false, compiled.refusals);
  const absent = decision && place !== undefined ? { decision, left: compiled.leftOf[place] } : undefined;
  if (absent !== undefined && compiled.existenceFirst) return nowhere(compiled, exchange, findings, absent);
  // What the path failed in is kept back until the body has been judged.
  findings.failures.length = 0;
  findings.held.length = 0;
  compiled.readQuery?.(exchange.query, findings);
  const { readFields, mediaType, context } = compiled;
  if (readFields === undefined) return untaken(compiled, exchange, findings, absent);
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
  received(compiled, exchange, findings, (octets) => {
    const parsed = parseBody(octets, context.bounds);
    decoded(compiled, exchange, findings, parsed?.value, parsed?.exact, absent);
  });
}

/** An operation that takes no body. Where the document states that there is none, one that says something is refused. */
function untaken(compiled: Compiled, exchange: Exchange, findings: Findings, absent: Absent | undefined): void {
  if (!compiled.refusesBody || !hasBody(exchange.request)) return decided(compiled, exchange, findings, absent);
  received(compiled, exchange, findings, (octets) => {
    if (!saysNothing(octets)) findings.failures.push(NO_BODY_TAKEN);
    decided(compiled, exchange, findings, absent);
  });
}

function received(compiled: Compiled, exchange: Exchange, findings: Findings, then: (octets: Buffer) => void): void {
  const receive = (octets: Octets): void => {
    if (octets !== 'too large') return then(octets);
    compiled.refusals.answer(exchange, [{ cause: 'too large', floor: 'too large' }], findings.bindings);
  };
  const { bounds } = compiled.context;
  readBody(exchange, bounds, (octets) => guarded(compiled, exchange, () => receive(octets)), exchange.done);
}

/** A parameter of the path that does not fit. */
interface Absent {
  readonly decision: Decision;
  /** Finds the rows that the parameters left of it select. */
  readonly left: Program | undefined;
}

/** From left to right: a row that is not there comes before what stands right of it. */
function nowhere(compiled: Compiled, exchange: Exchange, findings: Findings, { decision, left }: Absent): void {
  if (left === undefined || decision.kind === 'held') return end(compiled, exchange, findings, decision);
  caughtUp(compiled, exchange, findings, () =>
    settle(compiled, exchange, left.run(findings.bindings), (result) => {
      if (result.kind === 'done') end(compiled, exchange, findings, decision);
      else finish(compiled, exchange, findings, result);
    }),
  );
}

/** `value` undefined: the body could not be parsed. */
function decoded(
  compiled: Compiled,
  exchange: Exchange,
  findings: Findings,
  value: unknown,
  exact: unknown,
  absent: Absent | undefined,
): void {
  if (!fits(compiled.readFields!, value, exact, findings))
    findings.failures.push({ cause: 'malformed body', floor: 'malformed body' });
  decided(compiled, exchange, findings, absent);
}

const NO_ROW = {};

/** Query and body are read: what stands in the way is answered, by the order of the checks; else the effect runs. */
function decided(compiled: Compiled, exchange: Exchange, findings: Findings, absent: Absent | undefined): void {
  unlessLate(compiled, exchange, findings, clockOf(compiled, findings), () =>
    decidedAt(compiled, exchange, findings, absent),
  );
}

function decidedAt(compiled: Compiled, exchange: Exchange, findings: Findings, absent: Absent | undefined): void {
  compiled.make?.(findings.bindings, instantOf(compiled, findings));
  if (findings.failures.length === 0 && findings.held.length === 0) {
    for (const { holds, cause } of compiled.requires) {
      if (!holds(NO_ROW, findings.bindings)) findings.failures.push(compiled.failureOf(cause));
    }
  }
  const decision = decide(findings, compiled.collect, compiled.refusals);
  if (decision !== undefined)
    return caughtUp(compiled, exchange, findings, () => judged(compiled, exchange, findings, decision));
  if (absent !== undefined) return nowhere(compiled, exchange, findings, absent);
  caughtUp(compiled, exchange, findings, () => effect(compiled, exchange, findings));
}

/** What time has moved by now is written first: nothing is asked of rows that are not as they are at this instant. */
function caughtUp(compiled: Compiled, exchange: Exchange, findings: Findings, then: () => void): void {
  unlessLate(compiled, exchange, findings, clockOf(compiled, findings), () =>
    unlessLate(compiled, exchange, findings, upToDate(compiled, findings), then),
  );
}

/** At once where there is nothing to wait for. */
function unlessLate(
  compiled: Compiled,
  exchange: Exchange,
  findings: Findings,
  late: CaughtUp | Promise<CaughtUp>,
  then: () => void,
): void {
  const next = (reason: CaughtUp): void =>
    reason === undefined ? then() : finish(compiled, exchange, findings, { kind: 'unavailable', reason });
  if (!(late instanceof Promise)) return next(late);
  late.then(next).catch((error: unknown) => failed(compiled, exchange, error));
}

/** The body is refused or held; a refusal that the order puts first goes first. */
function judged(compiled: Compiled, exchange: Exchange, findings: Findings, decision: Decision): void {
  const { probe } = compiled;
  const last = (): void =>
    probeReferences(compiled, exchange, findings, decision, (all) => probeUnique(compiled, exchange, findings, all));
  if (probe === undefined) return last();
  settle(compiled, exchange, probe.run(findings.bindings), (result) => {
    if (result.kind === 'done') last();
    else finish(compiled, exchange, findings, result);
  });
}

/** The references of the body are a part of it: those that fit their type, and lead nowhere, are refused with the rest. */
function probeReferences(
  compiled: Compiled,
  exchange: Exchange,
  findings: Findings,
  decision: Decision,
  then: (decision: Decision) => void,
): void {
  const { bindings } = findings;
  const sent = compiled.references.filter(({ needs }) => needs.every((name) => (bindings[name] ?? null) !== null));
  if (decision.kind === 'held' || sent.length === 0) return then(decision);
  Promise.all(sent.map(async ({ program }) => program.run(bindings)))
    .then((results) => {
      const unknown = results.find(isUnknown);
      if (unknown) return finish(compiled, exchange, findings, unknown);
      const causes = results.flatMap((result) => (result.kind === 'refused' ? [result.cause] : []));
      const failures = [...findings.failures, ...causes.map((cause) => compiled.failureOf(cause))];
      then(decide({ ...findings, failures }, compiled.collect, compiled.refusals) ?? decision);
    })
    .catch((error: unknown) => failed(compiled, exchange, error));
}

/** Where uniqueness goes before the body: what is taken, by the values that did fit. */
function probeUnique(compiled: Compiled, exchange: Exchange, findings: Findings, decision: Decision): void {
  const probes = compiled.uniqueProbes;
  if (probes.length === 0) return end(compiled, exchange, findings, decision);
  Promise.all(probes.map(async ({ program }) => program.run(findings.bindings)))
    .then((results) => {
      const unknown = results.find(isUnknown);
      if (unknown) return finish(compiled, exchange, findings, unknown);
      const [cause, ...also] = probes.flatMap((probe, place) => (isFound(results[place]!) ? [probe.cause] : []));
      if (cause === undefined) end(compiled, exchange, findings, decision);
      else finish(compiled, exchange, findings, { kind: 'refused', cause, also });
    })
    .catch((error: unknown) => failed(compiled, exchange, error));
}

const isUnknown = ({ kind }: Result): boolean => kind === 'unavailable';
const isFound = (result: Result): boolean => result.kind === 'done' && result.rows.length > 0;

function end(compiled: Compiled, exchange: Exchange, findings: Findings, decision: Decision): void {
  if (decision.kind === 'held') compiled.context.holds.answer(exchange, decision.held);
  else compiled.refusals.answer(exchange, decision.failures, findings.bindings);
}

function effect(compiled: Compiled, exchange: Exchange, findings: Findings): void {
  const { program, answers, results } = compiled;
  const { bindings } = findings;
  const mayUndo = !program.reads && (answers.mayHold || results !== undefined);
  const judge = mayUndo
    ? (done: Done): Undone | undefined => undone(results?.(done), answers.hold(done, bindings))
    : undefined;
  settle(compiled, exchange, program.run(bindings, judge), (result) => finish(compiled, exchange, findings, result));
}

/** Why an effect is undone: what it leaves behind does not fit, or nobody may guess its answer. */
interface Undone {
  readonly failure: Failure | undefined;
  readonly held: Held | undefined;
}

function undone(failure: Failure | undefined, held: Held | undefined): Undone | undefined {
  return failure === undefined && held === undefined
    ? undefined
    : { failure, held: failure === undefined ? held : undefined };
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
      const first = compiled.failureOf(result.cause);
      const others = (result.also ?? []).map((cause) => compiled.failureOf(cause));
      const failures = [result.moves ? { ...first, moves: result.moves } : first, ...others];
      const decision = decide({ ...findings, failures, held: [] }, compiled.collect, refusals);
      return end(compiled, exchange, findings, decision!);
    }
    case 'undone': {
      const { failure, held } = result.value as Undone;
      if (held !== undefined) return context.holds.answer(exchange, [held]);
      return end(
        compiled,
        exchange,
        findings,
        decide({ ...findings, failures: [failure!], held: [] }, compiled.collect, refusals)!,
      );
    }
    case 'unavailable':
      context.log(`${compiled.id} is unavailable${named(exchange)}: ${result.reason}`);
      return refusals.answer(exchange, [{ cause: 'unavailable', floor: 'unavailable' }], findings.bindings);
  }
}
