// A word that this runtime does not do, as people say it: by the heads, keys and words that stand in a document. Data only,
// spelled as in supported.ts. Comes in: words that are held, and the resource they speak of. Goes out: one phrase for a message.

import type { Words } from '../supported.ts';

/** `{R}` is the resource, by its name where that is known. */
const PLAIN: Readonly<Record<string, string>> = {
  'Resource: Identified by what is not kept': 'Identified by with a field that is not kept',
  'Resource: Unique by what is not kept': 'Unique with a field that is not kept',
  'When deleted: deletes every in a circle': '`deletes every` in a circle',
  'When deleted: refused while, behind deletes every': '`refused while` of rows that go along by `deletes every`',
  'Type: R by what is not kept': '{R} by a field that is not kept',
  'Type: list, map or object as a parameter': 'a list, a map or an object as a parameter',
  'Type: R as View': '{R} by one of its views as a type',
  'Type: R': '{R} alone as a type',
  'Type: R without': '{R} `without` some of its fields as a type',
  'Type: R only': '{R} with `only` some of its fields as a type',
  'Type: list of R by f': 'a list of {R} as a type',
  'Type: R by f in a nested shape': 'a reference inside of a nested shape',
  'Type: R by f or as R.f, through too many fields': 'a type that leads through more than 20 other fields',
  'Type: state in a nested shape': 'a state inside of a nested shape',
  'Required: if in a nested shape': '`if …` under Required inside of a nested shape',
  'Required: if, over other rows': '`if …` under Required that looks at other rows',
  'Required: if, over what is not sent': '`if …` under Required that looks at what is not sent',
  'Required: if of a parameter': '`if …` under Required of a parameter',
  'Present: if in a nested shape': '`if …` under Present inside of a nested shape',
  'Set by: service in a nested shape': 'a field that the service sets inside of a nested shape',
  'Rule: new id, a second number': '`new id` of a second number of one resource',
  'Rule: slug of what is not sent': '`slug of` a field that is not sent',
  'Rule: slug of another type': '`slug of` a field of another type than `string`',
  'Rule: address that the row cannot fill': '`address of` an operation whose path the row cannot fill',
  'Rule: arithmetic of what is no exact number': 'arithmetic with what is no exact number',
  'Rule: text of seconds since 1970': 'a text that shows `seconds since 1970`',
  'Rule: new id where it is narrowed': '`new id` where type or Allowed values narrow it',
  'Rule: now where it is narrowed': '`now` where Allowed values narrow it',
  'Rule: slug where it is narrowed': '`slug of` where type or Allowed values narrow it',
  'Rule: address where it is narrowed': '`address of` where type or Allowed values narrow it',
  'Rule: text where it is narrowed': 'a text with holes where type or Allowed values narrow it',
  'Rule: text over other rows, of what must fit': 'a text with fields of other rows, where it has to fit',
  'Rule: text or arithmetic, too long with all fields written out':
    'a rule that is too long with all fields written out',
  'Rule: arithmetic over other rows, of what must fit': 'arithmetic with fields of other rows, where it has to fit',
  'Rule: arithmetic over a new id, of what must fit': 'arithmetic with a new id, where it has to fit',
  'Allowed values: number of more than 15 digits': 'a number of more than 15 digits under Allowed values',
  'Condition: caller': '`caller` in a condition',
  'Condition: matches on a stored field': '`matches` in a condition on a stored field',
  'Condition: path through a list': 'a path through a list in a condition',
  'Condition: path into an object': 'a path into an object in a condition',
  'Condition: header': '`header` in a condition',
  'Condition: search of a nested shape': 'a search among nested shapes in a condition',
  'Condition: date-time, as sent': 'a `date-time, as sent` in a condition',
  'To: one of, of a new row': '`one of` as the state in which a row begins',
  'To: (gone) beside other changes': 'a move to `(gone)` beside other changes',
  'By: time, from no state to another': 'a move by time that leads from no state to another',
  'By: at what is no stored instant': '`at` what is no stored instant',
  'By: time, of what must be unique': 'a move by time of what must be unique',
  'By: outside, of what is no move of a row': '`outside` of what is no move of a row',
  'Does: a value into what is not kept': 'a value under Does for what is not kept',
  'Does: a nested shape': 'an effect on a nested shape',
  'Does: creates or replaces, in {other}': '`creates or replaces` of a row that is found inside of another',
  'Does: caller': '`caller` under Does',
  'Who: signed-in if sent': '`anyone, signed-in if sent` under Who',
  'Who: role': 'a role under Who',
  'Who: condition': 'a condition under Who',
  'Who: or': 'several joined by `or` under Who',
  'Operation: two parameters in one segment': 'two parameters in one segment of a path',
  'Operation: Base of one operation': 'Base of one operation',
  'Operation: Base with a parameter': 'Base with a parameter',
  'Operation: a rule for a part of a nested shape': 'a rule for a part of a nested shape',
  'Media type: other than JSON': 'a media type other than JSON',
  'Checks: another order of existence, state and uniqueness':
    'another order of existence, state and uniqueness under Checks',
  'Checks: state before body, where an error shows what is legal':
    'state before body under Checks, where an error shows what is legal',
  'Repeat: same values': 'same values under Repeat',
  'Repeat: Repeat table': 'a Repeat table',
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
  'Status: class': 'a class of statuses, such as `any 2xx`,',
  'Status: When: signed in': '`signed in` under When',
  'Status: When: accepted': '`accepted` under When',
  'Status: When: unchanged by another effect': '`unchanged` under When by another effect than `deletes … if there`',
  'Status: When: repeated': '`repeated` under When',
  'Status: When: condition on many rows': 'a condition on many rows under When',
  'Status: When: condition of an error': 'a condition beside an error under When',
  'Headers: header by its own rules': 'a header without a value behind it',
  'Headers: header of several fields': 'a header of several fields',
  'Shape: R of many rows': 'a body of one row where there are many',
  'Shape: field of many rows': 'a field of one row in a body where there are many',
  'Shape: one of several rows': 'a body of one of several rows',
  'Shape: shape of another resource': 'a body of another resource than the one that Does touches',
  'Word: header': '`<header …>`',
  'Word: moves in a text': '`<moves>` inside of a text',
  'Word: moves, where any other move is accepted': '`<moves>` where any other move is accepted',
  'Cause: condition that no operation can judge': 'a condition under When that no operation can judge',
  'Limit: Limit': 'a limit of part 8',
  'Versioning: Change table': 'a Change table',
};

