// The second computation of what happens to rows under part 3: it knows every row, goes from instant to instant, and writes down each
// event that is due. Input: a model, and what was done by request, by time, from outside. Output: rows as they must be shown, events as
// they must be in the outbox. Notation, part 3 "By time", "Moves from outside", part 6 "What is sent".

import type { Model } from '../../src/model/model.ts';
import type { Machine, Move } from '../../src/notation/states.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { goneStates, holds, isGone, machinesOf, NotComputed, type Row, type Scope, type Value } from './known.ts';

/** What one move of one row sends: all of it at once, in no order. */
export interface Telling {
  readonly resource: string;
  readonly id: string;
  readonly by: string;
  readonly at: string;
  readonly events: readonly string[];
  /** The state that the event shows. */
  readonly state: readonly [field: string, state: Value];
}

interface Rule {
  readonly machine: Machine;
  readonly move: Move;
  readonly from: readonly string[];
  readonly to: string;
}

/** More moves than that at one instant are a circle. */
const MOST = 10_000;

export class Account {
  readonly model: Model;
  readonly rows: Row[] = [];
  readonly told: Telling[] = [];
  /** Resource and identity of rows whose events nobody can tell. */
  readonly untold: Set<string> = new Set();
  readonly #rules: ReadonlyMap<string, readonly Rule[]>;
  /** Moves that were made by time. */
  moved = 0;

  constructor(model: Model) {
    this.model = model;
    this.#rules = new Map([...model.resources.keys()].map((name) => [name, rulesOf(model, name)]));
  }

  scope(row: Row, now: number): Scope {
    return { model: this.model, rows: this.rows, row, self: row, now };
  }

  lose(row: Row): void {
    row.isLost = true;
    this.untold.add(`${row.resource} ${row.id}`);
  }

  /** The row of an address: the one that is there, else of those that are gone and named the one made last. */
  find(resource: string, id: string, named: readonly string[]): Row | 'unknown' | undefined {
    const rows = this.rows.filter((row) => row.resource === resource && String(JSON.parse(row.id)) === id);
    if (rows.some(({ isLost }) => isLost)) return 'unknown';
    const there = rows.find((row) => isGone(this.model, row) === false);
    const isNamed = (row: Row): boolean =>
      machinesOf(this.model, resource).some(({ field }) => named.includes(String(row.values.get(field.text))));
    return there ?? rows.findLast(isNamed);
  }

  /** Everything that is due by then, one instant after the other. */
  settle(now: number): void {
    for (let round = 0; round < MOST; round += 1) {
      let first = Number.POSITIVE_INFINITY;
      for (const row of this.rows)
        for (const rule of this.#rules.get(row.resource) ?? []) {
          const due = this.#due(row, rule);
          if (due !== undefined) first = Math.min(first, Math.max(due, row.since.get(rule.machine.name.text)!));
        }
      if (first > now) return;
      this.at(first);
    }
    throw new Error('time goes round');
  }

  /** What is due at an instant: the rows of the table from above, until nothing is left. */
  at(instant: number): void {
    for (let isMoved = true, round = 0; isMoved; round += 1) {
      if (round > MOST) throw new Error('moves go round at one instant');
      isMoved = false;
      for (const resource of this.model.resources.keys()) {
        for (const rule of this.#rules.get(resource) ?? []) {
          const moving = this.rows.filter((row) => row.resource === resource && this.#first(row, instant) === rule);
          for (const row of moving) {
            this.enter(row, rule.machine, rule.to, instant);
            this.tell(row, rule.machine, [rule.move], 'time', instant);
            this.moved += 1;
          }
          isMoved ||= moving.length > 0;
        }
      }
    }
  }

  #first(row: Row, instant: number): Rule | undefined {
    const due = (rule: Rule): number => this.#due(row, rule) ?? Number.POSITIVE_INFINITY;
    return this.#rules.get(row.resource)!.find((rule) => due(rule) <= instant);
  }

