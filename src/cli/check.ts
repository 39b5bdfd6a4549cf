// `ninefold check FILE…`: what is wrong, what is open, what each gap stops. In: files. Out: text or JSON, and a status:
// 0 nothing wrong and nothing open, 3 gaps are left or a statement cannot be read, 1 errors, 2 a file cannot be opened.

import { sourcesOf, type Sources } from '../base/sources.ts';
import { check } from '../check/check.ts';
import type { Report } from '../check/check.ts';
import { CATALOGUE } from '../diagnostics/catalogue.ts';
import { Refusal, worst } from './console.ts';
import type { Console } from './console.ts';
import { assumedFiles, openDocument } from './documents.ts';
import { inOrder, showFindings, showLines } from './findings.ts';
import { showAssumed, showGaps, showOperations, showParts, verdictOf } from './gap-map.ts';
import { version } from './version.ts';

/** Several files: JSON becomes a list, the status is the worst one (design, section 7). */
export async function checkFiles(
  files: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): Promise<number> {
  if (flags['format'] === 'html' && files.length > 1) throw new Refusal(2, '--format html is of one document');
  const statuses: number[] = [];
  const reports: Report[] = [];
  for (const file of files) {
    try {
      if (flags['fix'] === true) (await import('./fix.ts')).fixFile(file, console);
      const model = openDocument(file, console, 2, assumedFiles(flags));
      const report = check(model);
      reports.push(report);
      statuses.push(statusOf(report, flags['allowGaps'] === true));
      if (flags['format'] === 'line') showReportLines(report, console);
      if (flags['format'] === 'html')
        console.out((await import('./html.ts')).gapMapPage(report, model.document.source));
      if (flags['format'] === 'pretty') showReport(report, sourcesOf(model.document), files.length > 1, console);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      console.err(`ninefold: ${error.message}`);
      statuses.push(error.exit);
    }
  }
  if (flags['format'] === 'pretty') advise(reports, assumedFiles(flags), console);
  if (reports.length > 0) await showAll(reports, files.length > 1, flags['format'], console);
  return worst(statuses);
}

/** How to go on where something is open; what is read by programs has no such line. */
function advise(reports: readonly Report[], assumed: readonly string[], console: Console): void {
  const open = reports.filter(({ gaps }) => gaps.length > 0);
  const rest = assumed.map((file) => ` --assume ${file}`).join('');
  const commands = open.map(({ document }) => `ninefold ask ${document}${rest}`);
  if (commands.length > 0) console.err(`next: ${commands.join('; ')} asks what is open, one question after the other`);
}

/** The formats that speak of all files at once. */
async function showAll(reports: readonly Report[], several: boolean, format: unknown, console: Console): Promise<void> {
  const write = (value: unknown): void => console.out(JSON.stringify(value, undefined, 2));
  if (format === 'json') write(several ? reports : reports[0]);
  if (format !== 'sarif' && format !== 'github') return;
  const findings = reports.map(({ diagnostics, gaps }) => ({ findings: inOrder(diagnostics), gaps }));
  if (format === 'sarif') {
    const { renderSarif } = await import('../diagnostics/render-sarif.ts');
    write(renderSarif(findings, { version: version(), catalogue: CATALOGUE }));
  } else {
    const { renderGithub } = await import('../diagnostics/render-github.ts');
    for (const line of findings.flatMap(renderGithub)) console.out(line);
  }
}

/** What cannot be read stays a 3 even where gaps are allowed: nobody may guess what it says. */
export function statusOf(report: Report, mayHaveGaps: boolean): number {
  const { errors, unreadable, gaps } = verdictOf(report);
  if (errors > 0) return 1;
  return unreadable > 0 || (gaps > 0 && !mayHaveGaps) ? 3 : 0;
}

function showReport(report: Report, sources: Sources, isOneOfSeveral: boolean, console: Console): void {
  const write = (text: string): void => console.out(text);
  if (isOneOfSeveral) write(`${console.paint('bold', report.document)}\n`);
  showFindings(report.diagnostics, sources, write, console.paint);
  showGaps(report, write, console.paint);
  showAssumed(report, write, console.paint);
  showParts(report, write);
  showOperations(report, write, console.paint);
  if (isOneOfSeveral) write('\n');
}

function showReportLines(report: Report, console: Console): void {
  showLines(report.diagnostics, (text) => console.out(text));
  for (const { id, question, at } of report.gaps) {
    console.out(`${at.file}:${at.line}:${at.column}: gap ${id}: ${question}`);
  }
  for (const { id, at, by, on, why, until } of report.assumed) {
    console.out(`${at.file}:${at.line}:${at.column}: assumed ${id}: by ${by} on ${on}, until ${until}: ${why}`);
  }
}
