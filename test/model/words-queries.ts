// Documents for words of Selects and Required in a query. Input: none. Output: edits of base.md for each word.

import type { Edit } from '../catalogue/cases.ts';

const query = (row: string): Edit => ['| `dish` | string | no | none | any | `dish` = value |', row];

export const OF_QUERIES: Readonly<Record<string, readonly Edit[]>> = {
  'Query: any field of': [
    query('| any field of `Order` | any | no | none | any | none |'),
    ['| `lines` | array of Line | no | caller | any | `[]` | |\n', ''],
  ],
  'Query: any field of R with a map, an object or a list of them': [
    query('| any field of `Order` | any | no | none | any | none |'),
  ],
  'Query: only the fields named': [
    query('| `fields` | array of string, by commas | no | none | any | only the fields named |'),
  ],
  'Query: only the fields named, by what is no list': [
    query('| `fields` | string | no | none | any | only the fields named |'),
  ],
  'Query: whole': [query('| `with` | boolean | no | none | any | whole, for `guest` |')],
  'Query: whole, of what is no reference': [query('| `with` | boolean | no | none | any | whole, for `dish` |')],
  'Query: whole, by what is neither a list nor true or false': [
    query('| `with` | string | no | none | any | whole, for `guest` |'),
  ],
  'Query: R by f': [query('| `guest` | string | no | none | any | Guest by `name` |')],
  'Query: none': [query('| `noise` | string | no | none | any | none |')],
  'Required: if of a parameter, over what is not sent': [
    query('| `dish` | string | if `pieces` > 3 | none | any | `dish` = value |'),
  ],
};
