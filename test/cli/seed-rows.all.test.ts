// `seed` over a service in this process: what goes in, what is told of what does not, and what a second run does.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Running } from '../serve/running.ts';
import { between, LIBRARY, listed, Place, served } from './seeding.ts';

const saying = (body: string): string =>
  LIBRARY.replace(/- Error body: .*/, `- Error body: \`${body}\``).replace(
    'A rule is broken.',
    'Something is wrong with <field>.',
  );
const FILLED = 'Shelf row 1: 422 Unprocessable Entity wrong (code): Something is wrong with code.';

let place: Place;
let service: Running;
beforeEach(async () => {
  place = new Place();
  service = await served();
});
afterEach(async () => {
  place.remove();
  await service.stop();
});

const visits = (...days: string[]): object => ({ 'POST /visits': days.map((day) => ({ day })) });
const days = async (): Promise<string[]> =>
  (await listed<{ day: string }>(service.url, '/visits')).map(({ day }) => day);
const count = (line: string): object => ({ status: 0, stdout: `${line}\n`, stderr: '' });

const losing = (which: (n: number) => boolean): Promise<{ url: string; close: () => void }> => {
  let n = 0;
  return between(service.url, { loses: () => which(n++) });
};

describe('rows', () => {
  it('go in by resource and by operation, and name each other by labels, through bodies, paths and headers', async () => {
    place.write('data.json', {
      Shelf: [{ $label: 'sea', code: 'S1' }],
      Book: [
        { $label: 'first', shelf_id: { $row: 'sea' }, title: 'Whales' },
        { shelf: { $row: 'sea' }, book: { title: 'More whales', sequel_of: { $row: 'first' } } },
      ],
      Loan: [{ $label: 'lent', book: { $row: 'first' } }, { book: { $row: 'first' } }],
      'POST /loans/{id}/return': [{ id: { $row: 'lent' } }],
      Member: [{ number: 'a/ü?', name: 'Ada' }],
    });
    expect(await place.seed(service.url)).toEqual(count('made 6, called 1, there already 0, failed 0, unknown 0'));
    const books = await listed<Record<string, unknown>>(service.url, '/books');
    expect(books).toEqual([
      { isbn: books[0]!['isbn'], shelf: 1, title: 'Whales' },
      { isbn: books[1]!['isbn'], shelf: 1, sequel_of: books[0]!['isbn'], title: 'More whales' },
    ]);
    const loans = await listed<Record<string, unknown>>(service.url, '/loans');
    expect(loans.map(({ status }) => status)).toEqual(['back', 'out']);
  });

  it('go in digit by digit, as they are written', async () => {
    place.write(
      'data.json',
      '{"Shelf":{"code":"1"}}\n{"Book":{"shelf":1,"title":"T","price":12.50,"copies":9007199254740993,"notes":{"$row":"no label"}}}\n',
    );
    expect((await place.seed(service.url)).stdout).toBe('made 2, there already 0, failed 0, unknown 0\n');
    const text = await (await fetch(`${service.url}/books`)).text();
    expect(text).toContain('"price":12.50,"copies":9007199254740993,"notes":{"$row":"no label"}');
  });

  it('go in the order of the file, also several at a time where one names another', async () => {
    const codes = Array.from({ length: 30 }, (_, i) => `s${i}`);
    place.write('data.json', {
      Shelf: codes.map((code) => ({ $label: code, code })),
      'POST /shelves/{shelf_id}/books': codes.map((code, i) => ({
        $label: `b${code}`,
        shelf: { $row: code },
        title: code,
        ...(i > 0 && { sequel_of: { $row: `bs${i - 1}` } }),
      })),
    });
    expect(await place.seed(service.url, { atOnce: '8' })).toEqual(
      count('made 60, there already 0, failed 0, unknown 0'),
    );
    const books = await listed<Record<string, unknown>>(service.url, '/books');
    expect(books.map(({ title }) => title)).toEqual(codes);
    expect(books.map(({ sequel_of }) => sequel_of)).toEqual([undefined, ...books.slice(0, -1).map(({ isbn }) => isbn)]);
  });
});

