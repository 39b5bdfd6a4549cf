// What is known of one service, and how it becomes known: a world that the judge adds to. What was added since a mark can be taken back, as long
// as it is not kept. How it begins: begin.ts.

import type { Model } from '../../model/model.ts';
import type { Call } from '../exchange.ts';
import { callerIn, SLACK, type Given, type KnownCredentials, type Token } from './callers.ts';
import type { Happening } from '../arrivals/happening.ts';
import { shownKey } from './kept.ts';
import { KeptRows } from './kept-rows.ts';
import { Completeness } from './completeness.ts';
import type { CountedCall } from './counted.ts';
import { Issued } from './issued.ts';
import { MadeUp } from './made-up.ts';
import { Tags } from './tags.ts';
import { Row, UNKNOWN } from './known.ts';
import type { Caller, Cursor, KeptCall, Truth, Unknown, Value } from './known.ts';

/** How a value is known: a reply showed it, or it follows from a call that succeeded. */
export type Source = 'shown' | 'follows';

export class Knowledge implements KnownCredentials {
  readonly model: Model;
  readonly url: string;
  readonly seesAll: boolean;
  readonly tokens: Map<string, Token> = new Map();
  readonly issued: Issued = new Issued();
  readonly madeUp: MadeUp = new MadeUp();
  readonly keys: Map<string, KeptCall> = new Map();
  readonly tags: Tags = new Tags();
  readonly counted: Map<string, readonly CountedCall[]> = new Map();
  /** The events that are due, in the order in which they happened. */
  readonly happened: Happening[] = [];
  /** The exchanges of which nobody can tell what they did. */
  readonly unclear: number[] = [];
  /** Rows that time has moved, and that no reply has shown since: the obligations that it will have exercised. */
  readonly movedByTime: Map<Row, string> = new Map();
  /** Rows that went along with a deleted one, and that no reply has shown to be gone, by the obligation. */
  readonly goneAlong: Map<string, readonly Row[]> = new Map();
  begun: number = Infinity;
  /** So far from an instant, in milliseconds, nobody can tell whether what time does then is done. */
  readonly slack: number;
  readonly cursors: Map<string, Cursor> = new Map();
  readonly given: Given[] = [];
  readonly doubted: Set<Given> = new Set();
  /** What is not allowed, and was taken all the same. */
  readonly taken: Set<string> = new Set();
  readonly #rows = new KeptRows();
  readonly #completeness = new Completeness();
  readonly #sources = new WeakMap<Row, Map<string, Source>>();
  /** Since when a row is in its state, at the least and at the most, by the field of the state. */
  readonly #since = new WeakMap<Row, Map<string, readonly [number, number]>>();
  /** When a row was shown last, and when a call about rows of a resource was refused last: by the number of the exchange. */
  readonly #seen = new WeakMap<Row, number>();
  readonly #refused = new Map<string, number>();
  #exchange = 0;
  readonly #undo: (() => void)[] = [];
  #version = 0;
  #versions = 0;
  #born = 0;
  from = 0;
  to = 0;

  constructor(model: Model, url: string, seesAll: boolean, slack: number = SLACK) {
    this.slack = slack;
    this.model = model;
    this.url = url.replace(/\/+$/, '');
    this.seesAll = seesAll;
  }

  rows(resource: string): readonly Row[] {
    return this.#rows.all(resource);
  }

  there(resource: string): readonly Row[] {
    return this.#rows.there(resource);
  }

  near(resource: string, field: string, value: Value): readonly Row[] {
    return this.#rows.near(resource, field, value);
  }

  /** How many rows are known. */
  get size(): number {
    return this.#rows.size;
  }

  isWhole(resource: string): boolean {
    return this.#completeness.isWhole(resource);
  }

  hasSeenMade(resource: string): boolean {
    return this.seesAll && this.#completeness.unseenSince(resource) === undefined;
  }

  isFree(resource: string, value: Value): boolean {
    const since = this.madeUp.since(value);
    return since !== undefined && (this.#completeness.unseenSince(resource) ?? 0) <= since;
  }

  callerOf(call: Call): Caller | 'nobody' | 'wrong' | 'expired' | Unknown {
    return callerIn(this, call);
  }

  /** Credentials that somebody gave beside the document. */
  give(given: Given): void {
    this.given.push(given);
  }

  /** Whose they are may have been changed, or they may have ended: nobody can tell any more what they let in. */
  doubt(given: Given): void {
    if (this.doubted.has(given)) return;
    this.doubted.add(given);
    this.#did(() => this.doubted.delete(given));
  }

  /** They let in as they did before. */
  trust(given: Given): void {
    if (this.doubted.delete(given)) this.#did(() => this.doubted.add(given));
  }

  /** A row that comes to be known; `isMade`: by the call that is judged, so that it comes after those that were there. */
  add(resource: string, values: Iterable<readonly [string, Value]>, isThere: Truth, isMade: boolean): Row {
    const born = isMade ? (this.#born += 1) : this.hasSeenMade(resource) ? undefined : NaN;
    const row = new Row(resource, values, isThere, born);
    this.#rows.add(row);
    this.#did(() => this.#rows.remove(row));
    return row;
  }

  set(row: Row, field: string, value: Value, source: Source): void {
    const had = row.values.has(field);
    const before = row.values.get(field);
    const sources = this.#sourcesOf(row);
    const was = sources.get(field);
    if (had && before === value && was === source) return;
    this.#rows.put(row, field, value);
    sources.set(field, source);
    this.#did(() => {
      this.#rows.put(row, field, had ? before : undefined);
      if (was) sources.set(field, was);
      else sources.delete(field);
    });
  }

