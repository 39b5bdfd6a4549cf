// `export --to asyncapi`: valid by the schema that AsyncAPI publishes for every document of the project that has events, byte for byte what
// is expected of one, and nothing in it that the document does not state.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { asyncApi } from '../../src/export/asyncapi.ts';
import { exported } from '../../src/export/export.ts';
import { understand } from '../laws/service.ts';
import type { Json } from './judged.ts';
import { faultOf } from './judged-asyncapi.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (...names: readonly string[]): string => readFileSync(join(root, ...names), 'utf8');
const SHOP = read('test', 'delivery', 'shop.md');
const WHERE = '`POST` to `Webhook.url` where `kinds` has event name and `owner` = this `customer`';

function api(source: string, address?: string): Json {
  const { model, errors } = understand(source);
  expect(errors).toEqual([]);
  const document = asyncApi(model, address) as Json;
  expect(faultOf(document)).toBe('');
  return document;
}

/** A statement in another way, or not at all. */
function changed(...pairs: readonly (readonly [from: string, to: string])[]): Json {
  return api(edited(...pairs));
}

function edited(...pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((source, [from, to]) => {
    if (!source.includes(from)) throw new Error(`it has no ${from}`);
    return source.replace(from, () => to);
  }, SHOP);
}

const gapsOf = (value: Json): readonly string[] => (value['x-not-shown'] ?? []).map(({ gap }: Json) => gap);
const messageOf = (document: Json, key = 'OrderMade'): Json => document['components'].messages[key];
const channelOf = (document: Json): Json => Object.values<Json>(document['channels'])[0]!;
const operationOf = (document: Json): Json => document['operations'].sendOrderMade;
const headersOf = (document: Json): readonly string[] =>
  Object.keys((messageOf(document)['headers']?.properties ?? {}) as Json);

describe('every document', () => {
  const folders = ['examples', 'examples/published', 'test/export', 'test/deletions', 'test/serve/relay', 'test/races'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );

  it.each(files)('%s is valid AsyncAPI', (file) => {
    const { model, errors } = understand(read(file));
    if (errors.length > 0) return;
    const document = asyncApi(model) as Json;
    expect(faultOf(document)).toBe('');
    const { length } = model.document.events.kinds.items;
    expect(Object.keys((document['components']?.messages ?? {}) as Json)).toHaveLength(length);
  });

  it('is judged: a word that AsyncAPI does not have, a reference to nothing, a schema that is none', () => {
    const document = api(SHOP);
    expect(faultOf({ ...document, channel: {} })).toContain('additional properties');
    expect(faultOf({ ...document, operations: { a: { ...operationOf(document), action: 'emit' } } })).not.toBe('');
    expect(faultOf({ ...document, channels: {} })).toContain('nothing is there');
    const components = { ...document['components'], schemas: { Order: { type: 'text' } } } as Json;
    expect(faultOf({ ...document, components })).not.toBe('');
  });

  it('one without events has no channel', () => {
    const document = api(read('test', 'export', 'boxes.md'));
    expect([document['channels'], document['operations'], document['components']]).toEqual([{}, {}, undefined]);
  });
});

it('a shop that calls its customers is shop.asyncapi.txt, byte for byte', () => {
  const file = join(import.meta.dirname, 'shop.asyncapi.txt');
  const text = exported(understand(SHOP).model, 'asyncapi');
  if (process.env['UPDATE'] !== undefined) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
});

