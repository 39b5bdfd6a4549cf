// Where events are sent to. Input: a model. Output: the channel of all events, the bindings of what sends to it, and the server that has
// it, where the document or the operator says which. Notation, part 6, Delivery. https://github.com/asyncapi/bindings

import { factName, otherId } from '../analysis/document/slot-ids.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { statementsOf } from '../notation/declaration.ts';
import { DELIVERY, type DeliveryFacts } from '../notation/events.ts';
import { OPERATION } from '../notation/operation.ts';
import { LAST_EVENT_ID, mayGoOn } from '../analysis/document/streams.ts';
import { valueOf } from '../notation/slot.ts';
import { printOwned } from '../notation/values/names.ts';
import type { SentAs } from '../notation/values/delivery.ts';
import { draft07 } from './draft-07.ts';
import { serverOf } from './info.ts';
import { camel, Names } from './names.ts';
import { notShown, openOfAll, type NotShown } from './not-shown.ts';
import { parametersOf } from './parameters.ts';
import { prose } from './prose.ts';
import { isSaid, objectOf, type Schema } from './schema.ts';
import { requirementOf, securityOf } from './security.ts';
import type { Showing } from './shown.ts';
import { extensions } from './statements.ts';

export interface Channel {
  readonly key: string;
  readonly object: Schema;
  /** Of the operations that send to it. */
  readonly bindings?: Schema;
  readonly server?: Schema;
  readonly security?: readonly Schema[];
  readonly schemes: Readonly<Record<string, Schema>>;
}

/** Undefined: events are sent nowhere. */
export function channelOf(showing: Showing, address: string | undefined): Channel | undefined {
  const facts = showing.model.document.events.delivery?.facts;
  if (facts?.sentAs.status === 'none') return undefined;
  const sent = facts && valueOf(facts.sentAs);
  const open = openOfAll(showing.model).filter(({ gap }) => gap === DELIVERY_ID || gap.startsWith(`${DELIVERY_ID}/`));
  const { key, object, lines = [], ...others } = placeOf(showing, sent, address);
  return {
    key: new Names().take(key === '' ? 'events' : key),
    schemes: {},
    ...others,
    object: {
      ...object,
      ...(facts && { description: [...describe(facts, open), ...lines].join('\n'), ...extensions(DELIVERY, facts) }),
      ...notShown(open),
    },
  };
}

const DELIVERY_ID = otherId(6, 'delivery');

/** Each bullet as it is written: AsyncAPI has a field for none of them but the first. */
function describe(facts: DeliveryFacts, open: readonly NotShown[]): readonly string[] {
  return statementsOf(DELIVERY, facts).flatMap(({ of: { head }, slot }) => {
    if (isSaid(slot)) return [`- ${head}: ${'text' in slot ? prose(slot.text) : ''}`];
    return open.some(({ gap }) => gap === `${DELIVERY_ID}/${factName(head)}`) ? [`- ${head}: not shown`] : [];
  });
}

type Place = Partial<Channel> &
  Pick<Channel, 'key' | 'object'> & {
    /** Of the description, behind the bullets. */
    readonly lines?: readonly string[];
  };

function placeOf(showing: Showing, sent: SentAs | undefined, address: string | undefined): Place {
  if (!sent) return { key: '', object: { address: null } };
  switch (sent.kind) {
    case 'request':
      // The address is in a row: https://www.asyncapi.com/docs/reference/specification/v3.1.0#channelObject
      return {
        key: camel(`${sent.to.owner.text} ${sent.to.field.text}`),
        object: { title: printOwned(sent.to).replaceAll('`', ''), address: null },
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      };
    case 'server-sent events': {
      const linked = showing.model.operations.get(sent.operation.text);
      return linked ? streamOf(showing, linked, address) : { key: '', object: { address: null } };
    }
    default:
      return brokerOf(sent);
  }
}

/** By what each protocol calls its channels: subjects are of NATS, queues of AMQP, topics of Kafka. Which server has it is the operator's. */
function brokerOf({ kind, name }: Extract<SentAs, { readonly name: string }>): Place {
  const place = { key: camel(name), object: { address: name } };
  switch (kind) {
    case 'subject':
      return { ...place, bindings: { nats: { bindingVersion: '0.1.0' } } };
    case 'topic':
      return {
        ...place,
        object: { ...place.object, bindings: { kafka: { topic: name, bindingVersion: '0.5.0' } } },
      };
    case 'queue': {
      // A longer one is none of AMQP.
      const queue = name.length > 255 ? {} : { name };
      return {
        ...place,
        object: { ...place.object, bindings: { amqp: { is: kind, queue, bindingVersion: '0.3.0' } } },
      };
    }
  }
}

/** The path of an operation, whose callers keep the connection. */
function streamOf(showing: Showing, linked: LinkedOperation, address: string | undefined): Place {
  const { model } = showing;
  const { method, path } = linked.operation;
  const base = serverOf(model, address);
  const server = URL.canParse(base) ? new URL(base) : undefined;
  const before = (server?.pathname ?? base).replace(/\/$/, '');
  const parameters = parametersOf(showing, linked, new Map());
  const inPath = parameters.filter((one) => one.in === 'path');
  const query = parameters.flatMap(({ in: place, name, required, schema }) =>
    place === 'query' ? [{ path: [name], required: required === true, schema: draft07(schema as Schema) }] : [],
  );
  return {
    key: camel(path),
    object: {
      address: before + path,
      ...(inPath.length > 0 && { parameters: Object.fromEntries(inPath.map(({ name }) => [name, {}])) }),
      ...extensions({ who: OPERATION.who }, linked.facts),
    },
    lines: [
      ...(isSaid(linked.facts.who) && 'text' in linked.facts.who ? [`- Who: ${prose(linked.facts.who.text)}`] : []),
      // https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
      `- On the stream: \`event\` is the name of the message, \`data\` its payload${
        mayGoOn(model) ? `, \`id\` what \`${LAST_EVENT_ID}\` goes on behind` : ''
      }`,
    ],
    bindings: {
      http: { method, ...(query.length > 0 && { query: objectOf(query, 'open') }), bindingVersion: '0.3.0' },
    },
    ...(server && { server: { host: server.host, protocol: server.protocol.replace(':', '') } }),
    ...whoMay(model, linked),
  };
}

/** Each scheme by itself lets a caller in. Where anyone may read, none does; the roles of Who are in its OpenAPI. */
function whoMay(model: Model, linked: LinkedOperation): Pick<Channel, 'schemes' | 'security'> {
  const { security = [] } = requirementOf(model, linked);
  const { schemes } = securityOf(model);
  if (security.some((one) => Object.keys(one).length === 0)) return { schemes: {} };
  const names = [...new Set(security.flatMap((one) => Object.keys(one)))];
  const known = names.flatMap((name): readonly (readonly [string, Schema])[] => {
    const scheme = schemes[name] && schemeObject(schemes[name]);
    return scheme ? [[name, scheme]] : [];
  });
  if (known.length === 0 || known.length < names.length) return { schemes: {} };
  return {
    schemes: Object.fromEntries(known),
    security: known.map(([name]) => ({ $ref: `#/components/securitySchemes/${name}` })),
  };
}

/** In the words of AsyncAPI, where they say the same. */
function schemeObject(scheme: Schema): Schema | undefined {
  switch (scheme['type']) {
    case 'apiKey':
      return { ...scheme, type: 'httpApiKey' };
    case 'mutualTLS':
      return { ...scheme, type: 'X509' };
    case 'oauth2':
      return undefined;
    default:
      return scheme;
  }
}
