// What contradicts a gone state, and which states nothing leads to. Notation, part 3, "Gone states" and "Moves from outside".

import { expect, it } from 'vitest';
import { understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';

function errorsOf(kind: string, rows: string, does = 'reads Thing'): readonly string[] {
  const source = documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`status\` | state | yes | service: state | any | none |`,
    states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`old\` | ${kind} |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${rows}`,
    operations: `### POST /things

- Does: creates Thing
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### GET /things/{id}

- Does: ${does}
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |`,
  });
  return understand(source).errors.map((one) => one.split(':')[0]!);
}

const AGES = '| `new` | `old` | outside: `a clerk` | none | none |';

it('no row begins in a gone state, nor is removed by the call that makes it', () => {
  expect(errorsOf('gone', '| (new) | `old` | `POST /things` | none | none |')).toContain('contradiction');
  expect(errorsOf('any', '| (new) | `old` | `POST /things` | none | none |')).not.toContain('not-a-gone-state');
  expect(errorsOf('any', `| (new) | (gone) | \`POST /things\` | none | none |\n${AGES}`)).toContain('contradiction');
  expect(errorsOf('gone', AGES)).toEqual([]);
});

it('also names a state that is gone, and that there is', () => {
  expect(errorsOf('gone', AGES, 'reads Thing, also `old`')).toEqual([]);
  expect(errorsOf('any', AGES, 'reads Thing, also `old`')).toEqual(['not-a-gone-state']);
  expect(errorsOf('not shown', AGES, 'reads Thing, also `old`')).toEqual([]);
  expect(errorsOf('gone', AGES, 'reads Thing, also `lod`')).toEqual(['unknown-state']);
});
