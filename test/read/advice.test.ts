// What is advised of a value that goes on too long: what was read of it, alone, where that says something that the document
// knows, else the forms that may stand there.

import { expect, test } from 'vitest';
import { read } from '../../src/read/read.ts';
import { endpoints, resources } from './findings.ts';

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
  ['Query', 'title contains value', 'title', '; names stand in ticks, `title`'],
  ['Query', 'the title', 'the', 'or whole, for `f`.'],
])('Selects of a %s: %s', (kind, selects, at, told) => {
  const rows = [`| ${kind} | Selects |`, '|---|---|', `| \`id\` | ${selects} |`];
  const [found] = read(endpoints('### GET /x/{id}', '', ...rows), 'x.md').diagnostics;
  expect(found!.message).toContain(`Unexpected "${at}" for Selects`);
  expect(found!.message).toContain(told);
});
