// One fault is one failure: what follows from it is not reported as well, and what was met is not called missed.

import { afterEach, describe, expect, it } from 'vitest';

import { curlLines } from '../../src/verify/report/curl.ts';
import { junitVerdict } from '../../src/verify/report/junit.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { verify } from '../../src/verify/verify.ts';
import { closed, served, type Answer, type Asked } from './by-hand.ts';
import {
  bullets,
  creates,
  documentOf,
  errors,
  ID,
  lists,
  machine,
  modelOf,
  moves,
  reads,
  resource,
  TOLERANT,
} from './document.ts';

afterEach(closed);

const MODEL = modelOf(
  documentOf({
    resources: resource('Book', [
      ID,
      '`title` | string | yes | caller | not blank, at most 50 characters',
      '`year` | integer | no | caller | 1450..2100',
      '`state` | state | yes | service: state',
    ]),
    states: machine('Book.state', ['`free` | initial', '`lent` | any'], ['`free` | `lent` | `POST /books/{id}/lend`'], {
      'Any other move': '`wrong_state`',
    }),
    all: bullets(TOLERANT),
    operations: [
      creates('Book'),
      lists('Book', { Order: '`id` ascending' }),
      reads('Book'),
      moves('POST /books/{id}/lend', 'Book.state'),
    ].join(''),
    errors: errors([
      '`not_found` | 404 | no such Book',
      '`invalid` | 422 | any field invalid, any field missing, any field blank',
      '`wrong_state` | 409 | illegal move',
    ]),
  }),
);

interface Book {
  readonly id: number;
  readonly title: unknown;
  readonly year?: unknown;
  state: string;
}

/** What it does wrong. */
interface Faults {
  /** Any title is taken. */
  readonly anyTitle?: true;
  /** `PUT /books/{id}/lend` does the same as POST. */
  readonly put?: true;
  /** Other than POST it finds `/books/1.0`. */
  readonly loose?: true;
  /** What it shows of a book whose title begins so. */
  readonly shows?: (book: Book) => unknown;
}

const failed = (status: number, code: string): Answer => ({ status, body: { code } });

function service({ anyTitle, put, loose, shows = (book) => book }: Faults): (asked: Asked) => Answer {
  const books = new Map<number, Book>();
  const create = ({ json }: Asked): Answer => {
    const title = json?.['title'];
    const isTitle = typeof title === 'string' && title.trim() !== '' && [...title].length <= 50;
    if (!json || !(anyTitle ? title !== undefined : isTitle)) return failed(422, 'invalid');
    const year = json['year'];
    const isYear = Number.isInteger(year) && Number(year) >= 1450 && Number(year) <= 2100;
    if (year !== undefined && !isYear) return failed(422, 'invalid');
    const book = { id: books.size + 1, title, ...(year !== undefined && { year }), state: 'free' };
    books.set(book.id, book);
    return { status: 201, body: shows(book) };
  };
  return (asked) => {
    const { method, path } = asked;
    const [, root, id, action, ...rest] = path.split('/');
    if (root !== 'books' || rest.length > 0) return { status: 404 };
    if (id === undefined && method === 'POST') return create(asked);
    if (id === undefined)
      return method === 'GET' ? { status: 200, body: [...books.values()].map(shows) } : { status: 404 };
    const book = books.get(
      loose && action === 'lend' ? Math.floor(Number(id)) : /^[1-9]\d*$/.test(id) ? Number(id) : 0,
    );
    const isLending = action === 'lend' && (method === 'POST' || (put && method === 'PUT'));
    if (!isLending && (action !== undefined || method !== 'GET')) return { status: 404 };
    if (!book) return failed(404, 'not_found');
    if (!isLending) return { status: 200, body: shows(book) };
    if (book.state !== 'free') return failed(409, 'wrong_state');
    book.state = 'lent';
    return { status: 200, body: shows(book) };
  };
}

async function held(faults: Faults, seed = 1): Promise<Verdict> {
  return verify(MODEL, { url: await served(service(faults)), seed, requests: 600 });
}

const said = ({ findings }: Verdict): string[] =>
  findings.map(
    ({ class: kind, operation, cause }) => `${kind}: ${operation}${cause === undefined ? '' : `, ${cause}`}`,
  );

describe('one fault is one failure', () => {
  it('none without a fault', async () => {
    const found = await held({});
    expect([said(found), found.verdict]).toEqual([[], 'pass']);
  });

  it('values that are taken although they are refused, and shown later', async () => {
    const found = await held({ anyTitle: true });
    expect(said(found).toSorted()).toEqual([
      'wrong status: POST /books, Book.title blank',
      'wrong status: POST /books, Book.title invalid',
    ]);
  });

  it('a method that is not stated, and what it changes', async () => {
    const found = await held({ put: true });
    expect(said(found)).toEqual([]);
    expect(found.invented.filter(({ isComplete }) => isComplete).map(({ what }) => what)).toEqual(['operation']);
  });

  it('a row that is found where there is none, and what becomes of it', async () => {
    const found = await held({ loose: true });
    expect(said(found).map((one) => one.replace(/^wrong (?:status|order): /, ''))).toEqual([
      'POST /books/{id}/lend, no such Book',
    ]);
  });
});

describe('an obligation that is not met', () => {
  it('was exercised, and is a test case that fails', async () => {
    const found = await held({ anyTitle: true });
    const blank = found.exercised.find(({ what }) => what.includes('Book.title blank'));
    expect(blank?.id).toBe('4/POST /books/cause/Book.title blank');
    expect(found.findings.map(({ obligation }) => obligation)).toContain(blank!.id);
    const cases = junitVerdict(found, 'lending.md', 'http://127.0.0.1').split('\n');
    expect(cases.filter((one) => one.includes('Book.title blank'))).toHaveLength(1);
    expect(cases.find((one) => one.includes('Book.title blank'))).toContain('<failure');
  });
});

const isOdd = ({ id, year }: Book): boolean => id > 2 && year !== undefined;

describe('a failure about a row', () => {
  it('is shown again from nothing: what makes the row is the first line', async () => {
    const found = await held({ shows: (book) => (isOdd(book) ? { ...book, year: Number(book.year) + 1 } : book) });
    expect(found.findings.length).toBeGreaterThan(0);
    for (const { exchanges } of found.findings) {
      const lines = curlLines(exchanges, 'http://127.0.0.1');
      expect(lines[0]).toMatch(/-X POST "http:\/\/127\.0\.0\.1\/books"/);
      expect(lines.length).toBeLessThan(8);
    }
  });
});

describe('a service that is gone', () => {
  it('ends the run, with what was seen until then', async () => {
    const answer = service({});
    let calls = 0;
    const url = await served((asked) => {
      if ((calls += 1) === 40) void closed();
      return answer(asked);
    });
    const found = await verify(MODEL, { url, seed: 1, requests: 2_000 });
    expect([...new Set(said(found))].at(-1)).toBe('no reply: undefined');
    expect(found.requests).toBeLessThan(60);
    expect(found.exercised.length).toBeGreaterThan(5);
  }, 20_000);
});