it('a field that is called like a label is that field', async () => {
  const document = LIBRARY.replaceAll('`day`', '`$label`');
  const other = await served(document);
  place.write('service.md', document);
  place.write('data.json', { 'POST /visits': [{ $label: 'a' }, { $label: 'a' }] });
  expect(await place.seed(other.url)).toEqual(count('made 2, there already 0, failed 0, unknown 0'));
  await other.stop();
});

describe('a row that does not go in', () => {
  it('is told with its place, status, code, fields and the message of the document, and never with what it holds', async () => {
    place.write('data.json', {
      Shelf: [{ code: '  ' }, { code: 'hush' }, { code: 'hush' }],
      Book: [
        { $label: 'lost', shelf: 99, title: 'secret-title' },
        { shelf: 2, title: 'T', sequel_of: { $row: 'lost' } },
      ],
    });
    const { status, stdout, stderr } = await place.seed(service.url);
    expect([status, stdout]).toEqual([1, 'made 1, there already 1, failed 3, unknown 0\n']);
    expect(stderr.split('\n')).toEqual([
      'data.json:3:5: Shelf row 1: 422 Unprocessable Entity wrong (code): A rule is broken.',
      'data.json:9:5: Shelf row 3: there already: 422 Unprocessable Entity code_taken (code): There is such a shelf.',
      'data.json:14:5: Book row 1: 404 Not Found absent: It is not here.',
      'data.json:19:5: Book row 2: not sent, because it names "lost", which did not go in',
      '',
    ]);
    expect(place.read('data.json.seed')).not.toMatch(/hush|secret/);
  });

  it.each([
    ['a word that this refusal leaves out', '{"error": <code>, "fields": [<field>], "possible": <moves>}', FILLED],
    ['a pointer alone', '{"error": <code>, "at": <pointer>}', FILLED.replace('(code)', '(#/code)')],
    ['the message alone', '{"error": <code>, "message": <message>}', FILLED],
    ['no field', '{"error": <code>}', 'Shelf row 1: 422 Unprocessable Entity wrong'],
  ])('is told by an error body with %s, and the message as the service fills it', async (_, body, words) => {
    const other = await served(saying(body));
    place.write('service.md', saying(body));
    place.write('data.json', { Shelf: [{ code: '  ' }] });
    expect((await place.seed(other.url)).stderr).toBe(`data.json:3:5: ${words}\n`);
    await other.stop();
  });

  it('is told with what is wrong, which only the answer says', async () => {
    const asking = saying('{"error": <code>, "fields": [{"name": <field>, "why": <message>}]}').replace(
      'Something is wrong with <field>.',
      'It <problem>.',
    );
    const other = await served(asking);
    place.write('service.md', asking);
    place.write('data.json', { Shelf: [{ code: '  ' }] });
    expect((await place.seed(other.url)).stderr).toBe(
      'data.json:3:5: Shelf row 1: 422 Unprocessable Entity wrong (code): It is blank.\n',
    );
    await other.stop();
  });

  it('is not taken for one that is there already, where its error has other causes, too', async () => {
    const shared = LIBRARY.replace('| any field taken |', '| any field taken, any field blank |').replace(
      'any field blank, any field invalid',
      'any field invalid',
    );
    const both = await served(shared);
    place.write('service.md', shared);
    place.write('data.json', { Shelf: [{ code: 'a' }, { code: 'a' }] });
    const { stdout, stderr } = await place.seed(both.url);
    expect(stdout).toBe('made 1, there already 0, failed 1, unknown 0\n');
    expect(stderr).toContain('422 Unprocessable Entity code_taken (code): There is such a shelf.');
    await both.stop();
  });

  it('may be too large for the service', async () => {
    place.write('data.json', visits('a', 'x'.repeat(3_000_000), 'b'));
    const { stdout, stderr } = await place.seed(service.url);
    expect(stdout).toBe('made 2, there already 0, failed 1, unknown 0\n');
    expect(stderr).toContain('POST /visits row 2: 413 Payload Too Large');
  });

  it('ends the run where it shall', async () => {
    place.write('data.json', visits('', 'a', 'b'));
    const { status, stdout, stderr } = await place.seed(service.url, { stop: true });
    expect([status, stdout]).toEqual([1, 'made 0, there already 0, failed 1, unknown 0\n']);
    expect(stderr).toContain('stopped at the first row');
  });

  it('is told with the question that is open, where the document holds it', async () => {
    const held = await served(LIBRARY.replace('| `code` | string | yes |', '| `code` | string | not shown |'));
    const other = new Place(LIBRARY.replace('| `code` | string | yes |', '| `code` | string | not shown |'));
    other.write('data.json', { Shelf: [{}] });
    const { status, stderr } = await other.seed(held.url);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /Shelf row 1: 501 Not Implemented: 2\/Shelf\.code\/required {2}Must `Shelf\.code` be sent\?\n/,
      ),
    ]);
    await held.stop();
    other.remove();
  });

  it('is told in short when there are thousands', async () => {
    place.write('data.json', visits(...Array.from({ length: 130 }, () => ' ')));
    const { stderr } = await place.seed(service.url, { atOnce: '8' });
    expect(stderr.split('\n')).toHaveLength(102);
    expect(stderr).toContain('further rows that failed');
  });
});

