// `kill -9` of a service that writes an audit: no change without its line, no line without its change, on each engine.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { serve } from '../examples/running.ts';
import { placeOf, type Entry } from '../serve/audited.ts';
import { hasPostgres } from '../store/postgres.ts';

const ROUNDS = 4;
const WRITES = 200;
const CLIENTS = 16;
const TODOS = 'examples/todo-backend.md';

interface Todo {
  readonly url: string;
  readonly title: string;
  readonly order: number | null;
}

/** Creations, changes and deletions until the service is gone; `done` gets the ids of requests that were acknowledged. */
async function write(url: string, round: number, done: string[], isOver: () => boolean): Promise<void> {
  const client = async (number: number): Promise<void> => {
    let own: string | undefined;
    for (let count = 0; !isOver(); count++) {
      const id = `r${round}-${number}-${count}`;
      const headers = { 'content-type': 'application/json', 'x-request-id': id };
      const change =
        count % 5 === 4 ? { method: 'DELETE' } : { method: 'PATCH', body: JSON.stringify({ order: count }) };
      const made = { method: 'POST', body: JSON.stringify({ title: id }) };
      try {
        const answer = await fetch(own ?? url, { ...(own === undefined ? made : change), headers });
        const text = await answer.text();
        if (!answer.ok) continue;
        done.push(id);
        if (own === undefined) own = (JSON.parse(text) as Todo).url;
        else if (change.method === 'DELETE') own = undefined;
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

/** The rows that the audit says there are. */
function replayed(entries: readonly Entry[]): Readonly<Record<string, unknown>>[] {
  const rows = new Map<string, NonNullable<Entry['after']>>();
  for (const { row, kind, before, after } of entries) {
    expect(before, `before the ${kind} of ${row}`).toEqual(rows.get(row) ?? null);
    if (after) rows.set(row, after);
    else rows.delete(row);
  }
  return [...rows.values()];
}

function brief({ title, order }: Record<string, unknown>): string {
  return `${String(title)} ${String(order ?? null)}`;
}

it.each(hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const))(
  'what is killed, %s',
  async (engine) => {
    const place = await placeOf(engine);
    const where = engine === 'sqlite' ? { data: place.where } : { database: place.where };
    const start = { ...where, options: ['--audit', '--log', 'failures'] };
    const acknowledged: string[] = [];
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const service = await serve(TODOS, start);
        let isOver = false;
        const before = acknowledged.length;
        const writing = write(`${service.url}/todos`, round, acknowledged, () => isOver);
        while (acknowledged.length - before < WRITES && service.process.exitCode === null) await sleep(5);
        await sleep(Math.random() * 40);
        await service.stop('SIGKILL');
        isOver = true;
        await writing;
      }
      const service = await serve(TODOS, start);
      const rows = (await (await fetch(`${service.url}/todos`)).json()) as Todo[];
      await service.stop();
      const entries = (await place.entries())!;
      const kept = replayed(entries);
      expect(kept.map(brief).toSorted()).toEqual(rows.map((row) => brief({ ...row })).toSorted());
      const told = new Set(entries.map(({ request }) => request));
      expect(acknowledged.filter((id) => !told.has(id))).toEqual([]);
      expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * WRITES);
    } finally {
      await place.drop();
    }
  },
);
