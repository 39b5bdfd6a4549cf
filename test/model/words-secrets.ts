// The words of secrets, each with an edit of test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const CHANGE = '### PATCH /orders/{id}';
const READ = '### GET /orders/{id}\n';
const LIST = '### GET /orders\n';
const SERVE = '### POST /orders/{id}/serve';
const STAGE = '| `stage` | state | yes | service: state | any | none | |';
const SECRET = '| `extra` | secret | no | caller, hidden | any | none | |';

const MADE = '| `extra` | secret | yes | service: token | any | none | |';
const CREATE = '### POST /orders\n';

const field = (cells: string): Edit => [STAGE, `${STAGE}\n${cells}`];

export const OF_SECRETS: Readonly<Record<string, readonly Edit[]>> = {
  'Type: secret': [field(SECRET)],
  'Type: list of secret': [field(SECRET.replace('secret', 'array of secret'))],
  'Type: secret in a nested shape': [
    [
      '### Line',
      '| `text` | string | yes | caller | any | none | |',
      `| \`text\` | string | yes | caller | any | none | |\n${SECRET}`,
    ],
  ],
  'Type: secret as a parameter': [
    ['| `dish` | string | no | none | any | `dish` = value |', '| `dish` | secret | no | none | any | `dish` = `a` |'],
  ],
  'Type: as R.f, of a secret': [
    field(SECRET),
    field('| `more` | as `Order.extra` | no | caller, hidden | any | none | |'),
  ],
  'Set by: caller at create, of a secret that may be sent again': [
    field(SECRET.replace('caller, hidden', 'caller at create')),
    [CHANGE, '- Does: updates Order', '- Does: creates or replaces Order'],
  ],
  'Condition: secret': [field(SECRET), [LIST, '- Order: oldest first', '- Order: `extra`']],
  'Condition: secret beside what is sent': [
    field(SECRET),
    ['| `no_guest` | 404 |', '| `again` | 409 | body `extra` = this `extra` | Again |\n| `no_guest` | 404 |'],
  ],
  'Shape: secret': [field(SECRET), [READ, 'Order as `Slip`', '`{"pin": extra}`']],
  'Rule: token': [
    field(MADE),
    [LIST, 'array of Order |', 'array of Order without extra |'],
    [CHANGE, '| updated | Order |', '| updated | Order without extra |'],
    ['### POST /orders/{id}/cook', '| moved | Order |', '| moved | Order without extra |'],
    [SERVE, '| moved | Order |', '| moved | Order without extra |'],
  ],
  'Rule: token, of what is no secret': [field(MADE.replace('secret', 'string'))],
  'Rule: token where it is narrowed': [field(MADE.replace('secret', 'secret(1..20)'))],
  'Does: token, of what is not one new row': [
    field(MADE),
    [CHANGE, '- Does: updates Order', '- Does: creates or replaces Order'],
  ],
  'Does: token that its answer does not show': [
    field(MADE),
    [CREATE, '| 201 | created | Order |', '| 201 | created | Order without extra |'],
  ],
  'Headers: ETag of what shows a token': [
    field(MADE),
    [
      CREATE,
      '| Status | When | Body |\n|---|---|---|\n| 201 | created | Order |',
      '| Status | When | Body | Headers |\n|---|---|---|---|\n| 201 | created | Order | `ETag` |',
    ],
  ],
  'Does: another value than of the body into a secret': [
    field(SECRET),
    [SERVE, '- Does: moves Order.stage', '- Does: moves Order.stage; sets `extra` = `x`'],
  ],
};
