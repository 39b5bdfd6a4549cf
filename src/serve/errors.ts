// Refusals by the document's table. Input: the causes that a request met. Output: the answer of the row that takes it, with one
// message for each failed field. Notation, part 7; where HTTP itself has an answer, the floor's rows are used.

import { filled, holes, pointer } from '../base/messages.ts';
import type { SchemePlan } from '../plan/credentials.ts';
import type { Held } from '../plan/plan.ts';
import type { Outcome, RefusalPlan } from '../plan/output.ts';
import { compileOutput } from './answer.ts';
import { challengesFor } from './challenges.ts';
import type { Clock } from './clock.ts';
import type { Failure, Refusals } from './findings.ts';
import { floorRow } from './floor.ts';
import { allAssumed, markHeaders, type Holds } from './held.ts';
import { respond, type Exchange, type Headers } from './respond.ts';
import { ofVersion } from './versions-in-accept.ts';
import { compileHeaders, instant, ofRequest, type FailureWords, type Setting, type Words } from './words.ts';

export interface RefusalContext {
  readonly holds: Holds;
  readonly marks: boolean;
  readonly base: string;
  readonly version?: string | undefined;
  readonly clock: Clock;
  /** The headers that the document declares, in lower case. */
  readonly headers?: ReadonlySet<string> | undefined;
  /** Gaps that mark HTTP's own answers. */
  readonly floorRestsOn?: readonly string[] | undefined;
  /** Assumptions that mark HTTP's own answers. */
  readonly floorAssumed?: readonly string[] | undefined;
  /** Assumptions on which all of these answers rest. */
  readonly assumed?: readonly string[] | undefined;
  /** The schemes of a 401's challenges. */
  readonly schemes?: readonly SchemePlan[] | undefined;
  /** Called for a cause that neither the plan nor the floor answers: a fault of the runtime. */
  readonly log?: (exchange: Exchange, line: string) => void;
}

type Sources = readonly Readonly<Record<string, Outcome>>[];

/** Looks a cause up in `sources`, first one first: the operation's, then the plan's own. */
export function compileRefusals(sources: Sources, context: RefusalContext): Refusals {
  const compiled = new Map<RefusalPlan, Refusal>();
  const floorMarks = markHeaders(
    context.floorRestsOn ?? [],
    allAssumed(context.assumed, context.floorAssumed),
    context.marks,
  );
  const outcome = (cause: string): Outcome | undefined => {
    for (const source of sources) if (Object.hasOwn(source, cause)) return source[cause];
    return undefined;
  };
  const refusal = (plan: RefusalPlan): Refusal => {
    let known = compiled.get(plan);
    if (known === undefined) compiled.set(plan, (known = compileRefusal(plan, context)));
    return known;
  };
  return {
    outcome,
    rank(cause) {
      const found = outcome(cause);
      return found?.kind === 'refuse' ? found.refusal.rank : Number.MAX_SAFE_INTEGER;
    },
    answer(exchange, failures, bindings) {
      const found = failures.map((failure) => outcome(failure.cause));
      const held = found.flatMap((each): Held[] => (each?.kind === 'hold' ? [each.held] : []));
      if (held.length > 0) return context.holds.answer(exchange, held);
      const first = found[0];
      exchange.counted?.refused(failures[0].cause, first?.kind === 'refuse' ? first.refusal.code : undefined);
      if (first?.kind !== 'refuse') return answerFloor(exchange, failures[0], floorMarks, context);
      const words = failures.map((failure, index) => {
        const own = found[index];
        return failureWords(failure, own?.kind === 'refuse' ? own.refusal : first.refusal, context, (word) =>
          word === 'now' ? instant(bindings, context.clock) : ofRequest(word, exchange.request, context),
        );
      });
      const causes = failures.length > 1 ? { causes: failures.map(({ cause }) => cause) } : undefined;
      refusal(first.refusal)(exchange, failures[0], causes, {
        rows: [],
        total: undefined,
        bindings,
        request: exchange.request,
        failure: words[0],
        failures: words,
      });
    },
  };
}

function answerFloor(
  exchange: Exchange,
  failure: Failure,
  marks: Headers,
  { log, floorRestsOn }: RefusalContext,
): void {
  if (failure.floor === undefined) log?.(exchange, `nothing answers the cause "${failure.cause}"`);
  const row = floorRow(failure.floor ?? 'internal');
  const because = { cause: failure.cause, code: undefined };
  respond(exchange, row.status, [...(failure.headers ?? []), ...marks], undefined, floorRestsOn, because);
}

type Refusal = (
  exchange: Exchange,
  failure: Failure,
  causes: { readonly causes: readonly string[] } | undefined,
  words: Words,
) => void;

function compileRefusal(plan: RefusalPlan, context: RefusalContext): Refusal {
  const message = plan.message === undefined || holes(plan.message) ? undefined : plan.message;
  const setting: Setting = {
    clock: context.clock,
    columns: new Map(),
    headers: context.headers,
    constants: { ...plan.words, base: context.base, code: plan.code, status: plan.status, message },
  };
  const body = plan.body && compileOutput(plan.body, setting);
  const stated = compileHeaders(plan.headers, setting);
  const fixed: Headers = [
    ...(body && plan.mediaType !== undefined ? ['Content-Type', ofVersion(plan.mediaType, context.version)] : []),
    ...markHeaders(plan.marks, allAssumed(context.assumed, plan.assumed), context.marks),
  ];
  const asks = plan.status === 401 && !plan.headers.some(({ name }) => name.toLowerCase() === 'www-authenticate');
  const schemes = asks ? (context.schemes ?? []) : [];
  return (exchange, failure, causes, words) => {
    const always = failure.always && failure.headers ? failure.headers : [];
    const headers = [
      ...fixed,
      ...stated([], words),
      ...always,
      ...challengesFor(schemes, failure.cause, words.bindings),
    ];
    const because = { cause: failure.cause, code: plan.code, ...causes };
    respond(exchange, plan.status, headers, body?.build([], words), plan.marks, because);
  };
}

function failureWords(
  failure: Failure,
  refusal: RefusalPlan,
  { base }: RefusalContext,
  found: (word: string) => string | undefined,
): FailureWords {
  const path = failure.path ?? (failure.field === undefined ? undefined : [failure.field]);
  const words = {
    ...refusal.words,
    base,
    code: refusal.code,
    status: refusal.status,
    field: failure.field,
    path: path?.join('.'),
    pointer: path && pointer(path),
    problem: failure.field === undefined ? undefined : (failure.problem ?? refusal.problem),
    moves: failure.moves,
  };
  const { message } = refusal;
  return {
    ...words,
    message: message === undefined || !holes(message) ? message : filled(message, asTexts(words), found),
  };
}

/** Inside of a text a number is its digits. */
function asTexts(words: FailureWords): Parameters<typeof filled>[1] {
  return Object.fromEntries(Object.entries(words).map(([word, value]) => [word, asText(value)]));
}

function asText(value: FailureWords[string]): string | number | readonly string[] | undefined {
  return typeof value === 'object' && 'number' in value ? value.number : value;
}
