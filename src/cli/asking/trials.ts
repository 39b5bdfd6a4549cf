// Forms that this runtime does not do at the place where they are offered, found by writing them: the effect of a statement
// depends on others. Input: a model, a question. Output: forms and the operations that would be held. Nothing is written to disk.

import type { Model } from '../../model/model.ts';
import { factOf, notDoneAt, type Ask, type NotDone } from '../../analysis/questions/questions.ts';
import { gapView } from '../../analysis/gaps/gaps.ts';
import { writeAnswer } from '../../print/print.ts';
import type { Offer } from './question.ts';

/** Whether these run depends on more than their own words. */
const TRIED: ReadonlySet<string> = new Set(['does', 'type', 'set by', 'body', 'identified by']);
/** A trial reads the whole document once: of a longer one only the words are judged. */
const LONGEST = 60_000;

export function offerOf(model: Model, ask: Ask, understand: (source: string) => Model): Offer {
  const notDone = notDoneForms(model, ask, understand);
  const marked = new Set(notDone.map(({ form }) => form));
  const forms = ask.forms.toSorted((one, other) => Number(marked.has(one)) - Number(marked.has(other)));
  return { forms, beside: [...ask.beside, ...ask.meanings], notDone };
}

function notDoneForms(model: Model, ask: Ask, understand: (source: string) => Model): readonly NotDone[] {
  const known = notDoneAt(model, ask);
  if (!TRIED.has(ask.gap.kind) || ask.gaps.length > 1 || model.document.source.length > LONGEST) return known;
  return ask.forms.flatMap((form) => {
    const said = known.find((one) => one.form === form);
    if (said) return [said];
    const holds = form.includes('…') ? undefined : heldBy(model, ask.gap.id, form, understand);
    return holds ? [{ form, holds }] : [];
  });
}

/** undefined: it would run, or cannot be written there. */
function heldBy(
  model: Model,
  id: string,
  form: string,
  understand: (source: string) => Model,
): readonly string[] | undefined {
  const fact = factOf(model, id);
  const written = fact && writeAnswer(model, fact, form);
  if (written?.kind !== 'written') return undefined;
  const then = understand(written.source);
  const known = notDoneIds(model);
  const fresh = new Set([...notDoneIds(then)].filter((one) => !known.has(one)));
  if (fresh.size === 0) return undefined;
  return gapView(then)
    .operations.filter(({ heldBy }) => heldBy.some((one) => fresh.has(one)))
    .map((one) => one.id);
}

function notDoneIds(model: Model): ReadonlySet<string> {
  return new Set(gapView(model).gaps.flatMap(({ id, status }) => (status === 'unsupported' ? [id] : [])));
}
