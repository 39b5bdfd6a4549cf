// The events that a call brings about, by what it did to rows. Input: a call that succeeded, and what it changed. Output: events that are due, with
// the rows as they are at that moment. Notation, part 6, "What is sent".

import { machinesOf, movesBy, targets, type MachineView, type MoveView } from '../../analysis/document/moves.ts';
import { streamOf } from '../../analysis/document/streams.ts';
import { headingOf } from '../../analysis/document/targets.ts';
import { accessesOfEvent } from '../../analysis/requests/emitted.ts';
import { receiversOf } from '../../analysis/requests/receivers.ts';
import type { EventKind } from '../../notation/events.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Occasion } from '../../notation/values/occasions.ts';
import type { Doing } from '../judge/effects/context.ts';
import { truth } from '../values/evaluate.ts';
import { sameJson } from '../world/json.ts';
import type { Knowledge } from '../world/knowledge.ts';
import { all, Row, some, UNKNOWN, type Truth, type Value } from '../world/known.ts';
import type { Change, Happening } from './happening.ts';

export function happeningsOf(doing: Doing): readonly Happening[] {
  const { model, changes, world } = doing;
  const { kinds } = model.document.events;
  if (kinds.items.length === 0 || changes.length === 0) return [];
  const counts = Map.groupBy(changes, ({ row }) => row);
  return kinds.items.flatMap((kind): readonly Happening[] =>
    [...counts].flatMap(([row, all_]): readonly Happening[] => {
      const told = all_.map((change) => ({ change, is: isTold(doing, kind, change) }));
      if (told.every(({ is }) => is === false)) return [];
      const isDue = !doing.isUnsure && told.some(({ change, is }) => is === true && change.isSure);
      const shown = snapshot(all_.at(-1)!);
      return [
        {
          event: kind.name.text,
          row: shown,
          of: row,
          is: isDue ? true : undefined,
          receivers: receivers(doing, shown),
          from: world.from,
          to: world.to,
          operation: headingOf(doing.linked),
          exchange: world.exchange,
        },
      ];
    }),
  );
}

/** As the row is after the effect, or as it was before a deletion. */
function snapshot({ row, kind, before }: Change): Row {
  return new Row(row.resource, kind === 'deleted' ? before : row.values, true, row.born);
}

function isTold(doing: Doing, kind: EventKind, change: Change): Truth {
  const occasions = valueOf(kind.when) ?? [];
  return some([
    emitted(doing, kind.name.text, change),
    ...machinesOf(doing.model, change.row.resource).map((view) => emittedByMove(doing, kind.name.text, view, change)),
    ...occasions.map((occasion) => occurs(doing, kind.name.text, occasion, change)),
  ]);
}

function emitted({ model, linked }: Doing, event: string, change: Change): Truth {
  const names = valueOf(linked.facts.emits) ?? [];
  return names.some(({ text }) => text === event) ? isMeant(model, linked, event, change) : false;
}

function isMeant(model: Doing['model'], linked: Doing['linked'], event: string, { row, isAlong }: Change): Truth {
  const accesses = accessesOfEvent(model, linked, event);
  if (!accesses) return undefined;
  return !isAlong && accesses.some(({ resource }) => resource === row.resource);
}

function emittedByMove(doing: Doing, event: string, view: MachineView, { row, kind, before }: Change): Truth {
  const moves = kind === 'created' ? view.births : movesBy(view, headingOf(doing.linked));
  const named = moves.filter(
    (move) => valueOf(move.row.emits)?.some(({ text }) => text === event) && move.by?.includes(headingOf(doing.linked)),
  );
  if (named.length === 0) return false;
  const start: Value = before.get(view.field) ?? UNKNOWN;
  const end: Value = kind === 'deleted' ? '(gone)' : row.get(view.field);
  return some(named.map((move) => isMade(move, kind === 'created' ? undefined : start, end)));
}

/** Where its Only if counts, nobody can tell afterwards. */
function isMade(move: MoveView, start: Value | undefined, end: Value | '(gone)'): Truth {
  const to = valueOf(move.row.to);
  const isTo =
    to?.kind === 'gone'
      ? end === '(gone)'
      : to?.kind === 'same'
        ? end === start
        : typeof end === 'string'
          ? targets(move).includes(end)
          : undefined;
  const isFrom =
    start === undefined ? true : typeof start === 'string' && move.from ? move.from.includes(start) : undefined;
  return all([isTo, isFrom, valueOf(move.row.onlyIf) ? undefined : true]);
}

function occurs(doing: Doing, event: string, occasion: Occasion, change: Change): Truth {
  const { row, kind, before } = change;
  switch (occasion.kind) {
    case 'call':
      return occasion.operation.text === headingOf(doing.linked)
        ? isMeant(doing.model, doing.linked, event, change)
        : false;
    case 'created':
    case 'deleted':
      return kind === occasion.kind && occasion.resource.text === row.resource;
    case 'updated':
      return kind === 'changed' && occasion.resource.text === row.resource;
    case 'becomes':
    case 'changes': {
      const field = occasion.field.field.text;
      if (kind !== 'changed' || occasion.field.owner.text !== row.resource) return false;
      const [was, is] = [before.get(field) ?? UNKNOWN, row.get(field)];
      if (was === UNKNOWN || is === UNKNOWN || was instanceof Row || is instanceof Row)
        return was === is && was !== UNKNOWN ? false : undefined;
      if (occasion.kind === 'changes') return !sameJson(was, is);
      const isNow = String(is) === occasion.value.text;
      return isNow && String(was) !== occasion.value.text;
    }
  }
}

function receivers(doing: Doing, row: Row): ReadonlyMap<Row | undefined, Truth> {
  const { model, world } = doing;
  const to = receiversOf(model);
  if (!to) return new Map(streamOf(model) ? [[undefined, undefined]] : []);
  const found = new Map<Row | undefined, Truth>();
  for (const receiver of world.rows(to.resource.name.text)) {
    const is = isReceiver(world, receiver, row);
    if (is !== false) found.set(receiver, is);
  }
  return found;
}

/** Does it get events about that row, as it is now? */
export function isReceiver(world: Knowledge, receiver: Row, row: Row): Truth {
  if (receiver.isThere === false) return false;
  const where = receiversOf(world.model)?.sent.where;
  const is = where ? truth(where, { world, asked: undefined, row: receiver, self: row }) : true;
  return all([receiver.isThere, is, isLive(world, receiver)]);
}

/** A row in a gone state is no receiver. */
function isLive({ model }: Knowledge, receiver: Row): Truth {
  return machinesOf(model, receiver.resource).length === 0 ? true : undefined;
}
