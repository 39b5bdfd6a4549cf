// For each word of src/analysis/document/supported.ts an edit of test/catalogue/base.md that uses it. What base.md uses itself
// needs none. `'Place: word'` → edits; each is `[from, to]`, or `[heading, from, to]` for the first behind a heading.

import type { Edit } from '../catalogue/cases.ts';
import { ANY_AND_NONE } from './words-any.ts';
import { OF_BODIES } from './words-bodies.ts';
import { OF_CALLERS } from './words-callers.ts';
import { OF_DECISIONS } from './words-decisions.ts';
import { OF_DEFAULTS } from './words-defaults.ts';
import { farAway, OF_EMBEDDED } from './words-embedded.ts';
import { OF_EMITS } from './words-emits.ts';
import { OF_HEADERS } from './words-headers.ts';
import { OF_OTHER_PARTS } from './words-others.ts';
import { OF_PRECONDITIONS } from './words-preconditions.ts';
import { OF_QUERIES } from './words-queries.ts';
import { OF_REPEATS } from './words-repeats.ts';
import { OF_ROWS } from './words-rows.ts';
import { OF_SECRETS } from './words-secrets.ts';
import { OF_STATES } from './words-states.ts';
import { OF_VALUES } from './words-values.ts';

const CREATE = '### POST /orders\n';
const READ = '### GET /orders/{id}\n';
const LIST = '### GET /orders\n';
const CHANGE = '### PATCH /orders/{id}';
const COOK = '### POST /orders/{id}/cook';
const SERVE = '### POST /orders/{id}/serve';
const GONE = '### DELETE /guests/{name}';
const LINE = '### Line';
const STAGE = '| `stage` | state | yes | service: state | any | none | |';

/** A field of Order more. */
const field = (cells: string): Edit => [STAGE, `${STAGE}\n${cells}`];
const typed = (type: string): readonly Edit[] => [field(`| \`extra\` | ${type} | no | caller | any | none | |`)];
const typedAs = (name: string, type: string): readonly Edit[] => [
  field(`| \`${name}\` | ${type} | no | caller | any | none | |`),
];
const ruled = (type: string, rule: string): readonly Edit[] => [
  field(`| \`extra\` | ${type} | yes | service: ${rule} | any | none | |`),
];
const inLine = (cells: string): readonly Edit[] => [
  [
    LINE,
    '| `text` | string | yes | caller | any | none | |',
    `| \`text\` | string | yes | caller | any | none | |\n${cells}`,
  ],
];
const where = (condition: string): readonly Edit[] => [['where `pieces` > 0', `where ${condition}`]];
const bullet = (heading: string, line: string): Edit => [heading, '- Repeat', `${line}\n- Repeat`];
const does = (heading: string, from: string, to: string): Edit => [heading, `- Does: ${from}`, `- Does: ${to}`];
const query = (row: string): Edit => ['| `dish` | string | no | none | any | `dish` = value |', row];
const code = (row: string): Edit => ['| `not_now` | 409 |', `${row}\n| \`not_now\` | 409 |`];
const answer = (body: string): readonly Edit[] => [[READ, 'Order as `Slip`', body]];
const keyed = (row: string): readonly Edit[] => [
  [CREATE, '- Repeat: again', '- Repeat: key'],
  [CREATE, '| Status', `| Repeat | Statement |\n|---|---|\n| ${row} |\n\n| Status`],
];
const errorBody = (body: string): readonly Edit[] => [['`{"error": <code>, "message": <message>}`', `\`${body}\``]];
const path = (rows: string): string => `| Path | Type | Selects |\n|---|---|---|\n${rows}\n\n| Status`;

/** `GET /guests/{name}/orders/{id}`: what a path in two steps needs. */
const nested = (selects: string): readonly Edit[] => [
  [READ, '### GET /orders/{id}\n', '### GET /guests/{name}/orders/{id}\n'],
  [
    '### GET /guests/{name}/orders/{id}',
    '| Status',
    path(`| \`name\` | string | Guest by \`name\` |\n| \`id\` | integer | ${selects} |`),
  ],
];

/** A resource that is known by what may be another. */

