// The slots of the title and of parts 1, 5, 6 and 8. Comes in: the document as read. Goes out: facts in the writer.
// Notation, rule 8: due are Lists, the prose; of a scheme Scheme, Sent in, Caller, Issued by or Verified by, and of a
// token its lifetime and Revoked when; Delivery's seven facts; an event's When and fields; a limit's Value, Per, When
// exceeded.

import { oncePer } from '../../../base/once-per.ts';
import type { Scheme } from '../../../notation/authentication.ts';
import type { EventKind } from '../../../notation/events.ts';
import type { Limit } from '../../../notation/limits.ts';
import type { Model } from '../../model.ts';
import type { Scope, Slot } from '../../../notation/slot.ts';
import { valueOf } from '../../../notation/slot.ts';
import { dueOfDelivery } from '../delivery.ts';
import type { FactKind } from '../gaps/table.ts';
import { bulletFacts } from './bullet-facts.ts';
import { factName, otherId } from './ids.ts';
import { declaresNoEvent } from '../settled.ts';
import { isHalfRule } from './resources.ts';
import { wholePart, type FactDraft, type SlotWriter } from './writer.ts';

export function titleSlots(writer: SlotWriter): void {
  const { title } = writer.model.document;
  writer.add({
    id: 'lists',
    part: 'document',
    kind: 'lists',
    slot: title.lists,
    due: true,
    subject: { on: 'document' },
    names: {},
    words: (value) => [`Lists: ${value}`],
    none: 'Lists: no list',
    any: 'Lists: any',
  });
}

export function purposeSlots(writer: SlotWriter): void {
  const { scope, prose } = writer.model.document.purpose;
  const draft = { id: '1/prose', part: 'purpose', kind: 'purpose', subject: { on: 'nothing' }, names: {} } as const;
  if (writer.scope(draft, scope)) return;
  writer.add({ ...draft, slot: prose, due: true });
}

export function authenticationSlots(writer: SlotWriter): void {
  const { scope, schemes } = writer.model.document.authentication;
  if (wholePart(writer, 'authentication', scope, schemes.items.length > 0 || schemes.mark !== undefined)) return;
  writer.openness(
    {
      id: '5/schemes',
      part: 'authentication',
      subject: { on: 'authentication' },
      names: { fact: 'ways to say who calls' },
    },
    schemes,
  );
  for (const scheme of schemes.items) oneScheme(writer, scheme);
}

const SCHEME_KINDS: Readonly<Record<string, FactKind>> = {
  Scheme: 'scheme',
  'Sent in': 'scheme',
  Caller: 'caller of a scheme',
  'Token lifetime': 'token of a scheme',
  'Revoked when': 'token of a scheme',
  Refresh: 'token of a scheme',
};

function oneScheme(writer: SlotWriter, scheme: Scheme): void {
  const name = scheme.name.text;
  const base = { part: 'authentication', subject: { on: 'authentication' } } as const;
  if (
    writer.scope(
      { ...base, id: otherId(5, name), kind: 'scheme', names: { name, fact: 'how, and by what' } },
      scheme.scope,
    )
  )
    return;
  const issued = scheme.facts.get('Issued by');
  const verified = scheme.facts.get('Verified by');
  const due = new Set(['Scheme', 'Sent in', 'Caller']);
  if (isAbsent(issued) && isAbsent(verified)) due.add('Issued by');
  if (issuesTokens(scheme)) for (const key of ['Token lifetime', 'Revoked when']) due.add(key);
  bulletFacts(writer, scheme.facts, due, scheme.at, (key) => ({
    ...base,
    id: otherId(5, name, factName(key)),
    kind: SCHEME_KINDS[key] ?? 'fact of a scheme',
    names: { name, fact: key },
    words: () => [`Authentication: ${key}`],
  }));
}

/** A token that the service itself issues: by one of its operations, not by someone outside. */
function issuesTokens(scheme: Scheme): boolean {
  const issued = scheme.facts.get('Issued by');
  const text = issued && valueOf(issued);
  return text !== undefined && !/^(the )?(outside|operator)\b/i.test(text.trim());
}

export function eventSlots(writer: SlotWriter): void {
  const { scope, delivery, kinds } = writer.model.document.events;
  const written = kinds.items.length > 0 || kinds.mark !== undefined || delivery !== undefined;
  if (wholePart(writer, 'events', scope, written)) return;
  const base = { part: 'events', subject: { on: 'events', kinds: undefined } } as const;
  writer.openness({ ...base, id: '6/events', names: { fact: 'events' } }, kinds);
  const deliveryDraft = {
    ...base,
    id: otherId(6, 'delivery'),
    kind: 'delivery',
    names: { fact: 'where to, how often, in which order' },
  } as const;
  if (!delivery) {
    if (kinds.items.length > 0) writer.gap(deliveryDraft, kinds.at);
  } else if (!writer.scope({ ...deliveryDraft, settled: declaresNoEvent(writer.model) }, delivery.scope)) {
    const due = dueOfDelivery(delivery.facts);
    const at = delivery.scope.heading ?? kinds.at;
    bulletFacts(writer, delivery.facts, due, at, (key) => ({
      ...base,
      id: otherId(6, 'delivery', factName(key)),
      kind: 'delivery',
      settled: declaresNoEvent(writer.model),
      names: { fact: key },
      words: () => [`Events: ${key}`],
    }));
  }
  for (const kind of kinds.items) oneEvent(writer, kind);
}

