// What this runtime does not do of When of an event, as people say it (plain.ts). Data only.

import type { HeldForm } from '../../document/features.ts';

type OfEvents = Extract<HeldForm, `Events: ${string}`>;

export const OF_EVENTS: Readonly<Record<OfEvents, string>> = {
  'Events: When, a call that changes no row': 'events at a call that changes no row',
  'Events: When, a call that changes rows of several resources':
    'events at a call that changes rows of several resources, where the payload shows none of them or several',
  'Events: When, a call of which two effects may change one row':
    'events at a call of which two effects may change one row',
  'Events: When, of a field that is computed': 'events of a field that is computed whenever it is shown',
  'Events: When, of a secret': 'events at the change of a secret',
  'Events: When, becomes, of what is no plain value': '`becomes` of a list, a map, an object or a row',
  'Events: When, changes of a list, a map or an object': '`changes` of a list, a map or an object',
};
