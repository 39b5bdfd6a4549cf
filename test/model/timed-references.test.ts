// Who looks at rows behind a reference rests on what decides when time moves these, as their own operations do.
// Notation, part 3, head By.

import { expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { timedSource } from '../serve/timed-source.ts';
import { differences } from './differences.ts';

const NOTE = `### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`of\` | Thing by \`id\` | yes | caller | any | none |`;

const NOTES = `### GET /notes

- Does: lists Note
- Order: oldest first
- Pages: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of Note |`;

it.each([
  ['| `n` | integer |', '| `n` | not shown |', '2/Thing.n/type'],
  ['| `due` | date-time or null |', '| `due` | not shown |', '2/Thing.due/type'],
  ['', '', undefined],
])('an operation on what refers to them is held by the same gap: %s', (from, to, gap) => {
  const source = timedSource({
    moves: ['| `new` | `open` | at `due` | none', '| `open` | `shut` | after 15 minutes | `n` > 3'],
    more: NOTE,
    operations: NOTES,
  });
  const model = modelOf(source.replace(from, to));
  expect(differences(model)).toEqual([]);
  const { heldBy } = gapView(model).operations.find(({ id }) => id === 'GET /notes')!;
  expect(heldBy).toEqual(gap === undefined ? [] : [gap]);
  const planned = compile(model).operations.find(({ id }) => id === 'GET /notes')!;
  expect(planned.heldBy).toEqual(heldBy);
});

it('a machine whose state has no type holds its operations, and the service starts', () => {
  const source = timedSource({ moves: ['| `new` | `open` | after 15 minutes | none'] });
  const plan = compile(modelOf(source.replace('| `status` | state |', '| `status` | not shown |')));
  expect(plan.timed ?? []).toEqual([]);
  for (const { heldBy } of plan.operations) expect(heldBy).toContain('2/Thing.status/type');
});
