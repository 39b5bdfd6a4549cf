// The address of a broker, as the operator names it. Input: a text; a plan. Output: its parts, or what is wrong with it; why nothing can be sent to it.
// docs/operate.md, Events.

import type { Plan } from '../../plan/plan.ts';

export interface BrokerAddress {
  /** NATS, or AMQP 0-9-1. */
  readonly kind: 'nats' | 'amqp';
  /** Without credentials. */
  readonly shown: string;
  readonly url: URL;
}

const KINDS: ReadonlyMap<string, BrokerAddress['kind']> = new Map([
  ['nats:', 'nats'],
  ['tls:', 'nats'],
  ['amqp:', 'amqp'],
  ['amqps:', 'amqp'],
]);

export const BROKER_FORMS = '`nats://HOST:4222`, or `amqp://USER:PASSWORD@HOST:5672`; over TLS `tls://` and `amqps://`';

/** Undefined: it is none. */
export function parseBroker(text: string): BrokerAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const kind = KINDS.get(url.protocol);
  if (!kind || url.hostname === '' || !isDecodable(url.username) || !isDecodable(url.password)) return undefined;
  return { kind, shown: `${url.protocol}//${url.host}`, url };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Hides what is in front of the host, also of what is no address. */
export function maskedBroker(text: string): string {
  return text
    .replace(/^((?:[a-z][a-z0-9+.-]*:)?\/*)[^]*@/i, '$1********@')
    .replace(/([?&][^=&#]*=)[^&#]*/g, '$1********');
}

const OF_KIND = { subject: 'nats', queue: 'amqp' } as const;
const NAMED = { subject: 'nats://HOST:4222', queue: 'amqp://USER:PASSWORD@HOST:5672' } as const;

/** Why no message can be sent; undefined: nothing keeps it. */
export function withoutBroker(
  { delivery }: Pick<Plan, 'delivery'>,
  { broker }: { readonly broker?: BrokerAddress },
): string | undefined {
  const { broker: sent, heldBy = [] } = delivery ?? {};
  if (!sent || heldBy.length > 0 || broker?.kind === OF_KIND[sent.kind]) return undefined;
  const which = sent.kind === 'subject' ? 'a subject of NATS' : 'a queue of AMQP';
  const instead = broker ? `--broker names ${broker.shown}; write` : 'name the broker:';
  return `events wait: the document sends them to ${which}, \`${sent.name}\`; ${instead} --broker ${NAMED[sent.kind]}`;
}
