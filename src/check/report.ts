// The report of `ninefold check`: what is stated, what is open, what is wrong, what runs. Comes in: a model and findings
// with offsets. Goes out: plain data with lines and columns, exactly as design section 7 says; docs/check.schema.json is
// its JSON Schema.

import { PARTS, partNumber, type PartName } from '../base/parts.ts';
import { LineIndex, type Span } from '../base/span.ts';
import type { Diagnostic, Severity } from '../diagnostics/define.ts';
import type { Model } from '../model/model.ts';
import type { Status } from '../model/status.ts';
import { gapView } from '../model/views/gaps.ts';
import type { OperationHolds } from '../model/views/gaps-contract.ts';

/** Lines and columns count from 1; columns count UTF-16 units. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The end is exclusive. */
export interface Range extends Place {
  readonly endLine: number;
  readonly endColumn: number;
}

export type Counts = Readonly<Record<Status, number>>;

export interface Report {
  readonly document: string;
  readonly parts: readonly { readonly number: number; readonly name: PartName; readonly counts: Counts }[];
  readonly gaps: readonly ReportedGap[];
  readonly diagnostics: readonly ReportedDiagnostic[];
  readonly operations: readonly OperationHolds[];
}

export interface ReportedGap {
  readonly id: string;
  /** `document`: the title, which is counted in no part. */
  readonly part: PartName | 'document';
  readonly question: string;
  readonly at: Place;
  readonly blocks: readonly string[];
}

export interface ReportedDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly at: Range;
  readonly related: readonly { readonly at: Range; readonly message: string }[];
  readonly fix?: string;
}

const STATUSES: readonly Status[] = ['stated', 'none', 'any', 'gap', 'assumed', 'unreadable', 'unsupported'];

export function reportOf(model: Model, diagnostics: readonly Diagnostic[]): Report {
  const { file, source } = model.document;
  const index = new LineIndex(source);
  const place = (at: Span): Place => ({ file, ...index.position(at.start) });
  const range = (at: Span): Range => {
    const end = index.position(at.end);
    return { ...place(at), endLine: end.line, endColumn: end.column };
  };
  const view = gapView(model);
  return {
    document: file,
    parts: PARTS.map((name) => ({ number: partNumber(name), name, counts: countsOf(view.slots, name) })),
    gaps: view.gaps
      .filter((gap) => gap.status === 'gap')
      .map(({ id, part, question, at, blocks }) => ({ id, part, question, at: place(at), blocks })),
    diagnostics: diagnostics
      .toSorted((a, b) => a.at.start - b.at.start || a.at.end - b.at.end)
      .map(({ code, severity, message, at, related, fix }) => ({
        code,
        severity,
        message,
        at: range(at),
        related: related.map((one) => ({ at: range(one.at), message: one.message })),
        ...(fix !== '' && { fix }),
      })),
    operations: view.operations,
  };
}

function countsOf(slots: ReturnType<typeof gapView>['slots'], part: PartName): Counts {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  for (const slot of slots) if (slot.part === part) counts[slot.status]++;
  return counts;
}