/** Words of a place that stand in the document as they are. */
const AS_WRITTEN: Readonly<Record<string, (word: string) => string>> = {
  Resource: (word) => `\`${word}\` of a resource`,
  Type: (word) => `the type \`${word}\``,
  'Set by': (word) => `\`${word}\` under Set by`,
  Rule: (word) => `\`${word === 'new R' ? 'new …' : word}\` under Set by`,
  Does: (word) => `\`${word}\` under Does`,
  Who: (word) => `\`${word}\` under Who`,
  Operation: (word) => `\`${word}\` of an operation`,
  Repeat: (word) => `\`${word}\` under Repeat`,
  Query: (word) => `\`${word}\` under Selects of a query`,
  Word: (word) => `\`<${word}>\``,
  Authentication: (word) => `\`${word}\` of part 5`,
  Events: (word) => `\`${word}\` of part 6`,
  Versioning: (word) => `\`${word}\` of part 9`,
};

/** `resource`: the one that a Type names. What has no phrase is told by its word. */
export function plainly(word: string, resource?: string): string {
  const phrase = PLAIN[word];
  if (phrase !== undefined) return phrase.replace('{R}', resource === undefined ? 'a resource' : `\`${resource}\``);
  const colon = word.indexOf(': ');
  return AS_WRITTEN[word.slice(0, colon)]?.(word.slice(colon + 2)) ?? `\`${word}\``;
}

export function allPlainly(words: Words, resource?: string): string {
  return [...new Set(words.map((word) => plainly(word, resource)))].join(', ');
}
