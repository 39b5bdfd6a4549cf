// A word that this runtime does not do, as people say it: by the heads, keys and words of a document. Data only, spelled as in
// supported.ts. Input: words that are held, and the resource that they are about. Output: one phrase for a message.

import type { Feature, Features, HeldForm, Place } from '../../document/features.ts';
import { AS_WRITTEN } from './as-written.ts';
import { OF_BODIES } from './plain-bodies.ts';
import { OF_DELIVERY } from './plain-delivery.ts';
import { OF_EVENTS } from './plain-events.ts';
import { OF_FIELDS } from './plain-fields.ts';
import { OF_SCHEMES } from './plain-schemes.ts';

/** Called as documents spell it, at the place that AS_WRITTEN says. */
type SpelledAlike = Held<
  | 'Type: string, quotes optional, outside of a query'
  | 'Type: file'
  | 'Present: any'
  | 'Rule: new R'
  | 'Rule: event name'
  | 'Rule: the resource'
  | 'Allowed values: none'
  | 'Media type: any'
  | 'Media type: none'
  | 'Checks: none'
  | 'Order: any'
  | 'Order: none'
  | 'Pages: any'
  | 'Body: any'
  | 'Word: values in a text'
  | 'Word: moves in a text'
  | 'Error body: any'
  | 'Authentication: OAuth 2 client credentials'
  | 'Authentication: token introspection'
  | 'Authentication: mutual TLS'
>;

type Held<Word extends HeldForm> = Word;

