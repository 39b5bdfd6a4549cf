// Circles of moves that time alone makes: which of them `check` remarks, and how many moves a day it says.

import { expect, test } from 'vitest';

import { check } from '../../src/check/check.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';

function remarked(...rows: readonly string[]): readonly string[] {
  const source = documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`size\` | integer | yes | caller | any | none |
| \`status\` | state | yes | service: state | any | none |`,
    states: `### Thing.status

- Any other move: \`stage\`

| State | Kind |
|---|---|
| \`a\` | initial |
| \`b\` | any |
| \`c\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${rows.join('\n')}`,
    operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### POST /things/{id}/on

- Does: moves Thing.status to \`a\`
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | moved | Thing |`,
  });
  return check(modelOf(source))
    .diagnostics.filter(({ code }) => code === 'moves-go-round')
    .map(({ message, at }) => {
      const row = source.split('\n')[at.line - 1]!;
      return `${/\((.*?)\)/.exec(message)![1]!} ${/leaves (\S+)/.exec(message)![1]!} ${/after \d+ \w+/.exec(row)![0]}`;
    });
}

const CALL = '| `c` | `a` | `POST /things/{id}/on` | none | none |';

const minute = (from: string, to: string): string => `| \`${from}\` | \`${to}\` | after 1 minute | none | none |`;

const apart = (size: string): readonly string[] => [
  '| `a` | `b` | after 1 second | `size` = 1 | none |',
  `| \`b\` | \`a\` | after 1 second | ${size} | none |`,
  CALL,
];

test('says the states of the circle and the moves that a day leaves', () => {
  expect(
    remarked('| `a` | `b` | after 1 second | none | none |', '| `b` | `a` | after 3 seconds | none | none |', CALL),
  ).toEqual(['`a`, `b`, `a` 43,200 after 1 second']);
});

test('counts each move of a longer circle', () => {
  expect(remarked(minute('a', 'b'), minute('b', 'c'), minute('c', 'a'))).toEqual([
    '`a`, `b`, `c`, `a` 1,440 after 1 minute',
  ]);
});

test('names the busiest of two circles, in either order', () => {
  const slow = ['| `a` | `b` | after 60 seconds | none | none |', '| `b` | `a` | after 60 seconds | none | none |'];
  const fast = ['| `b` | `c` | after 2 seconds | none | none |', '| `c` | `b` | after 2 seconds | none | none |'];
  expect(remarked(...slow, ...fast)).toEqual(['`b`, `c`, `b` 43,200 after 2 seconds']);
  expect(remarked(...fast, ...slow)).toEqual(['`b`, `c`, `b` 43,200 after 2 seconds']);
});

test('is silent where no row can go all the way round', () => {
  expect(remarked(...apart('`size` > 1'))).toEqual([]);
  expect(remarked(...apart('`size` >= 1'))).toHaveLength(1);
});

test('is silent where only a call closes the circle', () => {
  expect(
    remarked('| `a` | `b` | after 1 second | none | none |', '| `b` | `c` | after 1 second | none | none |', CALL),
  ).toEqual([]);
});
