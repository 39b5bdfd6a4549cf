// What the operator says about events, for the service. Input: the settings, the plan. Output: what the relay is given; refused where the file of the
// secrets cannot be used; a line where the document needs one and none is named. docs/operate.md, Events.

import { resolve } from 'node:path';

import { millisecondsOf } from '../../base/durations.ts';
import type { Plan } from '../../plan/plan.ts';
import { NO_RANGES, parseRanges } from '../../serve/relay/addresses.ts';
import { parseBroker } from '../../serve/relay/broker-address.ts';
import type { RelaySettings } from '../../serve/relay/context.ts';
import { lackOf } from '../../serve/relay/lack.ts';
import { operatorSecrets } from '../../serve/relay/operator-secrets.ts';
import { Refusal, type Console } from '../console.ts';
import type { Settings } from '../settings.ts';

type OfEvents = Pick<Settings, 'allowAddresses' | 'eventSecrets' | 'broker' | 'keepEvents' | 'outboxLimit'>;

export function relaySettings(
  { allowAddresses, eventSecrets, broker, keepEvents, outboxLimit }: OfEvents,
  planned: Plan,
  console: Console,
): RelaySettings {
  const allowed = allowAddresses === undefined ? NO_RANGES : parseRanges(allowAddresses);
  const keep = millisecondsOf(keepEvents);
  if (typeof allowed === 'string' || keep === undefined) throw new Error('a setting was read, and cannot be');
  const named = broker === undefined ? undefined : parseBroker(broker);
  return {
    allowed,
    ...(named && { broker: named }),
    keep,
    secrets: eventSecrets === undefined ? () => [] : secretsOf(eventSecrets, planned, console),
    ...(outboxLimit !== undefined && { outboxLimit }),
  };
}

function secretsOf(file: string, { delivery }: Plan, console: Console): RelaySettings['secrets'] {
  try {
    const log = (line: string): void => console.err(line);
    return operatorSecrets(resolve(console.directory, file), delivery?.webhook?.signature, log);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Refusal(
      1,
      code === undefined ? message : `${file} cannot be read (${code}); it is the file of --event-secrets`,
    );
  }
}

/** What keeps all events from being sent, as the document is now. */
export function withoutSecret(plan: Plan, { eventSecrets }: OfEvents): readonly string[] {
  const secrets = (): readonly string[] => (eventSecrets === undefined ? [] : [eventSecrets]);
  if (lackOf(plan, { allowed: NO_RANGES, secrets }) !== 'no secret') return [];
  return [
    'no event can be signed yet: the document says that the operator keeps the secret; --event-secrets FILE names it',
  ];
}
