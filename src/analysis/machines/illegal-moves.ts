// Whether part 7 already states what happens when a call makes a move that no row allows: `Any other move` is left out, and one
// code's When is `illegal move`, of this machine or of any. Input: a machine. Output: yes or no. Notation, part 3 and rule 1.8.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import type { Machine } from '../../notation/states.ts';
import { valueOf } from '../../notation/slot.ts';

export const isSaidByPart7: (model: Model, machine: Machine) => boolean = oncePer(
  ({ document }: Model, { name, anyOtherMove }: Machine) => {
    if (anyOtherMove.status !== 'absent') return false;
    const codes = document.errors.codes.items.filter((code) =>
      (valueOf(code.when) ?? []).some(
        (cause) => cause.kind === 'illegal move' && (cause.on === undefined || cause.on.text === name.text),
      ),
    );
    return codes.length === 1;
  },
);
