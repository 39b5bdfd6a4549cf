// Everything that a document states about who may call, and see. Input: a model. Output: the Who of each resource, operation and move, and
// all that it is put together from. Notation, part 4 "Who may".

import type { Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { type Who, whosIn } from '../../notation/values/who.ts';

export function whosOf({ operations, machines, resources }: Model): readonly Who[] {
  const slots = [
    ...[...resources.values()].map(({ visibleTo }) => visibleTo),
    ...[...operations.values()].map(({ facts }) => facts.who),
    ...[...machines.values()].flatMap(({ moves }) => moves.items.map(({ who }) => who)),
  ];
  return slots.flatMap((slot) => {
    const who = valueOf(slot);
    return who ? whosIn(who) : [];
  });
}
