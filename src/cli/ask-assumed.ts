// What is assumed, behind the questions: each holds nothing, and stays open until the document states it. Input: a model. Output: data for
// programs, lines for people: confirm it in the document, or reject it.

import { sourcesOf, type Place } from '../base/sources.ts';
import type { Model } from '../model/model.ts';
import type { Assumption } from '../notation/slot.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import { oneLine } from '../diagnostics/render-line.ts';
import type { Console } from './console.ts';

interface Assumed extends Assumption {
  readonly id: string;
  readonly question: string;
  /** As written. */
  readonly text: string;
  readonly at: Place;
  readonly operations: readonly string[];
}

/** `only`: headings of operations; then what matters to none of them is left out. */
export function assumedOf(model: Model, only: readonly string[] | undefined): readonly Assumed[] {
  const sources = sourcesOf(model.document);
  return gapView(model)
    .assumed.filter(({ operations }) => only?.some((one) => operations.includes(one)) ?? true)
    .map(({ id, question, text, at, assumption, operations }) => ({
      id,
      question,
      text,
      at: sources.place(at.start),
      ...assumption,
      operations,
    }));
}

export function assumedLines(assumed: readonly Assumed[], paint: Console['paint']): readonly string[] {
  if (assumed.length === 0) return [];
  return [
    paint('bold', 'Assumed; confirm each in the document, or reject it:'),
    ...assumed.flatMap(({ id, question, text, at, by, until }) => [
      `       ${question}`,
      `       ${oneLine(text)}  ${paint('dim', `by ${by}, until ${until}`)}`,
      `       ${paint('dim', `${at.file}:${at.line}:${at.column}`)}  ${paint('cyan', id)}`,
    ]),
    '',
  ];
}
