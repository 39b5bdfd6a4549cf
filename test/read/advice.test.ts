// What is advised of a value that goes on too long: what was read of it, alone, where that says something that the document
// knows, else the forms that may stand there.

import { describe, expect, it, test } from 'vitest';
import { read } from '../../src/read/read.ts';
import { endpoints, resources, states } from './findings.ts';

const saidOf = (type: string): string => {
  const row = `| \`x\` | ${type} | yes | caller | any | none |`;
  const heads = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|';
  return read(resources('### Thing', '', heads, row), 'x.md')
    .diagnostics.map(({ fix }) => fix)
    .join();
};

test.each([
  ['Thing by x indeed', '"Thing by x" alone'],
  ['string(80), not blank', '"string(80)" alone'],
])('%s: %s', (type, advice) => {
  expect(saidOf(type)).toContain(advice);
});

test.each(['Thing by its code', 'L / R / G'])('%s: the forms', (type) => {
  expect(saidOf(type)).not.toContain('alone');
  expect(saidOf(type)).toContain('Write a type: `string`, `integer`');
});

test.each([
  ['Path', 'the proposal', 'the', 'expected R by `f`, or R by `f`, in {param}.'],
  ['Query', '`title` like value', 'like', 'expected an operator: `=`'],
  ['Query', 'title contains value', 'title', '; names are written in ticks, `title`'],
  ['Query', 'the title', 'the', 'or whole, for `f`.'],
])('Selects of a %s: %s', (kind, selects, at, told) => {
  const rows = [`| ${kind} | Selects |`, '|---|---|', `| \`id\` | ${selects} |`];
  const [found] = read(endpoints('### GET /x/{id}', '', ...rows), 'x.md').diagnostics;
  expect(found!.message).toContain(`Unexpected "${at}" for Selects`);
  expect(found!.message).toContain(told);
});

const STATED =
  '### Order\n\n| Field | Type |\n|---|---|\n| `id` | integer |\n| `paid` | integer |\n| `name` | string |\n\n';

/** The one finding about a bullet or a cell of an operation. */
function toldOf(...lines: readonly string[]): { readonly message: string; readonly fix: string } {
  const source = resources(STATED) + endpoints('### PATCH /orders/{id}', '', ...lines).slice('# T\n'.length);
  const [one, ...others] = read(source, 'x.md').diagnostics;
  expect(others).toEqual([]);
  return one!;
}

const when = (words: string): ReturnType<typeof toldOf> =>
  toldOf('| Status | When |', '|---|---|', `| 200 | ${words} |`);

describe('a condition whose names lack their ticks', () => {
  it.each([
    ['paid > 0', '`` `paid` > 0 ``'],
    ['updated and paid > 0', '``updated and `paid` > 0``'],
    ['updated and total > 0', '``updated and `total` > 0``'],
    ['name is set and status = open', '`` `name` is set and `status` = `open` ``'],
    ['body paid > this paid', '`` body `paid` > this `paid` ``'],
    ['paid > id', undefined],
    ['updated and now > {id}.', undefined],
    ['updated and the name is set', undefined],
    ['updated and it is set', undefined],
    ['`name` = "paid > 0" and paid > 0', '`` `name` = "paid > 0" and `paid` > 0 ``'],
  ])('%s', (words, whole) => {
    const { message, fix } = when(words);
    if (whole === undefined) return expect(fix).not.toContain('`` `');
    expect(message).toContain(`; names are written in ticks: write ${whole}.`);
    expect(fix).toContain(`${whole}, or \`not shown\`.`);
  });

  it('is told as one where nothing else can stand there', () => {
    expect(when('updated and paid > 0').fix).toBe(
      'Write a condition on fields, ``updated and `paid` > 0``, or `not shown`.',
    );
    expect(when('updated and in the end').fix).toBe('Write a condition on fields, or `not shown`.');
  });
});

