// What is sent of each event: its headers and its body, as Delivery surrounds them. Input: a model. Output: Message Objects of AsyncAPI.
// Notation, part 6, keys Signature, Envelope, Duplicates. The headers are those that src/serve/relay sends.

import { otherId } from '../analysis/document/slot-ids.ts';
import { Names, pascal } from './names.ts';
import type { DeliveryFacts, EventKind } from '../notation/events.ts';
import { type Slot, valueOf } from '../notation/slot.ts';
import type { Envelope, WithHoles } from '../notation/values/signatures.ts';
import { draft07 } from './draft-07.ts';
import { payloads } from './payloads.ts';
import { type Member, objectOf, type Schema } from './schema.ts';
import { shapeSchema, type Showing, type WordSchema } from './shown.ts';

export const JSON_TYPE = 'application/json';

export interface Message {
  readonly event: EventKind;
  /** Its slots begin with it. */
  readonly id: string;
  /** Its name among the components. */
  readonly key: string;
  readonly object: Schema;
}

export function messagesOf(showing: Showing): readonly Message[] {
  const { kinds, delivery } = showing.model.document.events;
  const names = new Names();
  const carried = payloads(showing);
  return kinds.items.map((event) => {
    const name = event.name.text;
    const { payload, 'x-not-shown': open } = carried[name]!;
    const object = {
      name,
      ...surrounded(showing, delivery?.facts, name, payload as Schema),
      ...(open !== undefined && { 'x-not-shown': open }),
    };
    return { event, id: otherId(6, name), key: names.take(pascal(name)), object };
  });
}

function surrounded(showing: Showing, facts: DeliveryFacts | undefined, name: string, payload: Schema): Schema {
  const headers = facts ? headersOf(facts, name) : [];
  const envelope = facts && envelopeOf(facts.envelope);
  const isStructured = envelope?.kind === 'CloudEvents' && envelope.mode === 'structured';
  return {
    contentType: isStructured ? 'application/cloudevents+json' : JSON_TYPE,
    ...(headers.length > 0 && { headers: objectOf(headers, 'open') }),
    ...bodyOf(showing, envelope, name, payload),
  };
}

/** Undefined: none. One that is not shown, or that nothing says the mode of, may be anything. */
function envelopeOf(slot: Slot<Envelope>): Envelope | { readonly kind: 'open' } | undefined {
  if (slot.status === 'none' || slot.status === 'absent') return undefined;
  const stated = valueOf(slot);
  return stated && !(stated.kind === 'CloudEvents' && stated.mode === undefined) ? stated : { kind: 'open' };
}

/** What an event carries is the body, or in it; where nothing says where, it is beside. */
function bodyOf(
  showing: Showing,
  envelope: ReturnType<typeof envelopeOf>,
  name: string,
  payload: Schema,
): { readonly payload: Schema; readonly 'x-ninefold-payload'?: Schema } {
  switch (envelope?.kind) {
    case undefined:
      return { payload };
    case 'open':
      return { payload: {}, 'x-ninefold-payload': payload };
    case 'shape': {
      const word = (one: string): WordSchema => ({
        schema: ofWord(one, name, payload),
        optional: false,
        repeats: false,
      });
      return { payload: draft07(shapeSchema(showing, envelope.shape, { resource: undefined, word })) };
    }
    case 'CloudEvents':
      if (envelope.mode !== 'structured') return { payload };
      return {
        payload: objectOf(
          [
            ...attributes(name),
            member('datacontenttype', { const: JSON_TYPE }),
            { path: ['data'], schema: payload, required: true },
          ],
          'open',
        ),
      };
  }
}

function ofWord(word: string, name: string, payload: Schema): Schema {
  switch (word) {
    case 'payload':
      return payload;
    case 'event name':
      return { const: name };
    case 'now':
      return MOMENT;
    default:
      return TEXT;
  }
}

const MOMENT: Schema = { type: 'string', format: 'date-time' };

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md#context-attributes */
function attributes(name: string): readonly Member[] {
  return [
    member('specversion', { const: '1.0' }),
    member('id', TEXT),
    member('source', { type: 'string', format: 'uri-reference' }),
    member('type', { const: name }),
    member('time', MOMENT),
  ];
}

const TEXT: Schema = { type: 'string' };

function member(name: string, schema: Schema): Member {
  return { path: [name], schema, required: true };
}

function headersOf(facts: DeliveryFacts, name: string): readonly Member[] {
  const all = [...signatureHeaders(facts), ...cloudEventHeaders(facts, name)];
  const by = valueOf(facts.duplicates)?.by;
  const isThere = all.some(({ path: [known] }) => known!.toLowerCase() === by?.name.toLowerCase());
  return by?.in === 'header' && !isThere ? [...all, member(by.name, TEXT)] : all;
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function signatureHeaders({ signature }: DeliveryFacts): readonly Member[] {
  const stated = valueOf(signature);
  if (!stated) return [];
  if (stated.kind === 'Standard Webhooks')
    return [
      member('webhook-id', TEXT),
      member('webhook-timestamp', { type: 'string', pattern: '^[0-9]+$' }),
      member('webhook-signature', { type: 'string', pattern: '^v1,' }),
    ];
  const { header, value, digest, encoding, signed } = stated;
  const held = value ? `\`${written(value)}\`, with ` : '';
  const description = `${held}the signature by \`${digest}\`, in ${encoding}, of \`${written(signed)}\``;
  return [member(header, { type: 'string', description })];
}

function written(text: WithHoles): string {
  return text.map((piece) => (typeof piece === 'string' ? piece : `{${piece.hole}}`)).join('');
}

/**
 * Over HTTP: https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md#313-metadata-headers
 * A value that is not printable ASCII is percent-encoded there. Other protocols have names of their own.
 */
function cloudEventHeaders({ envelope, sentAs }: DeliveryFacts, name: string): readonly Member[] {
  const stated = valueOf(envelope);
  if (stated?.kind !== 'CloudEvents' || stated.mode !== 'binary' || valueOf(sentAs)?.kind !== 'request') return [];
  const isPlain = /^[\u0021\u0023\u0024\u0026-\u007e]+$/.test(name);
  return attributes(name).map(({ path: [attribute], schema }) =>
    member(`ce-${attribute}`, attribute === 'type' && !isPlain ? TEXT : schema),
  );
}
