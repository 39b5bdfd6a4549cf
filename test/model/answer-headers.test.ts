// Headers that no document sets, at every place where headers stand; and statuses that have no body.

import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import type { Edit } from '../catalogue/cases.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';

const READ = '### GET /orders/{id}';
const TABLE = '| Status | When | Body |\n|---|---|---|\n| 200 | found | Order as `Slip` |';
const HEADED = '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Order as `Slip` |';

type Change = (source: string) => string;

const by =
  (...edit: Edit): Change =>
  (source) =>
    edited(source, edit);

function saidOf(change: Change): readonly string[] {
  const { document, diagnostics } = read(change(WHOLE), 'answers.md');
  return check(link(document, diagnostics)).diagnostics.map(({ code }) => code);
}

/** A further column of the Code table, filled in one row. */
function codeHeaders(headers: string): Change {
  return (source) => {
    const [before, table] = source.split('| Code |');
    const [rows, after] = table!.split('\n\n## 8.');
    const wide = `| Code |${rows}`.split('\n').map((row, index) => {
      if (index < 2) return index === 0 ? `${row} Headers |` : `${row}---|`;
      return `${row} ${row.startsWith('| `no_order`') ? headers : 'none'} |`;
    });
    return `${before}${wide.join('\n')}\n\n## 8.${after}`;
  };
}

/** Each place where headers of an answer stand. */
const PLACES: Readonly<Record<string, (headers: string) => Change>> = {
  'a success': (headers) => by(READ, TABLE, `${HEADED} ${headers} |`),
  'a refusal': (headers) => by(READ, TABLE, `${HEADED} none |\n| 410 | \`no_order\` | none | ${headers} |`),
  'a code': codeHeaders,
};

const REFUSED = [
  'Connection: upgrade',
  'Content-Length: 3',
  'Keep-Alive: timeout=5',
  'Proxy-Connection: close',
  'TE: trailers',
  'Trailer: Date',
  'Transfer-Encoding: chunked',
  'Upgrade: h2c',
  'Date: x',
  'Content-Encoding: gzip',
  'Content-Type: text/html',
  'Content-Type: <now>',
  'Allow: GET',
  'Access-Control-Allow-Origin: *',
  'Access-Control-Max-Age: 600',
  'Ninefold-Gap: "x"',
  'Ninefold-Assumed: "x"',
];

const FREE = ['Content-Language: en', 'Cache-Control: no-store', 'Vary: Accept', 'Set-Cookie: a=b', 'X-Date: now'];

describe.each(Object.entries(PLACES))('%s', (place, edit) => {
  it.each(REFUSED.flatMap((header) => [header, header.toUpperCase()]))('has no header %s', (header) => {
    expect(saidOf(edit(`\`${header}\``))).toEqual(['header-not-here']);
  });

  it.each(FREE)('may have %s', (header) => {
    expect(saidOf(edit(`\`${header}\``))).toEqual([]);
  });

  it('has each header once, but for cookies', () => {
    expect(saidOf(edit('`X-A: 1`, `x-a: 1`'))).toEqual(['contradiction']);
    expect(saidOf(edit('`Set-Cookie: a=b`, `Set-Cookie: c=d`'))).toEqual([]);
  });

  it('may name another type of JSON, where it has a body', () => {
    const said = saidOf(edit('`Content-Type: application/problem+json`'));
    expect(said).toEqual(place === 'a refusal' ? ['header-not-here'] : []);
  });
});

describe.each(['204', '205', '304'])('status %s', (status) => {
  it.each<readonly [string, Edit, readonly string[]]>([
    [
      'a success with a body',
      [READ, '| 200 | found | Order as `Slip` |', `| ${status} | found | Order as \`Slip\` |`],
      ['no-body-here'],
    ],
    ['a success without one', [READ, '| 200 | found | Order as `Slip` |', `| ${status} | found | none |`], []],
    [
      'a code, whose status is one of an error',
      ['| `no_order` | 404 |', `| \`no_order\` | ${status} |`],
      ['unreadable'],
    ],
    [
      'a refusal with that body',
      [READ, TABLE, `| Status | When |\n|---|---|\n| 200 | found |\n| ${status} | \`no_order\` |`],
      ['no-body-here'],
    ],
    ['a refusal without one', [READ, TABLE, `${TABLE}\n| ${status} | \`no_order\` | none |`], []],
  ])('%s', (_, edit, codes) => {
    expect(saidOf(by(...edit))).toEqual(codes);
  });
});
