// By which fields a value may name rows: such as never change, and are never given again. Input: a reference. Output: yes or no. Notation,
// part 2, "References inside of values".

import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { mayChange } from './changed-fields.ts';
import { isComplete } from './complete.ts';
import { isDeletion } from './effect-traits.ts';
import { ruleOf } from './field-rules.ts';
import { machinesOf } from './moves.ts';
import { effectsOf, identityOf } from './targets.ts';
import type { RowReference } from './value-kinds.ts';

/** An id is never given again. What else identifies a row is not, where the document says of all its operations that none removes a row. */
export function isNamedForGood(model: Model, { resource, by }: RowReference): boolean {
  const owner = model.resources.get(resource);
  const field = by === undefined ? undefined : model.fields.get(`${resource}.${by}`);
  if (!owner || !field) return false;
  if (ruleOf(field)?.kind === 'new id') return true;
  const kind = valueOf(field.type)?.kind;
  const keys = [
    identityOf(owner),
    ...owner.unique.map((slot) => (valueOf(slot)?.fields ?? []).map(({ text }) => text)),
  ];
  const isAlone = keys.some((fields) => fields.length === 1 && fields[0] === by);
  return kind !== undefined && NAMES.has(kind) && isAlone && !mayChange(model, owner, field) && isKept(model, owner);
}

const NAMES: ReadonlySet<FieldType['kind']> = new Set(['string', 'integer', 'uuid', 'one-of', 'email', 'url']);

/** No row of it is ever removed: another could take its key. */
function isKept(model: Model, { name }: Resource): boolean {
  const { endpoints, events } = model.document;
  if (!isComplete(model, endpoints.operations)) return false;
  const isOfIt = (target: { readonly text: string } | undefined): boolean => target?.text === name.text;
  const isDeleted = [...model.operations.values()].some((linked) =>
    effectsOf(linked).some((effect) => isDeletion(effect) && isOfIt(effect.target)),
  );
  const goesAlong = [...model.resources.values()].some(({ whenDeleted }) =>
    (valueOf(whenDeleted) ?? []).some((rule) => rule.kind === 'deletes every' && isOfIt(rule.resource)),
  );
  const isGone = machinesOf(model, name.text).some(
    ({ machine, moves }) =>
      machine.states.items.some((state) => valueOf(state.kind) === 'gone') ||
      moves.some(({ row }) => valueOf(row.to)?.kind === 'gone'),
  );
  const givenUp = events.delivery && valueOf(events.delivery.facts.givenUp);
  return !isDeleted && !goesAlong && !isGone && !(givenUp?.kind === 'deletes' && isOfIt(givenUp.resource));
}
