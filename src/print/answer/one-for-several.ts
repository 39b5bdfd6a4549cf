// An answer for all operations that leave something out → a bullet under `### All operations`, or a bullet in each where it is not all of
// them. Input: the facts, the words. Output: edits that only add. Notation, part 4.

import type { Model } from '../../model/model.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { refuseLine } from './words.ts';
import { bulletKey } from '../gap-places.ts';
import { headingEnd, lineStart, newlineOf } from '../lines.ts';
import { blockBefore, bulletLines } from '../section-lines.ts';

export function answerShared({ model, fact, answer }: Answering): Edits {
  const { source, endpoints } = model.document;
  const key = bulletKey(fact);
  const [first] = endpoints.operations.items;
  if (key === undefined || !first) return refused('Nothing says where this statement belongs.');
  const why = refuseLine(answer, false);
  if (why !== undefined) return refused(why);
  const line = `${key}: ${answer}`;
  const newline = newlineOf(source);
  if (endpoints.allAt) return { edits: [bulletLines(source, headingEnd(source, endpoints.allAt), [line], newline)] };
  const at = lineStart(source, first.at.start);
  return { edits: [blockBefore(source, at, `### All operations${newline}${newline}- ${line}`, newline)] };
}

/** The same words under each operation. */
export function answerEach(model: Model, facts: readonly Fact[], answer: string): Edits {
  const { source } = model.document;
  const key = bulletKey(facts[0]!);
  const why = refuseLine(answer, false);
  if (key === undefined) return refused('Nothing says where this statement belongs.');
  if (why !== undefined) return refused(why);
  const line = `${key}: ${answer}`;
  return { edits: facts.map(({ at }) => bulletLines(source, headingEnd(source, at), [line], newlineOf(source))) };
}
