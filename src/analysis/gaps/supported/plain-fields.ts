// What this runtime does not do of Required, Present and Default, as people say it (plain.ts). Data only.

import type { HeldForm } from '../../document/features.ts';

type OfFields = Extract<
  HeldForm,
  `Default: ${string}` | `Required: ${string}` | `Present: if in a nested shape, ${string}`
>;

export const OF_FIELDS: Readonly<Record<OfFields, string>> = {
  'Default: another field, in a nested shape': 'a Default that is another field, inside of a nested shape',
  'Default: another field, of another type': 'a Default that is a field of another type',
  'Default: another field, which the service sets': 'a Default that is a field which the service sets',
  'Default: another field, which the body leaves out':
    'a Default that is another field, where a body takes the one and not the other',
  'Default: another field, where it is cleared':
    'a Default that is another field, where a call may clear the field to it',
  'Required: if in a nested shape, over more than its fields':
    '`if …` under Required inside of a nested shape that looks at more than its fields',
  'Required: if in a nested shape, which is merged':
    '`if …` under Required inside of a nested shape that a call merges into',
  'Required: if of a Body table, over other rows': '`if …` under Required of a Body table that looks at other rows',
  'Required: if, over what is not sent': '`if …` under Required that looks at what is not sent',
  'Required: if of a parameter, over what is not sent':
    '`if …` under Required of a parameter that looks at what is not sent',
  'Present: if in a nested shape, over more than its fields':
    '`if …` under Present inside of a nested shape that looks at more than its fields',
};
