// A document of things that are listed by what the query selects: a state, a bound, a text; and in an order of the caller's choice.

import { ID, lists, machine, moves, table } from './document.ts';
import { MISSING, things, TITLE } from './things.ts';

const QUERY = table('Query | Type | Required | Default | Allowed values | Selects', [
  '`state` | state | no | none | any | `state` = value',
  '`least` | integer | no | none | any | `rank` >= value',
  '`q` | string | no | none | any | `title` contains value',
]);

export const FILTERED: string = things({
  fields: [ID, TITLE, '`rank` | integer', '`state` | state | yes | service: state'],
  states: machine(
    'Thing.state',
    ['`open` | initial', '`ended` | final'],
    ['(new) | `open` | `POST /things`', '`open` | `ended` | `POST /things/{id}/end`'],
    { 'Any other move': '`ended`' },
  ),
  list: lists(
    'Thing',
    { Order: 'by query `sort`: `first` is `rank` ascending, then oldest first; else oldest first' },
    QUERY,
  ),
  operations: moves('POST /things/{id}/end', 'Thing.state to `ended`'),
  codes: [
    MISSING,
    '`invalid` | 400 | any field missing, any field invalid, malformed body, unsupported media type',
    '`query` | 400 | invalid query',
    '`ended` | 409 | none',
  ],
});
