// The operator's page as text: nothing that a document, a row or a plan says is more than text in it, and what it shows is what
// the document says. A browser looks at it in the other tests of this folder.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { pageScript } from '../../src/browser/scripts.ts';
import { curlLine, quoted } from '../../src/calls/curl.ts';
import { targetOf } from '../../src/calls/target.ts';
import { check } from '../../src/check/check.ts';
import { plan } from '../../src/plan/compile.ts';
import { cut, visible } from '../../src/page/html.ts';
import { diagram } from '../../src/page/diagram.ts';
import { drawnMachines, type DrawnMachine } from '../../src/analysis/machines/drawn.ts';
import { operatorPage, type PageContents } from '../../src/page/page.ts';
import { root } from '../examples/running.ts';
import { understand } from '../laws/service.ts';

function page(source: string, more: Partial<PageContents> = {}): Promise<string> {
  const { model } = understand(source);
  const contents = {
    model,
    report: check(model),
    plan: plan(model),
    address: 'http://127.0.0.1:1',
    revision: 'r',
    rows: [],
    pause: async () => {},
  };
  return operatorPage({ ...contents, now: { assumed: [] }, ...more }, 'script');
}

const source = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const ORDERS = source('docs', 'orders.md');
const SHOP = source('examples', 'repair-shop.md');
const TICKETS = source('examples', 'ticket-shop.md');

