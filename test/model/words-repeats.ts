// As words.ts: calls that come again with the same values.

import type { Edit } from '../catalogue/cases.ts';

const CREATE = '### POST /orders\n';
const READ = '### GET /orders/{id}\n';
const STAGE = '| `stage` | state | yes | service: state | any | none | |';

export const OF_REPEATS: Readonly<Record<string, readonly Edit[]>> = {
  'Repeat: same values': [
    [CREATE, '- Repeat: again', '- Repeat: same `ticket`, same values: 200; other values: `taken`'],
  ],
  'Repeat: same values, of what is not one creation': [
    [READ, '- Repeat: safe', '- Repeat: same `id`, same values: 200; other values: `taken`'],
  ],
  'Repeat: same values, by what is no key that is sent': [
    [CREATE, '- Repeat: again', '- Repeat: same `id`, same values: 200; other values: `taken`'],
  ],
  'Repeat: same values, compared by what is not sent': [
    [CREATE, '- Repeat: again', '- Repeat: same `ticket`, same values: 200; other values: `taken` compared by `stage`'],
  ],
  'Repeat: same values, of a secret': [
    [STAGE, `${STAGE}\n| \`extra\` | secret | no | caller | any | none | |`],
    [CREATE, '- Body: Order', '- Body: Order only `ticket`, `dish`, `guest`, `extra`'],
    [CREATE, '- Repeat: again', '- Repeat: same `ticket`, same values: 200; other values: `taken`'],
  ],
  'Status: When: repeated': [
    [CREATE, '- Repeat: again', '- Repeat: same `ticket`, same values; other values: `taken`'],
    [CREATE, '| 201 | created | Order |', '| 201 | created | Order |\n| 200 | repeated | Order |'],
  ],
  'Status: When: repeated, of what is never repeated': [[READ, '| 200 | found |', '| 200 | repeated |']],
  'Cause: other values': [
    [CREATE, '- Repeat: again', '- Repeat: same `ticket`, same values: 200; other values: `extra`'],
    ['| `not_now` | 409 |', '| `extra` | 409 | other values | No |\n| `not_now` | 409 |'],
  ],
};
