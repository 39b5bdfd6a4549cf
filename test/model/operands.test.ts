// What stands side by side, and where: each pair of an operator and its operands that says nothing is an error with both
// places, and what compares sensibly stays clean. Notation, part 2 "Conditions", part 4 "What a call does".

import { describe, expect, it } from 'vitest';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import type { Severity } from '../../src/diagnostics/define.ts';
import { documentOf } from '../plan/plan-of.ts';

const RESOURCES = `### Person

- Identified by: \`email\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`email\` | email | yes | caller | any | none |
| \`name\` | string | no | caller | any | none |

### Thing

- Identified by: \`id\`
- Unique: \`code\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`code\` | uuid | yes | caller | any | none |
| \`name\` | string(1..20) | yes | caller | not blank | none |
| \`note\` | string | no | caller | any | none |
| \`colour\` | string | no | caller | \`red\`, \`green\` | none |
| \`size\` | integer 0..9 | no | caller | any | \`0\` |
| \`many\` | integer | yes | caller | any | none |
| \`price\` | decimal(2) | no | caller | any | none |
| \`weight\` | number | no | caller | any | none |
| \`open\` | boolean | no | caller | any | none |
| \`day\` | date | no | caller | any | none |
| \`at\` | date-time | no | caller | any | none |
| \`seen\` | seconds since 1970 | no | caller | any | none |
| \`kind\` | one of \`small\`, \`large\` | no | caller | any | none |
| \`stage\` | state | yes | service: state | any | none |
| \`tags\` | array of string | no | caller | any | none |
| \`steps\` | array of integer | no | caller | any | none |
| \`extra\` | object | no | caller | any | none |
| \`owner\` | Person by \`email\` | no | caller | any | none |
| \`part_of\` | Thing by \`code\` | no | caller | any | none |
MORE`;

const STATES = `### Thing.stage

| State | Kind |
|---|---|
| \`new\` | initial |
| \`done\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`new\` | \`done\` | \`POST /things/{id}/end\` | ONLY | none |

- Any other move: \`stage\``;

const OPERATIONS = `### GET /things

- Does: lists Thing where WHERE
- Body: none
- Order: newest first
- Pages: PAGES
- Repeat: safe

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`q\` | TYPE | no | none | SELECTS |

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |

### POST /things/{id}/end

- Does: moves Thing.stage; sets SETS
- Repeat: again

| Path | Type | Selects |
|---|---|---|
| \`id\` | PATH | Thing by \`id\` |

| Body | Type | Required | Default | Sets |
|---|---|---|---|---|
| \`count\` | integer | yes | none | none |
| \`word\` | string | yes | none | none |
| \`maybe\` | string | no | none | none |
| \`due\` | DUE | no | none | \`day\` |

| Status | When | Body |
|---|---|---|
| 200 | moved | Thing |`;

interface Written {
  readonly more?: string;
  readonly only?: string;
  readonly where?: string;
  readonly type?: string;
  readonly selects?: string;
  readonly sets?: string;
  readonly path?: string;
  readonly due?: string;
  readonly pages?: string;
}

/** What is found, each with what it says of the places it relates to: errors, unless another severity is asked for. */
function found(written: Written, severity: Severity = 'error'): readonly string[] {
  const operations = OPERATIONS.replace('WHERE', written.where ?? '`size` > 0')
    .replace('TYPE', written.type ?? 'string')
    .replace('SELECTS', written.selects ?? '`name` = value')
    .replace('SETS', written.sets ?? '`note` = `x`')
    .replace('PATH', written.path ?? 'integer')
    .replace('DUE', written.due ?? 'date')
    .replace('PAGES', written.pages ?? 'none');
  const source = documentOf({
    resources: RESOURCES.replace('\nMORE', written.more === undefined ? '' : `\n${written.more}`),
    states: STATES.replace('ONLY', written.only ?? 'none'),
    operations,
  });
  const { document, diagnostics } = read(source, 'things.md');
  return link(document, diagnostics)
    .diagnostics.filter((one) => one.severity === severity)
    .map((one) => [`${one.code}: ${one.message}`, ...one.related.map(({ message }) => message)].join(' / '));
}

const where = (condition: string): Written => ({ where: condition });
const sets = (assignment: string): Written => ({ sets: assignment });
const row = (cells: string): Written => ({ more: cells });

it('nothing is wrong where nothing is changed', () => {
  expect(found({})).toEqual([]);
});