describe('what surrounds a payload', () => {
  const PLAIN = ['- Envelope: CloudEvents, binary', '- Envelope: none'] as const;
  const STANDARD = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

  it('is in headers: of the signature, and of what tells duplicates where nothing else does', () => {
    expect(headersOf(changed(PLAIN))).toEqual(STANDARD);
    expect(headersOf(changed(PLAIN, ['header `webhook-id`', 'header `X-Id`']))).toEqual([...STANDARD, 'X-Id']);
    const own = changed(PLAIN, [
      'Standard Webhooks, secret `Webhook.secret`',
      'header `X-Sign: t={timestamp},v1={signature}`, hmac-sha256, hex, of `{timestamp}.{body}`, secret `Webhook.secret`',
    ]);
    expect(messageOf(own)['headers'].properties['X-Sign']).toEqual({
      type: 'string',
      description:
        '`t={timestamp},v1={signature}`, with the signature by `hmac-sha256`, in hex, of `{timestamp}.{body}`',
    });
    expect(
      headersOf(
        changed(
          PLAIN,
          ['- Signature: Standard Webhooks, secret `Webhook.secret`', '- Signature: none'],
          ['told by header `webhook-id`', 'told by `id`'],
        ),
      ),
    ).toEqual([]);
  });

  it('is CloudEvents in headers, or around it', () => {
    const binary = messageOf(api(SHOP));
    expect(binary['headers'].properties['ce-type']).toEqual({ const: 'order.made' });
    expect(binary).toMatchObject({
      contentType: 'application/json',
      payload: { $ref: '#/components/schemas/OrderMadeEvent' },
    });
    const structured = messageOf(changed(['CloudEvents, binary', 'CloudEvents, structured']));
    expect(structured['contentType']).toBe('application/cloudevents+json');
    expect(structured['payload'].properties).toMatchObject({
      type: { const: 'order.made' },
      data: { $ref: '#/components/schemas/OrderMadeEvent' },
    });
    expect(Object.keys(structured['headers'].properties as Json)).toEqual(STANDARD);
  });

  it('a type of CloudEvents that a header has to encode is any text there', () => {
    const binary = changed(['- Emits: `order.made`', '- Emits: `größe`'], ['### order.made', '### größe']);
    expect(Object.values<Json>(binary['components'].messages)[0]!['headers'].properties['ce-type']).toEqual({
      type: 'string',
    });
  });

  it.each([
    ['a mode that is not stated', 'CloudEvents'],
    ['one that is not shown', 'not shown'],
  ])('%s: any body, and what it carries beside it', (_, envelope) => {
    const message = messageOf(changed(['- Envelope: CloudEvents, binary', `- Envelope: ${envelope}`]));
    expect(message['payload']).toEqual({});
    expect(message['x-ninefold-payload']).toEqual({ $ref: '#/components/schemas/OrderMadeEvent' });
  });

  it('one of its own is the body, and what it carries is where that says', () => {
    const own = '`{"is": "new", "id": <event id>, "kind": <event name>, "at": <now>, "what": <payload>}`';
    const message = messageOf(changed(['CloudEvents, binary', own]));
    expect(message['payload']).toMatchObject({
      required: ['is', 'id', 'kind', 'at', 'what'],
      properties: {
        is: { const: 'new' },
        id: { type: 'string' },
        kind: { const: message['name'] },
        at: { type: 'string', format: 'date-time' },
        what: { $ref: '#/components/schemas/OrderMadeEvent' },
      },
    });
  });
});

