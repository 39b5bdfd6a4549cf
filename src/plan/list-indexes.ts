// Indexes of lists. Input: a resource and the operations that touch it. Output: columns, with the list: those of an order, and before them each
// reference that the list filters by: the rows of one author come in order then, and a page ends where it is full. Where a page begins at a
// place, their key ends them: of rows that are alike those behind one are found by it.

import { selectingRows } from '../analysis/document/query-parameters.ts';
import { isList } from '../analysis/document/effect-traits.ts';
import { hasCursor } from '../analysis/document/pages.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { Because } from './index-plan.ts';
import { referenceOf } from '../analysis/document/value-kinds.ts';

export function listIndexes(
  model: Model,
  operations: readonly LinkedOperation[],
  resource: Resource,
  rowKey: string,
): readonly { readonly columns: readonly string[]; readonly because: Because }[] {
  return operations.flatMap((linked) => {
    const by = [headingOf(linked)];
    const pages = valueOf(linked.facts.pages);
    const ends = pages && hasCursor(pages) ? [rowKey] : [];
    const orders = ordersOf(linked, resource)
      .filter((order) => order.length > 0)
      .map((order) => [...order, ...ends.filter((key) => !order.includes(key))]);
    if (orders.length === 0) return [];
    const references = filteredBy(model, linked, resource);
    return orders.flatMap((order) => [
      { columns: order, because: { what: 'lists are in this order', by } },
      ...references
        .filter((name) => !order.includes(name))
        .map((name) => ({
          columns: [name, ...order],
          because: { what: `lists of the rows of one \`${name}\` are in this order`, by },
        })),
    ]);
  });
}

/** The fields of each order, also of those that a caller chooses; the order in which rows were made is that of their keys, which end each index. */
function ordersOf(linked: LinkedOperation, { name }: Resource): readonly (readonly string[])[] {
  const lists = effectsOf(linked).some((effect) => isList(effect) && effect.target.text === name.text);
  const order = lists ? valueOf(linked.facts.order) : undefined;
  const all = order ? [order.keys, ...(order.chosen?.orders ?? []).map(({ keys }) => keys)] : [];
  return all.map((keys) => keys.flatMap((key) => (key.kind === 'field' ? [key.path.join('.')] : [])));
}

/** References that have one value in the list: by `where`, by a query, by any field. */
function filteredBy(model: Model, linked: LinkedOperation, resource: Resource): readonly string[] {
  const wheres = effectsOf(linked).flatMap((effect) => (effect.kind === 'lists' && effect.where ? [effect.where] : []));
  const parameters = selectingRows(linked.facts);
  const selects = parameters.flatMap((parameter) => {
    const selected = valueOf(parameter.selects);
    return selected?.kind === 'condition' ? [selected.condition] : [];
  });
  const isAny = parameters.some(({ anyFieldOf }) => anyFieldOf?.text === resource.name.text);
  return resource.fields.items.flatMap((field) => {
    const type = valueOf(field.type);
    const name = field.name.text;
    if (!type || !referenceOf(model, type)) return [];
    return isAny || [...wheres, ...selects].some((condition) => isFixed(condition, name)) ? [name] : [];
  });
}

/** `author` = …, and `author.username` = …, which says whose they are. */
function isFixed(condition: Condition, name: string): boolean {
  if (condition.kind === 'and') return condition.items.some((item) => isFixed(item, name));
  if (condition.kind !== 'compare' || condition.operator !== '=') return false;
  return [condition.left, condition.right].some(
    (side) => side.kind === 'field' && side.owner === undefined && side.path[0] === name && side.path.length <= 2,
  );
}
