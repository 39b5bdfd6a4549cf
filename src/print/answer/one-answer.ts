// An answer that belongs to the bullet Answers, or has to leave it: the body behind its comma, its whole value, or a further row, for
// which the bullet becomes a row of the Status table. Input: the operation's answers and the words. Output: edits. Notation, part 4.

import type { Operation, StatusList } from '../../notation/endpoints.ts';
import { ANSWERS, STATUS } from '../../notation/statuses.ts';
import { plainText } from '../../notation/grammar/source-text.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import type { Model } from '../../model/model.ts';
import type { Slot } from '../../notation/slot.ts';
import type { Span } from '../../base/span.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { insertion, slotEdit, type Edit } from '../edit.ts';
import { bodyOfBullet } from '../gap-places.ts';
import { headingEnd, lineEnd, lineStart, newlineOf, nextLine } from '../lines.ts';
import { bulletLines } from '../section-lines.ts';
import { refuseLine } from './words.ts';

/** The body that the bullet leaves out. */
export function answerBody({ fact, answer }: Answering): Edits {
  const at = bodyOfBullet(fact);
  const why = refuseLine(answer.trim(), false);
  if (!at) return refused('No body is left out here.');
  return why === undefined ? { edits: [insertion(at.end, `, ${answer.trim()}`)] } : refused(why);
}

/** The whole answer in one line, where the operation has none yet; undefined: these are rows. */
export function oneAnswerEdits(source: string, { at, facts }: Operation, answer: string): Edits | undefined {
  const { bullet, items } = facts.statuses;
  const words = answer.trim().replace(/^- answers:\s*/i, '');
  if (items.some((row) => row.asBullet) || !ANSWERS.syntax.parse(plainText(words)).ok) return undefined;
  if (bullet) return { edits: [slotEdit(source, bullet.at, words)] };
  return { edits: [bulletLines(source, headingEnd(source, at), [`${ANSWERS.head}: ${words}`], newlineOf(source))] };
}

/** What the bullet states as a row under these heads, and the edit that takes it away; undefined: it would lose its body. */
export function bulletAsRow(
  source: string,
  { bullet, items }: StatusList,
  heads: readonly string[],
): { readonly rows: readonly (readonly string[])[]; readonly edits: readonly Edit[] } | undefined {
  const row = items.find((one) => one.asBullet);
  const place = row?.asBullet ?? bullet?.at;
  if (!place) return { rows: [], edits: [] };
  const edits = [{ at: wholeLine(source, place), text: '' }];
  if (!row) return { rows: [], edits };
  const { status, when, body } = STATUS.columns;
  const cells = new Map<string, Slot<unknown>>([
    [status.head.toLowerCase(), row.status],
    [when.head.toLowerCase(), row.when],
    [body.head.toLowerCase(), row.body],
  ]);
  const known = heads.map((head) => head.toLowerCase());
  if ([...cells.keys()].some((head) => !known.includes(head))) return undefined;
  return {
    rows: [known.map((head) => wordsAt(source, cells.get(head)?.at) ?? 'none')],
    edits,
  };
}

function wordsAt(source: string, at: Span | undefined): string | undefined {
  return at && (source.slice(at.start, at.end).trim() || 'not shown');
}

/** With its line break where another line follows at once. */
function wholeLine(source: string, at: Span): Span {
  const [start, end] = [lineStart(source, at.start), lineEnd(source, at.end)];
  const next = nextLine(source, end);
  return { start, end: source.slice(next, lineEnd(source, next)).trim() === '' ? end : next };
}

/** Is this what the bullet Answers leaves open as a whole? */
export function isOfBullet(model: Model, { subject, slot }: Fact): boolean {
  const [only] = subject.on === 'operations' ? subject.operations : [];
  const statuses = only === undefined ? undefined : model.operations.get(only)?.operation.facts.statuses;
  return slot !== undefined && statuses?.bullet === slot;
}
