// AMQP 0-9-1. Input: an address, a queue, how long an answer may take. Output: a connection that publishes messages, each taken when the broker has
// confirmed that it is in the queue. https://www.rabbitmq.com/docs/confirms

import { type Connected, type Message, NotTaken } from './broker.ts';
import type { BrokerAddress } from './broker-address.ts';

/** Seconds; a connection that is silent for twice as long is dead. */
const HEARTBEAT = '15';

export async function connectAmqp({ url }: BrokerAddress, queue: string, timeOut: number): Promise<Connected> {
  const { connect } = await import('amqplib');
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', HEARTBEAT);
  const connection = await connect(address.href, { timeout: timeOut, noDelay: true });
  const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()));
  // What ends the connection, or the channel, fails each message that waits on it.
  connection.on('error', () => undefined);
  const close = (): void => void connection.close().catch(() => undefined);
  const channel = await connection.createConfirmChannel().catch((error: unknown) => {
    close();
    throw error;
  });
  channel.on('error', () => undefined);
  channel.once('close', close);
  const returned = new Map<string, string>();
  channel.on('return', ({ fields, properties }: { fields: object; properties: { messageId: string } }) => {
    const { replyCode, replyText } = fields as { replyCode: number; replyText: string };
    // It comes in front of the confirmation. https://www.rabbitmq.com/docs/publishers#unroutable
    returned.set(properties.messageId, replyCode === NO_ROUTE ? noQueue(queue) : `${replyCode} ${replyText}`);
  });
  return {
    publish: (message) =>
      answered(timeOut, (done) => {
        channel.publish('', queue, Buffer.from(message.body), optionsOf(message), (error: unknown) => {
          const why = returned.get(message.id);
          returned.delete(message.id);
          if (why !== undefined) return done(new NotTaken(why));
          if (!error) return done(undefined);
          // One that it answers, and not one that the end of the connection answers.
          const isNack = (error as Error).message === 'message nacked';
          done(isNack ? new NotTaken('it did not take the message') : (error as Error));
        });
      }),
    closed,
    close,
  };
}

/** https://www.rabbitmq.com/amqp-0-9-1-reference#constants */
const NO_ROUTE = 312;

function noQueue(queue: string): string {
  return `there is no queue \`${queue}\`: create it, durable, as in \`rabbitmqadmin declare queue name=${queue} durable=true\``;
}

/** In the default exchange each queue is bound by its name. */
function optionsOf({ id, type, contentType, attributes, headers }: Message): object {
  // https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/amqp-protocol-binding.md#3131-amqp-application-property-names
  const told = Object.entries(attributes).map(([name, value]) => [`cloudEvents:${name}`, value]);
  return {
    messageId: id,
    type,
    contentType,
    headers: { ...headers, ...Object.fromEntries(told) },
    persistent: true,
    mandatory: true,
  };
}

function answered(timeOut: number, ask: (done: (error: Error | undefined) => void) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no answer within ${timeOut / 1000} seconds`)), timeOut);
    try {
      ask((error) => {
        clearTimeout(late);
        if (error) reject(error);
        else resolve('confirmed');
      });
    } catch (error) {
      clearTimeout(late);
      reject(error as Error);
    }
  });
}
