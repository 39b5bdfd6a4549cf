// The races: teams of clients work on shelf after shelf until the time is up; every row is judged when its shelf is done, and forgotten.
// Input: where the servers are and how long. Output: what is wrong, and figures of what was tried.

import { setTimeout as sleep } from 'node:timers/promises';
import { check } from './linearizable.ts';
import type { Model, Operation } from './linearizable.ts';
import { parcelModel, shelfModel, slotModel } from './machines.ts';
import type { Answer, Parcel } from './machines.ts';
import { Team } from './shelf.ts';
import type { ParcelRow, Row, Shelf, Tally, Work } from './shelf.ts';
import { Sender } from './wire.ts';
import type { Heard } from './wire.ts';

export interface Race {
  /** Each request goes to one of them, by chance. */
  readonly urls: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  /** Clients that work on one shelf together, and how many parcels it has beside its slot. */
  readonly team?: number;
  readonly parcels?: number;
  readonly perRow?: number;
  readonly unavailable?: 'not done' | 'unknown';
  /** Milliseconds for making the explanation of an illegal row shorter. */
  readonly explaining?: number;
  /** Ends the race before its time, say when enough was killed. */
  readonly enough?: () => boolean;
  /** Told of the moves that were made, once their shelf is done: each has sent an event (outbox.ts). */
  readonly winners?: (winners: readonly Winner[]) => void;
}

export interface Winner {
  readonly row: string;
  readonly move: string;
  /** False: no answer came, the move may have been made. */
  readonly sure: boolean;
}

export interface Figures {
  readonly requests: number;
  readonly silent: number;
  readonly unavailable: number;
  readonly shelves: number;
  /** Partitions of the history: rows, and the marks of each shelf. */
  readonly rows: number;
  readonly operations: number;
  readonly fewest: number;
  /** Moves that overlapped another client's move of the same machine of the same row, of all operations on rows. */
  readonly conflicts: number;
  readonly leastConflicts: number;
  readonly accepted: number;
  readonly verdicts: Readonly<Record<'ok' | 'illegal' | 'unknown', number>>;
  readonly judging: number;
  readonly slowest: number;
  readonly seconds: number;
}

export interface Outcome {
  readonly wrong: readonly string[];
  readonly figures: Figures;
}

const MACHINES: Readonly<Record<string, string>> = {
  claim: 'stage',
  release: 'stage',
  ship: 'stage',
  bounce: 'stage',
  pay: 'payment',
  refund: 'payment',
  light: 'lamp',
  dim: 'lamp',
};

export async function race(options: Race): Promise<Outcome> {
  const judge = new Judge(options.explaining);
  const tally: Tally = { requests: 0, silent: 0, unavailable: 0, wrong: judge.wrong, made: new Map() };
  const sender = new Sender(options.clients);
  const began = performance.now();
  const { urls } = options;
  const size = options.team ?? 16;
  const work: Omit<Work, 'clients'> = {
    send: (_client, wire) => sender.send(urls[Math.floor(Math.random() * urls.length)]!, wire),
    parcels: options.parcels ?? 3,
    perRow: options.perRow ?? 96,
    unavailable: options.unavailable ?? 'not done',
    tally,
  };
  const over = (): boolean =>
    performance.now() - began > options.seconds * 1000 || judge.wrong.length > 0 || options.enough?.() === true;
  const team = async (clients: readonly number[]): Promise<void> => {
    do {
      const shelf = await new Team({ ...work, clients }).run();
      judge.shelf(shelf);
      options.winners?.(winnersOf(shelf));
    } while (!over());
  };
  try {
    const clients = Array.from({ length: options.clients }, (_, i) => i + 1);
    const teams = Array.from({ length: Math.ceil(options.clients / size) }, (_, i) => i * size);
    await Promise.all(teams.map((from) => team(clients.slice(from, from + size))));
    await judge.made(sender, urls, tally);
  } finally {
    sender.close();
  }
  const { requests, silent, unavailable } = tally;
  const seconds = (performance.now() - began) / 1000;
  return { wrong: judge.wrong, figures: { ...judge.figures(), requests, silent, unavailable, seconds } };
}