describe('compares sensibly:', () => {
  it.each([
    '`size` = this `price`',
    '`price` > this `weight`',
    '`weight` <= 12.5',
    '`size` < `5`',
    '`size` > 1.5',
    '`at` < now - 15 minutes',
    '`seen` < now',
    '`seen` > 1700000000',
    '`at` > `2026-01-31`',
    '`day` < now',
    '`day` = `2026-01-31`',
    '`kind` = this `name`',
    '`kind` = `small`',
    '`kind` > `m`'.replace('m', 'large'),
    '`stage` = `done`',
    '`stage` != this `name`',
    '`code` = this `name`',
    '`open` = `false`',
    '`name` = 5',
    '`name` contains 5',
    '`tags` has `x`',
    '`tags` = `x`',
    '`tags` has this `name`',
    '`steps` has 3',
    '`steps` has this `size`',
    '`name` in `a`, `b`',
    '`name` in this `tags`',
    '`extra` is set',
    '`tags` is blank',
    '`owner` = `a@b.c`',
    '`owner` > `a@b.c`',
    '`owner.name` = `a`',
    'there is Person (`email` = this `owner`)',
    'there is no Thing (`part_of` = this)',
    'there is Thing (this = `5`)',
    'count of Thing (`size` = this `size`) > this `many`',
    '`size` = null',
  ])('%s', (condition) => {
    expect(found(where(condition))).toEqual([]);
  });

  it.each([
    ['uuid', '`name` = value'],
    ['string', '`code` = value'],
    ['decimal(1)', '`size` = value'],
    ['array of integer, by commas', '`size` = value'],
    ['array of string, repeated', '`name` in value'],
    ['string', '`tags` has value'],
    ['email', '`owner` = value'],
    ['string', 'value matches `[a-z]+`'],
    ['boolean', '`open` = value'],
  ])('a parameter of type %s in %s', (type, selects) => {
    expect(found({ type, selects })).toEqual([]);
  });

  it('a value that a field keeps as it is', () => {
    for (const one of [
      '`note` = this `kind`',
      '`note` = this `code`',
      '`many` = body `count`',
      '`price` = body `count`',
      '`weight` = this `price`',
      '`at` = now',
      '`seen` = now + 1 day',
      '`at` = this `day`',
      '`part_of` = {id}',
      '`part_of` = this',
      '`owner` = `a@b.c`',
      '`note` = this `owner`',
      '`note` = null',
      '`tags` = `["a"]`',
      '`tags` = this `tags`',
      '`colour` = `red`',
      '`kind` = `small`',
      '`note` = body `maybe`',
    ])
      expect(found(sets(one)), one).toEqual([]);
  });
});

describe('an operand stands where it means something:', () => {
  it.each([
    ['a query in Required', row('| `x` | string | if query `q` = `a` | caller | any | none |'), 'query `q`'],
    ['a body in Required', row('| `x` | string | if body `word` = `a` | caller | any | none |'), 'body `word`'],
    ['a parameter of the path', row('| `x` | string | if {id} = `a` | caller | any | none |'), '`{id}`'],
    ['a value', where('`name` = value'), '`value`'],
    ['a value in Only if', { only: '`name` = value' }, '`value`'],
    ['a row that nobody names', where('`name` = `Person.name`'), '`Person.name`'],
  ])('%s', (_, written, operand) => {
    expect(found(written).join('\n')).toMatch(`operand-not-here: Unexpected ${operand}`);
  });

  it('a row that is not there yet has no fields to take a value from', () => {
    const source = documentOf({
      resources: RESOURCES.replace('\nMORE', ''),
      states: STATES.replace('ONLY', 'none').replace('POST /things/{id}/end', 'POST /things'),
      operations: '### POST /things\n\n- Does: creates Thing with `note` = this `name`\n',
    });
    const { document, diagnostics } = read(source, 'things.md');
    const codes = link(document, diagnostics).diagnostics.map(({ code }) => code);
    expect(codes).toContain('operand-not-here');
  });
});

describe('an operator takes what it is made for:', () => {
  it.each([
    ['`name` has `a`', '`has` beside `name`, which is `string`, expected `contains` for text inside of text, or `=`.'],
    ['`size` has 1', '`has` beside `size`, which is `integer`, expected `=`.'],
    [
      '`tags` contains `a`',
      '`contains` beside `tags`, which is `array of string`, expected `has` for a member of a list.',
    ],
    ['`size` contains 1', '`contains` beside `size`, which is `integer`, expected `=`.'],
    ['`open` < true', '`<` beside `open`, which is `boolean`, expected `=` or `!=`.'],
    ['`tags` != `a`', '`!=` beside `tags`, which is `array of string`, expected not (… has …).'],
    ['`tags` = this `tags`', '`=` beside this `tags`, which is `array of string`, expected `has` with one member.'],
    ['`extra` = `a`', '`=` beside `extra`, which is `object`, expected `is set`.'],
    ['`size` matches `a`', '`matches` beside `size`, which is `integer`, expected `=`, `<` or `in`.'],
  ])('%s', (condition, said) => {
    expect(found(where(condition)).join('\n')).toMatch(`wrong-operator: Unexpected ${said}`);
  });
});

