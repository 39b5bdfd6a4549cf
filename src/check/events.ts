// What is doubtful in part 6: events that nothing sends. Comes in: a model. Goes out: information. Notation, section 4:
// `unused-event`.

import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { unusedEvent } from '../diagnostics/events.ts';
import type { Model } from '../model/model.ts';
import { valueOf, type Name, type Slot } from '../model/status.ts';

export function eventsFound(model: Model): readonly Diagnostic[] {
  const emitting: readonly Slot<readonly Name[]>[] = [
    ...[...model.operations.values()].map((linked) => linked.facts.emits),
    ...[...model.machines.values()].flatMap((machine) => machine.moves.items.map((move) => move.emits)),
  ];
  // What is not shown may be this very event.
  if (emitting.some((slot) => slot.status === 'gap' || slot.status === 'unreadable')) return [];
  const emitted = new Set(emitting.flatMap((slot) => (valueOf(slot) ?? []).map((name) => name.text)));
  return model.document.events.kinds.items
    .filter(
      (kind) => !emitted.has(kind.name.text) && kind.scope.mark.status === 'absent' && kind.when.status !== 'stated',
    )
    .map((kind) => diagnose(unusedEvent, kind.name.at, { event: kind.name.text }));
}
