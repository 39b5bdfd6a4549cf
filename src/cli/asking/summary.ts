// The first and the last words of a session of `ask`. Input: the session. Output: how to use it, and whether errors are in the
// way; what was answered, what is still open, what runs, why the rest does not, and the next command.

import { counted } from '../../base/counted.ts';
import { few } from '../../base/few.ts';
import type { Model } from '../../model/model.ts';
import { gapView, isErrorId } from '../../analysis/gaps/gaps.ts';
import { countedErrors, errorLines, errorsOf, startsWithout } from '../errors-first.ts';
import type { Session } from './session.ts';

export function greeting({ desk, agenda, journal }: Session): string {
  const open = agenda.questions(desk.model).length;
  const wrong = errorLines(desk.model, desk.file);
  if (open === 0) return [`${desk.file}: nothing is open`, ...wrong].join('\n');
  return [
    `${desk.file}: ${counted(open, 'question')} open. Each answer is written into the document at once.`,
    `All that you type is kept in ${journal.shown}. \`:1\` takes the first form offered, \`:help\` lists the commands, \`:quit\` leaves.`,
    ...wrong,
  ].join('\n');
}

export function farewell({ desk, agenda, given }: Session): string {
  const { model } = desk;
  const open = agenda.questions(model);
  const ids = new Set(open.map(({ gap }) => gap.id));
  const answered = given.filter(({ id, isNote }) => isNote !== true && !ids.has(id)).length;
  const challenged = open.filter(({ gap }) => agenda.isChallenged(model, gap.id)).length;
  const putOff = open.filter(({ gap }) => agenda.isPutOff(gap.id) && !agenda.isChallenged(model, gap.id)).length;
  const errors = errorsOf(model);
  const codes = [...new Set(errors.map(({ code }) => code))];
  const verb = errors.length > 0 ? 'would run then' : 'run';
  const { operations } = gapView(model);
  const runs = operations.filter((one) => one.runs === 'yes').map(({ id }) => id);
  const partly = operations.filter((one) => one.runs === 'partly').map(({ id }) => id);
  const held = operations.filter((one) => one.runs === 'no').map(({ id }) => id);
  return [
    '',
    `${answered} answered, ${putOff} put off, ${challenged} challenged, ${open.length} still open`,
    ...(errors.length > 0 ? [`  ${countedErrors(errors)} (${few(codes)}): ${startsWithout(errors)}`] : []),
    ...named(`${runs.length} of ${operations.length} ${verb}`, runs),
    ...named(`${partly.length} ${verb} but for some requests`, partly),
    ...named(`${held.length} held`, held),
    ...reasons(model, errors.length),
    `next: ${nextCommands(errors.length, desk.file, open.length > 0)}`,
  ].join('\n');
}

/** Errors stop `serve`, even if all questions are answered. */
function nextCommands(errors: number, file: string, isOpen: boolean): string {
  if (errors > 0) return `ninefold check ${file} names the error${errors === 1 ? '' : 's'}`;
  return `${isOpen ? `ninefold ask ${file} goes on here; ` : ''}ninefold serve ${file}`;
}

/** Why operations are held, one line for each kind of reason. */
function reasons(model: Model, errors: number): readonly string[] {
  const { operations, gaps } = gapView(model);
  const byId = new Map(gaps.map((gap) => [gap.id, gap]));
  const lines = [];
  const wrong = operations.filter(({ heldBy }) => heldBy.some(isErrorId)).length;
  if (wrong > 0) lines.push(`    ${wrong} of them by ${errors === 1 ? 'the error' : 'errors'}`);
  for (const [status, one, several] of REASONS) {
    const ids = new Set<string>();
    const waiting = operations.filter(({ heldBy }) => {
      const own = heldBy.filter((id) => byId.get(id)?.status === status);
      for (const id of own) ids.add(id);
      return own.length > 0;
    }).length;
    if (waiting > 0)
      lines.push(
        `    ${waiting} of them by ${ids.size === 1 ? `1 ${one}` : `${ids.size} ${several}`}: ${few([...ids])}`,
      );
  }
  return lines;
}

const REASONS = [
  [
    'unsupported',
    'statement that this runtime does not support yet',
    'statements that this runtime does not support yet',
  ],
  ['unreadable', 'statement that cannot be read', 'statements that cannot be read'],
  ['gap', 'open question', 'open questions'],
] as const;

function named(word: string, operations: readonly string[]): readonly string[] {
  return operations.length === 0 ? [] : [`  ${word}: ${few(operations)}`];
}
