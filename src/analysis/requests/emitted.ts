// Which rows the events of an operation are about. Input: an operation and the kinds that its Emits names. Output: for each kind
// the effects whose rows are meant; undefined: that is not known. Notation, part 4, key Emits: an event is about a row that is made,
// changed or deleted; of rows of several resources, of those of the one that its payload shows.

import { WRITES } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import type { EventKind } from '../../notation/events.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf, type Name } from '../../notation/slot.ts';
import { rowAccessesOf, type RowAccess } from './row-accesses.ts';
import type { Features } from '../document/features.ts';
import { selectionOf } from '../document/targets.ts';
import { resourcesIn } from '../document/shape-leaves.ts';

/** Undefined: Does touches rows of several resources, and the payload shows none of them, or several. */
export function accessesOfEvent(
  model: Model,
  linked: LinkedOperation,
  event: string,
): readonly RowAccess[] | undefined {
  const writes = rowAccessesOf(model, linked).filter(({ kind }) => WRITES.has(kind));
  const resources = new Set(writes.map(({ resource }) => resource));
  if (resources.size < 2) return writes;
  const shown = [...(shownIn(model).get(event) ?? [])].filter((name) => resources.has(name));
  return shown.length === 1 ? writes.filter(({ resource }) => resource === shown[0]) : undefined;
}

/** Emits as an operation states it, or as All operations do: there it is about those that change rows. */
export function emitsFeatures(model: Model, linked: LinkedOperation, events: readonly Name[]): Features {
  const whys = events.map(({ text }) => whyNoRow(model, linked, text));
  if (whys.includes('no row')) {
    const isShared = linked.operation.facts.emits.status === 'absent' && isOfSome(model);
    return isShared ? [] : ['Emits: event kinds, where no row is changed'];
  }
  if (whys.includes('several resources')) return ['Emits: event kinds, where rows of several resources are changed'];
  const isTwice = whys.includes('two effects');
  return [isTwice ? 'Emits: event kinds, where two effects may change one row' : 'Emits: event kinds'];
}

/** Why it is not known which rows an event of the operation is about, each once; undefined: it is. */
export function whyNoRow(
  model: Model,
  linked: LinkedOperation,
  event: string,
): 'no row' | 'several resources' | 'two effects' | undefined {
  if (!mayWrite(model, linked)) return 'no row';
  const accesses = accessesOfEvent(model, linked, event);
  if (!accesses) return 'several resources';
  return mayMeet(model, linked, accesses) ? 'two effects' : undefined;
}

/** May two of the effects change one row? A row that is made is none of those that the path selects, nor another new one. */
function mayMeet(model: Model, linked: LinkedOperation, accesses: readonly RowAccess[]): boolean {
  return accesses.some((one, place) =>
    accesses.slice(place + 1).some((other) => {
      if (one.resource !== other.resource) return false;
      const made = [one, other].filter(({ kind }) => kind === 'create');
      if (made.length === 2) return false;
      const [found] = [one, other].filter(({ kind }) => kind !== 'create');
      const isOne = found!.effects.every(({ kind }) => !kind.endsWith(' every'));
      return made.length === 0 || !isOne || selectionOf(model, linked, one.resource) === undefined;
    }),
  );
}

/** What is not known yet, and what this runtime does not do, may. */
function mayWrite(model: Model, linked: LinkedOperation): boolean {
  const { does } = linked.facts;
  if (valueOf(does) === undefined) return does.status !== 'none';
  return rowAccessesOf(model, linked).some(({ kind }) => WRITES.has(kind) || kind === 'other');
}

/** The events under All operations concern some operation. */
const isOfSome = oncePer((model: Model): boolean =>
  [...model.operations.values()].some(
    (linked) => linked.operation.facts.emits.status === 'absent' && mayWrite(model, linked),
  ),
);

/** By kind of event: the resources that its payload shows. */
const shownIn = oncePer((model: Model): ReadonlyMap<string, ReadonlySet<string>> => {
  const kinds = new Map(model.document.events.kinds.items.map((kind) => [kind.name.text, kind]));
  return new Map([...kinds].map(([name, kind]) => [name, new Set(shownBy(kind, kinds, new Set()))]));
});

function shownBy(
  kind: EventKind,
  kinds: ReadonlyMap<string, EventKind>,
  above: ReadonlySet<EventKind>,
): readonly string[] {
  if (above.has(kind)) return [];
  const payload = valueOf(kind.payload);
  if (payload?.kind === 'same as') {
    const other = kinds.get(payload.event.text);
    return other ? shownBy(other, kinds, new Set([...above, kind])) : [];
  }
  const ofFields = kind.fields.items.flatMap((field) => {
    const type = valueOf(field.type);
    return type?.kind === 'resource' && type.by === undefined ? [type.resource.text] : [];
  });
  return payload ? [...resourcesIn(payload.shape), ...ofFields] : ofFields;
}
