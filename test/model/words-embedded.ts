// The words of references that embed their row, each with an edit of test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const STAGE = '| `stage` | state | yes | service: state | any | none | |';
const TEXT = '| `text` | string | yes | caller | any | none | |';
const field = (cells: string): Edit => [STAGE, `${STAGE}\n${cells}`];
const typed = (type: string): readonly Edit[] => [field(`| \`extra\` | ${type} | no | caller | any | none | |`)];
/** No caller sends it. */
const embedded = (type: string): readonly Edit[] => [
  field(`| \`extra\` | ${type} | no | by operation | any | none | |`),
];
const inLine = (cells: string): readonly Edit[] => [['### Line', TEXT, `${TEXT}\n${cells}`]];
export const farAway = (at: number, type: string): string => `### Far${at}

- Identified by: \`f\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`f\` | ${type} | yes | caller | any | none |

`;

export const OF_EMBEDDED: Readonly<Record<string, readonly Edit[]>> = {
  'Resource: one of, of what is not kept': [
    ['- Unique: `ticket`', '- Unique: `ticket`\n- At least one of: `ticket`, `extra`'],
    field('| `extra` | string | yes | service: = `no-{id}` | any | none | |'),
  ],
  'Type: R as View': [
    ['### Guest\n\n- Identified', '### Guest\n\n- View `Card`: `name`\n- Identified'],
    ...embedded('Guest as `Card`'),
  ],
  'Type: R without': embedded('Guest without word'),
  'Type: R only': embedded('Guest only name'),
  'Type: fields of R, where it is sent': typed('Guest only name'),
  'Type: fields of R in a nested shape': inLine('| `who` | Guest only name | no | caller | any | none | |'),
  'Type: fields of R, too many': [
    ...embedded('Far0 only f'),
    [
      '### Guest\n\n- Identified',
      `${Array.from({ length: 22 }, (_, at) => farAway(at, at === 21 ? 'string' : `Far${at + 1} only f`)).join('')}### Guest\n\n- Identified`,
    ],
  ],
  'Type: fields of a nested shape': typed('Line only text'),
  'Order: a row without one value': [
    field('| `extra` | Guest only name | no | by operation | any | none | |'),
    ['### GET /orders\n', '- Order: oldest first', '- Order: `extra`'],
  ],
  'Type: list of R by f': typed('array of Order by `id`'),
  'Type: list of R by f, as a parameter': [
    [
      '| `dish` | string | no | none | any | `dish` = value |',
      '| `dish` | array of Order by `id`, by commas | no | none | any | `dish` is set |',
    ],
  ],
  'Type: R by f in a nested shape': inLine('| `who` | Order by `id` | no | caller | any | none | |'),
  'Type: R by f in a nested shape that holds itself': inLine(
    '| `who` | Order by `id` | no | caller | any | none | |\n| `more` | array of Line | no | caller | any | none | |',
  ),
  'Type: R by f inside of a value, where f may change': typed('array of Guest by `name`'),
  'Condition: list of R': [...typed('array of Order by `id`'), ['where `pieces` > 0', 'where `extra` has this `id`']],
  'Type: list of fields of R': typed('array of (Guest only name)'),
};