/** Judges one shelf after the other, so that no more is kept than what is being worked on. */
class Judge {
  readonly wrong: string[] = [];
  readonly #explaining: number | undefined;
  readonly #verdicts = { ok: 0, illegal: 0, unknown: 0 };
  #shelves = 0;
  #operations = 0;
  #fewest = Infinity;
  #conflicts = 0;
  #leastConflicts = Infinity;
  #accepted = 0;
  #judging = 0;
  #slowest = 0;

  constructor(explaining: number | undefined) {
    this.#explaining = explaining;
  }

  shelf({ parcels, slot, marks }: Shelf): void {
    this.#shelves += 1;
    for (const row of parcels) {
      this.#count(row);
      this.#verdict(row.key, parcelModel(row.id), row.operations);
      this.#balance(row);
    }
    this.#count(slot);
    this.#verdict(slot.key, slotModel(slot.name), slot.operations);
    if (marks.length > 0) this.#verdict(`marks beside ${slot.name}`, shelfModel, marks);
  }

  #verdict<State, Input>(
    key: string,
    model: Model<State, Input, Answer>,
    operations: readonly Operation<Input, Answer>[],
  ): void {
    const began = performance.now();
    const verdict = check(model, anonymous(operations), undefined, this.#explaining);
    const took = performance.now() - began;
    this.#judging += took;
    this.#slowest = Math.max(this.#slowest, took);
    this.#verdicts[verdict.kind] += 1;
    if (verdict.kind === 'illegal') this.wrong.push(`${key}: ${verdict.explanation.text}`);
  }

  #count<Input extends { readonly do: string }, Shown>({ operations }: Row<Input, Shown>): void {
    const moves = operations.filter(({ input }) => isMove(input.do));
    const conflicts = moves.filter((one) => moves.some((other) => contend(one, other))).length;
    this.#operations += operations.length;
    this.#fewest = Math.min(this.#fewest, operations.length);
    this.#conflicts += conflicts;
    this.#leastConflicts = Math.min(this.#leastConflicts, conflicts / operations.length);
    this.#accepted += moves.filter(({ answer }) => answer?.output.startsWith('20')).length;
  }

  /**
   * One winner for each move, computed without the search: who enters a state and who leaves it take turns, so that their
   * numbers differ by what the row shows in the end, and by no more than the moves that nobody answered.
   */
  #balance({ key, operations }: ParcelRow): void {
    const last = operations.findLast(({ input, answer }) => input.do === 'read' && answer)?.answer?.output ?? '';
    if (!last.startsWith('200 ')) return;
    const { stage, payment } = JSON.parse(last.slice(4)) as Parcel;
    const laws: readonly [string, readonly string[], readonly string[], boolean][] = [
      ['held', ['claim'], ['release', 'bounce'], stage !== 'waiting'],
      ['shipped', ['ship'], ['bounce'], stage === 'shipped'],
      ['paid', ['pay'], ['refund'], payment === 'paid'],
    ];
    for (const [what, into, out, is] of laws) {
      const made = (names: readonly string[]): number =>
        operations.filter((each) => names.includes(each.input.do) && each.answer?.output.startsWith('200')).length;
      const open = (names: readonly string[]): number =>
        operations.filter((each) => names.includes(each.input.do) && !each.answer).length;
      const more = made(into) - made(out) - Number(is);
      if (more > open(out) || -more > open(into))
        this.wrong.push(
          `${key}: ${made(into)} moves made it ${what}, ${made(out)} ended that, and it is${is ? '' : ' not'}`,
        );
    }
  }

  /** Every creation that was answered happened once, and of the others none happened twice. */
  async made(sender: Sender, urls: readonly string[], { made }: Tally): Promise<void> {
    const list = (): Promise<Heard> => sender.send(urls[0]!, { method: 'GET', path: '/parcels' });
    let heard = await list();
    // The last one killed may not be back yet.
    for (let tries = 0; tries < 300 && (typeof heard === 'string' || heard.status === 503); tries += 1) {
      await sleep(100);
      heard = await list();
    }
    if (typeof heard === 'string' || heard.status !== 200) {
      this.wrong.push(`the list of all parcels in the end: ${JSON.stringify(heard)}`);
      return;
    }
    const seen = new Set<string>();
    for (const { token, id } of JSON.parse(heard.text) as Parcel[]) {
      if (seen.has(token)) this.wrong.push(`${token} was created twice`);
      if (!made.has(token)) this.wrong.push(`${token} was created, and nobody asked for it`);
      const known = made.get(token);
      if (known !== undefined && known !== id) this.wrong.push(`${token} was answered as ${known} and is ${id}`);
      seen.add(token);
    }
  }

  figures(): Omit<Figures, 'requests' | 'silent' | 'unavailable' | 'seconds'> {
    const { ok, illegal, unknown } = this.#verdicts;
    return {
      shelves: this.#shelves,
      rows: ok + illegal + unknown,
      operations: this.#operations,
      fewest: this.#fewest,
      conflicts: this.#conflicts,
      leastConflicts: this.#leastConflicts,
      accepted: this.#accepted,
      verdicts: this.#verdicts,
      judging: this.#judging,
      slowest: this.#slowest,
    };
  }
}