/** All others that are held. `{R}` is the resource, by its name where that is known. */
const PLAIN: Readonly<Record<Exclude<HeldForm, SpelledAlike>, string>> = {
  ...OF_SCHEMES,
  ...OF_DELIVERY,
  'Resource: Identified by what is not kept': 'Identified by with a field that is not kept',
  'Resource: one of, of what is not kept':
    '`At least one of` and `Exactly one of` with a field that is not kept in a row',
  'Resource: Unique by what is not kept': 'Unique with a field that is not kept',
  'Resource: Visible to, which items': '`which items` under Visible to',
  'Resource: Visible to, of rows that are kept or replaced':
    'Visible to beside `creates or keeps` or `creates or replaces`, which may meet a row that its caller may not see',
  'Resource: Rows: from the operator, which nothing tells apart':
    'Rows from the operator by what the service sets itself',
  'Resource: Rows, of what is not kept': 'Rows of what has no rows of its own',
  'Resource: Rows, of what a call makes': 'Rows with a field that only a call can set',
  'Resource: Rows: fixed, which nothing tells apart': 'fixed Rows that do not say what identifies each of them',
  'Resource: Rows: fixed or from the operator, which move': 'Rows whose state moves, other than `at first start`',
  'Resource: Rows, of which other rows decide': 'Rows with `Required: if` or `after:` over other rows',
  'Resource: Rows, with Required: if inside of a value': 'Rows with `Required: if` in a nested shape',
  'When deleted: deletes every in a circle': '`deletes every` in a circle',
  'When deleted: refused while, behind deletes every': '`refused while` for rows that are deleted by `deletes every`',
  'Type: R by what is not kept': '{R} by a field that is not kept',
  'Type: list, map or object as a parameter': 'a list, a map or an object as a parameter',
  'Type: any as a parameter': '`any` as the type of a parameter',
  'Type: R': '{R} alone as a type',
  'Type: fields of R, where it is sent': '`as`, `only` and `without` in the type of what a caller sends',
  'Type: fields of R in a nested shape': '`as`, `only` and `without` in the type of a field of a nested shape',
  'Type: fields of R, too many': 'types that embed more than 1,000 fields of other rows',
  'Type: fields of a nested shape': '`as`, `only` and `without` of a nested shape as a type',
  'Type: list of fields of R': 'a list of {R} with some of its fields as a type',
  'Type: list of R by f, as a parameter': 'a list of {R} as the type of what no resource keeps',
  'Type: R by f inside of a value, where f may change': 'a reference inside of a value by a field that may change',
  'Type: R by f in a nested shape that holds itself': 'a reference inside of a nested shape that holds itself',
  'Type: R by f or as R.f, through too many fields': 'a type that leads through more than 20 other fields',
  'Type: list of secret': 'a list or a map of secrets',
  'Type: secret in a nested shape': 'a secret inside of a nested shape',
  'Type: secret as a parameter': 'a secret as a parameter',
  'Type: as R.f, of a secret': '`as` a secret as the type of a field',
  'Type: state in a nested shape': 'a state inside of a nested shape',
  ...OF_FIELDS,
  'Word: request id in a rule, but at create': '`<request id>` in a rule without `at create`',
  'Word: now in a header of every answer': '`<now>` in a header of every answer',
  'Word: header in a rule': '`<header X>` in a rule of part 2',
  'Set by: service in a nested shape': 'a field that the service sets inside of a nested shape',
  'Set by: caller at create, of a secret that may be sent again':
    '`caller at create` of a secret where `creates or replaces` may find the row',
  'Rule: new id, a second number': '`new id` of a second number of one resource',
  'Rule: by the table below, of other values': '`by the table below` for a list, an object or a reference',
  'Rule: slug of what is not sent': '`slug of` a field that is not sent',
  'Rule: slug of another type': '`slug of` a field of another type than `string`',
  'Rule: address that the row cannot fill': '`address of` an operation whose path the row cannot fill',
  'Rule: arithmetic of what is no exact number': 'arithmetic with what is no exact number',
  'Rule: text of seconds since 1970': 'a text that shows `seconds since 1970`',
  'Rule: new id where it is narrowed': '`new id` where type or Allowed values narrow it',
  'Rule: now where it is narrowed': '`now` where Allowed values narrow it',
  'Rule: token, of what is no secret': '`token` of a field that is no `secret`',
  'Rule: token where it is narrowed': '`token` where type or Allowed values narrow it',
  'Rule: slug where it is narrowed': '`slug of` where type or Allowed values narrow it',
  'Rule: address where it is narrowed': '`address of` where type or Allowed values narrow it',
  'Rule: count, sum, min or max of where it is narrowed':
    '`count of`, `sum of`, `min of` and `max of` where type or Allowed values narrow them',
  'Rule: list of, without an order': '`list of` without `ordered by`',
  'Rule: list of other values': '`list of` in a list of anything but rows by a view, `only`, `without` or `by`',
  'Rule: sum, min or max of other values':
    '`sum of` what is no exact number, and `min of` and `max of` what is no number, text, instant or date of the same type',
  'Rule: text where it is narrowed': 'a text with holes where type or Allowed values narrow it',
  'Rule: at create, over a new number': '`at create` with a number that `new id` gives to the same row',
  'Rule: text over other rows, of what must fit': 'a text with fields of other rows, where it has to fit',
  'Rule: text or arithmetic, too long with all fields written out': 'a rule that is too long with all its fields',
  'Rule: arithmetic over other rows, of what must fit': 'arithmetic with fields of other rows, where it has to fit',
  'Rule: arithmetic over a new id, of what must fit': 'arithmetic with a new id, where it has to fit',
  'Allowed values: number of more than 15 digits': 'a number of more than 15 digits under Allowed values',
  'Cause: after, over other rows, of every row':
    '`after:` with a search among other rows, a new id, a slug or an address, in an operation that changes every row',
  'Condition: matches on a stored field': '`matches` in a condition on a stored field',
  'Condition: list of R': 'a list of references in a condition',
  'Condition: path to no value of its own':
    'a path to what has no value of its own, such as into an `object`, in a condition',
  'Rule: path into a value': 'a path into a nested shape, a map or a list under Set by',
  'Condition: search of a nested shape': 'a search among nested shapes in a condition',
  'Condition: secret': 'a secret in a rule or an order',
  'Condition: date-time, as sent': 'a `date-time, as sent` in a condition',
  'To: one of, of a new row': '`one of` as the state in which a row begins',
  'To: (gone) beside other changes': 'a move to `(gone)` beside other changes',
  'By: time, from no state to another': 'a move by time that leads from no state to another',
  'By: at what is no stored instant': '`at` what is no stored instant',
  'By: time, of what must be unique': 'a move by time of what must be unique',
  'By: outside, of what is no move of a row': '`outside` of what is no move of a row',
  'Does: a value into what is not kept': 'a value under Does for what is not kept',
  'Does: another value than of the body into a secret': 'a value under Does for a secret, but a field of the body',
  'Does: lists values, of what is no plain field':
    '`lists values` of a list of lists, an object, a secret, references or what is computed',
  'Does: arithmetic of what is no exact number': 'arithmetic with what is no exact number under Does',
  'Does: a nested shape': 'an effect on a nested shape',
  'Does: creates every in body, without a list': '`creates every … in body` where the body has no list of them',
  'Does: creates every in body, beside others': '`creates every … in body` beside another effect on such rows',
  'Does: creates every in body, judged before body': '`creates every … in body` with state or uniqueness before body',
  'Does: token, of what is not one new row': 'a token of the service in a row that is not made by one `creates`',
  'Does: token that its answer does not show': 'a token of the service that the answer to the call does not show',
  'Does: many rows at once, where part 8 counts them':
    '`updates every` or `moves every` that may put rows among those that part 8 counts',
  'Does: creates every in body, of secrets': '`creates every … in body` of rows with a secret',
  'Does: creates or replaces, in {other}': '`creates or replaces` of a row that is found inside of another',
  'Does: caller of several resources': '`caller` under Does where callers are rows of several resources',
  'Does: signs in, by what the body does not hold':
    '`signs in` by a field that the body does not hold, or by secrets alone',
  'Does: issues token, of no scheme or several':
    '`issues token` of an operation that no scheme lists under Issued by, or that several list',
  'Condition: caller of several resources, beside no row of one of them':
    '`caller` beside what is no reference to one of the resources of part 5',
  'Condition: caller of several resources, whose fields are not alike':
    'a field of the caller that several resources of part 5 have, with unlike types or as a secret',
  'Rule: arithmetic over the caller': 'arithmetic with a field of the caller',
  'Who: a condition, where part 5 is none': 'a condition under Who where part 5 is `none`',
  'Who: a caller without a row': 'fields of the caller where the Caller of a scheme is `none`',
  'Who: scope that no scheme gives': '`scope` under Who where Claims of no scheme says who has it',
  'Who: role that no scheme gives': 'a role under Who that no scheme gives',
  'Who: owner by, through a list': '`owner by` a path through a list',
  'Who: owner by, of a row that is not at hand': '`owner by` a row that the call neither touches nor selects',
  'Who: of a move that asks for no credentials':
    'Who of a move that needs a caller, where a call that makes it may come without credentials',
  'Who: somebody who is not signed in, where a row has its caller':
    'callers who are not signed in, where a field of the new row is its caller',
  'Who: a caller of another resource, where a row has its caller':
    'callers of every resource of part 5, where a field that has to be there takes what only some of them have',
  'Operation: two parameters in one segment': 'two parameters in one segment of a path',
  'Operation: Base of one operation': 'Base of one operation',
  'Operation: Base with a parameter': 'Base with a parameter',
  'Operation: a rule for a part of a nested shape': 'a rule for a part of a nested shape',
  'Operation: Unknown fields: none': '`none` under Unknown fields',
  'Operation: Unknown fields: kept, inside of what is not shown':
    '`kept in` under Unknown fields of a place inside of a field whose Type is not shown',
  'Operation: Unknown fields: kept, where several objects of the body have fields of the row':
    '`kept in` under Unknown fields where several objects of the body have fields of the row',
  'Operation: Read-only fields: none': '`none` under Read-only fields',
  'Operation: Nested names: any': '`any` under Nested names',
  'Operation: Preconditions: any': '`any` under Preconditions',
  'Preconditions: by another header': 'another header than `If-Match` and `If-None-Match` under Preconditions',
  'Preconditions: on another header than ETag': 'another header than `ETag` behind `on` under Preconditions',
  'Preconditions: on an ETag with a value of its own': 'Preconditions beside an `ETag` with a value of its own',
  'Preconditions: If-Match, of no single row': '`If-Match` where the call finds no single row',
  'Preconditions: If-None-Match, of no read by GET and no change of one row':
    '`If-None-Match` where a call neither reads by GET nor changes one row',
  'Media type: event stream on a path with parameters': 'a stream on a path with parameters',
  'Media type: other than JSON': 'a media type other than JSON',
  'Repeat: same values, of what is not one creation':
    'same values under Repeat of a call that does not make one row and nothing else, and answer with it',
  'Repeat: same values, by what is no key that is sent':
    'same values under Repeat by what is no key that the call sends',
  'Repeat: same values, compared by what is not sent': '`compared by` what the call does not send',
  'Repeat: same values, of a secret': 'same values under Repeat of a secret',
  'Repeat: key, where a token is answered': '`key` under Repeat of an operation that answers with a token',
  'Repeat: key, of what only reads': '`key` under Repeat of an operation that only reads',
  'Repeat: Applies to with a condition': 'a condition under Applies to of a Repeat table',
  'Repeat: Marked by with what is not fixed': 'a header under Marked by whose value is not fixed',
  'Order: a row without one value': 'an order by a row that is shown by several fields',
  'Order: path through a list': 'a path through a list under Order',
  'Order: date-time, as sent': 'a `date-time, as sent` under Order',
  'Pages: cursor is the last f, which no row is found by':
    '`cursor is the last …` with what is not always there, or does not tell rows apart',
  'Body: a form without fields': 'a form without fields as a body',
  ...OF_BODIES,
  'Path: R by what is not kept': '{R} by a field that is not kept under Selects',
  'Path: R by f, in {other}, where not one field refers to it':
    '`in {…}` under Selects where not one field refers to that row',
  'Path: condition': 'a condition under Selects of the path',
  'Header: only the fields named or whole': '`only the fields named` and `whole` under Selects of a header',
  'Query: any field of R with a map, an object or a list of them':
    '`any field of` a resource with a map, an object or a list of them',
  'Query: R by f': 'a row as what a parameter of a query selects',
  'Query: only the fields named, by what is no list':
    '`only the fields named` of another parameter than a list of texts',
  'Query: whole, of what is no reference': '`whole, for` what is no reference to one row',
  'Query: whole, by what is neither a list nor true or false':
    '`whole, for` of another parameter than a list of texts or a `boolean`',
  'Sets: a value into what is not kept': 'a value under Sets for what is not kept',
  ...OF_EVENTS,
  'Emits: event kinds, where no row is changed': 'events under Emits where no row is changed',
  'Emits: event kinds, where rows of several resources are changed':
    'events under Emits where rows of several resources are changed',
  'Emits: event kinds, where two effects may change one row': 'events under Emits where two effects may change one row',
  'Emits: event kinds of a refusal': 'events under Emits of a refusal',
  'Status: body any': '`any` as the body of an answer',
  'Status: class other than 2xx of a success': 'a class of statuses other than `any 2xx` of a success',
  'Status: When: unchanged by another effect': '`unchanged` under When of an effect that leaves no row as it is',
  'Status: When: repeated, of what is never repeated':
    '`repeated` under When where Repeat does not say what the same values are',
  'Status: When: condition on many rows': 'a condition on many rows under When',
  'Status: When: condition of an error': 'a condition beside an error under When',
  'Headers: header by its own rules': 'a header without a value behind it',
  'Headers: ETag of what shows no row': '`ETag` of an answer that shows no row and no list',
  'Headers: Link of what has no pages': '`Link` of an answer that has no pages',
  'Headers: Location of what is no one row': '`Location` of an answer that is about no row, or several',
  'Headers: Location of a row that not one operation reads':
    '`Location` of a row that no operation reads by its path, or several do',
  'Headers: ETag of what shows a token': '`ETag` of an answer that shows a token',
  'Headers: ETag of a PUT': '`ETag` in the answer to a PUT',
  'Headers: header of several fields': 'a header of several fields',
  'Shape: R of many rows': 'a body of one row where there are many',
  'Shape: field of many rows': 'a field of one row in a body where there are many',
  'Shape: one of several rows': 'a body of one of several rows',
  'Shape: path into a value': 'a field of a nested shape, a map or a list in an answer',
  'Shape: secret': 'a secret in an answer',
  'Shape: shape of no row that is meant': 'a body of a resource of which neither Does nor the path says one row',
  'Word: moves, where any other move is accepted': '`<moves>` where any other move is accepted',
  'Cause: condition that no operation can judge': 'a condition under When that no operation can judge',
  'Limit: of a field in a nested shape': 'a limit on a field of a nested shape',
  'Limit: rate, by whatever the service chooses': 'a rate with `any` under Per',
  'Limit: rate, if what is not of the caller': 'a rate with a condition on more than the caller',
  'Limit: rate, if a cause that is no answer of an operation':
    'a rate of a cause that no call of an operation ends with',
  'Limit: at once, by what is not known when a call begins':
    'a limit on how many calls run at once, by how they end or by more than the caller',
  'Limit: no rate, for whatever the service chooses': 'a limit that is no rate, with `any` under Per',
  'Limit: no rate, of calls with a condition': 'a limit that is no rate, for calls with a condition or a cause,',
  'Versioning: Change table': 'what an older version sees',
  'Versioning: Change table, in other words': 'a Change row in words of its own',
  'Versioning: Missing version: caller, who is no row of one resource':
    'a version in the row of the caller, where no scheme or several name a Caller',
};

/** `resource`: the one that a Type names. A word without a phrase is shown as it is. */
export function plainly(word: Feature, resource?: string): string {
  const phrase = (PLAIN as Readonly<Partial<Record<Feature, string>>>)[word];
  if (phrase !== undefined) return phrase.replace('{R}', resource === undefined ? 'a resource' : `\`${resource}\``);
  const colon = word.indexOf(': ');
  return AS_WRITTEN[word.slice(0, colon) as Place]?.(word.slice(colon + 2)) ?? `\`${word}\``;
}

export function allPlainly(words: Features, resource?: string): string {
  return [...new Set(words.map((word) => plainly(word, resource)))].join(', ');
}
