// Everything that a document states about who may call. Input: a model. Output: the Who of each operation and move, and all that
// it is put together from. Notation, part 5 "Who".

import type { Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { type Who, whosIn } from '../../notation/values/who.ts';

export function whosOf({ operations, machines }: Model): readonly Who[] {
  const slots = [
    ...[...operations.values()].map(({ facts }) => facts.who),
    ...[...machines.values()].flatMap(({ moves }) => moves.items.map(({ who }) => who)),
  ];
  return slots.flatMap((slot) => {
    const who = valueOf(slot);
    return who ? whosIn(who) : [];
  });
}