/** Its tags, each attribute in quotes and without the signs of a tag; the rest is text. */
function tagsOf(html: string): { readonly names: ReadonlySet<string>; readonly rest: string } {
  const names = new Set<string>();
  const rest = html
    .replace(/^<!doctype html>|<(style|script)>.*?<\/\1>/gs, '')
    .replaceAll(/<\/?[a-z][a-z\d]*((?: [a-zA-Z-]+(?:="[^"<>]*")?)*) ?\/?>/g, (_, attributes: string) => {
      for (const [, name] of attributes.matchAll(/ ([a-zA-Z-]+)(?:="[^"]*")?/g)) names.add(name!);
      return '';
    });
  return { names, rest };
}

const scheme = (name: string, ...lines: readonly string[]): string => `### ${name}\n\n- ${lines.join('\n- ')}\n\n`;

const answered = (what: string): string => `| Status | When | Body |
|---|---|---|
| 200 | found | ${what} |

`;

function evilDocument(evil: string): string {
  const called = `### GET /by

- Does: lists Order
- Body: none
- Order: newest first
- Pages: none

| Query | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
| \`q"<\` | one of \`${evil}\`, \`paid\` | yes | none | any | \`status\` = value |

${answered('array of Order')}### GET /by/{i"d}

- Does: reads Order
- Body: none

| Path | Type | Allowed values | Selects |
|---|---|---|---|
| \`i"d\` | integer | any | Order by \`id\` |

${answered('Order')}`;
  return ORDERS.replaceAll('/orders', '/ord"ers')
    .replaceAll('`open`', `\`${evil}\``)
    .replace('| `status` |', `| \`kind\` | one of \`${evil}\`, \`b\` | yes | caller | any | none |\n| \`status\` |`)
    .replace(/^### POST/m, `${called}### POST`);
}

describe('the page', () => {
  it.each([
    ['docs/orders.md', ORDERS],
    ['examples/repair-shop.md', SHOP],
    ['examples/ticket-shop.md', TICKETS],
    ['a published interface', source('examples', 'published', 'carrier-billing.md')],
    ['an empty document', '# Empty\n'],
    ['no document at all', ''],
  ])('of %s has every id once, and each of its own links leads somewhere', async (_, text) => {
    const html = await page(text);
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const links = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id!);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    for (const [, id] of html.matchAll(/(?:aria-labelledby|aria-describedby|for)="([^"]*)"/g))
      expect(ids).toContain(id);
  });

  it('asks the questions in the order of ask, with where they are, what may be written, and what they release', async () => {
    const html = await page(ORDERS);
    const asked = [...html.matchAll(/<li id="gap-([^"]*)">/g)].map(([, id]) => decodeURIComponent(id!));
    expect(asked).toEqual(['2/Order.total/required', '7', '3/Order.status/any-other-move', '3/Order.status/kind']);
    expect(html).toContain(`Open questions: ${asked.length}`);
    expect(html).toMatch(/\.md:17<\/span> · <span class="id">2\/Order\.total\/required/);
    expect(html).toContain('<code class="form">yes</code>');
    expect(html).toContain('releases</span> <a href="#operation-POST%20%2Forders">');
  });

  it.each([
    ['required', 'If-Match: *'],
    ['optional', ''],
  ])('fills in If-Match where an operation asks for it: %s', async (need, line) => {
    const source = readFileSync(join(import.meta.dirname, '..', 'catalogue', 'base.md'), 'utf8').replace(
      '- Omitted fields: kept',
      `$&\n- Preconditions: \`If-Match\` ${need} on \`ETag\``,
    );
    const html = await page(source);
    const own = `try-${encodeURIComponent('PATCH /orders/{id}')}-headers`;
    const [, text] = new RegExp(`<textarea id="${own}"[^>]*>\n([^<]*)<`).exec(html)!;
    expect(text!.split('\n').filter((one) => one !== '')).toEqual(
      ['Content-Type: application/json', line].filter((one) => one !== ''),
    );
  });

  it.each([
    ['header `Authorization: Bearer {token}`', ['Authorization: Bearer {token}']],
    ['header `Key`', ['Key: {token}']],
    ['cookie `sitting`', ['Cookie: sitting={token}']],
    ['query `key`', []],
  ])('has a place for the token of who is signed in: %s', async (sentIn, lines) => {
    const html = await page(TICKETS.replace('header `Authorization: Bearer {token}`', sentIn));
    const headersOf = (id: string): readonly string[] => {
      const own = `try-${encodeURIComponent(id)}-headers`;
      const [, text] = new RegExp(`<textarea id="${own}"[^>]*>\n([^<]*)<`).exec(html)!;
      return text!.split('\n').filter((line) => line !== '');
    };
    expect(headersOf('GET /me')).toEqual(lines);
    expect(headersOf('PATCH /me')).toEqual(['Content-Type: application/json', ...lines]);
    expect(headersOf('POST /users')).toEqual(['Content-Type: application/json']);
  });

  it('has a place for the credential of each scheme that runs', async () => {
    const html = await page(
      TICKETS.replace(
        '## 6. Events',
        scheme(
          'Key',
          'Scheme: API key',
          'Sent in: header `X-Key`',
          'Caller: User',
          'Issued by: the operator',
          'Token lifetime: none',
          'Revoked when: none',
          'Roles: none',
        ) +
          scheme(
            'Link',
            'Scheme: API key',
            'Sent in: query `key`',
            'Caller: User',
            'Issued by: the operator',
            'Token lifetime: none',
            'Revoked when: none',
            'Roles: none',
          ) +
          scheme(
            'Door',
            'Scheme: HTTP Basic',
            'Sent in: header `Authorization: Basic {token}`',
            'Caller: User',
            'Credentials: `email` and `password` of User',
            'Revoked when: none',
            'Roles: `User.role`',
          ) +
          '## 6. Events',
      ),
    );
    const form = (id: string): string => html.split(`data-operation="${id}"`)[1]!.split('</form>')[0]!;
    expect(form('GET /me')).toContain('Authorization: Bearer {token}');
    expect(form('GET /me')).toContain('or instead `X-Key: {token}`');
    expect(form('GET /me')).toContain('or instead `Authorization: Basic {base64 of name:password}`');
    expect(form('GET /me')).toMatch(/data-in="query" data-name="key"/);
    expect(form('POST /sessions')).not.toMatch(/X-Key|data-name="key"/);
  });

  it('says how many questions are open as it lists them, and how many gaps they are about', async () => {
    const html = await page(evilDocument('open'));
    const listed = [...html.matchAll(/<ol class="questions".*?<\/ol>/gs)].flatMap(([list]) => list.match(/<li id=/g)!);
    const [, questions, gaps] = /Open questions: (\d+), about (\d+) gaps\./.exec(html)!;
    expect(Number(questions)).toBe(listed.length);
    expect(Number(gaps)).toBeGreaterThan(listed.length);
    expect(await page(ORDERS)).toContain('Open questions: 4.');
  });

  it('names states without a machine, and says that it is not shown', async () => {
    const html = await page(ORDERS.replace(/### Order\.status[^#]*/, 'not shown\n\n'));
    expect(html).toMatch(/<code>Order\.status<\/code><\/h3><p><b>Not shown\.<\/b>/);
    expect(html).not.toContain('<svg role');
  });

  it('shows nothing that anybody writes as more than text', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror='x'>`;
    const held = `javascript:alert(1)${evil}`;
    const html = await page(ORDERS.replace('# Orders', `# ${held}`).replaceAll('`open`', `\`${evil}\``), {
      address: held,
      revision: evil,
      trouble: { what: evil, frames: [evil] },
      now: {
        assumed: [
          {
            id: evil,
            part: 'states',
            text: evil,
            by: evil,
            on: evil,
            why: evil,
            until: evil,
            operations: [evil],
            at: { file: evil, line: 1, column: 1 },
          },
        ],
        clock: evil,
      },
      rows: [
        {
          resource: evil,
          columns: [evil],
          without: [{ name: evil, why: evil }],
          rows: [
            {
              key: evil,
              isGone: true,
              cells: [
                { text: evil, to: { resource: evil, key: evil } },
                { text: evil, octets: 1 },
              ],
            },
          ],
          finds: [{ field: evil, hows: ['is', evil] }],
          selected: { after: evil, before: evil, sought: { field: evil, how: evil, text: evil } },
          chosen: {
            resource: evil,
            key: evil,
            row: {
              title: evil,
              isGone: true,
              fields: [{ name: evil, cell: { text: evil, to: { resource: evil, key: evil } } }],
              from: [{ resource: evil, field: evil }],
            },
          },
          ways: { next: evil, previous: evil },
          note: evil,
        },
      ],
    });
    expect(html.split('alert(1)').length).toBeGreaterThan(20);
    expect(html.match(/<script/g)).toEqual(['<script']);
    expect(html).not.toMatch(/<img|href="javascript|on\w+='x'/);
    expect(html.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[a-z][^<>]*\bonerror/);
  });

  it('has well-formed tags alone, whatever stands in names, paths, values and addresses', async () => {
    const evil = `"><b/onload='1'>&quot;</textarea>`;
    const { model } = understand(evilDocument(evil));
    const report = { ...check(model), document: evil };
    const made = plan(model);
    const html = await page(evilDocument(evil), { report, plan: { ...made, base: `/"b<` } });
    expect(html.split('onload').length).toBeGreaterThan(9);
    const { names, rest } = tagsOf(html);
    expect(rest.match(/.{0,60}[<>].{0,60}/g)).toBeNull();
    const known = tagsOf((await page(SHOP)) + (await page(ORDERS))).names;
    expect([...names].filter((name) => !known.has(name))).toEqual(['title']);
  });

  it('leads from rows to those before and behind, and to the ends', async () => {
    const way = { columns: ['id'], without: [], rows: [{ key: '1', isGone: false, cells: [{ text: '1' }] }] };
    const html = await page(ORDERS, {
      rows: [
        { ...way, resource: 'A', ways: { next: '20', previous: '1' } },
        { ...way, resource: 'B', ways: { next: '7' } },
        { ...way, resource: 'C', ways: {} },
      ],
    });
    const ways = [...html.matchAll(/<a(?: rel="\w+")? href="(\/\?rows=[^"]*)">(\w+ rows)/g)];
    expect(ways.map(([, href, word]) => [word, href!.replaceAll('&amp;', '&')])).toEqual([
      ['First rows', '/?rows=A#rows-A'],
      ['Previous rows', '/?rows=A&before=1#rows-A'],
      ['Next rows', '/?rows=A&after=20#rows-A'],
      ['Last rows', '/?rows=A&before=end#rows-A'],
      ['Next rows', '/?rows=B&after=7#rows-B'],
      ['Last rows', '/?rows=B&before=end#rows-B'],
    ]);
  });

  it('names what is not seen in texts alone, never within a tag', async () => {
    const html = await page(ORDERS.replaceAll('/orders', '/o\u202erders').replaceAll('`open`', '`op\u202een`'));
    expect(html).toContain('data-operation="POST /oU+202Erders"');
    expect(html).toContain('<code>op<span class="unseen">U+202E</span>en</code>');
    expect(html.replace(/<style>.*?<\/style>/s, '').match(/="[^"]*<[^"]*"/g)).toBeNull();
    const drawn = /<svg role.*?<\/svg>/s.exec(html)![0];
    expect(drawn).not.toContain('\u202e');
    expect(drawn).not.toContain('<span');
  });

  it('tells errors of what was saved last, and what is in force', async () => {
    const html = await page(ORDERS, {
      trouble: { what: 'It has an error', frames: ['line 3 | here'] },
      now: { assumed: [], waiting: 3, clock: '2026-01-01T00:00:00.000Z' },
    });
    expect(html).toMatch(/<h2 id="trouble-title">It has an error<\/h2><pre tabindex="0">line 3 \| here<\/pre>/);
    expect(html).toContain('<b>3</b> events wait to be sent.');
    expect(html).toContain('<b>2026-01-01T00:00:00.000Z</b>');
  });
});

describe('a text', () => {
  it('has what is not seen named, and no direction of its own', () => {
    expect(visible('a\u202eb\u0000\n')).toBe(
      'a<span class="unseen">U+202E</span>b<span class="unseen">U+0000</span>\n',
    );
  });
  it('that is long is cut between characters, and says by how much', () => {
    expect(cut('ab😀cd', 3)).toBe('ab… <span class="dim">(4 more characters)</span>');
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('x'.repeat(1_000_000), 200).length).toBeLessThan(300);
  });
});

const machine = (moves: readonly string[]): DrawnMachine =>
  drawnMachines(
    understand(ORDERS.replace(/\| \(new\)[^#]*/, `${moves.join('\n')}\n\n`)).model,
    new Set(['POST /orders']),
  )[0]!;

const rows = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, i) => `| \`s${i % 30}\` | \`s${((i * 7 + i / 30) % 30) | 0}\` | outside: \`who ${i}\` | none | none |`,
  );

const arrows = (moves: readonly string[]): unknown =>
  machine(moves).arrows.map(({ from, to, labels, isHeld }) => [
    'name' in from ? from.name : from.kind,
    'name' in to ? to.name : to.kind,
    labels.join(', '),
    isHeld,
  ]);

describe('a machine as it is drawn', () => {
  it('joins what leads the same way, and has loops, ends, and what is not shown', () => {
    expect(
      arrows([
        '| (new) | `a` | `POST /orders` | none | none |',
        '| `a` | `b` | `POST /orders/{id}/pay` | `total` > 0 | none |',
        '| `a` | `b` | outside: `the bank` | none | none |',
        '| `a`, `b` | same | after 2 days | none | none |',
        '| `b` | (gone) | not shown | none | none |',
        '| `b` | not shown | outside: `a clerk` | none | none |',
      ]),
    ).toEqual([
      ['new', 'a', 'POST /orders', true],
      ['a', 'b', 'POST /orders/{id}/pay [total > 0], outside: the bank', false],
      ['a', 'a', 'after 2 days', false],
      ['b', 'b', 'after 2 days', false],
      ['b', 'gone', 'not shown', true],
      ['b', 'open', 'outside: a clerk', true],
    ]);
  });

  it('shows a guard behind what makes the move, below it where there is no room', async () => {
    const guarded = [
      '| (new) | `a` | `POST /orders` | none | none |',
      '| `a` | `b` | outside: `bank` | `total` > 0 | none |',
      '| `b` | `a` | `POST /orders/{id}/pay` | `total` > 1000 and `total` < 2000 | none |',
      '| `b` | (gone) | outside: `clerk` | not shown | none |',
    ];
    const drawn = await diagram(machine(guarded), 'm');
    expect([...drawn.matchAll(/<tspan[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
      'POST /orders',
      'outside: bank [total &gt; 0]',
      'POST /orders/{id}/pay',
      '[total &gt; 1000 and total &lt; 2000]',
      'outside: clerk [not shown]',
    ]);
  });

  it('with 30 states and 100 moves has numbers for words, and its page is made; with 400 it is a table', async () => {
    expect(machine(rows(100)).isNumbered).toBe(true);
    const html = await page(ORDERS.replace(/\| \(new\)[^#]*/, `${rows(100).join('\n')}\n\n`));
    expect(html).toContain('Arrows bear the numbers of their rows');
    expect(html.match(/class="state"/g)!.length).toBe(30);
    const wide = Array.from(
      { length: 400 },
      (_, i) => `| \`s${i % 30}\` | \`s${(i % 30) + 1 + ((i / 30) | 0)}\` | outside: \`who\` | none | none |`,
    );
    expect(await page(ORDERS.replace(/\| \(new\)[^#]*/, `${wide.join('\n')}\n\n`))).toMatch(
      /\d+ arrows are too many for a picture/,
    );
  });
});

const line = (method: string, url: string, headers: [string, string][] = []): string =>
  curlLine({ method, url, headers, body: undefined }, quoted);

describe('a line for the shell', () => {
  it.each([
    ['quotes and line breaks', `it's "a" $HOME \`x\` \\ \n\n!`],
    ['a file name for curl', '@/etc/passwd'],
    ['a flag', '-o x'],
  ])('has %s as they are', (_, body) => {
    const posted = curlLine({ method: 'POST', url: 'http://h/x', headers: [['A', body.trim()]], body }, quoted);
    const words = execFileSync('sh', ['-c', posted.replace(/^curl /, `printf '%s\\0' `)], { encoding: 'utf8' }).split(
      '\0',
    );
    expect(words).toEqual([
      '-sS',
      '-i',
      '-X',
      'POST',
      'http://h/x',
      '-H',
      `A: ${body.trim()}`,
      '-H',
      'Content-Type:',
      '--data-raw',
      body,
      '',
    ]);
  });
  it('asks curl to change nothing of an address, a header or a method', () => {
    expect(line('GET', 'http://h/a[1]{b}')).toBe("curl -sS -i --globoff 'http://h/a[1]{b}'");
    expect(line('GET', 'http://h/a/../b')).toBe("curl -sS -i --path-as-is 'http://h/a/../b'");
    expect(line('HEAD', 'http://h/')).toBe("curl -sS --head 'http://h/'");
    expect(line('GET', 'http://h/', [['X', '']])).toBe("curl -sS -i 'http://h/' -H 'X;'");
  });
});

describe('the target of a form', () => {
  it('is percent-encoded, each value by itself', () => {
    const pieces = [
      ['orders', null, ''],
      ['', 'id', '.json'],
    ] as const;
    expect(targetOf(pieces, { id: '../a b?#/ä' }, [])).toBe('/orders/..%2Fa%20b%3F%23%2F%C3%A4.json');
    expect(
      targetOf([], {}, [
        { name: 'a', text: '' },
        { name: 'b&', text: 'x=y' },
        { name: 'c', text: '1,2 3', list: 'by commas' },
        { name: 'd', text: '1\n2', list: 'repeated' },
        { name: 'e', text: '\ud800', list: 'brackets' },
      ]),
    ).toBe('/?b%26=x%3Dy&c=1,2%203&d=1&d=2&e%5B%5D=%EF%BF%BD');
  });
});

describe('the script', () => {
  it('ends nowhere but at its end, and stands alone', () => {
    const script = pageScript();
    expect(script).not.toMatch(/<\/script|<!--|innerHTML|insertAdjacentHTML|document\.write|\beval\b/i);
    expect(() => new Function(script)).not.toThrow();
  });
});