describe('two kinds of values do not compare:', () => {
  const TYPES = 'the type of';
  it.each([
    [where('`size` = this `name`'), 'this `name` beside `size`: `integer` beside `string`'],
    [where('`at` < this `size`'), 'this `size` beside `at`: `date-time` beside `integer`'],
    [where('`open` = this `name`'), 'this `name` beside `open`: `boolean` beside `string`'],
    [where('`name` contains this `size`'), 'this `size` beside `name`: `string` beside `integer`'],
    [where('`tags` has this `size`'), 'this `size` beside `tags`: `array of string` beside `integer`'],
    [where('`owner` = this `part_of`'), 'this `part_of` beside `owner`: a reference to `Person` by `email`'],
    [where('`owner` = this'), '`this` beside `owner`: a reference to `Person` by `email` beside a row of `Thing`'],
    [where('count of Person (`name` = `a`) = this `name`'), 'this `name` beside count of Person: `integer`'],
    [{ type: 'string', selects: '`size` = value' }, '`value` beside `size`: `integer` beside `string`'],
    [{ type: 'integer', selects: '`seen` = value' }, '`value` beside `seen`: `seconds since 1970` beside `integer`'],
    [{ path: 'string' }, '`{id}` beside `Thing.id`: `integer` beside `string`'],
    [{ due: 'string' }, 'body `due` beside `Thing.day`: `date` beside `string`'],
    [sets('`size` = now'), '`now` beside `size`: `integer` beside `date-time`'],
    [sets('`day` = now'), '`now` beside `day`: `date` beside `date-time`'],
    [sets('`many` = body `word`'), 'body `word` beside `many`: `integer` beside `string`'],
    [sets('`note` = body `count`'), 'body `count` beside `note`: `string` beside `integer`'],
    [sets('`many` = this `price`'), 'this `price` beside `many`: `integer` beside `decimal(2)`'],
    [sets('`price` = this `weight`'), 'this `weight` beside `price`: `decimal(2)` beside `number`'],
    [sets('`code` = body `word`'), 'body `word` beside `code`: `uuid` beside `string`'],
    [sets('`kind` = body `word`'), 'body `word` beside `kind`: `one of small, large` beside `string`'],
    [sets('`owner` = {id}'), '`{id}` beside `owner`: a reference to `Person` by `email`'],
    [sets('`note` = this'), '`this` beside `note`: `string` beside a row of `Thing`'],
    [sets('`tags` = this `steps`'), 'this `steps` beside `tags`: `array of string` beside `array of integer`'],
  ] as const)('%o', (written, said) => {
    const text = found(written).join('\n');
    expect(text).toContain(`unlike-types: Unexpected ${said}`);
    if (!said.includes('`now`') && !said.includes('count of')) expect(text).toContain(TYPES);
  });
});

