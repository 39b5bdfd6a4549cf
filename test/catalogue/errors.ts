// Cases of the catalogue for the rows of the Code table in part 7.

import type { Case, Edit } from './cases.ts';

const COOK = '### POST /orders/{id}/cook';

/** One more row. */
export const error = (cells: string): Edit => ['| `not_now` | 409 |', `${cells}\n| \`not_now\` | 409 |`];

const TWICE = error(
  '| `twice` | 422 | after: there is Order (`dish` = this `dish` and `id` != this `id`), about `Order.dish` | Twice |',
);

export const OF_ERRORS: Readonly<Record<string, Case>> = {
  'dead-error-row': {
    fires: [error('| `odd_dish` | 422 | `Order.dish` invalid | Odd |')],
    silent: [['| `bad_field` | 422 |', '| `odd_dish` | 422 | `Order.dish` invalid | Odd |\n| `bad_field` | 422 |']],
  },
  'unused-error': {
    fires: [error('| `tired` | 503 | none | Tired |')],
    silent: [error('| `tired` | 503 | none | Tired |'), [COOK, '- Repeat', '- Errors: `tired`\n- Repeat']],
  },
  'rule-left-out': {
    fires: [
      error('| `many` | 422 | body `pieces` > 9 | Too many |'),
      ['### PATCH /orders', '- Repeat', '- Errors: `many`\n- Repeat'],
    ],
    silent: [error('| `many` | 422 | body `pieces` > 9 | Too many |')],
  },
  'search-of-hidden-rows': {
    fires: [
      TWICE,
      ['### Order\n', '- Unique: `ticket`', '- Unique: `ticket`\n- Visible to: `guest.name` = caller `name`'],
    ],
    silent: [TWICE],
  },
};
