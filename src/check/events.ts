// What is doubtful in part 6: events that nothing sends, and occasions that never come. Input: a model. Output: information and warnings.
// Notation, section 4: `unused-event`, `never-happens`.

import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { keptForNobody, neverHappens, signingSecretShown, unusedEvent } from '../diagnostics/events.ts';
import type { Model } from '../model/model.ts';
import { isHidden } from '../analysis/document/shape-fields.ts';
import { impossibleIn } from '../analysis/requests/impossible-occasions.ts';
import { receiversOf } from '../analysis/requests/receivers.ts';
import { valueOf, type Name, type Scope, type Slot } from '../notation/slot.ts';

export function eventsFound(model: Model): readonly Diagnostic[] {
  return [...unused(model), ...impossible(model), ...ofDelivery(model)];
}

/** The secret that signs, where it is not hidden, and what nobody asks for. */
function ofDelivery(model: Model): readonly Diagnostic[] {
  const { delivery } = model.document.events;
  if (!delivery) return [];
  const { signature, keptFor } = delivery.facts;
  const secret = valueOf(signature)?.secret;
  const name = secret?.kind === 'field' ? `${secret.field.owner.text}.${secret.field.field.text}` : '';
  const field = model.fields.get(name);
  const isShown = field !== undefined && valueOf(field.type) !== undefined && !isHidden(field) && !isOpen(field.setBy);
  const isAsked = !receiversOf(model) || valueOf(keptFor) === undefined;
  return [
    ...(isShown ? [diagnose(signingSecretShown, signature.at, { field: name })] : []),
    ...(isAsked ? [] : [diagnose(keptForNobody, keptFor.at, {})]),
  ];
}

function impossible(model: Model): readonly Diagnostic[] {
  return model.document.events.kinds.items.flatMap(({ name, when }) =>
    impossibleIn(model, valueOf(when) ?? []).map(({ at, what, because }) =>
      diagnose(neverHappens, at, { occasion: what, event: name.text, because }),
    ),
  );
}

function unused(model: Model): readonly Diagnostic[] {
  const emitting: readonly Slot<readonly Name[]>[] = [
    ...[...model.operations.values()].map((linked) => linked.facts.emits),
    ...[...model.machines.values()].flatMap((machine) => machine.moves.items.map((move) => move.emits)),
  ];
  // What is not shown may be this very event.
  if (emitting.some(isOpen) || [...scopesOf(model)].some(({ mark }) => mark.status === 'gap')) return [];
  const { states, endpoints } = model.document;
  if (states.scope.mark.status !== 'none' && states.machines.items.length === 0) return [];
  if (endpoints.scope.mark.status !== 'none' && endpoints.operations.items.length === 0) return [];
  const emitted = new Set(emitting.flatMap((slot) => (valueOf(slot) ?? []).map((name) => name.text)));
  return model.document.events.kinds.items
    .filter(
      (kind) =>
        !emitted.has(kind.name.text) &&
        kind.scope.mark.status === 'absent' &&
        !isOpen(kind.when) &&
        kind.when.status !== 'stated',
    )
    .map((kind) => diagnose(unusedEvent, kind.name.at, { event: kind.name.text }));
}

function isOpen(slot: Slot<unknown>): boolean {
  const { status } = slot;
  return status === 'gap' || status === 'unreadable' || (slot.status === 'absent' && slot.column !== undefined);
}

/** Parts 3 and 4, and what is under their headings. */
function* scopesOf({ document: { states, endpoints } }: Model): Generator<Scope> {
  for (const { scope } of [states, endpoints, ...states.machines.items, ...endpoints.operations.items]) yield scope;
}
