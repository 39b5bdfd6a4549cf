// What an address says of a row: a link to it names its keys, also where nothing else shows them. Input: what is known, a row, texts of a
// reply. Output: the world, with the keys in it.

import { ruleOf } from '../../../analysis/document/field-rules.ts';
import { identityOf, pathFacts } from '../../../analysis/document/targets.ts';
import type { Resource } from '../../../notation/resources.ts';
import { keyOf } from '../effects/find.ts';
import { routeOf } from '../route.ts';
import { isNoObjectTaken, isStrayTaken, takeStray } from '../taken.ts';
import { isMembers } from '../../values/fits.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import { shownKey } from '../../world/kept.ts';
import { Row, UNKNOWN, type Json } from '../../world/known.ts';

/** Texts that are no address of such a row say nothing; where several are, or it is another row's, which one is meant nobody can tell. */
export function learnAddressed(world: Knowledge, row: Row, texts: readonly unknown[]): void {
  const named = new Map<string, Json | undefined>();
  for (const [field, value] of texts.flatMap((text) => keysIn(world, row.resource, text)))
    named.set(field, named.has(field) && named.get(field) !== value ? undefined : value);
  for (const [field, value] of named) {
    if (value === undefined || row.get(field) !== UNKNOWN) continue;
    const others = world.find(row.resource, field, value).sure.filter((one) => one !== row);
    // No two rows are at one address: one of which nobody could tell is gone.
    for (const one of others) if (one.isThere === undefined) world.setThere(one, false);
    if (others.every(({ isThere }) => isThere === false)) world.set(row, field, value, 'shown');
  }
}

/** The known row whose own address is shown in the field that has it. One that is gone may have left its address to another. */
export function addressed(world: Knowledge, resource: Resource, valueOf: (field: string) => unknown): Row | undefined {
  const [key, ...others] = identityOf(resource);
  if (key === undefined || others.length > 0) return undefined;
  const name = resource.name.text;
  const rows = new Set(
    resource.fields.items
      .filter((field) => ruleOf(field)?.kind === 'address')
      .flatMap((field) => keysIn(world, name, valueOf(field.name.text)))
      .flatMap(([field, value]) => (field === key ? world.find(name, key, value).sure : []))
      .filter(({ isThere }) => isThere !== false),
  );
  return rows.size === 1 ? [...rows][0] : undefined;
}

/** Is it what is left of a call that had to be refused, or of a row that moved: no object, or at no address that is known? */
export function isLeftBehind(world: Knowledge, resource: Resource, item: unknown): boolean {
  const name = resource.name.text;
  if (!isMembers(item)) return isNoObjectTaken(world, name);
  return isStrayTaken(world, name) && isNowhere(world, resource, (field) => item[field]);
}

/** Has it an address by which no row is known, and nothing else that identifies it? */
function isNowhere(world: Knowledge, resource: Resource, valueOf: (field: string) => unknown): boolean {
  const own = resource.fields.items.filter((field) => ruleOf(field)?.kind === 'address');
  if (own.length === 0 || identityOf(resource).some((field) => valueOf(field) !== undefined)) return false;
  const name = resource.name.text;
  const keys = own.flatMap((field) => keysIn(world, name, valueOf(field.name.text)));
  return keys.every(([field, value]) => world.find(name, field, value).sure.length === 0);
}

/** Does what is shown name another row: by what identifies it, or by its own address? */
export function isOtherThan(
  world: Knowledge,
  resource: Resource,
  row: Row,
  valueOf: (field: string) => unknown,
): boolean {
  const name = resource.name.text;
  const keys = identityOf(resource).map((field) => [field, valueOf(field)] as const);
  const own = resource.fields.items.filter((field) => ruleOf(field)?.kind === 'address');
  return [...keys, ...own.flatMap((field) => keysIn(world, name, valueOf(field.name.text)))].some(([field, value]) => {
    const known = row.get(field);
    if (value === undefined || known === UNKNOWN || known instanceof Row) return false;
    return shownKey(world.model, name, field, known) !== shownKey(world.model, name, field, value);
  });
}

/** Where the row was, there may be none any more, and somewhere else one that nobody knows. */
export function mayBeElsewhere(world: Knowledge, row: Row): void {
  world.setThere(row, undefined);
  world.mayHaveMade(row.resource);
  takeStray(world, row.resource);
}

function keysIn(world: Knowledge, resource: string, text: unknown): readonly (readonly [field: string, value: Json])[] {
  const target = typeof text === 'string' ? targetOf(world, text) : undefined;
  if (target === undefined) return [];
  const routed = routeOf(world.model, { method: 'GET', target, headers: [], body: undefined });
  if (routed.kind !== 'operation') return [];
  const selection = pathFacts(world.model, routed.linked).selections.at(-1);
  if (selection?.resource !== resource) return [];
  return selection.keys.map(({ field, parameter }) => [
    field,
    keyOf(world, resource, field, routed.path.get(parameter) ?? ''),
  ]);
}

/** Below the address of the service, by whichever name it calls itself. */
function targetOf({ url }: Knowledge, text: string): string | undefined {
  if (!/^(?:https?:\/)?\//i.test(text) || !URL.canParse(text, url)) return undefined;
  const { pathname } = new URL(text, url);
  const prefix = new URL(url).pathname.replace(/\/$/, '');
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : undefined;
}
