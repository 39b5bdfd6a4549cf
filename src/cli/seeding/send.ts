// The second look at a data file: its rows are sent, in its order. Input: what is to be sent, a service, a journal. Output: how
// many rows had which result; a line for each that did not go in.

import { fstatSync } from 'node:fs';

import { keysOf } from '../../calls/keys.ts';
import type { Plan } from '../../plan/plan.ts';
import { Refusal } from '../console.ts';
import { identityIn, verdictOf } from './answers.ts';
import type { Answer } from './answers.ts';
import { keyed } from './call-key.ts';
import type { Client } from './client.ts';
import { type Credential, signed } from './credential.ts';
import { Delivery, NotReached } from './deliver.ts';
import type { Journal, Kept } from './journal.ts';
import { KnownLabels } from './labels.ts';
import type { Identity } from './labels.ts';
import { nameOf } from './look.ts';
import type { DataFile, Looked } from './look.ts';
import type { Way, Ways } from './operations.ts';
import { bareOf, labelOf, requestFor } from './request.ts';
import type { SeedRequest } from './request.ts';
import { digestOf, readRow } from './row.ts';
import type { ReadRow } from './row.ts';
import { rowsOf } from './rows.ts';
import type { FileRow } from './rows.ts';
import type { Tally } from './tally.ts';

export interface Sending {
  readonly data: DataFile;
  readonly ways: Ways;
  readonly looked: Looked;
  readonly kept: Kept;
  readonly journal: Journal;
  readonly client: Client;
  readonly base: string;
  /** Of the sender of the rows. */
  readonly credential: Credential | undefined;
  readonly atOnce: number;
  /** Stop at the first row that does not go in. */
  readonly stopsAtFailure: boolean;
  /** Milliseconds to wait before each further try. */
  readonly waits: readonly number[];
  readonly tally: Tally;
  readonly progress: (done: number) => void;
  /** True: take no further row. */
  readonly isStopped: () => boolean;
}

interface Prepared {
  readonly row: FileRow;
  readonly way: Way;
  readonly read: ReadRow;
  /** Its own, or the one with the label of an earlier run. */
  readonly digest: string;
  readonly isAgain: boolean;
}

export async function sendRows(sending: Sending): Promise<void> {
  await new Sender(sending).run();
}

class Sender {
  readonly #sending: Sending;
  readonly #plan: Plan;
  readonly #labels: KnownLabels;
  /** Columns by which rows of a resource are named anywhere. */
  readonly #named: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #delivery: Delivery;
  #ended: Refusal | Error | undefined;

  constructor(sending: Sending) {
    this.#sending = sending;
    this.#plan = sending.ways.plan;
    this.#delivery = new Delivery(sending.client, sending.waits);
    this.#labels = new KnownLabels(sending.looked.named);
    this.#named = namedColumns(this.#plan);
  }

