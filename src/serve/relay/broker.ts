// A broker, which may be away. Input: what connects to it; messages. Output: what became of each. One connection for all; after one that failed the
// broker is left alone, each time longer. Decision 0070.

import type { WebhookPlan } from '../../plan/delivery-plan.ts';
import { waitAfter } from './waits.ts';

export interface Message {
  /** The same in each try. */
  readonly id: string;
  /** The kind of the event. */
  readonly type: string;
  readonly contentType: string;
  /** Of CloudEvents, where they are not in the body. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Connected {
  /** What the broker said when it had taken the message. Rejects with `NotTaken` where it said that it does not; else the connection is of no use. */
  publish(message: Message): Promise<string>;
  /** When it ends. */
  readonly closed: Promise<unknown>;
  close(): void;
}

/** The broker is there, and does not take the message. */
export class NotTaken extends Error {}

export type Published =
  | { readonly kind: 'taken' | 'not taken'; readonly said: string }
  | { readonly kind: 'away'; readonly said: string; readonly again: number }
  /** It was not asked. */
  | { readonly kind: 'left alone'; readonly again: number };

export interface Broker {
  publish(message: Message): Promise<Published>;
  /** What is being sent is interrupted. */
  close(): void;
}

export interface BrokerParts {
  readonly connect: () => Promise<Connected>;
  /** Milliseconds for a connection. */
  readonly timeOut: number;
  readonly waits: NonNullable<WebhookPlan['waits']>;
  /** Milliseconds, of a steady clock. */
  readonly now: () => number;
  /** Without credentials. */
  readonly shown: string;
  readonly log: (line: string) => void;
}

export function brokerOf(parts: BrokerParts): Broker {
  const { now, waits } = parts;
  const say = lineOf(parts);
  let connection: Promise<Connected> | undefined;
  let fails = 0;
  let from = 0;
  let isClosed = false;
  const closing = Promise.withResolvers<never>();
  closing.promise.catch(() => undefined);
  const connected = (): Promise<Connected> => (connection ??= opened());
  const opened = (): Promise<Connected> => {
    const opening = inTime(parts.connect(), parts.timeOut).then((one) => {
      void one.closed.then(() => forget(opening));
      if (isClosed) one.close();
      return one;
    });
    return opening;
  };
  const forget = (one: Promise<Connected> | undefined): void => {
    if (connection !== one) return;
    connection = undefined;
    void one?.then(
      (open) => open.close(),
      () => undefined,
    );
  };
  return {
    async publish(message) {
      const rest = from - now();
      if (rest > 0) return { kind: 'left alone', again: rest };
      const used = connected();
      try {
        const said = await Promise.race([used.then((one) => one.publish(message)), closing.promise]);
        fails = 0;
        say(undefined);
        return { kind: 'taken', said };
      } catch (error) {
        const said = (error as Error).message;
        if (isClosed) throw error;
        say(said);
        if (error instanceof NotTaken) return { kind: 'not taken', said };
        // What was sent on it at the same time fails with it, and is no reason to wait longer.
        if (connection === used || from <= now()) from = now() + waitAfter(++fails, waits, Math.random());
        forget(used);
        return { kind: 'away', said, again: Math.max(0, from - now()) };
      }
    },
    close() {
      isClosed = true;
      closing.reject(new Error('the service stops'));
      forget(connection);
    },
  };
}

/** One that comes too late is closed. */
function inTime(connecting: Promise<Connected>, timeOut: number): Promise<Connected> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      reject(new Error(`no connection within ${timeOut / 1000} seconds`));
    }, timeOut);
    connecting
      .then((one) => (isLate ? one.close() : resolve(one)))
      .catch(reject)
      .finally(() => clearTimeout(late));
  });
}

/** One line when events begin to wait, or wait for another reason, and one when they go on. */
function lineOf({ shown, log }: BrokerParts): (problem: string | undefined) => void {
  let known: string | undefined;
  return (problem) => {
    if (problem === known) return;
    known = problem;
    log(problem === undefined ? `events go on: ${shown} takes them` : `events wait: ${shown}: ${problem}`);
  };
}
