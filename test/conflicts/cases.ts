// Documents of which several statements cannot hold together. Input: edits of the catalogue's base document. Output: for each the code
// that is found and what the statements are of, by their ids; `line` stands for what is no value.

import type { Edit } from '../catalogue/cases.ts';

export interface ConflictCase {
  readonly edits: readonly Edit[];
  readonly code: string;
  readonly sentences: readonly string[];
}

const LIST = '### GET /orders\n';
const READ = '### GET /orders/{id}';
const POST = '### POST /orders\n';
const COOK = '### POST /orders/{id}/cook';
const PIECES = '| `pieces` | integer | no | caller | 1..9 | `1` | |';
const STAGE = '### Order.stage';

export const CONFLICT_CASES: Readonly<Record<string, ConflictCase>> = {
  'a default outside of the values': {
    edits: [[PIECES, '| `pieces` | integer | no | caller | 1..9 | `12` | |']],
    code: 'contradiction',
    sentences: ['2/Order.pieces/type', '2/Order.pieces/allowed-values', '2/Order.pieces/default'],
  },
  'a default beside a rule': {
    edits: [
      [
        '| `id` | integer | yes | service: new id | any | none | |\n| `ticket`',
        '| `id` | integer | yes | service: new id | any | `7` | |\n| `ticket`',
      ],
    ],
    code: 'contradiction',
    sentences: ['2/Order.id/set-by', '2/Order.id/default'],
  },
  'values of which none is of the type': {
    edits: [[PIECES, '| `pieces` | integer | no | caller | `a`, `b` | `1` | |']],
    code: 'impossible-value',
    sentences: ['2/Order.pieces/type', '2/Order.pieces/allowed-values'],
  },
  'a text compared with a number': {
    edits: [
      [
        LIST,
        '- Does: lists Order where `pieces` > 0',
        '- Does: lists Order where `dish` = `soup` and `pieces` > this `dish`',
      ],
    ],
    code: 'unlike-types',
    sentences: ['2/Order.dish/type', '2/Order.pieces/type', '4/GET /orders/does'],
  },
  'a value that a move cannot lead to': {
    edits: [[COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; sets `pieces` = 12']],
    code: 'impossible-value',
    sentences: ['2/Order.pieces/type', '2/Order.pieces/allowed-values', '4/POST /orders/{id}/cook/does'],
  },
  'a final state that a row leaves': {
    edits: [['| `cooked` | any | |', '| `cooked` | final | |']],
    code: 'contradiction',
    sentences: [
      '3/Order.stage/cooked/kind',
      '3/Order.stage/POST /orders/{id}/serve/from',
      '3/Order.stage/POST /orders/{id}/serve/to',
    ],
  },
  'two rows that hold at once': {
    edits: [
      [
        '| `taken` | `cooked` | `POST /orders/{id}/cook` | `given` < 9 | none |',
        '| `taken` | `cooked` | `POST /orders/{id}/cook` | none | none |\n| `taken` | `served` | `POST /orders/{id}/cook` | none | none |',
      ],
    ],
    code: 'nondeterministic-move',
    sentences: [
      ...[
        'cooked/from',
        'cooked/to',
        'cooked/by',
        'cooked/only-if',
        'served/from',
        'served/to',
        'served/by',
        'served/only-if',
      ].map((end) => `3/Order.stage/POST /orders/{id}/cook from taken to ${end}`),
      '4/POST /orders/{id}/cook/does',
    ],
  },
  'a move by an operation that makes none': {
    edits: [[COOK, '- Does: moves Order.stage', '- Does: reads Order']],
    code: 'move-not-done',
    sentences: ['3/Order.stage/POST /orders/{id}/cook/by', '4/POST /orders/{id}/cook/does'],
  },
  'a body said twice': {
    edits: [
      [
        POST,
        '- Repeat: again\n',
        '- Repeat: again\n\n| Body | Type | Required | Sets |\n|---|---|---|---|\n| `dish` | string | yes | `dish` |\n',
      ],
    ],
    code: 'contradiction',
    sentences: ['4/POST /orders/body', 'line'],
  },
  'a page that is larger than a page may be': {
    edits: [[LIST, '- Pages: none', '- Pages: page `dish`, size `s`; default 20, at most 100']],
    code: 'contradiction',
    sentences: ['4/GET /orders/pages', 'line'],
  },
  'a reading that changes what is kept': {
    edits: [[COOK, '- Repeat: again', '- Repeat: safe']],
    code: 'contradiction',
    sentences: ['4/POST /orders/{id}/cook/does', '4/POST /orders/{id}/cook/repeat'],
  },
  'a second row each time': {
    edits: [[POST, '- Repeat: again', '- Repeat: same effect']],
    code: 'contradiction',
    sentences: ['2/Order/identified-by', '4/POST /orders/does', '4/POST /orders/body', '4/POST /orders/repeat'],
  },
  'a new row that lacks what it must have': {
    edits: [[POST, '- Body: Order', '- Body: none']],
    code: 'contradiction',
    sentences: [
      '2/Order.dish/type',
      '2/Order.dish/required',
      '2/Order.dish/set-by',
      '2/Order.dish/default',
      '4/POST /orders/does',
      '4/POST /orders/body',
    ],
  },
  'a row that nobody can call its own': {
    edits: [[READ, '- Does: reads Order', '- Does: reads Line']],
    code: 'contradiction',
    sentences: ['2/Line/identified-by', '4/GET /orders/{id}/does'],
  },
  'what the service sets, and an operation too': {
    edits: [[COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; sets `id` = 3']],
    code: 'contradiction',
    sentences: ['2/Order.id/set-by', '4/POST /orders/{id}/cook/does'],
  },
  'a reference left without a row': {
    edits: [['- When deleted: refused while Order (`guest` = this)', '- When deleted: none']],
    code: 'contradiction',
    sentences: ['2/Guest/when-deleted', '2/Order.guest/type', '2/Order.guest/required', '4/DELETE /guests/{name}/does'],
  },
  'a status of one code, twice': {
    edits: [['| `not_now` | 409 |', '| `no_order` | 410 | invalid path | Gone |\n| `not_now` | 409 |']],
    code: 'contradiction',
    sentences: ['7/no_order/status', '7/no_order/status 2'],
  },
  'a current version that is not supported': {
    edits: [
      [
        '## 9. Versioning\n\nnone',
        '## 9. Versioning\n\n- Scheme: path prefix\n- Current version: `2`\n- Supported versions: `1`\n- Compatibility: any',
      ],
    ],
    code: 'contradiction',
    sentences: ['9/current-version', '9/supported-versions'],
  },
  'an answer without a body that shows one': {
    edits: [[READ, '| 200 | found |', '| 204 | found |']],
    code: 'no-body-here',
    sentences: ['4/GET /orders/{id}/204/status', '4/GET /orders/{id}/204/body'],
  },
  'a caller where anyone may call': {
    edits: [
      ['| `name` | string(1..40) | yes | caller at create |', '| `name` | string(1..40) | yes | caller at create |'],
      [
        '| `guest` | Guest by `name` | yes | caller | any | none | |',
        '| `guest` | Guest by `name` | yes | service: caller at create | any | none | |',
      ],
    ],
    code: 'no-caller-here',
    sentences: ['2/Order.guest/set-by', '4/all/who', '4/POST /orders/does'],
  },
  'a kind that no machine has': {
    edits: [
      [
        '| `stage` | state | yes | service: state | any | none | |',
        '| `stage` | string | yes | caller | any | none | |',
      ],
    ],
    code: 'not-a-state-field',
    sentences: ['2/Order.stage/type', 'line'],
  },
  'an order among nothing': {
    edits: [[READ, '- Does: reads Order', '- Does: reads Order\n- Order: newest first']],
    code: 'statement-not-here',
    sentences: ['4/GET /orders/{id}/does', '4/GET /orders/{id}/order'],
  },
  'one bullet with two values': {
    edits: [[READ, '- Repeat: safe', '- Repeat: safe\n- Repeat: again']],
    code: 'contradiction',
    sentences: ['line', 'line'],
  },
  'a drawing of other moves': {
    edits: [
      [
        STAGE,
        '- Any other move: `not_now`',
        '```mermaid\nstateDiagram-v2\n  [*] --> taken : POST /orders\n  taken --> served : POST /orders/{id}/cook\n  cooked --> served : POST /orders/{id}/serve\n```\n\n- Any other move: `not_now`',
      ],
    ],
    code: 'contradiction',
    sentences: ['line', 'line'],
  },
  'a caller where part 5 is none': {
    edits: [['### POST /guests\n', '- Does', '- Who: signed-in\n- Does']],
    code: 'contradiction',
    sentences: ['4/POST /guests/who', '5'],
  },
  'an event of a call that emits none': {
    edits: [['## 6. Events\n\nnone', '## 6. Events\n\n### made\n\n- When: `POST /guests`\n- Payload: Guest']],
    code: 'contradiction',
    sentences: ['4/all/emits', '6/made/when'],
  },
};
