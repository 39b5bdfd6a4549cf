// What a stream is to the request that opens it. Notation, part 6, "On a stream"; decision 0069.

import type { ServerResponse } from 'node:http';
import type { StreamPlan } from '../../plan/delivery-plan.ts';
import type { OutboxEvent } from '../../store/deliveries.ts';
import type { Relay } from '../relay/relay.ts';

export interface Access {
  /** `since`: what was changed before it is known. Rejects where the store cannot be asked now. */
  still(since: number): Promise<boolean>;
  sees(event: OutboxEvent, since: number): boolean | Promise<boolean>;
  /** It reads no more. */
  left(): void;
}

export interface Streams {
  readonly plan: StreamPlan;
  start(): Relay;
  /** Behind the id that a reader sends; undefined: no event that is kept has it. Rejects where the store cannot be asked now. */
  place(sent: string | undefined): Promise<number | undefined>;
  /** Its head has been sent. */
  open(response: ServerResponse, from: number, access: Access): void;
  /** Events were erased: what is in memory of them is sent to nobody any more. */
  forget(): void;
  /** All readers end, and each that comes from now on. */
  end(): void;
}
