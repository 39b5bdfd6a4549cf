// The operator's settings about events that are sent. Input: none. Output: their rows, for settings.ts. docs/operate.md, Events.

import { millisecondsOf } from '../base/durations.ts';
import { KEPT_FOR } from '../serve/relay/context.ts';
import { BROKER_FORMS, parseBroker } from '../serve/relay/broker-address.ts';
import { RANGES } from './call-settings.ts';
import { amount, text, type Setting } from './setting.ts';

export const EVENT_SETTINGS: readonly Setting[] = [
  {
    key: 'allowAddresses',
    flag: '--allow-addresses <ranges>',
    what: 'addresses to which events may be sent though they are not public: 10.1.0.0/16, ::1 by commas',
    otherwise: undefined,
    ...RANGES,
  },
  {
    key: 'eventSecrets',
    flag: '--event-secrets <file>',
    what: 'file of the secrets that sign events where the document says that the operator keeps them: one a line, the newest first',
    otherwise: undefined,
    read: text,
    expected: 'a file',
  },
  {
    key: 'broker',
    flag: '--broker <url>',
    what: 'the broker that gets the events where the document sends them to one: nats://HOST:4222 for a subject, amqp://USER:PASSWORD@HOST:5672 for a queue',
    otherwise: undefined,
    read: (value) => (parseBroker(value) ? value : undefined),
    expected: BROKER_FORMS,
  },
  {
    key: 'keepEvents',
    flag: '--keep-events <time>',
    what: 'how long events that were delivered are kept, with what was tried: 12 hours, 30 days',
    otherwise: KEPT_FOR,
    read: (value) => ((millisecondsOf(value) ?? 0) > 0 ? value : undefined),
    expected: 'a length of time: 12 hours, 30 days',
  },
  {
    key: 'outboxLimit',
    flag: '--outbox-limit <number>',
    what: 'calls that emit events are answered 503 while so many events are in the outbox; left out, there is no limit',
    otherwise: undefined,
    ...amount(1, 1_000_000_000),
  },
];