  /** The instant that By states of it; undefined: By does not speak of it now. */
  #due(row: Row, { machine, move, from, to }: Rule): number | undefined {
    if (row.isLost) return undefined;
    const state = String(row.values.get(machine.field.text));
    if (!from.includes(state) || state === to) return undefined;
    const by = valueOf(move.by);
    if (by?.kind !== 'after' && by?.kind !== 'at') return undefined;
    const base = by.kind === 'after' ? row.since.get(machine.name.text) : this.#instant(row, by.field.text);
    if (base === undefined) return undefined;
    const due = base + by.delay;
    const condition = valueOf(move.onlyIf);
    const isMade = condition ? holds(condition, this.scope(row, due)) : true;
    if (isMade === undefined) this.lose(row);
    return isMade === true ? due : undefined;
  }

  #instant(row: Row, field: string): number | undefined {
    const value = row.values.get(field);
    if (value === undefined) this.lose(row);
    return typeof value === 'string' ? Date.parse(value) : undefined;
  }

  enter(row: Row, machine: Machine, state: string, now: number): void {
    if (row.values.get(machine.field.text) !== state) row.since.set(machine.name.text, now);
    row.values.set(machine.field.text, state);
    this.stamp(row, now);
  }

  /** At change an instant is never the same twice. */
  stamp(row: Row, now: number): void {
    const resource = this.model.resources.get(row.resource)!;
    for (const field of resource.fields.items) {
      const setBy = valueOf(field.setBy);
      const isStamp = setBy?.kind === 'service' && setBy.rule.kind === 'now' && setBy.rule.when === 'at change';
      const before = row.values.get(field.name.text);
      if (!isStamp) continue;
      const last = typeof before === 'string' ? Date.parse(before) : Number.NEGATIVE_INFINITY;
      row.values.set(field.name.text, new Date(Math.max(now, last + 1)).toISOString());
    }
  }

  /** The rows of the table that made it, in whose name it is told. `state`: of a row that goes, the one it had. */
  tell(row: Row, machine: Machine, moves: readonly Move[], by: string, now: number, state?: Value): void {
    if (moves.some(({ emits }) => emits.status !== 'none' && emits.status !== 'stated') && !this.#tellsNothing())
      this.untold.add(`${row.resource} ${row.id}`);
    const events = [...new Set(moves.flatMap(({ emits }) => valueOf(emits) ?? []).map(({ text }) => text))];
    if (events.length === 0) return;
    const { resource, id } = row;
    const field = machine.field.text;
    this.told.push({
      resource,
      id,
      by,
      at: new Date(now).toISOString(),
      events,
      state: [field, state ?? row.values.get(field)],
    });
  }

  /** Part 6 says that there are no events. */
  #tellsNothing(): boolean {
    return this.model.document.events.scope.mark.status === 'none';
  }

  remove(row: Row): void {
    this.rows.splice(this.rows.indexOf(row), 1);
    const { whenDeleted } = this.model.resources.get(row.resource)!;
    for (const { kind, resource, where } of valueOf(whenDeleted) ?? []) {
      if (kind !== 'deletes every') continue;
      for (const other of this.rows.filter((one) => one.resource === resource.text)) {
        if (isGone(this.model, other) === true) continue;
        const goes = where ? holds(where, { ...this.scope(other, 0), self: row }) : true;
        if (goes === undefined) this.lose(other);
        else if (goes) this.remove(other);
      }
    }
    // What referred to it did so until now.
    row.isRemoved = true;
  }
}

/** Timed rows in written order, over all machines of a resource. */
function rulesOf(model: Model, resource: string): readonly Rule[] {
  return machinesOf(model, resource).flatMap((machine) =>
    machine.moves.items.flatMap((move) => {
      const by = valueOf(move.by);
      const to = valueOf(move.to);
      const from = startsOf(machine, move);
      const isSaid = valueOf(move.onlyIf) !== undefined || move.onlyIf.status === 'none';
      if ((by?.kind === 'after' || by?.kind === 'at') && to?.kind === 'gone') throw new NotComputed('(gone) by time');
      const isTimed = (by?.kind === 'after' || by?.kind === 'at') && to?.kind === 'state';
      return isTimed && isSaid && from ? [{ machine, move, from, to: to.state.text }] : [];
    }),
  );
}

/** The states that a row of the table starts from; undefined: nothing says which. */
export function startsOf(machine: Machine, { from, to }: Move): readonly string[] | undefined {
  const gone = goneStates(machine);
  const stays = ['refused', 'same'].includes(valueOf(to)?.kind ?? '');
  const final = machine.states.items.filter(({ kind }) => valueOf(kind) === 'final').map(({ name }) => name.text);
  const every = machine.states.items
    .map(({ name }) => name.text)
    .filter((state) => !gone.includes(state) && (stays || !final.includes(state)));
  if (from.status === 'any') return every;
  const stated = valueOf(from);
  if (!stated) return from.status === 'none' ? [] : undefined;
  if (stated.kind === 'new') return [];
  const names = stated.states.map(({ text }) => text);
  return stated.kind === 'states' ? names : every.filter((state) => !names.includes(state));
}
