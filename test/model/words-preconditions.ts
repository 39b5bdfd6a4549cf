// Words of preconditions and tags: edits of test/catalogue/base.md that use them, as in words.ts.

import type { Edit } from '../catalogue/cases.ts';

const CREATE = '### POST /orders\n';
const READ = '### GET /orders/{id}\n';
const CHANGE = '### PATCH /orders/{id}';
const GONE = '### DELETE /guests/{name}';

const bullet = (heading: string, line: string): Edit => [heading, '- Repeat', `${line}\n- Repeat`];
const preconditions = (heading: string, value: string): readonly Edit[] => [
  bullet(heading, `- Preconditions: ${value}`),
];
const code = (cause: string): Edit => [
  '| `not_now` | 409 |',
  `| \`stale\` | 412 | ${cause} | none |\n| \`not_now\` | 409 |`,
];
const headed = (heading: string, answer: string, headers: string): Edit => [
  heading,
  `| Status | When | Body |\n|---|---|---|\n| ${answer} |`,
  `| Status | When | Body | Headers |\n|---|---|---|---|\n| ${answer} | ${headers} |`,
];
const FOUND = '200 | found | Order as `Slip`';

export const OF_PRECONDITIONS: Readonly<Record<string, readonly Edit[]>> = {
  'Preconditions: If-Match': preconditions(CHANGE, '`If-Match` optional on `ETag`'),
  'Preconditions: If-None-Match': preconditions(READ, '`If-None-Match` optional'),
  'Preconditions: by another header': preconditions(READ, '`If-Modified-Since` optional'),
  'Preconditions: on another header than ETag': preconditions(READ, '`If-None-Match` optional on `X-Tag`'),
  'Preconditions: on an ETag with a value of its own': [
    ...preconditions(READ, '`If-None-Match` optional on `ETag`'),
    headed(READ, FOUND, '`ETag: "a"`'),
  ],
  'Preconditions: If-Match, of no single row': preconditions(CREATE, '`If-Match` optional on `ETag`'),
  'Preconditions: If-None-Match, of no read by GET and no change of one row': preconditions(
    CREATE,
    '`If-None-Match` optional on `ETag`',
  ),
  'Cause: precondition failed': [
    ...preconditions(CHANGE, '`If-Match` optional on `ETag`'),
    code('precondition failed'),
  ],
  'Cause: precondition required': [
    ...preconditions(CHANGE, '`If-Match` required on `ETag`'),
    code('precondition required'),
  ],
  'Headers: ETag': [headed(READ, FOUND, '`ETag`')],
  'Headers: ETag of what shows no row': [headed(GONE, '204 | deleted | none', '`ETag`')],
  'Headers: ETag of a PUT': [headed(CHANGE, '200 | updated | Order', '`ETag`'), [CHANGE, '### PUT /orders/{id}']],
};
