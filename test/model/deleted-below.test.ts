// What goes with a deleted row is deleted, too: what becomes of those that refer to it is due there as well. Notation, rule
// 1.8, When deleted.

import { expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { differences } from './differences.ts';

const resource = (name: string, above: string | undefined, whenDeleted: string): string => `### ${name}

- Identified by: \`id\`
${whenDeleted}
| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
${above === undefined ? '' : `| \`of\` | ${above} by \`id\` | yes | caller | any | none |`}
`;

const GAP = '2/Box/when-deleted';

it.each([
  ['', [GAP]],
  ['- When deleted: deletes every Thing where `of` = this\n', []],
])('asked where the rows go with others: %j', (said, expected) => {
  const model = modelOf(
    documentOf({
      resources: [
        resource('Room', undefined, '- When deleted: deletes every Box where `of` = this\n'),
        resource('Box', 'Room', said),
        resource('Thing', 'Box', ''),
      ].join('\n'),
      operations: `### DELETE /rooms/{id}

- Does: deletes Room
- Body: none
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |`,
    }),
  );
  expect(differences(model)).toEqual([]);
  const [operation] = gapView(model).operations;
  expect(operation!.partlyHeldBy.filter((id) => id.startsWith('2/'))).toEqual(expected);
});
