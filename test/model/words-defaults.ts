// The words of Required and Default, each with an edit of test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const STAGE = '| `stage` | state | yes | service: state | any | none | |';
const TEXT = '| `text` | string | yes | caller | any | none | |';
const CREATE = '### POST /orders\n';
const CHANGE = '### PATCH /orders/{id}';
const defaulting = (type: string, to: string): Edit => [
  STAGE,
  `${STAGE}\n| \`extra\` | ${type} | no | caller | any | this \`${to}\` | |`,
];

const field = (row: string): Edit => [STAGE, `${STAGE}\n${row}`];
const inLine = (required: string): readonly Edit[] => [
  ['### Line', TEXT, `${TEXT}\n| \`more\` | string | ${required} | caller | any | none | |`],
];

export const OF_DEFAULTS: Readonly<Record<string, readonly Edit[]>> = {
  'Default: another field': [defaulting('string', 'dish')],
  'Default: another field, in a nested shape': [
    ['### Line', TEXT, `${TEXT}\n| \`more\` | string | no | caller | any | this \`text\` | |`],
  ],
  'Default: another field, of another type': [defaulting('decimal(2)', 'pieces')],
  'Default: another field, which the service sets': [defaulting('integer', 'id')],
  'Default: another field, which the body leaves out': [
    defaulting('string', 'ticket'),
    [CREATE, '- Body: Order', '- Body: Order without `ticket`'],
  ],
  'Default: another field, where it is cleared': [
    defaulting('string', 'dish'),
    [CHANGE, '- Omitted fields: kept', '- Omitted fields: cleared'],
  ],
  'Required: if': [field('| `extra` | string | if `pieces` > 3 | caller | any | none | |')],
  'Required: if, over other rows': [
    field('| `extra` | string | if there is Guest (`word` = this `dish`) | caller | any | none | |'),
  ],
  'Required: if of a Body table, over other rows': [
    [CREATE, '- Body: Order\n', ''],
    [
      CREATE,
      '| Status',
      '| Body | Type | Required | Sets |\n|---|---|---|---|\n| `dish` | string | yes | `dish` |\n| `guest` | string | yes | `guest` |\n| `ticket` | string | if there is Guest (`word` = `a`) | `ticket` |\n\n| Status',
    ],
  ],
  'Required: if, over what is not sent': [
    field('| `extra` | string | if `stage` = `cooked` | caller | any | none | |'),
  ],
  'Required: if in a nested shape': inLine('if `text` = `x`'),
  'Required: if in a nested shape, over more than its fields': inLine('if there is Guest (`word` = `a`)'),
  'Required: if in a nested shape, which is merged': [
    ...inLine('if `text` = `x`'),
    [CHANGE, '- Does: updates Order', '- Does: merges into Order'],
    [CHANGE, '- Omitted fields: kept\n', ''],
  ],
};