describe('an order whose fields lack their ticks', () => {
  it.each([
    ['name, id', '`` `name` ascending, then `id` ascending ``'],
    ['by name desc then total', '`` `name` descending, then `total` ascending ``'],
    ['`name`, id', '`` `name` ascending, then `id` ascending ``'],
    ['name', '`` `name` ascending ``'],
    ['alphabetical', undefined],
    ['the one with the lowest id, name', undefined],
  ])('%s', (words, whole) => {
    const { message, fix } = toldOf(`- Order: ${words}`);
    if (whole === undefined) return expect(message).toMatch(/, or a field in ticks and `ascending` or `descending`\.$/);
    expect(message).toContain(`; names are written in ticks: write ${whole}.`);
    expect(fix).toBe(`Write ${whole}, or \`not shown\`.`);
  });
});

const about = (line: string): string =>
  read(resources('### Thing', '', line), 'x.md')
    .diagnostics.map(({ message, fix }) => `${message} ${fix}`)
    .join();

describe('a list that semicolons divide', () => {
  it.each([
    ['- Unique: `pupil`; `slot`', '`` `pupil`, `slot` ``'],
    ['- Unique: pupil; slot; day ignoring case', '`pupil, slot, day ignoring case`'],
    ['- View `V`: `pupil`; `slot`', '`` `pupil`, `slot` ``'],
  ])('%s is told to be divided by commas', (line, write) => {
    expect(about(line)).toContain(`expected fields in ticks, divided by commas: write ${write}. Write ${write}, or`);
  });

  it('is told so only where commas would be read', () => {
    expect(about('- Unique: `pupil`; - `slot`')).not.toContain('divided by commas');
    expect(about('- Unique: `a;b` `slot`')).not.toContain('divided by commas');
  });
});

describe('fields where a shape is due', () => {
  const BODY = ['| Status | When | Body |', '|---|---|---|'];

  it.each([
    [['- Body: `paid`'], '`Order only paid`'],
    [['- Body: paid, name'], '`Order only paid, name`'],
    [['- Body: `paid` and `name`'], '`Order only paid, name`'],
    [[...BODY, '| 200 | updated | `name` |'], '`Order only name`'],
  ])('%j is told with the resource that has them', (lines, write) => {
    const { message, fix } = toldOf(...lines);
    expect(message).toMatch(/, expected a shape, a template, .*`none`; write /);
    expect(message).toContain(`; write ${write}.`);
    expect(fix).toContain(`Write ${write}, or`);
  });

  it('what is no field of one resource is told the forms', () => {
    for (const line of ['- Body: `bill`', '- Body: paid, bill']) {
      const { message } = toldOf(line);
      expect([line, message]).toEqual([line, expect.stringContaining('expected a shape: `Todo`')]);
    }
  });

  it('of several resources with that field each is told', () => {
    const bills = '### Bill\n\n| Field | Type |\n|---|---|\n| `paid` | integer |\n\n';
    const source = resources(STATED, bills) + endpoints('### PATCH /orders/{id}', '', '- Body: `paid`').slice(4);
    expect(read(source, 'x.md').diagnostics.map(({ fix }) => fix)).toEqual([
      expect.stringContaining('Write `Order only paid` or `Bill only paid`, or'),
    ]);
  });
});

test('Other change is no list that another bullet could close: Any other change is meant', () => {
  const [found] = read(states('### Thing.state', '', '- Other change: accepted'), 'x.md').diagnostics;
  expect(found!.message).toContain('expected a key of the notation; did you mean `Any other change`?');
  expect(found!.fix).toContain('Write `- Any other change: …`');
});

/** Read as `any`, and held, or nothing that is asked: what offers it as an answer says so. */
test.each([
  [
    'Preconditions',
    'If-Match',
    'expected `If-Match` required on `ETag`, the same with `optional`, by commas, or `none`.',
  ],
  ['Nested names', 'slashes', 'expected `brackets` or `dots`.'],
  ['Cross-origin', 'everywhere', 'expected `any`, or origins in ticks'],
])('%s: %s offers no word that is held', (key, value, told) => {
  const [one] = read(endpoints('### GET /x', '', `- ${key}: ${value}`), 'x.md').diagnostics;
  expect(one!.message).toContain(told);
  expect(`${one!.message} ${one!.fix}`.includes('`any`')).toBe(key === 'Cross-origin');
});
