// A word that this runtime does not do, as people say it: by the heads, keys and words of a document. Data only, spelled as in
// supported.ts. Input: words that are held, and the resource that they are about. Output: one phrase for a message.

import type { Feature, Features, HeldForm, Place } from '../../document/features.ts';

/** Called as documents spell it, at the place that AS_WRITTEN says. */
type SpelledAlike = Held<
  | 'Type: string, quotes optional'
  | 'Type: file'
  | 'Type: any'
  | 'Present: any'
  | 'Set by: rows'
  | 'Rule: token'
  | 'Rule: new R'
  | 'Rule: event name'
  | 'Rule: the resource'
  | 'Allowed values: none'
  | 'Does: creates every in body'
  | 'Does: none'
  | 'Media type: any'
  | 'Media type: none'
  | 'Checks: none'
  | 'Repeat: key'
  | 'Order: any'
  | 'Order: none'
  | 'Pages: any'
  | 'Body: any'
  | 'Query: only the fields named'
  | 'Query: whole'
  | 'Query: none'
  | 'Word: values in a text'
  | 'Word: more'
  | 'Word: next'
  | 'Word: request id'
  | 'Word: moves in a text'
  | 'Error body: any'
  | 'Authentication: OAuth 2 client credentials'
  | 'Authentication: token introspection'
  | 'Authentication: mutual TLS'
  | 'Authentication: HMAC signature'
>;

type Held<Word extends HeldForm> = Word;

