// Whether every row has a value in a field: only what no operation can create a row without. Input: a field and operations that create
// rows. Output: yes or no. Notation, part 2, heads Required and Set by.

import { expect, it } from 'vitest';
import { isAlwaysSet } from '../../src/analysis/values/always-set.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';

const BODY = '| Body | Type | Required | Sets |\n|---|---|---|---|\n';
const ID = `${BODY}| \`id\` | string | yes | \`id\` |`;
const BOTH = `${ID}\n| \`f\` | string | yes | \`f\` |`;

const operation = (heading: string, does: string, body: string): string => `### ${heading}

- Does: ${does}
- Repeat: again

${body}

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |
`;

function isSet(cells: string, operations: readonly string[], identity = 'id'): boolean {
  const resources = `### Thing

- Identified by: \`${identity}\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller | any | none |
| \`f\` | ${cells} |
`;
  const model = modelOf(documentOf({ resources, operations: operations.join('\n') }));
  const thing = model.resources.get('Thing')!;
  return isAlwaysSet(model, thing, thing.fields.items[1]!);
}

const CALLER = 'string | yes | caller | any | none';
const TAKES = operation('POST /things', 'creates Thing', BOTH);
const LACKS = operation('POST /drafts', 'creates Thing', ID);
const WITH = operation('POST /texts', 'creates Thing with `f` = `x`', ID);

it.each([
  ['what the caller must send', CALLER, [TAKES], true],
  ['what may be null', 'string or null | yes | caller | any | none', [TAKES], false],
  ['what the caller may leave out', 'string | no | caller | any | none', [TAKES], false],
  ['what `with` gives', CALLER, [WITH], true],
  ['what each operation gives in its own way', CALLER, [TAKES, WITH], true],
  ['what the service gives', 'uuid | not shown | service: new id | any | none', [LACKS], true],
  ['what the service gives, where it may be null', 'uuid or null | yes | service: new id | any | none', [LACKS], false],
  ['what an operation sets later', 'string | yes | by operation | any | none', [WITH], false],
])('%s', (_, cells, operations, expected) => {
  expect(isSet(cells, operations)).toBe(expected);
});

it('what one of two operations may leave out', () => {
  const standard = CALLER.replace('none', '`x`');
  expect(isSet(standard, [TAKES])).toBe(true);
  expect(isSet(standard, [TAKES, LACKS])).toBe(false);
  expect(isSet(standard, [LACKS, TAKES])).toBe(false);
});

it('what the path of `creates or replaces` names', () => {
  const put = operation('PUT /things/{f}', 'creates or replaces Thing', ID);
  expect(isSet(CALLER, [put], 'f')).toBe(true);
  expect(isSet(CALLER.replace('none', '`x`'), [put, LACKS], 'f')).toBe(false);
});
