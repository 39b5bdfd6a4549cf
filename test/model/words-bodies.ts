// The words of rows in a body, each with an edit of test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const CREATE = '### POST /orders\n';
const NOTE = '| `stage` | state | yes | service: state | any | none | |';
const bullet = (heading: string, line: string): Edit => [heading, '- Repeat', `${line}\n- Repeat`];
const does = (heading: string, from: string, to: string): Edit => [heading, `- Does: ${from}`, `- Does: ${to}`];
const field = (row: string): Edit => [NOTE, `${NOTE}\n${row}`];

/** Of a list of them. */
const EVERY: readonly Edit[] = [
  does(CREATE, 'creates Order', 'creates every Order in body'),
  [CREATE, '- Body: Order', '- Body: array of Order'],
  [CREATE, '| 201 | created | Order |', '| 201 | created | none |'],
];

const TICKET = (when: string, type = 'string'): string => `| \`ticket\` | ${type} | no | ${when} | \`ticket\` |`;

/** A body of several forms. */
const forms = (...rows: readonly string[]): readonly Edit[] => [
  [CREATE, '- Body: Order\n', ''],
  [
    CREATE,
    '| Status',
    `| Body | Type | Required | When | Sets |\n|---|---|---|---|---|\n| \`dish\` | string | yes | | \`dish\` |\n| \`guest\` | string | yes | | \`guest\` |\n${rows.join('\n')}\n\n| Status`,
  ],
];

export const OF_BODIES: Readonly<Record<string, readonly Edit[]>> = {
  'Operation: At least one of': [bullet(CREATE, '- At least one of: `ticket`, `dish`')],
  'Operation: Exactly one of': [bullet(CREATE, '- Exactly one of: `ticket`, `dish`')],
  'Operation: Unknown fields: kept, inside of what is not shown': [
    field('| `extra` | not shown | no | by operation | any | none | |'),
    bullet(CREATE, '- Unknown fields: kept in `extra.more`, elsewhere refused'),
  ],
  'Operation: Unknown fields: kept, where several objects of the body have fields of the row': [
    field('| `extra` | object | no | by operation | any | none | |'),
    bullet(CREATE, '- Unknown fields: kept in `extra`, elsewhere refused'),
    [CREATE, '- Body: Order\n', ''],
    [
      CREATE,
      '| Status',
      '| Body | Type | Required | Sets |\n|---|---|---|---|\n| `dish` | string | yes | `dish` |\n| `more.guest` | string | yes | `guest` |\n\n| Status',
    ],
  ],
  'Does: creates every in body': EVERY,
  'Does: creates every in body, without a list': [does(CREATE, 'creates Order', 'creates every Order in body')],
  'Does: creates every in body, beside others': [
    ...EVERY,
    does(CREATE, 'creates every Order in body', 'creates every Order in body; creates Order'),
  ],
  'Does: creates every in body, of secrets': [
    ...EVERY,
    field('| `code` | secret | yes | caller, hidden | any | none | |'),
  ],
  'Does: creates every in body, judged before body': [...EVERY, bullet(CREATE, '- Checks: uniqueness, body')],
  'Body: When': forms(TICKET('body `dish` = `a`')),
  'Body: same as, where rows have a When': [
    ...forms(TICKET('body `dish` = `a`')),
    ['### PATCH /orders/{id}', '- Body: Order\n', '- Body: same as `POST /orders`\n'],
  ],
  'Body: When, over other rows': forms(TICKET('there is Guest (`word` = `a`)')),
  'Body: When, over what is not sent': forms(TICKET('`pieces` = 1')),
  'Body: When, over a field with a When': forms(
    TICKET('body `dish` = `a`'),
    '| `more` | integer | no | body `ticket` = `a` | `pieces` |',
  ),
  'Body: When, beside rows in a list': [
    does(CREATE, 'creates Order', 'creates every Order in body'),
    [CREATE, '- Body: Order\n', ''],
    [
      CREATE,
      '| Status',
      '| Body | Type | Required | When | Sets |\n|---|---|---|---|---|\n| `all` | array of Order | yes | | none |\n| `how` | string | yes | | none |\n| `why` | string | no | body `how` = `a` | none |\n\n| Status',
    ],
    [CREATE, '| 201 | created | Order |', '| 201 | created | none |'],
  ],
  'Body: When, of a state': forms('| `stage` | state | no | body `dish` = `a` | `stage` |'),
  'Body: When, of a secret': [
    field('| `code` | secret | no | caller, hidden | any | none | |'),
    ...forms('| `code` | secret | no | body `dish` = `a` | `code` |'),
  ],
  'Body: When, of a Default that is another field': [
    field('| `extra` | string | no | caller | any | this `dish` | |'),
    ...forms('| `extra` | string | no | body `dish` = `a` | `extra` |'),
  ],
  'Body: When, of one field by two types': forms(TICKET('body `dish` = `a`'), TICKET('body `dish` = `b`', 'uuid')),
};