/** All others that are held. `{R}` is the resource, by its name where that is known. */
const PLAIN: Readonly<Record<Exclude<HeldForm, SpelledAlike>, string>> = {
  'Resource: Identified by what is not kept': 'Identified by with a field that is not kept',
  'Resource: Unique by what is not kept': 'Unique with a field that is not kept',
  'Resource: Visible to, which items': '`which items` under Visible to',
  'Resource: Visible to, of rows that are kept or replaced':
    'Visible to beside `creates or keeps` or `creates or replaces`, which may meet a row that its caller may not see',
  'When deleted: deletes every in a circle': '`deletes every` in a circle',
  'When deleted: refused while, behind deletes every': '`refused while` for rows that are deleted by `deletes every`',
  'Type: R by what is not kept': '{R} by a field that is not kept',
  'Type: list, map or object as a parameter': 'a list, a map or an object as a parameter',
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
  'Required: if in a nested shape': '`if …` under Required inside of a nested shape',
  'Required: if, over other rows': '`if …` under Required that looks at other rows',
  'Required: if, over what is not sent': '`if …` under Required that looks at what is not sent',
  'Required: if of a parameter': '`if …` under Required of a parameter',
  'Present: if in a nested shape': '`if …` under Present inside of a nested shape',
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
  'Condition: path through a list': 'a path through a list in a condition',
  'Condition: path into an object': 'a path into an object in a condition',
  'Condition: header': '`header` in a condition',
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
  'Authentication: Credentials kept by the operator, of tokens':
    'Credentials kept by the operator, of another scheme than `HTTP Basic`',
  'Authentication: Credentials kept by the operator, issued by operations':
    'Credentials kept by the operator, of which operations are listed under Issued by',
  'Authentication: in the place of another scheme': 'two schemes whose credentials look alike in one place',
  'Authentication: Sent in none': 'a scheme whose Sent in is `none`',
  'Authentication: Refresh by what does more': 'Refresh by an operation that does more than `issues token`',
  'Authentication: Refresh without a token': 'Refresh by an operation that may be called without a token of its scheme',
  'Authentication: Issued by none': 'tokens of a scheme whose Issued by is `none`',
  'Authentication: Issued by operations, of which none issues a token':
    'Issued by, where none of the operations does `issues token`',
  'Authentication: Issued by an operation of another scheme': 'one operation under Issued by of two schemes',
  'Authentication: Issued by operations, where Caller is none': 'tokens that operations issue, where Caller is `none`',
  'Authentication: Issued by outside, of what is not signed':
    '`outside` under Issued by, of another scheme than `JWT` or `OpenID Connect`',
  'Authentication: Verified by, of what is not signed': 'Verified by of another scheme than `JWT` or `OpenID Connect`',
  'Authentication: Claims, of what is not signed': 'Claims of another scheme than `JWT` or `OpenID Connect`',
  'Authentication: signed tokens without issuer, audience, keys and algorithms':
    'signed tokens of which Verified by does not state issuer, audience, keys and algorithms',
  'Authentication: signed tokens, of which no claim names the row':
    'signed tokens of which no claim says whose they are',
  'Authentication: signed tokens of others that the service ends':
    'Credentials, a lifetime, Refresh or an end of tokens that others sign',
  'Authentication: Issued by operator, of signed tokens': '`the operator` under Issued by, of signed tokens',
  'Authentication: Issued by operations, of OpenID Connect': 'operations under Issued by, of `OpenID Connect`',
  'Authentication: Verified by: keys that are not of the issuer':
    'other keys than those of who signs: an address for others, `kept by the operator` for tokens that operations issue',
  'Authentication: Verified by: what is fetched, neither by https nor from this machine':
    'keys or an issuer at an address that is neither https nor on this machine',
  'Authentication: Verified by: an algorithm that does not fit':
    'an algorithm under Verified by other than RS256, PS256, ES256 and their longer forms, EdDSA, and HS256 and its longer forms for tokens that operations issue',
  'Authentication: Verified by: other than issuer, audience, keys and algorithms':
    'more under Verified by than issuer, audience, keys and algorithms',
  'Authentication: Claims: to a field, which names no row':
    'Claims to a field that does not identify one row of the Caller, or to several',
  'Authentication: Claims: to roles or scopes, of tokens that operations issue':
    'Claims to roles or scopes of tokens that operations issue',
  'Authentication: Claims: to roles, beside Roles of a row': 'Claims to roles beside Roles by a field or a condition',
  'Authentication: Issued by operator, for a row that is not found by one value':
    'keys of the operator for rows that no one text or whole number identifies',
  'Authentication: HTTP Basic, in another place than Authorization':
    'a name and a password in another place than the header `Authorization: Basic {token}`',
  'Authentication: HTTP Basic, by other than a name and a secret of the Caller':
    '`HTTP Basic` whose Credentials are not one text and one `secret` of the Caller',
  'Authentication: HTTP Basic that expires': 'a Token lifetime of `HTTP Basic`, which has no tokens',
  'Authentication: HTTP Basic that is revoked':
    'Revoked when of `HTTP Basic`, other than that the password changes or its row is deleted,',
  'Authentication: Issued by operator, of what a row keeps':
    '`the operator` under Issued by, beside Credentials of a row',
  'Authentication: Roles: listed, that nobody gives':
    'Roles that are only listed, where the operator gives no keys: nothing says who has which',
  'Authentication: Roles of a row, where Caller is none': 'Roles by a field or a condition, where Caller is `none`',
  'Operation: two parameters in one segment': 'two parameters in one segment of a path',
  'Operation: Base of one operation': 'Base of one operation',
  'Operation: Base with a parameter': 'Base with a parameter',
  'Operation: a rule for a part of a nested shape': 'a rule for a part of a nested shape',
  'Operation: Unknown fields: none': '`none` under Unknown fields',
  'Operation: Read-only fields: none': '`none` under Read-only fields',
  'Operation: Nested names: any': '`any` under Nested names',
  'Operation: Headers in: any': '`any` under Headers in',
  'Operation: Preconditions: any': '`any` under Preconditions',
  'Media type: other than JSON': 'a media type other than JSON',
  'Checks: another order of existence, state and uniqueness':
    'another order of existence, state and uniqueness under Checks',
  'Checks: another place of authentication or permission':
    'authentication behind other checks, or permission before existence, under Checks',
  'Checks: state before body, where an error shows what is legal':
    'state before body under Checks, where an error shows what is legal',
  'Repeat: same values': 'same values under Repeat',
  'Repeat: Repeat table': 'a Repeat table',
  'Order: a row without one value': 'an order by a row that is shown by several fields',
  'Order: path through a list': 'a path through a list under Order',
  'Order: date-time, as sent': 'a `date-time, as sent` under Order',
  'Pages: after, before': '`after` and `before` under Pages',
  'Pages: Link rel next': '`Link` under Pages',
  'Body: a form without fields': 'a form without fields as a body',
  'Path: R by what is not kept': '{R} by a field that is not kept under Selects',
  'Path: R by f, in {other}, where not one field refers to it':
    '`in {…}` under Selects where not one field refers to that row',
  'Path: condition': 'a condition under Selects of the path',
  'Query: any field of R with a list, map or object': '`any field of` a resource with a list, a map or an object',
  'Header: Header table': 'a Header table',
  'Sets: a value into what is not kept': 'a value under Sets for what is not kept',
  'Emits: event kinds, where no row is changed': 'events under Emits where no row is changed',
  'Emits: event kinds, where rows of several resources are changed':
    'events under Emits where rows of several resources are changed',
  'Emits: event kinds, where two effects may change one row': 'events under Emits where two effects may change one row',
  'Emits: event kinds of a refusal': 'events under Emits of a refusal',
  'Status: body any': '`any` as the body of an answer',
  'Status: headers any': '`any` under Headers',
  'Status: class': 'a class of statuses, such as `any 2xx`,',
  'Status: When: accepted': '`accepted` under When',
  'Status: When: unchanged by another effect': '`unchanged` under When of an effect that leaves no row as it is',
  'Status: When: repeated': '`repeated` under When',
  'Status: When: condition on many rows': 'a condition on many rows under When',
  'Status: When: condition of an error': 'a condition beside an error under When',
  'Headers: header by its own rules': 'a header without a value behind it',
  'Headers: header of several fields': 'a header of several fields',
  'Shape: R of many rows': 'a body of one row where there are many',
  'Shape: field of many rows': 'a field of one row in a body where there are many',
  'Shape: one of several rows': 'a body of one of several rows',
  'Shape: secret': 'a secret in an answer',
  'Shape: shape of another resource': 'a body of another resource than the one that Does touches',
  'Word: header': '`<header …>`',
  'Word: moves, where any other move is accepted': '`<moves>` where any other move is accepted',
  'Cause: condition that no operation can judge': 'a condition under When that no operation can judge',
  'Limit: another size': 'a limit on a size other than that of each request, with an error under When exceeded,',
  'Limit: rate': 'a limit on how often calls come',
  'Limit: at once': 'a limit on how many calls run at once',
  'Limit: time': 'a limit on time',
  'Limit: characters': 'a limit on characters',
  'Limit: items': 'a limit on items',
  'Versioning: Change table': 'a Change table',
};

