// How a session of `ask` says what an answer has changed. Input: the models before and after, what was typed and what was
// written. Output: lines for people: where it is written, the lines that are more than was typed, what runs, what is asked, what
// is warned of.

import { counted } from '../../base/counted.ts';
import { few } from '../../base/few.ts';
import { LineIndex } from '../../base/span.ts';
import { printable } from '../../diagnostics/render-pretty.ts';
import type { Model } from '../../model/model.ts';
import { asksOf, type Ask } from '../../analysis/questions/questions.ts';
import { gapView } from '../../analysis/gaps/gaps.ts';
import type { Console } from '../console.ts';
import type { Proposal } from './proposal.ts';

type Paint = Console['paint'];

/** What has changed: where it is written, what runs now, what is asked now. */
export function changesText(
  before: Model,
  { model, at, places, warnings, words }: Omit<Proposal, 'troubles'>,
  { id, typed }: { readonly id: string; readonly typed: string },
  paint: Paint,
): string {
  const { line } = new LineIndex(model.document.source).position(at.start);
  const ticked =
    words === undefined
      ? ''
      : `, ${words.includes('`') ? 'with the ticks that names have' : 'as the word of the notation'}: ${words}`;
  const lines = [
    `${paint('green', 'written')} at ${model.document.file}:${line}${ticked}`,
    ...writtenLines(model, places, words ?? typed, paint),
  ];
  const now = gapView(model).operations;
  const then = new Map(gapView(before).operations.map((one) => [one.id, one.runs]));
  const runs = (one: (typeof now)[number]): boolean => one.runs !== 'no' && then.get(one.id) === 'no';
  const whole = (one: (typeof now)[number]): boolean => one.runs === 'yes' && then.get(one.id) === 'partly';
  const held = (one: (typeof now)[number]): boolean => one.runs === 'no' && (then.get(one.id) ?? 'no') !== 'no';
  const said = (verb: string, found: (one: (typeof now)[number]) => boolean): void => {
    const operations = now.filter(found).map((one) => one.id);
    if (operations.length > 0) lines.push(`  ${verb} ${few(operations)}`);
  };
  said('releases', runs);
  said('makes run in full:', whole);
  said('now held:', held);
  const known = new Set([id, ...asked(before).flatMap(({ gaps }) => gaps)]);
  const opened = asked(model).filter(({ gaps }) => !gaps.some((gap) => known.has(gap)));
  if (opened.length > 0) lines.push(`  asks ${counted(opened.length, 'more question')}:`);
  const hidden = opened.length > 4 ? opened.length - 3 : 0;
  for (const { gap } of opened.slice(0, hidden > 0 ? 3 : 4)) lines.push(`    ${gap.question}`);
  if (hidden > 0) lines.push(`    and ${hidden} more`);
  const notDone = warnings.filter(({ code }) => code === 'unsupported');
  for (const { code, message } of warnings) lines.push(`  ${paint('yellow', code)}  ${message}`);
  if (notDone.length > 0) lines.push('  `:undo` takes this answer out of the document again');
  return lines.join('\n');
}

const SHOWN = 8;

/** Lines that hold more than the words of the answer: a new row, a list of causes, a table. */
function writtenLines({ document }: Model, places: Proposal['places'], words: string, paint: Paint): readonly string[] {
  const index = new LineIndex(document.source);
  const lines = new Set<number>();
  for (const { at } of places) {
    const text = document.source.slice(at.start, at.end);
    if (text.trim() === '' || words.includes(text.trim())) continue;
    const first = at.start + text.indexOf(text.trim());
    const last = index.position(first + text.trim().length).line;
    for (let { line } = index.position(first); line <= last; line += 1) lines.add(line);
  }
  const own = [...lines].filter((line) => index.line(line).trim() !== '').toSorted((one, other) => one - other);
  const hidden = own.length > SHOWN ? own.length - SHOWN + 1 : 0;
  const shown = own.slice(0, own.length - hidden);
  return [
    ...shown.map((line) => ` ${paint('dim', `${line} |`)} ${printable(index.line(line))}`),
    ...(hidden > 0 ? [`  and ${hidden} more lines`] : []),
  ];
}

function asked(model: Model): readonly Ask[] {
  return asksOf(model).flatMap(({ asks }) => asks);
}
