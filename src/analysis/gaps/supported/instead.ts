// What to write instead of a word that this runtime does not do yet, where other words say the same or nearly so. Data only, spelled as in
// supported.ts. Input: words that are held. Output: sentences for people; docs/supported.md lists them all. A word without an entry has no
// other words: its work is done by another program, or waits.

import { RESOURCE } from '../../../notation/resources.ts';
import { VERSIONING } from '../../../notation/versioning.ts';
import { declaredFeature, type Feature, type Features } from '../../document/features.ts';

/** A code whose condition is a rule of no operation, or of one that finds no row for it. */
export const UNJUDGED: Feature = 'Cause: condition that no operation can judge';

const NOT_ENFORCED = 'leave the value `not shown`, with a note behind it: then nothing is held and nothing enforced';

const OF_ITS_OWN = 'write a resource of its own whose rows have ``R by `f` `` and refer to this one';

/** Each ends in what else would differ. */
export const INSTEAD: ReadonlyMap<Feature, string> = new Map<Feature, string>([
  [
    declaredFeature('Resource', RESOURCE.rows.head),
    'give the resource operations that create its rows, and send them once',
  ],
  [
    declaredFeature('Resource', RESOURCE.atLeastOneOf.head),
    'state Required `if …` for each of the fields, over the others',
  ],
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
  ['Type: list, map or object as a parameter', 'write `array of string, by commas`, or one parameter for each value'],
  ['Type: string, quotes optional', 'write `string`'],
  ['Type: file', 'write `url`, and keep the file elsewhere'],
  ['Type: any', 'write the type of the values, such as `string` or `object`'],
  [
    'Condition: secret',
    'name another field, or ask for the secret of the one row that Does finds or of the caller, as in ``body `old` = this `password` ``, in Only if of a move or in a Code row',
  ],
  [
    'Does: another value than of the body into a secret',
    'let a caller send it, and take it from there: `` body `f` ``',
  ],
  ['Shape: secret', 'leave it out: a secret is never shown'],
  ['Order: any', 'write an order, such as `oldest first`'],
  ['Pages: any', 'write `none`, or how pages are asked for: `offset and limit`'],
  ['Body: any', 'write a shape, a Body table, `none` or `ignored`'],
  ['Status: body any', 'write a shape, a template or `none`'],
  ['Error body: any', 'write a template, or `none`'],
  ['Required: if of a parameter', 'write `no`, and a Code row of part 7 whose When is the condition'],
  ['Required: if, over other rows', 'write `no`, and a Code row of part 7 whose When is the condition'],
  ['Set by: rows', 'write `caller`, and operations that create the rows'],
  ['Rule: list of, without an order', 'write `, ordered by …` behind it'],
  ['Rule: by the table below, of other values', 'write a field for each value that the table gives'],
  ['Condition: matches on a stored field', 'state `matches …` under Allowed values, so that no row without it is kept'],
  ['Condition: path into an object', 'write the field with a dotted name in the Field table, such as `address.city`'],
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
  ['Does: creates every in body', 'write `creates R`, and call it once for each row'],
  [
    'Operation: a rule for a part of a nested shape',
    'write the general rule alone: it holds inside of nested shapes, too',
  ],
  ['Operation: Base of one operation', 'write the Base under All operations, or the whole path in the heading'],
  ['Operation: two parameters in one segment', 'give each parameter a segment of its own'],
  ['Media type: other than JSON', 'write `application/json`'],
  [
    'Checks: another order of existence, state and uniqueness',
    'leave Checks out, or write existence, then state, then uniqueness',
  ],
  ['Repeat: key', 'write `again`, or a ``Unique`` field that the caller sends, so that a second row is refused'],
  ['Repeat: same values', 'write `again`, and a code for `R already there`'],
  ['Pages: after, before', 'write `offset and limit` or `page and size`'],
  ['Pages: Link rel next', 'write `offset and limit` or `page and size`'],
  ['Path: condition', 'write ``R by `f` ``'],
  ['Query: only the fields named', 'leave the parameter out: the whole shape is shown'],
  ['Query: whole', 'leave the parameter out, and let a caller read the row by its own operation'],
  [
    'Checks: state before body, where an error shows what is legal',
    'put `body` before `state`, or leave `<moves>` out of the Error body',
  ],
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
  ['Status: class', 'write one code, such as `200`'],
  ['Status: When: condition on many rows', 'write one row for all, such as `found`'],
  ['Status: When: condition of an error', 'write two codes in part 7, each with a cause of its own'],
  ['Shape: one of several rows', 'write a Body that shows one resource, or none'],
  ['Shape: R of many rows', 'write `array of R`, or `none`'],
  ['Shape: field of many rows', 'write `array of R`, or `none`'],
  ['Shape: shape of another resource', 'write a shape of the resource that Does touches'],
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
    'Limit: another size',
    'write `request` under Per, operations or methods under Applies to, and an error under When exceeded',
  ],
  ['Limit: rate', NOT_ENFORCED],
  ['Limit: at once', NOT_ENFORCED],
  ['Limit: time', NOT_ENFORCED],
  ['Limit: characters', NOT_ENFORCED],
  ['Limit: items', NOT_ENFORCED],
  [declaredFeature('Versioning', VERSIONING.scheme.head), 'write `none`, and the version into Base'],
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
