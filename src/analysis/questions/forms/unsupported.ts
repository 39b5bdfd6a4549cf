// Which of the forms that are offered this runtime does not do: to write one holds what needs it. Input: a model, a fact, a form. Output:
// the features that the form needs and that do not run; the operations that it would hold. The form is read as it would be in the
// document, and asked what a statement there is asked. A form with holes runs if it does so with anything in them.

import { SourceText } from '../../../notation/grammar/source-text.ts';
import type { SlotRule } from '../../../notation/grammar/syntax.ts';
import { FIELD } from '../../../notation/resources.ts';
import type { Model } from '../../../model/model.ts';
import type { OtherKind } from '../../document/gap-effects.ts';
import type { Features } from '../../document/features.ts';
import { runs } from '../../document/supported.ts';
import { declared, needsOf, type Fact } from '../../gaps/slots/fact.ts';
import { concerned } from '../../gaps/affected-operations.ts';

/** What a form is read as where no declaration says it. */
const READ_AS: Partial<Readonly<Record<OtherKind, SlotRule<unknown>>>> = { shown: FIELD.columns.type.syntax };

/** The features of a form that this runtime does not do. */
export function featuresNotDone(model: Model, fact: Fact, form: string): Features {
  const { of, kind } = fact;
  const { none, any } = of ? declared(of) : {};
  if (form === 'none') return notDone(none === undefined ? [] : [none]);
  if (form === 'any' && of?.syntax.any === true) return notDone(any === undefined ? [] : [any]);
  const syntax = of?.syntax ?? READ_AS[kind as OtherKind];
  const needs = needsOf(fact);
  if (!needs) return [];
  if (!syntax) return notDone(needs(form as never));
  // Without the name that says what to write in its place.
  const values = valuesOf(model, syntax, form);
  const meant = values.length > 0 ? values : valuesOf(model, syntax, form.replace(/^[^`"{…]*: /, ''));
  const held = meant.map((value) => notDone(needs(value as never)));
  return held.find((one) => one.length === 0) ?? held[0] ?? [];
}

function notDone(features: Features): Features {
  return features.filter((one) => !runs(one));
}

const HOLE = '…';

/** Of each sort of value one: a name, a number, a path, a condition, a day, a status. */
const FILLINGS = ['x', '1', 'x.y', '/x', '`x`', '`x` = 1', '2099-01-01', '400', 'string'] as const;

/** What a form may be read as, with its holes filled. */
function valuesOf(model: Model, syntax: SlotRule<unknown>, form: string): readonly unknown[] {
  const all = form.includes(HOLE) ? [...FILLINGS, ...model.resources.keys().take(1)] : [''];
  const fillings = form.includes(`\`${HOLE}`) ? all.filter((one) => !one.includes('`')) : all;
  return fillings.flatMap((filling) => {
    const parsed = syntax.parse(new SourceText(form.replaceAll(HOLE, filling), 0));
    return parsed.ok ? [parsed.value] : [];
  });
}

/** The forms that run, then those that do not: each in the order of the notation. */
export function doneFirst(model: Model, fact: Fact, forms: readonly string[]): readonly string[] {
  const isDone = (form: string): boolean => featuresNotDone(model, fact, form).length === 0;
  return [...forms.filter(isDone), ...forms.filter((form) => !isDone(form))];
}

/** Operations that a statement of these facts holds when this runtime does not do it. */
export function heldIfNotDone(model: Model, facts: readonly Fact[]): readonly string[] {
  const held = facts
    .filter(({ part }) => part !== 'events')
    .flatMap((fact) => concerned(model, { ...fact, status: 'unsupported' }));
  return [...new Set(held)];
}
