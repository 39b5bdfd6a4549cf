// Writes each form that a document's questions offer where it is offered. Input: a source. Output: what cannot be read then.

import type { Model } from '../../src/model/model.ts';
import { asksOf, notDoneAt } from '../../src/analysis/questions/questions.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import type { Fact } from '../../src/analysis/gaps/slots/fact.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { writeAnswer } from '../../src/print/print.ts';
import { understand } from '../laws/service.ts';

/** One in so many cells and bullets is not shown. */
export function opened(source: string, seed: number, every: number): string {
  let place = 0;
  const hidden = (): boolean => (place += 1) % every === seed;
  return source
    .replace(/^- ([A-Z][A-Za-z -]+): .*$/gm, (whole, key: string) => (hidden() ? `- ${key}: not shown` : whole))
    .replace(/(?<=\| )(?![`-]|State|Field|From|Limit)[a-z0-9][^|\n]*(?= \|)/g, (whole) =>
      hidden() ? 'not shown' : whole,
    );
}

export interface WrittenForm {
  readonly kind: string;
  readonly form: string;
  readonly id: string;
}

/** Each form that has no hole, or whose holes `fill` closes, written where it is offered; those that cannot be read there. */
export function unreadableForms(
  raw: string,
  written: WrittenForm[],
  fill: (form: string, id: string) => string | undefined = (form) => form,
): string[] {
  const { model } = understand(raw);
  const { byId } = slotsOf(model);
  const before = new Set(unread(model));
  return asksOf(model).flatMap(({ asks }) =>
    asks.flatMap(({ gap, forms }) => {
      const fact = byId.get(gap.id)!;
      return forms
        .flatMap((form) => fill(form, gap.id) ?? [])
        .filter((form) => !form.includes('…'))
        .flatMap((form) => {
          written.push({ kind: gap.kind, form, id: gap.id });
          const answer = writeAnswer(model, fact, form);
          if (answer.kind === 'refused') return [`${gap.id}: ${form} is refused: ${answer.why}`];
          return unread(understand(answer.source).model).filter(
            (one) => !before.has(one) || one === `${gap.id} ${gap.status}`,
          );
        });
    }),
  );
}

function unread(model: Model): string[] {
  return slotsOf(model).facts.flatMap(({ id, status }) => (status === 'unreadable' ? [`${id} ${status}`] : []));
}

/** A form of parts 5, 6 and 9 with words for its holes; undefined: only its author can say what stands there. */
export function filled(form: string, id: string): string | undefined {
  if (!/^[569]\//.test(id)) return form;
  if (/^(?!outside)[a-z\d ]+: /.test(form)) return undefined;
  return form
    .replaceAll('`….…`', '`Hook.url`')
    .replaceAll('`…`', '`x`')
    .replaceAll('caller.…', 'caller.id')
    .replace(/ on …$/, ' on 2027-01-31')
    .replace(/ when …$/, ' when `name` = "a"')
    .replaceAll(/…(?= (?:second|minute|hour|day|time)s)/g, '3');
}

/** What these say may be beyond this runtime by what other statements say: a session tries them (asking/trials.ts). */
const BEYOND: ReadonlySet<string> = new Set(['does', 'type', 'set by', 'body', 'identified by']);

/** Words of an author for the holes of a form; the first of them that can be read where it is offered counts. */
const FILLINGS: readonly string[] = ['5', 'a', '`a`', '`a` = 1', 'some words'];

/** Each form written where it is offered: those whose mark (done or not) is not what the document says then. */
export function misjudgedForms(raw: string, judged: WrittenForm[]): string[] {
  const { model } = understand(raw);
  const { byId } = slotsOf(model);
  return asksOf(model).flatMap(({ asks }) =>
    asks.flatMap((ask) => {
      const fact = byId.get(ask.gap.id)!;
      const notDone = new Map(notDoneAt(model, ask).map(({ form, holds }) => [form, holds]));
      return ask.forms.flatMap((form) => {
        const said = written(model, fact, form);
        if (said === undefined) return [];
        judged.push({ kind: ask.gap.kind, form, id: ask.gap.id });
        const isNotDone = said.status === 'unsupported';
        const holds = notDone.get(form);
        // What stands in a hole may be no field, no value: only what is certain is marked.
        const isUnsaid = isNotDone && !form.includes('…') && !BEYOND.has(ask.gap.kind);
        if (holds === undefined ? isUnsaid : !isNotDone) return [`${ask.gap.id}: ${form} is ${said.status}`];
        const wrong = holds ? said.held.filter((one) => !holds.includes(one)) : [];
        return wrong.length > 0 ? [`${ask.gap.id}: ${form} holds ${wrong.join(', ')}, too`] : [];
      });
    }),
  );
}

/** What the fact is with the form written, and the operations that it holds then. */
function written(
  model: Model,
  fact: Fact,
  form: string,
): { readonly status: string; readonly held: readonly string[] } | undefined {
  const known = new Set(slotsOf(model).facts.flatMap(({ id, status }) => (status === 'unsupported' ? [id] : [])));
  for (const words of form.includes('…') ? FILLINGS : ['']) {
    const answer = writeAnswer(model, fact, form.replaceAll('…', words));
    if (answer.kind === 'refused') continue;
    const next = understand(answer.source).model;
    const now = slotsOf(next).facts;
    if (now.some(({ id, status }) => id === fact.id && status === 'unreadable')) continue;
    const fresh = now.filter(({ id, status }) => status === 'unsupported' && !known.has(id)).map(({ id }) => id);
    const held = gapView(next).operations.filter(({ heldBy }) => fresh.some((id) => heldBy.includes(id)));
    return { status: fresh.length > 0 ? 'unsupported' : 'done', held: held.map(({ id }) => id) };
  }
  return undefined;
}
