// The report of `ninefold check`: what is stated, what is open, what is wrong, what runs. Input: a model and findings with offsets.
// Output: plain data with lines and columns; docs/check.schema.json is its JSON Schema.

import { PARTS, partNumber, type PartName } from '../base/parts.ts';
import { sourcesOf, type Place, type Range } from '../base/sources.ts';
import type { Span } from '../base/span.ts';
import type { Diagnostic, Severity } from '../diagnostics/define.ts';
import type { Model } from '../model/model.ts';
import type { Assumption } from '../notation/slot.ts';
import { refusalsWithoutBody, type RefusalWithoutBody } from '../analysis/gaps/refusals-without-body.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import { offersOf } from '../analysis/questions/forms.ts';
import type { Counts, OperationHolds } from '../analysis/document/gap-view.ts';
import type { Sentence } from './conflicts.ts';

export interface Report {
  readonly document: string;
  readonly parts: readonly { readonly number: number; readonly name: PartName; readonly counts: Counts }[];
  readonly gaps: readonly ReportedGap[];
  /** What is not stated and taken to be so, with `--assume`. */
  readonly assumed: readonly ReportedAssumption[];
  readonly diagnostics: readonly ReportedDiagnostic[];
  readonly operations: readonly OperationHolds[];
  /** What HTTP itself refuses with a status alone, though an Error body is stated: no code names these causes. */
  readonly bare: readonly RefusalWithoutBody[];
}

export interface ReportedGap {
  readonly id: string;
  /** `document`: the title, which is counted in no part. */
  readonly part: PartName | 'document';
  readonly question: string;
  readonly at: Place;
  readonly blocks: readonly string[];
}

export interface ReportedAssumption extends Assumption {
  readonly id: string;
  readonly part: PartName | 'document';
  /** As written. */
  readonly text: string;
  /** In the assumptions document. */
  readonly at: Place;
  /** Operations with an answer that depends on it. */
  readonly operations: readonly string[];
}

export interface ReportedDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly at: Range;
  readonly related: readonly { readonly at: Range; readonly message: string }[];
  readonly fix?: string;
  /**
   * Statements that cannot hold together, the smallest set.
   */
  readonly conflict?: readonly ReportedSentence[];
}

export interface ReportedSentence {
  readonly at: Range;
  readonly text: string;
  /** To change it alone is enough. */
  readonly isEnough: boolean;
  /** Of the fact that it states. */
  readonly id?: string;
  readonly question?: string;
  /** What may be written there instead, besides `not shown`. */
  readonly forms?: readonly string[];
}

export function reportOf(
  model: Model,
  diagnostics: readonly Diagnostic[],
  conflicts: ReadonlyMap<Diagnostic, readonly Sentence[]> = new Map(),
): Report {
  const { file } = model.document;
  const sources = sourcesOf(model.document);
  const place = (at: Span): Place => sources.place(at.start);
  const range = (at: Span): Range => sources.range(at);
  const sentence = ({ at, fact, isEnough }: Sentence): ReportedSentence => ({
    at: range(at),
    text: sources.text(at),
    isEnough,
    ...(fact && { id: fact.id, question: fact.question, forms: offersOf(fact) }),
  });
  const view = gapView(model);
  return {
    document: file,
    parts: PARTS.map((name) => ({ number: partNumber(name), name, counts: view.counts[name] })),
    gaps: view.gaps
      .filter((gap) => gap.status === 'gap')
      .map(({ id, part, question, at, blocks }) => ({ id, part, question, at: place(at), blocks })),
    assumed: view.assumed.map(({ id, part, at, assumption, operations, text }) => ({
      id,
      part,
      text,
      at: place(at),
      ...assumption,
      operations,
    })),
    diagnostics: diagnostics
      .toSorted((a, b) => a.at.start - b.at.start || a.at.end - b.at.end)
      .map((one) => reported(one, conflicts.get(one), range, sentence)),
    operations: view.operations,
    bare: refusalsWithoutBody(model),
  };
}

function reported(
  { code, severity, message, at, related, fix }: Diagnostic,
  conflict: readonly Sentence[] | undefined,
  range: (at: Span) => Range,
  sentence: (one: Sentence) => ReportedSentence,
): ReportedDiagnostic {
  return {
    code,
    severity,
    message,
    at: range(at),
    related: related.map((one) => ({ at: range(one.at), message: one.message })),
    ...(fix !== '' && { fix }),
    ...(conflict && { conflict: conflict.map(sentence) }),
  };
}