const lent = (label: string | undefined): object => ({
  ...(label !== undefined && { $label: label }),
  book: { $row: 'book' },
});
const back = (label: string): object => ({ 'POST /loans/{id}/return': [{ id: { $row: label } }] });
const shelved = (shelf: unknown): object => ({ Shelf: [{ $label: 'a', code: 'a' }], Book: [{ shelf, title: 'T' }] });

describe('a second run', () => {
  it('sends what failed, and nothing of what is in, wherever it stands by now', async () => {
    place.write('data.json', visits('a', ' ', 'b', 'b'));
    expect((await place.seed(service.url)).stdout).toBe('made 3, there already 0, failed 1, unknown 0\n');
    place.write('data.json', JSON.stringify(visits('b', 'new', 'b', 'mended', 'a')));
    expect(await place.seed(service.url)).toEqual(count('made 2, in before 3, there already 0, failed 0, unknown 0'));
    expect(await days()).toEqual(['a', 'b', 'b', 'new', 'mended']);
    place.write('data.json', visits('b', 'new', 'b', 'b', 'mended', 'a'));
    expect((await place.seed(service.url)).stdout).toContain('made 1, in before 5,');
  });

  it('names rows that an earlier run put in', async () => {
    place.write('data.json', { Shelf: [{ $label: 'sea', code: 'ü' }], Book: [{ shelf: { $row: 'sea' }, title: ' ' }] });
    expect((await place.seed(service.url)).status).toBe(1);
    place.write('data.json', { Shelf: [{ $label: 'sea', code: 'ü' }], Book: [{ shelf: { $row: 'sea' }, title: 'T' }] });
    expect(await place.seed(service.url)).toEqual(count('made 1, in before 1, there already 0, failed 0, unknown 0'));
  });

  it('is refused when a row that is in has changed, or the service is another one, until it shall begin anew', async () => {
    place.write('data.json', visits('a', 'b'));
    await place.seed(service.url);
    place.write('data.json', visits('a', 'c'));
    const { status, stderr } = await place.seed(service.url);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(
        'data.json has no more what data.json.seed says is in: POST /visits row 2 (line 6 when it was sent); nothing was sent',
      ),
    ]);
    const elsewhere = await place.seed('http://127.0.0.1:1');
    expect([elsewhere.status, elsewhere.stderr]).toEqual([
      1,
      expect.stringContaining(`tells what is in ${service.url}/`),
    ]);
    expect(await days()).toEqual(['a', 'b']);
    expect((await place.seed(service.url, { again: true })).stdout).toContain('made 2,');
    expect((await place.seed(service.url)).stdout).toContain('made 0, in before 2,');
    expect((await place.seed(service.url, { journal: 'other' })).stdout).toContain('made 2,');
  });

  it('sends what was there already and has changed since, for nothing was made of it', async () => {
    place.write('data.json', { Shelf: [{ code: 'a' }, { code: 'a' }, { code: 'b' }] });
    expect((await place.seed(service.url)).stdout).toBe('made 2, there already 1, failed 0, unknown 0\n');
    place.write('data.json', { Shelf: [{ code: 'a' }, { code: 'c' }, { code: 'b' }] });
    expect(await place.seed(service.url)).toEqual(count('made 1, in before 2, there already 0, failed 0, unknown 0'));
    place.write('data.json', { Shelf: [{ code: 'd' }, { code: 'c' }, { code: 'b' }] });
    expect((await place.seed(service.url)).stderr).toContain('Shelf row 1 (line 3 when it was sent); nothing was sent');
  });

  it('holds on to what was there already only because its first answer was lost', async () => {
    const proxy = await losing((n) => n === 0);
    place.write('data.json', { Shelf: [{ code: 'a' }] });
    expect((await place.seed(proxy.url)).stdout).toBe('made 0, there already 1, failed 0, unknown 0\n');
    place.write('data.json', { Shelf: [{ code: 'b' }] });
    expect((await place.seed(proxy.url)).stderr).toContain('Shelf row 1 (line 3 when it was sent); nothing was sent');
    proxy.close();
  });

  it('does not take another label for another row, and keeps rows apart that differ in it alone', async () => {
    const shelf = { $label: 'sea', code: 'S' };
    const book = { shelf: { $row: 'sea' }, title: 'T' };
    const rows = (first: string | undefined, second: string | undefined, more: object = {}): object => ({
      Shelf: [shelf],
      Book: [{ $label: 'book', ...book }],
      Loan: [lent(first), lent(second)],
      ...more,
    });
    const states = async (): Promise<string[]> =>
      (await listed<{ status: string }>(service.url, '/loans')).map(({ status }) => status);
    place.write('data.json', rows('x', 'y', back('x')));
    expect((await place.seed(service.url)).stdout).toContain('made 4, called 1,');
    expect(await states()).toEqual(['back', 'out']);
    // The other way round, one with another label, one without any.
    place.write('data.json', rows('y', 'x', back('x')));
    expect((await place.seed(service.url)).stdout).toContain('made 0, in before 5,');
    place.write('data.json', rows('z', 'x', back('x')));
    expect((await place.seed(service.url)).stdout).toContain('made 0, in before 5,');
    place.write('data.json', rows(undefined, 'x', back('x')));
    expect((await place.seed(service.url)).stdout).toContain('made 0, in before 5,');
    place.write(
      'data.json',
      rows('z', 'x', { 'POST /loans/{id}/return': [{ id: { $row: 'x' } }, { id: { $row: 'z' } }] }),
    );
    expect((await place.seed(service.url)).stdout).toContain('made 0, called 1, in before 5,');
    expect(await states()).toEqual(['back', 'back']);
    place.write('data.json', rows('z', 'x', back('x')));
    expect((await place.seed(service.url)).stderr).toContain(
      'POST /loans/{id}/return row 2 (line 37 when it was sent)',
    );
  });

  it('knows a row again that has a label by now, and says that its identity was not kept', async () => {
    place.write('data.json', { Shelf: [{ code: 'a' }] });
    await place.seed(service.url);
    place.write('data.json', shelved({ $row: 'a' }));
    const { stdout, stderr } = await place.seed(service.url);
    expect(stdout).toBe('made 0, in before 1, there already 0, failed 1, unknown 0\n');
    expect(stderr).toContain('whose identity was not kept, because it had no label when it was sent; write its value');
    place.write('data.json', shelved(1));
    expect((await place.seed(service.url)).stdout).toContain('made 1, in before 1,');
  });

  it('leaves a row unknown that has another label by now', async () => {
    const proxy = await losing((n) => n === 0);
    place.write('data.json', { 'POST /visits': [{ $label: 'a', day: 'd' }] });
    expect((await place.seed(proxy.url)).stdout).toContain('unknown 1');
    place.write('data.json', visits('d'));
    expect((await place.seed(proxy.url)).stdout).toBe('made 0, there already 0, failed 0, unknown 1\n');
    expect((await place.seed(proxy.url, { sendUnknown: true })).stdout).toContain('made 1,');
    expect((await place.seed(proxy.url)).stdout).toContain('made 0, in before 1,');
    expect(await days()).toEqual(['d', 'd']);
    proxy.close();
  });

  it('leaves a file alone that is no journal, and lines that are torn', async () => {
    place.write('data.json', visits('a'));
    place.write('data.json.seed', 'mine\n');
    expect((await place.seed(service.url)).stderr).toContain('data.json.seed is there already, and no journal of seed');
    expect(place.read('data.json.seed')).toBe('mine\n');
    await place.seed(service.url, { journal: 'j' });
    appendFileSync(join(place.directory, 'j'), '["sent","AAAAAA');
    place.write('data.json', visits('a', 'b'));
    await place.seed(service.url, { journal: 'j' });
    expect((await place.seed(service.url, { journal: 'j' })).stdout).toContain('made 0, in before 2,');
  });

  it('does not run beside a first one', async () => {
    place.write('data.json', visits('a'));
    let second: Promise<{ status: number; stderr: string }> | undefined;
    const proxy = await between(service.url, {
      before: () => {
        second ??= place.seed(service.url);
        return false;
      },
    });
    await place.seed(proxy.url);
    expect(await second).toMatchObject({ status: 2, stderr: expect.stringContaining('another run of seed') as string });
    proxy.close();
  });
});

