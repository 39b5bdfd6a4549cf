// Every diagnostic there is, one list: what `explain` shows, docs/diagnostics/ is generated from and tests go through.

import type { Definition } from './define.ts';
import * as assumptions from './assumptions.ts';
import * as authentication from './authentication.ts';
import * as endpoints from './endpoints.ts';
import * as errors from './errors.ts';
import * as events from './events.ts';
import * as limits from './limits.ts';
import * as linking from './linking.ts';
import * as operands from './operands.ts';
import * as patterns from './patterns.ts';
import * as reading from './reading.ts';
import * as resources from './resources.ts';
import * as states from './states.ts';
import * as support from './support.ts';

/** In the order of their codes. */
export const CATALOGUE: readonly Definition[] = [
  reading,
  linking,
  operands,
  patterns,
  resources,
  states,
  endpoints,
  authentication,
  events,
  errors,
  limits,
  support,
  assumptions,
]
  .flatMap((definitions): Definition[] => Object.values(definitions))
  .sort((a, b) => (a.code < b.code ? -1 : 1));
