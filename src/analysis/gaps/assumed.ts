// What is assumed, and which operations depend on it: those that would be held, or would answer differently, if it were a gap.
// Input: a model. Output: entries in document order. Notation, section 1.9. Whether a request can meet a gap
// in what it sends, and whether a field that may be hidden is shown, follows from the document as it would be without all such
// assumptions.

import { blanked } from '../../model/blanked.ts';
import { kindOf, type AnyDeclaration } from '../../notation/declaration.ts';
import { CODE, ERRORS } from '../../notation/errors.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { namesOf } from '../document/names.ts';
import { answeredBy, isOfOpenCauses } from '../refusals/causes/open-causes.ts';
import type { AssumedEntry } from '../document/gap-view.ts';
import { effectOf, type FactKind } from '../document/gap-effects.ts';
import { concerned, resting } from './affected-operations.ts';
import { FIELD } from '../../notation/resources.ts';
import { LIMIT } from '../../notation/limits.ts';
import { OPERATION } from '../../notation/operation.ts';
import { columnOfAll } from '../../notation/parameters.ts';
import { REFUSAL, STATUS } from '../../notation/statuses.ts';
import { slotsOf } from './slots.ts';
import type { Fact } from './slots/fact.ts';
import { headingOf } from '../document/targets.ts';
import { usesOf } from '../requests/field-usage.ts';
import { answeredResource } from '../requests/outcomes.ts';
import { isAddress, readerOf } from '../requests/own-rules.ts';

export function assumedIn(model: Model): readonly AssumedEntry[] {
  const facts = [...slotsOf(model).open.values()].filter((fact) => fact.assumed);
  if (facts.length === 0) return [];
  const asked = facts.filter((fact) => fact.slot && ASKED.has(fact.of));
  // What an operation says of a request may be what makes a request meet what a field says: such facts are taken away by themselves, too.
  const ofFields = asked.filter(({ of }) => !OF_OPERATIONS.has(of));
  const opens = [asked, ...(ofFields.length < asked.length ? [ofFields] : [])]
    .filter((some) => some.length > 0)
    .map((some) => without(model, new Set(some.map(({ slot }) => slot!))));
  return facts.map((fact) => ({
    ...fact,
    assumption: fact.assumed!,
    text: textOf(fact),
    operations: restingOn(model, opens, fact),
  }));
}

/** The model of the same document as it would be if these statements were gaps. */
function without(model: Model, slots: ReadonlySet<Slot<unknown>>): Model {
  const document = blanked(model.document, slots);
  return { ...namesOf(document), document, diagnostics: [] };
}

const OF_OPERATIONS: ReadonlySet<AnyDeclaration | undefined> = new Set(Object.values<AnyDeclaration>(OPERATION));

/** Only a request that sends nothing there meets these. */
const MET_BY_REQUESTS: ReadonlySet<AnyDeclaration | undefined> = new Set<AnyDeclaration>([
  ...Object.values<AnyDeclaration>(OPERATION).filter(({ gap }) => gap === 'request'),
  ...columnOfAll('required'),
  ...columnOfAll('default'),
  FIELD.columns.required,
  FIELD.columns.default,
]);

/** What decides whom other facts concern, too: who sets a field, which calls a limit is about. */
const ASKED: ReadonlySet<AnyDeclaration | undefined> = new Set<AnyDeclaration | undefined>([
  ...MET_BY_REQUESTS,
  FIELD.columns.setBy,
  LIMIT.columns.appliesTo,
]);

/** Facts that only single answers state or depend on: each answer shows by itself whether it depends on an assumption. */
export const OF_SOME_ANSWERS: ReadonlySet<FactKind> = new Set<FactKind>([
  kindOf(ERRORS.errorBody),
  ...Object.values<AnyDeclaration>(CODE.columns).map(kindOf),
  kindOf(STATUS.columns.headers),
  ...Object.values<AnyDeclaration>(REFUSAL).map(kindOf),
  'code word',
]);

function restingOn(model: Model, opens: readonly Model[], fact: Fact): readonly string[] {
  if (effectOf(fact) === 'reported') return [];
  const code =
    fact.of === CODE.columns.when && model.document.errors.codes.items.find(({ when }) => when === fact.slot);
  if (code && isOfOpenCauses(model, code)) return answeredBy(model, code);
  const held = opens.flatMap((open) => {
    const gap = slotsOf(open).open.get(fact.id);
    return gap ? concerned(open, gap) : [];
  });
  const operations = [...concerned(model, fact), ...resting(model, fact), ...byAddress(model, fact)];
  return [...new Set([...operations, ...held])];
}

/** The address of an operation, in a field or in Location, needs that operation: all that shows it depends on what it does. */
function byAddress(model: Model, { subject }: Fact): readonly string[] {
  if (subject.on !== 'operations') return [];
  const fields = [...model.fields].filter(([, { setBy }]) => {
    const by = valueOf(setBy);
    if (by?.kind !== 'service' || by.rule.kind !== 'address') return false;
    return subject.operations.includes(by.rule.operation.text);
  });
  return [...model.operations.values()]
    .filter((linked) => {
      const row = answeredResource(model, linked);
      const reader = row && tellsAddress(linked) ? readerOf(model, row) : undefined;
      const isTold = reader !== undefined && subject.operations.includes(reader);
      return isTold || fields.some(([name]) => usesOf(model, linked).fields.has(name));
    })
    .map(headingOf);
}

/** `Location` without a value. */
function tellsAddress({ facts }: LinkedOperation): boolean {
  return facts.statuses.items.some(({ headers }) => valueOf(headers)?.some(isAddress) === true);
}

/** That a list is complete is written as `none`. */
function textOf({ slot }: Fact): string {
  return slot && 'text' in slot ? slot.text : 'none';
}
