// One shelf: a few parcels and a slot that a team of clients works on at once, until each row has had its share of operations. Input: who
// sends. Output: the history of each row, of the marks of the shelf, and what was wrong at first sight.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from './linearizable.ts';
import { illegal } from './machines.ts';
import type { Answer, Parcel, ParcelInput, ShelfInput, Slot, SlotInput } from './machines.ts';
import { parcelWire, slotWire } from './wire.ts';
import type { Heard, Wire } from './wire.ts';

export type Send = (client: number, wire: Wire) => Promise<Heard>;

export interface Row<Input, Shown> {
  readonly key: string;
  readonly operations: Operation<Input, Answer>[];
  /** As it was last seen by anybody; only for choosing what to try. */
  seen: Shown | undefined;
}
export type ParcelRow = Row<ParcelInput, Parcel> & { readonly id: number };
export type SlotRow = Row<SlotInput, Slot> & { readonly name: string };

export interface Shelf {
  readonly parcels: readonly ParcelRow[];
  readonly slot: SlotRow;
  readonly marks: Operation<ShelfInput, Answer>[];
}

export interface Tally {
  requests: number;
  silent: number;
  unavailable: number;
  readonly wrong: string[];
  /** By token: the id that was answered, or undefined where no answer came. */
  readonly made: Map<string, number | undefined>;
}

export interface Work {
  readonly send: Send;
  readonly clients: readonly number[];
  readonly parcels: number;
  /** Operations on each row, at least. */
  readonly perRow: number;
  /** What 503 means: nothing was kept, or, while databases are killed, that nobody knows. */
  readonly unavailable: 'not done' | 'unknown';
  readonly tally: Tally;
}

let lastShelf = 0;
let lastName = 0;
const unique = (letter: string): string => `${letter}${(lastName += 1)}`;
const chance = (below: number): number => Math.floor(Math.random() * below);
const oneOf = <T>(values: readonly T[]): T => values[chance(values.length)]!;

type Recorded = { readonly at: number; readonly output: Answer };

/** What most of the team tries at the moment. */
interface Hot {
  readonly row: ParcelRow | SlotRow;
  readonly move: ParcelInput['do'] | SlotInput['do'];
}

export class Team {
  readonly #work: Work;
  readonly #number = (lastShelf += 1);
  #parcels: ParcelRow[] = [];
  readonly #slot: SlotRow;
  readonly #marks: Operation<ShelfInput, Answer>[] = [];
  #turn = 0;
  #hot: Hot | undefined;

  constructor(work: Work) {
    this.#work = work;
    const name = `slot-${this.#number}`;
    this.#slot = { key: `Slot ${name}`, name, operations: [], seen: undefined };
  }

