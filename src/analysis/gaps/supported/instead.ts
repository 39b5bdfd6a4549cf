// What to write instead of a word that this runtime does not do yet, where other words say the same or nearly so. Data only, spelled as in
// supported.ts. Input: words that are held. Output: sentences for people; docs/supported.md lists them all. A word without an entry has no
// other words: its work is done by another program, or waits.

import type { Feature, Features } from '../../document/features.ts';
import { OF_CALLS } from './instead-of-calls.ts';
import { OF_FIELDS } from './instead-of-fields.ts';
import { INSTEAD_OF_DELIVERY } from './plain-delivery.ts';

/** A code whose condition is a rule of no operation, or of one that finds no row for it. */
export const UNJUDGED: Feature = 'Cause: condition that no operation can judge';

const OF_ITS_OWN = 'write a resource of its own whose rows have ``R by `f` `` and refer to this one';

/** Each ends in what else would differ. */
export const INSTEAD: ReadonlyMap<Feature, string> = new Map<Feature, string>([
  ...OF_FIELDS,
  ...OF_CALLS,
  ...INSTEAD_OF_DELIVERY,
  [
    'Resource: Rows: from the operator, which nothing tells apart',
    'write `at first start` with the rows, or give the resource operations that create its rows, and send them once',
  ],
  [
    'Resource: Rows, of what a call makes',
    'let the rows set the field (`Set by: rows`), or give the resource operations that create its rows',
  ],
  [
    'Resource: Rows: fixed, which nothing tells apart',
    'give each row the fields under Identified by, with `rows` under Set by, or write `at first start`',
  ],
  [
    'Resource: Rows: fixed or from the operator, which move',
    'write `at first start`, or give the resource operations that create its rows',
  ],
  [
    'Resource: Rows, of which other rows decide',
    'write a rule over the fields of the row itself, or give the resource operations that create its rows',
  ],
  ['Resource: Rows, with Required: if inside of a value', 'write `no`, or fields of the resource itself'],
  [
    'When deleted: refused while, behind deletes every',
    'state `refused while …` of the resource that is deleted first',
  ],
  ['Type: R', 'write ``R by `f` ``, which is sent and shown as that field'],
  ['Type: fields of R, where it is sent', 'write ``R by `f` ``, or let the service or an operation set the field'],
  ['Type: fields of R in a nested shape', 'write the reference as a field of the resource, beside the nested shape'],
  ['Type: fields of R, too many', 'show fewer fields of the other rows'],
  ['Type: fields of a nested shape', 'write the nested shape whole, or another one with these fields'],
  ['Type: list of fields of R', 'write a resource of its own whose rows refer to both'],
  ['Type: R by f inside of a value, where f may change', OF_ITS_OWN],
  ['Type: R by f in a nested shape that holds itself', 'write a resource of its own in place of the nested shape'],
  [
    'Type: R by f or as R.f, through too many fields',
    'write the type of the field at the end, or identify one of the resources between by a field of its own',
  ],
  ['Type: state in a nested shape', 'write `one of …`, or a resource of its own in place of the nested shape'],
  ['Type: any as a parameter', 'write the type of its values, such as `string`: what is sent there is text'],
  ['Type: list, map or object as a parameter', 'write `array of string, by commas`, or one parameter for each value'],
  ['Type: string, quotes optional, outside of a query', 'write `string`'],
  ['Type: file', 'write `url`, and keep the file elsewhere'],
  [
    'Condition: secret',
    'name another field, or ask for the secret of the one row that Does finds or of the caller, as in ``body `old` = this `password` ``, in Only if of a move or in a Code row',
  ],
  [
    'Does: another value than of the body into a secret',
    'let a caller send it, and take it from there: `` body `f` ``',
  ],
  ['Shape: secret', 'leave it out: a secret is never shown'],
  [
    'Headers: ETag of a PUT',
    'leave it out: HTTP keeps it for rows that are kept exactly as they were sent, and a read has the tag',
  ],
  [
    'Headers: Location of a row that not one operation reads',
    'write the address behind it: `` `Location: <base>/orders/{id}` ``',
  ],
  ['Headers: Location of what is no one row', 'write the address behind it: `` `Location: <base>/orders` ``'],
  ['Headers: header of several fields', 'name each of them: `` `X-Address: {address.street}, {address.city}` ``'],
  ['Headers: ETag of what shows a token', 'leave it out: no later answer has that body'],
  ['Headers: ETag of what shows no row', 'leave it out: there is nothing that a tag could name'],
  [
    'Operation: Unknown fields: kept, inside of what is not shown',
    'name a field of the resource itself whose Type is `object` or `map of …`',
  ],
  [
    'Operation: Unknown fields: kept, where several objects of the body have fields of the row',
    'let one object of the body have all fields of the row, or write `refused` or `ignored`',
  ],
  ['Preconditions: by another header', 'write `If-Match` or `If-None-Match`: a tag says more than an instant'],
  ['Preconditions: on another header than ETag', 'write ``on `ETag` ``, the only header that HTTP compares them with'],
  [
    'Preconditions: on an ETag with a value of its own',
    'write `` `ETag` `` under Headers without a value: its text is made of the version of the row',
  ],
  ['Order: any', 'write an order, such as `oldest first`'],
  ['Pages: any', 'write `none`, or how pages are asked for: `offset and limit`'],
  ['Body: any', 'write a shape, a Body table, `none` or `ignored`'],
  ['Body: same as, where rows have a When', 'write the Body table again, with its When'],
  ['Body: When, over other rows', 'write no When, and a Code row of part 7 whose When is the condition'],
  ['Body: When, over what is not sent', 'write a condition over the body, the query or a header'],
  ['Body: When, over a field with a When', 'write both conditions, with `and`, over fields without one'],
  ['Body: When, beside rows in a list', 'write one operation for each form of the body'],
  ['Body: When, of a state', 'write one operation for each move'],
  ['Body: When, of a secret', 'write one operation for each form of the body'],
  ['Body: When, of a Default that is another field', 'write no Default in this row, and `with` under Does'],
  ['Body: When, of one field by two types', 'write one Type in these rows, or let them set two fields'],
  ['Status: body any', 'write a shape, a template or `none`'],
  ['Error body: any', 'write a template, or `none`'],
  [
    'Required: if of a parameter, over what is not sent',
    'write `no`, and a Code row of part 7 whose When is the condition',
  ],
  ['Default: another field, which the body leaves out', 'let the body take both fields, or write `with` under Does'],
  [
    'Default: another field, where it is cleared',
    'write `kept` or `refused` for this field under Omitted fields and Null fields',
  ],
  ['Required: if of a Body table, over other rows', 'write `no`, and a Code row of part 7 whose When is the condition'],
  ['Rule: list of, without an order', 'write `, ordered by …` behind it'],
  ['Rule: token, of what is no secret', 'write `secret` under Type: its hash is kept, and the answer shows it once'],
  ['Rule: token where it is narrowed', 'leave the bounds out: a token has 43 letters, digits, `-` and `_`'],
  ['Rule: path into a value', 'write the field with a dotted name in the Field table, such as `address.city`'],
  ['Rule: by the table below, of other values', 'write a field for each value that the table gives'],
  ['Condition: matches on a stored field', 'state `matches …` under Allowed values, so that no row without it is kept'],
  [
    'Condition: path to no value of its own',
    'write a nested shape, or fields with dotted names, such as `address.city`',
  ],
  ['To: one of, of a new row', 'write one row for each state'],
  ['To: (gone) beside other changes', 'let one operation remove the row, and another change it'],
  ['By: time, from no state to another', 'take the row out: a move that leads nowhere changes nothing'],
  ['By: at what is no stored instant', 'name a field of type `date-time`, or of `seconds since 1970`, that is stored'],
  [
    'By: time, of what must be unique',
    'write an operation that makes the move, and let another program call it when it is due',
  ],
  [
    'By: outside, of what is no move of a row',
    'write an operation that makes the move, and have the one who decides call it',
  ],
  ['Does: creates every in body, without a list', 'write a Body that has the list: `array of R`'],
  ['Does: token, of what is not one new row', 'write `creates R`, and call it once for each row'],
  [
    'Does: token that its answer does not show',
    'show the field in the Body of each answer: nobody could know its value later',
  ],
  [
    'Does: many rows at once, where part 8 counts them',
    'write `updates R` or `moves R.f`, and call it once for each row',
  ],
  ['Does: creates every in body, of secrets', 'write `creates R`, and call it once for each row'],
  [
    'Operation: a rule for a part of a nested shape',
    'write the general rule alone: it holds inside of nested shapes, too',
  ],
  ['Operation: Base of one operation', 'write the Base under All operations, or the whole path in the heading'],
  ['Operation: two parameters in one segment', 'give each parameter a segment of its own'],
  ['Media type: event stream on a path with parameters', 'name an operation under Sent as whose path has none'],
  ['Media type: other than JSON', 'write `application/json`'],
  ['Repeat: key, where a token is answered', 'write `again`: a token that is kept can be read in the data'],
  ['Repeat: key, of what only reads', 'write `safe`'],
  ['Repeat: Applies to with a condition', 'write the methods or operations'],
  ['Repeat: Marked by with what is not fixed', 'write a fixed value, `Idempotent-Replayed: true`'],
  ['Repeat: same values, of what is not one creation', 'write `again`, and a code for `R already there`'],
  ['Repeat: same values, by what is no key that is sent', 'name all fields of the identity, or of one Unique'],
  ['Repeat: same values, compared by what is not sent', 'name fields of the body behind `compared by`'],
  ['Repeat: same values, of a secret', 'name the fields that are no secret behind `compared by`'],
  [
    'Pages: cursor is the last f, which no row is found by',
    'write `cursor is opaque`, or name the field that the rows are identified by',
  ],
  ['Path: condition', 'write ``R by `f` ``'],
  ['Query: only the fields named, by what is no list', 'write `array of string, by commas`'],
  ['Query: R by f', 'write a condition with `value`, such as `` `customer` = value ``'],
  [
    'Query: whole, of what is no reference',
    'name references to one row, such as ``Customer by `id` ``, and let callers read all else by its own operation',
  ],
  ['Query: whole, by what is neither a list nor true or false', 'write `array of string, by commas`, or `boolean`'],
  [
    'Emits: event kinds, where no row is changed',
    'write `none`: an event speaks of a row that is made, changed or deleted',
  ],
  [
    'Emits: event kinds, where rows of several resources are changed',
    'let the payload of the event show one of the resources, or write the event into the Emits of a move',
  ],
  [
    'Emits: event kinds, where two effects may change one row',
    'write the event into the Emits of a move, or let another operation make the other change',
  ],
  ['Emits: event kinds of a refusal', 'write `none`: of a request that is refused nothing is kept'],
  ['Status: class other than 2xx of a success', 'write one code, such as `404`'],
  ['Status: When: condition on many rows', 'write one row for all, such as `found`'],
  ['Status: When: condition of an error', 'write two codes in part 7, each with a cause of its own'],
  ['Shape: path into a value', 'show the field that holds it'],
  ['Shape: one of several rows', 'write a Body that shows one resource, or none'],
  ['Shape: R of many rows', 'write `array of R`, or `none`'],
  ['Shape: field of many rows', 'write `array of R`, or `none`'],
  ['Shape: shape of no row that is meant', 'write a shape of the resource that Does touches'],
  ['Word: moves in a text', 'write `<moves>` as a value of its own: `{"legal": <moves>}`'],
  [
    'Word: moves, where any other move is accepted',
    'leave `<moves>` out, or write each move that is accepted as a row of part 3',
  ],
  [
    UNJUDGED,
    'write ``- Errors: `code` `` under each operation that it refuses: one whose Does finds the row that has `` this `f` ``, or that takes `` body `f` `` or `` query `f` ``',
  ],
  [
    'Limit: of a field in a nested shape',
    'write it into its Type, `string(1..255)`, or its Allowed values, `at most 10 items`',
  ],
  ['Limit: rate, by whatever the service chooses', 'write what it is counted by: `caller` or `IP address`'],
  [
    'Limit: rate, if what is not of the caller',
    'write a condition on the caller, such as `` caller `plan` = `free` ``',
  ],
  [
    'Limit: rate, if a cause that is no answer of an operation',
    'write a cause that a call of an operation ends with, such as `wrong credentials`',
  ],
  [
    'Limit: at once, by what is not known when a call begins',
    'write what is known when a call begins: under Per `caller` or `IP address`, behind `if` a condition on the caller',
  ],
  [
    'Limit: no rate, for whatever the service chooses',
    'write for what it is counted: `request`, `headers`, a resource or a field',
  ],
  ['Limit: no rate, of calls with a condition', 'write operations or methods alone under Applies to'],
  [
    'Versioning: Change table, in other words',
    'write it into Changes of the Version table, or in a form that is understood: `` `Todo.title` was `name` ``',
  ],
]);

