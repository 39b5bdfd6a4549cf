// What contradicts a gone state, and which states nothing leads to. Notation, part 3, "Gone states" and "Moves from outside".

import { causeKey } from '../../src/notation/values/cause-kinds.ts';
import { expect, it } from 'vitest';
import { causesOf } from '../../src/analysis/refusals/errors.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';

function sourceOf(kind: string, rows: string, does = 'reads Thing', further = ''): string {
  return documentOf({
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
${further}
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
}

function errorsOf(kind: string, rows: string, does = 'reads Thing'): readonly string[] {
  return understand(sourceOf(kind, rows, does)).errors.map((one) => one.split(':')[0]!);
}

const AGES = '| `new` | `old` | outside: `a clerk` | none | none |';

it('no row begins in a gone state, nor is removed by the call that makes it', () => {
  expect(errorsOf('gone', '| (new) | `old` | `POST /things` | none | none |')).toContain('contradiction');
  expect(errorsOf('any', '| (new) | `old` | `POST /things` | none | none |')).not.toContain('not-a-gone-state');
  expect(errorsOf('any', `| (new) | (gone) | \`POST /things\` | none | none |\n${AGES}`)).toContain('contradiction');
  expect(errorsOf('gone', AGES)).toEqual([]);
});

it.each([
  ['to one that is there', 'new', true],
  ['to another gone state', 'lost', false],
])('a row that leaves a gone state takes its keys again only where it comes back: %s', (_, to, isTaken) => {
  const heading = 'POST /things/{id}/on';
  const rows = `${AGES}\n| \`old\` | \`${to}\` | \`${heading}\` | none | none |`;
  const source = sourceOf('gone', rows, 'reads Thing', '| `lost` | gone |\n')
    .replace('- Identified by: `id`', '- Identified by: `id`\n- Unique: `name`')
    .replace('| `status` | state', '| `name` | string | yes | caller | any | none |\n| `status` | state')
    .replace('- Body: none', '- Body: Thing')
    .replace(
      '### GET /things/{id}',
      `### ${heading}\n\n- Does: moves Thing.status\n- Body: none\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 204 | moved | none |\n\n### GET /things/{id}`,
    );
  const { model } = understand(source);
  const causes = causesOf(model, model.operations.get(heading)!);
  expect(causes.map(causeKey).includes('Thing.name taken')).toBe(isTaken);
});

it.each([
  ['alone', 'moves Thing.status', []],
  ['beside a value', 'moves Thing.status; sets `name` = `x`', ['beside other changes']],
  ['beside another effect on rows of it', 'moves Thing.status; updates every Thing', ['beside other changes']],
])('a move to (gone) runs %s, or is held', (_, does, held) => {
  const heading = 'POST /things/{id}/end';
  const source = sourceOf('any', `| \`new\` | (gone) | \`${heading}\` | none | none |`)
    .replace('| `status` | state', '| `name` | string | no | by operation | any | none |\n| `status` | state')
    .replace(
      '### GET /things/{id}',
      `### ${heading}\n\n- Does: ${does}\n- Body: none\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 204 | moved | none |\n\n### GET /things/{id}`,
    );
  const { model, errors } = understand(source);
  expect(errors).toEqual([]);
  const open = [...slotsOf(model).open.values()].filter(({ status }) => status === 'unsupported');
  expect(open.map(({ held: words }) => words.join().replace('To: (gone) ', ''))).toEqual(held);
});

it('also names a state that is gone, and that there is', () => {
  expect(errorsOf('gone', AGES, 'reads Thing, also `old`')).toEqual([]);
  expect(errorsOf('any', AGES, 'reads Thing, also `old`')).toEqual(['not-a-gone-state']);
  expect(errorsOf('not shown', AGES, 'reads Thing, also `old`')).toEqual([]);
  expect(errorsOf('gone', AGES, 'reads Thing, also `lod`')).toEqual(['unknown-state']);
});
