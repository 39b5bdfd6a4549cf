// A person's answer to an open question → the document with it written where the statement belongs, and nothing else touched.
// Input: a model, one of its facts, the words. Output: the new source, or in plain words why this place cannot take them.
// Notation, 1.3. answer/blocks.ts, answer/rows.ts … write what is more than a line.

import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';
import { standsUnderAll } from '../analysis/questions/shared-questions.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';
import { refused, type Answering, type Edits } from './answering.ts';
import type { AnyDeclaration } from '../notation/declaration.ts';
import { PATH } from '../notation/parameters.ts';
import { NEEDED_RULES, REPEAT_RULES } from '../notation/repeat.ts';
import { STATE } from '../notation/states.ts';
import { STATUS } from '../notation/statuses.ts';
import type { FactKind } from '../analysis/document/gap-effects.ts';
import { answerCause, answerCauses } from './answer/causes.ts';
import { answerWithCodes } from './answer/codes.ts';
import { answerList } from './answer/lists.ts';
import { answerMoveOtherwise, answerWhichMove } from './answer/moves.ts';
import { answerPathRow, answerRepeatRow, answerStatus } from './answer/rows.ts';
import { answerInitial, answerStates } from './answer/states.ts';
import { answerBlock, isBlockPlace } from './answer/blocks.ts';
import { answerColumn } from './answer/columns.ts';
import { answerBody, isOfBullet } from './answer/one-answer.ts';
import { answerEach, answerShared } from './answer/one-for-several.ts';
import { answerShown, answerSlot } from './answer/slots.ts';
import { edited, inOrder, insertion, type Edit } from './edit.ts';
import { bodyOfBullet, bulletKey, isAbsent, tableOf } from './gap-places.ts';
import { headingEnd, newlineOf } from './lines.ts';
import { bulletLines } from './section-lines.ts';
import { refuseLine } from './answer/words.ts';

export type Written =
  | {
      readonly kind: 'written';
      readonly source: string;
      /** The words of the answer in the new source. */
      readonly at: Span;
      /** All that was done, by places of the old source: `text` replaces what is there. */
      readonly edits: readonly Edit[];
      /** Ids of other facts at the same place, answered with it: one row may name several events. */
      readonly also: readonly string[];
    }
  | { readonly kind: 'refused'; readonly why: string };

/** `answer`: the words as typed. Where the answer is lines (a part, a table, rows), line breaks separate them. */
export function writeAnswer(model: Model, fact: Fact, answer: string): Written {
  const text = answer.replace(/\r\n?/g, '\n').replace(/\n+$/, '').trimEnd();
  return written({ model, fact, answer: text.replace(/^\n+/, '') }, (answering) => answerWithCodes(answering, editsOf));
}

/** A column that is left out, written with `not shown` in every row: each row can then be asked by itself. */
export function writeColumn(model: Model, fact: Fact): Written {
  return written({ model, fact, answer: 'not shown' }, (answering) =>
    isAbsent(fact) && tableOf(fact) ? answerColumn(answering) : refused('No column is left out here.'),
  );
}

/** One answer for what several operations leave out: a bullet under `### All operations`, or under each; of causes, one code. */
export function writeShared(model: Model, facts: readonly Fact[], answer: string): Written {
  const underAll = standsUnderAll(model, facts);
  const result = written({ model, fact: facts[0]!, answer: answer.trim() }, (answering) =>
    facts[0]!.kind === 'cause'
      ? answerCauses(model, facts, answering.answer)
      : underAll
        ? answerShared(answering)
        : answerEach(model, facts, answering.answer),
  );
  return result.kind === 'refused' ? result : { ...result, also: facts.slice(1).map(({ id }) => id) };
}

function written(answering: Answering, editsFor: (answering: Answering) => Edits): Written {
  const { model, fact } = answering;
  const { source } = model.document;
  const found = editsFor(answering);
  if (found.why !== undefined) return { kind: 'refused', why: found.why };
  const edits = inOrder(found.edits);
  if (isElsewhere(source, fact) || edits.some(({ at }) => at.end > source.length))
    return { kind: 'refused', why: ASSUMED };
  const own = found.own ?? edits[0]!;
  const before = edits.slice(0, edits.indexOf(own));
  const start = before.reduce((at, { at: old, text }) => at + text.length - (old.end - old.start), own.at.start);
  const words = own.text.trim();
  const from = start + own.text.indexOf(words);
  return {
    kind: 'written',
    source: edited(source, edits),
    at: { start: from, end: from + words.length },
    edits,
    also: found.also ?? sharing(model, fact),
  };
}

