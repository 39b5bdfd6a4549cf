// What commands that touch data refuse before they touch it. Input: a document as it is checked, the operator's settings. Output:
// Refusal, with the errors on stderr.

import { counted } from '../base/counted.ts';
import { sourcesOf } from '../base/sources.ts';
import type { Report } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { findingText, inOrder, MOST_SHOWN } from './findings.ts';
import type { Effective } from './settings.ts';

/** `done`: what is not done with it, `served`. */
export function refuseErrors(report: Report, model: Model, console: Console, done: string): void {
  const count = errorsInWords(report);
  for (const text of errorFrames(report, model, console.paintErr)) console.err(`${text}\n\n`);
  if (count !== undefined) throw new Refusal(1, `${model.document.file} has ${count}; nothing is ${done}`);
}

/** How many errors there are; undefined: none. */
export function errorsInWords(report: Report): string | undefined {
  const { length } = errorsIn(report);
  if (length === 0) return undefined;
  return length === 1 ? 'an error' : `${length} errors`;
}

/** The first errors with their lines; beyond them how many more there are. */
export function errorFrames(
  report: Report,
  model: Model,
  paint: Console['paint'],
  most: number = MOST_SHOWN,
): readonly string[] {
  const sources = sourcesOf(model.document);
  const errors = inOrder(errorsIn(report));
  const more = errors.length - most;
  return [
    ...errors.slice(0, most).map((error) => findingText(error, sources, paint)),
    ...(more > 0 ? [`${counted(more, 'more error')}: ninefold check ${model.document.file}`] : []),
  ];
}

function errorsIn({ diagnostics }: Report): Report['diagnostics'] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** One of them may come from the environment or from a file, and be overlooked. */
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
