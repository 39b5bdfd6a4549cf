// Reads rows out of answers. Input: JSON and what the document says of it. Output: the objects that are rows, their fields by dotted name,
// which rows a list must show.

import type { Condition } from '../../src/notation/values/conditions.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { header, type Answered } from './answered.ts';
import { isObject } from './judge-causes.ts';
import { isGone, typeOf, type Row } from './known.ts';

export function parsed({ text }: Answered): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Objects that have the identity, in the order in which they stand. */
export function rowsIn(json: unknown, identity: string): readonly Record<string, unknown>[] {
  if (Array.isArray(json)) return json.flatMap((item) => rowsIn(item, identity));
  if (!isObject(json)) return [];
  return Object.hasOwn(json, identity) ? [json] : Object.values(json).flatMap((value) => rowsIn(value, identity));
}

/** By the names of fields, dotted where they are. */
export function shownIn(json: Record<string, unknown>, model: Model, resource: string): ReadonlyMap<string, unknown> {
  const shown = new Map<string, unknown>();
  for (const { name } of model.resources.get(resource)!.fields.items) {
    const value = name.text.split('.').reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), json);
    // A reference that is shown as a whole row.
    const type = typeOf(model, resource, name.text);
    const by = type?.kind === 'resource' ? type.by?.text : undefined;
    const own = by !== undefined && isObject(value) ? value[by] : value;
    if (own !== undefined) shown.set(name.text, own);
  }
  return shown;
}

/** Does the answer say this error? */
export function says(model: Model, answer: Answered, name: string): boolean {
  const code = model.codes.get(name);
  if (!code || valueOf(code.status) !== answer.status) return false;
  const message = valueOf(code.message);
  const isBare = answer.text === '' || header(answer, 'ninefold-gap') !== undefined;
  return isBare || answer.text.includes(`"${name}"`) || (message !== undefined && answer.text.includes(message));
}

export interface Listed {
  readonly rows: readonly Row[];
  /** Of all pages. */
  readonly total: number;
}

/** The rows that a list shows; undefined: nobody can tell. */
export function listed(
  model: Model,
  { facts }: LinkedOperation,
  rows: readonly Row[],
  query: string,
): Listed | undefined {
  const stated = valueOf(facts.order);
  const order = stated?.chosen ? undefined : stated?.keys[0];
  const isPaged = facts.pages.status === 'stated';
  if (order?.kind !== 'insertion' || (!isPaged && facts.pages.status !== 'none')) return undefined;
  const sent = new URLSearchParams(query);
  const found: Row[] = [];
  for (const row of rows) {
    const gone = isGone(model, row);
    if (gone === undefined) return undefined;
    if (gone) continue;
    let isFound = true;
    for (const parameter of facts.queryTable.items) {
      const text = sent.get(parameter.name.text);
      if (text === null) continue;
      const selects = valueOf(parameter.selects);
      // It chooses what is shown of a row.
      if (selects?.kind === 'only the fields named' || selects?.kind === 'whole') continue;
      const is = selects?.kind === 'condition' ? selected(model, row, selects.condition, text) : undefined;
      if (is === undefined) return undefined;
      isFound &&= is;
    }
    if (isFound) found.push(row);
  }
  if (order.descending) found.reverse();
  const pages = valueOf(facts.pages);
  if (!pages) return { rows: found, total: found.length };
  if (pages.kind !== 'offset and limit' || typeof pages.default !== 'number') return undefined;
  const offset = Number(sent.get(pages.first ?? 'offset') ?? 0);
  const limit = Number(sent.get(pages.size ?? 'limit') ?? pages.default);
  return { rows: found.slice(offset, offset + limit), total: found.length };
}

/** `` `f` = value `` */
function selected(model: Model, row: Row, condition: Condition, text: string): boolean | undefined {
  if (condition.kind !== 'compare' || condition.operator !== '=' || condition.right.kind !== 'value') return undefined;
  if (condition.left.kind !== 'field') return undefined;
  const name = condition.left.path.join('.');
  const value = row.values.get(name);
  if (value === null || value === undefined) return value === null ? false : undefined;
  const kind = typeOf(model, row.resource, name)?.kind;
  if (kind === 'integer' || kind === 'number' || kind === 'decimal') return Number(value) === Number(text);
  return String(value) === text;
}