const TYPES = [
  'number',
  'time',
  'date',
  'decimal(2)',
  'boolean',
  'url',
  'email',
  'date-time',
  'seconds since 1970',
  'duration',
  'uuid',
  'object',
  'any',
  'file',
] as const;

function presentInLine(present: string): readonly Edit[] {
  return [
    [LINE, 'Default | Meaning |', 'Default | Present |'],
    [
      LINE,
      '| `text` | string | yes | caller | any | none | |',
      `| \`text\` | string | yes | caller | any | none | ${present} |`,
    ],
  ];
}

export const FIXTURES: Readonly<Record<string, readonly Edit[]>> = {
  ...ANY_AND_NONE,
  ...OF_DEFAULTS,
  ...OF_ROWS,
  'Lists: complete only where marked': [['- Lists: complete unless marked', '- Lists: complete only where marked']],
  'Lists: none': [['- Emits: none\n- Unknown', '- Emits: none\n- Other operations: none\n- Unknown']],
  'Lists: …': [code('| … | not shown | not shown | not shown |')],
  'Resource: ignoring case': [['- Unique: `ticket`', '- Unique: `ticket` ignoring case']],
  'Resource: Identified by what is not kept': [
    ['- Identified by: `id`', '- Identified by: `extra`'],
    field('| `extra` | string | yes | service: = `no-{id}` | any | none | |'),
  ],
  'Resource: Unique by what is not kept': [
    ['- Unique: `ticket`', '- Unique: `extra`'],
    field('| `extra` | string | yes | service: = `no-{id}` | any | none | |'),
  ],
  'Resource: At least one of': [['- Unique: `ticket`', '- Unique: `ticket`\n- At least one of: `ticket`, `dish`']],
  'Resource: Exactly one of': [['- Unique: `ticket`', '- Unique: `ticket`\n- Exactly one of: `ticket`, `dish`']],
  'When deleted: none': [
    ['- When deleted: refused while Order (`guest` = this)', '- When deleted: none'],
    ['| `guest` | Guest by `name` | yes |', '| `guest` | Guest by `name` | no |'],
  ],
  'When deleted: deletes every': [
    [
      '- When deleted: refused while Order (`guest` = this)',
      '- When deleted: deletes every Order where `guest` = this',
    ],
  ],
  'When deleted: deletes every in a circle': [
    [
      '- When deleted: refused while Order (`guest` = this)',
      '- When deleted: deletes every Guest where `name` = this `name`',
    ],
  ],
  'When deleted: refused while, behind deletes every': [
    [
      '- When deleted: refused while Order (`guest` = this)',
      '- When deleted: deletes every Order where `guest` = this',
    ],
    [
      '### Order\n\n- Identified by: `id`',
      '### Order\n\n- Identified by: `id`\n- When deleted: refused while Guest (`name` = `x`)',
    ],
  ],
  ...Object.fromEntries(TYPES.map((type) => [`Type: ${type.replace(/\(.*/, '')}`, typed(type)])),
  'Type: date-time, as sent': typed('date-time, as sent'),
  ...OF_SECRETS,
  ...OF_BODIES,
  ...OF_CALLERS,
  'Type: one of': typed('one of `a`, `b`'),
  'Type: array of, sorted': typed('array of string, sorted'),
  'Type: set of': typed('set of string'),
  'Type: map of': typed('map of string'),
  'Type: or null': [...typed('string or null'), bullet(CHANGE, '- Null fields: cleared')],
  'Type: R by what is not kept': [
    ['| `guest` | Guest by `name` |', '| `guest` | Guest by `label` |'],
    ['- Identified by: `name`', '- Identified by: `name`\n- Unique: `label`'],
    [
      '| `word` | string | no | caller | any | none | |',
      '| `label` | string | yes | service: = `guest {name}` | any | none | |',
    ],
  ],
  'Type: any as a parameter': [query('| `dish` | any | no | none | any | `dish` is set |')],
  'Type: list, map or object as a parameter': [query('| `dish` | map of string | no | none | any | `dish` is set |')],
  'Type: string, quotes optional': [query('| `dish` | string, quotes optional | no | none | any | `dish` = value |')],
  'Type: string, quotes optional, outside of a query': typed('string, quotes optional'),
  'Type: R': typed('Guest'),
  'Type: R by f or as R.f, through too many fields': [
    ...typed('Far0 by `f`'),
    [
      '### Guest\n\n- Identified',
      `${Array.from({ length: 21 }, (_, at) => farAway(at, at === 20 ? 'string' : `Far${at + 1} by \`f\``)).join('')}### Guest\n\n- Identified`,
    ],
  ],
  'Type: state in a nested shape': inLine('| `mood` | state | yes | service: state | any | none | |'),
  'Type: as R.f': [
    [CREATE, '- Body: Order\n', ''],
    [
      CREATE,
      '| Status',
      '| Body | Type | Required | Sets |\n|---|---|---|---|\n| `dish` | as `Order.dish` | yes | `dish` |\n| `guest` | as `Order.guest` | yes | `guest` |\n\n| Status',
    ],
  ],
  'Type: by commas': [query('| `dish` | array of string, by commas | no | none | any | `dish` in value |')],
  'Type: repeated': [query('| `dish` | array of string, repeated | no | none | any | `dish` in value |')],
  'Type: brackets': [query('| `dish` | array of string, brackets | no | none | any | `dish` in value |')],
  'Allowed values: number of more than 15 digits': [
    field('| `extra` | integer | no | caller | >= 9007199254740993 | none | |'),
  ],
  ...Object.fromEntries(
    [
      ['always', 'always'],
      ['if set', 'if set'],
      ['never', 'never'],
      ['if', 'if `pieces` > 3'],
      ['any', 'any'],
    ].map(([word, text]) => [
      `Present: ${word}`,
      [
        [
          '| Field | Type | Required | Set by | Allowed values | Default | Meaning |\n|---|---|---|---|---|---|---|\n| `name`',
          '| Field | Type | Required | Set by | Allowed values | Default | Present |\n|---|---|---|---|---|---|---|\n| `name`',
        ],
        ['What the guest is called. |', 'always |'],
        [
          '| `word` | string | no | caller | any | none | |',
          `| \`word\` | string | no | caller | any | none | ${text!.replaceAll('pieces', 'word').replace('> 3', '= `x`')} |`,
        ],
      ] satisfies readonly Edit[],
    ]),
  ),
  'Present: if in a nested shape': presentInLine('if `text` = `x`'),
  'Present: if in a nested shape, over more than its fields': presentInLine('if there is Guest (`word` = `a`)'),
  'Set by: hidden': [field('| `extra` | string | no | caller, hidden | any | none | |')],
  'Set by: by operation': [field('| `extra` | string | no | by operation | any | none | |')],
  'Set by: service in a nested shape': inLine('| `made` | date-time | yes | service: now at create | any | none | |'),
  'Rule: new id with prefix': [
    ['| `id` | integer | yes | service: new id |', '| `id` | string | yes | service: new id `ord_…` |'],
  ],
  'Rule: now at create': ruled('date-time', 'now at create'),
  'Rule: now at change': ruled('date-time', 'now at change'),
  'Rule: slug of': ruled('string', 'slug of `dish`'),
  'Rule: slug of, at create': ruled('string', 'slug of `dish` at create'),
  'Rule: text': ruled('string', '= `<base>/orders/{id}`'),
  'Rule: arithmetic': ruled('integer', '= `pieces` + `given`'),
  'Rule: address of': ruled('url', 'address of `GET /orders/{id}`'),
  'Rule: new id, a second number': ruled('integer', 'new id'),
  'Rule: slug of another type': [...typedAs('mail', 'email'), ...ruled('string', 'slug of `mail`')],
  'Rule: new id where it is narrowed': ruled('string(5)', 'new id'),
  'Rule: now where it is narrowed': [
    field('| `extra` | date | yes | service: now at create | `2026-01-01` | none | |'),
  ],
  'Rule: slug where it is narrowed': ruled('string(5)', 'slug of `dish`'),
  'Rule: address where it is narrowed': ruled('string(50)', 'address of `GET /orders/{id}`'),
  'Rule: text of seconds since 1970': [...typedAs('at', 'seconds since 1970'), ...ruled('string', '= `on {at}`')],
  'Rule: text or arithmetic, too long with all fields written out': ruled('string', `= \`${'{dish}'.repeat(201)}\``),
  'Rule: text over other rows, of what must fit': ruled('string', '= `for {guest.word}`'),
  'Rule: slug of what is not sent': [
    ...ruled('string', 'slug of `title`'),
    field('| `title` | string | yes | service: = `no-{id}` | any | none | |'),
  ],
  'Rule: address that the row cannot fill': ruled('url', 'address of `DELETE /guests/{name}`'),
  'Rule: arithmetic of what is no exact number': [
    ...typedAs('weight', 'number'),
    ...ruled('integer', '= `weight` * 2'),
  ],
  'Rule: count, sum, min or max of where it is narrowed': ruled('integer 1..5', 'count of Order where `pieces` > 1'),
  'Rule: text where it is narrowed': ruled('string(5)', '= `no-{id}`'),
  'Rule: arithmetic over other rows, of what must fit': [
    ...ruled('integer', '= `guest.age` + 1'),
    [
      '| `word` | string | no | caller | any | none | |',
      '| `word` | string | no | caller | any | none | |\n| `age` | integer | yes | caller | any | none | |',
    ],
  ],
  'Rule: arithmetic over a new id, of what must fit': ruled('integer', '= `id` * `pieces`'),
  'Rule: list of': ruled('array of (Guest only name)', 'list of Guest where `name` = `x`, ordered by `name`'),
  'Rule: list of, without an order': ruled('array of (Guest only name)', 'list of Guest where `name` = `x`'),
  'Rule: list of other values': ruled('array of string', 'list of Guest where `name` = `x`, ordered by `name`'),
  'Rule: count of': ruled('integer', 'count of Order where `pieces` > 1'),
  'Rule: there is': ruled('boolean', 'there is Order (`pieces` > 1)'),
  'Rule: text, at create': ruled('string', '= `{dish}!` at create'),
  'Rule: arithmetic, at create': ruled('integer', '= `pieces` * 2 at create'),
  'Rule: at create, over a new number': ruled('integer', '= `id` * 2 at create'),
  'Rule: sum, min or max of other values': ruled('email or null', 'max of `Guest.name` where `name` = `x`'),
  'Rule: sum of': ruled('integer', 'sum of `Order.pieces` where `given` > 1'),
  'Rule: min of': ruled('integer or null', 'min of `Order.pieces` where `given` > 1'),
  'Rule: max of': ruled('integer or null', 'max of `Order.pieces` where `given` > 1'),
  'Rule: new R': ruled('Guest by `name`', 'new Guest'),
  'Rule: event name': ruled('string', 'event name'),
  'Rule: the resource': ruled('string', 'the resource'),
  'Allowed values: values': [
    ['| `ticket` | string | no | caller | any |', '| `ticket` | string | no | caller | `a`, `b` |'],
  ],
  'Allowed values: matches': [
    ['| `ticket` | string | no | caller | any |', '| `ticket` | string | no | caller | matches `[a-z]+` |'],
  ],
  'Allowed values: items': [
    ['| `lines` | array of Line | no | caller | any |', '| `lines` | array of Line | no | caller | at most 10 items |'],
  ],
  'Allowed values: characters': [
    ['| `ticket` | string | no | caller | any |', '| `ticket` | string | no | caller | at least 3 characters |'],
  ],
  ...Object.fromEntries(
    (
      [
        ['=', '`pieces` = 1'],
        ['!=', '`pieces` != 1'],
        ['<', '`pieces` < 1'],
        ['<=', '`pieces` <= 1'],
        ['>=', '`pieces` >= 1'],
        ['in', '`dish` in `a`, `b`'],
        ['has', '`lines` has `a`'],
        ['contains', '`dish` contains `a`'],
        ['contains ignoring case', '`dish` contains `a` ignoring case'],
        ['is blank', '`dish` is blank'],
        ['is set', '`dish` is set'],
        ['there is', 'there is Guest (`name` = `x`)'],
        ['there is no', 'there is no Guest (`name` = `x`)'],
        ['count of', 'count of Guest (`name` = `x`) > 2'],
        ['not', 'not (`pieces` = 1)'],
        ['and', '`pieces` = 1 and `given` = 1'],
        ['or', '`pieces` = 1 or `given` = 1'],
        ['this', '`pieces` = this `given`'],
        ['now', 'now > now - 15 minutes'],
        ['query', 'query `dish` is set'],
        ['path through a reference', '`guest.word` = `x`'],
        ['path through a list', '`lines.text` = `x`'],
        ['matches on a stored field', '`dish` matches `[a-z]`'],
      ] as const
    ).map(([word, text]) => [`Condition: ${word}`, where(text)]),
  ),
  'Condition: has': [field('| `tags` | array of string | no | caller | any | none | |'), ...where('`tags` has `a`')],
  'Condition: now': [
    field('| `extra` | date-time | yes | service: now at create | any | none | |'),
    ...where('`extra` > now - 15 minutes'),
  ],
  'Condition: value': [],
  'Condition: matches': [[CHANGE, '- Does: updates Order', '- Does: updates Order where body `dish` matches `[a-z]+`']],
  'Condition: body': [[CHANGE, '- Does: updates Order', '- Does: updates Order where body `dish` is set']],
  'Condition: {param}': [does(READ, 'reads Order', 'reads Order where `id` = {id}')],
  'Condition: path into an object': [
    field('| `extra` | map of string | no | caller | any | none | |'),
    ...where('`extra.deep` = `x`'),
  ],
  'Condition: path to no value of its own': [
    field('| `extra` | object | no | caller | any | none | |'),
    ...where('`extra.deep` = `x`'),
  ],
  'Shape: path into a value': answer('`{"texts": lines.text}`'),
  'Rule: path into a value': [
    field('| `extra` | map of string | no | caller | any | none | |'),
    field('| `said` | string | no | service: = `so {extra.deep}` | any | none | |'),
  ],
  'Condition: date-time, as sent': [...typed('date-time, as sent'), ...where('`extra` < now')],
  'Order: date-time, as sent': [...typed('date-time, as sent'), [LIST, '- Order: oldest first', '- Order: `extra`']],
  'Condition: search of a nested shape': where('there is Line (`text` = `x`)'),
  ...OF_STATES,
  'Does: merges into': [does(CHANGE, 'updates Order', 'merges into Order'), ['- Omitted fields: kept\n', '']],
  'Does: replaces': [
    does(CHANGE, 'updates Order', 'replaces Order'),
    ['- Omitted fields: kept\n', ''],
    [CHANGE, '| 200 | updated |', '| 200 | replaced |'],
  ],
  'Does: deletes if there': [does(GONE, 'deletes Guest', 'deletes Guest if there')],
  'Does: with': [does(CREATE, 'creates Order', 'creates Order with `ticket` = `x`')],
  'Does: creates or replaces': [
    ['### POST /guests', '### PUT /guests/{name}'],
    ['- Does: creates Guest', '- Does: creates or replaces Guest'],
    ['| 201 | created | Guest |', '| 201 | created | Guest |\n| 200 | replaced | Guest |'],
  ],
  'Does: deletes every': [does(GONE, 'deletes Guest', 'deletes every Guest where `name` = {name}')],
  'Does: updates every': [
    does(CHANGE, 'updates Order', 'updates every Order where `id` = {id}'),
    [CHANGE, '| updated | Order |', '| updated | none |'],
  ],
  'Does: moves every': [
    does(SERVE, 'moves Order.stage', 'moves every Order.stage where `id` = {id}'),
    [SERVE, '| moved | Order |', '| moved | none |'],
  ],
  'Does: arithmetic': [does(SERVE, 'moves Order.stage', 'moves Order.stage; sets `pieces` = this `pieces` + 1')],
  'Does: arithmetic of what is no exact number': [
    ...typedAs('weight', 'number'),
    does(SERVE, 'moves Order.stage', 'moves Order.stage; sets `pieces` = this `pieces` + this `weight`'),
  ],
  'Does: sets': [does(SERVE, 'moves Order.stage', 'moves Order.stage; sets `given` = 1')],
  'Does: ;': [does(SERVE, 'moves Order.stage', 'moves Order.stage; sets `given` = 1')],
  'Does: a value into what is not kept': [
    field('| `extra` | Line | no | caller | any | none | |'),
    does(SERVE, 'moves Order.stage', 'moves Order.stage; sets `extra.text` = `x`'),
  ],
  'Does: a nested shape': [does(READ, 'reads Order', 'reads Line')],
  'Does: creates or keeps': [
    does(CREATE, 'creates Order', 'creates or keeps Order with `ticket` = `x`'),
    [CREATE, '| 201 | created |', '| 201 | created, unchanged |'],
  ],
  'Does: none': [
    does(READ, 'reads Order', 'none'),
    [READ, '| 200 | found | Order as `Slip` |', '| 200 | found | {"ok": true} |'],
    [READ, '| Status', path('| `id` | integer | Order by `id` |')],
  ],
  'Operation: Base': [['- Who: anyone', '- Base: `/v1`\n- Who: anyone']],
  'Operation: Base of one operation': [bullet(READ, '- Base: `/v2`')],
  'Operation: Base with a parameter': [['- Who: anyone', '- Base: `/{tenant}`\n- Who: anyone']],
  'Operation: Also at': [bullet(READ, '- Also at: `/dishes/{id}`')],
  'Operation: two parameters in one segment': [[READ, '### GET /orders/{id}\n', '### GET /orders/{id}-{other}\n']],
  'Operation: Null fields': [bullet(CHANGE, '- Null fields: refused')],
  'Operation: Empty text': [bullet(CHANGE, '- Empty text: refused')],
  'Operation: Nested names': [bullet(CHANGE, '- Nested names: dots')],
  'Operation: Nested names: none': [bullet(CHANGE, '- Nested names: none')],
  'Operation: Headers in: none': [bullet(READ, '- Headers in: none')],
  'Operation: Preconditions': [bullet(READ, '- Preconditions: `If-None-Match` optional on `ETag`')],
  'Operation: a rule for a part of a nested shape': [bullet(CHANGE, '- Empty text: kept; `lines.text`: refused')],
  'Operation: Preconditions: none': [bullet(READ, '- Preconditions: none')],
  'Media type: other than JSON': [bullet(READ, '- Media type: in `text/csv`; out `text/csv`')],
  'Checks: in any order': [bullet(CHANGE, '- Checks: uniqueness, state, existence')],
  'Repeat: none': [[READ, '- Repeat: safe', '- Repeat: none']],
  ...OF_REPEATS,
  'Repeat: key': [[CREATE, '- Repeat: again', '- Repeat: key']],
  'Repeat: key, of what only reads': [[READ, '- Repeat: safe', '- Repeat: key']],
  'Repeat: Repeat table': keyed('Header | `Idempotency-Key`'),
  'Repeat: Applies to with a condition': keyed('Applies to | `caller.name` = `ann`'),
  'Repeat: Marked by with what is not fixed': keyed('Marked by | `X-Again: <now>`'),
  'Order: newest first': [['- Order: oldest first', '- Order: newest first']],
  'Order: by query': [[LIST, '- Order: oldest first', '- Order: by query `by`: `dish` is `dish`; else oldest first']],
  'Order: field': [['- Order: oldest first', '- Order: `dish` descending, then `id`']],
  'Order: path through a list': [['- Order: oldest first', '- Order: `lines.text`']],
  'Pages: offset and limit': [['- Pages: none', '- Pages: offset and limit; default 20']],
  'Pages: page and size': [['- Pages: none', '- Pages: page and size; default 20']],
  'Pages: after, before': [
    ['- Pages: none', '- Pages: after `after`, before `before`, size `limit`; cursor is opaque'],
  ],
  'Pages: cursor is the last f': [['- Pages: none', '- Pages: after `after`; default 20, cursor is the last `id`']],
  'Pages: cursor is the last f, which no row is found by': [
    ['- Pages: none', '- Pages: after `after`; default 20, cursor is the last `dish`'],
  ],
  'Pages: Link rel next': [['- Pages: none', '- Pages: `Link` rel next; default 20']],
  'Body: ignored': [[COOK, '- Body: none', '- Body: ignored']],
  'Body: same as': [[CHANGE, '- Body: Order', '- Body: same as `POST /orders`']],
  'Body: template': [[CHANGE, '- Body: Order', '- Body: `{"order": Order}`']],
  'Body: Body table': [
    [CHANGE, '- Body: Order\n', ''],
    [
      CHANGE,
      '| Status',
      '| Body | Type | Required | Sets |\n|---|---|---|---|\n| `dish` | string | no | `dish` |\n\n| Status',
    ],
  ],
  'Body: a form without fields': [[CHANGE, '- Body: Order', '- Body: array of Order']],
  'Path: R by f': [[READ, '| Status', path('| `id` | integer | Order by `id` |')]],
  'Path: R by f, in {other}': nested('Order by `id`, in {name}'),
  'Path: R by f, in {other}, where not one field refers to it': [
    ...nested('Order by `id`, in {name}'),
    field('| `other` | Guest by `name` | no | caller | any | none | |'),
  ],
  'Path: R by what is not kept': [
    [READ, '| Status', path('| `id` | string | Order by `extra` |')],
    ['- Unique: `ticket`', '- Unique: `ticket`\n- Unique: `extra`'],
    field('| `extra` | string | yes | service: = `no-{id}` | any | none | |'),
  ],
  'Path: none': [
    ['### GET /orders\n', '### GET /kitchens/{kitchen}/orders\n'],
    [
      '### GET /kitchens',
      '| Query',
      '| Path | Type | Selects |\n|---|---|---|\n| `kitchen` | string | none |\n\n| Query',
    ],
  ],
  'Path: condition': [[READ, '| Status', path('| `id` | integer | `id` = value |')]],
  ...OF_QUERIES,
  'Sets: field': [
    [CHANGE, '- Body: Order\n', ''],
    [
      CHANGE,
      '| Status',
      '| Body | Type | Required | Sets |\n|---|---|---|---|\n| `dish` | string | no | `dish` |\n\n| Status',
    ],
  ],
  'Sets: none': [
    [CHANGE, '- Body: Order\n', ''],
    [
      CHANGE,
      '| Status',
      '| Body | Type | Required | Sets |\n|---|---|---|---|\n| `loud` | boolean | no | none |\n\n| Status',
    ],
    code('| `loud` | 422 | `loud` invalid | Loud |'),
  ],
  'Sets: a value into what is not kept': [
    field('| `extra` | Line | no | caller | any | none | |'),
    [CHANGE, '- Body: Order\n', ''],
    [
      CHANGE,
      '| Status',
      '| Body | Type | Required | Sets |\n|---|---|---|---|\n| `text` | string | no | `extra.text` |\n\n| Status',
    ],
  ],
  'Cross-origin: any': [['- Cross-origin: none', '- Cross-origin: any']],
  'Cross-origin: origins': [['- Cross-origin: none', '- Cross-origin: `https://example.org`']],
  'Cross-origin: with credentials': [
    ['- Cross-origin: none', '- Cross-origin: `https://example.org`, with credentials'],
  ],
  'Status: When: replaced': [
    does(CHANGE, 'updates Order', 'replaces Order'),
    ['- Omitted fields: kept\n', ''],
    [CHANGE, '| 200 | updated |', '| 200 | replaced |'],
  ],
  'Status: When: error': [
    [READ, '| 200 | found | Order as `Slip` |', '| 200 | found | Order as `Slip` |\n| 410 | `no_order` | none |'],
  ],
  'Status: When: condition': [
    [
      READ,
      '| 200 | found | Order as `Slip` |',
      '| 206 | found and `pieces` > 1 | Order as `Slip` |\n| 200 | found | Order as `Slip` |',
    ],
  ],
  'Status: When: unchanged': [
    does(GONE, 'deletes Guest', 'deletes Guest if there'),
    [GONE, '| 204 | deleted | none |', '| 204 | deleted | none |\n| 200 | unchanged | none |'],
  ],
  'Status: When: unchanged by another effect': [[CHANGE, '| 200 | updated |', '| 200 | updated, unchanged |']],
  'Status: When: condition on many rows': [
    [
      LIST,
      '| 200 | found | array of Order |',
      '| 206 | found and `pieces` > 1 | array of Order |\n| 200 | found | array of Order |',
    ],
  ],
  'Status: When: condition of an error': [
    [
      READ,
      '| 200 | found | Order as `Slip` |',
      '| 200 | found | Order as `Slip` |\n| 410 | `no_order` and `pieces` > 1 | none |',
    ],
  ],
  'Status: When: accepted': [[CREATE, '| 201 | created |', '| 202 | accepted |']],
  'Headers: none': [
    [
      READ,
      '| Status | When | Body |\n|---|---|---|\n| 200 | found | Order as `Slip` |',
      '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Order as `Slip` | none |',
    ],
  ],
  'Headers: header with a value': [
    [
      READ,
      '| Status | When | Body |\n|---|---|---|\n| 200 | found | Order as `Slip` |',
      '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Order as `Slip` | `X-A: <base>` |',
    ],
  ],
  'Headers: header by its own rules': [
    [
      READ,
      '| Status | When | Body |\n|---|---|---|\n| 200 | found | Order as `Slip` |',
      '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Order as `Slip` | `Retry-After` |',
    ],
  ],
  'Headers: header of several fields': [
    field('| `place.row` | string | no | caller | any | none | |'),
    [
      READ,
      '| Status | When | Body |\n|---|---|---|\n| 200 | found | Order as `Slip` |',
      '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Order as `Slip` | `X-A: {place}` |',
    ],
  ],
  'Shape: R of many rows': [[LIST, 'array of Order', 'Order']],
  'Shape: R without': answer('Order without dish'),
  'Shape: R only': answer('Order only id, dish'),
  'Shape: template': answer('`{"order": Order}`'),
  'Shape: shape of another resource': answer('Guest'),
  'Shape: shape of no row that is meant': [[LIST, 'array of Order', 'array of Guest']],
  'Shape: one of several rows': [does(CREATE, 'creates Order', 'creates Order; creates Order')],
  'Shape: field of many rows': [[LIST, 'array of Order', '`{"orders": array of Order, "first": dish}`']],
  ...OF_EMITS,
  ...OF_HEADERS,
  ...OF_OTHER_PARTS,
  ...OF_PRECONDITIONS,
  ...OF_EMBEDDED,
  ...OF_DECISIONS,
  ...OF_VALUES,
  'Word: total': [[LIST, 'array of Order', '`{"orders": array of Order, "total": <total>}`']],
  'Word: base': answer('`{"at": <base>}`'),
  'Word: now': answer('`{"at": <now>}`'),
  'Word: status': errorBody('{"error": <code>, "status": <status>}'),
  'Word: field': errorBody('{"error": <code>, "fields": [<field>]}'),
  'Word: path': errorBody('{"error": <code>, "fields": [<path>]}'),
  'Word: pointer': errorBody('{"error": <code>, "fields": [<pointer>]}'),
  'Word: problem': errorBody('{"error": <code>, "fields": [<problem>]}'),
  'Word: column of the Code table': [
    ...errorBody('{"error": <code>, "hint": <Hint>}'),
    ['| Code | Status | When | Message |', '| Code | Status | When | Hint |'],
  ],
  ...Object.fromEntries(
    [
      'no such path',
      'method not allowed',
      'not acceptable',
      'unsupported media type',
      'malformed body',
      'invalid path',
      'too large',
      'unavailable',
      'internal',
    ].map((word): readonly [string, readonly Edit[]] => [
      `Cause: ${word}`,
      [code(`| \`extra\` | 400 | ${word} | No |`)],
    ]),
  ),
  'Cause: field': [['| `bad_field` | 422 |', '| `bad_dish` | 422 | `Order.dish` blank | Bad |\n| `bad_field` | 422 |']],
  'Cause: after': [code('| `extra` | 400 | after: `Order.pieces` > 90, about `Order.pieces` | No |')],
  'Cause: after, over other rows, of every row': [
    code('| `extra` | 400 | after: there is no Guest (`name` = `x`) and `Order.pieces` > 90 | No |'),
    ['- Does: updates Order', '- Does: updates every Order'],
  ],
  'Cause: condition that no operation can judge': [code('| `extra` | 400 | `mood` = `low` | No |')],
};
