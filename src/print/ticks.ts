// Writes the ticks of names that stand without them where nothing else can be meant: a state, a field, a code, an operation that
// the document declares. In: a model. Out: edits of cells and values that cannot be read as they stand. Notation, rule 1.5.

import type { Model } from '../model/model.ts';
import { withoutTicks, withTicks } from '../model/views/forms/bare.ts';
import { slotsOf } from '../model/views/slots.ts';
import { slotEdit, type Edit } from './edit.ts';

export { withoutTicks, withTicks };

export function tickEdits(model: Model): readonly { readonly id: string; readonly edit: Edit }[] {
  const { source } = model.document;
  return [...slotsOf(model).open.values()].flatMap((fact) => {
    const { slot, id } = fact;
    if (slot?.status !== 'unreadable' || slot.at.end > source.length) return [];
    const words = withTicks(model, fact, slot.text);
    return words === undefined ? [] : [{ id, edit: slotEdit(source, slot.at, words) }];
  });
}
