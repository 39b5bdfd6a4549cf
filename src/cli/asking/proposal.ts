// An answer before it is written: the document with it, and what would be wrong then. Input: a model, the id of a question, the
// words. Output: the next model with its troubles, or why the words cannot be written there.

import { sourcesOf } from '../../base/sources.ts';
import type { Span } from '../../base/span.ts';
import { check } from '../../check/check.ts';
import type { Report } from '../../check/check.ts';
import type { Model } from '../../model/model.ts';
import { factOf } from '../../analysis/questions/questions.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import {
  conditionTicks,
  withoutTicks,
  withTicks,
  writeAnswer,
  writeColumn,
  writeShared,
  type Written,
} from '../../print/print.ts';
import { isMark } from './long-answers.ts';

export type Finding = Report['diagnostics'][number];

export interface Proposal {
  readonly model: Model;
  readonly at: Span;
  /** By places of the new text: what was there before. */
  readonly places: readonly Replaced[];
  /** Findings that were not there before, errors and statements that cannot be read first. */
  readonly troubles: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** The answer with the ticks that its names need, or without those that its word does not have; else as typed. */
  readonly words?: string;
}

export interface Replaced {
  readonly at: Span;
  readonly before: string;
  /** What follows in the same cell or line. */
  readonly behind: string;
}

export type Proposed = Proposal | { readonly why: string };

/** `gaps`: all that the answer answers, the one asked about first. `each`: a column gets `not shown` in every row, and each row is asked about by itself. */
export function propose(
  model: Model,
  gaps: readonly string[],
  answer: { readonly words: string } | 'each',
  understand: (source: string) => Model,
): Proposed {
  const facts = gaps.flatMap((id) => factOf(model, id) ?? []);
  const [fact] = facts;
  if (!fact) return { why: 'The document does not ask this any more.' };
  if (fact.at.start > model.document.source.length)
    return { why: 'This is about what an assumptions document says; answer it there.' };
  if (answer === 'each') return proposalOf(model, writeColumn(model, fact), understand);
  if (isMark(answer.words)) return markProposed(model, facts, answer.words, understand);
  const word = withoutTicks(model, fact, answer.words);
  if (word !== undefined) {
    const meant = proposalOf(model, wordsWritten(model, facts, word), understand);
    return 'why' in meant ? meant : { ...meant, words: word };
  }
  const typed = proposalOf(model, wordsWritten(model, facts, answer.words), understand);
  const words = isFine(typed) ? undefined : (withTicks(model, fact, answer.words) ?? conditionThere(typed, fact.id));
  if (words === undefined) return typed;
  const meant = proposalOf(model, wordsWritten(model, facts, words), understand);
  return isFine(meant) ? { ...meant, words } : typed;
}

/** A condition that was typed without ticks: the reader has it with them. */
function conditionThere(typed: Proposed, id: string): string | undefined {
  if ('why' in typed) return undefined;
  const fact = factOf(typed.model, id);
  return fact?.slot?.status === 'unreadable' ? conditionTicks(typed.model, fact, fact.slot) : undefined;
}

/** `?` is a cardinality in its own column; elsewhere it says nothing, as all other marks do. */
function markProposed(
  model: Model,
  facts: readonly Fact[],
  words: string,
  understand: (source: string) => Model,
): Proposed {
  const mark = words.trim();
  const typed = mark === '?' ? proposalOf(model, wordsWritten(model, facts, mark), understand) : undefined;
  if (typed && isFine(typed) && typed.warnings.every(({ code }) => code !== 'blank-cell')) return typed;
  return {
    why: `\`${mark}\` says nothing. \`:later\` leaves the question open; \`not shown\` as the answer says in the document that somebody knows and has not said it.`,
  };
}

function isFine(proposed: Proposed): proposed is Proposal {
  return !('why' in proposed) && proposed.troubles.length === 0;
}

function proposalOf(model: Model, written: Written, understand: (source: string) => Model): Proposed {
  if (written.kind === 'refused') return { why: written.why };
  const next = understand(written.source);
  const places = placesOf(model.document.source, written);
  const found = newFindings(model, next, written, places);
  return {
    model: next,
    at: written.at,
    places,
    troubles: found.filter(isTrouble),
    warnings: found.filter((one) => !isTrouble(one)),
  };
}

function wordsWritten(model: Model, facts: readonly Fact[], words: string): Written {
  return facts.length > 1 ? writeShared(model, facts, words) : writeAnswer(model, facts[0]!, words);
}

function isTrouble({ severity, code }: Finding): boolean {
  return severity === 'error' || code === 'unreadable' || code === 'untestable-condition';
}

function placesOf(source: string, { edits, source: next }: Extract<Written, { kind: 'written' }>): readonly Replaced[] {
  let shift = 0;
  return edits.map(({ at, text }) => {
    const start = at.start + shift;
    shift += text.length - (at.end - at.start);
    const place = { start, end: start + text.length };
    return { at: place, before: source.slice(at.start, at.end), behind: behindOf(next, place) };
  });
}

/** The rest of the cell or line that a place ends in; of lines as a whole there is none. */
export function behindOf(source: string, { end }: Span): string {
  if (source[end - 1] === '\n') return '';
  let to = end;
  while (to < source.length && !'|\r\n'.includes(source[to]!)) to += 1;
  return source.slice(end, to).trim();
}

/** At the place of the answer each is new, even if the text before had the same finding. */
function newFindings(
  before: Model,
  after: Model,
  { edits }: Extract<Written, { kind: 'written' }>,
  places: readonly Replaced[],
): readonly Finding[] {
  const wasThere = isWithin(before, edits);
  const isThere = isWithin(after, places);
  const known = new Map<string, number>();
  // Which operations a word holds changes with other answers.
  const name = ({ code, message }: Finding): string =>
    `${code} ${code === 'unsupported' ? message.replace(/: .* by (?=`[^`]*`\.$)/, ' ') : message}`;
  for (const one of check(before).diagnostics)
    if (!wasThere(one)) known.set(name(one), (known.get(name(one)) ?? 0) + 1);
  return check(after).diagnostics.filter((one) => {
    if (isThere(one)) return true;
    const left = known.get(name(one)) ?? 0;
    if (left > 0) known.set(name(one), left - 1);
    return left === 0;
  });
}

/** It begins in one of these places. */
function isWithin({ document }: Model, places: readonly { readonly at: Span }[]): (finding: Finding) => boolean {
  const sources = sourcesOf(document);
  const ranges = places.map(({ at }) => sources.range(at));
  return ({ at }) =>
    ranges.some(
      (one) =>
        at.file === one.file &&
        (at.line > one.line || (at.line === one.line && at.column >= one.column)) &&
        (at.line < one.endLine || (at.line === one.endLine && at.column < one.endColumn)),
    );
}
