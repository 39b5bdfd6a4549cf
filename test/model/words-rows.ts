// As words.ts, of rows that the document has: a resource beside those of test/catalogue/base.md, and an operation that lists it.

import type { Edit } from '../catalogue/cases.ts';

const LINE = '### Line';
const LIST = '### GET /orders\n';

/** `rows`: below the bullets; `fields`: beside the identity. */
function rates(bullet: string, identity: string, fields = '', rows = ''): readonly Edit[] {
  return [
    [
      LINE,
      `### Rate

- Identified by: \`code\`
- Rows: ${bullet}

| Field | Type | Required | Set by | Allowed values | Default | Meaning |
|---|---|---|---|---|---|---|
| \`code\` | ${identity} | any | none | |
${fields}${rows}
${LINE}`,
    ],
    [
      LIST,
      `### GET /rates

- Does: lists Rate
- Order: oldest first
- Pages: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of Rate |

${LIST}`,
    ],
  ];
}

const ROWS = '\n| Row | `code` |\n|---|---|\n| 1 | `low` |\n';
const OWN = 'string | yes | rows';

export const OF_ROWS: Readonly<Record<string, readonly Edit[]>> = {
  'Resource: Rows': rates('fixed', OWN, '', ROWS),
  'Set by: rows': rates('fixed', OWN, '', '\n```json rows Rate\n[{"code": "low"}]\n```\n'),
  'Resource: Rows: from the operator, which nothing tells apart': rates(
    'from the operator',
    'integer | yes | service: new id',
  ),
  'Resource: Rows, of what is not kept': [
    [LINE, `- Identified by: none`, '- Identified by: none\n- Rows: at first start'],
  ],
  'Resource: Rows, of what a call makes': rates(
    'at first start',
    OWN,
    '| `slug` | string | yes | service: slug of `code` | any | none | |\n',
    ROWS,
  ),
  'Resource: Rows: fixed, which nothing tells apart': rates(
    'fixed',
    'integer | yes | service: new id',
    '| `text` | string | no | rows | any | none | |\n',
    '\n| Row | `text` |\n|---|---|\n| 1 | `low` |\n',
  ),
  'Resource: Rows: fixed or from the operator, which move': [
    ...rates('from the operator', OWN, '| `phase` | state | yes | service: state | any | none | |\n'),
    [
      '## 3. States and transitions\n',
      '## 3. States and transitions\n\n### Rate.phase\n\n- Any other move: `not_now`\n\n| State | Kind |\n|---|---|\n| `new` | initial |\n| `old` | any |\n\n| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n| `new` | `old` | after 3 days | none | none |\n',
    ],
  ],
  'Resource: Rows, of which other rows decide': rates(
    'fixed',
    OWN,
    '| `text` | string | if there is Order (`stage` = "taken") | rows | any | none | |\n',
    ROWS,
  ),
  'Resource: Rows, with Required: if inside of a value': [
    [
      LINE,
      `### Detail

- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default | Meaning |
|---|---|---|---|---|---|---|
| \`kind\` | string | yes | caller | any | none | |
| \`text\` | string | if \`kind\` = "a" | caller | any | none | |

${LINE}`,
    ],
    ...rates('fixed', OWN, '| `detail` | Detail | no | rows | any | none | |\n', ROWS),
  ],
};
