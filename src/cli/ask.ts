// `ninefold ask FILE`: what a document leaves open, in the order in which answers release most. In: a file. Out: questions
// with their places, the forms that may be written, and what each releases; no answer is recommended.

import { suggestion } from '../base/did-you-mean.ts';
import { partNumber, type PartName } from '../base/parts.ts';
import { LineIndex } from '../base/span.ts';
import type { Model } from '../model/model.ts';
import { asksOf } from '../model/views/asks.ts';
import type { Ask, AskGroup } from '../model/views/asks.ts';
import { gapView } from '../model/views/gaps.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { openDocument } from './documents.ts';
import { few } from './gap-map.ts';

type Paint = Console['paint'];

export function ask(file: string, flags: Readonly<Record<string, unknown>>, console: Console): number {
  const model = openDocument(file, console, 2);
  const groups = asksOf(model, operationOf(model, flags['for']));
  console.out(flags['format'] === 'json' ? json(model, groups) : pretty(model, groups, console.paint));
  return 0;
}

function operationOf(model: Model, wanted: unknown): string | undefined {
  if (typeof wanted !== 'string') return undefined;
  const heading = wanted.trim().replaceAll(/\s+/g, ' ').replaceAll('`', '');
  if (model.operations.has(heading)) return heading;
  const known = [...model.operations.keys()];
  throw new Refusal(2, `--for: there is no operation \`${heading}\` in this document${suggestion(heading, known)}`);
}

/** Design, section 7. */
function json(model: Model, groups: readonly AskGroup[]): string {
  const place = placesOf(model);
  const questions = groups.flatMap(({ asks }) =>
    asks.map(({ gap, forms, releases }) => ({
      gaps: [gap.id],
      part: gap.part,
      question: gap.question,
      at: place(gap.at.start),
      forms,
      releases,
    })),
  );
  return JSON.stringify({ questions }, undefined, 2);
}

function placesOf(model: Model): (offset: number) => { file: string; line: number; column: number } {
  const index = new LineIndex(model.document.source);
  return (offset) => ({ file: model.document.file, ...index.position(offset) });
}

function pretty(model: Model, groups: readonly AskGroup[], paint: Paint): string {
  if (groups.length === 0) return paint('green', 'nothing is open');
  const place = placesOf(model);
  const lines: string[] = [];
  let rank = 0;
  for (const [index, group] of groups.entries()) {
    lines.push(paint('bold', budget(group, index)));
    let part: Ask['gap']['part'] = 'document';
    for (const one of group.asks) {
      if (one.gap.part !== part) lines.push(paint('dim', `  part ${numbered(one.gap.part as PartName)}`));
      part = one.gap.part;
      rank += 1;
      const { file, line, column } = place(one.gap.at.start);
      lines.push(`  ${String(rank).padStart(3)}. ${one.gap.question}`);
      lines.push(`       ${paint('dim', `${file}:${line}:${column}`)}  ${paint('yellow', one.gap.id)}`);
      lines.push(`       ${one.forms.join(paint('dim', '  |  '))}`);
      if (one.releases.length > 0) lines.push(`       ${paint('green', `releases ${few(one.releases)}`)}`);
    }
    lines.push('');
  }
  return [...lines, ...elsewhere(model)].join('\n');
}

/** What no answer releases. */
function elsewhere(model: Model): string[] {
  const { gaps, operations } = gapView(model);
  const notDone = new Set(gaps.filter(({ status }) => status === 'unsupported').map(({ id }) => id));
  const count = operations.filter(({ heldBy }) =>
    heldBy.some((id) => id.startsWith('error:') || notDone.has(id)),
  ).length;
  if (count === 0) return [];
  const many = count === 1 ? '1 operation is' : `${count} operations are`;
  return [
    `${many} held by errors, or by what this runtime does not do yet; no answer changes that. \`check\` names them.`,
  ];
}

function numbered(part: PartName): string {
  return `${partNumber(part)}, ${part}`;
}

/** "The first 3 questions release 11 operations", "2 more release 4". */
function budget({ kind, asks }: AskGroup, index: number): string {
  const count = asks.length;
  const released = asks.reduce((sum, { releases }) => sum + releases.length, 0);
  const what = `${released} operation${released === 1 ? '' : 's'}`;
  const many = (verb: string): string => (count === 1 ? `${verb}s` : verb);
  const questions = index === 0 ? `The first ${count === 1 ? 'question' : `${count} questions`}` : `${count} more`;
  switch (kind) {
    case 'lists':
      return 'Before all others:';
    case 'held':
      return `${questions} ${many('release')} ${what}`;
    case 'requests':
      return `${questions} ${many('make')} ${what} run whole`;
    case 'rest':
      return `${questions} ${count === 1 ? 'is' : 'are'} open, and no operation waits for ${count === 1 ? 'it' : 'them'}`;
  }
}
