// `ninefold check FILE…`: what is wrong, what is open, what each gap stops. In: files. Out: text or JSON, and a status:
// 0 complete and consistent, 3 gaps are left or a statement cannot be read, 1 errors, 2 a file cannot be opened.

import { check } from '../check/check.ts';
import type { Report } from '../check/check.ts';
import { Refusal, worst } from './console.ts';
import type { Console } from './console.ts';
import { openDocument } from './documents.ts';
import { showFindings, showLines } from './findings.ts';
import { showGaps, showOperations, showParts, verdictOf } from './gap-map.ts';

/** Several files: JSON becomes a list, the status is the worst one (design, section 7). */
export function checkFiles(
  files: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): number {
  const statuses: number[] = [];
  const reports: Report[] = [];
  for (const file of files) {
    try {
      const model = openDocument(file, console, 2);
      const report = check(model);
      reports.push(report);
      statuses.push(statusOf(report, flags['allowGaps'] === true));
      if (flags['format'] === 'line') showReportLines(report, console);
      if (flags['format'] === 'pretty') showReport(report, model.document.source, files.length > 1, console);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      console.err(`ninefold: ${error.message}`);
      statuses.push(error.exit);
    }
  }
  if (flags['format'] === 'json' && reports.length > 0) {
    console.out(JSON.stringify(files.length === 1 ? reports[0] : reports, undefined, 2));
  }
  return worst(statuses);
}

/** What cannot be read stays a 3 even where gaps are allowed: nobody may guess what it says. */
export function statusOf(report: Report, mayHaveGaps: boolean): number {
  const { errors, unreadable, gaps } = verdictOf(report);
  if (errors > 0) return 1;
  return unreadable > 0 || (gaps > 0 && !mayHaveGaps) ? 3 : 0;
}

function showReport(report: Report, source: string, isOneOfSeveral: boolean, console: Console): void {
  const write = (text: string): void => console.out(text);
  if (isOneOfSeveral) write(`${console.paint('bold', report.document)}\n`);
  showFindings(report.diagnostics, source, write, console.paint);
  showGaps(report, write, console.paint);
  showParts(report, write);
  showOperations(report, write, console.paint);
  if (isOneOfSeveral) write('\n');
}

function showReportLines(report: Report, console: Console): void {
  showLines(report.diagnostics, (text) => console.out(text));
  for (const { id, question, at } of report.gaps) {
    console.out(`${at.file}:${at.line}:${at.column}: gap ${id}: ${question}`);
  }
}
