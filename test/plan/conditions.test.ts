// Conditions of a document as expressions: every operator, every kind of operand, one type on both sides.

import { describe, expect, it } from 'vitest';
import { planOf, runOf, say, stepOf } from './plan-of.ts';

const RESOURCES = `### Person

- Identified by: \`email\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`email\` | email | yes | caller | any | none |
| \`age\` | integer | no | caller | any | none |

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string | yes | caller | any | none |
| \`owner\` | Person by \`email\` | no | caller | any | none |
| \`price\` | decimal(2) | no | caller | any | none |
| \`tax\` | decimal(3) | no | caller | any | none |
| \`gross\` | decimal(2) | no | service: = \`price\` + \`price\` * \`tax\` | any | none |
| \`weight\` | number | no | caller | any | none |
| \`open\` | boolean | no | caller | any | none |
| \`due\` | date | no | caller | any | none |
| \`since\` | date-time | no | caller | any | none |
| \`seen\` | seconds since 1970 | no | caller | any | none |
| \`tags\` | array of string | no | caller | any | none |
| \`steps\` | array of decimal(1) | no | caller | any | none |
| \`label\` | string | no | service: = \`{name} of {owner}\` | any | none |

### Part

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`thing\` | Thing by \`id\` | yes | caller | any | none |
| \`count\` | integer | yes | caller | any | none |`;

function where(condition: string): string {
  const plan = planOf({
    resources: RESOURCES,
    codes: '| `nobody` | 422 | no such Person in `owner` |',
    operations: `### GET /things

- Does: lists Thing where ${condition}
- Body: none
- Order: newest first
- Pages: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |`,
  });
  return say(stepOf(runOf(plan, 'GET /things'), 0, 'list').select.where);
}

describe('a condition compares', () => {
  it.each([
    ['text by code point', '`name` = `a b`', 'name = "a b"'],
    ['what differs', '`name` != `x`', 'name != "x"'],
    ['decimals as scaled integers', '`price` >= 12.5', 'price >= 1250'],
    ['a decimal with more digits than the field has', '`price` < 0.125', 'price@2>3 < 125'],
    ['decimals of two scales', '`price` > this `tax`', 'price@2>3 > tax'],
    ['a whole number with a fraction', '`id` > 1.5', 'id@0>1 > 15'],
    ['numbers beyond 2^53 exactly', '`id` = 9007199254740993', 'id = 9007199254740993'],
    ['an inexact number beside a decimal as doubles', '`weight` < this `price`', 'weight < (price / 100)'],
    ['truth', '`open` = true', 'open = 1'],
    ['dates', '`due` <= `2026-01-31`', 'due <= "2026-01-31"'],
    ['instants in UTC', '`since` < `2026-01-01T01:00:00+01:00`', 'since < "2026-01-01T00:00:00.000Z"'],
    ['seconds since 1970 as instants', '`seen` > 1700000000', 'seen > "2023-11-14T22:13:20.000Z"'],
    ['now', '`since` < now', 'since < :now'],
    ['now, moved', '`since` < now - 15 minutes', 'since < :now + -900000 ms'],
    ['what is computed, in place', '`gross` > 10', '(price@2>5 + (price * tax))@5>2 > 1000'],
    ['text that is computed', '`label` = `x`', 'name & " of " & Person[_row = owner].email = "x"'],
  ])('%s', (_, condition, expected) => {
    expect(where(condition)).toBe(expected);
  });
});

describe('a condition asks', () => {
  it.each([
    ['for one of several', '`name` in `a`, `b`', '(name = "a" or name = "b")'],
    ['for a member of a list', '`tags` has `x`', 'tags has "x"'],
    ['for a decimal in a list, with its digits', '`steps` has 1.5', 'steps has 15 at 1'],
    ['for text in text', '`name` contains `x`', 'name contains "x"'],
    ['whether a field is blank', '`name` is blank', 'name is-blank'],
    ['whether a field is set', '`name` is set', 'name is-set'],
    ['whether a reference leads to a row', '`owner` is set', 'Person[_row = owner]._row is-set'],
    ['for two references to a row that is there', '`owner` = this `owner`', 'Person[_row = owner]._row = owner'],
    ['for all of several', '`open` = true and `name` is set', '(open = 1 and name is-set)'],
    [
      'for some of several, with brackets',
      '`open` = true or (`name` is set and `due` is set)',
      '(open = 1 or (name is-set and due is-set))',
    ],
    ['for the contrary', 'not (`name` = `x`)', 'not name = "x"'],
    [
      'for rows of another resource',
      'there is Part (`thing` = this and `count` > 2)',
      'exists(Part r1: (r1.thing = id and r1.count > 2))',
    ],
    ['for no row', 'there is no Part (`thing` = this)', 'not exists(Part r1: r1.thing = id)'],
    ['how many rows there are', 'count of Part (`thing` = this) >= 3', 'count(Part r1: r1.thing = id) >= 3'],
    [
      'of a row inside a search of its own',
      'there is Part (`thing` = this and `count` = this `id`)',
      'exists(Part r1: (r1.thing = id and r1.count = id))',
    ],
    ['through a reference', '`owner.age` > 17', 'Person[_row = owner].age > 17'],
    ['for a reference by what it is shown by, as a key', '`owner` = `a@b.c`', 'owner = Person[email = "a@b.c"]._row'],
    ['for another reference by what is shown', '`owner` != `a@b.c`', 'Person[_row = owner].email != "a@b.c"'],
  ])('%s', (_, condition, expected) => {
    expect(where(condition)).toBe(expected);
  });
});
