// A second computation of part 3 by time, for the property test: it knows every row and goes from instant to instant. It
// shares no code with the plan or the service. Notation, part 3, head By.

export type Delay =
  | { readonly kind: 'after'; readonly delay: number }
  | { readonly kind: 'at'; readonly delay: number };

export type OnlyIf =
  | { readonly kind: 'none' }
  | { readonly kind: 'more'; readonly than: number }
  | { readonly kind: 'later' }
  | { readonly kind: 'nobody in'; readonly state: string }
  | { readonly kind: 'no part' };

export interface Rule {
  readonly from: readonly string[];
  /** Undefined: the row is removed, with its parts. */
  readonly to: string | undefined;
  readonly by: Delay;
  readonly onlyIf: OnlyIf;
}

export interface Machine {
  readonly states: readonly string[];
  readonly timed: readonly Rule[];
  /** What `go` does: from state to state. */
  readonly called: readonly (readonly [string, string])[];
}

export interface Thing {
  readonly id: number;
  n: number;
  due: number | undefined;
  status: string;
  since: number;
  changed: number;
}

export interface Part {
  readonly id: number;
  readonly thing: number;
}

export class World {
  readonly #machine: Machine;
  readonly things: Thing[] = [];
  readonly parts: Part[] = [];
  #made = 0;
  #parts = 0;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  create(n: number, due: number | undefined, now: number): Thing {
    this.settle(now);
    const thing = { id: ++this.#made, n, due, status: this.#machine.states[0]!, since: now, changed: now };
    this.things.push(thing);
    this.#at(now);
    return thing;
  }

  /** Undefined: there is no such thing. */
  part(thing: number, now: number): Part | undefined {
    this.settle(now);
    if (!this.things.some(({ id }) => id === thing)) return undefined;
    const part = { id: ++this.#parts, thing };
    this.parts.push(part);
    this.#at(now);
    return part;
  }

  /** Was it there? */
  takePart(part: Part, now: number): boolean {
    this.settle(now);
    const place = this.parts.indexOf(part);
    if (place === -1) return false;
    this.parts.splice(place, 1);
    this.#at(now);
    return true;
  }

  patch(thing: Thing, change: { n?: number; due?: number | undefined }, now: number): void {
    this.settle(now);
    if ('n' in change) thing.n = change.n!;
    if ('due' in change) thing.due = change.due;
    this.#stamp(thing, now);
    this.#at(now);
  }

  every(which: (thing: Thing) => boolean, n: number, now: number): void {
    this.settle(now);
    for (const thing of this.things.filter(which)) {
      thing.n = n;
      this.#stamp(thing, now);
    }
    this.#at(now);
  }

  /** Was the move made? */
  go(thing: Thing, now: number): boolean {
    this.settle(now);
    const move = this.#machine.called.find(([from]) => from === thing.status);
    if (!move) return false;
    this.#enter(thing, move[1], now);
    this.#at(now);
    return true;
  }

  remove(thing: Thing, now: number): void {
    this.settle(now);
    this.#take(thing);
    this.#at(now);
  }

  /** Everything that is due by then, one instant after the other. */
  settle(now: number): void {
    for (;;) {
      let first = Number.POSITIVE_INFINITY;
      for (const thing of this.things)
        for (const rule of this.#machine.timed) {
          const due = this.#due(thing, rule);
          if (due !== undefined) first = Math.min(first, Math.max(due, thing.since));
        }
      if (first > now) return;
      this.#at(first);
    }
  }

  /** All that is due at an instant: the rows of the table from above, again until nothing is. */
  #at(instant: number): void {
    for (let isMoved = true; isMoved;) {
      isMoved = false;
      for (const rule of this.#machine.timed) {
        const moving = this.things.filter((thing) => this.#first(thing, instant) === rule);
        for (const thing of moving)
          if (rule.to !== undefined) this.#enter(thing, rule.to, instant);
          else this.#take(thing);
        isMoved ||= moving.length > 0;
      }
    }
  }

  #first(thing: Thing, instant: number): Rule | undefined {
    return this.#machine.timed.find((rule) => (this.#due(thing, rule) ?? Number.POSITIVE_INFINITY) <= instant);
  }

  /** The instant that the rule states for it; undefined: it does not speak of it now. */
  #due(thing: Thing, { from, to, by, onlyIf }: Rule): number | undefined {
    if (!from.includes(thing.status) || thing.status === to) return undefined;
    const base = by.kind === 'after' ? thing.since : thing.due;
    if (base === undefined) return undefined;
    const due = base + by.delay;
    switch (onlyIf.kind) {
      case 'none':
        return due;
      case 'more':
        return thing.n > onlyIf.than ? due : undefined;
      case 'later':
        return thing.due !== undefined && thing.due > due ? due : undefined;
      case 'nobody in':
        return this.things.some(({ status }) => status === onlyIf.state) ? undefined : due;
      case 'no part':
        return this.parts.some((part) => part.thing === thing.id) ? undefined : due;
    }
  }

  #take(thing: Thing): void {
    this.things.splice(this.things.indexOf(thing), 1);
    for (const part of this.parts.filter((one) => one.thing === thing.id))
      this.parts.splice(this.parts.indexOf(part), 1);
  }

  #enter(thing: Thing, status: string, now: number): void {
    if (thing.status !== status) thing.since = now;
    thing.status = status;
    this.#stamp(thing, now);
  }

  /** At change an instant is never the same twice. */
  #stamp(thing: Thing, now: number): void {
    thing.changed = thing.changed >= now ? thing.changed + 1 : now;
  }
}