/**
 * What an unanswered request brought and nobody ever saw or asked for again has no name of its own: without it, requests
 * that cannot be told apart are seen to be alike.
 */
function anonymous<Input>(operations: readonly Operation<Input, Answer>[]): readonly Operation<Input, Answer>[] {
  if (operations.every((each) => each.answer)) return operations;
  const mentions = new Map<string, number>();
  for (const { input, answer } of operations)
    for (const [number] of `${JSON.stringify(input)} ${answer?.output ?? ''}`.matchAll(/\d+/g))
      mentions.set(number, (mentions.get(number) ?? 0) + 1);
  return operations.map((each) => {
    if (each.answer) return each;
    const text = JSON.stringify(each.input).replace(BROUGHT, (name) =>
      name.replace(/\d+/, (number) => (mentions.get(number)! > 1 ? number : '0')),
    );
    return { ...each, input: JSON.parse(text) as Input };
  });
}

/** A value that some request brought, each once (`shelf.ts` counts them from 1). */
const BROUGHT = /"[a-z]\d+"|"mark":\d+/g;

function isMove(what: string): boolean {
  return MACHINES[what] !== undefined || what === 'delete' || what === 'create';
}

/** Both move the same machine, or one of them makes or removes the row; they overlap, and belong to different clients. */
function contend(one: Operation<{ readonly do: string }, Answer>, other: typeof one): boolean {
  if (one.client === other.client) return false;
  const [mine, theirs] = [MACHINES[one.input.do], MACHINES[other.input.do]];
  if (mine !== theirs && mine !== undefined && theirs !== undefined) return false;
  return one.call < (other.answer?.at ?? Infinity) && other.call < (one.answer?.at ?? Infinity);
}

function winnersOf({ parcels, slot }: Shelf): Winner[] {
  return [...parcels, slot].flatMap(({ key, operations }) =>
    (operations as readonly Operation<{ readonly do: string }, Answer>[])
      .filter(({ input, answer }) => MACHINES[input.do] !== undefined && (!answer || answer.output.startsWith('200')))
      .map(({ input, answer }) => ({ row: key, move: input.do, sure: answer !== undefined })),
  );
}

const share = (of: number): string => `${(of * 100).toFixed(0)} %`;

export function told({ figures: f }: Outcome): string {
  return (
    `${f.requests} requests in ${f.seconds.toFixed(1)} s; ${f.operations} operations on ${f.shelves} shelves, at least ` +
    `${f.fewest} on a row; ${share(f.conflicts / f.operations)} in conflict, at least ${share(f.leastConflicts)} on a row; ` +
    `${f.accepted} moves won; without an answer ${f.silent}, unavailable ${f.unavailable}; ${f.rows} partitions: ` +
    `${f.verdicts.ok} ok, ${f.verdicts.illegal} illegal, ${f.verdicts.unknown} unknown, judged in ${(f.judging / 1000).toFixed(2)} s, ` +
    `the slowest ${f.slowest.toFixed(0)} ms`
  );
}
