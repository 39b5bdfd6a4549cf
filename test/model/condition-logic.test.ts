// Which conditions may hold together, and of which one must: told apart by the values that a field can have.

import { describe, expect, it } from 'vitest';

import type { Condition } from '../../src/notation/values/conditions.ts';
import { mayHold } from '../../src/analysis/values/condition-logic.ts';
import { plainText } from '../../src/notation/grammar/source-text.ts';
import { parseCondition } from '../../src/notation/values/conditions.ts';
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
| \`list\` | array of string | yes | caller | any | none |
| \`all\` | array of Thing by \`id\` | yes | caller | any | none |
| \`status\` | state | yes | service: state | any | none |`,
    states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`old\` | final |
| \`lost\` | gone |

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

const isIn = (thing: number, place: number): string => `\`word\` contains \`${thing} in ${place}\``;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

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
    ['`price` > 1.5', '`price` < 1.51'],
    ['`price` > 1.5', '`price` < 1.50000001'],
    ['`m` > 1.5', '`m` < 2'],
    ['`at` > now', '`at` < now'],
    ['`at` <= now - 1 hours', '`at` > now - 30 minutes'],
    ['`at` < now', 'now + 1 days <= this `at`'],
    ['`at` = "2026-01-01T00:00:00Z"', '`at` = "2026-01-01T01:00:00.001+01:00"'],
    ['`other` = 1', '`other` = 2'],
    ['`other.m` = 1', '`other.m` = 2'],
    ['`other` = 1', 'not (`other` is set)'],
    ['count of Thing (`n` = 1) < 2', 'count of Thing (`n` = 1) >= 2'],
    ['count of Thing (`n` = 1) > 2', 'there is no Thing (`n` = 1)'],
    ['count of Thing = 0', 'there is Thing'],
    ['count of Thing < 0', '`m` = 1'],
    ['`word` = `a`', 'not (`word` is set)'],
    ['`m` = this `n`', '`n` < this `m`'],
    ['`m` < this `n` and `n` < 3', '`m` >= 2'],
    ['body `w` < this `word`', 'not (`word` is set)'],
  ])('cannot both hold: %s, %s', (one, other) => {
    expect(may([one, other])).toBe(false);
  });

  it.each([
    ['`m` <= 5', '`m` >= 5'],
    ['`m` = 1', '`off` = true'],
    ['`ratio` > 1', '`ratio` < 2'],
    ['`word` = `a`', '`word` is set'],
    ['`word` = ` `', '`word` is blank'],
    ['this `n` <= this `m`', 'this `m` <= this `n`'],
    ['this `n` != this `m`', 'this `m` < this `n`'],
    ['body `w` = this `word`', 'body `v` != this `word`'],
    ['there is Thing (`n` = 1)', 'there is no Thing (`n` = 2)'],
    ['`on` != true', '`off` = true'],
    ['`at` <= now', '`at` > now - 1 minutes'],
    ['`at` = "2026-01-01T00:00:00Z"', '`at` = "2026-01-01T01:00:00+01:00"'],
    // Some member is the one, and some the other.
    ['`list` has `a`', '`list` has `b`'],
    ['`all.m` = 1', '`all.m` != 1'],
    ['`all.m` < 1', '`all.m` > this `n`'],
    ['`all.m` < this `n`', '`all.m` > this `n`'],
    ['this `n` > this `all.m`', 'this `n` < this `all.m`'],
    ['`all.n` is set', '`all.n` is blank'],
    ['`list` = `a`', '`list` = `b`'],
    ['body `f` = `a`', 'body `f` = `b`'],
    ['count of Thing (`n` = 1) < 2', 'count of Thing (`n` = 2) >= 2'],
    // What a sentence that names a gone state looks at is not what others do.
    ['there is Thing (`status` = `old`)', 'there is no Thing'],
    ['`other.m` = 1 and not (`status` = `lost`)', '`other.m` = 2'],
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
    [['`at` > now', '`at` <= now']],
    [['count of Thing < 2', 'count of Thing >= 2']],
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
    // One of the two may be missing.
    [['this `n` < this `m`', 'this `n` >= this `m`']],
    [['`other.m` < 2', '`other.m` >= 2']],
  ])('none may hold: %j', (all) => {
    expect(may([], all)).toBe(true);
  });

  it('a row that is being made may lack what it must have', () => {
    expect(may([], ['`m` < 5', '`m` >= 5'], true)).toBe(true);
    expect(may([], ['`m` < 5', 'not (`m` < 5)'], true)).toBe(false);
  });

  it('at an instant of its own each is one of two', () => {
    const ground = { row, self: row, hasManyInstants: true };
    const both = (one: string, other: string): boolean => mayHold(MODEL, ground, [one, other].map(condition));
    expect(both('`at` > now', '`at` <= now')).toBe(true);
    expect(both('there is Thing (`at` > now)', 'there is no Thing (`at` > now)')).toBe(true);
    expect(both('`at` > now and `at` < now', '`m` = 1')).toBe(false);
  });

  it('those with more cases than anyone counts may hold', () => {
    // Nine things in eight places, no two in one: no, but it takes long to see.
    const somewhere = numbers(9).map((thing) =>
      numbers(8)
        .map((place) => isIn(thing, place))
        .join(' or '),
    );
    const apart = numbers(8).flatMap((place) =>
      numbers(9).flatMap((one) => numbers(one).map((other) => `not (${isIn(one, place)} and ${isIn(other, place)})`)),
    );
    const start = performance.now();
    expect(may([...somewhere, ...apart])).toBe(true);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
