// Law 3 of answers: a valid one fills its gap, and whatever is typed touches nothing else. Kind by kind, and by chance.

import { describe, expect, it } from 'vitest';

import { EFFECTS } from '../model/gap-effects.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { understand } from '../laws/service.ts';
import { tryAnswers } from './chance-answers.ts';
import { answerFor, untouched } from './answers.ts';
import { DOCUMENTS } from './answer-documents.ts';
import { writeAnswer } from '../../src/print/print.ts';
import { oneIn, trials } from '../trials.ts';

const isOpen = (status: string | undefined): boolean => status === 'gap' || status === 'unreadable';

/** What is wrong with the answer to this question, or nothing. */
function faultOf(source: string, id: string): string | undefined {
  const { model, document } = understand(source);
  const fact = slotsOf(model).byId.get(id)!;
  const where = `${id} (${fact.kind})`;
  const written = writeAnswer(model, fact, answerFor(fact));
  if (written.kind === 'refused') return `${where} is refused: ${written.why}`;
  const after = understand(written.source);
  const left = slotsOf(after.model).byId.get(id);
  if (isOpen(left?.status)) return `${where} is open still: ${JSON.stringify(left?.slot)}`;
  const [old, now] = untouched(document, after.document, fact, written);
  const missing = old.filter((one) => !now.includes(one));
  const more = now.filter((one) => !old.includes(one));
  if (missing.length + more.length === 0) return undefined;
  return `${where} loses ${missing.join('; ')} and gains ${more.join('; ')}`;
}

describe('an answer of each kind', () => {
  const kinds = new Set<string>();

  it.each(Object.entries(DOCUMENTS))('fills its gap in %s and touches nothing else', (_, source) => {
    const open = slotsOf(understand(source).model).facts.filter(({ status }) => isOpen(status));
    for (const { kind } of open) kinds.add(kind);
    expect(
      oneIn(4, open)
        .map(({ id }) => faultOf(source, id))
        .filter((fault) => fault !== undefined),
    ).toEqual([]);
  });

  it('is written for every kind that there is', () => {
    expect(Object.keys(EFFECTS).filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});

it('whatever is typed stands in its own place or is refused, in documents by chance', { timeout: 120_000 }, () => {
  const tried = Array.from({ length: trials(40, 300) }, (_, seed) => tryAnswers(seed, 1)).flat();
  expect(tried.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  expect(tried.filter(({ isWritten }) => isWritten).length).toBeGreaterThan(trials(12, 100));
});
