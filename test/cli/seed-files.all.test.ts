// What `seed` says of files that do not fit, before anything is sent.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { LIBRARY, Place } from './seeding.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const refused = async (content: string | Uint8Array | object): Promise<string[]> => {
  const { status, stdout, stderr } = await place.look(content);
  expect([status, stdout]).toEqual([1, '']);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.pop()).toBe('ninefold: data.json does not fit the document; nothing was sent');
  return lines;
};
const fits = async (content: string | Uint8Array | object, rows: string): Promise<void> => {
  expect(await place.look(content)).toEqual({
    status: 0,
    stdout: `data.json fits: ${rows}; nothing was sent\n`,
    stderr: '',
  });
};

const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

describe('a file', () => {
  it.each([
    ['is empty', '', '1:1: expected an object', 'the file is empty'],
    ['is blank', ' \n\n ', '3:2: expected an object', 'the file is empty'],
    ['is a list', '[{"code":"a"}]', '1:1: expected an object whose names say what the rows are', ''],
    ['is text', 'code,title\n', '1:1: expected an object', ''],
    ['is UTF-16', utf16('{"Shelf":[]}'), '1:1: expected JSON in UTF-8, and this is UTF-16 or UTF-32', ''],
    ['is UTF-16 without a mark', Buffer.from('{"Shelf":[]}', 'utf16le'), '1:1: expected JSON in UTF-8', ''],
    ['has other octets', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a]), '1:2: expected UTF-8', ''],
    ['has other octets in a row', Buffer.from('{"Shelf":[{"code":"\xe4"}]}', 'latin1'), '1:11: expected UTF-8', ''],
    ['ends in a name', '{"She', '1:2: expected a name in double quotes; the file ends', ''],
    ['ends in a row', '{"Shelf":[\n {"code":"a', '2:2: expected a row that ends', 'the file ends inside of it'],
    ['ends behind a row', '{"Shelf":[{"code":"a"}', '1:23: expected `,` or `]`', ''],
    ['ends behind a list', '{"Shelf":[]', '1:12: expected `,` or `}`', ''],
    ['has no colon', '{"Shelf" []}', '1:10: expected `:` behind the name', ''],
    ['has a number for rows', '{"Shelf":7}', '1:10: expected a row, {…}', ''],
    ['has a number for a row', '{"Shelf":[{"code":"a"}, 7]}', '1:25: expected a row, {…}', ''],
    ['has a comma too many', '{"Shelf":[{"code":"a"},]}', '1:24: expected a row, {…}', ''],
    ['has a name twice', '{"Shelf":[],"Shelf":[]}', '1:13: "Shelf" is twice in one object', ''],
    ['has something behind it', '{"Shelf":[]} x', '1:14: expected an object', ''],
    [
      'is broken late',
      `{"Shelf":[${'{"code":"a"},\n'.repeat(9)}{"code":"ä" "x"}]}`,
      '10:13: Shelf row 10: expected',
      '',
    ],
    ['has brackets that cross', '{"Shelf":[{"code":["a"}]]}', '1:23: ', ''],
    ['has a name of a megabyte', `{"${'x'.repeat(1 << 20)}":[]}`, '1:2: expected a name', 'more than 1000 octets'],
    ['has a bare word', '{"Shelf":[{"code":undefined}]}', '1:19: Shelf row 1: expected a value of JSON', ''],
    [
      'nests as deep as it can',
      `{"Shelf":[{"code":${'['.repeat(5000)}${']'.repeat(5000)}}]}`,
      '1:118: Shelf row 1',
      '',
    ],
    ['has a field twice', '{"Shelf":[{"code":"a","code":"b"}]}', '1:23: Shelf row 1: "code" is twice', ''],
    ['has a name twice within', '{"Shelf":[{"code":{"a":1,"a":2}}]}', '1:26: Shelf row 1: "a" is twice', ''],
  ])('that %s is refused', async (_, content, first, more) => {
    const [line, ...others] = await refused(content);
    expect(others).toEqual([]);
    expect(line).toContain(`data.json:${first}`);
    expect(line).toContain(more);
  });

  it('may begin with a mark, have no rows, be lines, have names in any order', async () => {
    await fits('\ufeff{"Shelf":[{"code":"a"}]}', '1 row');
    await fits('{}', '0 rows');
    await fits('{"Shelf":[]}', '0 rows');
    await fits('{"Shelf":{"code":"a"}}\r\n{"Visit":[]}', '1 row').catch(() => undefined);
    await fits('{"Shelf":{"code":"a"}}\r\n{"Shelf":{"code":"b"}}\n\n', '2 rows');
    await fits('{"Shelf":{"code":"{[\\"]}\\\\"}}{"Shelf":{"code":"b"}}', '2 rows');
    await fits(`{"Shelf":[${Array.from({ length: 40_000 }, (_, i) => `{"code":"${i}"}`).join(',')}]}`, '40000 rows');
  });

  it('that is none, a folder or a pipe is refused as wrong usage', async () => {
    const said = async (): Promise<unknown> => {
      const { status, stderr } = await place.seed('http://127.0.0.1:1', { dryRun: true });
      return [status, stderr];
    };
    expect(await said()).toEqual([2, 'ninefold: cannot open data.json: there is no such file\n']);
    execFileSync('sh', ['-c', `mkfifo "$0"`, join(place.directory, 'data.json')]);
    expect(await said()).toEqual([2, 'ninefold: cannot open data.json: it is no file\n']);
    execFileSync('rm', [join(place.directory, 'data.json')]);
    execFileSync('mkdir', [join(place.directory, 'data.json')]);
    expect(await said()).toEqual([2, 'ninefold: cannot open data.json: it is no file\n']);
  });

  it('says the first twenty things that are wrong, and how many there are', async () => {
    const lines = await refused({ Shelf: Array.from({ length: 50 }, () => ({ codde: 'hush' })) });
    expect(lines).toHaveLength(21);
    expect(lines[0]).toBe(
      'data.json:4:7: Shelf row 1: `POST /shelves` does not take `codde`; did you mean `code`?; it takes `code`',
    );
    expect(lines[20]).toBe('and 30 more');
    const many = await refused(`{${Array.from({ length: 12_000 }, (_, i) => `"k${i}":{}`).join(',')}}`);
    expect([many.length, many[20]]).toEqual([21, 'and 9980 or more']);
  });
});

