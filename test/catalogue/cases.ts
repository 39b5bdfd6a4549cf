// For each diagnostic an edit of base.md that fires it, and a near miss: an edit much like it that does not.
// `[from, to]`: text that stands once; `[heading, from, to]`: the first such text behind a heading.

import { OF_ASSUMPTIONS } from './assumptions.ts';
import { error, OF_ERRORS } from './errors.ts';

export type Edit = readonly [string, string] | readonly [string, string, string];

export interface Case {
  readonly fires: readonly Edit[];
  readonly silent: readonly Edit[];
  /** Laid over the document, which has those edits: what fires it, and what does not. */
  readonly assumptions?: { readonly fires: string; readonly silent: string };
}

const COOK = '### POST /orders/{id}/cook';
const SERVE = '### POST /orders/{id}/serve';
const READ = '### GET /orders/{id}';
const LIST = '### GET /orders\n';
const CHANGE = '### PATCH /orders/{id}';
const STAGE = '### Order.stage';

const one = (...edit: Edit): readonly Edit[] => [edit];
const row = (cells: string): Edit => ['| `stage` | state | yes | service: state | any | none | |', cells];
const WORD = '| `word` | string | no | caller | any | none | |';
const SECRET: Edit = [
  WORD,
  '| `nick` | string | no | caller | any | none | |\n| `word` | secret | no | caller, hidden | any | none | |',
];
const scheme = (...bullets: readonly string[]): Edit => [
  '## 5. Authentication\n\nnone',
  ['## 5. Authentication', '', '### Key', '', '- Scheme: JWT', '- Sent in: header `X-Key`']
    .concat(bullets.map((one) => `- ${one}`))
    .join('\n'),
];
const hint = (head: string): Edit => [
  '| Code | Status | When | Message |\n|---|---|---|---|\n| `no_guest` | 404 | no such Guest, no such Guest in `guest` | There is no such guest |\n',
  `| Code | Status | When | Message | ${head} |\n|---|---|---|---|---|\n| \`no_guest\` | 404 | no such Guest, no such Guest in \`guest\` | There is no such guest | Ask. |\n`,
];
const begun = (when: string): Edit => ['Events\n\nnone', `Events\n\n### begun\n\n- When: ${when}\n- Payload: Order`];
const delivery = (bullets: string): Edit => ['Events\n\nnone', `Events\n\n### Delivery\n\n- ${bullets}`];
const LIMITS = 'Limits\n\n| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n';
const limit = (cells: string): Edit => ['Limits\n\nnone', `${LIMITS}| ${cells} |`];
const DISH = '| `dish` | string | yes | caller | not blank | none | |';
/** So many fields more. */
const more = (count: number, type: string): Edit => [
  DISH,
  [DISH, ...Array.from({ length: count }, (_, i) => `| \`f${i}\` | ${type} | no | caller | any | none | |`)].join('\n'),
];

/** A Guest says which of its fields are shown. */
const PRESENT: readonly Edit[] = [
  ['### Guest\n', 'Default | Meaning |', 'Default | Present |'],
  ['| What the guest is called. |', '| always |'],
];
const COOKS = scheme('Caller: Guest', 'Issued by: the operator', 'Roles: `cook` when `word` = `c`');
const whoReads = (who: string): Edit => [READ, '- Repeat', `- Who: ${who}\n- Repeat`];

