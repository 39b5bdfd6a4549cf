// The verdict for programs: docs/verify.schema.json is its contract. Input: a verdict, the document's file, an address. Output: plain data.

import { PARTS, partNumber } from '../../base/parts.ts';
import type { Finding, Known, Obligation, Statement, Verdict } from '../verdict.ts';
import { curlLines } from './curl.ts';
import { faultsOf, type Fault } from './faults.ts';

export interface VerifyReport {
  readonly document: string;
  readonly url: string;
  readonly verdict: Verdict['verdict'];
  /** Null: nothing was sent. */
  readonly seed: number | null;
  readonly requests: number;
  readonly unjudged: number;
  readonly failures: readonly ReportedFailure[];
  readonly known: readonly Known[];
  /** What the baseline knows and was not seen. */
  readonly ended: readonly Known[];
  readonly invented: readonly {
    readonly what: string;
    readonly name: string;
    readonly at: string;
    readonly isFailure: boolean;
    readonly curl: string;
  }[];
  readonly inconclusive: readonly { readonly gap: string; readonly operation: string | null; readonly what: string }[];
  readonly exercised: Readonly<Record<string, { readonly stated: number; readonly exercised: number }>>;
  readonly notExercised: readonly {
    readonly id: string;
    readonly operation: string | null;
    readonly what: string;
    readonly why: string;
  }[];
  readonly under: readonly string[];
  readonly left: readonly string[];
}

export interface ReportedFailure extends ReportedPlace {
  readonly class: string;
  readonly cause: string | null;
  /** The same fault in other operations. */
  readonly also: readonly ReportedPlace[];
}

export interface ReportedPlace {
  readonly operation: string | null;
  readonly statement: ReportedStatement | null;
  readonly expected: string;
  readonly got: string;
  readonly curl: string;
  readonly isReproduced: boolean;
}

export interface ReportedStatement {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

export function reportOf(verdict: Verdict, document: string, url: string): VerifyReport {
  const place = (one: Finding): ReportedPlace => ({
    operation: one.operation ?? null,
    statement: statementIn(document, one.statement),
    expected: one.expected,
    got: one.got,
    curl: curlLines(one.exchanges, url).join('\n'),
    isReproduced: one.isReproduced === true,
  });
  const failure = ({ finding, also }: Fault): ReportedFailure => ({
    class: finding.class,
    cause: finding.cause ?? null,
    ...place(finding),
    also: also.map(place),
  });
  return {
    document,
    url,
    verdict: verdict.verdict,
    seed: verdict.seed ?? null,
    requests: verdict.requests,
    unjudged: verdict.unjudged,
    failures: faultsOf(verdict.findings).map(failure),
    known: verdict.known ?? [],
    ended: verdict.ended ?? [],
    invented: verdict.invented.map(({ what, name, at, isComplete, exchanges }) => ({
      what,
      name,
      at,
      isFailure: isComplete,
      curl: curlLines(exchanges, url).join('\n'),
    })),
    inconclusive: verdict.inconclusive.flatMap(({ gaps, operation, what }) =>
      gaps.map((gap) => ({ gap, operation: operation ?? null, what })),
    ),
    exercised: byPart(verdict),
    notExercised: verdict.notExercised.map(({ id, operation, what, why }) => ({
      id,
      operation: operation ?? null,
      what,
      why,
    })),
    under: verdict.under,
    left: verdict.left,
  };
}

function statementIn(file: string, statement: Statement | undefined): ReportedStatement | null {
  if (!statement) return null;
  const { id, line, column, text } = statement;
  return { id, file, line, column, text };
}

/** How much of what can be observed was. */
export function byPart({ exercised, notExercised }: Verdict): VerifyReport['exercised'] {
  return Object.fromEntries(
    PARTS.map((name) => {
      const number = partNumber(name);
      const done = countIn(exercised, number);
      return [name, { stated: done + countIn(notExercised, number), exercised: done }];
    }),
  );
}

function countIn(all: readonly Obligation[], part: number): number {
  return all.filter(({ id }) => id.startsWith(`${part}/`)).length;
}