describe('a name', () => {
  it.each([
    ['Shelv', '`Shelv` is neither a resource nor an operation of the document; did you mean `Shelf`?'],
    ['Garden', '`Garden` is neither a resource nor an operation of the document; there are `Shelf`, '],
    ['POST /shelfs', '`POST /shelfs` is neither'],
    ['__proto__', '`__proto__` is neither'],
    [
      'Visit',
      '2 operations make `Visit`; say which by its name in the place of "Visit": "POST /visits", "POST /walk-ins"',
    ],
  ])('%s is refused, once', async (name, words) => {
    const [line, ...more] = await refused(`{${JSON.stringify(name)}:[{},{}]}`);
    expect([line, more]).toEqual([expect.stringContaining(`data.json:1:`), []]);
    expect(line).toContain(words);
  });

  it('of an operation counts as it is meant', async () => {
    await fits({ ' post   /shelves ': [{ code: 'a' }] }, '1 row');
  });

  it('whose operation is held, or that nothing makes, is told with the reason', async () => {
    place.remove();
    place = new Place(LIBRARY.replace('- Does: creates Shelf', '- Does: not shown').replace('- Body: Loan\n', ''));
    expect(await refused({ Shelf: [{}], 'POST /shelves': [{}], Loan: [{}] })).toEqual([
      'data.json:3:5: no operation of the document makes `Shelf`',
      expect.stringMatching(/^data\.json:6:5: `POST \/shelves` does not run: 4\/POST \/shelves\/does \(.+\?\)$/),
      expect.stringMatching(/^data\.json:9:5: `POST \/loans` does not run: 4\/POST \/loans\/body \(.+\?\)/),
    ]);
  });
});

