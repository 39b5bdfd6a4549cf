// Makes load from a process of its own: so many connections, one request at a time on each, over raw sockets. Input: a file with an
// order as JSON. Output: one JSON line with the counts, latencies and the share of its core it used.

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface Order {
  readonly port: number;
  /** Further ports; the connections are dealt out to all of them. */
  readonly ports?: readonly number[];
  readonly connections: number;
  /** Measured time; `warm` seconds before it count for nothing. */
  readonly seconds: number;
  readonly warm: number;
  /** Stops after so many answers, however long it takes; for seeding. */
  readonly requests?: number;
  /** Taken in turn, beginning with this one (otherwise the first). */
  readonly from?: number;
  /** Requests a second of all connections, each at its time; left out: as many as are answered. One that is late counts from its time. */
  readonly rate?: number;
  readonly mix: readonly RequestText[];
}

export interface RequestText {
  readonly method: string;
  /** `{row}` in it, or in a header: one request for each row from 1 to `rows`. */
  readonly path: string;
  readonly rows?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** Its time does not count. */
  readonly beside?: boolean;
}

export interface Counted {
  readonly rate: number;
  readonly answers: number;
  /** Measured or not; each was answered. */
  readonly sent: number;
  readonly wrong: number;
  readonly firstWrong?: string;
  readonly p50: number;
  readonly p99: number;
  /** Of the generator's own core. Near 1 it measures itself. */
  readonly busy: number;
}

const LENGTH = /\r\ncontent-length: *(\d+)/i;

function bytes(request: RequestText): Buffer {
  const body =
    request.body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(request.body)}\r\n`;
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `${request.method} ${request.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.join('')}${body}\r\n${request.body ?? ''}`,
  );
}

class Load {
  readonly order: Order;
  readonly mix: readonly { readonly bytes: Buffer; readonly status: number; readonly beside: boolean }[];
  readonly began: number = performance.now();
  next = 0;
  due = 0;
  sent = 0;
  answers = 0;
  wrong = 0;
  firstWrong: string | undefined;
  measuring = false;
  stopping = false;
  open = 0;
  latencies: number[] = [];
  finished: () => void = () => {};

  constructor(order: Order) {
    this.order = order;
    this.mix = order.mix.flatMap((request) =>
      Array.from({ length: request.rows ?? 1 }, (_, row) => ({
        bytes: bytes({
          ...request,
          path: request.path.replace('{row}', String(row + 1)),
          headers: Object.fromEntries(
            Object.entries(request.headers ?? {}).map(([name, value]) => [
              name,
              value.replace('{row}', String(row + 1)),
            ]),
          ),
        }),
        status: request.status,
        beside: request.beside === true,
      })),
    );
    this.next = (order.from ?? 0) % this.mix.length;
  }

  connection(port: number): void {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.open += 1;
    let held: Buffer | undefined;
    let expected = 0;
    let began = 0;
    let beside = false;
    const next = (): void => {
      const { rate } = this.order;
      if (rate === undefined) return send();
      const due = this.began + (this.due++ * 1000) / rate;
      const wait = due - performance.now();
      if (wait < 1) send(wait < 0 ? due : undefined);
      else setTimeout(send, wait);
    };
    const send = (due?: number): void => {
      if (this.stopping || this.sent === this.order.requests) return void this.done(socket);
      this.sent += 1;
      const request = this.mix[this.next]!;
      this.next = this.next + 1 === this.mix.length ? 0 : this.next + 1;
      expected = request.status;
      beside = request.beside;
      began = due ?? performance.now();
      socket.write(request.bytes);
    };
    socket.on('connect', next);
    socket.on('error', (error) => this.failed(String(error)));
    socket.on('close', () => {
      this.open -= 1;
      if (this.open === 0) this.finished();
    });
    socket.on('data', (chunk) => {
      const data = held ? Buffer.concat([held, chunk]) : chunk;
      const head = data.indexOf('\r\n\r\n');
      const text = head === -1 ? '' : data.toString('latin1', 0, head);
      const length = LENGTH.exec(text);
      if (head === -1 || data.length < head + 4 + Number(length?.[1] ?? 0)) return void (held = data);
      held = undefined;
      const status = Number(text.slice(9, 12));
      if (status !== expected) this.failed(data.toString('utf8', 0, 600));
      else if (!length && status !== 204 && status !== 304) this.failed(`no Content-Length: ${text}`);
      if (this.measuring) {
        this.answers += 1;
        if (!beside) this.latencies.push(performance.now() - began);
      }
      next();
    });
  }

  failed(what: string): void {
    this.wrong += 1;
    this.firstWrong ??= what;
  }

  done(socket: Socket): void {
    socket.end();
    socket.destroySoon();
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function run(order: Order): Promise<Counted> {
  const load = new Load(order);
  const closed = new Promise<void>((resolve) => (load.finished = resolve));
  const ports = [order.port, ...(order.ports ?? [])];
  for (let i = 0; i < order.connections; i += 1) load.connection(ports[i % ports.length]!);
  if (order.requests === undefined) await new Promise((resolve) => setTimeout(resolve, order.warm * 1000));
  load.measuring = true;
  const cpu = process.cpuUsage();
  const began = performance.now();
  if (order.requests === undefined) {
    await new Promise((resolve) => setTimeout(resolve, order.seconds * 1000));
    load.measuring = false;
    load.stopping = true;
  }
  const ended = performance.now();
  const used = process.cpuUsage(cpu);
  await closed;
  const wall = (order.requests === undefined ? ended : performance.now()) - began;
  load.latencies.sort((a, b) => a - b);
  return {
    rate: load.answers / (wall / 1000),
    answers: load.answers,
    sent: load.sent,
    wrong: load.wrong,
    ...(load.firstWrong === undefined ? {} : { firstWrong: load.firstWrong }),
    p50: at(load.latencies, 0.5),
    p99: at(load.latencies, 0.99),
    busy: (used.user + used.system) / 1000 / wall,
  };
}

if (import.meta.main)
  console.log(JSON.stringify(await run(JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Order)));
