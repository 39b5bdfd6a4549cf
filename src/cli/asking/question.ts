// How a session of `ask` shows a question, its place in the document and what an answer has changed. Input: models and asks.
// Output: lines for people.

import { partNumber } from '../../base/parts.ts';
import { sourcesOf } from '../../base/sources.ts';
import { printable, renderPlace } from '../../diagnostics/render-pretty.ts';
import type { Model } from '../../model/model.ts';
import { factOf, type Ask, type NotDone } from '../../analysis/questions/questions.ts';
import { gapView } from '../../analysis/gaps/gaps.ts';
import type { Console } from '../console.ts';
import { notationLines, patternLines } from '../answer-lines.ts';
import { errorsOf } from '../errors-first.ts';
import { notDoneText, onceRight, staysText, untilAnswered } from '../../page/ask-words.ts';

type Paint = Console['paint'];

/** Forms in one line up to this width, else one below the other. */
const WIDTH = 100;

export interface Standing {
  readonly number: number;
  readonly of: number;
  /** It was put off before, in this session. */
  readonly isAgain: boolean;
}

export function questionText(
  model: Model,
  ask: Ask,
  { number, of, isAgain, offer }: Standing & { readonly offer: Offer },
  paint: Paint,
): string {
  const { gap } = ask;
  const part = gap.part === 'document' ? 'the title' : `part ${partNumber(gap.part)}, ${gap.part}`;
  const note = noteOf(model, gap.id);
  return [
    '',
    `${paint('bold', `${isAgain ? 'again, ' : ''}${number} of ${of} · ${part}`)}  ${paint('dim', gap.id)}`,
    gap.question,
    ...placeLines(model, gap.at.start, gap.at.end, paint),
    ...(note === undefined ? [] : [`  ${paint('yellow', `not shown, ${note}`)}`]),
    `  ${paint('dim', untilAnswered(ask))}`,
    ...formLines(offer, paint),
  ].join('\n');
}

/** What may be written, in the order in which it is numbered: what this runtime does not do comes last. */
export interface Offer {
  readonly forms: readonly string[];
  /** Said below them, without a number: how many more names there are, what a form means. */
  readonly beside: readonly string[];
  readonly notDone: readonly NotDone[];
}

/** Each with its number, and what this runtime would hold for it. */
export function formLines({ forms, beside, notDone }: Offer, paint: Paint): readonly string[] {
  const marks = new Map(notDone.map(({ form, holds }) => [form, notDoneText(holds)]));
  const numbered = forms.map((form, index) => `${paint('dim', `:${index + 1}`)} ${form}`);
  const isShort = notDone.length === 0 && beside.length === 0 && forms.join(' | ').length <= WIDTH;
  if (isShort) return [`  may be: ${numbered.join(paint('dim', ' | '))}`];
  return [
    '  may be:',
    ...numbered.map((form, index) => {
      const mark = marks.get(forms[index]!);
      return mark === undefined ? `    ${form}` : `    ${form}  ${paint('yellow', mark)}`;
    }),
    ...beside.map((words) => `    ${paint('dim', words)}`),
  ];
}

/** Words of the notation that a colon follows: they are typed, while other words in front of a colon only say what to type. */
const TYPED: ReadonlySet<string> = new Set(['service', 'outside']);

/** How a form that waits for words is typed, with `abc` for them. */
export function wholeLine(form: string): string {
  const [, label] = /^([^`…:]+): /.exec(form) ?? [];
  const isTyped = label === undefined || TYPED.has(label);
  const line = (isTyped ? form : form.slice(label.length + 2)).replaceAll(/(?<=\d)…/g, 'xx').replaceAll('…', 'abc');
  const without = isTyped ? '' : `, without \`${label}:\``;
  return `Type the whole line${without}; where your words are abc, it is: ${line}`;
}

export function placeLines(model: Model, start: number, end: number, paint: Paint): readonly string[] {
  const sources = sourcesOf(model.document);
  const place = sources.range({ start, end: Math.max(start, end) });
  return renderPlace(place, (file) => sources.lines(file), paint).map((line) => ` ${line}`);
}

/** Below a question that takes several lines: how they begin, and how they end. */
export function longText(model: Model, ask: Ask, { paint, directory }: Console): string {
  const how = [...patternLines(model, ask.gap.id), ...notationLines(ask, paint, directory)];
  const end = 'several lines; a line `.` or two empty lines end them, `:undo` gives them up';
  return [...how, how.length === 0 ? end : paint('dim', end)].map((line) => `  ${line}`.trimEnd()).join('\n');
}

/** The words behind `not shown`. */
export function noteOf(model: Model, id: string): string | undefined {
  const slot = factOf(model, id)?.slot;
  return slot?.status === 'gap' ? slot.note : undefined;
}

/** More of the document, and everything that waits. */
export function aroundText(model: Model, { gap, releases, staysHeld }: Ask, paint: Paint): string {
  const sources = sourcesOf(model.document);
  const { file, line } = sources.place(gap.at.start);
  const index = sources.lines(file);
  const last = Math.min(index.lineCount, line + 8);
  const lines: string[] = [];
  for (let at = Math.max(1, line - 8); at <= last; at += 1) {
    const mark = at === line ? paint('cyan', '>') : ' ';
    lines.push(`${mark} ${paint('dim', `${String(at).padStart(String(last).length)} |`)} ${printable(index.line(at))}`);
  }
  const { operations } = gapView(model);
  const rests = operations.filter(({ restsOn }) => restsOn.includes(gap.id)).map(({ id }) => id);
  return [
    ...lines,
    ...listed('waits for it', gap.blocks),
    ...listed('runs without it, and enforces nothing', rests),
    ...listed(`released by it${onceRight(errorsOf(model).length)}`, releases),
    ...staysHeld.map((one) => `  ${staysText(one)}`),
  ].join('\n');
}

function listed(what: string, operations: readonly string[]): readonly string[] {
  return operations.length === 0 ? [] : [`  ${what}:`, ...operations.map((one) => `    ${one}`)];
}
