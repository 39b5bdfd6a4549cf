// What to write instead of a word of part 4 that this runtime does not do (instead.ts). Data only.

import { declaredFeature, type Feature } from '../../document/features.ts';

const KEPT = 'name a field that is kept: what is computed on reading follows from others';

export const OF_CALLS: ReadonlyMap<Feature, string> = new Map<Feature, string>([
  ['Does: a value into what is not kept', KEPT],
  ['Sets: a value into what is not kept', KEPT],
  ['Path: R by what is not kept', KEPT],
  ['Does: a nested shape', 'write an effect on the resource that has it, with a Body that has the nested shape'],
  ['Does: creates or replaces, in {other}', 'identify the row by one field, and send the other one in the body'],
  [
    'Does: lists values, of what is no plain field',
    'write a resource of its own for these values, and `lists` its rows',
  ],
  ['Does: creates every in body, beside others', 'write two operations'],
  ['Does: creates every in body, judged before body', 'leave state and uniqueness behind the body under Checks'],
  ['Does: arithmetic of what is no exact number', 'write `integer` or `decimal(2)` as the type of each part'],
  [
    'Does: signs in, by what the body does not hold',
    'let the body take a field that tells callers apart, and the secret',
  ],
  ['Does: issues token, of no scheme or several', 'name the operation under Issued by of one scheme'],
  ['Operation: Base with a parameter', 'write the parameter into the path of each operation'],
  ['Operation: Unknown fields: none', 'write `refused` or `ignored`'],
  ['Operation: Read-only fields: none', 'write `refused` or `ignored`'],
  ['Operation: Nested names: any', 'write the names, or `none`'],
  [declaredFeature('Operation', 'Nested names'), 'write `none`: JSON nests by itself'],
  ['Operation: Preconditions: any', 'write `none`, or the preconditions'],
  [
    'Preconditions: If-Match, of no single row',
    'leave it out here: a list or a new row has no tag that a caller could know',
  ],
  [
    'Preconditions: If-None-Match, of no read by GET and no change of one row',
    'leave it out here: there is nothing that a tag or `*` could be compared with',
  ],
  ['Media type: any', 'write `application/json`'],
  ['Media type: none', 'write `application/json`, and `none` as the Body'],
  ['Checks: none', 'write the checks in their order, or leave the bullet out'],
  ['Order: path through a list', 'keep what decides in a field of the row: `min of` or `max of` the list'],
  ['Order: date-time, as sent', 'write `date-time`: an instant, whatever its zone'],
  ['Order: a row without one value', 'name the field of that row by which rows are ordered'],
  ['Order: none', 'write an order, such as `oldest first`'],
  ['Body: a form without fields', 'let the row of the Body table name a field, or write `none`'],
  ['Path: R by f, in {other}, where not one field refers to it', 'name the row by a field of its own, without `in`'],
  [
    'Query: any field of R with a map, an object or a list of them',
    'write the condition: `` `name` contains value or `code` contains value ``',
  ],
  ['Header: only the fields named or whole', 'take it from the query'],
  ['Status: When: unchanged by another effect', 'leave the row out: this effect leaves no row as it is'],
  [
    'Status: When: repeated, of what is never repeated',
    'leave the row out, or write under Repeat what the same values are',
  ],
  [
    'Headers: header by its own rules',
    'write its value behind it, `` `X-Total: <total>` ``, or one that needs none: `ETag`, `Location`, `Link`, `RateLimit`, `RateLimit-Policy`, `Retry-After`, or `none`',
  ],
  ['Headers: Link of what has no pages', 'leave it out: there is no next page'],
  ['Word: values in a text', 'write `<values>` as a value of its own: `{"tags": <values>}`'],
  ['Word: request id in a rule, but at create', 'write `at create` behind it'],
  ['Word: header in a rule', 'write it under Sets of a Header row, or under Does of the operation'],
  ['Word: now in a header of every answer', 'leave it out: `Date` says it in every answer'],
]);
