// Writers that keep their own account of what a service has acknowledged, outside of its process, and compare it with
// what the service shows later. Title and order of a todo always belong together, so that half an effect would show.

import { Agent, request } from 'node:http';
import { call } from '../examples/running.ts';

interface Entry {
  id: number | undefined;
  /** The number last acknowledged; undefined before the creation was. */
  acknowledged: number | undefined;
  /** Sent, and not (yet) answered: it may have happened. */
  underway: number | undefined;
  deleted: 'no' | 'underway' | 'yes';
}

interface Todo {
  readonly id: number;
  readonly title: string;
  readonly order: number;
}

export class Ledger {
  readonly entries: Entry[] = [];
  acknowledged = 0;
  readonly wrong: string[] = [];
  #number = 0;

  /** Writes over `connections` at once until `stopped` says so or the service is gone. Resolves when all writers ended. */
  async write(url: string, connections: number, stopped: () => boolean): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const mine = new Set<Entry>();
    try {
      await Promise.all(Array.from({ length: connections }, (_, i) => this.#writer(url, agent, i, mine, stopped)));
    } finally {
      agent.destroy();
    }
  }

  async #writer(url: string, agent: Agent, seed: number, busy: Set<Entry>, stopped: () => boolean): Promise<void> {
    for (let turn = seed; !stopped(); turn += 1) {
      const candidate = this.entries[(turn * 7919) % Math.max(1, this.entries.length)];
      const free =
        candidate?.id !== undefined &&
        candidate.deleted === 'no' &&
        candidate.underway === undefined &&
        !busy.has(candidate);
      try {
        if (!free || turn % 3 === 0) await this.#create(url, agent);
        else {
          busy.add(candidate);
          if (turn % 11 === 0) await this.#remove(url, agent, candidate);
          else await this.#change(url, agent, candidate);
          busy.delete(candidate);
        }
      } catch {
        return; // The service is gone; what was underway stays so.
      }
    }
  }

  async #create(url: string, agent: Agent): Promise<void> {
    const n = (this.#number += 1);
    const entry: Entry = { id: undefined, acknowledged: undefined, underway: n, deleted: 'no' };
    this.entries.push(entry);
    const { status, text } = await send(agent, `${url}/todos`, 'POST', { title: `n${n}`, order: n });
    this.#expect(status, 201, text);
    if (status === 201) entry.id = (JSON.parse(text) as Todo).id;
    this.#settle(entry, n);
  }

  async #change(url: string, agent: Agent, entry: Entry): Promise<void> {
    const n = (this.#number += 1);
    entry.underway = n;
    const { status, text } = await send(agent, `${url}/todos/${entry.id}`, 'PATCH', { title: `n${n}`, order: n });
    this.#expect(status, 200, text);
    this.#settle(entry, n);
  }

  async #remove(url: string, agent: Agent, entry: Entry): Promise<void> {
    entry.deleted = 'underway';
    const { status, text } = await send(agent, `${url}/todos/${entry.id}`, 'DELETE');
    this.#expect(status, 204, text);
    entry.deleted = 'yes';
    this.acknowledged += 1;
  }

  #settle(entry: Entry, n: number): void {
    entry.acknowledged = n;
    entry.underway = undefined;
    this.acknowledged += 1;
  }

  #expect(status: number, expected: number, text: string): void {
    if (status !== expected) this.wrong.push(`${status} instead of ${expected}: ${text}`);
  }

  /** Every acknowledged write is there, nothing is that was not sent, no todo is half of one write and half of another. */
  async compare(url: string): Promise<string[]> {
    const { body } = await call(`${url}/todos`);
    const todos = body as Todo[];
    const wrong = [...this.wrong];
    const shown = new Map(todos.map((todo) => [todo.order, todo]));
    const possible = new Set<number>();
    for (const entry of this.entries) {
      const values = [entry.acknowledged, entry.underway].filter((n) => n !== undefined);
      for (const n of values) possible.add(n);
      const found = values.map((n) => shown.get(n)).filter((todo) => todo !== undefined);
      if (found.length > 1) wrong.push(`one todo stands there twice: ${JSON.stringify(found)}`);
      if (entry.deleted === 'yes' && found.length > 0) wrong.push(`deleted, and still there: ${JSON.stringify(found)}`);
      if (entry.deleted === 'no' && entry.acknowledged !== undefined && found.length === 0)
        wrong.push(`acknowledged, and lost: ${JSON.stringify(entry)}`);
      const [todo] = found;
      if (todo && entry.id !== undefined && todo.id !== entry.id)
        wrong.push(`${JSON.stringify(todo)} has another id than ${entry.id}`);
    }
    for (const todo of todos) {
      if (todo.title !== `n${todo.order}`) wrong.push(`half of a write: ${JSON.stringify(todo)}`);
      if (!possible.has(todo.order)) wrong.push(`never sent, or overwritten: ${JSON.stringify(todo)}`);
    }
    this.#learn(shown);
    return wrong;
  }

  /** What was underway when the service died is settled by what is there now. */
  #learn(shown: ReadonlyMap<number, Todo>): void {
    for (const entry of this.entries) {
      const found = [entry.underway, entry.acknowledged]
        .map((n) => (n === undefined ? undefined : shown.get(n)))
        .find((todo) => todo !== undefined);
      entry.acknowledged = found?.order ?? entry.acknowledged;
      entry.underway = undefined;
      if (found) entry.id = found.id;
      else entry.deleted = 'yes';
      if (found) entry.deleted = 'no';
    }
  }
}

export function send(
  agent: Agent,
  url: string,
  method: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const text = body && JSON.stringify(body);
  const headers =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (answer) => {
      let said = '';
      answer.on('data', (chunk: Buffer) => (said += chunk.toString()));
      answer.on('error', reject);
      answer.on('close', () =>
        answer.complete ? resolve({ status: answer.statusCode!, text: said }) : reject(new Error('cut off')),
      );
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