  sourceOf(row: Row, field: string): Source | undefined {
    return this.#sources.get(row)?.get(field);
  }

  #sourcesOf(row: Row): Map<string, Source> {
    let sources = this.#sources.get(row);
    if (!sources) this.#sources.set(row, (sources = new Map()));
    return sources;
  }

  setThere(row: Row, isThere: Truth): void {
    const before = row.isThere;
    if (before === isThere) return;
    this.#rows.putThere(row, isThere);
    this.#did(() => this.#rows.putThere(row, before));
  }

  setWhole(resource: string, isWhole: boolean): void {
    if (this.#completeness.is(resource, isWhole)) return;
    this.#did(this.#completeness.set(resource, isWhole));
  }

  /** A row of it may have been made that nobody has seen. */
  mayHaveMade(resource: string): void {
    this.setWhole(resource, false);
    this.#completeness.mayHaveMade(resource, this.#exchange);
  }

  setToken(text: string, token: Token): void {
    this.put(this.tokens, text, token);
  }

  put<V>(map: Map<string, V>, key: string, value: V): void {
    const before = map.get(key);
    map.set(key, value);
    this.#did(() => (before === undefined ? map.delete(key) : map.set(key, before)));
  }

  setSince(row: Row, field: string, since: readonly [number, number] | undefined): void {
    let all = this.#since.get(row);
    if (!all) this.#since.set(row, (all = new Map()));
    const before = all.get(field);
    const put = (one: readonly [number, number] | undefined): void => {
      if (one) all.set(field, one);
      else all.delete(field);
    };
    put(since);
    this.#did(() => put(before));
  }

  sinceOf(row: Row, field: string): readonly [number, number] | undefined {
    return this.#since.get(row)?.get(field);
  }

  /** Nobody can tell which of several was made first; `isMade`: all of them were made by calls. */
  forgetBirth(row: Row, isMade: boolean): void {
    const { born, isMade: wasMade } = row;
    row.born = NaN;
    row.isMade = isMade;
    this.#did(() => {
      row.born = born;
      row.isMade = wasMade;
    });
  }

  /** Nobody can tell any more what the field holds. */
  forget(row: Row, field: string): void {
    this.set(row, field, UNKNOWN, 'shown');
  }

  /** The next exchange begins. */
  begin(from: number, to: number): void {
    this.#exchange += 1;
    this.begun = Math.min(this.begun, from);
    this.from = from;
    this.to = to;
  }

  /** The number of the exchange that is judged. */
  get exchange(): number {
    return this.#exchange;
  }

  /** The call surely changed the row. */
  touch(row: Row): void {
    this.#did(this.tags.touch(row, this.#exchange));
  }

  showTag(row: Row, tag: string): void {
    this.#did(this.tags.show(row, tag, this.#exchange));
  }

  see(row: Row): void {
    this.#seen.set(row, this.#exchange);
  }

  /** Has the exchange that is judged shown the row? */
  isSeenNow(row: Row): boolean {
    return this.#seen.get(row) === this.#exchange;
  }

  refuse(resource: string): void {
    this.#refused.set(resource, this.#exchange);
  }

  /** Was a call about such rows refused since this one was shown? */
  isRefusedSince(row: Row): boolean {
    return (this.#refused.get(row.resource) ?? 0) > (this.#seen.get(row) ?? 0);
  }

  mark(): number {
    return this.#undo.length;
  }

  /** Another one where anything else is known than before of rows, callers, keys or tags. */
  get version(): number {
    return this.#version;
  }

  #did(undo: () => void): void {
    const before = this.#version;
    this.#version = this.#versions += 1;
    this.#undo.push(() => {
      undo();
      this.#version = before;
    });
  }

  /** All that was added since the mark is as it was. */
  undo(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()!();
  }

  /** Nothing of it can be taken back any more. */
  keep(): void {
    this.#undo.length = 0;
  }

  find(resource: string, field: string, shown: unknown): FoundRows {
    const near = this.near(resource, field, shown as Value);
    if (near.length === 0) return NONE_FOUND;
    const key = shownKey(this.model, resource, field, shown);
    const sure: Row[] = [];
    const possible: Row[] = [];
    for (const row of near) {
      const value = row.get(field);
      if (value === UNKNOWN || value instanceof Row) possible.push(row);
      else if (shownKey(this.model, resource, field, value) === key) sure.push(row);
    }
    return { sure, possible };
  }
}

type FoundRows = Readonly<Record<'sure' | 'possible', readonly Row[]>>;
const NONE_FOUND: FoundRows = { sure: [], possible: [] };
