// Whether an answer to a question can change anything. Input: a complete document, the same with one statement blanked, ids. Output: the
// gaps whose every permitted answer leads to the same plan. Answers are the forms that `ask` offers there, their holes filled with words
// of an author, what the document states elsewhere of the same kind, and what stood there before.

import { factOf } from '../../src/analysis/questions/questions.ts';
import { formsHere } from '../../src/analysis/questions/forms/offered.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import type { Fact } from '../../src/analysis/gaps/slots/fact.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { writeAnswer } from '../../src/print/print.ts';
import { understand, type Understood } from './service.ts';

/** Words of an author for the holes of a form, tried in turn: `of an error's status 4…` takes 22, a date wants a day. */
const WORDS: readonly string[] = [
  '3',
  '22',
  'a',
  '"a"',
  'true',
  '2027-01-31',
  '2027-01-31T00:00:00Z',
  'some words',
  'https://some.example/where',
  'somebody@some.example',
  '0190d3a4-7f3c-7c5e-9b1a-2f6d8e4c0b17',
  'PT20M',
  '12:30:00',
  'k1',
  '[]',
  '[1]',
  '["a"]',
  '{}',
  '{"name": "a"}',
];

export interface Same {
  readonly id: string;
  readonly kind: string;
  /** Answers that were tried and are permitted. */
  readonly answers: readonly string[];
}

export interface Complete {
  readonly source: string;
  readonly understood: Understood;
  /** What runs. */
  readonly runs: string;
}

export function completeOf(source: string): Complete {
  const understood = understand(source);
  return { source, understood, runs: JSON.stringify(compile(understood.model)) };
}

/** Of the gaps `ids` of `blanked`: how many there are, and those that no answer makes a difference to. */
export function sameWhatever(
  complete: Complete,
  blanked: string,
  ids: readonly string[],
): { readonly asked: number; readonly same: readonly Same[] } {
  const found = understand(blanked);
  const open = gapView(found.model).gaps.filter(({ id, status }) => status === 'gap' && ids.includes(id));
  const same = open.flatMap(({ id, kind }): Same[] => {
    const answers = ['as it was'];
    for (const answer of answersTo(complete, found, id)) {
      answers.push(answer.text);
      if (answer.runs !== complete.runs) return [];
    }
    return [{ id, kind, answers }];
  });
  return { asked: open.length, same };
}

/** Those that the reader takes, and that contradict nothing. */
function* answersTo(
  complete: Complete,
  { model, errors }: Understood,
  id: string,
): Generator<{ readonly text: string; readonly runs: string }> {
  const fact = factOf(model, id)!;
  const known = new Set(errors);
  for (const text of [...textsOf(formsHere(model, fact)), ...elsewhere(complete, fact)]) {
    const answer = writeAnswer(model, fact, text);
    if (answer.kind === 'refused') continue;
    const next = understand(answer.source);
    if (next.errors.some((error) => !known.has(error))) continue;
    const now = factOf(next.model, id);
    if (now && (now.status === 'gap' || now.status === 'unreadable')) continue;
    yield { text, runs: JSON.stringify(compile(next.model)) };
  }
}

function textsOf(forms: readonly string[]): readonly string[] {
  // `a value: …` says in words what stands in the hole.
  const bare = forms.map((form) => form.replace(/^(?:a value|a field|several|text|prose): /, ''));
  return bare.flatMap((form) => (form.includes('…') ? WORDS.map((word) => form.replaceAll('…', word)) : [form]));
}

/** What is stated elsewhere of the same kind. */
function elsewhere({ understood }: Complete, { kind }: Fact): readonly string[] {
  const texts = slotsOf(understood.model).facts.flatMap((fact) =>
    fact.kind === kind && fact.slot?.status === 'stated' ? [fact.slot.text] : [],
  );
  return [...new Set(texts)].slice(0, 12);
}
