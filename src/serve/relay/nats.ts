// NATS JetStream. Input: an address, a subject, how long an answer may take. Output: a connection that publishes messages, each taken when a stream
// has acknowledged it. https://docs.nats.io/reference/reference-protocols/nats_api_reference#publishing-messages

import { type Connected, type Message, NotTaken } from './broker.ts';
import type { BrokerAddress } from './broker-address.ts';
import { percentEncoded } from './envelopes.ts';

export async function connectNats({ url }: BrokerAddress, subject: string, timeOut: number): Promise<Connected> {
  if (!/^[^\s.*>]+(?:\.[^\s.*>]+)*$/.test(subject)) throw new Error(`\`${subject}\` is no subject to publish on`);
  const [{ connect, headers, errors }, { jetstream, JetStreamApiError }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ]);
  const connection = await connect({
    servers: url.host,
    name: 'ninefold',
    timeout: timeOut,
    // The relay connects anew: what waits in a client for a connection would be sent behind its back.
    reconnect: false,
    ...credentialsOf(url),
    ...(url.protocol === 'tls:' && { tls: {} }),
  });
  const stream = jetstream(connection, { timeout: timeOut });
  const problemOf = (error: unknown): Error => {
    if (error instanceof Error && error.name === 'JetStreamNotEnabled')
      return new NotTaken(noStream(subject, connection.info?.jetstream === true));
    if (error instanceof JetStreamApiError) return new NotTaken(error.message);
    // Too large for the server: the client does not send it, and the connection is as good as before.
    if (error instanceof errors.InvalidArgumentError) return new NotTaken(error.message);
    if (error instanceof errors.TimeoutError) return new Error(`no answer within ${timeOut / 1000} seconds`);
    return error as Error;
  };
  return {
    async publish(message) {
      try {
        const told = headers();
        for (const [name, value] of Object.entries(headersOf(message))) told.set(name, value);
        const ack = await stream.publish(subject, message.body, { msgID: message.id, headers: told });
        // Others may answer on the subject.
        if (typeof ack.stream !== 'string' || typeof ack.seq !== 'number')
          throw new NotTaken('the answer is no PubAck');
        return `${ack.stream} ${ack.seq}${ack.duplicate ? ', which it had' : ''}`;
      } catch (error) {
        throw error instanceof NotTaken ? error : problemOf(error);
      }
    },
    closed: connection.closed(),
    close: () => void connection.close().catch(() => undefined),
  };
}

/** https://github.com/cloudevents/spec/blob/main/cloudevents/bindings/nats-protocol-binding.md#31-binary-content-mode */
function headersOf({ contentType, attributes, headers }: Message): Readonly<Record<string, string>> {
  const all = Object.entries(attributes);
  if (all.length > 0) all.push(['datacontenttype', contentType]);
  const told = Object.fromEntries(all.map(([name, value]) => [`ce-${name}`, percentEncoded(value)]));
  return { 'content-type': contentType, ...headers, ...told };
}

function credentialsOf({ username, password }: URL): { user?: string; pass?: string; token?: string } {
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}

function noStream(subject: string, hasJetStream: boolean): string {
  if (!hasJetStream) return 'it runs without JetStream: start it with `-js`';
  return `no stream takes \`${subject}\`: create one, as in \`nats stream add EVENTS --subjects ${subject}\``;
}