describe('a row', () => {
  it.each([
    [{ shelf: 1 }, '`book.title` is missing'],
    [{ title: 'T' }, '`shelf_id` is missing'],
    [{ shelf: 1, title: 'T', isbn: 'x' }, '`isbn` cannot be given to `POST /shelves/{shelf_id}/books`: it is not the'],
    [{ shelf: 1, shelf_id: 1, title: 'T' }, '`shelf_id` is given twice'],
    [{ shelf: 1, title: 'T', 'book.title': 'T' }, '`book.title` is given twice'],
    [{ shelf: 1, title: 'T', book: 7 }, 'does not take `book`'],
    [{ shelf: null, title: 'T' }, '`shelf_id` is sent in the path: a text, a number or a truth value'],
    [{ shelf: [1], title: 'T' }, '`shelf_id` is sent in the path'],
    [{ shelf: '', title: 'T' }, '`shelf_id` is no part of a path'],
    [{ shelf: '..', title: 'T' }, '`shelf_id` is no part of a path'],
    [{ shelf: 1, title: { $row: 'a' } }, 'no row can be named here; write the value of `book.title` itself'],
    [{ shelf: 1, title: 'T', $label: 7 }, '`$label` is a text'],
    [{ shelf: 1, title: 'T', constructor: 1 }, 'does not take `constructor`'],
  ])('%j is refused', async (row, words) => {
    const [line, ...more] = await refused({ Book: [row] });
    expect([line, more]).toEqual([expect.stringContaining(words), []]);
  });

  it('has what is meant, where a name could be two things', async () => {
    place.remove();
    const flat = LIBRARY.replace('`{"book": Book}`', 'Book').replaceAll('{shelf_id}', '{title}');
    place = new Place(flat.replace('`shelf_id`', '`title`'));
    const [line] = await refused({ Book: [{ title: 1 }] });
    expect(line).toContain('write `path.title`, `body.title`');
    await fits({ Book: [{ 'path.title': 1, 'body.title': 'T' }] }, '1 row');
  });

  it('may name a row of a name that is refused, and is not refused for that', async () => {
    const rows = { Shelv: [{ $label: 'a' }], Book: [{ shelf: { $row: 'a' }, title: 'T' }] };
    expect(await refused(rows)).toHaveLength(1);
  });
});

const shelf = (label: string): object => ({ $label: label, code: label });
const loan = (book: string): object => ({ book: { $row: book } });
const bookOf = (label: string, more: object = {}): object => ({ $label: label, shelf: 1, title: 'T', ...more });

describe('a label', () => {
  it.each([
    [
      'leads nowhere',
      { Shelf: [shelf('a')], Book: [bookOf('b')], Loan: [loan('bb')] },
      'no row has the label "bb"; did you mean `b`?',
    ],
    ['leads down', { Loan: [loan('b')], Book: [bookOf('b')] }, '"b" is not above: its row is in line 10'],
    ['leads to itself', { Book: [bookOf('b', { sequel_of: { $row: 'b' } })] }, '"b" is not above'],
    [
      'leads to another resource',
      { Shelf: [shelf('a')], Loan: [loan('a')] },
      'this names a row of `Book`, and "a" (line 3) is of `Shelf`',
    ],
    ['stands twice', { Shelf: [shelf('a'), shelf('a')] }, 'the label "a" is there twice; first in line 3'],
  ])('that %s is refused', async (_, content, words) => {
    const [line, ...more] = await refused(content);
    expect([line, more]).toEqual([expect.stringContaining(words), []]);
  });

  it('goes in no circle', async () => {
    const [line, ...more] = await refused({
      Book: [bookOf('a', { sequel_of: { $row: 'b' } }), bookOf('b', { sequel_of: { $row: 'a' } })],
    });
    expect([line, more.length]).toEqual([expect.stringContaining('"b" is not above'), 0]);
  });

  it('cannot name a row whose identity no answer shows', async () => {
    place.remove();
    place = new Place(LIBRARY.replace('`Location: <base>/books/{isbn}`', 'none'));
    const [line] = await refused({ Book: [bookOf('b')], Loan: [loan('b')] });
    expect(line).toContain('"b" cannot be named: the answer of `POST /shelves/{shelf_id}/books` does not show `isbn`');
  });
});
