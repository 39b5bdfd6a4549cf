// `ninefold ask FILE`: what a document leaves open, in the order in which answers release most. Input: a file. Output: questions
// with their places, the forms that may be written, and what each releases; no answer is recommended.

import { few } from '../base/few.ts';
import { didYouMean, suggestionOrAll } from '../base/did-you-mean.ts';
import { partNumber, type PartName } from '../base/parts.ts';
import { sourcesOf } from '../base/sources.ts';
import type { Model } from '../model/model.ts';
import { asksOf, notAsked, notDoneAt, patternFor, underAll } from '../analysis/questions/questions.ts';
import type { Ask, AskGroup } from '../analysis/questions/questions.ts';
import { gapView, isErrorId } from '../analysis/gaps/gaps.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { countedErrors, errorLines, errorsOf } from './errors-first.ts';
import { assumedLines, assumedOf } from './ask-assumed.ts';
import { answerLines, partLines } from './answer-lines.ts';
import { assumedFiles, openDocument } from './documents.ts';
import { budget } from '../page/ask-words.ts';

export async function ask(file: string, flags: Readonly<Record<string, unknown>>, console: Console): Promise<number> {
  const assumptions = assumedFiles(flags);
  const model = openDocument(file, console, 2, assumptions);
  const only = operationsOf(model, flags['for']);
  if (isInteractive(flags, console))
    return (await import('./asking/talk.ts')).talk({ file, assumptions, only }, console);
  const groups = asksOf(model, only);
  if (flags['format'] === 'json') console.out(json(model, groups, only));
  else console.out([...errorLines(model, file), pretty(model, groups, only, console)].join('\n'));
  return 0;
}

/** Interactive on a terminal, not in a pipe, unless a flag says otherwise. */
function isInteractive(flags: Readonly<Record<string, unknown>>, { typing }: Console): boolean {
  const wanted = flags['interactive'];
  if (wanted === true && flags['format'] !== undefined)
    throw new Refusal(2, '--interactive asks, and --format prints the list: one of them');
  if (typeof wanted === 'boolean') return wanted;
  return flags['format'] === undefined && typing.isTerminal;
}

/** A path alone names each of its operations. */
function operationsOf(model: Model, wanted: unknown): readonly string[] | undefined {
  if (typeof wanted !== 'string') return undefined;
  const name = wanted.trim().replaceAll(/\s+/g, ' ').replaceAll('`', '');
  const known = [...model.operations.keys()];
  const heading = name.replace(/^\S+(?= )/, (method) => method.toUpperCase());
  const named = known.filter((one) => one === heading || pathOf(one) === name);
  if (named.length > 0) return named;
  const near = name.startsWith('/') ? nearPath(name, known) : suggestionOrAll(heading, known);
  throw new Refusal(2, `--for: there is no operation \`${name}\` in this document${near}`);
}

function nearPath(path: string, known: readonly string[]): string {
  const paths = [...new Set(known.map(pathOf))];
  const below = paths.filter((one) => one.startsWith(path));
  return suggestionOrAll(path, didYouMean(path, paths) === undefined && below.length > 0 ? below : paths);
}

function pathOf(heading: string): string {
  return heading.slice(heading.indexOf(' ') + 1);
}

/** `ask --format json`. */
function json(model: Model, groups: readonly AskGroup[], only: readonly string[] | undefined): string {
  const place = placesOf(model);
  const questions = groups.flatMap(({ asks }) =>
    asks.map((ask) => ({
      gaps: ask.gaps,
      part: ask.gap.part,
      question: ask.gap.question,
      at: place(ask.gap.at.start),
      forms: ask.forms,
      beside: ask.beside,
      meanings: ask.meanings,
      lines: patternFor(model, ask.gap.id),
      notDone: notDoneAt(model, ask),
      until: ask.until,
      blocks: ask.gap.blocks,
      releases: ask.releases,
      staysHeld: ask.staysHeld,
    })),
  );
  const errors = errorsOf(model).length;
  const rest = { assumed: assumedOf(model, only), notAsked: notAsked(model, only), errors };
  return JSON.stringify({ questions, ...rest }, undefined, 2);
}

function placesOf(model: Model): (offset: number) => { file: string; line: number; column: number } {
  const sources = sourcesOf(model.document);
  return (offset) => sources.place(offset);
}

function pretty(
  model: Model,
  groups: readonly AskGroup[],
  only: readonly string[] | undefined,
  { paint, directory }: Console,
): string {
  const assumed = assumedLines(assumedOf(model, only), paint);
  const left = leftLines(model, only);
  if (groups.length === 0)
    return [...(left.length === 0 ? [paint('green', 'nothing is open')] : []), ...assumed, ...left].join('\n');
  const place = placesOf(model);
  const errors = errorsOf(model).length;
  const lines: string[] = [];
  let rank = 0;
  for (const [index, group] of groups.entries()) {
    lines.push(paint('bold', budget(groups, index, errors)));
    let part: Ask['gap']['part'] = 'document';
    for (const one of group.asks) {
      if (one.gap.part !== part) lines.push(paint('dim', `  part ${numbered(one.gap.part as PartName)}`));
      part = one.gap.part;
      rank += 1;
      const { file, line, column } = place(one.gap.at.start);
      lines.push(`  ${String(rank).padStart(3)}. ${one.gap.question}`);
      const more = one.gaps.length > 1 ? ` and ${one.gaps.length - 1} more, by one ${where(model, one)}` : '';
      lines.push(
        `       ${paint('dim', `${file}:${line}:${column}`)}  ${paint('yellow', one.gap.id)}${paint('dim', more)}`,
      );
      lines.push(...[...answerLines(model, one, paint), ...partLines(model, one, paint, directory)].map(indented));
    }
    lines.push('');
  }
  return [...lines, ...assumed, ...left, ...elsewhere(model)].join('\n');
}

function where(model: Model, one: Ask): string {
  return underAll(model, one) ? 'bullet under All operations' : 'answer';
}

function indented(line: string): string {
  return `       ${line}`.trimEnd();
}

/** What is asked only when an error is gone. */
function leftLines(model: Model, only: readonly string[] | undefined): string[] {
  const ids = notAsked(model, only);
  if (ids.length === 0) return [];
  const many = ids.length === 1 ? '1 question is' : `${ids.length} questions are`;
  return [`${many} not asked yet, for what raises ${ids.length === 1 ? 'it' : 'them'} has an error: ${few(ids)}`];
}

/** What holds operations beside the questions: an answer may replace it, and none has to. */
function elsewhere(model: Model): string[] {
  const { gaps, operations } = gapView(model);
  const notDone = new Set(gaps.filter(({ status }) => status === 'unsupported').map(({ id }) => id));
  const count = (holds: (id: string) => boolean): number =>
    operations.filter(({ heldBy }) => heldBy.some(holds)).length;
  const wrong = count(isErrorId);
  const later = count((id) => notDone.has(id));
  return [
    ...(wrong === 0
      ? []
      : [`${operationsAre(wrong)} held by ${countedErrors(errorsOf(model))}, too; \`check\` names them.`]),
    ...(later === 0
      ? []
      : [`${operationsAre(later)} held by what this runtime does not support yet, too; \`check\` names it.`]),
  ];
}

function operationsAre(held: number): string {
  return held === 1 ? '1 operation is' : `${held} operations are`;
}

function numbered(part: PartName): string {
  return `${partNumber(part)}, ${part}`;
}
