// One real service on a real port whose document is changed between tests: reading, linking, planning, a store of its own, HTTP over one
// kept connection. Input: the text of a document. Output: calls with every header as it was sent.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Document } from '../../src/model/document.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { manualClock, type Clock } from '../../src/serve/clock.ts';
import { read } from '../../src/read/read.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import { countsCalls } from '../../src/serve/effects.ts';
import { serve } from '../../src/serve/serve.ts';
import type { Service } from '../../src/serve/serve.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import type { Answered } from './answered.ts';
import { KeptConnections, type Sending } from './kept-connection.ts';

export interface Understood {
  readonly document: Document;
  readonly model: Model;
  /** Errors of reading and linking: a service would not be started. */
  readonly errors: readonly string[];
}

export function understand(source: string): Understood {
  const { document, diagnostics } = read(source, 'law.md');
  const model = link(document, diagnostics);
  return {
    document,
    model,
    errors: model.diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.code}: ${d.message}`),
  };
}

/** Where the clock of a manual stage stands when a plan begins to be served. */
export const START: number = Date.parse('2026-01-01T00:00:00.000Z');

/** A manual clock that begins anew with each plan. */
class StageClock implements Clock {
  #clock = this.#begun();

  #begun(): Clock {
    return manualClock(START, { keep: () => Promise.resolve(true) });
  }

  again(): void {
    this.#clock = this.#begun();
  }

  now(): number {
    return this.#clock.now();
  }

  set(instant: number): Promise<boolean> {
    return this.#clock.set!(instant);
  }
}

export class Stage {
  #service: Service;
  readonly #clock: StageClock | undefined;
  #connections = new KeptConnections();
  readonly #directory: string;
  #number = 0;
  #data: string | undefined;
  #isParked = false;
  /** A plan that counts calls has been served. */
  #hasCounted = false;

  private constructor(service: Service, directory: string, clock: StageClock | undefined) {
    this.#service = service;
    this.#directory = directory;
    this.#clock = clock;
  }

  /** `isManual`: its clock stands until it is moved. */
  static async open(isManual = false): Promise<Stage> {
    const clock = isManual ? new StageClock() : undefined;
    // Where memory serves as a disk nothing waits for one: durability is not the question here.
    const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
    const directory = mkdtempSync(join(place, 'ninefold-laws-'));
    return new Stage(await Stage.#serve(directory, clock), directory, clock);
  }

  static async #serve(directory: string, clock: StageClock | undefined, port = 0): Promise<Service> {
    const plan = compile(understand('# Nothing yet\n').model);
    const store = await openSqlite({ directory: join(directory, 'parked'), tables: [] });
    return serve({
      host: '127.0.0.1',
      port,
      operatorHost: '127.0.0.1',
      operatorPort: 0,
      plan,
      store,
      bodyLimit: 1_000_000,
      requestTimeout: 20_000,
      marks: true,
      ...(clock && { clock }),
      log: (line) => Stage.failures.push(line),
    });
  }

  /** What the runtime itself failed at, of all stages; a test that leaves something here has found a fault. */
  static readonly failures: string[] = [];

  get url(): string {
    return this.#service.url;
  }

  get operatorUrl(): string {
    return this.#service.operatorUrl;
  }

  get now(): number {
    return this.#clock?.now() ?? Date.now();
  }

  /** Time passes; over the operator's port, or without a word. */
  async advance(by: number, isTold: boolean): Promise<void> {
    if (!isTold) await this.#clock!.set(this.now + by);
    else {
      const { status, text } = await this.#tell('/clock', { now: new Date(this.now + by).toISOString() });
      if (status !== 200) throw new Error(`the clock is not moved: ${text}`);
    }
  }

  /** Someone outside asks for a move. */
  move(asked: unknown): Promise<Answered> {
    return this.#tell('/moves', asked);
  }

  #tell(path: string, json: unknown): Promise<Answered> {
    const headers = { 'content-type': 'application/json' };
    return this.send({ method: 'POST', path, headers, body: JSON.stringify(json) }, this.#service.operatorUrl);
  }

  /** The outbox, in its order. */
  outbox(): readonly Record<string, string>[] {
    const tables = JSON.parse(this.kept()) as readonly (readonly [string, readonly Record<string, string>[]])[];
    return tables.find(([table]) => table === '_outbox')?.[1] ?? [];
  }

  /** From now on this plan is served, on empty data, or on what `keep` left behind. */
  async play(plan: Plan, keep = false): Promise<void> {
    const before = this.#data;
    if (!keep && this.#hasCounted) await this.#again();
    this.#hasCounted = countsCalls(plan);
    if (!keep || before === undefined) this.#data = join(this.#directory, String((this.#number += 1)));
    else if (!this.#isParked) await this.park();
    const store = await openSqlite({ directory: this.#data!, tables: plan.storage, fits: judgeKept });
    if (!keep) this.#clock?.again();
    await this.#service.swap(plan, store);
    this.#isParked = false;
    if (!keep && before !== undefined) rmSync(before, { recursive: true, force: true });
  }

  /** Calls that were counted stay counted as long as it is one service. */
  async #again(): Promise<void> {
    this.#connections.end();
    await this.#service.close();
    this.#connections = new KeptConnections();
    this.#service = await Stage.#serve(this.#directory, this.#clock, Number(new URL(this.url).port));
  }

  /** Lets go of the data. */
  async park(): Promise<void> {
    const nothing = compile(understand('# Nothing yet\n').model);
    const store = await openSqlite({ directory: join(this.#directory, 'parked'), tables: [] });
    await this.#service.swap(nothing, store);
    this.#isParked = true;
  }

  /** Changes the data beside the service, which lets go of it; `play(plan, true)` serves it again. */
  async parked(change: (database: DatabaseSync) => void): Promise<void> {
    await this.park();
    const database = new DatabaseSync(join(this.#data!, FILE));
    try {
      change(database);
    } finally {
      database.close();
    }
  }

  async close(): Promise<void> {
    this.#connections.end();
    await this.#service.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Every row of every table as text: what is kept. */
  kept(): string {
    const database = new DatabaseSync(join(this.#data!, FILE), { readOnly: true });
    try {
      const tables = database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
        .all();
      const rows = tables.map(({ name }) => {
        const statement = database.prepare(`SELECT * FROM "${String(name).replaceAll('"', '""')}"`);
        statement.setReadBigInts(true);
        return [name, statement.all()];
      });
      return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    } finally {
      database.close();
    }
  }

  send(sending: Sending, url: string = this.#service.url): Promise<Answered> {
    return this.#connections.send(url, sending);
  }
}
