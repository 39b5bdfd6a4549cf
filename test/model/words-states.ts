// The words of part 3 and what goes with gone states, each with an edit of test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const SERVED_GONE: Edit = ['| `served` | final | |', '| `served` | gone | |'];
const STAGE = '| `stage` | state | yes | service: state | any | none | |';
const field = (cells: string): Edit => [STAGE, `${STAGE}\n${cells}`];
const move = (row: string): Edit => ['| `cooked` | `served` | `POST', `${row}\n| \`cooked\` | \`served\` | \`POST`];
const REMOVAL: Edit = [
  '### GET /orders\n',
  '### GET /orders\n',
  '### DELETE /orders/{id}\n\n- Does: deletes Order\n- Body: none\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 204 | deleted | none |\n\n### GET /orders\n',
];

export const OF_STATES: Readonly<Record<string, readonly Edit[]>> = {
  'State: Kind: gone': [SERVED_GONE],
  'From: any': [move('| any | `served` | `POST /orders/{id}/cook` | `given` >= 9 | none |')],
  'From: any except': [move('| any except `taken` | `served` | `POST /orders/{id}/serve` | none | none |')],
  'To: same': [move('| `taken` | same | `POST /orders/{id}/serve` | none | none |')],
  'To: refused': [move('| `taken` | refused `not_now` | `POST /orders/{id}/serve` | none | none |')],
  'To: one of': [move('| `taken` | one of `cooked`, `served` | outside: `a cook` | none | none |')],
  'To: (gone)': [move('| `taken`, `cooked` | (gone) | `DELETE /orders/{id}` | none | none |'), REMOVAL],
  'To: (gone) beside other changes': [move('| `taken` | (gone) | `POST /orders/{id}/serve` | none | none |')],
  'By: after': [move('| `taken` | `served` | after 15 minutes | none | none |')],
  'By: at': [
    field('| `due` | date-time | no | caller | any | none | |'),
    move('| `taken` | `served` | at `due` | none | none |'),
  ],
  'By: time, from no state to another': [move('| `taken` | `taken` | after 15 minutes | none | none |')],
  'By: at what is no stored instant': [
    field('| `due` | date | no | caller | any | none | |'),
    move('| `taken` | `served` | at `due` | none | none |'),
  ],
  'By: time, of what must be unique': [
    ['- Unique: `ticket`', '- Unique: `ticket`\n- Unique: `dish`, `stage`'],
    move('| `taken` | `served` | after 15 minutes | none | none |'),
  ],
  'To: one of, of a new row': [move('| (new) | one of `taken`, `cooked` | `POST /orders` | none | none |')],
  'By: outside, of what is no move of a row': [
    move('| `taken` | refused `not_now` | outside: `a cook` | none | none |'),
  ],
  'By: outside': [move('| `taken` | `served` | outside: `a cook` | none | none |')],
  'By: none': [move('| `taken` | `served` | none | none | none |')],
  'Any other move: accepted': [['- Any other move: `not_now`', '- Any other move: accepted']],
  'Any other change: error': [['- Any other change: accepted', '- Any other change: `not_now`']],
  'Does: also': [SERVED_GONE, ['### GET /orders/{id}\n', '- Does: reads Order', '- Does: reads Order, also `served`']],
  'Cause: was R': [SERVED_GONE, ['| `not_now` | 409 |', '| `eaten` | 410 | was Order | No |\n| `not_now` | 409 |']],
};
