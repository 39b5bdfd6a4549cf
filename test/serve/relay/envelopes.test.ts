// What surrounds a payload, as the SDK of CloudEvents reads it, with hostile texts.

import { HTTP } from 'cloudevents';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { plainText } from '../../../src/notation/grammar/source-text.ts';
import { parseEnvelope } from '../../../src/notation/values/signatures.ts';
import type { EnvelopePlan } from '../../../src/plan/delivery-plan.ts';
import { envelopePlan } from '../../../src/plan/envelope.ts';
import { type Enveloped, wrapped } from '../../../src/serve/relay/envelopes.ts';

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b9c7c989f97918e1-01';
const event = (more: Partial<Enveloped> = {}): Enveloped => ({
  id: '42',
  source: 'https://api.example/v1',
  type: 'order_paid',
  time: '2026-01-01T00:00:00.000Z',
  traceparent: TRACE,
  payload: '{"total":12345678901234567890.10}',
  ...more,
});
const BINARY: EnvelopePlan = { kind: 'CloudEvents', mode: 'binary' };
const STRUCTURED: EnvelopePlan = { kind: 'CloudEvents', mode: 'structured' };

interface Read {
  readonly [attribute: string]: unknown;
}

function read({ headers, body }: ReturnType<typeof wrapped>): Read {
  return JSON.parse(JSON.stringify(HTTP.toEvent({ headers: { ...headers }, body }))) as Read;
}

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md#3132-http-header-values */
const decoded = (text: unknown): string => decodeURIComponent(text as string);
// oxlint-disable-next-line no-control-regex -- they are meant
const NOT_IN_TEXT = /[\u0000-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;
const cleaned = (text: string): string => text.toWellFormed().replace(NOT_IN_TEXT, '\ufffd');

describe('no envelope', () => {
  it('is the payload as it is, with the trace of the request that caused it', () => {
    expect(wrapped({ kind: 'none' }, event())).toEqual({
      headers: { 'content-type': 'application/json', traceparent: TRACE },
      body: '{"total":12345678901234567890.10}',
    });
  });
});

describe('CloudEvents, binary', () => {
  it('has its attributes as headers, and the payload as it is', () => {
    expect(wrapped(BINARY, event({ subject: 'orders/7' }))).toEqual({
      headers: {
        'content-type': 'application/json',
        traceparent: TRACE,
        'ce-specversion': '1.0',
        'ce-id': '42',
        'ce-source': 'https://api.example/v1',
        'ce-type': 'order_paid',
        'ce-time': '2026-01-01T00:00:00.000Z',
        'ce-subject': 'orders/7',
        'ce-traceparent': TRACE,
      },
      body: '{"total":12345678901234567890.10}',
    });
  });

  it('writes what a header cannot hold as the binding says', () => {
    expect(wrapped(BINARY, event({ type: 'Euro € 😀' })).headers['ce-type']).toBe('Euro%20%E2%82%AC%20%F0%9F%98%80');
    expect(wrapped(BINARY, event({ subject: '"50%"\r\nx: y' })).headers['ce-subject']).toBe(
      '%2250%25%22%EF%BF%BD%EF%BF%BDx:%20y',
    );
  });

  it('is an event for the SDK, whatever the texts are', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(text, text, text, fc.json(), (id, type, subject, payload) => {
        const sent = wrapped(BINARY, event({ id, type, subject, payload }));
        for (const value of Object.values(sent.headers)) expect(value).toMatch(/^[\x21-\x7e]+$/);
        const got = read(sent);
        expect([decoded(got['id']), decoded(got['type']), decoded(got['subject'])]).toEqual(
          [id, type, subject].map(cleaned),
        );
        expect(sent.body).toBe(payload);
      }),
    );
  });
});

describe('CloudEvents, structured', () => {
  it('is one JSON text, in which no number changes', () => {
    expect(wrapped(STRUCTURED, event())).toEqual({
      headers: { 'content-type': 'application/cloudevents+json', traceparent: TRACE },
      body:
        '{"specversion":"1.0","id":"42","source":"https://api.example/v1","type":"order_paid",' +
        `"time":"2026-01-01T00:00:00.000Z","traceparent":"${TRACE}","datacontenttype":"application/json",` +
        '"data":{"total":12345678901234567890.10}}',
    });
  });

  it('is an event for the SDK, whatever the texts are', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(text, text, text, fc.json(), (id, type, subject, payload) => {
        const got = read(wrapped(STRUCTURED, event({ id, type, subject, payload })));
        expect([got['id'], got['type'], got['subject']]).toEqual([id, type, subject].map(cleaned));
        expect(got['traceparent']).toBe(TRACE);
      }),
    );
  });
});

function template(text: string): EnvelopePlan {
  const parsed = parseEnvelope(plainText(text));
  if (!parsed.ok || parsed.value.kind !== 'shape') throw new Error(text);
  return envelopePlan(parsed.value.shape)!;
}

describe('a template', () => {
  it('has the id, the kind, the instant and the payload where it says, and no number changes', () => {
    const envelope = template(
      '`{"id": <event id>, "object": "event", "meta": ["v1", 2, null, true, <event name>], "at": <now>, "data": {"object": <payload>}}`',
    );
    expect(wrapped(envelope, event())).toEqual({
      headers: { 'content-type': 'application/json', traceparent: TRACE },
      body:
        '{"id":"42","object":"event","meta":["v1",2,null,true,"order_paid"],"at":"2026-01-01T00:00:00.000Z",' +
        '"data":{"object":{"total":12345678901234567890.10}}}',
    });
  });

  it('is JSON whatever the texts are, also within a text and as a key', () => {
    const envelope = template('`{<event name>: <payload>, "text": "a \\" <event id>: <payload>"}`');
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, fc.json(), (id, type, payload) => {
        fc.pre(type !== '__proto__' && type !== 'text');
        const got = JSON.parse(wrapped(envelope, event({ id, type, payload })).body) as Read;
        expect(got['text']).toBe(`a " ${id}: ${payload}`);
        expect(got[type]).toEqual(JSON.parse(payload));
      }),
    );
  });
});

describe('of what is not known', () => {
  it('no attribute and no header are sent', () => {
    for (const mode of ['binary', 'structured'] as const) {
      const { headers, body } = wrapped({ kind: 'CloudEvents', mode }, event({ subject: '', traceparent: null }));
      expect(Object.keys(headers).join(' ')).not.toMatch(/subject|trace/);
      expect(body).not.toMatch(/subject|trace/);
    }
  });

  it.each(['', 'x', `${TRACE}\r\nx: y`, TRACE.toUpperCase(), `${TRACE}-more`])(
    'no trace is made of %j',
    (traceparent) => {
      expect(wrapped({ kind: 'none' }, event({ traceparent })).headers).toEqual({ 'content-type': 'application/json' });
    },
  );
});