describe('an answer that is lost', () => {
  it('leaves the row unknown, and it is sent again by nobody who was not asked', async () => {
    const proxy = await losing((n) => n === 1);
    place.write('data.json', visits('a', 'b', 'c'));
    const first = await place.seed(proxy.url);
    expect([first.status, first.stdout]).toEqual([1, 'made 2, there already 0, failed 0, unknown 1\n']);
    expect(first.stderr).toContain('POST /visits row 2: unknown: the answer was lost');
    expect((await place.seed(proxy.url)).stdout).toBe('made 0, in before 2, there already 0, failed 0, unknown 1\n');
    expect(await days()).toEqual(['a', 'b', 'c']);
    expect((await place.seed(proxy.url, { sendUnknown: true })).stdout).toBe(
      'made 1, in before 2, there already 0, failed 0, unknown 0\n',
    );
    expect(await days()).toEqual(['a', 'b', 'c', 'b']);
    proxy.close();
  });

  it('is made good where the document makes a second time harmless', async () => {
    const proxy = await losing((n) => n % 2 === 0);
    place.write('data.json', { Shelf: [{ $label: 's', code: 'a' }], Member: [{ number: '1', name: 'Ada' }] });
    expect(await place.seed(proxy.url)).toEqual(count('made 1, there already 1, failed 0, unknown 0'));
    proxy.close();
  });

  it('is not made good where Repeat is not shown, whatever the method', async () => {
    place.write('service.md', LIBRARY.replace('- Repeat: same effect', '- Repeat: not shown'));
    place.write('data.json', { Member: [{ number: '1', name: 'Ada' }] });
    const proxy = await losing((n) => n === 0);
    expect((await place.seed(proxy.url)).stdout).toBe('made 0, there already 0, failed 0, unknown 1\n');
    proxy.close();
  });

  it('is made good after 503, too, and not for ever', async () => {
    let n = 0;
    const proxy = await between(service.url, {
      before: (request, response) => {
        if (request.url !== '/shelves' && ++n % 3 === 0) return false;
        request.resume();
        response.writeHead(503).end();
        return true;
      },
    });
    place.write('data.json', { Member: [{ number: '1', name: 'Ada' }], Shelf: [{ code: 'a' }] });
    const { stdout, stderr } = await place.seed(proxy.url);
    expect(stdout).toBe('made 1, there already 0, failed 0, unknown 1\n');
    expect(stderr).toContain('Shelf row 1: unknown: 503 Service Unavailable does not say whether it was done');
    proxy.close();
  });

  it('ends the run when it is one after the other', async () => {
    const proxy = await losing(() => true);
    place.write('data.json', visits(...'abcdefghij'));
    const { status, stdout, stderr } = await place.seed(proxy.url);
    expect([status, stdout]).toEqual([1, 'made 0, there already 0, failed 0, unknown 5\n']);
    expect(stderr).toContain('no answers come any more');
    proxy.close();
  });
});

