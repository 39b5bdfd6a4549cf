// What decoding a request found out. Input: rules and causes as they are found. Output: bindings, failures, gaps; and which of
// them decides. A gap decides over every failure of its check: filled, it might name another answer.

import type { FieldRule } from '../plan/input.ts';
import type { Held } from '../plan/plan.ts';
import type { MembersPlace, Outcome } from '../plan/output.ts';
import type { SqlValue } from '../sql/expression.ts';
import { MOST_REFUSED, type Bindings, type DEADLINE, type EACH } from '../store/store.ts';
import type { FloorId } from './floor.ts';
import type { Exchange, Headers } from './respond.ts';

/** One reason to refuse. `path` is the place in the body of the field that failed. */
export interface Failure {
  readonly cause: string;
  readonly field?: string;
  readonly path?: readonly string[];
  /** What is wrong with the value that was sent, where the cause alone does not say it. */
  readonly problem?: string | undefined;
  /** It is about some of these, which the store knows: member-references.ts. */
  readonly members?: MembersPlace;
  /** Of a move: the operations that are legal from where the row is. */
  readonly moves?: readonly string[];
  /** The floor's row when no error answers the cause. */
  readonly floor?: FloorId;
  /** Headers of HTTP itself: Allow, Accept. With a stated refusal only `always`. */
  readonly headers?: Headers;
  readonly always?: true;
}

export interface Refusals {
  outcome(cause: string): Outcome | undefined;
  /** Lower is answered first; what nothing states comes last. */
  rank(cause: string): number;
  /** The first failure names the row that answers; the others fill what repeats. */
  answer(exchange: Exchange, failures: readonly [Failure, ...Failure[]], bindings: Bindings): void;
}

export interface Findings {
  readonly bindings: Record<string, SqlValue> & {
    [EACH]?: Record<string, SqlValue>[];
    [DEADLINE]?: number | undefined;
  };
  /** In the order of the document. */
  readonly failures: Failure[];
  readonly held: Held[];
  /** The one instant of the request, taken when all of it has been read. */
  at?: number;
}

/** So many failures of one request are reported: a body of the longest size can have hundreds of thousands. docs/http-floor.md */
export const MOST_FAILURES: number = MOST_REFUSED;

/** Beyond the bound only what has another cause is kept: it may decide which error answers. */
export function isReported({ failures }: Findings, cause: string): boolean {
  if (failures.length < MOST_FAILURES) return true;
  return failures.findLast((failure) => failure.cause === cause) === undefined;
}

/** Notes what a rule says; returns whether the value passed. */
export function note(
  rule: FieldRule,
  findings: Findings,
  field: string | undefined,
  path?: readonly string[],
  problem?: string,
): boolean {
  if (rule.do === 'refuse') {
    if (!isReported(findings, rule.cause)) return false;
    const wrong = problem ?? rule.problem;
    findings.failures.push({
      cause: rule.cause,
      ...(field === undefined ? {} : { field }),
      ...(path ? { path } : {}),
      ...(wrong === undefined ? {} : { problem: wrong }),
    });
    return false;
  }
  if (rule.do === 'hold') {
    if (!findings.held.includes(rule.held)) findings.held.push(rule.held);
    return false;
  }
  return true;
}

/** A stored value as the plan writes it: numbers too large for JSON as digits. */
export function storedValue(value: string | number | null | { readonly bigint: string }): SqlValue {
  return typeof value === 'object' && value !== null ? BigInt(value.bigint) : value;
}

export type Decision =
  | { readonly kind: 'held'; readonly held: readonly Held[] }
  | { readonly kind: 'refused'; readonly failures: readonly [Failure, ...Failure[]] };

/** All failed fields at once, the first, or a gap when it matters. */
export type Collect = boolean | { readonly held: Held };

/** Undefined: nothing is in the way. */
export function decide(findings: Findings, collect: Collect, refusals: Refusals): Decision | undefined {
  const { failures } = findings;
  if (failures.length === 0 && findings.held.length === 0) return undefined;
  const held = [...findings.held];
  const seen = new Set<string>();
  for (const { cause } of failures) {
    if (seen.has(cause)) continue;
    seen.add(cause);
    const outcome = refusals.outcome(cause);
    if (outcome?.kind === 'hold') held.push(outcome.held);
  }
  const fields = failures.filter((failure) => failure.path !== undefined);
  if (typeof collect === 'object' && fields.length > 1) held.push(collect.held);
  if (held.length > 0) return { kind: 'held', held };
  const first = lowest(failures, refusals);
  if (collect !== true || first.path === undefined) return { kind: 'refused', failures: [first] };
  return { kind: 'refused', failures: [first, ...onePerField(first, fields)] };
}

/** One message a field: what is unique in two ways is reported once. */
function onePerField(first: Failure, fields: readonly Failure[]): readonly Failure[] {
  const told = new Set([JSON.stringify(first.path)]);
  return fields.filter(({ path }) => {
    const place = JSON.stringify(path);
    return !told.has(place) && told.add(place) !== undefined;
  });
}

function lowest(failures: readonly Failure[], refusals: Refusals): Failure {
  let first = failures[0]!;
  let rank = refusals.rank(first.cause);
  for (const failure of failures) {
    const own = refusals.rank(failure.cause);
    if (own < rank) [first, rank] = [failure, own];
  }
  return first;
}
