// Which columns have a value in every row, so that rows which lack one stop a migration.

import { expect, it } from 'vitest';
import { planOf } from './plan-of.ts';

const RESOURCES = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | decimal(2) | yes | caller | any | none |
| \`name\` | string | no | caller | any | none |
| \`must\` | decimal(2) | yes | service: = \`n\` * 2 at create | any | none |
| \`may\` | decimal(2) | no | service: = \`n\` * 2 at create | any | none |
| \`null\` | decimal(2) or null | yes | service: = 1 / \`n\` at create | any | none |
| \`label\` | string | yes | service: = \`{must} {name}\` at create | any | none |
| \`follows\` | decimal(2) | yes | service: = \`n\` * 2 | any | none |`;

it('knows what is computed when a row is made, and required', () => {
  const operations = `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again
- Answers: 201 created, Thing`;
  const { storage } = planOf({ resources: RESOURCES, operations, codes: '| `none` | 422 | `Thing.label` invalid |\n' });
  const columns = storage.find(({ name }) => name === 'Thing')?.columns.map(({ name, nullable }) => [name, nullable]);
  expect(columns).toEqual([
    ['n', false],
    ['name', true],
    ['must', false],
    ['may', true],
    ['null', true],
    ['label', false],
  ]);
});
