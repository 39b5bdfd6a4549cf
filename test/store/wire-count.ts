// What a store sends to PostgreSQL, read off the wire. Input: a database's address. Output: an address that leads there through this
// process, and the statements that went through, in order.

import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Tap {
  readonly url: string;
  /** Since the last call: texts of what was executed, each as often as it was. */
  taken(): readonly string[];
  end(): void;
}

/** A message of the frontend: one byte of kind, four of length. The first of a connection has no kind. */
function* messages(chunks: { rest: Buffer; isBegun: boolean }): Generator<{ kind: string; body: Buffer }> {
  for (;;) {
    const head = chunks.isBegun ? 1 : 0;
    if (chunks.rest.length < head + 4) return;
    const length = head + chunks.rest.readInt32BE(head);
    if (chunks.rest.length < length) return;
    const kind = chunks.isBegun ? String.fromCharCode(chunks.rest[0]!) : 'start';
    const body = chunks.rest.subarray(head + 4, length);
    chunks.rest = chunks.rest.subarray(length);
    chunks.isBegun = true;
    yield { kind, body };
  }
}

function texts(body: Buffer): readonly string[] {
  return body.toString('utf8').split('\0');
}

function reader(sent: string[]): (chunk: Buffer) => void {
  const chunks = { rest: Buffer.alloc(0), isBegun: false };
  const prepared = new Map<string, string>();
  let bound = '';
  return (chunk) => {
    chunks.rest = Buffer.concat([chunks.rest, chunk]);
    for (const { kind, body } of messages(chunks)) {
      const [first = '', second = ''] = texts(body);
      if (kind === 'P') prepared.set(first, second);
      if (kind === 'B') bound = prepared.get(second) ?? '?';
      if (kind === 'E') sent.push(bound);
      if (kind === 'Q') sent.push(first);
    }
  };
}

export async function tap(database: string): Promise<Tap> {
  const to = new URL(database);
  const sent: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((here) => {
    const there = connect(Number(to.port || 5432), to.hostname);
    const read = reader(sent);
    here.on('data', (chunk: Buffer) => read(chunk));
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    taken: () => sent.splice(0),
    end() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
