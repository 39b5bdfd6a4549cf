// `ninefold migrate` where a document gains rules for rows that are there: what it says, and what is answered then.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { read } from '../../src/read/read.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { literal } from '../store/fixtures.ts';
import { captured } from './captured.ts';

const BEFORE = readFileSync(new URL('./filling.md', import.meta.url), 'utf8');
const NOTE = '| `note` | string(80) | no | caller | any | none |\n';

/** The document with more fields of Item. */
const gaining = (...rows: readonly string[]): string =>
  BEFORE.replace(NOTE, `${NOTE}${rows.map((row) => `${row}\n`).join('')}`);
const planned = (source: string): Plan => {
  const { document, diagnostics } = read(source, 'shop.md');
  return plan(link(document, diagnostics));
};

let directory: string;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-filling-'));
  const store = await openSqlite({ directory: join(directory, 'shop.data'), tables: planned(BEFORE).storage });
  const product = [
    { column: 'code', value: literal('p') },
    { column: 'price', value: literal(250, 'decimal') },
  ];
  const steps = [
    { kind: 'insert', table: 'Product', values: product, answer: undefined, checks: [] } as const,
    ...['Tea pot', 'Tea Pot!'].map((title, i) => {
      const values = [
        { column: 'title', value: literal(title) },
        { column: 'net', value: literal(1001, 'decimal') },
        { column: 'rate', value: literal(i === 0 ? 19 : null, 'integer') },
        { column: 'product', value: literal(1, 'integer') },
      ];
      return { kind: 'insert', table: 'Item', values, answer: undefined, checks: [] } as const;
    }),
  ];
  expect(await store.prepare(steps).run({})).toMatchObject({ kind: 'done' });
  await store.close();
});
afterEach(() => rmSync(directory, { recursive: true }));

async function migrate(source: string, ...args: string[]): Promise<{ status: number; stdout: string }> {
  writeFileSync(join(directory, 'new.md'), source);
  const console = captured({ directory });
  const status = await run(['migrate', 'new.md', '--data', 'shop.data', ...args], console);
  expect(console.stderr()).toBe('');
  return { status, stdout: console.stdout() };
}

/** What the operator is shown of these fields. */
async function rows(source: string, ...names: readonly string[]): Promise<readonly unknown[]> {
  const { storage, rows: plans } = planned(source);
  const { select, fields } = plans.find(({ resource }) => resource === 'Item')!;
  const store = await openSqlite({ directory: join(directory, 'shop.data'), tables: storage });
  const list = { kind: 'list', select: { ...select, where: undefined, order: [] }, total: false } as const;
  const result = await store.prepare([list]).run({});
  await store.close();
  return result.kind === 'done'
    ? result.rows.map((row) => names.map((name) => row[fields.find((field) => field.name === name)!.shown!.at]))
    : [];
}

test('rules that rest on the row fill it, and a field that is computed on reading answers at once', async () => {
  const after = gaining(
    '| `slug` | string | yes | service: slug of `title` | any | none |',
    '| `gross` | decimal(2) | no | service: = `net` + `net` * `rate` / 100 at create | any | none |',
    '| `others` | integer | yes | service: count of Item where `product` = this `product` and `id` != this `id` | any | none |',
  );
  const looked = await migrate(after);
  expect(looked).toEqual({
    status: 0,
    stdout: `Item
  * slug   is new; these rows get slug of \`title\` (2 rows)
  * gross  is new; these rows get = \`net\` + \`net\` * \`rate\` / 100 at create (1 row)
  + gross  is new; these rows have none: = \`net\` + \`net\` * \`rate\` / 100 at create has no result for these rows (1 row)
  + slug   must be unique now; no two rows share a value

nothing is touched yet: ninefold migrate new.md --data shop.data --apply does it
`,
  });
  expect((await migrate(after, '--apply')).stdout).toContain('\ndone\n');
  expect(await rows(after, 'slug', 'gross', 'others')).toEqual([
    ['tea-pot', 1191, 1],
    ['tea-pot-2', null, 1],
  ]);
  expect((await migrate(after)).stdout).toContain('nothing to migrate');
});

test('a field that is computed on reading alone needs no migration', async () => {
  const after = gaining(
    '| `others` | integer | yes | service: count of Item where `product` = this `product` | any | none |',
  );
  expect((await migrate(after)).stdout).toContain('nothing to migrate');
  expect(await rows(after, 'others')).toEqual([[2], [2]]);
});

test.each([
  [
    '| `price` | decimal(2) | yes | service: = `product.price` at create | any | none |',
    'price is new and has no value for the rows that are there: `product.price` is in another row, and what it was when these rows were made is not kept',
  ],
  [
    '| `made` | date-time | yes | service: now at create | any | none |',
    'made is new and has no value for the rows that are there: when these rows were made is not kept',
  ],
])('nothing is made up: %s', async (row, why) => {
  const { status, stdout } = await migrate(gaining(row), '--apply', '--drop');
  expect([status, stdout]).toEqual([1, expect.stringContaining(`! ${why} (2 rows)`)]);
  expect(stdout).toContain('nothing is touched');
  expect((await migrate(BEFORE)).stdout).toContain('nothing to migrate');
});

test('where such a field is not required, the rows have none, and it is said why', async () => {
  const after = gaining('| `price` | decimal(2) | no | service: = `product.price` at create | any | none |');
  expect((await migrate(after)).stdout).toContain(
    '+ price  is new; the rows that are there have none: `product.price` is in another row',
  );
  expect((await migrate(after, '--apply')).status).toBe(0);
  expect(await rows(after, 'price')).toEqual([[null], [null]]);
});