  async run(): Promise<void> {
    const { data, atOnce, progress, isStopped } = this.#sending;
    const { size } = fstatSync(data.file);
    let place = 0;
    let last: Way | undefined;
    for (const row of rowsOf(data.file)) {
      const prepared = this.#prepared(row, place++);
      if (prepared === undefined) continue;
      if (prepared.way !== last) await Promise.all(this.#inFlight);
      last = prepared.way;
      while (this.#inFlight.size >= atOnce) await Promise.race(this.#inFlight);
      if (this.#ended !== undefined || isStopped()) break;
      this.#start(prepared);
      progress(row.spot.offset / size);
    }
    await Promise.all(this.#inFlight);
    if (this.#ended !== undefined) throw this.#ended;
  }

  /** Undefined: it is not to be sent. */
  #prepared(row: FileRow, place: number): Prepared | undefined {
    const { ways, looked, kept, data, tally } = this.#sending;
    const way = ways.of(row.key);
    const read = readRow(row.text);
    const changed = new Refusal(1, `${data.shown} was changed while it was read; run again`);
    if (typeof way === 'string' || !('tree' in read)) throw changed;
    const octets = digestOf(way.id, read);
    const digest = looked.relabelled.get(place) ?? octets.toString('base64url');
    const decision = looked.decisions.at(place, octets);
    if (decision === undefined) throw changed;
    if (decision === 'send' || decision === 'again') return { row, way, read, digest, isAgain: decision === 'again' };
    const label = labelOf(way, read);
    if (decision === 'in') {
      tally.count('before');
      this.#labels.know(
        label,
        kept.identities.get(digest) ??
          'whose identity was not kept, because it had no label when it was sent; write its value',
      );
    } else {
      tally.unknown(nameOf(row), row.spot, 'an earlier run sent it, and did not hear what became of it');
      this.#labels.know(label, 'of which nobody knows whether it is in');
    }
    return undefined;
  }

  #start(prepared: Prepared): void {
    const settled = this.#put(prepared).catch((error: unknown) => {
      this.#ended ??= error as Error;
    });
    this.#inFlight.add(settled);
    void settled.then(() => this.#inFlight.delete(settled));
    const label = labelOf(prepared.way, prepared.read);
    if (label !== undefined) this.#labels.await(label, settled);
  }

  async #put({ row, way, read, digest, isAgain }: Prepared): Promise<void> {
    const { journal, base, tally, stopsAtFailure, credential } = this.#sending;
    const label = labelOf(way, read);
    const fail = (words: string): void => {
      tally.failed(nameOf(row), row.spot, words);
      this.#labels.know(label, 'which did not go in');
      if (stopsAtFailure) this.#ended ??= new Refusal(1, 'stopped at the first row that did not go in, as --stop says');
    };
    if (this.#inFlight.size > 0) await this.#awaitNamed(way, read, base);
    const mapped = requestFor(way, read, this.#labels.resolve, base);
    if ('faults' in mapped) return fail(wordsOf(mapped.faults[0]?.message));
    if (this.#ended !== undefined) return;
    const bare = bareOf(way, read)?.toString('base64url');
    await journal.sending(digest, isAgain, { key: row.key, number: row.number, line: row.spot.line, bare });
    const request = keyed(signed(mapped.request, way, credential), way);
    const delivered = await this.#delivery.deliver(request).catch((error: unknown) => {
      if (error instanceof NotReached && error.isUndone && !isAgain) journal.notSent(digest);
      throw error;
    });
    const answer = 'answer' in delivered ? delivered.answer : undefined;
    const verdict =
      'doubt' in delivered
        ? ({ kind: 'unknown', words: delivered.doubt } as const)
        : verdictOf(way, delivered.answer, this.#plan);
    if (verdict.kind === 'unknown') {
      tally.unknown(nameOf(row), row.spot, verdict.words);
      this.#labels.know(label, 'of which nobody knows whether it is in');
      if (this.#delivery.hasGivenUp)
        this.#ended ??= new Refusal(1, 'no answers come any more; run again when the service is well');
    } else if (verdict.kind === 'failed') {
      journal.failed(digest, row.key, row.number, verdict.words);
      fail(verdict.words);
    } else {
      const identity = label === undefined ? undefined : this.#identity(way, answer, mapped.request);
      const mayBeOwn = isAgain || ('isRepeated' in delivered && delivered.isRepeated);
      journal.isIn(digest, mayBeOwn ? 'in' : verdict.kind, identity);
      this.#labels.know(label, identity ?? 'whose identity is not known');
      if (verdict.kind === 'in') tally.count(way.makes ? 'made' : 'called');
      else if (mayBeOwn) tally.count('there');
      else tally.there(nameOf(row), row.spot, verdict.words);
    }
  }

  #identity(way: Way, answer: Answer | undefined, { values }: SeedRequest): Identity {
    const columns = this.#named.get(way.shows ?? '') ?? [];
    const isMade = answer !== undefined && answer.status < 300;
    return identityIn(way, isMade ? answer : undefined, columns, values);
  }

  /** Rows above that this one names, and that are being sent. */
  async #awaitNamed(way: Way, read: ReadRow, base: string): Promise<void> {
    const waits: Promise<void>[] = [];
    requestFor(
      way,
      read,
      (label) => {
        const pending = this.#labels.pending(label);
        if (pending !== undefined) waits.push(pending);
        return { json: '0' };
      },
      base,
    );
    await Promise.all(waits);
  }
}

function wordsOf(words: string | (() => string) | undefined): string {
  return typeof words === 'function' ? words() : (words ?? '');
}

function namedColumns(plan: Plan): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const operation of plan.operations) {
    for (const { table, column } of keysOf(operation).values()) {
      named.set(table, (named.get(table) ?? new Set()).add(column));
    }
  }
  return named;
}
