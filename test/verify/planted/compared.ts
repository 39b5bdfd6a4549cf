// The calls of a document sent to two services of it. Output: what differs first: an answer, or the events that are heard.

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Beside } from '../twins/differential.ts';
import { documentOf } from './planted.ts';
import { opened, START, type Opened } from './opened.ts';
import type { Plant } from './plants.ts';
import { chosen, SCENARIOS, SECRET } from './scenarios.ts';

interface Listener {
  readonly url: string;
  readonly heard: string[];
  close(): void;
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', SECRET).update(text).digest('base64')}`;
}

async function listen(): Promise<Listener> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      heard.push(`${(JSON.parse(body) as { type: string }).type}${isSigned(request, body) ? '' : ', not signed'}`);
      // What is behind it may wait until it is tried again.
      response.writeHead(heard.length === 1 ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/heard`;
  return { url, heard, close: () => server.closeAllConnections() ?? server.close() };
}

/** Until nothing has come for a while. */
async function settled(listeners: readonly Listener[]): Promise<void> {
  for (let quiet = 0, before = -1; quiet < 8;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = listeners.reduce((sum, { heard }) => sum + heard.length, 0);
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
}

/** `open`: the one that may have a fault; the other one has none. */
export async function differences(plant: Plant, open: () => Promise<Opened>): Promise<string[]> {
  const services = [await open(), await opened(documentOf(plant), plant.clock === true, true)] as const;
  const listeners = await Promise.all([listen(), listen()]);
  const beside = new Beside([services[0].url, services[1].url], chosen);
  beside.know('listener', [listeners[0].url, listeners[1].url]);
  let now = START;
  try {
    for (const step of SCENARIOS.get(plant.document)!) {
      if ('seconds' in step) {
        now += step.seconds * 1000;
        for (const { operatorUrl } of services) await setClock(operatorUrl, now);
        continue;
      }
      const found = await beside.differences(step);
      if (found.length > 0) return found;
    }
    if (plant.document.includes('repair-shop')) await settled(listeners);
    const [own, other] = listeners.map(({ heard }) => heard.toSorted().join(', '));
    return own === other ? [] : [`events ${own}, and ${other}`];
  } finally {
    beside.end();
    for (const { close } of listeners) close();
    for (const { close } of services) await close();
  }
}

async function setClock(operatorUrl: string, now: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ now: new Date(now).toISOString() });
  const answer = await fetch(`${operatorUrl}/clock`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}
