// `ninefold rows put`: rows of the operator, beside the document. They are put and changed by what identifies them, all of them or none.

import { expect, it } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';
import { folder, inFolder, put, served } from './rows-put.ts';

inFolder();

const depots = (): Promise<unknown> => served('/depots');

const AMSTERDAM = { id: 'ams-1', name: 'Amsterdam Noord', country: 'NL', fee: 2.5, days: ['mon', 'thu'] };
const GENT = { id: 'gnt-1', name: 'Gent', country: 'BE', fee: 0 };

it('puts rows that are new, makes those that are there as the file has them, and takes none out', async () => {
  expect(await put()).toEqual({ status: 0, stdout: 'Country: 2 rows in place\nDepot: 2 rows in place\n', stderr: '' });
  expect(await depots()).toEqual([AMSTERDAM, GENT]);
  const again = await put({
    Depot: [
      { id: 'ams-1', name: 'Amsterdam', country: 'NL' },
      { id: 'x', name: 'X', country: 'BE' },
    ],
  });
  expect(again).toMatchObject({ status: 0, stdout: 'Depot: 2 rows in place\n' });
  // Its fee and its days are not in the second file: a row is whole.
  const amsterdam = { id: 'ams-1', name: 'Amsterdam', country: 'NL', fee: 0 };
  expect(await depots()).toEqual([amsterdam, GENT, { ...GENT, id: 'x', name: 'X' }]);
  expect((await put()).status).toBe(0);
  expect(await depots()).toEqual([AMSTERDAM, GENT, { ...GENT, id: 'x', name: 'X' }]);
});

const NL = { code: 'NL', name: 'Nederland' };

it.each<readonly [what: string, rows: unknown, said: string]>([
  [
    'a value that is not of its type',
    { Country: [NL], Depot: [{ ...GENT, country: 'NL', fee: 'dear' }] },
    '`Depot.fee`',
  ],
  ['a value that is not allowed', { Country: [NL, { code: 'be', name: 'x' }] }, '`Country.code`'],
  ['a field that there is not', { Country: [NL, { code: 'BE', name: 'x', size: 1 }] }, '`size`'],
  ['a field that the service sets', { Depot: [{ ...GENT, added: '2026-01-01T00:00:00Z' }] }, '`Depot.added`'],
  ['a value that is missing', { Country: [NL, { code: 'BE' }] }, '`Country.name`'],
  ['no identity', { Country: [NL, { name: 'x' }] }, '`Country.code`'],
  ['one row twice', { Country: [NL, { code: 'NL', name: 'x' }] }, 'two of them have the same `code`'],
  [
    'what must be unique twice',
    { Country: [NL], Depot: [GENT, { ...GENT, id: 'y' }] },
    'two of them have the same `name`',
  ],
  ['no object', { Country: [NL, 5] }, 'a row of `Country`'],
  ['no list', { Country: NL }, 'a row of `Country`'],
])('puts nothing, and shows the line: %s', async (_, rows, said) => {
  const told = await put(rows);
  expect([told.status, told.stdout]).toEqual([1, '']);
  expect(told.stderr).toContain(said);
  expect(told.stderr).toMatch(/own\.json:\d+:\d+/);
  expect(told.stderr).toContain('nothing is put');
  expect(await depots()).toEqual([]);
  expect((await put()).status).toBe(0);
});

it.each<readonly [what: string, rows: unknown, said: string]>([
  ['another resource', { Place: [] }, 'own.json:2:3: unexpected `Place`, expected Country, Depot; nothing is put'],
  ['a list alone', [NL], 'own.json:1:1: expected lists of rows by their resources'],
  ['no JSON', '{"Country": [}', 'own.json:1:14: unexpected text'],
  ['a resource twice', '{"Country": [], "Country": []}', 'own.json:1:17: `Country` is there twice'],
])('says what the file is not: %s', async (_, rows, said) => {
  expect(await put(rows)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(said) as string });
});

it('puts nothing of a file of which one row refers to none, or has what another row has', async () => {
  const lost = await put({ Country: [NL], Depot: [{ ...GENT, country: 'XX' }] });
  expect(lost).toMatchObject({ status: 1, stdout: '' });
  expect(lost.stderr).toContain(
    'The rows of Country, Depot do not fit those that are kept: no such Country in country.',
  );
  expect((await put()).status).toBe(0);
  const taken = await put({ Country: [{ code: 'NL', name: 'Holland' }], Depot: [{ ...GENT, id: 'z' }] });
  expect(taken).toMatchObject({ status: 1, stdout: '' });
  expect(taken.stderr).toContain('Depot.name taken');
  expect(await depots()).toEqual([AMSTERDAM, GENT]);
});

it('takes no other word', async () => {
  const console = captured({ directory: folder });
  expect(await run(['rows', 'take', 'depots.md', 'depots.json'], console)).toBe(2);
  expect(console.stderr()).toContain('expected `rows put`');
});