/** It keeps callers out, or hides a value: a weaker statement is never advised in its place. */
export function isGuard(word: Feature): boolean {
  return /^Type: .*\bsecret\b/.test(word) || word.startsWith('Who: ') || word.startsWith('Authentication: ');
}

/** A resource of the document, and the field that identifies its rows, where it is one. */
export interface Referred {
  readonly resource: string;
  readonly by: string | undefined;
  /** The resource whose field holds a list of them. */
  readonly listedBy: string | undefined;
}

/** For the words that have one, each once; with the document's names for `R` and `f` of a Type. */
export function insteadOf(held: Features, referred?: Referred): readonly string[] {
  return [
    ...new Set(
      held.flatMap((word) => {
        const instead = INSTEAD.get(word);
        return instead === undefined ? [] : [withNames(word, instead, referred)];
      }),
    ),
  ];
}

function withNames(word: string, instead: string, referred: Referred | undefined): string {
  if (!referred || !/^Type: (?:list of )?(?:fields of )?R\b/.test(word)) return instead;
  const { by, listedBy } = referred;
  const all = listedBy === undefined ? instead : OF_ITS_OWN.replace('this one', `\`${listedBy}\``);
  const named = by === undefined ? all : all.replaceAll('`f`', `\`${by}\``);
  return named.replaceAll(/(?<![\p{L}\d.])R(?![\p{L}\d.])/gu, referred.resource);
}