/** Kinds without a slot and without a column. */
const WITHOUT_SLOT: Partial<Record<FactKind, (answering: Answering) => Edits>> = {
  'open list': answerList,
  'other versions': answerList,
  shown: answerShown,
  initial: answerInitial,
  'which move': answerWhichMove,
  'refused when due': answerWhichMove,
  'move otherwise': answerMoveOtherwise,
  'success otherwise': answerStatus,
  'success without a row': answerStatus,
  cause: answerCause,
};

const DECLARED_WITHOUT_SLOT: ReadonlyMap<AnyDeclaration, (answering: Answering) => Edits> = new Map<
  AnyDeclaration,
  (answering: Answering) => Edits
>([
  [STATE.columns.kind, answerStates],
  [PATH.columns.selects, answerPathRow],
  [STATUS.columns.status, answerStatus],
  ...NEEDED_RULES.map((key) => [REPEAT_RULES[key], answerRepeatRow] as const),
]);

function withoutSlot({ of, kind }: Fact): ((answering: Answering) => Edits) | undefined {
  if (of) return DECLARED_WITHOUT_SLOT.get(of);
  return WITHOUT_SLOT[kind];
}

/** `not shown` with words behind it can be written there, and replaces nothing that is written. */
export function takesNote(fact: Fact): boolean {
  const { slot, table } = fact;
  if (slot && slot.status !== 'absent' && slot.status !== 'gap') return false;
  return slot !== undefined || table !== undefined || withoutSlot(fact) === undefined;
}

const ASSUMED = 'This is assumed, in another document; state in this one what it is about first.';

/** What an assumptions document says has places behind the end of this one. */
function isElsewhere(source: string, { at, slot }: Fact): boolean {
  return at.end > source.length || (slot !== undefined && 'assumed' in slot && slot.assumed !== undefined);
}

function editsOf(answering: Answering): Edits {
  const { fact } = answering;
  const own = fact.slot || fact.table ? undefined : withoutSlot(fact);
  if (own) return own(answering);
  if (isOfBullet(answering.model, fact)) return answerStatus(answering);
  if (bodyOfBullet(fact)) return answerBody(answering);
  if (isBlockPlace(answering)) return answerBlock(answering);
  if (fact.slot && fact.slot.status !== 'absent') return answerSlot(answering);
  if (tableOf(fact)) return answerColumn(answering);
  if (fact.slot) return answerBullet(answering);
  return refused('This question is answered in the document itself.');
}

/** A bullet that is left out. */
function answerBullet({ model, fact, answer }: Answering): Edits {
  const { source } = model.document;
  const key = bulletKey(fact);
  if (key === undefined) return refused('Nothing says where this statement belongs.');
  const why = refuseLine(answer.trim(), false);
  if (why !== undefined) return refused(why);
  const line = `${key}: ${answer.trim()}`;
  const newline = newlineOf(source);
  if (fact.part !== 'document' || fact.at.end > fact.at.start || source.slice(0, fact.at.end).trim() !== '')
    return { edits: [bulletLines(source, headingEnd(source, fact.at), [line], newline)] };
  // There is no title above it: it goes first, behind front matter and a byte order mark only.
  const front = /^\ufeff?(?:---[ \t]*\r?\n(?:[^]*?\n)?---[ \t]*(?:\r?\n|$))?/.exec(source)![0];
  return { edits: [insertion(front.length, `- ${line}${newline}${newline}`)] };
}

/** Other facts that are read from the same place. */
function sharing(model: Model, { id, slot }: Fact): readonly string[] {
  if (!slot || slot.status === 'absent') return [];
  return slotsOf(model)
    .facts.filter((one) => one.slot?.status !== 'absent' && one.slot?.at.start === slot.at.start && one.id !== id)
    .map((one) => one.id);
}
