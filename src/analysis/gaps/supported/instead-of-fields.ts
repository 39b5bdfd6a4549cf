// What to write instead of a word of part 2 or of a condition that this runtime does not do (instead.ts). Data only.

import type { Feature } from '../../document/features.ts';

const NO_ROWS = 'name fields that are kept: what a rule computes on reading is not';
const FITS = 'leave the bounds out of this field, and state them of the fields of which it is made';

const SAME_VALUE = 'write a condition over the other fields of the same value';

export const OF_FIELDS: ReadonlyMap<Feature, string> = new Map<Feature, string>([
  ['Resource: Identified by what is not kept', NO_ROWS],
  ['Resource: Unique by what is not kept', NO_ROWS],
  ['Resource: one of, of what is not kept', NO_ROWS],
  ['Resource: Rows, of what is not kept', 'state the rows of the resource in which the nested shape is'],
  ['When deleted: deletes every in a circle', 'write `refused while` at one place of the circle'],
  ['Type: R by what is not kept', 'name a field that is kept, such as the one that identifies the rows'],
  ['Type: list of R by f, as a parameter', 'write `array of string, by commas`, or one parameter for each reference'],
  ['Required: if in a nested shape, over more than its fields', SAME_VALUE],
  [
    'Required: if in a nested shape, which is merged',
    'write `updates` or `replaces` under Does, or `no` under Required',
  ],
  ['Required: if, over what is not sent', 'write a condition over fields that the body of each operation has'],
  ['Present: if in a nested shape, over more than its fields', SAME_VALUE],
  ['Present: any', 'write `always`, `if set` or `never`'],
  ['Set by: service in a nested shape', 'write a resource of its own in place of the nested shape'],
  [
    'Rule: new id, a second number',
    'let callers send one of the two, or write `new id` with a type of `uuid` or `string`',
  ],
  ['Rule: slug of what is not sent', 'name a field that callers send'],
  ['Rule: slug of another type', 'name a field of type `string`'],
  ['Rule: address that the row cannot fill', 'name an operation whose path has fields of this row alone'],
  ['Rule: arithmetic of what is no exact number', 'write `integer` or `decimal(2)` as the type of each part'],
  ['Rule: text of seconds since 1970', 'write `date-time` as the type of the field that the text shows'],
  ['Rule: new id where it is narrowed', 'leave the bounds out: the service makes no number twice, whatever it is'],
  ['Rule: now where it is narrowed', 'leave the bounds out: the clock says what it is'],
  ['Rule: slug where it is narrowed', 'leave the bounds out, and state the length of the field of which it is made'],
  ['Rule: address where it is narrowed', 'leave the bounds out: the path says how long it is'],
  ['Rule: text where it is narrowed', FITS],
  ['Rule: at create, over a new number', 'leave `at create` out: the number never changes'],
  [
    'Rule: count, sum, min or max of where it is narrowed',
    'leave the bounds out, or judge the other rows: a Code row whose When is a condition',
  ],
  [
    'Rule: sum, min or max of other values',
    'name a field of an exact number, and for `min` and `max` a text, an instant or a date of the same type',
  ],
  ['Rule: text over other rows, of what must fit', FITS],
  ['Rule: arithmetic over other rows, of what must fit', FITS],
  ['Rule: arithmetic over a new id, of what must fit', FITS],
  [
    'Rule: text or arithmetic, too long with all fields written out',
    'keep a part of it in a field of its own, `at create`',
  ],
  ['Rule: arithmetic over the caller', 'let Does set the field: `` creates R with `f` = … ``'],
  ['Rule: list of other values', 'write `list of` rows, with the type `array of R only …`, or ``array of R by `f` ``'],
  ['Allowed values: number of more than 15 digits', 'write the bound with at most 15 digits, or a text with `matches`'],
  ['Allowed values: none', 'write `any`, or leave the field out'],
  ['Default: another field, in a nested shape', 'let callers send both, or write fields of the resource itself'],
  ['Default: another field, of another type', 'give both fields one type'],
  ['Default: another field, which the service sets', 'write the rule of that field under Set by of this one, too'],
  ['Condition: list of R', 'write a condition over the rows themselves: `` there is R where … ``'],
  [
    'Condition: search of a nested shape',
    'write a path through the list: `` `lines.sku` = … ``, or a resource of its own',
  ],
  ['Condition: date-time, as sent', 'write `date-time`: an instant, whatever its zone'],
  [
    'Cause: after, over other rows, of every row',
    'write `after:` over the row itself, or let the operation change one row',
  ],
]);
