// What may be written as the answer to a question, where it is printed and not asked. Input: a model, a question. Output: lines:
// what waits for the answer, its forms, what it releases; for a part that is not shown how its statements begin.

import { relative, join } from 'node:path';

import { few } from '../base/few.ts';
import { PART_TITLES, partNumber, type PartName } from '../base/parts.ts';
import type { Model } from '../model/model.ts';
import { notDoneAt, patternFor, type Ask } from '../analysis/questions/questions.ts';
import { notDoneText, onceRight, staysText, untilAnswered } from '../page/ask-words.ts';
import type { Console } from './console.ts';
import { errorsOf } from './errors-first.ts';

type Paint = Console['paint'];

export function answerLines(model: Model, one: Ask, paint: Paint): readonly string[] {
  const { releases, staysHeld } = one;
  return [
    paint('dim', untilAnswered(one)),
    ...formsLines(model, one, paint),
    ...(releases.length > 0 ? [paint('green', `releases ${few(releases)}${onceRight(errorsOf(model).length)}`)] : []),
    ...staysHeld.map((stays) => paint('yellow', staysText(stays))),
  ];
}

/** What this runtime does not do is on a separate line. */
export function formsLines(model: Model, one: Ask, paint: Paint): readonly string[] {
  const notDone = notDoneAt(model, one);
  const marked = new Set(notDone.map(({ form }) => form));
  const bar = paint('dim', '  |  ');
  const done = one.forms.filter((form) => !marked.has(form));
  const later = notDone.map(({ form }) => form);
  return [
    ...(done.length > 0 ? [[...done, ...one.beside].join(bar)] : []),
    ...one.meanings.map((words) => paint('dim', words)),
    ...(later.length > 0 ? [`${paint('yellow', `${notDoneText(notDone[0]!.holds)}:`)} ${later.join(bar)}`] : []),
  ];
}

/** How a part is written of which nothing is shown yet. */
export function partLines(model: Model, ask: Ask, paint: Paint, from: string): readonly string[] {
  const { id, kind } = ask.gap;
  return kind.startsWith('part ') ? [...patternLines(model, id), ...notationLines(ask, paint, from)] : [];
}

/** Where to read about a whole part; `from`: the directory in which the file is named. */
export function notationLines(
  { gap: { kind, part } }: Pick<Ask, 'gap'>,
  paint: Paint,
  from: string,
): readonly string[] {
  if (part === 'document' || !kind.startsWith('part ')) return [];
  return [paint('dim', `how it is written: ${notationOf(part, from)}`)];
}

/** Empty where nothing more than the forms can be said. */
export function patternLines(model: Model, id: string): readonly string[] {
  const pattern = patternFor(model, id).map((line) => `  ${line}`.trimEnd());
  return pattern.length === 0 ? [] : ['its statements are lines like these:', ...pattern];
}

function notationOf(part: PartName, from: string): string {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'notation.md');
  const title = PART_TITLES[part].replace(/^./, (first) => first.toLowerCase());
  return `${relative(from, file)}, "Part ${partNumber(part)}: ${title}"`;
}