  async run(): Promise<Shelf> {
    this.#parcels = await Promise.all(Array.from({ length: this.#work.parcels }, () => this.#make()));
    await Promise.all(this.#work.clients.map((client) => this.#client(client)));
    // What was acknowledged is still there when all is quiet.
    for (const row of this.#parcels) await this.#untilHeard(() => this.#parcel(0, row, { do: 'read' }));
    await this.#untilHeard(() => this.#slotted(0, { do: 'read' }));
    await this.#untilHeard(() => this.#list(0));
    return { parcels: this.#parcels, slot: this.#slot, marks: this.#marks };
  }

  async #untilHeard(read: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 600 && !(await read()); tries += 1) await sleep(50);
  }

  async #make(): Promise<ParcelRow> {
    for (;;) {
      const token = unique('t');
      const input: ParcelInput = { do: 'create', token, shelf: this.#number, label: 'new' };
      const call = performance.now();
      const answer = await this.#ask(this.#work.clients[0]!, parcelWire(undefined, this.#number, input));
      if (answer === 'unsent' || answer === 'not done') continue;
      if (answer === 'unknown' || !answer.output.startsWith('201 ')) {
        this.#work.tally.made.set(token, undefined);
        if (answer !== 'unknown') this.#work.tally.wrong.push(`created, and answered ${answer.output}`);
        if (this.#work.tally.wrong.length > 20) throw new Error('nothing can be created');
        continue;
      }
      const seen = JSON.parse(answer.output.slice(4)) as Parcel;
      this.#work.tally.made.set(token, seen.id);
      const row: ParcelRow = { key: `Parcel ${seen.id}`, id: seen.id, operations: [], seen };
      row.operations.push({ client: 0, input, call, answer });
      return row;
    }
  }

  async #client(client: number): Promise<void> {
    const rows = [...this.#parcels, this.#slot];
    for (;;) {
      const poor = rows.filter((row) => row.operations.length < this.#work.perRow);
      if (poor.length === 0 || this.#work.tally.wrong.length > 20) return;
      this.#turn += 1;
      if (this.#turn % 16 === 0 || !this.#hot) this.#hot = this.#heat(oneOf(poor));
      const row = chance(10) < 8 ? this.#hot.row : oneOf(poor);
      const move = row === this.#hot.row && chance(10) < 6 ? this.#hot.move : undefined;
      if ('name' in row) await this.#slotted(client, slotInput(move as SlotInput['do'] | undefined));
      else if (move === undefined && chance(12) === 0) await this.#shelved(client);
      else await this.#parcel(client, row, parcelInput(row, move as ParcelInput['do'] | undefined, this.#late(row)));
    }
  }

  #late(row: ParcelRow): boolean {
    return row.operations.length > this.#work.perRow * 0.8;
  }

  /** A move that may well be legal now, for all to try at once. */
  #heat(row: ParcelRow | SlotRow): Hot {
    if ('name' in row) {
      const move = row.seen ? (row.seen.lamp === 'off' ? 'light' : 'dim') : 'create';
      return { row, move: chance(6) === 0 ? 'delete' : move };
    }
    const { stage, payment } = row.seen ?? { stage: 'waiting', payment: 'open' };
    const moves: ParcelInput['do'][] = [payment === 'open' ? 'pay' : 'refund'];
    if (stage === 'waiting') moves.push('claim', 'claim');
    else if (stage === 'shipped') moves.push('bounce', 'bounce');
    else moves.push('release', payment === 'paid' ? 'ship' : 'release');
    return { row, move: oneOf(moves) };
  }

  async #parcel(client: number, row: ParcelRow, input: ParcelInput): Promise<boolean> {
    const call = performance.now();
    const answer = await this.#ask(client, parcelWire(row.id, this.#number, input));
    if (answer === 'unsent' || answer === 'not done') return false;
    row.operations.push({ client, input, call, answer: answer === 'unknown' ? undefined : answer });
    if (answer === 'unknown') return false;
    if (/^20[01] /.test(answer.output)) this.#saw(row, JSON.parse(answer.output.slice(4)) as Parcel);
    else if (answer.output.startsWith('404') || input.do === 'delete') row.seen = undefined;
    return true;
  }

  #saw(row: ParcelRow, seen: Parcel): void {
    row.seen = seen;
    const what = illegal(seen);
    if (what !== undefined) this.#work.tally.wrong.push(`${row.key} was shown ${what}: ${JSON.stringify(seen)}`);
  }

  async #slotted(client: number, input: SlotInput): Promise<boolean> {
    const row = this.#slot;
    const call = performance.now();
    const answer = await this.#ask(client, slotWire(row.name, input));
    if (answer === 'unsent' || answer === 'not done') return false;
    row.operations.push({ client, input, call, answer: answer === 'unknown' ? undefined : answer });
    if (answer === 'unknown') return false;
    if (/^20[01] /.test(answer.output)) row.seen = JSON.parse(answer.output.slice(4)) as Slot;
    else if (answer.output.startsWith('404') || input.do === 'delete') row.seen = undefined;
    return true;
  }

  #shelved(client: number): Promise<boolean> {
    return chance(3) === 0 ? this.#list(client) : this.#mark(client);
  }

