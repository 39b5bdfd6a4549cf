// Which bullets of Delivery this runtime does. Data only, for supported.ts; what it does of each is in features.ts. Where one is needed that does
// not run, events wait, and no answer depends on it.

import type { AnySection } from '../../notation/declaration.ts';
import { DELIVERY } from '../../notation/events.ts';

const { keptFor, ...done } = DELIVERY;

export const DONE: AnySection = done;
export const NOT_DONE: AnySection = { keptFor };
