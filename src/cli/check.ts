// `ninefold check FILE…`: what is wrong, what is open, what each gap stops. Input: files. Output: text or JSON, and a status: 0
// nothing wrong and nothing open, 3 gaps are left or a statement cannot be read, 1 errors, 2 a file cannot be opened.

import { sourcesOf } from '../base/sources.ts';
import { check } from '../check/check.ts';
import type { Report } from '../check/check.ts';
import { CATALOGUE } from '../diagnostics/catalogue.ts';
import type { Model } from '../model/model.ts';
import { asksOf } from '../analysis/questions/questions.ts';
import { gapEffects } from '../analysis/gaps/gaps.ts';
import { permissionMatrix } from '../analysis/permissions/matrix.ts';
import { questionsIn } from '../page/ask-words.ts';
import { Refusal, worst } from './console.ts';
import type { Console } from './console.ts';
import { assumedFiles, openText, understood } from './documents.ts';
import { inOrder, linesOf, MOST_SHOWN, showTogether } from './findings.ts';
import { showAssumed, showGaps, showLeftOut, showOperations, showParts, verdictOf } from './gap-map.ts';
import { stillAtWork, type Work } from './still-at-work.ts';
import { version } from './version.ts';

/** Several files: JSON becomes a list, the status is the worst one. */
export async function checkFiles(
  files: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): Promise<number> {
  const most = mostOf(flags['maxFindings']);
  const isMatrix = flags['matrix'] === true;
  if (isMatrix && !['pretty', 'json'].includes(String(flags['format'])))
    throw new Refusal(2, '--matrix is shown in the formats pretty and json');
  if (flags['format'] === 'html' && files.length > 1) throw new Refusal(2, '--format html is of one document');
  const statuses: number[] = [];
  const reports: Report[] = [];
  const ticks: string[] = [];
  const matrices: object[] = [];
  for (const file of files) {
    let work: Work | undefined;
    try {
      if (flags['fix'] === true) (await import('./fix.ts')).fixFile(file, console);
      const source = openText(file, console, 2);
      work = stillAtWork(file, source.length);
      const model = understood({ file, source, assumptions: assumedFiles(flags) }, console, 2);
      work.doing('checking it');
      const report = check(model);
      work.doing('writing the report');
      reports.push(report);
      statuses.push(statusOf(report, flags['allowGaps'] === true));
      if (isMatrix) {
        const matrix = permissionMatrix(model);
        matrices.push({ document: file, ...matrix });
        if (flags['format'] === 'pretty') (await import('./matrix.ts')).showMatrix(file, matrix, console);
        continue;
      }
      if (flags['format'] === 'line') showReportLines(report, console);
      if (flags['format'] === 'html')
        console.out(
          (await import('./html.ts')).gapMapPage(report, gapEffects(model), model.document.source, questionsOf(model)),
        );
      if (flags['format'] === 'pretty') {
        const isWritten = await writtenByFix(report, model);
        showReport({ report, model, isWritten, most, isOneOfSeveral: files.length > 1 }, console);
        if (report.diagnostics.some(isWritten)) ticks.push(file);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      console.err(`ninefold: ${error.message}`);
      statuses.push(error.exit);
    } finally {
      work?.end();
    }
  }
  if (isMatrix) {
    if (flags['format'] === 'json' && matrices.length > 0)
      console.out(JSON.stringify(files.length > 1 ? matrices : matrices[0], undefined, 2));
    return worst(statuses);
  }
  if (flags['format'] === 'pretty') advise(reports, ticks, assumedFiles(flags), console);
  if (reports.length > 0) await showAll(reports, files.length > 1, flags['format'], console);
  return worst(statuses);
}

/** `--max-findings`. */
function mostOf(given: unknown): number {
  if (given === undefined) return MOST_SHOWN;
  if (given === 'all') return Infinity;
  if (typeof given === 'string' && /^\d{1,9}$/.test(given)) return Number(given);
  throw new Refusal(2, `--max-findings: unexpected ${JSON.stringify(given)}, expected a number or \`all\``);
}

/** What to do next where something is wrong or open: errors first, since questions may depend on them. Not in output for programs. */
function advise(
  reports: readonly Report[],
  ticks: readonly string[],
  assumed: readonly string[],
  console: Console,
): void {
  const wrong = reports.filter((report) => verdictOf(report).errors > 0);
  const open = reports.filter((report) => report.gaps.length > 0 && !wrong.includes(report));
  const rest = assumed.map((file) => ` --assume ${file}`).join('');
  const commands = open.map(({ document }) => `ninefold ask ${document}${rest}`);
  if (ticks.length > 0)
    console.err(`next: ninefold check ${ticks.join(' ')} --fix rewrites what can mean one thing only`);
  for (const report of wrong) {
    const { errors } = verdictOf(report);
    const them = errors === 1 ? 'the error' : `the ${errors} errors`;
    console.err(`next: mend ${them} of ${report.document}, then ninefold check ${report.document}${rest} again`);
  }
  if (commands.length > 0) console.err(`next: ${commands.join('; ')} asks what is open, one question after the other`);
}

/** Of a finding: are there names in its statement that `--fix` puts into ticks? */
async function writtenByFix(
  { diagnostics }: Report,
  model: Model,
): Promise<(finding: Report['diagnostics'][number]) => boolean> {
  if (diagnostics.length === 0) return () => false;
  const sources = sourcesOf(model.document);
  const places = (await import('./fix.ts')).ticksDue(model).map((at) => sources.range(at));
  const byLine = Map.groupBy(places, ({ line }) => line);
  return ({ at }) =>
    at.file === model.document.file &&
    (byLine.get(at.line)?.some(({ column, endColumn }) => column <= at.column && at.column < endColumn) ?? false);
}

/** The formats that report all files at once. */
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
    writeLines(findings.flatMap(renderGithub), console);
  }
}

