// Which indexes follow from lists: the order, and before it each reference that the list filters by.

import { expect, it } from 'vitest';
import { planOf } from './plan-of.ts';

const RESOURCES = `### Person

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`rank\` | integer | yes | caller | any | none |
| \`owner\` | Person by \`name\` | yes | caller | any | none |
| \`reader\` | Person by \`name\` | yes | caller | any | none |`;

function indexes(order: string, does: string, query: string): readonly (readonly string[])[] {
  const operations = `### GET /things

- Does: ${does}
- Order: ${order}
- Pages: none
- Repeat: safe

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| ${query} |

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |`;
  const { storage } = planOf({ resources: RESOURCES, operations });
  return storage.find(({ name }) => name === 'Thing')!.indexes;
}

const REFERENCES = [['owner'], ['reader']];
const BY_OWNER = '`owner` | string | no | none | `owner` = value';
const BY_NAME = '`whose` | string | no | none | `owner.name` = value';
const BY_RANK = '`rank` | integer | no | none | `rank` = value';

it.each([
  ['`rank` ascending', 'lists Thing', BY_OWNER, [['rank'], ['owner', 'rank']]],
  ['`rank` descending', 'lists Thing', BY_NAME, [['rank'], ['owner', 'rank']]],
  [
    '`rank` descending',
    'lists Thing where `reader` = "me"',
    BY_NAME,
    [['rank'], ['owner', 'rank'], ['reader', 'rank']],
  ],
  ['`rank` ascending', 'lists Thing', BY_RANK, [['rank']]],
  ['`owner` ascending', 'lists Thing', BY_OWNER, []],
  ['newest first', 'lists Thing', BY_OWNER, []],
] as const)('%s, %s, %s', (order, does, query, more) => {
  expect(indexes(order, does, query)).toEqual([...REFERENCES, ...more]);
});