describe('a literal is a value that the other side can be:', () => {
  it.each([
    [where('now > "a"'), '`a` for `now`, expected an instant'],
    [where('`size` = `many`'), 'operand-is-a-field: Unexpected value `many`'],
    [
      { more: '| `pin` | string(4) | no | caller | matches `[0-9]{4}` | none |', where: '`pin` = `note`' },
      'operand-is-a-field: Unexpected value `note`',
    ],
    [where('`size` = `part_of.many`'), 'operand-is-a-field: Unexpected value `part_of.many`'],
    [{ only: 'body `count` > `part_of.many`' }, 'operand-is-a-field: Unexpected value `part_of.many`'],
    [
      where('there is Person (`email` = `size`)'),
      'operand-is-a-field: Unexpected value `size`: it is a field of `Thing`',
    ],
    [where('`size` = `part_of.mane`'), 'impossible-value: '],
    [where('`many` = `caller`'), '`caller` for `many`, expected a whole number; did you mean the word caller, without'],
    [where('`many` = `caller.name`'), 'expected a whole number; did you mean caller `name`?'],
    [where('`size` = 12'), '`12` for `size`, expected `0..9`'],
    [where('`kind` = `smal`'), '`smal` for `kind`, expected one of `small`, `large`; did you mean `small`?'],
    [
      where('`stage` = `don`'),
      'unknown-state: Unexpected state `don`, expected a state of `Thing.stage`; did you mean',
    ],
    [where('`colour` = `blue`'), '`blue` for `colour`, expected one of `red`, `green`'],
    [where('`tags` has `a` and `steps` has `a`'), '`a` for `steps`, expected a whole number'],
    [where('`code` = `5`'), '`5` for `code`, expected a uuid'],
    [where('`at` = `2026-01-31T10:00`'), '`2026-01-31T10:00` for `at`, expected an instant'],
    [where('`owner` = `nobody`'), '`nobody` for `owner`, expected an address'],
    [where('there is Thing (this = `a`)'), '`a` for `this`, expected a whole number'],
    [{ only: '{id} = `a`' }, '`a` for `{id}`, expected a whole number'],
    [sets('`many` = 1.5'), '`1.5` for `many`, expected a whole number'],
    [sets('`size` = 12'), '`12` for `size`, expected `0..9`'],
    [sets('`colour` = `blue`'), '`blue` for `colour`, expected `red`, `green`'],
    [sets('`name` = null'), '`null` for `name`, expected a value: it is required'],
    [sets('`tags` = `a`'), '`a` for `tags`, expected JSON'],
    [sets('`steps` = `["a"]`'), '`["a"]` for `steps`, expected a number'],
    [sets('`stage` = `dome`'), 'unknown-state: Unexpected state `dome`'],
    [row('| `x` | array of integer | no | caller | any | `["a"]` |'), '`["a"]` for `Thing.x`, expected a number'],
    [row('| `x` | url | no | caller | any | `here` |'), '`here` for `Thing.x`, expected an absolute address'],
    [row('| `x` | integer 1..3 | no | caller | `2`, `7` | none |'), '`7` for `Thing.x`, expected `1..3`'],
  ] as const)('%o', (written, said) => {
    expect(found(written).join('\n')).toContain(said);
  });
});

describe('a text that is spelled as a field at hand is:', () => {
  it.each([
    [
      where('`note` = `note`'),
      'Unexpected value `note`: it is read as the text "note", and `Thing` has a field of that name; expected this `note`',
    ],
    [where('`note` != `name`'), 'expected this `name`'],
    [where('`note` contains `name`'), 'expected this `name`'],
    [where('there is Person (`name` = `note`)'), 'expected this `note`'],
    [where('there is Person (`name` = `email`)'), 'expected `Person.email`'],
    [{ only: 'body `word` = `word`' }, 'the other side has a field of that name; expected this `word`'],
    [sets('`note` = `name`'), 'expected this `name`'],
  ] as const)('%o is a warning', (written, said) => {
    const text = found(written, 'warning').join('\n');
    expect(text).toContain('text-like-a-field: ');
    expect(text).toContain(said);
  });

  it.each([
    [where('`note` = "note"')],
    [where('`note` = `other`')],
    [where('`note` = this `name`')],
    [sets('`note` = "name"')],
    [{ more: '| `note2` | one of `note`, `x` | no | caller | any | none |', where: '`note2` = `note`' }],
    [{ more: '| `note2` | string | no | caller | `note`, `x` | none |', where: '`note2` = `note`' }],
  ] as const)('%o is none', (written) => {
    expect([...found(written), ...found(written, 'warning')]).toEqual([]);
  });
});

describe('a default is one of the values that are allowed:', () => {
  it.each([
    ['integer 1..9', 'any', '12', 'the default of `Thing.x`: `12` is not `1..9`'],
    ['integer', '1..5', '7', 'the default of `Thing.x`: `7` is not `1..5`'],
    ['string', '`a`, `b`', '`c`', 'the default of `Thing.x`: `c` is not `a`, `b`'],
    ['string(3)', 'any', '`four`', 'the default of `Thing.x`: `four` is not at most 3 characters'],
    ['string', 'not blank', '` `', 'is not what is not blank'],
  ])('%s, %s, %s', (type, allowed, given, said) => {
    const [text] = found(row(`| \`x\` | ${type} | no | caller | ${allowed} | ${given} |`));
    expect(text).toContain('contradiction: ');
    expect(text).toContain(said);
    expect(text).toContain('what it may be is stated here');
  });
});

const pages = (size: number): Written => ({ pages: `offset and limit; default ${size}, at most 100` });

it('a page is by default no larger than it may be', () => {
  expect(found(pages(100))).toEqual([]);
  const [text] = found(pages(101));
  expect(text).toContain('the size of a page: `default 101` is more than `at most 100`');
});

