// An answer where something is written already: `not shown`, a blank, words that no form explains. Input: the fact and the words.
// Output: the edit of that cell, that bullet's value, or the half that is not shown. Notation, rule 1.3.

import type { Span } from '../../base/span.ts';
import { OPERATION } from '../../notation/operation.ts';
import { MOVE } from '../../notation/states.ts';
import type { Pages } from '../../notation/values/lists.ts';
import type { UnknownFields } from '../../notation/values/unknown-fields.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { markedHalves, openHalves, type PagesHalf } from '../../notation/values/lists.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import { resourceIn } from '../../analysis/machines/deletions.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { refuseFirstCell, refuseLine } from './words.ts';
import { asCell, insertion, isInTable, slotEdit } from '../edit.ts';
import { lineEnd, lineStart } from '../lines.ts';
import { cellsOf, isLastRow } from '../table-lines.ts';

export function answerSlot({ model, fact, answer }: Answering): Edits {
  const { source } = model.document;
  const { slot, of } = fact;
  if (!slot || slot.status === 'absent') return refused('Nothing is written here.');
  if (slot.status === 'gap' && slot.how === 'marked' && slot.text === '')
    return refused('This is drawn in a diagram, which has no place for it; write it as a table.');
  const said = halfSaid(of, slot, answer.trim());
  if (said?.behind !== undefined) return { edits: [insertion(withoutMarks(source, slot.at).end, said.behind)] };
  const words = said?.words ?? answer.trim();
  const half = fact.status === 'gap' && slot.status === 'stated' ? halfOf(source, slot.at, of, words) : undefined;
  const at = half ?? withoutMarks(source, slot.at);
  const inTable = isInTable(source, slot.at);
  const isOwnLine = source.slice(lineStart(source, at.start), at.start).trim() === '';
  const why = refuseLine(words, isOwnLine);
  if (why !== undefined) return refused(why);
  if (inTable) {
    const found = cellOf(source, slot.at);
    if (found === undefined)
      return refused('This row has fewer cells than the head of its table; write the cells that are missing first.');
    const first = found === 0 && half === undefined ? refuseFirstCell(words) : undefined;
    if (first !== undefined) return refused(first);
    const line = { start: lineStart(source, at.start), end: lineEnd(source, at.end) };
    if (isLastRow(source.slice(line.start, at.start) + words + source.slice(at.end, line.end)))
      return refused(
        'This row is called none, and with this word it would end the list; write its name in ticks first.',
      );
  }
  if (half) return { edits: [{ at: half, text: inTable ? asCell(words) : words }] };
  return { edits: [slotEdit(source, at, words)] };
}

/** An answer to the half that is asked about: in place of its mark, or behind what is stated. */
interface HalfSaid {
  readonly words: string;
  readonly behind?: string;
}

function halfSaid(of: Fact['of'], slot: Slot<unknown>, words: string): HalfSaid | undefined {
  if (of === OPERATION.pages) return pagesHalf(slot as Slot<Pages>, words);
  return of === OPERATION.unknownFields ? elsewhereSaid(valueOf(slot as Slot<UnknownFields>), words) : undefined;
}

function elsewhereSaid(value: UnknownFields | undefined, words: string): HalfSaid | undefined {
  const [, policy] = /^(?:elsewhere\s+)?(refused|ignored)$/i.exec(words) ?? [];
  if (!value?.keptIn || policy === undefined || typeof value.elsewhere === 'string') return undefined;
  return { words: policy, ...(value.elsewhere === undefined && { behind: `, elsewhere ${policy}` }) };
}

const PAGES_KEYS: Readonly<Record<PagesHalf, string>> = {
  default: 'default',
  'at most': 'at most',
  more: 'more is',
  cursor: 'cursor is',
};

