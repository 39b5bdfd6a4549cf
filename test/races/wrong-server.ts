// The service of races.md in memory, right or with one deliberate mistake: what the races must find. Input: the mistake. Output: its
// address, and a way to end it.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { parcelStep, parcelText, slotStep } from './machines.ts';
import type { Parcel, ParcelInput, Slot, SlotInput } from './machines.ts';

export const MISTAKES = [
  'reads, waits, then writes',
  'writes whole rows over each other',
  'answers stale reads',
  'lists half of an update of every row',
  'refuses, and does it all the same',
  'answers, and forgets at times',
  'removes twice',
  'lets a slot begin anew with its old lamp',
  'creates twice at times',
] as const;
export type Mistake = (typeof MISTAKES)[number];

export interface WrongServer {
  readonly url: string;
  stop(): Promise<void>;
}

interface Said {
  readonly status: number;
  readonly text: string;
}

const said = (answer: string): Said => ({ status: Number(answer.slice(0, 3)), text: answer.slice(4) });
const wait = (): Promise<void> => turn().then(() => turn());

class Service {
  readonly #mistake: Mistake | undefined;
  readonly #parcels = new Map<number, Parcel>();
  /** As each row was one write ago. */
  readonly #before = new Map<number, Parcel>();
  readonly #slots = new Map<string, Slot>();
  readonly #lamps = new Map<string, Slot['lamp']>();
  #last = 0;
  #creations = 0;

  constructor(mistake: Mistake | undefined) {
    this.#mistake = mistake;
  }

  async answer(method: string, path: string, body: object): Promise<Said> {
    const [, kind, key = '', action] = /^\/(\w+)\/?([^/?]*)\/?(\w*)/.exec(path) ?? [];
    if (kind === 'shelves') return this.#marked(Number(key), (body as { mark: number }).mark);
    if (kind === 'slots')
      return this.#slot(method, key || (body as Slot).name, action ?? '', body as SlotInput & object);
    if (key !== '') return this.#parcel(Number(key), method, { ...body, do: action || verb(method) } as ParcelInput);
    if (method === 'POST') return this.#created(body);
    const shelf = /shelf=(\d+)/.exec(path)?.[1];
    const rows = [...this.#parcels.values()].filter((row) => shelf === undefined || row.shelf === Number(shelf));
    return { status: 200, text: `[${rows.map(parcelText).join(',')}]` };
  }

  #created(body: object): Said {
    this.#creations += 1;
    for (let twice = this.#mistake === 'creates twice at times' && this.#creations % 4 === 0; ; twice = false) {
      const id = (this.#last += 1);
      const { answer, row } = parcelStep(id, undefined, { ...body, do: 'create' } as ParcelInput);
      this.#parcels.set(id, row!);
      if (!twice) return said(answer);
    }
  }

  async #parcel(id: number, method: string, input: ParcelInput): Promise<Said> {
    const mistake = this.#mistake;
    const found = this.#parcels.get(id);
    if (input.do === 'read' && mistake === 'answers stale reads' && found && Math.random() < 0.1)
      return said(parcelStep(id, this.#before.get(id) ?? found, input).answer);
    const { answer, row } = parcelStep(id, found, input);
    if (row === found) {
      if (mistake === 'refuses, and does it all the same' && input.do === 'ship' && found?.stage === 'claimed')
        this.#keep(id, { ...found, stage: 'shipped', payment: 'paid' });
      return said(answer);
    }
    if (mistake === 'answers, and forgets at times' && Math.random() < 0.01) return said(answer);
    if (mistake === 'reads, waits, then writes' && method === 'POST') {
      await wait();
      // The guard was looked at before; now only what the move changes is written.
      const now = this.#parcels.get(id);
      const next = now && row && { ...now, ...changes(found!, row) };
      if (next) this.#keep(id, next);
      return next ? { status: 200, text: parcelText(next) } : said(answer);
    }
    if (mistake === 'writes whole rows over each other' && method === 'PATCH') await wait();
    if (mistake === 'removes twice' && input.do === 'delete') await wait();
    this.#keep(id, row);
    return said(answer);
  }

  #keep(id: number, row: Parcel | undefined): void {
    const found = this.#parcels.get(id);
    if (found) this.#before.set(id, found);
    if (row) this.#parcels.set(id, row);
    else this.#parcels.delete(id);
  }

  async #marked(shelf: number, mark: number): Promise<Said> {
    for (const row of [...this.#parcels.values()].filter((each) => each.shelf === shelf)) {
      if (this.#mistake === 'lists half of an update of every row') await wait();
      const now = this.#parcels.get(row.id);
      if (now) this.#keep(row.id, { ...now, mark });
    }
    return { status: 204, text: '' };
  }

  #slot(method: string, name: string, action: string, body: SlotInput): Said {
    const what = action || (method === 'POST' ? 'create' : verb(method));
    const found = this.#slots.get(name);
    const { answer, row } = slotStep(name, found, { ...body, do: what } as SlotInput);
    const lamp = this.#lamps.get(name);
    if (this.#mistake === 'lets a slot begin anew with its old lamp' && !found && row && lamp)
      this.#slots.set(name, { ...row, lamp });
    else if (row) this.#slots.set(name, row);
    else this.#slots.delete(name);
    if (found) this.#lamps.set(name, found.lamp);
    return said(answer);
  }
}

function verb(method: string): string {
  return { GET: 'read', PUT: 'put', PATCH: 'patch', DELETE: 'delete' }[method] ?? method;
}

function changes(from: Parcel, to: Parcel): Partial<Parcel> {
  const keys = ['stage', 'payment', 'holder'] as const;
  return Object.fromEntries(keys.filter((key) => from[key] !== to[key]).map((key) => [key, to[key]]));
}

export async function wrongServer(mistake: Mistake | undefined): Promise<WrongServer> {
  const service = new Service(mistake);
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const body = text === '' ? {} : (JSON.parse(text) as object);
      void service.answer(request.method!, request.url!, body).then((answer) => {
        response.writeHead(answer.status, { 'content-length': Buffer.byteLength(answer.text) }).end(answer.text);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