  async #mark(client: number): Promise<boolean> {
    const input = { do: 'mark', mark: (lastName += 1) } as const;
    const call = performance.now();
    const answer = await this.#ask(client, parcelWire(undefined, this.#number, input));
    if (answer === 'unsent' || answer === 'not done') return false;
    const operation = { client, input, call, answer: answer === 'unknown' ? undefined : answer };
    for (const row of this.#parcels) row.operations.push(operation);
    this.#marks.push(operation);
    return answer !== 'unknown';
  }

  /** A list is a read of each row of the shelf, and of all their marks at one instant. */
  async #list(client: number): Promise<boolean> {
    const input = { do: 'list' } as const;
    const call = performance.now();
    const answer = await this.#ask(client, parcelWire(undefined, this.#number, input));
    if (answer === 'unsent' || answer === 'not done' || answer === 'unknown') return false;
    const { at, output } = answer;
    if (!output.startsWith('200 ')) {
      this.#work.tally.wrong.push(`a list answered ${output}`);
      return false;
    }
    const shown = new Map((JSON.parse(output.slice(4)) as Parcel[]).map((row) => [row.id, row]));
    const marks = new Set<number>();
    for (const row of this.#parcels) {
      const seen = shown.get(row.id);
      if (seen) marks.add(seen.mark);
      if (seen) this.#saw(row, seen);
      const text = seen ? `200 ${JSON.stringify(seen)}` : '404 ';
      row.operations.push({ client, input, call, answer: { at, output: text } });
    }
    this.#marks.push({ client, input, call, answer: { at, output: [...marks].join(' and ') } });
    return true;
  }

  async #ask(client: number, wire: Wire): Promise<Recorded | 'unsent' | 'not done' | 'unknown'> {
    const { tally } = this.#work;
    const heard = await this.#work.send(client, wire);
    const at = performance.now();
    if (heard === 'unsent') {
      await sleep(10 + chance(20));
      return 'unsent';
    }
    tally.requests += 1;
    if (heard === 'silent') {
      tally.silent += 1;
      return 'unknown';
    }
    if (heard.status === 503) {
      tally.unavailable += 1;
      // Whoever sends on and on to what is away makes the history one of guesses.
      if (this.#work.unavailable === 'unknown') await sleep(200 + chance(200));
      return this.#work.unavailable;
    }
    if (heard.status >= 500) {
      tally.wrong.push(`${wire.method} ${wire.path} was answered ${heard.status} ${heard.text}`);
      return 'unknown';
    }
    return { at, output: `${heard.status} ${heard.text}` };
  }
}

function slotInput(move: SlotInput['do'] | undefined): SlotInput {
  const what = move ?? oneOf(['read', 'put', 'put', 'create', 'light', 'dim', 'delete'] as const);
  return what === 'create' || what === 'put' ? { do: what, value: unique('v') } : { do: what };
}

const OTHERS: readonly ParcelInput['do'][] = [
  'read',
  'read',
  'put',
  'patch',
  'patch',
  'claim',
  'release',
  'ship',
  'bounce',
  'pay',
  'refund',
];

function parcelInput(row: ParcelRow, move: ParcelInput['do'] | undefined, late: boolean): ParcelInput {
  const what = late && chance(60) === 0 ? 'delete' : (move ?? oneOf(OTHERS));
  if (what === 'claim') return { do: what, by: unique('c') };
  if (what === 'release') return { do: what, by: chance(5) === 0 ? 'nobody' : (row.seen?.holder ?? 'nobody') };
  if (what === 'put') return { do: what, label: unique('l'), ...(chance(2) === 0 ? { note: unique('n') } : {}) };
  if (what === 'patch')
    return oneOf([
      { do: what, label: unique('l') },
      { do: what, note: unique('n') },
      { do: what, note: null },
    ]);
  return { do: what } as ParcelInput;
}
