// What the operator does not name, and all events need. Input: a plan, the settings. Output: a broker, a secret, or nothing. Notation, part 6, Delivery.

import type { Plan } from '../../plan/plan.ts';
import type { Lack } from '../outbox.ts';
import { withoutBroker } from './broker-address.ts';
import type { RelaySettings } from './context.ts';

export function lackOf(plan: Pick<Plan, 'delivery'>, settings: RelaySettings): Lack | undefined {
  if (withoutBroker(plan, settings) !== undefined) return 'no broker';
  const { webhook, heldBy = [] } = plan.delivery ?? {};
  const { signature } = webhook ?? {};
  const isOfOperator = signature && signature.kind !== 'none' && signature.secret === 'of the operator';
  // A file of secrets that is named has one: else there is no start.
  return isOfOperator && heldBy.length === 0 && settings.secrets().length === 0 ? 'no secret' : undefined;
}
