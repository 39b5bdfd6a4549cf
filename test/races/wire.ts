// From an input to its request and back from a request to its input: what races.md states under part 4. And the sending
// itself, which tells an answer from silence, and silence from a request that nobody can have read.

import { Agent, request } from 'node:http';
import type { ParcelInput, SlotInput } from './machines.ts';

export interface Wire {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

export function parcelWire(id: number | undefined, shelf: number, input: ParcelInput): Wire {
  const at = `/parcels/${id ?? ''}`;
  switch (input.do) {
    case 'create':
      return { method: 'POST', path: '/parcels', body: without(input) };
    case 'read':
      return { method: 'GET', path: at };
    case 'list':
      return { method: 'GET', path: `/parcels?shelf=${shelf}` };
    case 'put':
    case 'patch':
      return { method: input.do.toUpperCase(), path: at, body: without(input) };
    case 'delete':
      return { method: 'DELETE', path: at };
    case 'mark':
      return { method: 'POST', path: `/shelves/${shelf}/mark`, body: without(input) };
    case 'claim':
    case 'release':
      return { method: 'POST', path: `${at}/${input.do}`, body: without(input) };
    case 'ship':
    case 'bounce':
    case 'pay':
    case 'refund':
      return { method: 'POST', path: `${at}/${input.do}` };
  }
}

export function slotWire(name: string, input: SlotInput): Wire {
  const at = `/slots/${name}`;
  switch (input.do) {
    case 'create':
      return { method: 'POST', path: '/slots', body: { name, value: input.value } };
    case 'put':
      return { method: 'PUT', path: at, body: { value: input.value } };
    case 'read':
      return { method: 'GET', path: at };
    case 'delete':
      return { method: 'DELETE', path: at };
    case 'light':
    case 'dim':
      return { method: 'POST', path: `${at}/${input.do}` };
  }
}

function without(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== 'do'));
}

/** `unsent`: the connection was refused, nobody has read it. `silent`: it may have happened. */
export type Heard = { readonly status: number; readonly text: string } | 'unsent' | 'silent';

export class Sender {
  readonly #agent: Agent;

  constructor(connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  }

  send(base: string, { method, path, body }: Wire): Promise<Heard> {
    const text = body && JSON.stringify(body);
    const headers =
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    return new Promise((resolve) => {
      const sent = request(base + path, { method, agent: this.#agent, headers, timeout: 15_000 }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', () => resolve('silent'));
        answer.on('close', () =>
          resolve(answer.complete ? { status: answer.statusCode!, text: Buffer.concat(chunks).toString() } : 'silent'),
        );
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'unsent' : 'silent'));
      sent.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