const IN_A_TEXT = / in a text$/;

/** Words of a place that a message shows as they are in the document. */
const AS_WRITTEN: Readonly<Partial<Record<Place, (word: string) => string>>> = {
  Resource: (word) => `\`${word}\` of a resource`,
  Type: (word) => `the type \`${word}\``,
  'Set by': (word) => `\`${word}\` under Set by`,
  Rule: (word) => `\`${word === 'new R' ? 'new …' : word}\` under Set by`,
  Does: (word) => `\`${word}\` under Does`,
  Who: (word) => `\`${word}\` under Who`,
  Operation: (word) => `\`${word}\` of an operation`,
  Present: (word) => `\`${word}\` under Present`,
  'Allowed values': (word) => `\`${word}\` under Allowed values`,
  'Media type': (word) => `\`${word}\` as a media type`,
  Checks: (word) => `\`${word}\` under Checks`,
  Order: (word) => `\`${word}\` under Order`,
  Pages: (word) => `\`${word}\` under Pages`,
  Body: (word) => `\`${word}\` as the body of a request`,
  'Error body': (word) => `\`${word}\` as the Error body`,
  Repeat: (word) => `\`${word}\` under Repeat`,
  Query: (word) => `\`${word}\` under Selects of a query`,
  Word: (word) => `\`<${word.replace(IN_A_TEXT, '')}>\`${IN_A_TEXT.test(word) ? ' inside of a text' : ''}`,
  Authentication: (word) => `\`${word}\` of part 5`,
  Events: (word) => `\`${word}\` of part 6`,
  Versioning: (word) => `\`${word}\` of part 9`,
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