export const CASES: Readonly<Record<string, Case>> = {
  // reading
  'duplicate-part': {
    fires: one('## 9. Versioning', '## 8. Limits\n\nnone\n\n## 9. Versioning'),
    silent: one('## 9. Versioning', '### Notes\n\nnone\n\n## 9. Versioning'),
  },
  'part-title': { fires: one('## 8. Limits', '## 8. Lemmings'), silent: one('## 8. Limits', '## 8 limits') },
  'part-number': {
    fires: one('## 9. Versioning', '## Versioning'),
    silent: one('## 9. Versioning', '## Glossary\n\nwords\n\n## 9. Versioning'),
  },
  'unknown-heading': {
    fires: one(READ, '### Read an order\n\n### GET /orders/{id}'),
    silent: one(READ, '### Notes\n\nRead an order\n\n### GET /orders/{id}'),
  },
  'duplicate-heading': {
    fires: one('### Line', '### Guest\n\n### Line'),
    silent: one('### Line', '### Notes\n\n### Line'),
  },
  'duplicate-operation': {
    fires: one(CHANGE, '### GET /orders/{id}\n\n### PATCH /orders/{id}'),
    silent: one(CHANGE, '### Notes\n\nGET /orders/{id}\n\n### PATCH /orders/{id}'),
  },
  'path-by-example': { fires: one(READ, '### GET /orders/:id'), silent: one(READ, '### GET /orders/{id}') },
  'unknown-key': {
    fires: one(READ, '- Repeat', '- Does nothing: at all\n- Repeat'),
    silent: one(READ, '- Repeat', '- Repeatedly\n- Repeat'),
  },
  misplaced: {
    fires: one('## 3. States and transitions', '## 3. States and transitions\n\n- Any other move: accepted'),
    silent: one('## 3. States and transitions', '## 3. States and transitions\n\n- In short: accepted'),
  },
  'not-a-bullet': {
    fires: one(READ, '- Repeat: safe', '- Repeat: safe\n\nOrder: an order.'),
    silent: one(READ, '- Repeat: safe', '- Repeat: safe\n\nIn short: an order.'),
  },
  'unknown-table': {
    fires: one('## 5. Authentication', '| Fruit | Colour |\n|---|---|\n| `apple` | red |\n\n## 5. Authentication'),
    silent: one(
      '## 5. Authentication',
      '### Notes\n\n| Fruit | Colour |\n|---|---|\n| `apple` | red |\n\n## 5. Authentication',
    ),
  },
  'unknown-column': {
    fires: one(LIST, '| Query | Type | Required | Default |', '| Query | Type | Requirement | Default |'),
    silent: one(LIST, '| Query | Type | Required | Default |', '| Query | Type | Required? | Default |'),
  },
  'duplicate-column': {
    fires: one(STAGE, '| State | Kind | Meaning |', '| State | Kind | Kind |'),
    silent: one(STAGE, '| State | Kind | Meaning |', '| State | Kind | Notes |'),
  },
  'cell-count': {
    fires: one('| `served` | final | |', '| `served` | final |'),
    silent: one('| `served` | final | |', '| `served` | final | handed \\| out |'),
  },
  'row-name': {
    fires: [row('| the stage | state | yes | service: state | any | none | |')],
    silent: [row('| `stage` | state | yes | service: state | any | none | the stage |')],
  },
  'decorated-name': {
    fires: one('| `word` | string |', '| `word*` | string |'),
    silent: one('| `word` | string |', '| `word_` | string |'),
  },
  'nested-block': {
    fires: one(READ, '- Repeat: safe', '- Repeat: safe\n  - Order: newest first'),
    silent: one(READ, '- Repeat: safe', '- Repeat: safe\n  - In short: an order'),
  },
  'fence-not-read': {
    fires: one('## 9. Versioning\n\nnone', '## 9. Versioning\n\nnone\n\n```json schema Order\n{}\n```'),
    silent: one('## 9. Versioning\n\nnone', '## 9. Versioning\n\nnone\n\n```json\n{}\n```'),
  },
  'schema-not-read': {
    fires: one('### Line', '```json schema Order\n{"properties": {"stage": {"typ": "string"}}}\n```\n\n### Line'),
    silent: one('### Line', '```json schema Order\n{"properties": {"stage": {"type": "string"}}}\n```\n\n### Line'),
  },
  'example-only-field': {
    fires: one('### Line', '```json\n{"stage": "open", "colour": "red"}\n```\n\n### Line'),
    silent: one('### Line', '```json\n{"fruit": "apple", "colour": "red"}\n```\n\n### Line'),
  },
  'example-mismatch': {
    fires: one('### Line', '```json\n{"stage": 12}\n```\n\n### Line'),
    silent: one('### Line', '```json\n{"stage": "<stage>"}\n```\n\n### Line'),
  },
  'unclosed-fence': {
    fires: one('## 9. Versioning\n\nnone', '## 9. Versioning\n\nnone\n\n```json\n{}'),
    silent: one('## 9. Versioning\n\nnone', '## 9. Versioning\n\nnone\n\n### Example\n\n```json\n{}\n```'),
  },
  'blank-cell': {
    fires: one('| `word` | string | no |', '| `word` | string | |'),
    silent: one('| `word` | string | no |', '| `word` | string | not shown |'),
  },
  'any-not-here': {
    fires: one(READ, '- Does: reads Order', '- Does: any'),
    silent: one('- Cross-origin: none', '- Cross-origin: any'),
  },
  unreadable: {
    fires: one('| 1..9 |', '| up to 9 |'),
    silent: one('| 1..9 |', '| 1..8 |'),
  },
  'status-range': {
    fires: one('| `no_order` | 404 |', '| `no_order` | 4XX |'),
    silent: one('| `no_order` | 404 |', '| `no_order` | 410 |'),
  },
  'bad-cardinality': {
    fires: one('| `word` | string | no |', '| `word` | string | 1..0 |'),
    silent: one('| `word` | string | no |', '| `word` | string | 0..1 |'),
  },
  'ambiguous-required': {
    fires: one('| `word` | string | no |', '| `word` | string | Conditionally |'),
    silent: one('| `word` | string | no |', '| `word` | string | OPTIONAL |'),
  },
  'untestable-condition': {
    fires: one('| `given` < 9 |', '| if available |'),
    silent: one('| `given` < 9 |', '| `given` is set |'),
  },
  contradiction: {
    fires: one(READ, '- Repeat: safe', '- Repeat: safe\n- Repeat: again'),
    silent: one(READ, '- Repeat: safe', '- Repeat: safe\n- Repeat: safe'),
  },
  'mermaid-not-read': {
    fires: one('- Any other move', '```mermaid\nstateDiagram-v2\n  state taken {\n  }\n```\n\n- Any other move'),
    silent: one('- Any other move', '```mermaid\nstateDiagram-v2\n  state "cooked" as cooked\n```\n\n- Any other move'),
  },
  // linking
  'unknown-resource': {
    fires: one('- Does: lists Order where', '- Does: lists Ordr where'),
    silent: one('- Does: lists Order where', '- Does: lists Guest where'),
  },
  'unknown-field': {
    fires: one('- Unique: `ticket`', '- Unique: `tickt`'),
    silent: one('- Unique: `ticket`', '- Unique: `dish`'),
  },
  'unknown-view': {
    fires: one('Order as `Slip`', 'Order as `Slib`'),
    silent: one('Order as `Slip`', 'Order only id'),
  },
  'unknown-state': {
    fires: one('| `cooked` | `served` | `POST', '| `coked` | `served` | `POST'),
    silent: one('| `cooked` | `served` | `POST', '| any | `served` | `POST'),
  },
  'unknown-operation': {
    fires: one('| `served` | `POST /orders/{id}/serve` |', '| `served` | `POST /orders/{id}/sreve` |'),
    silent: one('| `served` | `POST /orders/{id}/serve` |', '| `served` | `POST /orders/{id}/cook` |'),
  },
  'unknown-error': {
    fires: one('- Any other move: `not_now`', '- Any other move: `not_yet`'),
    silent: one('- Any other move: `not_now`', '- Any other move: accepted'),
  },
  'unknown-event': {
    fires: one(COOK, '- Repeat', '- Emits: `cooked`\n- Repeat'),
    silent: one(COOK, '- Repeat', '- Emits: none\n- Repeat'),
  },
  'unknown-parameter': {
    fires: one('where `pieces` > 0', 'where `pieces` > {few}'),
    silent: one('where `pieces` > 0', 'where `pieces` > 1'),
  },
  'unknown-limit': {
    fires: [error('| `full` | 429 | Tables reached | Full |')],
    silent: [error('| `full` | 429 | Tables reached | Full |'), limit('Tables | 9 | request | any | `full`')],
  },
  'unknown-word': {
    fires: one('`{"error": <code>', '`{"error": <cod>'),
    silent: one('`{"error": <code>', '`{"error": <Code>'),
  },
  'word-not-here': {
    fires: one(LIST, 'array of Order', '`{"orders": array of Order, "code": <code>}`'),
    silent: one(LIST, 'array of Order', '`{"orders": array of Order, "code": "code", "all": <total>}`'),
  },
  'operand-is-a-field': {
    fires: one('| `given` < 9 |', '| `given` < `pieces` |'),
    silent: one('| `given` < 9 |', '| `given` < this `pieces` |'),
  },
  'text-like-a-field': {
    fires: one('| `given` < 9 |', '| `dish` = `ticket` |'),
    silent: one('| `given` < 9 |', '| `dish` = "ticket" |'),
  },
  'impossible-value': {
    fires: one('| 1..9 | `1` |', '| 1..9 | `one` |'),
    silent: one('| 1..9 | `1` |', '| 1..9 | `2` |'),
  },
  'operand-not-here': {
    fires: one('| `word` | string | no |', '| `word` | string | if query `dish` = `x` |'),
    silent: one('| `word` | string | no |', '| `word` | string | if `name` = `x` |'),
  },
  'wrong-operator': {
    fires: one('where `pieces` > 0', 'where `dish` has `soup`'),
    silent: one('where `pieces` > 0', 'where `dish` contains `soup`'),
  },
  'wrong-constraint': {
    fires: one('| `word` | string | no | caller | any |', '| `word` | string | no | caller | 1..9 |'),
    silent: one('| `word` | string | no | caller | any |', '| `word` | string | no | caller | at least 3 characters |'),
  },
  'unlike-types': {
    fires: one('where `pieces` > 0', 'where `pieces` > this `dish`'),
    silent: one('where `pieces` > 0', 'where `pieces` > this `given`'),
  },
  'may-be-nothing': {
    fires: one(COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; sets `dish` = this `ticket`'),
    silent: one(COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; sets `ticket` = this `dish`'),
  },
  'too-wide': {
    fires: one(COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; sets `pieces` = this `given`'),
    silent: one(COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; sets `given` = this `pieces`'),
  },
  'bad-pattern': {
    fires: one('| `ticket` | string | no | caller | any |', '| `ticket` | string | no | caller | matches `[a-z` |'),
    silent: one('| `ticket` | string | no | caller | any |', '| `ticket` | string | no | caller | matches `[a-z]` |'),
  },
  'anchored-pattern': {
    fires: one('| `ticket` | string | no | caller | any |', '| `ticket` | string | no | caller | matches `^[a-z]$` |'),
    silent: one(
      '| `ticket` | string | no | caller | any |',
      '| `ticket` | string | no | caller | matches `[^a]$[b]` |',
    ),
  },
  'pattern-too-large': {
    fires: one(
      '| `ticket` | string | no | caller | any |',
      '| `ticket` | string | no | caller | matches `(a{99}){99}` |',
    ),
    silent: one(
      '| `ticket` | string | no | caller | any |',
      '| `ticket` | string | no | caller | matches `(a{99}){9}` |',
    ),
  },
  'reference-not-unique': {
    fires: one('| Guest by `name` |', '| Guest by `word` |'),
    silent: [
      ['| Guest by `name` |', '| Guest by `word` |'],
      ['- Identified by: `name`', '- Identified by: `name`\n- Unique: `word`'],
    ],
  },
  'not-a-state-field': {
    fires: [row('| `stage` | string | yes | caller | any | none | |')],
    silent: [row('| `stage` | state | yes | service: state | any | none | where it is |')],
  },
  'not-a-gone-state': {
    fires: one(READ, '- Does: reads Order', '- Does: reads Order, also `served`'),
    silent: [
      ['| `served` | final | |', '| `served` | gone | |'],
      [READ, '- Does: reads Order', '- Does: reads Order, also `served`'],
    ],
  },
  'nondeterministic-move': {
    fires: one(
      '| `cooked` | `served` |',
      '| `taken` | `served` | `POST /orders/{id}/cook` | none | none |\n| `cooked` | `served` |',
    ),
    silent: one(
      '| `cooked` | `served` |',
      '| `taken` | `served` | `POST /orders/{id}/cook` | `given` >= 9 | none |\n| `cooked` | `served` |',
    ),
  },
  'timeless-circle': {
    fires: one(
      '| `cooked` | `served` |',
      '| `taken` | `cooked` | after 0 minutes | none | none |\n| `cooked` | `taken` | after 0 minutes | none | none |\n| `cooked` | `served` |',
    ),
    silent: one(
      '| `cooked` | `served` |',
      '| `taken` | `cooked` | after 0 minutes | none | none |\n| `cooked` | `taken` | after 1 minute | none | none |\n| `cooked` | `served` |',
    ),
  },
  'moves-go-round': {
    fires: one(
      '| `cooked` | `served` |',
      '| `taken` | `cooked` | after 0 minutes | none | none |\n| `cooked` | `taken` | after 1 minute | none | none |\n| `cooked` | `served` |',
    ),
    // 288 moves a day.
    silent: one(
      '| `cooked` | `served` |',
      '| `taken` | `cooked` | after 0 minutes | none | none |\n| `cooked` | `taken` | after 10 minutes | none | none |\n| `cooked` | `served` |',
    ),
  },
  'open-choice': {
    fires: one(
      '| `cooked` | `served` |',
      '| `taken` | one of `cooked`, `served` | after 5 minutes | none | none |\n| `cooked` | `served` |',
    ),
    silent: one(
      '| `cooked` | `served` |',
      '| `taken` | one of `cooked`, `served` | outside: `a cook` | none | none |\n| `cooked` | `served` |',
    ),
  },
  'no-initial-state': {
    fires: [
      ['| `taken` | initial | |', '| `taken` | any | |'],
      ['| (new) | `taken` | `POST /orders` | none | none |\n', ''],
    ],
    silent: one('| `taken` | initial | |', '| `taken` | any | |'),
  },
  'unreachable-state': {
    fires: one('| `served` | final | |', '| `served` | final | |\n| `lost` | final | |'),
    silent: [
      ['| `served` | final | |', '| `served` | final | |\n| `lost` | final | |'],
      [
        '| (new) | `taken` |',
        '| `served` | refused `not_now` | `POST /orders/{id}/cook` | none | none |\n| `taken` | `lost` | `POST /orders/{id}/serve` | none | none |\n| (new) | `taken` |',
      ],
    ],
  },
  'dead-end': {
    fires: one('| `served` | final | |', '| `served` | any | |'),
    silent: [
      ['| `served` | final | |', '| `served` | any | |'],
      ['| (new) | `taken` |', '| `served` | `taken` | outside: `the cook` | none | none |\n| (new) | `taken` |'],
    ],
  },
  'never-moves': {
    fires: one('| `cooked` | `served` | `POST /orders/{id}/serve` |', '| `cooked` | `served` | outside: `the cook` |'),
    silent: [
      ['| `cooked` | `served` | `POST /orders/{id}/serve` |', '| `cooked` | `served` | outside: `the cook` |'],
      ['- Any other move: `not_now`', '- Any other move: not shown'],
    ],
  },
  'every-or-none': {
    fires: one('- Does: moves Order.stage\n', '- Does: moves every Order.stage\n'),
    silent: one('- Does: moves Order.stage\n', '- Does: moves every Order.stage where `stage` = `taken`\n'),
  },
  'which-one': {
    fires: one(READ, '### GET /orders/first'),
    silent: [
      [READ, '### GET /orders/first'],
      ['- Does: reads Order', '- Does: reads Order where `id` = 1'],
    ],
  },
  'move-not-done': {
    fires: one(COOK, '- Does: moves Order.stage', '- Does: reads Order'),
    silent: one(COOK, '- Does: moves Order.stage', '- Does: moves Order.stage to `cooked`'),
  },
  'effect-incomplete': {
    fires: one('- Omitted fields: kept\n', ''),
    silent: one('- Omitted fields: kept', '- Omitted fields: cleared'),
  },
  'no-caller-here': {
    fires: one('where `pieces` > 0', 'where `guest` = caller'),
    silent: [
      ['where `pieces` > 0', 'where `guest` = caller'],
      [LIST, '- Repeat', '- Who: signed-in\n- Repeat'],
    ],
  },
  'secret-compared': {
    fires: [
      ['| `word` | string | no | caller |', '| `word` | secret | no | caller, hidden |'],
      ['where `pieces` > 0', 'where `guest.word` = `x`'],
    ],
    silent: [
      ['| `word` | string | no | caller |', '| `word` | secret | no | caller, hidden |'],
      ['where `pieces` > 0', 'where `guest.name` = `x`'],
    ],
  },
  'token-leak': {
    fires: one('| `ticket` | string | no | caller |', '| `ticket` | string | no | service: token |'),
    silent: one('| `ticket` | string | no | caller |', '| `ticket` | string | no | service, hidden: token |'),
  },
  'caller-without-credentials': {
    fires: [scheme('Caller: Guest', 'Verified by: issuer `x`')],
    silent: [scheme('Caller: Guest', 'Verified by: issuer `x`', 'Claims: `sub` to caller.name')],
  },
  'credentials-not-unique': {
    fires: [SECRET, scheme('Caller: Guest', 'Issued by: the operator', 'Credentials: `nick` and `word` of Guest')],
    silent: [SECRET, scheme('Caller: Guest', 'Issued by: the operator', 'Credentials: `name` and `word` of Guest')],
  },
  'plain-credential': {
    fires: [scheme('Caller: Guest', 'Issued by: the operator', 'Credentials: `name` and `word` of Guest')],
    silent: [SECRET, scheme('Caller: Guest', 'Issued by: the operator', 'Credentials: `name` and `word` of Guest')],
  },
  'owner-not-caller': {
    fires: [
      scheme('Caller: Guest', 'Issued by: the operator'),
      [READ, '- Repeat', '- Who: owner by `Order.dish`\n- Repeat'],
    ],
    silent: [
      scheme('Caller: Guest', 'Issued by: the operator'),
      [READ, '- Repeat', '- Who: owner by `Order.guest`\n- Repeat'],
    ],
  },
  // checking
  'role-set-by-caller': {
    fires: [scheme('Caller: Guest', 'Issued by: the operator', 'Roles: `Guest.word`')],
    silent: [
      scheme('Caller: Guest', 'Issued by: the operator', 'Roles: `Guest.word`'),
      ['| `word` | string | no | caller |', '| `word` | string | no | by operation |'],
    ],
  },
  'unknown-role': { fires: [COOKS, whoReads('`cok`')], silent: [COOKS, whoReads('`cook`')] },
  'token-without-end': {
    fires: [scheme('Caller: Guest', 'Issued by: `POST /guests`', 'Token lifetime: none', 'Revoked when: none')],
    silent: [scheme('Caller: Guest', 'Issued by: `POST /guests`', 'Token lifetime: 2 days', 'Revoked when: none')],
  },
  'credential-shown': {
    fires: [
      ...PRESENT,
      [WORD, '| `word` | secret | no | caller | any | none | always |'],
      scheme('Caller: Guest', 'Issued by: the operator', 'Credentials: `name` and `word` of Guest'),
    ],
    silent: [
      ...PRESENT,
      [WORD, '| `word` | secret | no | caller | any | none | never |'],
      scheme('Caller: Guest', 'Issued by: the operator', 'Credentials: `name` and `word` of Guest'),
    ],
  },
  'scheme-without-callers': {
    fires: [
      scheme('Caller: Guest', 'Issued by: `POST /guests`'),
      ['### POST /guests\n', '### POST /guests\n\n- Who: signed-in'],
    ],
    silent: [scheme('Caller: Guest', 'Issued by: `POST /guests`')],
  },
  'owner-in-list': {
    fires: [
      scheme('Caller: Guest', 'Issued by: the operator'),
      ['| `guest` | Guest by `name` |', '| `guest` | array of Guest by `name` |'],
      whoReads('owner by `Order.guest`'),
    ],
    silent: [scheme('Caller: Guest', 'Issued by: the operator'), whoReads('owner by `Order.guest`')],
  },
  'open-beside-restricted': {
    fires: [
      scheme('Caller: Guest', 'Issued by: the operator'),
      [COOK, '- Repeat', '- Who: owner by `Order.guest`\n- Repeat'],
    ],
    silent: [
      scheme('Caller: Guest', 'Issued by: the operator'),
      [READ, '- Repeat', '- Who: owner by `Order.guest`\n- Repeat'],
    ],
  },
  'header-not-here': {
    fires: one(
      READ,
      '| Status | When | Body |\n|---|---|---|\n| 200 | found | Order as `Slip` |',
      '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Order as `Slip` | `Content-Length: 3` |',
    ),
    silent: one(
      READ,
      '| Status | When | Body |\n|---|---|---|\n| 200 | found | Order as `Slip` |',
      '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Order as `Slip` | `Content-Language: en` |',
    ),
  },
  'no-body-here': {
    fires: one(READ, '| 200 | found | Order as `Slip` |', '| 204 | found | Order as `Slip` |'),
    silent: one(READ, '| 200 | found | Order as `Slip` |', '| 204 | found | none |'),
  },
  'statement-not-here': {
    fires: one(READ, '- Does: reads Order', '- Does: reads Order\n- Order: newest first'),
    silent: one(LIST, '- Order: oldest first', '- Order: newest first'),
  },
  'unused-statement': {
    fires: one('- Cross-origin: none', '- Cross-origin: none\n- Order: newest first'),
    silent: [
      ['- Cross-origin: none', '- Cross-origin: none\n- Order: newest first'],
      [LIST, '- Order: oldest first\n', ''],
    ],
  },
  'dead-status-row': {
    fires: one(
      READ,
      '| 200 | found | Order as `Slip` |',
      '| 200 | found | Order as `Slip` |\n| 203 | found and `given` > 2 | Order |',
    ),
    silent: one(
      READ,
      '| 200 | found | Order as `Slip` |',
      '| 203 | found and `given` > 2 | Order |\n| 200 | found | Order as `Slip` |',
    ),
  },
  'too-many-fields': { fires: [more(1995, 'boolean')], silent: [more(1980, 'boolean')] },
  'too-wide-for-postgresql': { fires: [more(400, 'string')], silent: [more(400, 'integer')] },
  'untied-rule': {
    fires: one('refused while Order (`guest` = this)', 'refused while Order (`pieces` = 2 or `given` = 1)'),
    silent: one('refused while Order (`guest` = this)', 'refused while Order (`guest.name` = this `name`)'),
  },
  'never-set': {
    fires: one('| `ticket` | string | no | caller |', '| `ticket` | string | no | by operation |'),
    silent: [
      ['| `ticket` | string | no | caller |', '| `ticket` | string | no | by operation |'],
      ['- Does: creates Order', '- Does: creates Order with `ticket` = `a`'],
    ],
  },
  'one-failure-body': {
    fires: [['- All failed fields at once: no', '- All failed fields at once: yes']],
    silent: [
      ['- All failed fields at once: no', '- All failed fields at once: yes'],
      ['"message": <message>}', '"errors": [{"field": <field>, "message": <message>}]}'],
    ],
  },
  'never-kept': {
    fires: one(CHANGE, '- Does: updates Order\n', '- Does: updates Order; sets `given` = 3\n'),
    silent: [
      [
        CHANGE,
        '- Does: updates Order\n- Body: Order\n',
        '- Does: updates Order; sets `given` = 3\n- Body: Order without given\n',
      ],
    ],
  },
  'unused-column': {
    fires: [hint('Hint')],
    silent: [hint('Hint'), ['`{"error": <code>', '`{"hint": <Hint>, "error": <code>']],
  },
  'never-happens': {
    fires: [begun('`Order.stage` becomes `taken`')],
    silent: [begun('`Order.stage` becomes `cooked`')],
  },
  'wrong-delivery': {
    fires: [delivery('Sent as: `POST` to `Order.id`')],
    silent: [delivery('Sent as: `POST` to `Order.dish`')],
  },
  'signing-secret-shown': {
    fires: [delivery('Sent as: `POST` to `Order.dish`\n- Signature: Standard Webhooks, secret `Order.dish`')],
    silent: [delivery('Sent as: `POST` to `Order.dish`\n- Signature: none')],
  },
  'kept-for-nobody': {
    fires: [delivery('Sent as: `POST` to `Order.dish`\n- Kept for: 3 days')],
    silent: [delivery('Sent as: server-sent events on `GET /orders/{id}`\n- Kept for: 3 days')],
  },
  'limit-per': {
    fires: [limit('Calls | 9 per hour | request | any | `taken`')],
    silent: [limit('Calls | 9 per hour | service | any | `taken`')],
  },
  'limit-of-nothing': {
    fires: [limit('Calls | 9 per hour | `POST /orders` | GET | `taken`')],
    silent: [limit('Calls | 9 per hour | `POST /orders` | POST | `taken`')],
  },
  'unused-event': {
    fires: one('## 6. Events\n\nnone', '## 6. Events\n\n### cooked\n\n| Field | Type |\n|---|---|\n| `id` | integer |'),
    silent: [
      ['## 6. Events\n\nnone', '## 6. Events\n\n### cooked\n\n| Field | Type |\n|---|---|\n| `id` | integer |'],
      [SERVE, '- Repeat', '- Emits: `cooked`\n- Repeat'],
    ],
  },
  unsupported: {
    fires: one('| `word` | string | no | caller |', '| `word` | file | no | caller |'),
    silent: one('| `word` | string | no | caller |', '| `word` | url | no | caller |'),
  },

  ...OF_ERRORS,
  ...OF_ASSUMPTIONS,
};
