// Events as they arrive beside the AsyncAPI of their document: headers and bodies fit, with each envelope and signature.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

import { asyncApi } from '../../src/export/asyncapi.ts';
import { openApi } from '../../src/export/interface.ts';
import { plan } from '../../src/plan/compile.ts';
import { rangesOf } from '../../src/serve/relay/addresses.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start } from '../serve/running.ts';
import { FEED, open, order, user } from '../serve/streams/reading.ts';
import type { Json } from './judged.ts';
import { faultOf, messageFaults } from './judged-asyncapi.ts';

const ORDERS = readFileSync(join(import.meta.dirname, '..', 'serve', 'relay', 'orders-and-listeners.md'), 'utf8');
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const KINDS = ['order_opened', 'order_paid', 'order_shipped'];
const STANDARD = 'Standard Webhooks, secret `Listener.secret`';

interface Got {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Json;
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function hook(got: Got[]): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as Json });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What each of the three events was when it arrived. */
async function arrived(source: string): Promise<{ readonly document: Json; readonly got: readonly Got[] }> {
  const model = modelOf(source);
  const document = asyncApi(model) as Json;
  expect(faultOf(document)).toBe('');
  const made = plan(model);
  const served = await start(
    { ...made, delivery: { ...made.delivery!, heldBy: [] } },
    { relay: { allowed: rangesOf(['127.0.0.0/8']), secrets: () => [] } },
  );
  ends.push(() => served.stop());
  const got: Got[] = [];
  const url = await hook(got);
  await send(served, 'POST', '/listeners', { url, customer: 'ann', kinds: KINDS, secret: SECRET });
  const order = (await send(served, 'POST', '/orders', { customer: 'ann', total: 12 })).json as { readonly id: string };
  await send(served, 'POST', `/orders/${order.id}/pay`);
  await send(served, 'POST', `/orders/${order.id}/ship`);
  for (let tries = 0; tries < 1_000 && got.length < KINDS.length; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(got).toHaveLength(KINDS.length);
  return { document, got };
}

const faultsOf = (document: Json, got: readonly Got[]): readonly string[] =>
  got.flatMap((one, place) => messageFaults(document, KINDS[place]!, one));

const OWN = '`{"id": <event id>, "type": <event name>, "at": <now>, "text": "<payload>", "data": <payload>}`';

it.each([['none'], ['CloudEvents, structured'], [OWN]])(
  'on a stream, with the envelope %s, each event fits its message',
  async (envelope) => {
    const model = modelOf(FEED.replace('- Envelope: none', `- Envelope: ${envelope}`));
    const document = asyncApi(model) as Json;
    expect(faultOf(document)).toBe('');
    const made = plan(model);
    const served = await start({ ...made, delivery: { ...made.delivery!, heldBy: [] } });
    ends.push(() => served.stop());
    const ann = await user(served, 'Ann');
    const stream = await open(served, { authorization: ann.authorization });
    ends.push(() => stream.close());
    const { parameters, responses } = (openApi(model) as Json)['paths']['/events'].get;
    expect(Object.keys(responses['200'].content as Json)).toEqual([stream.headers['content-type']]);
    expect(parameters).toMatchObject([{ name: 'Last-Event-ID', in: 'header', required: false }]);
    // What refuses to open a stream is no stream.
    const refused = await open(served);
    expect(refused.status).toBe(401);
    expect(Object.keys(responses['401'].content as Json)).toEqual([refused.headers['content-type']]);
    const id = await order(served, ann, 7);
    await send(served, 'DELETE', `/orders/${id}`, undefined, { authorization: ann.authorization });
    const events = await stream.until(2);
    expect(events.map(({ event }) => event)).toEqual(['order.made', 'order.gone']);
    for (const { event, data } of events) {
      const message = Object.values<Json>(document['components'].messages).find(({ name }) => name === event)!;
      const headers = { 'content-type': message['contentType'] as string };
      const body = JSON.parse(data) as Json;
      expect(messageFaults(document, event, { headers, body })).toEqual([]);
      expect(messageFaults(document, event, { headers, body: [body] })).toHaveLength(1);
    }
  },
);

it.each([
  ['without an envelope', 'none', STANDARD],
  ['as CloudEvents, binary', 'CloudEvents, binary', STANDARD],
  ['as CloudEvents, structured', 'CloudEvents, structured', STANDARD],
  ['in an envelope of its own', OWN, STANDARD],
  [
    'signed in a header of its own',
    'none',
    'header `X-Sign: sha256={signature}`, hmac-sha256, hex, of `{body}`, secret `Listener.secret`',
  ],
])('%s, each event fits its message', { timeout: 20_000 }, async (_, envelope, signature) => {
  const source = ORDERS.replace('- Envelope: none', `- Envelope: ${envelope}`).replace(STANDARD, signature);
  const { document, got } = await arrived(source);
  expect(faultsOf(document, got)).toEqual([]);
  // Each header and each member of a body that is described is asked for.
  const [first] = got as readonly [Got, ...Got[]];
  const message = document['components'].messages.Order_opened ?? Object.values(document['components'].messages)[0];
  for (const name of message.headers.required as readonly string[]) {
    const { [name.toLowerCase()]: _left, ...headers } = first.headers;
    expect(messageFaults(document, KINDS[0]!, { ...first, headers })).toHaveLength(1);
  }
  const isStructured = envelope.endsWith('structured') || envelope === OWN;
  const body = isStructured ? { ...first.body, data: { kind: 'other' } } : { ...first.body, kind: 'other' };
  expect(messageFaults(document, KINDS[0]!, { ...first, body })).toHaveLength(1);
  expect(
    messageFaults(document, KINDS[0]!, { ...first, headers: { ...first.headers, 'content-type': 'text/plain' } }),
  ).toHaveLength(1);
});