/** What cannot be read stays a 3 even where gaps are allowed: what it says must not be guessed. */
export function statusOf(report: Report, mayHaveGaps: boolean): number {
  const { errors, unreadable, gaps } = verdictOf(report);
  if (errors > 0) return 1;
  return unreadable > 0 || (gaps > 0 && !mayHaveGaps) ? 3 : 0;
}

/** How many questions `ask` has: an answer may fill several gaps. */
function questionsOf(model: Model): number {
  return questionsIn(asksOf(model));
}

/** With more gaps than this the questions are not counted: each would have to be made for it. */
const MOST_COUNTED = 10_000;

interface Shown {
  readonly report: Report;
  readonly model: Model;
  readonly isWritten: Parameters<typeof showTogether>[2];
  /** Of each severity, and of gaps. */
  readonly most: number;
  readonly isOneOfSeveral: boolean;
}

function showReport({ report, model, isWritten, most, isOneOfSeveral }: Shown, console: Console): void {
  const write = (text: string): void => console.out(text);
  if (isOneOfSeveral) write(`${console.paint('bold', report.document)}\n`);
  const left = showTogether(report.diagnostics, sourcesOf(model.document), isWritten, most, write, console.paint);
  showGaps(report, gapEffects(model), most, write, console.paint);
  showAssumed(report, write, console.paint);
  showParts(report, write);
  const { gaps, unreadable } = verdictOf(report);
  const open = gaps + unreadable;
  showOperations(report, open > MOST_COUNTED ? open : questionsOf(model), write, console.paint);
  showLeftOut({ ...Object.fromEntries(left), gap: Math.max(0, gaps - most) }, write);
  if (isOneOfSeveral) write('\n');
}

function showReportLines(report: Report, console: Console): void {
  writeLines(
    [
      ...linesOf(report.diagnostics),
      ...report.gaps.map(({ id, question, at }) => `${at.file}:${at.line}:${at.column}: gap ${id}: ${question}`),
      ...report.assumed.map(
        ({ id, at, by, on, why, until }) =>
          `${at.file}:${at.line}:${at.column}: assumed ${id}: by ${by} on ${on}, until ${until}: ${why}`,
      ),
    ],
    console,
  );
}

/** Lines in one write: each write takes a while, and all of them may be longer than a string can be. */
const LINES_AT_ONCE = 1000;

function writeLines(lines: readonly string[], console: Console): void {
  for (let i = 0; i < lines.length; i += LINES_AT_ONCE)
    console.out(`${lines.slice(i, i + LINES_AT_ONCE).join('\n')}\n`);
}