describe('a service that is not there', () => {
  it('is tried some times, and what was not sent is not unknown', async () => {
    place.write('data.json', visits('a', 'b'));
    const { url } = service;
    await service.stop();
    const { status, stdout, stderr } = await place.seed(url);
    expect([status, stdout]).toEqual([1, 'made 0, there already 0, failed 0, unknown 0\n']);
    expect(stderr).toContain('cannot reach the service (ECONNREFUSED)');
    service = await served();
    place.write('data.json.seed', place.read('data.json.seed').replace(url, service.url));
    expect(await place.seed(service.url)).toEqual(count('made 2, there already 0, failed 0, unknown 0'));
  });

  it.each([
    ['waits for one that is busy', 429, 'made 2, there already 0, failed 0, unknown 0\n'],
    ['does not send again what one may have done', 503, 'made 1, there already 0, failed 0, unknown 1\n'],
  ])('%s', async (_, busy, expected) => {
    let n = 0;
    const proxy = await between(service.url, {
      before: (request, response) => {
        if (n++ > 0) return false;
        request.resume();
        response.writeHead(busy, { 'retry-after': '0' }).end();
        return true;
      },
    });
    place.write('data.json', visits('a', 'b'));
    expect((await place.seed(proxy.url)).stdout).toBe(expected);
    proxy.close();
  });

  it('may be another one: what it answers and the document does not state is believed by nobody', async () => {
    const proxy = await between(service.url, {
      before: (request, response) => {
        request.resume();
        if (request.url === '/visits') response.writeHead(201).end('{}');
        else response.writeHead(400, { 'content-type': 'text/html' }).end('\u001b[2J<p>secret</p>');
        return true;
      },
    });
    place.write('data.json', { ...visits('a'), Shelf: [{ code: 'secret' }] });
    const { stdout, stderr } = await place.seed(proxy.url);
    expect(stdout).toBe('made 0, there already 0, failed 1, unknown 1\n');
    expect(stderr).toContain('201 Created, which the document does not state');
    expect(stderr).toContain('Shelf row 1: 400 Bad Request\n');
    expect(stderr).not.toContain('secret');
    expect(stderr).not.toContain('\u001b');
    proxy.close();
  });
});

describe('addresses', () => {
  it.each(['ftp://x', 'x', 'http://ada:pw@127.0.0.1', 'http://127.0.0.1/?a', 'http://127.0.0.1/#a'])(
    'refuses %s',
    async (url) => {
      place.write('data.json', visits('a'));
      const { status, stderr } = await place.seed(url);
      expect([status, stderr.includes('pw')]).toEqual([2, false]);
    },
  );

  it('may have a path, which stands before every operation', async () => {
    const paths: (string | undefined)[] = [];
    const proxy = await between(service.url, {
      before: (request, response) => {
        paths.push(request.url);
        request.resume();
        response.writeHead(204).end();
        return true;
      },
    });
    place.write('data.json', visits('a'));
    await place.seed(`${proxy.url}/api/`);
    expect(paths).toEqual(['/api/visits']);
    proxy.close();
  });
});

describe('a journal that cannot be written', () => {
  it('stops everything before the first row', async () => {
    place.write('data.json', visits('a'));
    const { status, stderr } = await place.seed(service.url, { journal: 'missing/journal' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('cannot write')]);
    expect(await days()).toEqual([]);
  });
});
