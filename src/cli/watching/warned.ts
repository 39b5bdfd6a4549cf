// What a save brings that is no error, and that may hold what ran before: a cell that cannot be read, a statement that this
// runtime does not do. Input: what was served, and what is now. Output: each warning that is new, with its lines.

import { counted } from '../../base/counted.ts';
import { sourcesOf } from '../../base/sources.ts';
import type { Report } from '../../check/check.ts';
import type { Model } from '../../model/model.ts';
import type { Console } from '../console.ts';
import { findingText, inOrder } from '../findings.ts';

type Finding = Report['diagnostics'][number];

/** With their lines; `check` has all. */
const MOST = 3;

/** As `newWarnings` compares them. */
export function warningsOf({ diagnostics }: Report): readonly string[] {
  return diagnostics.flatMap((one) => (one.severity === 'warning' ? [said(one)] : []));
}

interface Saved {
  readonly file: string;
  readonly model: Model;
  readonly report: Report;
}

/** `before`: the warnings of what was served. */
export function newWarnings(
  before: readonly string[],
  { file, model, report }: Saved,
  paint: Console['paint'],
): readonly string[] {
  const known = new Map<string, number>();
  for (const one of before) known.set(one, (known.get(one) ?? 0) + 1);
  const found = inOrder(report.diagnostics).filter((one) => {
    if (one.severity !== 'warning') return false;
    const left = known.get(said(one)) ?? 0;
    known.set(said(one), left - 1);
    return left <= 0;
  });
  const sources = sourcesOf(model.document);
  const more = found.length - MOST;
  return [
    ...found.slice(0, MOST).map((one) => findingText(one, sources, paint, 'without why')),
    ...(more > 0 ? [`${counted(more, 'more warning')}: ninefold check ${file}`] : []),
  ];
}

/** Without its place: lines move when others are written. */
function said({ code, message }: Finding): string {
  return `${code} ${message}`;
}
