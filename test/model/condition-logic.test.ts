// Which conditions may hold together, and of which one must: told apart by the values that a field can have.

import { describe, expect, it } from 'vitest';

import type { Condition } from '../../src/model/conditions.ts';
import { mayHold } from '../../src/model/views/condition-logic.ts';
import { plainText } from '../../src/read/source-text.ts';
import { parseCondition } from '../../src/read/values/conditions.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';

const MODEL = modelOf(
  documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | no | caller | any | none |
| \`m\` | integer | yes | caller | any | none |
| \`price\` | decimal(2) | yes | caller | any | none |
| \`ratio\` | number | yes | caller | any | none |
| \`word\` | string | no | caller | any | none |
| \`on\` | boolean | no | caller | any | none |
| \`off\` | boolean | yes | caller | any | none |
| \`size\` | one of \`s\`, \`l\` | yes | caller | any | none |
| \`at\` | date-time | yes | caller | any | none |
| \`other\` | Thing by \`id\` | no | caller | any | none |
| \`status\` | state | yes | service: state | any | none |`,
    states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`old\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`new\` | \`old\` | \`POST /things/{id}/age\` | none | none |

- Any other move: \`stage\``,
    operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |

### POST /things/{id}/age

- Does: moves Thing.status
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | moved | none |`,
  }),
);

function condition(text: string): Condition {
  const parsed = parseCondition(plainText(text));
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
}

const row = MODEL.resources.get('Thing');

function may(hold: readonly string[], fail: readonly string[] = [], isNew = false): boolean {
  return mayHold(MODEL, { row, self: row, isNew }, hold.map(condition), fail.map(condition));
}

describe('two conditions', () => {
  it.each([
    ['`m` < 5', '`m` >= 5'],
    ['`m` = 1', '`m` = 2'],
    ['`m` in `1`, `2`', '`m` > 2'],
    ['`m` > 2', '`m` < 3'],
    ['`price` <= 1.5', '`price` > 1.50'],
    ['`word` = `a`', '`word` = `b`'],
    ['`word` is blank', '`word` = `b`'],
    ['`word` is set', 'not (`word` is set)'],
    ['`on` = true', '`on` = false'],
    ['`size` != `s`', '`size` = `s`'],
    ['`status` = `new`', 'this `status` = `old`'],
    ['`other` = this', 'not (`other` = this)'],
    ['there is Thing (`n` = 1)', 'there is no Thing (`n` = 1)'],
    ['`at` > now', 'not (`at` > now)'],
    ['`n` = null', '`m` = 1'],
    ['body `w` = this `word`', 'body `w` != this `word`'],
    ['body `w` = this `word`', 'this `word` != body `w`'],
    ['this `n` < this `m`', 'this `m` < this `n`'],
    ['this `n` <= this `m`', 'this `n` > this `m`'],
    ['`m` = 1 and `off` = true', '`off` = false or `m` = 2'],
  ])('cannot both hold: %s, %s', (one, other) => {
    expect(may([one, other])).toBe(false);
  });

  it.each([
    ['`m` <= 5', '`m` >= 5'],
    ['`m` = 1', '`off` = true'],
    ['`price` > 1.5', '`price` < 1.51'],
    ['`ratio` > 1', '`ratio` < 2'],
    ['`word` = `a`', '`word` is set'],
    ['`word` = ` `', '`word` is blank'],
    ['`at` > now', '`at` < now'],
    ['`other` = 1', '`other` = 2'],
    ['this `n` <= this `m`', 'this `m` <= this `n`'],
    ['this `n` != this `m`', 'this `m` < this `n`'],
    ['body `w` = this `word`', 'body `v` != this `word`'],
    ['there is Thing (`n` = 1)', 'there is no Thing (`n` = 2)'],
    ['`on` != true', '`off` = true'],
    // More digits than a number keeps may be the same number.
    ['`ratio` = 0.1', '`ratio` = 0.10000000000000000001'],
  ])('may both hold: %s, %s', (one, other) => {
    expect(may([one, other])).toBe(true);
  });
});

describe('of several conditions', () => {
  it.each([
    [['`m` < 5', '`m` >= 5']],
    [['`m` < 5', '`m` > 4']],
    [['`off` = true', '`off` = false']],
    [['`size` = `s`', '`size` = `l`']],
    [['`status` = `new`', '`status` != `new`']],
    [['`n` < 5', 'not (`n` < 5)']],
    [['`word` is blank', '`word` is set']],
    [['`n` > 1', '`n` <= 1', 'not (`n` is set)']],
  ])('one holds: %j', (all) => {
    expect(may([], all)).toBe(false);
  });

  it.each([
    // Nothing is neither more nor less.
    [['`n` < 5', '`n` >= 5']],
    [['`on` = true', '`on` = false']],
    [['`on` = true', '`on` != true']],
    [['`m` < 5', '`m` > 5']],
    [['`price` < 5', '`price` > 5.01']],
    [['`word` = `a`', '`word` = `b`']],
    [['`size` = `s`']],
    [['`at` > now', '`at` <= now']],
    // One of the two may be missing.
    [['this `n` < this `m`', 'this `n` >= this `m`']],
  ])('none may hold: %j', (all) => {
    expect(may([], all)).toBe(true);
  });

  it('a row that is being made may lack what it must have', () => {
    expect(may([], ['`m` < 5', '`m` >= 5'], true)).toBe(true);
    expect(may([], ['`m` < 5', 'not (`m` < 5)'], true)).toBe(false);
  });

  it('those with more cases than anyone counts may hold', () => {
    const many = Array.from({ length: 20 }, (_, index) => `\`at\` > now - ${index + 1} days`);
    const all = many.join(' and ');
    expect(may([all, `not (${many[0]!})`])).toBe(true);
  });
});
