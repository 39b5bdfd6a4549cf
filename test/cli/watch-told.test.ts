// What `serve --watch` says of a save that changes what runs, without a gap that opens or closes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { toldChanges } from '../../src/cli/watching/changes.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { read } from '../../src/read/read.ts';
import { root } from '../examples/running.ts';
import { LIBRARY } from './seeding.ts';

function planned(text: string): Plan {
  const { document, diagnostics } = read(text, 'service.md');
  return plan(link(document, diagnostics));
}

const BEFORE = planned(LIBRARY);

function told(from: string | RegExp, to: string): readonly string[] {
  const text = LIBRARY.replace(from, to);
  expect(text).not.toBe(LIBRARY);
  return toldChanges(BEFORE, planned(text), (_style, words) => words).map((line) => line.trim());
}

const PRICE = '| `price` | decimal(2) | no | caller | any | none |\n';
const BODY = '- Error body: `{"error": <code>, "message": <message>, "fields": [<field>]}`';

test('a field that is new is told where it is taken and where it is shown; one that is gone, or named anew, as well', () => {
  const lines = told(PRICE, `${PRICE}| \`pages\` | integer | no | caller | any | none |\n`);
  expect(lines.filter((line) => line.includes('takes'))).toMatchInlineSnapshot(`
    [
      "~ POST /shelves/{shelf_id}/books takes book.pages",
    ]
  `);
  expect(told(/`price`/g, '`cost`')).toMatchInlineSnapshot(`
    [
      "~ POST /shelves/{shelf_id}/books takes book.cost; takes book.price no more",
      "~ GET /books shows cost; shows price no more",
    ]
  `);
  expect(told('| `copies` | integer | no | caller | any |', '| `copies` | integer | no | caller | 0..9 |'))
    .toMatchInlineSnapshot(`
    [
      "~ POST /shelves/{shelf_id}/books takes book.copies differently",
    ]
  `);
});

test('errors are told by code, a status and an order by what answers them', () => {
  expect(told(BODY, BODY.replace(', "fields": [<field>]', ''))).toMatchInlineSnapshot(`
    [
      "~ POST /shelves answers wrong, odd, code_taken differently",
      "~ POST /shelves/{shelf_id}/books answers odd, absent, wrong differently",
      "~ GET /books, POST /loans, GET /loans and 3 more: answers wrong, odd differently",
      "~ POST /loans/{id}/return answers odd, absent, wrong, not_now differently",
      "~ PUT /members/{number} answers odd, wrong differently",
      "~ answers that belong to no operation differ",
    ]
  `);
  expect(told('A rule is broken.', 'A rule is broken!')).toMatchInlineSnapshot(`
    [
      "~ POST /shelves, POST /shelves/{shelf_id}/books, GET /books and 7 more: answers wrong differently",
    ]
  `);
});

test('only words of the document change nothing in what runs', () => {
  expect(told('Lends books.', 'Lends many books.')).toEqual(['no change in what runs']);
});

test('whatever is another plan is told', () => {
  const source = readFileSync(join(root, 'docs/orders.md'), 'utf8');
  const base = planned(source);
  const lines = source.split('\n');
  let compared = 0;
  for (const index of lines.keys()) {
    const other = planned(lines.toSpliced(index, 1).join('\n'));
    const { gaps: _gaps, name: _name, ...is } = other;
    const { gaps: _was, name: _of, ...was } = base;
    if (JSON.stringify(is) === JSON.stringify(was)) continue;
    compared++;
    const said = toldChanges(base, other, (_style, words) => words);
    expect(said, lines[index]).not.toEqual(['no change in what runs']);
  }
  expect(compared).toBeGreaterThan(10);
});

test('what an event carries is told by itself', () => {
  const races = readFileSync(join(root, 'test/races/races.md'), 'utf8');
  const [before, after] = [races, races.replace('- Payload: Parcel', '- Payload: {"at": <now>}')].map(planned);
  expect(toldChanges(before!, after!, (_style, words) => words).map((line) => line.trim())).toEqual([
    '~ what events carry differs',
  ]);
});