const part = (allowed: string, written: string): Written => ({
  ...sets(`\`x\` = ${written}`),
  ...row(`| \`x\` | Thing by \`id\` | no | by operation | ${allowed} | none |`),
});

describe('a value on its way into a field', () => {
  it.each([
    ['`name` = body `maybe`', 'may-be-nothing: Unexpected body `maybe` for `name`'],
    ['`name` = this `note`', 'may-be-nothing: Unexpected this `note` for `name`'],
    [
      '`name` = body `word`',
      'too-wide: Unexpected body `word` for `name`, which allows only at least 1 and at most 20',
    ],
    ['`size` = body `count`', 'too-wide: Unexpected body `count` for `size`, which allows only `0..9`'],
    ['`colour` = body `word`', 'too-wide: Unexpected body `word` for `colour`, which allows only `red`, `green`'],
  ])('%s is held to what the field holds', (assignment, said) => {
    expect(found(sets(assignment)).join('\n')).toContain(said);
  });

  it.each([
    [part('1..9', '{id}'), 'too-wide: Unexpected `{id}` for `x`, which allows only `1..9`'],
    [part('1..9', 'this'), 'too-wide: Unexpected `this` for `x`, which allows only `1..9`'],
    [part('`1`, `2`', '3'), 'impossible-value: '],
  ])('a reference is held to its Allowed values, too: %o', (written, said) => {
    expect(found(written).join('\n')).toContain(said);
  });
  it.each([part('any', '{id}'), part('any', 'this'), part('`1`, `2`', '2')])('and to nothing else: %o', (written) => {
    expect(found(written)).toEqual([]);
  });
});

const besides = (given: string, into: string): Written => ({
  more: `| \`a\` | ${given} | none |\n| \`b\` | ${into} | this \`a\` |`,
});

describe('a field that lists what it may be, on its way into another', () => {
  it.each([
    ['integer | no | caller | 1, 2, 30', 'integer | no | caller | 1..9', '`30`'],
    ['integer | no | caller | 1, 200, 300', 'integer | no | caller | <= 100', '`200`'],
    ['string | no | caller | `x`, `yy`', 'string(1) | no | caller | any', '`yy`'],
    ['string | no | caller | `ab`, `7`', 'string | no | caller | matches `[a-z]+`', '`7`'],
    ['one of `x`, `yy` | no | caller | any', 'string | no | caller | `x`, `y`', '`yy`'],
  ])('%s into %s: the value that does not fit is named', (given, into, value) => {
    expect(found(besides(given, into)).join('\n')).toContain(
      `too-wide: Unexpected this \`a\`, which may be ${value}, for`,
    );
  });

  it.each([
    ['integer | no | caller | 1, 2, 9', 'integer | no | caller | 1..9'],
    ['string | no | caller | `ab`, `cd`', 'string(2) | no | caller | matches `[a-z]+`'],
    ['one of `x`, `y` | no | caller | any', 'string(1) | no | caller | any'],
    ['one of `x`, `y` | no | caller | any', 'string | no | caller | `y`, `x`, `z`'],
  ])('%s into %s: all of them fit', (given, into) => {
    expect(found(besides(given, into))).toEqual([]);
  });
});

const byDefault = (type: string, value: string, allowed = 'any'): Written =>
  row(`| \`y\` | ${type} | no | caller | ${allowed} | ${value} |`);

describe('a Default that is spelled like another field', () => {
  it('is a text, with a warning that says how the field is written', () => {
    expect(found(byDefault('string', '`name`'))).toEqual([]);
    expect(found(byDefault('string', '`name`'), 'warning').join()).toContain(
      'text-like-a-field: Unexpected value `name`: it is read as the text "name", and `Thing` has a field of that name; expected this `name`',
    );
  });

  it.each([
    ['the text in double quotes', byDefault('string', '"name"')],
    ['the field itself', byDefault('string', 'this `name`')],
    ['its own name', byDefault('string', '`y`')],
    ['a name of no field', byDefault('string', '`other`')],
    ['a field that is no text', byDefault('string', '`size`')],
    ['one of the values that it may have', byDefault('string', '`name`', '`name`, `other`')],
    ['one of those of its type', byDefault('one of `name`, `other`', '`name`')],
  ])('is no warning for %s', (_, written) => {
    expect(found(written, 'warning').filter((text) => text.startsWith('text-like-a-field'))).toEqual([]);
    expect(found(written)).toEqual([]);
  });
});
