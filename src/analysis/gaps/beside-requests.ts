// What holds things that no request causes: moves that time or someone outside makes, rows that the operator looks at. Input: the
// names that they use. Output: whether something open, or not done, is in the way. The same facts hold the operations that use
// these names.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import { FIELD, RESOURCE } from '../../notation/resources.ts';
import { unfilledAddresses } from '../document/addresses.ts';
import { isComputed } from '../document/field-rules.ts';
import type { Uses } from '../document/field-usage.ts';
import { effectOfFact, gapView } from './gaps.ts';
import { slotsOf } from './slots.ts';
import type { Fact } from './slots/fact.ts';

interface HeldNames {
  /** Fields that are held by their type, or by the rule that computes them. */
  readonly fields: ReadonlySet<string>;
  /** Resources whose fields are not shown, or whose rows of the document are not there yet. */
  readonly tables: ReadonlySet<string>;
  /** Resources of whose rows time makes what is not done. */
  readonly timed: ReadonlySet<string>;
  readonly deletes: ReadonlySet<string>;
  /** Rows of part 3, as `Order.status 2`. */
  readonly moves: ReadonlySet<string>;
}

/** Does a gap or an unsupported statement keep the values of these from being known? */
export function areValuesHeld(model: Model, uses: Pick<Uses, 'fields' | 'resources'>): boolean {
  const held = heldNames(model);
  return meet(held.fields, uses.fields) || meet(held.tables, uses.resources);
}

/** `moves`: machines with the rows of part 3 that are made. */
export function areMovesHeld(
  model: Model,
  uses: Pick<Uses, 'fields' | 'resources' | 'deletes'>,
  moves: readonly (readonly [machine: string, index: number])[] = [],
): boolean {
  const held = heldNames(model);
  return (
    areValuesHeld(model, uses) ||
    meet(held.timed, uses.resources) ||
    meet(held.deletes, uses.deletes) ||
    moves.some(([machine, index]) => held.moves.has(`${machine} ${index}`))
  );
}

function meet(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size > 0 && [...others].some((name) => some.has(name));
}

const heldNames = oncePer((model: Model): HeldNames => {
  const fields = new Set(unfilledAddresses(model));
  const [tables, timed, deletes, moves] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  for (const name of gapView(model).rowsHeld.keys()) tables.add(name);
  for (const fact of slotsOf(model).open.values()) {
    if (fact.status === 'assumed' || effectOfFact(fact) !== 'held') continue;
    const { subject } = fact;
    const isNotDone = 'timed' in subject && subject.timed === true && fact.status === 'unsupported';
    if (subject.on === 'field') for (const name of valuesOf(model, fact, subject)) fields.add(name);
    else if (subject.on === 'resource') {
      if (fact.kind === 'resource' || fact.kind === 'field table') tables.add(subject.resource);
      if (isNotDone) timed.add(subject.resource);
      if (fact.of === RESOURCE.whenDeleted) deletes.add(subject.resource);
    } else if (subject.on === 'move') {
      if (isNotDone) timed.add(subject.machine.slice(0, subject.machine.indexOf('.')));
      moves.add(`${subject.machine} ${subject.index}`);
    }
  }
  return { fields, tables, timed, deletes, moves };
});

/** The fields whose values it is about. */
function valuesOf(
  model: Model,
  { of, kind }: Fact,
  { resource, field }: { readonly resource: string; readonly field: string | undefined },
): readonly string[] {
  const isOfRule = of === FIELD.columns.setBy;
  if (!isOfRule && of !== FIELD.columns.type && kind !== 'shown') return [];
  const items = model.resources.get(resource)?.fields.items ?? [];
  return items
    .filter((one) => (field === undefined || one.name.text === field) && (!isOfRule || isComputed(one)))
    .map(({ name }) => `${resource}.${name.text}`);
}
