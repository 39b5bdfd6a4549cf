// What this runtime does not do of the When of a Body table, as people say it (plain.ts). Data only.

import type { HeldForm } from '../../document/features.ts';

type OfBodies = Extract<HeldForm, `Body: When, ${string}` | 'Body: same as, where rows have a When'>;

export const OF_BODIES: Readonly<Record<OfBodies, string>> = {
  'Body: same as, where rows have a When': '`same as` a Body table whose rows have a When',
  'Body: When, over other rows': 'a When of a Body table that looks at other rows',
  'Body: When, over what is not sent': 'a When of a Body table that looks at what is not sent',
  'Body: When, over a field with a When': 'a When of a Body table that looks at a field which has a When itself',
  'Body: When, beside rows in a list': 'a When of a Body table beside a list whose items are rows',
  'Body: When, of a state': 'a When of a Body row that sets a state',
  'Body: When, of a secret': 'a When of a Body row that sets a secret',
  'Body: When, of a Default that is another field': 'a When of a Body row whose Default is another field',
  'Body: When, of one field by two types': 'two rows of a Body table, of two types, that set one field',
};
