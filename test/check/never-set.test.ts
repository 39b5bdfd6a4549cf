// Fields `by operation`: each way in which an operation sets one, and what is open that may set it, keep `never-set` silent.

import { expect, test } from 'vitest';

import { check } from '../../src/check/check.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';

const CREATE = `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |`;

const change = (does: string): string => `### POST /things/{id}/mark

- Does: ${does}
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | done | Thing |`;

const asked = (sets: string): string => `### POST /things

- Does: creates Thing
- Repeat: again

| Body | Type | Required | Default | Allowed values | Sets |
|---|---|---|---|---|---|
| \`word\` | string | no | none | any | ${sets} |

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |`;

function neverSet(...operations: readonly string[]): readonly string[] {
  const source = documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`mark\` | string | no | by operation | any | none |
| \`other\` | string | no | caller | any | none |

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`mark\` | string | no | caller | any | none |`,
    operations: operations.join('\n\n'),
  });
  return check(modelOf(source))
    .diagnostics.filter(({ code }) => code === 'never-set')
    .map(({ message }) => / for `([^`]+)`/.exec(message)![1]!);
}

test.each([
  ['no operation names it', [CREATE]],
  ['another field is set', [CREATE, change("updates Thing; sets `other` = 'x'").replaceAll("'", '`')]],
  ['a row of a body sets another field', [asked('`other`')]],
  ['a row of another resource is made with a field of that name', [CREATE, change('creates Note with `mark` = `x`')]],
])('remarks the field where %s', (_why, operations) => {
  expect(neverSet(...operations)).toEqual(['Thing.mark']);
});

test.each([
  ['`with` gives it', [CREATE.replace('creates Thing', 'creates Thing with `mark` = `x`')]],
  ['`sets` gives it', [CREATE, change('updates Thing; sets `mark` = `x`')]],
  ['a row of a body sets it', [asked('`mark`')]],
  ['Does is not shown', [CREATE, change('not shown')]],
  ['Sets is not shown', [asked('not shown')]],
])('is silent where %s', (_why, operations) => {
  expect(neverSet(...operations)).toEqual([]);
});
