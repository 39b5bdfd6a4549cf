// The words about headers, as words.ts has the others: edits of test/catalogue/base.md.

import type { Edit } from '../catalogue/cases.ts';

const READ = '### GET /orders/{id}\n';
const CREATE = '### POST /orders\n';
const LIST = '### GET /orders\n';

/** A Header table of the operation. */
const header = (heading: string, row: string, selects = 'none'): Edit => [
  heading,
  '| Status',
  `| Header | Type | Required | Default | Selects |\n|---|---|---|---|---|\n| \`X-A\` | ${row} | ${selects} |\n\n| Status`,
];
const headed = (heading: string, answer: string, headers: string): Edit => [
  heading,
  `| Status | When | Body |\n|---|---|---|\n| ${answer} |`,
  `| Status | When | Body | Headers |\n|---|---|---|---|\n| ${answer} | ${headers} |`,
];
const TEXT = 'string | no | none';

const bullet = (line: string): Edit => [READ, '- Repeat', `${line}\n- Repeat`];
const answer = (body: string): Edit => [READ, 'Order as `Slip`', body];
const ruled = (rule: string): Edit => [
  '| `stage` | state | yes | service: state | any | none | |',
  `| \`stage\` | state | yes | service: state | any | none | |\n| \`extra\` | string | no | service: = ${rule} | any | none | |`,
];

const code = (cause: string): Edit => [
  '| `not_now` | 409 |',
  `| \`extra\` | 400 | ${cause} | none |\n| \`not_now\` | 409 |`,
];

const RATE: readonly Edit[] = [
  [
    '## 8. Limits\n\nnone',
    '## 8. Limits\n\n| Limit | Value | Per | When exceeded |\n|---|---|---|---|\n| Most | 9 per minute | IP address | `taken` |',
  ],
];

/** A creation that acts once for each key. Part 7 says what another body is answered, and one that still runs. */
const keyed = (scope: string): readonly Edit[] => [
  [CREATE, '- Repeat: again', '- Repeat: key'],
  [
    CREATE,
    '| Status',
    `| Repeat | Statement |
|---|---|
| Header | \`Key\` optional |
| Scope | ${scope} |
| Kept for | 1 day |
| Same body | the first answer |
| Kept answers | all but 5xx |

| Status`,
  ],
];

export const OF_HEADERS: Readonly<Record<string, readonly Edit[]>> = {
  'Header: Header table': [header(READ, TEXT)],
  'Header: none': [header(READ, TEXT)],
  'Header: condition': [header(LIST, TEXT, '`dish` = value')],
  'Header: only the fields named or whole': [header(LIST, TEXT, 'only the fields named')],
  'Cause: invalid header': [header(READ, 'integer | no | none'), code('invalid header')],
  'Cause: header missing': [header(READ, 'string | yes | none'), code('header `X-A` missing')],
  'Cause: same key, other body': [...keyed('everyone'), code('same key, other body')],
  'Cause: still running': [...keyed('path'), code('still running')],
  'Operation: Headers in': [bullet('- Headers in: `X-A` always')],
  'Word: header': [header(READ, TEXT), answer('`{"at": <header X-A>}`')],
  'Word: request id': [answer('`{"at": <request id>}`')],
  'Word: request id in a rule, but at create': [ruled('`<request id>`')],
  'Word: header in a rule': [header(READ, TEXT), ruled('`<header X-A>` at create')],
  'Headers: Link': [
    [LIST, '- Pages: none', '- Pages: offset and limit; default 20'],
    headed(LIST, '200 | found | array of Order', '`Link`'),
  ],
  'Headers: Link of what has no pages': [headed(LIST, '200 | found | array of Order', '`Link`')],
  'Headers: RateLimit': [...RATE, headed(READ, '200 | found | Order as `Slip`', '`RateLimit`')],
  'Headers: Retry-After': [...RATE, bullet('- Headers: `Retry-After`')],
  'Headers: Location': [headed(CREATE, '201 | created | Order', '`Location`')],
  'Headers: Location of what is no one row': [headed(LIST, '200 | found | array of Order', '`Location`')],
  'Headers: Location of a row that not one operation reads': [
    headed('### POST /guests\n', '201 | created | Guest', '`Location`'),
  ],
  'Operation: Headers: none': [bullet('- Headers: none')],
  'Word: now in a header of every answer': [bullet('- Headers: `X-Now: <now>`')],
  'Condition: header': [header(LIST, TEXT), ['where `pieces` > 0', 'where header `X-A` is set']],
};
