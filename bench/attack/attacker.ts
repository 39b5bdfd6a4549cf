// One attack in a process of its own. Input: an order in JSON as the one argument. Output: nothing; it goes on until it is ended.

import { connect, type Socket } from 'node:net';

export interface Attack {
  readonly port: number;
  readonly kind: Kind;
  readonly connections: number;
  /** Requests that each connection sends in one piece. */
  readonly requests: number;
  /** Address that it comes from. */
  readonly from: string;
}

/** `large` and `small`: of the answers; the rest is what is done beside asking for large ones. */
export type Kind = 'large' | 'small' | 'resets' | 'half-closed' | 'slow' | 'bodies' | 'chunks' | 'silent';

const HEAD = 'Host: x\r\nContent-Type: application/json\r\n';

function sent({ kind, requests }: Attack): string {
  switch (kind) {
    case 'small':
      return 'GET /todos/2 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests);
    case 'bodies':
      return `POST /todos HTTP/1.1\r\n${HEAD}Content-Length: 1000000\r\n\r\n{"title":"${'x'.repeat(999_000)}`;
    case 'chunks':
      return `POST /todos HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(200_000)}`;
    case 'silent':
      return '';
    default:
      return 'GET /todos/1 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests);
  }
}

/** A kilobyte a second. */
const SLOWLY = { octets: 1024, every: 1000 };
/** Milliseconds until one that was cut, or goes away by itself, comes again. */
const AGAIN = 1000;

function attack(order: Attack, bytes: Buffer): void {
  const { port, kind, from } = order;
  const place = { port, host: '127.0.0.1', localAddress: from };
  const buffer = Buffer.alloc(SLOWLY.octets);
  const callback = (): boolean => {
    setTimeout(() => socket.resume(), SLOWLY.every);
    return false;
  };
  const socket: Socket = connect(kind === 'slow' ? { ...place, onread: { buffer, callback } } : place);
  if (kind !== 'slow') socket.pause();
  socket.on('error', () => undefined);
  socket.once('connect', () => {
    if (kind === 'half-closed') socket.end(bytes);
    else socket.write(bytes);
    if (kind === 'resets') setTimeout(() => socket.resetAndDestroy(), 100 + Math.random() * 900);
  });
  socket.once('close', () => setTimeout(attack, AGAIN, order, bytes));
}

const order = JSON.parse(process.argv[2]!) as Attack;
const bytes = Buffer.from(sent(order));
let begun = 0;
// Some hundred connections a second, so that it does not measure itself.
const timer = setInterval(() => {
  for (let i = 0; i < 20 && begun < order.connections; i++, begun++) attack(order, bytes);
  if (begun >= order.connections) clearInterval(timer);
}, 20);