function oneEvent(writer: SlotWriter, event: EventKind): void {
  const name = event.name.text;
  const base = { part: 'events', kind: 'event', subject: { on: 'events', kinds: [name] }, names: { name } } as const;
  if (writer.scope({ ...base, id: otherId(6, name) }, event.scope)) return;
  const sent = emitted(writer.model);
  writer.add({
    ...base,
    names: { name, fact: 'When' },
    id: otherId(6, name, 'when'),
    slot: event.when,
    due: sent !== 'any' && !sent.has(name),
    words: () => ['Events: When'],
  });
  writer.add({
    ...base,
    names: { name, fact: 'Payload' },
    id: otherId(6, name, 'payload'),
    slot: event.payload,
    due: !event.fields.written,
  });
  if (!event.fields.written) return;
  writer.openness(
    { part: 'events', subject: base.subject, id: otherId(6, name, 'fields'), names: { fact: `fields of \`${name}\`` } },
    event.fields,
  );
  for (const field of event.fields.items) {
    const id = (head: string): string => otherId(6, `${name}.${field.name.text}`, head);
    writer.add({ ...base, id: id('type'), slot: field.type, due: false });
    writer.add({ ...base, id: id('required'), slot: field.required, due: false });
    writer.add({ ...base, id: id('set-by'), slot: field.setBy, due: false, half: isHalfRule });
  }
}

/** What an operation or a move emits says when the event is sent; where that is not shown, it may be any. */
const emitted = oncePer((model: Model): ReadonlySet<string> | 'any' => {
  const { states, endpoints } = model.document;
  if (isLeftOut(states.scope, states.machines.items) || isLeftOut(endpoints.scope, endpoints.operations.items))
    return 'any';
  const scopes = [...states.machines.items, ...endpoints.operations.items].map(({ scope }) => scope);
  if (scopes.some(({ mark }) => mark.status === 'gap')) return 'any';
  const slots = [
    ...[...model.operations.values()].map(({ facts }) => facts.emits),
    ...[...model.machines.values()].flatMap(({ moves }) => moves.items.map(({ emits }) => emits)),
  ];
  return slots.some(isOpen) ? 'any' : new Set(slots.flatMap((slot) => (valueOf(slot) ?? []).map(({ text }) => text)));
});

function isLeftOut(scope: Scope, items: readonly unknown[]): boolean {
  return scope.mark.status === 'gap' || (scope.mark.status === 'absent' && items.length === 0);
}

function isOpen({ status }: Slot<unknown>): boolean {
  return status === 'gap' || status === 'unreadable' || status === 'absent';
}

export function limitSlots(writer: SlotWriter): void {
  const { scope, limits } = writer.model.document.limits;
  if (wholePart(writer, 'limits', scope, limits.items.length > 0 || limits.mark !== undefined)) return;
  writer.openness({ id: '8/limits', part: 'limits', subject: { on: 'document' }, names: { fact: 'limits' } }, limits);
  const heads = ['Value', 'Per', 'Applies to', 'When exceeded'] as const;
  const left = heads.filter((head) =>
    writer.leftOut(
      limits.items.map((limit) => limitDraft(limit, head)),
      {
        part: 'limits',
        kind: 'limit',
        id: otherId(8, 'limits', factName(head)),
        subject: { on: 'document' },
        names: { name: 'each limit', fact: head },
      },
    ),
  );
  for (const limit of limits.items)
    for (const head of heads) if (!left.includes(head)) writer.add(limitDraft(limit, head));
}

type LimitHead = 'Value' | 'Per' | 'Applies to' | 'When exceeded';

function limitDraft(limit: Limit, head: LimitHead): FactDraft<unknown> {
  const name = limit.name.text;
  const slots = { Value: 'value', Per: 'per', 'Applies to': 'appliesTo', 'When exceeded': 'whenExceeded' } as const;
  return {
    part: 'limits',
    kind: 'limit',
    id: otherId(8, name, factName(head)),
    slot: limit[slots[head]],
    due: head !== 'Applies to',
    subject: { on: 'limit', limit: name },
    names: { name: `the limit "${name}"`, fact: head },
    ...(head === 'Value' && { words: () => ['Limit: Limit'], any: 'Default: none' }),
  };
}

function isAbsent(slot: Slot<string> | undefined): boolean {
  return slot === undefined || slot.status === 'absent';
}
