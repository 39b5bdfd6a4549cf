// Rows that are equal in all that a list is ordered by, so that the order among them shows: each order that callers choose, and the one of those who
// choose none. Input: a run. Output: nothing but its steps. Notation, part 4, Order.

import { ofBody } from '../../analysis/document/input-fields.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import { pageNames } from '../../analysis/document/pages.ts';
import { listedBy } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Ordering } from '../../notation/values/ordering.ts';
import { isUnique } from '../values/rows.ts';
import { sameJson } from '../world/json.ts';
import { Row, UNKNOWN } from '../world/known.ts';
import { predicted } from './candidate.ts';
import type { Draft } from './draft.ts';
import { fieldOf, withAt } from './drafting.ts';
import { basesOf, withoutChoice } from './filters.ts';
import { rowsListed } from './listings.ts';
import { makersOf } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

/** Rows that are alike, so that no order has them right by chance. */
const ALIKE = 3;
/** Rows of a page. */
const LARGE = 50;

/** A list in one of its orders, and the fields that it is ordered by. */
interface Ordered {
  readonly draft: Draft;
  readonly fields: readonly string[];
}

export async function tryTies(session: Session, reach: Reach, operations: readonly LinkedOperation[]): Promise<void> {
  for (const linked of operations) {
    const resource = listedBy(session.model, linked)?.name.text;
    const order = valueOf(linked.facts.order);
    const base = resource !== undefined && order && !session.isOver ? basesOf(reach, linked)[0] : undefined;
    if (!base || !order || resource === undefined) continue;
    const all = orderedBy(session, resource, order, withoutChoice(session, linked, base));
    const lacking = all.filter((one) => alikeIn(session, one) < ALIKE);
    if (lacking.length > 0) await makeAlike(session, reach, resource, lacking);
    for (const one of all) if (!session.isOver && alikeIn(session, one) > 1) await session.perform(one.draft);
  }
}

/** Those by fields of the row itself that several rows may share. */
function orderedBy(session: Session, resource: string, order: Ordering, base: Draft): readonly Ordered[] {
  const pages = base.linked && valueOf(base.linked.facts.pages);
  const size = pages && pageNames(pages).size;
  const most = pages && typeof pages.atMost === 'number' ? pages.atMost : LARGE;
  const sized = size === undefined ? base.query : [...base.query, [size, Math.min(most, LARGE)] as const];
  const orders = [{ keys: order.keys, value: undefined }, ...(order.chosen?.orders ?? [])];
  return orders.flatMap(({ keys, value }): readonly Ordered[] => {
    const paths = keys.flatMap((key) => (key.kind === 'field' ? [key.path] : []));
    const fields = paths.map(([name]) => name!);
    if (paths.length === 0 || paths.some(({ length }) => length > 1) || isUnique(session.model, resource, fields))
      return [];
    const query = value === undefined ? sized : [...sized, [order.chosen!.parameter.text, value.text] as const];
    return [{ draft: { ...base, query }, fields }];
  });
}

/** The most rows in the list that are alike. */
function alikeIn(session: Session, { draft, fields }: Ordered): number {
  const rows = rowsListed(session, draft);
  return Math.max(0, ...rows.map((row) => rows.filter((other) => isAlike(row, other, fields)).length));
}

function isAlike(row: Row, other: Row, fields: readonly string[]): boolean {
  return fields.every((field) => {
    const [one, another] = [row.get(field), other.get(field)];
    if (one === UNKNOWN || another === UNKNOWN) return false;
    return one === another || (!(one instanceof Row) && !(another instanceof Row) && sameJson(one, another));
  });
}

/** Rows with the values of one that is listed, in as many of the fields as it may share. */
async function makeAlike(session: Session, reach: Reach, resource: string, orders: readonly Ordered[]): Promise<void> {
  const { draft: list } = orders[0]!;
  const row = rowsListed(session, list).at(-1) ?? (await reach.make(resource, aboutOf(list)));
  if (!row) return;
  const fields = [...new Set(orders.flatMap((one) => one.fields))];
  for (let made = 1; made < ALIKE && !session.isOver; made += 1) {
    const draft = alike(session, reach, row, list, fields);
    if (!draft) return;
    await session.perform(draft);
  }
}

function aboutOf({ actor, rows }: Draft): { readonly actor?: Draft['actor']; readonly row?: Row | undefined } {
  return { ...(actor.kind === 'known' && { actor }), row: rows.at(-1) };
}

/** By who asks for the list and inside of the row that it is of, where they may; else by anybody. */
function alike(session: Session, reach: Reach, row: Row, list: Draft, fields: readonly string[]): Draft | undefined {
  const inside = list.rows.at(-1);
  for (const maker of makersOf(session.model, row.resource)) {
    const about = inside && reach.resourceOf(maker) === inside.resource ? { row: inside } : {};
    const { actor } = aboutOf(list);
    for (const one of [...(actor ? [{ ...about, actor }] : []), about])
      for (const { draft, score } of reach.candidates(maker, one)) {
        const changed = score > 0 ? withValues(session, maker, draft, row, fields) : undefined;
        if (changed) return changed;
      }
  }
  return undefined;
}

/** With each of them with which the call may still succeed; undefined: there is none. */
function withValues(
  session: Session,
  linked: LinkedOperation,
  draft: Draft,
  row: Row,
  fields: readonly string[],
): Draft | undefined {
  const body = bodyOf(session.model, linked);
  if (body.kind !== 'fields') return undefined;
  let found: Draft | undefined;
  for (const { sets, path } of ofBody(body.fields)) {
    const name = sets?.resource === row.resource ? sets.field.name.text : undefined;
    const { body: before } = found ?? draft;
    if (name === undefined || !fields.includes(name) || !('value' in before)) continue;
    const value = withAt(before.value, path, fieldOf(session.model, row, name));
    const changed = { ...draft, body: { ...before, value } };
    if (predicted(session, changed)?.outcomes[0]?.kind === 'success') found = changed;
  }
  return found;
}