describe('where events go', () => {
  it('to an address in a row: POST, and an address that nobody knows before', () => {
    const document = api(SHOP);
    expect(document['servers']).toBeUndefined();
    expect(channelOf(document)).toMatchObject({ title: 'Webhook.url', address: null });
    expect(operationOf(document)['bindings']).toEqual({ http: { method: 'POST', bindingVersion: '0.3.0' } });
  });

  it.each([
    ['subject `shop.events`', undefined, { nats: { bindingVersion: '0.1.0' } }],
    ['topic `shop.events`', { kafka: { topic: 'shop.events', bindingVersion: '0.5.0' } }, undefined],
    [
      'queue `shop.events`',
      { amqp: { is: 'queue', queue: { name: 'shop.events' }, bindingVersion: '0.3.0' } },
      undefined,
    ],
  ])('to a %s of a broker, on no server', (sent, channel, operation) => {
    const document = changed([WHERE, sent]);
    expect(document['servers']).toBeUndefined();
    expect(channelOf(document)['address']).toBe('shop.events');
    expect(channelOf(document)['bindings']).toEqual(channel);
    expect(operationOf(document)['bindings']).toEqual(operation);
    expect(headersOf(document)).not.toContain('ce-type');
  });

  const STREAM = [
    [WHERE, 'server-sent events on `GET /webhooks/{id}/events`'],
    [
      '## 5. Authentication',
      '### GET /webhooks/{id}/events\n\n- Who: signed-in\n- Does: none\n- Media type: text/event-stream\n- Repeat: safe\n- Answers: 200 found\n\n## 5. Authentication',
    ],
    [/- Accepted: [^]*(?=- Order: )/.exec(SHOP)![0], ''],
    [/- Signature: [^]*(?=\n### order)/.exec(SHOP)![0], '- Kept for: 1 day\n'],
    [
      '## 5. Authentication\n\nnone',
      '## 5. Authentication\n\n### Keys\n\n- Scheme: API key\n- Sent in: header `X-Key`\n- Caller: none\n- Issued by: the operator',
    ],
  ] as const;

  it('to those who read a stream: its path, who may, and the server where that is known', () => {
    const source = edited(...STREAM);
    const without = api(source);
    expect(without['servers']).toBeUndefined();
    expect(channelOf(without)).toMatchObject({ address: '/webhooks/{id}/events', parameters: { id: {} } });
    expect(operationOf(without)).toMatchObject({
      bindings: { http: { method: 'GET' } },
      security: [{ $ref: '#/components/securitySchemes/Keys' }],
    });
    expect(without['components'].securitySchemes.Keys).toMatchObject({ type: 'httpApiKey', name: 'X-Key' });
    expect(channelOf(without)['description']).toContain('`id` what `Last-Event-ID` goes on behind');
    expect(channelOf(without)['x-ninefold-who']).toBe('signed-in');
    const served = api(source, 'http://127.0.0.1:8080');
    expect(served['servers']).toEqual({ service: { host: '127.0.0.1:8080', protocol: 'http' } });
    expect(channelOf(served)['servers']).toEqual([{ $ref: '#/servers/service' }]);
    const based = api(source.replace('### All operations\n', '### All operations\n\n- Base: https://shop.example/v1'));
    expect(based['servers']).toEqual({ service: { host: 'shop.example', protocol: 'https' } });
    expect(channelOf(based)['address']).toBe('/v1/webhooks/{id}/events');
  });

  it('nowhere: messages, and no channel', () => {
    const document = changed([WHERE, 'none']);
    expect([document['channels'], document['operations']]).toEqual([{}, {}]);
    expect(messageOf(document)['name']).toBe('order.made');
  });
});

describe('what the document does not state', () => {
  it('how events are sent: an address that is not known, and the question', () => {
    const document = changed([WHERE, 'not shown'], ['- Tries: 8', '- Tries: not shown']);
    const channel = channelOf(document);
    expect(channel['address']).toBeNull();
    expect(channel['description']).toContain('- Sent as: not shown');
    expect(channel['description']).toContain('- Tries: not shown');
    expect(gapsOf(channel)).toEqual(expect.arrayContaining(['6/delivery/sent-as', '6/delivery/tries']));
    expect('bindings' in operationOf(document)).toBe(false);
    expect(gapsOf(document)).toEqual([]);
  });

  it('what an event carries: anything, and the question at its message', () => {
    const document = changed(['### order.made\n\n- Payload: Order', '### order.made\n\n- Payload: not shown']);
    expect(document['components'].schemas.OrderMadeEvent).toEqual({});
    expect(gapsOf(messageOf(document))).toEqual(['6/order.made/payload']);
  });

  it('what a message is not about is of the whole document', () => {
    expect(gapsOf(changed(['## 9. Versioning\n\nnone', '## 9. Versioning\n\nnot shown']))).toEqual(['9']);
    expect(gapsOf(api(SHOP))).toEqual([]);
  });
});

describe('payloads', () => {
  it('a template that names fields of the row, where all its events are about one resource', () => {
    const document = changed(['### order.made\n\n- Payload: Order', '### order.made\n\n- Payload: `{"sum": total}`']);
    expect(document['components'].schemas.OrderMadeEvent.properties.sum).toMatchObject({ type: 'number' });
  });

  it('what is beside a reference is not lost on draft 07', () => {
    const document = changed([
      '### order.made\n\n- Payload: Order',
      '### order.made\n\n| Field | Type | Required | Meaning |\n|---|---|---|---|\n| `order` | Order without `customer` | yes | What was ordered |',
    ]);
    expect(document['components'].schemas.OrderMadeEvent.properties.order).toEqual({
      allOf: [{ $ref: '#/components/schemas/OrderWithoutCustomer' }],
      description: 'What was ordered',
    });
  });
});
