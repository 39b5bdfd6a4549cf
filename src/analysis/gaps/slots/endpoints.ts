// The slots of part 4: bullets of each operation and of All operations. Input: linked operations. Output: facts in the
// writer. A statement under All operations is one slot for all operations that inherit it; notation/operation.ts declares what is
// due, slots/tables.ts has the tables. Notation, part 4 and rule 6.

import type { Facts } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Slot } from '../../../notation/slot.ts';
import { alone, factName, operationId } from '../../document/slot-ids.ts';
import { tableSlots } from './tables.ts';
import { wholePart, type SlotWriter } from './writer.ts';
import { declared, type FactDraft } from './fact.ts';
import type { Features } from '../../document/features.ts';
import { operationFeatures } from '../supported/operation.ts';
import { aboutWords, BULLETS, TRAITS, type Bullet, type OperationBullet } from '../../requests/operation-traits.ts';
import type { OperationKey, OperationTrait } from '../../../notation/operation.ts';
import { headingOf } from '../../document/targets.ts';

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
  for (const bullet of BULLETS) sharedBullet(writer, bullet, linked);
  tableSlots(writer, 'all', all, linked, undefined);
  writer.coversMore = () => inherited(linked);
  const lone = alone(['operations', 'all', ...linked.map(headingOf)]);
  for (const one of linked) writer.under('endpoints', lone.has(headingOf(one)), () => oneOperation(writer, one));
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
  const place: Place = { model: writer.model, linked: one };
  for (const bullet of BULLETS) if (!isCounted(writer, bullet, place)) ownBullet(writer, bullet, one, shared);
  tableSlots(writer, heading, one.operation.facts, [one], one);
}

/** A part whose only binding line is a bullet is not left out. */
function isWritten(all: Facts): boolean {
  return BULLETS.some(([key]) => all[key].status !== 'absent');
}

function sharedBullet(writer: SlotWriter, [key, of]: Bullet, linked: readonly LinkedOperation[]): void {
  const { model } = writer;
  const slot = model.document.endpoints.all[key] as Slot<never>;
  if (slot.status === 'absent') return;
  const heirs = linked.filter((each) => each.facts[key] === slot);
  const subject = { on: 'operations', operations: heirs.map(headingOf) } as const;
  const words = (value: never): Features => [
    ...new Set(heirs.flatMap((each) => operationFeatures(key)(model, each, value))),
  ];
  writer.add({
    ...draftOf(of, slot),
    id: operationId('all', factName(of.head)),
    due: true,
    settled: heirs.length > 0 && heirs.every((each) => holds(model, each, of.settled)),
    subject,
    names: { operation: 'every operation', ...asked(model, of, slot, heirs) },
    words,
  });
}

/** Bullets of operations that take those under All operations. */
function* inherited(linked: readonly LinkedOperation[]): Iterable<readonly [string, string]> {
  for (const one of linked) {
    if (one.operation.scope.mark.status !== 'absent') continue;
    for (const [key, { head }] of BULLETS)
      if (isInherited(one, key))
        yield [operationId(headingOf(one), factName(head)), operationId('all', factName(head))];
  }
}

function isInherited({ operation, facts }: LinkedOperation, key: OperationKey): boolean {
  return operation.facts[key].status === 'absent' && facts[key].status !== 'absent';
}

interface Place {
  readonly model: Model;
  readonly linked: LinkedOperation;
}

/** Is there no fact to write: nothing is written or due, or it is counted? */
function isCounted(writer: SlotWriter, [key, of]: Bullet, place: Place): boolean {
  const { model, linked } = place;
  if (isInherited(linked, key)) return true;
  const own = linked.operation.facts[key] as Slot<never>;
  // Whether it is due or settled counts only where nothing is stated.
  if (own.status === 'absent') return of.due !== 'always' && !holds(model, linked, of.due);
  return writer.counted(declared(of), own, FEATURES[key], place);
}

const FEATURES = Object.fromEntries(
  BULLETS.map(([key]) => {
    const features = operationFeatures(key);
    return [key, (value: never, { model, linked }: Place): Features => features(model, linked, value)] as const;
  }),
) as Readonly<Record<OperationKey, (value: never, place: Place) => Features>>;

function ownBullet(
  writer: SlotWriter,
  [key, of]: Bullet,
  linked: LinkedOperation,
  shared: Pick<FactDraft<never>, 'subject' | 'names'>,
): void {
  const { model } = writer;
  const own = linked.operation.facts[key] as Slot<never>;
  const isOpen = own.status === 'absent' || own.status === 'gap';
  const features = operationFeatures(key);
  const { kind, none, any, half } = declared(of);
  const { fact } = asked(model, of, own, [linked]);
  writer.add<never>({
    id: operationId(headingOf(linked), factName(of.head)),
    part: 'endpoints',
    of,
    kind,
    slot: own,
    due: true,
    settled: isOpen && holds(model, linked, of.settled),
    subject: shared.subject,
    names: fact === undefined ? shared.names : { ...shared.names, fact },
    words: (value) => features(model, linked, value),
    none,
    any,
    half,
  });
}

function holds(model: Model, linked: LinkedOperation, trait: OperationTrait | undefined): boolean {
  return trait !== undefined && TRAITS[trait](model, linked);
}

/** What the question names: the half that is not shown, or what a trait of the operations says. */
function asked(
  model: Model,
  of: OperationBullet,
  slot: Slot<never>,
  linked: readonly LinkedOperation[],
): { readonly fact?: string } {
  const half = slot.status === 'stated' ? of.syntax.open?.(slot.value)[0] : undefined;
  const fact = half ?? aboutWords(model, of, linked);
  return fact === undefined ? NO_FACT : { fact };
}

const NO_FACT = {};

function draftOf(
  of: OperationBullet,
  slot: Slot<never>,
): Pick<FactDraft<never>, 'part' | 'of' | 'kind' | 'slot' | 'none' | 'any' | 'half'> {
  return { part: 'endpoints', ...declared(of), slot };
}