const COUNTED = /^(?:(default|at most|more is)\s+)?(\d+|refused)$/i;
const CURSOR = /^(?:(cursor is)\s+)?(opaque|the last `[^`]+`)$/i;

/** The half of Pages that the question is about, with or without its key: in place of its mark, or behind the others. */
function pagesHalf(slot: Slot<Pages>, words: string): HalfSaid | undefined {
  const pages = slot.status === 'stated' ? slot.value : undefined;
  const half = pages && openHalves(pages)[0];
  const form = half === 'cursor' ? CURSOR : COUNTED;
  const found = form.exec(words);
  if (!pages || half === undefined || !found) return undefined;
  const [, key, value = ''] = found;
  if (key !== undefined && key.toLowerCase() !== PAGES_KEYS[half]) return undefined;
  if (markedHalves(pages).length > 0) return { words: value };
  const between = slot.status === 'stated' && slot.text.includes(';') ? ',' : ';';
  return { words: value, behind: `${between} ${PAGES_KEYS[half]} ${value}` };
}

/** `**Key: value**`: what closes the emphasis is not the value's. */
function withoutMarks(source: string, at: Span): Span {
  const line = source.slice(lineStart(source, at.start), at.start);
  const marks = /^\s*[-*+]\s+(\*+|_+)[^*_]*:\s*$/.exec(line)?.[1];
  if (marks === undefined || !source.slice(at.start, at.end).endsWith(marks)) return at;
  return { start: at.start, end: at.end - marks.length };
}

/** What can be no half: it says who, or who sets the field. */
const WHOLE = /^service\s*[:,]|which\s+items\s*:|^(?:caller(?:,\s*hidden)?|by operation|rows)$/i;

/** The words behind the colon that are not shown, unless the answer says the other half again. */
function halfOf(source: string, at: Span, of: Fact['of'], words: string): Span | undefined {
  const text = source.slice(at.start, at.end);
  const mark = /not\s+shown/i.exec(text);
  if (!mark) return undefined;
  const isAgain =
    (of === OPERATION.who || of === MOVE.columns.who) &&
    alike(text.slice(0, Math.max(0, text.lastIndexOf(';'))), words);
  const whole = of === OPERATION.pages ? !/^(?:\d+|refused)$/i.test(words) : isAgain || WHOLE.test(words);
  if (whole && !/^not shown/i.test(words)) return undefined;
  const start = at.start + mark.index;
  // A note may follow one of these words; pages continue.
  return { start, end: of === OPERATION.pages ? start + mark[0].length : at.end };
}

/** Who again, without which items: it is for all of them. */
function alike(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => text.replace(/\s+/g, ' ').trim());
  return first !== '' && first === second;
}

/** Which cell of its line; undefined: the line ends before it. */
function cellOf(source: string, at: Span): number | undefined {
  const from = lineStart(source, at.start);
  const line = source.slice(from, lineEnd(source, from));
  if (at.start === at.end && at.start >= from + line.trimEnd().length) return undefined;
  const before = source.slice(from, at.start).trimStart();
  return before === '' ? 0 : cellsOf(`${before.replace(/^\|/, '')}x`).length - 1;
}

/** How a reference is shown: `R as …` replaces its name in the Type cell; other words are the whole type. */
export function answerShown({ model, fact, answer }: Answering): Edits {
  const { source } = model.document;
  const field =
    fact.subject.on === 'field' ? model.fields.get(`${fact.subject.resource}.${fact.subject.field}`) : undefined;
  const type = field && valueOf(field.type);
  const reference = type && resourceIn(type)?.resource;
  if (!field || field.type.status === 'absent' || !reference) return refused('Nothing says which reference is meant.');
  const said = answer.trim();
  const name = `${reference.text} `;
  const words = /^(?:by|as|without|only)\s/i.test(said) ? name + said : said;
  const why = refuseLine(words, false);
  if (why !== undefined) return refused(why);
  if (!words.replace(/`/g, '').startsWith(name)) return wholeType(source, field.type.at, words, reference.text);
  const ticked = source[reference.at.start - 1] === '`' && source[reference.at.end] === '`';
  const at = { start: reference.at.start - (ticked ? 1 : 0), end: reference.at.end + (ticked ? 1 : 0) };
  return { edits: [{ at, text: isInTable(source, at) ? asCell(words) : words }] };
}

/** The reference stays what it is: another type is no answer to how it is shown. */
function wholeType(source: string, at: Span, words: string, resource: string): Edits {
  if (words.replace(/`/g, '').includes(resource)) return { edits: [slotEdit(source, at, words)] };
  return refused(
    `This asks how a row of ${resource} is shown: \`by …\`, \`as …\`, \`without …\` or \`only …\` behind the name of the resource. Another Type is written in the document (\`:edit\`).`,
  );
}
