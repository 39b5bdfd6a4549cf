// The words of `lists values of R.f` and of lists, each with an edit of test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const LIST = '### GET /orders\n';
const listing = (field: string, body: string): readonly Edit[] => [
  [LIST, '- Does: lists Order where `pieces` > 0', `- Does: lists values of Order.${field}`],
  [LIST, '- Order: oldest first', `- Order: \`${field}\``],
  [LIST, 'array of Order', `\`{"values": ${body}}\``],
];

const paged = (body: string): readonly Edit[] => [
  ['- Pages: none', '- Pages: offset and limit'],
  [LIST, 'array of Order', `\`{"orders": array of Order, "value": ${body}}\``],
];

const STAGE = '| `stage` | state | yes | service: state | any | none | |';
const PARTS: Edit = [STAGE, `${STAGE}\n| \`parts\` | array of (array of string) | no | caller | any | none | |`];

export const OF_VALUES: Readonly<Record<string, readonly Edit[]>> = {
  'Does: lists values': listing('dish', '<values>'),
  'Does: lists values, of what is no plain field': [PARTS, ...listing('parts', '<values>')],
  'Word: count': [[LIST, 'array of Order', '`{"orders": array of Order, "count": <count>}`']],
  'Word: more': paged('<more>'),
  'Word: next': paged('<next>'),
  'Word: values': listing('dish', '<values>'),
  'Word: values in a text': listing('dish', '"all: <values>"'),
};
