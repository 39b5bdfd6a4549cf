// What commands that touch data refuse before they touch it. In: a document as it is checked, the operator's settings.
// Out: Refusal, with the errors on stderr.

import { sourcesOf } from '../base/sources.ts';
import type { Report } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { findingText, inOrder, showFindings } from './findings.ts';
import type { Effective } from './settings.ts';

/** `done`: what is not done with it, `served`. */
export function refuseErrors(report: Report, model: Model, console: Console, done: string): void {
  const count = showErrors(report, model, console);
  if (count !== undefined) throw new Refusal(1, `${model.document.file} has ${count}; nothing is ${done}`);
}

/** Answers how many there are, in words; undefined: none. */
export function showErrors(
  report: Report,
  model: Model,
  console: Pick<Console, 'err' | 'paintErr'>,
): string | undefined {
  const errors = report.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  showFindings(errors, sourcesOf(model.document), (text) => console.err(text), console.paintErr);
  return errors.length === 1 ? 'an error' : `${errors.length} errors`;
}

/** Each error with its lines, without colours. */
export function errorFrames(report: Report, model: Model): readonly string[] {
  const sources = sourcesOf(model.document);
  const errors = inOrder(report.diagnostics).filter(({ severity }) => severity === 'error');
  return errors.map((error) => findingText(error, sources, (_, text) => text));
}

/** One of them may come from the environment or from a file, where nobody sees it. */
export function refuseTwoPlaces(effective: readonly Effective[]): void {
  const given = (['data', 'database'] as const).map((key) => effective.find((one) => one.key === key));
  if (given.some((one) => one?.value === undefined)) return;
  const origins = given.map((one) => `${one!.key} from ${one!.origin}`).join(', ');
  throw new Refusal(
    2,
    `the data is kept either in a directory (data) or in a database (database), and both are given: ${origins}; leave one of them out`,
  );
}

/** As it is typed for the same document and the same data. */
export function migrateCommand(file: string, flags: Readonly<Record<string, unknown>>): string {
  const assumed = Array.isArray(flags['assume']) ? flags['assume'].map((one) => ` --assume ${String(one)}`) : [];
  const places = (['data', 'database'] as const).flatMap((key) =>
    typeof flags[key] === 'string' ? [` --${key} ${flags[key]}`] : [],
  );
  return `ninefold migrate ${file}${[...places, ...assumed].join('')}`;
}
