// One real service on a real port whose document is changed between tests: reading, linking, planning, a store of its
// own, HTTP over one kept connection. In: the text of a document. Out: calls with every header as it was sent.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Document } from '../../src/model/document.ts';
import { link } from '../../src/model/link.ts';
import type { Model } from '../../src/model/model.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { read } from '../../src/read/read.ts';
import { judgeKept } from '../../src/serve/kept.ts';
import { serve } from '../../src/serve/serve.ts';
import type { Service } from '../../src/serve/serve.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import type { Answered } from './judge.ts';

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

export interface Sending {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export class Stage {
  readonly #service: Service;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #directory: string;
  #number = 0;
  #data: string | undefined;

  private constructor(service: Service, directory: string) {
    this.#service = service;
    this.#directory = directory;
  }

  static async open(): Promise<Stage> {
    // Where memory serves as a disk nothing waits for one: durability is not the question here.
    const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
    const directory = mkdtempSync(join(place, 'ninefold-laws-'));
    const plan = compile(understand('# Nothing yet\n').model);
    const store = await openSqlite({ directory: join(directory, 'parked'), tables: [] });
    const addresses = { host: '127.0.0.1', port: 0, operatorHost: '127.0.0.1', operatorPort: 0 };
    const service = await serve({
      ...addresses,
      plan,
      store,
      bodyLimit: 1_000_000,
      requestTimeout: 20_000,
      marks: true,
      log: (line) => Stage.failures.push(line),
    });
    return new Stage(service, directory);
  }

  /** What the runtime itself failed at, of all stages; a test that leaves something here has found a fault. */
  static readonly failures: string[] = [];

  get url(): string {
    return this.#service.url;
  }

  get operatorUrl(): string {
    return this.#service.operatorUrl;
  }

  /** From now on this plan is served, on empty data, or on what `keep` left behind. */
  async play(plan: Plan, keep = false): Promise<void> {
    const before = this.#data;
    if (!keep || before === undefined) this.#data = join(this.#directory, String((this.#number += 1)));
    else await this.park();
    await this.#service.swap(plan, await openSqlite({ directory: this.#data!, tables: plan.storage, fits: judgeKept }));
    if (!keep && before !== undefined) rmSync(before, { recursive: true, force: true });
  }

  /** Lets go of the data. */
  async park(): Promise<void> {
    const nothing = compile(understand('# Nothing yet\n').model);
    const store = await openSqlite({ directory: join(this.#directory, 'parked'), tables: [] });
    await this.#service.swap(nothing, store);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
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

  send({ method, path, headers = {}, body }: Sending): Promise<Answered> {
    const { hostname, port } = new URL(this.#service.url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const call = request(
        { hostname, port, method, path, agent: this.#agent, headers: { ...headers, ...length } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const raw = answer.rawHeaders;
            const pairs = Array.from(
              { length: raw.length / 2 },
              (_, i) => [raw[i * 2]!.toLowerCase(), raw[i * 2 + 1]!] as const,
            );
            resolve({ status: answer.statusCode!, headers: pairs, text: Buffer.concat(chunks).toString() });
          });
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }
}
