// The words of Emits and of the word <moves>, each with an edit of test/catalogue/base.md that uses it; see words.ts.

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
  'Word: moves': [showing('<moves>')],
  'Word: moves in a text': [showing('"one of <moves>"')],
  'Word: moves, where any other move is accepted': [
    showing('<moves>'),
    ['- Any other move: `not_now`', '- Any other move: accepted'],
  ],
};
