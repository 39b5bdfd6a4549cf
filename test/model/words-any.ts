// For words that `any` and `none` are where they are held: an edit of test/catalogue/base.md each. See words.ts.

import type { Edit } from '../catalogue/cases.ts';

const READ = '### GET /orders/{id}\n';
const CHANGE = '### PATCH /orders/{id}';
const ERROR_BODY = '`{"error": <code>, "message": <message>}`';
const STATUS = '| Status | When | Body |\n|---|---|---|\n| 200 | found | Order as `Slip` |';

const bullet = (heading: string, line: string): readonly Edit[] => [[heading, '- Repeat', `${line}\n- Repeat`]];

export const ANY_AND_NONE: Readonly<Record<string, readonly Edit[]>> = {
  'Status: class': [['### GET /orders/{id}\n', '| 200 | found |', '| any 2xx | found |']],
  'Status: class other than 2xx of a success': [['### GET /orders/{id}\n', '| 200 | found |', '| any 3xx | found |']],
  'Allowed values: none': [
    [
      '| `dish` | string | no | none | any | `dish` = value |',
      '| `dish` | string | no | none | none | `dish` = value |',
    ],
  ],
  'Operation: Nested names: any': bullet(CHANGE, '- Nested names: any'),
  'Operation: Headers in: any': bullet(READ, '- Headers in: any'),
  'Operation: Preconditions: any': bullet(READ, '- Preconditions: any'),
  'Operation: Unknown fields: none': bullet(READ, '- Unknown fields: none'),
  'Operation: Read-only fields: none': bullet(CHANGE, '- Read-only fields: none'),
  'Media type: any': bullet(READ, '- Media type: any'),
  'Media type: none': bullet(READ, '- Media type: none'),
  'Checks: none': bullet(CHANGE, '- Checks: none'),
  'Order: any': [['- Order: oldest first', '- Order: any']],
  'Order: none': [['- Order: oldest first', '- Order: none']],
  'Pages: any': [['- Pages: none', '- Pages: any']],
  'Body: any': [[CHANGE, '- Body: Order', '- Body: any']],
  'Status: body any': [[READ, 'Order as `Slip`', 'any']],
  'Status: headers any': [
    [
      READ,
      STATUS,
      STATUS.replace('Body |', 'Body | Headers |').replace('|---|', '|---|---|').replace('`Slip` |', '`Slip` | any |'),
    ],
  ],
  'Error body: any': [[ERROR_BODY, 'any']],
  'Error body: none': [[ERROR_BODY, 'none']],
};
