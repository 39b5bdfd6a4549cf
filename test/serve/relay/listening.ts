// Orders and those who listen to them, for one test. Input: how the document differs, an engine, what the operator says. Output: a plan whose events are
// sent, receivers on this machine, and the service.

import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { plan } from '../../../src/plan/compile.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { rangesOf } from '../../../src/serve/relay/addresses.ts';
import type { RelaySettings } from '../../../src/serve/relay/context.ts';
import { modelOf } from '../../plan/plan-of.ts';
import { send, type Running } from '../running.ts';

export const SECRET: string = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

export const LISTENED: string = readFileSync(join(import.meta.dirname, 'orders-and-listeners.md'), 'utf8');

/** `heldBy`: what keeps all events waiting, though the document does not. */
export function listened(source: string = LISTENED, heldBy?: readonly string[]): Plan {
  const made = plan(modelOf(source));
  if (!made.delivery?.webhook && made.delivery?.heldBy.length === 0) throw new Error('its Delivery cannot be read');
  return heldBy ? { ...made, delivery: { ...made.delivery, heldBy } } : made;
}

export const LOOPBACK: RelaySettings = { allowed: rangesOf(['127.0.0.0/8']), secrets: () => [] };

export interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Hook {
  readonly address: string;
  readonly got: readonly Got[];
  end(): void;
}

/** Answers what `status` says of each, with a body that says so; a promise is waited for. */
export async function hookOf(status: (got: Got) => number | Promise<number>): Promise<Hook> {
  const got: Got[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() };
      got.push(one);
      void Promise.resolve(status(one)).then((code) =>
        response.writeHead(code).end(code === 204 ? '' : `it is ${code}`),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function made(service: Running, path: string, body?: unknown): Promise<{ readonly id: string }> {
  const { status, json } = await send(service, 'POST', path, body);
  expect(status).toBeLessThan(300);
  return json as { id: string };
}

export const ORDER = { customer: 'ann', total: 12 };

export const listener = (address: string, more: object = {}): object => ({
  url: address,
  customer: 'ann',
  kinds: ['order_opened', 'order_paid', 'order_shipped'],
  secret: SECRET,
  ...more,
});

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect.fail('it does not come to that');
}
