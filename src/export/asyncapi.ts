// The events of a document as AsyncAPI. Input: a model without errors. Output: AsyncAPI 3.1.0 as plain data; the same document gives the
// same bytes. What AsyncAPI has no word for is in descriptions and in `x-ninefold-…`, what is open in `x-not-shown`; nothing is added.
// Notation, part 6. https://www.asyncapi.com/docs/reference/specification/v3.1.0

import type { Model } from '../model/model.ts';
import { channelOf } from './channels.ts';
import { Definitions } from './definitions.ts';
import { named } from './draft-07.ts';
import { infoOf } from './info.ts';
import { JSON_TYPE, messagesOf, type Message } from './messages.ts';
import { pascal } from './names.ts';
import { notShown, openOfAll } from './not-shown.ts';
import type { Schema } from './schema.ts';
import { sentWhen } from './sent-when.ts';
import { reserveNames, type Showing } from './shown.ts';

export interface AsyncApi {
  readonly asyncapi: '3.1.0';
  readonly channels: Readonly<Record<string, Schema>>;
  readonly operations: Readonly<Record<string, Schema>>;
  readonly [member: string]: unknown;
}

/** `address`: where the service listens, if it does. */
export function asyncApi(model: Model, address?: string): AsyncApi {
  const showing: Showing = { model, definitions: new Definitions() };
  reserveNames(showing);
  const messages = messagesOf(showing);
  const channel = messages.length === 0 ? undefined : channelOf(showing, address);
  const schemas = showing.definitions.all();
  return {
    asyncapi: '3.1.0',
    info: infoOf(model),
    defaultContentType: JSON_TYPE,
    ...(channel?.server && { servers: { [SERVER]: channel.server } }),
    channels: channel ? { [channel.key]: channelObject(channel.object, messages, channel.server !== undefined) } : {},
    operations: channel
      ? Object.fromEntries(messages.map((one) => [`send${pascal(one.key)}`, operationObject(model, channel, one)]))
      : {},
    ...(messages.length > 0 && {
      components: {
        messages: Object.fromEntries(messages.map(({ key, object }) => [key, object])),
        ...(Object.keys(schemas).length > 0 && { schemas: named(schemas) }),
        ...(channel && Object.keys(channel.schemes).length > 0 && { securitySchemes: channel.schemes }),
      },
    }),
    ...notShown(openOfAll(model).filter(({ gap }) => isOfNoEvent(gap, messages))),
  };
}

const SERVER = 'service';

/** What is open of Delivery is at the channel, what is open of an event at its message, and what is open of other parts is of no event. */
function isOfNoEvent(gap: string, messages: readonly Message[]): boolean {
  if (/^[2-578]($|\/)/.test(gap)) return false;
  return [DELIVERY_ID, ...messages.map(({ id }) => id)].every((id) => gap !== id && !gap.startsWith(`${id}/`));
}

const DELIVERY_ID = '6/delivery';

function channelObject(object: Schema, messages: readonly Message[], isServed: boolean): Schema {
  return {
    ...object,
    ...(isServed && { servers: [{ $ref: `#/servers/${SERVER}` }] }),
    messages: Object.fromEntries(messages.map(({ key }) => [key, { $ref: `#/components/messages/${key}` }])),
  };
}

function operationObject(
  model: Model,
  { key, bindings, security }: ReturnType<typeof channelOf> & {},
  message: Message,
): Schema {
  const to = `#/channels/${key}`;
  return {
    action: 'send',
    channel: { $ref: to },
    ...sentWhen(model, message.event),
    messages: [{ $ref: `${to}/messages/${message.key}` }],
    ...(bindings && { bindings }),
    ...(security && { security }),
  };
}
