// The words of Emits, of When of an event and of the word <moves>, each with an edit of test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const COOK = '### POST /orders/{id}/cook';
const EMITS = '- Emits: `cooked`\n- Repeat';
const COOKED: Edit = [
  '## 6. Events\n\nnone',
  '## 6. Events\n\n### cooked\n\n| Field | Type |\n|---|---|\n| `id` | integer |',
];

const showing = (value: string): Edit => [
  '`{"error": <code>, "message": <message>}`',
  `\`{"error": <code>, "message": <message>, "legal": ${value}}\``,
];

/** An event with this When. What is said of a call contradicts `Emits: none`. */
const at = (when: string): readonly Edit[] => [
  ['## 6. Events\n\nnone', `## 6. Events\n\n### told\n\n- When: ${when}\n- Payload: {"at": <now>}`],
  ['- Cross-origin: none\n- Emits: none', '- Cross-origin: none\n- Emits: not shown'],
];

export const OF_EMITS: Readonly<Record<string, readonly Edit[]>> = {
  'Emits: event kinds': [[COOK, '- Repeat', EMITS], COOKED],
  'Emits: event kinds, where no row is changed': [['### GET /orders/{id}\n', '- Repeat', EMITS], COOKED],
  'Emits: event kinds, where rows of several resources are changed': [
    [COOK, '- Repeat', EMITS],
    [COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; creates Guest with `name` = "cook"'],
    COOKED,
  ],
  'Emits: event kinds, where two effects may change one row': [
    [COOK, '- Repeat', EMITS],
    [COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; updates every Order; sets `dish` = "soup"'],
    COOKED,
  ],
  'Emits: event kinds of a refusal': [
    [
      '| `cooked` | `served` | `POST',
      '| `taken` | refused `not_now` | `POST /orders/{id}/serve` | none | `cooked` |\n| `cooked` | `served` | `POST',
    ],
    COOKED,
  ],
  'Events: When, a call': at('`POST /orders/{id}/cook`'),
  'Events: When, a call that changes no row': at('`GET /orders/{id}`'),
  'Events: When, a call that changes rows of several resources': [
    ...at('`POST /orders/{id}/cook`'),
    [COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; creates Guest with `name` = "cook"'],
  ],
  'Events: When, a call of which two effects may change one row': [
    ...at('`POST /orders/{id}/cook`'),
    [COOK, '- Does: moves Order.stage', '- Does: moves Order.stage; updates every Order; sets `dish` = "soup"'],
  ],
  'Events: When, created, updated or deleted': at('Order is updated'),
  'Events: When, becomes': at('`Order.stage` becomes `cooked`'),
  'Events: When, changes': at('`Order.pieces` changes'),
  'Events: When, of a field that is computed': [
    ...at('`Order.twice` changes'),
    [
      '| `given` | integer',
      '| `twice` | integer | yes | service: = `pieces` * 2 | any | none | |\n| `given` | integer',
    ],
  ],
  'Events: When, of a secret': [
    ...at('`Order.pin` changes'),
    ['| `given` | integer', '| `pin` | secret | no | caller | any | none | |\n| `given` | integer'],
  ],
  'Events: When, becomes, of what is no plain value': at('`Order.guest` becomes `cook`'),
  'Events: When, changes of a list, a map or an object': at('`Order.lines` changes'),
  'Word: moves': [showing('<moves>')],
  'Word: moves in a text': [showing('"one of <moves>"')],
  'Word: moves, where any other move is accepted': [
    showing('<moves>'),
    ['- Any other move: `not_now`', '- Any other move: accepted'],
  ],
};
