// What surrounds the payload of an event when it is sent. Input: the envelope that the document states, as data; an event. Output: headers and
// a body. Notation, part 6, Envelope. https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md

import type { EnvelopePiece, EnvelopePlan, EnvelopeWord } from '../../plan/delivery-plan.ts';

export interface Enveloped {
  /** The same in each try; with `source` no other event has it. */
  readonly id: string;
  /** The public address of the service. */
  readonly source: string;
  /** The kind of the event. */
  readonly type: string;
  /** When it happened: RFC 3339. */
  readonly time: string;
  /** What it is about. */
  readonly subject?: string;
  /** Of the request that caused it. https://www.w3.org/TR/trace-context/ */
  readonly traceparent: string | null;
  /** JSON text: it is sent as it is, so that no number changes. */
  readonly payload: string;
}

export interface Wrapped {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function wrapped(envelope: EnvelopePlan, event: Enveloped): Wrapped {
  const { contentType, trace, attributes, body } = partsOf(envelope, event);
  const headers: Record<string, string> = { 'content-type': contentType, ...trace };
  for (const [name, value] of Object.entries(attributes)) headers[`ce-${name}`] = percentEncoded(value);
  return { headers, body };
}

/** What every binding of CloudEvents puts into places of its own. */
export interface Parts {
  readonly contentType: string;
  readonly trace: Readonly<Record<string, string>>;
  /** Those that are not in the body. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly body: string;
}

export function partsOf(envelope: EnvelopePlan, event: Enveloped): Parts {
  const trace = traceOf(event);
  if (envelope.kind === 'none') return { contentType: 'application/json', trace, attributes: {}, body: event.payload };
  if (envelope.kind === 'template') {
    const body = envelope.pieces.map((piece) => filled(piece, event)).join('');
    return { contentType: 'application/json', trace, attributes: {}, body };
  }
  const attributes = attributesOf(event, trace);
  if (envelope.mode === 'binary') return { contentType: 'application/json', trace, attributes, body: event.payload };
  const written = JSON.stringify({ ...attributes, datacontenttype: 'application/json' });
  const body = `${written.slice(0, -1)},"data":${event.payload}}`;
  return { contentType: 'application/cloudevents+json', trace, attributes: {}, body };
}

function filled(piece: EnvelopePiece, event: Enveloped): string {
  if (typeof piece === 'string') return piece;
  const { word, within } = piece;
  if (word === 'payload' && !within) return event.payload;
  const text = JSON.stringify(OF_WORDS[word](event));
  return within ? text.slice(1, -1) : text;
}

const OF_WORDS: Readonly<Record<EnvelopeWord, (event: Enveloped) => string>> = {
  payload: ({ payload }) => payload,
  'event id': ({ id }) => id,
  'event name': ({ type }) => type,
  now: ({ time }) => time,
};

function traceOf({ traceparent }: Enveloped): Readonly<Record<string, string>> {
  // What a client sent and is no such text is no header of ours.
  return traceparent !== null && /^[\da-f]{2}(?:-[\da-f]{32}-[\da-f]{16}-[\da-f]{2})$/.test(traceparent)
    ? { traceparent }
    : {};
}

/** With the extension for distributed tracing. */
function attributesOf(event: Enveloped, trace: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const subject = event.subject === undefined ? '' : cleaned(event.subject);
  return {
    specversion: '1.0',
    id: cleaned(event.id),
    source: event.source,
    type: cleaned(event.type),
    time: event.time,
    ...(subject === '' ? {} : { subject }),
    ...trace,
  };
}

/** Attributes hold no control characters, and no halves of characters. */
function cleaned(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are meant
  return text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g, '\ufffd');
}

/** Of the binding, 3.1.3.2: space, `"`, `%`, and all that is no printable ASCII. */
export function percentEncoded(value: string): string {
  return value.toWellFormed().replace(/[^\u0021\u0023\u0024\u0026-\u007e]+/gu, encodeURIComponent);
}
