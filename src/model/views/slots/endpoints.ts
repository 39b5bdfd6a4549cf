// The slots of part 4: bullets of each operation and of All operations. Comes in: linked operations. Goes out: facts in
// the writer. What stands under All operations is one slot for all that inherit it; slots/bullets.ts says what is due,
// slots/tables.ts has the tables. Notation, part 4 and rule 6.

import type { Facts } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import type { Slot } from '../../../notation/slot.ts';
import { BULLETS, type Bullet } from './bullets.ts';
import { alone, operationId } from './ids.ts';
import { tableSlots } from './tables.ts';
import { wholePart, type FactDraft, type SlotWriter } from './writer.ts';
import { anyBeside, type Words } from '../supported.ts';
import { headingOf } from '../targets.ts';

export function endpointSlots(writer: SlotWriter): void {
  const { model } = writer;
  const { scope, all, operations } = model.document.endpoints;
  if (
    wholePart(
      writer,
      'endpoints',
      scope,
      operations.items.length > 0 || operations.mark !== undefined || isWritten(all),
    )
  )
    return;
  writer.openness(
    { id: '4/operations', part: 'endpoints', subject: { on: 'document' }, names: { fact: 'operations' } },
    operations,
  );
  const linked = [...model.operations.values()];
  for (const one of BULLETS) sharedBullet(writer, one, linked);
  tableSlots(writer, 'all', all, linked, undefined);
  writer.coversMore = () => inherited(linked);
  const lone = alone(['4/operations', operationId('all'), ...linked.map(idOf)]);
  for (const one of linked) writer.under(lone.has(idOf(one)), () => oneOperation(writer, one));
}

function idOf(linked: LinkedOperation): string {
  return operationId(headingOf(linked));
}

function oneOperation(writer: SlotWriter, one: LinkedOperation): void {
  const heading = headingOf(one);
  const draft = {
    id: operationId(heading),
    part: 'endpoints',
    kind: 'operation',
    subject: { on: 'operations', operations: [heading] },
    names: { operation: heading },
  } as const;
  if (writer.scope(draft, one.operation.scope)) return;
  const shared = { subject: draft.subject, names: { operation: `\`${heading}\`` } } as const;
  for (const each of BULLETS) ownBullet(writer, each, one, shared);
  tableSlots(writer, heading, one.operation.facts, [one], one);
}

/** A part whose only binding line is a bullet is not left out. */
function isWritten(all: Facts): boolean {
  return BULLETS.some(({ key }) => all[key].status !== 'absent');
}

function sharedBullet(writer: SlotWriter, one: Bullet<never>, linked: readonly LinkedOperation[]): void {
  const { model } = writer;
  const slot = model.document.endpoints.all[one.key] as Slot<never>;
  if (slot.status === 'absent') return;
  const heirs = linked.filter((each) => each.facts[one.key] === slot);
  const subject = { on: 'operations', operations: heirs.map(headingOf) } as const;
  const words = (value: never): Words => [...new Set(heirs.flatMap((each) => one.words(model, each, value)))];
  writer.add({
    ...draftOf(one, slot),
    id: operationId('all', one.head),
    due: true,
    settled: heirs.length > 0 && heirs.every((each) => one.settled?.(model, each) ?? false),
    subject,
    names: { operation: 'every operation', ...factName(model, one, slot, heirs) },
    words,
  });
}

/** Bullets of operations for which those under All operations speak. */
function* inherited(linked: readonly LinkedOperation[]): Iterable<readonly [string, string]> {
  for (const one of linked) {
    if (one.operation.scope.mark.status !== 'absent') continue;
    for (const { key, head } of BULLETS)
      if (isInherited(one, key)) yield [operationId(headingOf(one), head), operationId('all', head)];
  }
}

function isInherited({ operation, facts }: LinkedOperation, key: Bullet<never>['key']): boolean {
  return operation.facts[key].status === 'absent' && facts[key].status !== 'absent';
}

function ownBullet(
  writer: SlotWriter,
  one: Bullet<never>,
  linked: LinkedOperation,
  shared: Pick<FactDraft<never>, 'subject' | 'names'>,
): void {
  const { model } = writer;
  if (isInherited(linked, one.key)) return;
  const own = linked.operation.facts[one.key] as Slot<never>;
  const due = one.key === 'body' && linked.facts.bodyTable.written ? false : (one.due?.(model, linked) ?? false);
  if (own.status === 'absent' && !due) return;
  writer.add({
    ...draftOf(one, own),
    ...shared,
    names: { ...shared.names, ...factName(model, one, own, [linked]) },
    id: operationId(headingOf(linked), one.head),
    due,
    settled: one.settled?.(model, linked) ?? false,
    words: (value) => one.words(model, linked, value),
  });
}

function factName(
  model: Model,
  one: Bullet<never>,
  slot: Slot<never>,
  linked: readonly LinkedOperation[],
): { readonly fact?: string } {
  const fact = slot.status === 'stated' && one.asked ? one.asked(slot.value) : one.about?.(model, linked);
  return fact === undefined ? {} : { fact };
}

function draftOf(
  one: Bullet<never>,
  slot: Slot<never>,
): Pick<FactDraft<never>, 'part' | 'kind' | 'slot' | 'none' | 'any' | 'half'> {
  return {
    part: 'endpoints',
    kind: one.kind,
    slot,
    none: one.none,
    any: anyBeside(one.none),
    ...(one.half && { half: one.half }),
  };
}
