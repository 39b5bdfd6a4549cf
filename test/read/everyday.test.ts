// Words of every day where the notation has another: what is advised is what the parser of that place takes. And names without ticks: the
// whole is told with them. Input: values at their places. Output: messages and what to write.

import { describe, expect, it } from 'vitest';
import { EVERYDAY_KEYS } from '../../src/read/key-synonyms.ts';
import { EVERYDAY } from '../../src/base/synonyms.ts';
import { ticked } from '../../src/base/ticked.ts';
import type { Diagnostic } from '../../src/diagnostics/define.ts';
import { read } from '../../src/read/read.ts';
import { plainText } from '../../src/notation/grammar/source-text.ts';
import { parsers } from '../grammar/bindings.ts';
import { documentAround, PLACES } from '../grammar/places.ts';
import { endpoints, resources } from './findings.ts';

const known = await parsers();

/** The symbol, what is said, and all that is advised there. */
const CASES: readonly (readonly [symbol: string, said: string, ...advised: readonly string[]])[] = [
  ['who', 'everyone', 'anyone'],
  ['who', 'Everybody', 'anyone'],
  ['who', 'logged in', 'signed-in'],
  ['who', '`admin` or everyone', '`admin` or anyone'],
  ['who', 'all users', 'signed-in'],
  ['field_type', 'password', 'secret'],
  ['field_type', 'string(8..), hashed', 'secret(8..)'],
  ['field_type', 'secret text', 'secret'],
  ['field_type', 'text', 'string'],
  ['field_type', 'text(20)', 'string(20)'],
  ['field_type', 'array of text or null', 'array of string or null'],
  ['field_type', 'text[]', 'array of string'],
  ['field_type', 'string[]', 'array of string'],
  ['field_type', 'list of Order', 'array of Order'],
  ['field_type', 'int', 'integer'],
  ['field_type', 'float', 'number'],
  ['field_type', 'money', 'decimal(2)'],
  ['field_type', 'bool', 'boolean'],
  ['field_type', 'timestamp', 'date-time'],
  ['field_type', 'guid', 'uuid'],
  ['field_type', 'uri', 'url'],
  ['field_type', 'json', 'object'],
  ['field_type', 'enum(draft, sent)', 'one of `draft`, `sent`', 'string'],
  ['field_type', 'enum: draft | sent', 'one of `draft`, `sent`', 'string'],
  ['field_type', 'enum', 'one of `a`, `b`', 'string'],
  ['required', 'mandatory', 'yes'],
  ['required', 'false', 'no'],
  ['presence', 'required', 'always'],
  ['presence', 'hidden', 'never'],
  ['presence', 'optional', 'if set'],
  ['yes_no', 'true', 'yes'],
  ['yes_no', 'false', 'no'],
  ['set_by', 'server', 'service: …'],
  ['set_by', 'server: new id', 'service: new id'],
  ['set_by', 'server, hidden: token', 'service, hidden: token'],
  ['set_by', 'auto-increment', 'service: new id'],
  ['set_by', 'client at create', 'caller at create'],
  ['constraints', 'max 100', '<= 100', 'at most 100 characters'],
  ['constraints', 'not blank, max 100', 'not blank, <= 100', 'not blank, at most 100 characters'],
  ['constraints', 'at most 100', '<= 100', 'at most 100 characters'],
  ['constraints', 'min 3', '>= 3', 'at least 3 characters'],
  ['constraints', 'max length 100', 'at most 100 characters'],
  ['constraints', 'min 3 chars', 'at least 3 characters'],
  ['constraints', '1-12', '1..12'],
  ['constraints', '1 to 12', '1..12'],
  ['constraints', '0.5 – 1.5', '0.5..1.5'],
  ['constraints', 'between 1 and 12', '1..12'],
  ['constraints', 'not empty', 'not blank'],
  ['constraints', 'one of draft, sent', '`draft`, `sent`'],
  ['effects', 'create', 'creates R'],
  ['effects', 'create Order', 'creates Order'],
  ['effects', 'creates a new Order', 'creates Order'],
  ['effects', 'creates many Order in body', 'creates every Order in body'],
  ['effects', 'create each Order in body', 'creates every Order in body'],
  ['effects', 'creates several of the Order in body', 'creates every Order in body'],
  ['effects', 'creates many', 'creates every R in body'],
  ['effects', 'read Order', 'reads Order'],
  ['effects', 'get', 'reads R'],
  ['effects', 'list', 'lists R'],
  ['effects', 'update Order', 'updates Order'],
  ['effects', 'delete', 'deletes R'],
  ['effects', 'remove Order', 'deletes Order'],
  ['effects', 'replace Order', 'replaces Order'],
  ['effects', 'move', 'moves R.f'],
  ['effects', 'move Order.status to `paid`', 'moves Order.status to `paid`'],
  ['media_type', 'json', 'application/json'],
  ['media_type', 'in json; out json', 'in application/json; out application/json'],
  ['repeat', 'idempotent', 'same effect'],
  ['repeat', 'read-only', 'safe'],
  ['order', 'latest', 'newest first'],
  ['order', 'oldest', 'oldest first'],
  ['constraints', 'regex ^[0-9]{3}$', 'matches `[0-9]{3}`'],
  ['constraints', 'not blank, pattern: [a-z]+', 'not blank, matches `[a-z]+`'],
  ['constraints', 'book, toy', '`book`, `toy`'],
  ['constraints', 'book|toy', '`book`, `toy`'],
  ['field_policy', 'unchanged', 'kept'],
  ['field_policy', 'default; `f`: refused', 'cleared; `f`: refused'],
  ['field_policy', 'rejected', 'refused'],
  ['status_when', 'OK', 'found', 'created', 'updated'],
  ['causes', 'not found', 'no such R'],
  ['causes', 'unauthorized', 'no credentials'],
  ['causes', 'bad token', 'wrong token'],
  ['causes', 'If-Match failed', 'precondition failed'],
  ['causes', '`If-Match` fails', 'precondition failed'],
  ['causes', 'stale etag', 'precondition failed'],
  ['causes', 'ETag mismatch', 'precondition failed'],
  ['causes', 'If-Match missing', 'precondition required'],
  ['causes', 'no `If-Match`', 'precondition required'],
  ['causes', 'repeated with other body', 'same key, other body'],
  ['causes', 'same key with another body', 'same key, other body'],
  ['causes', 'forbidden', 'not permitted'],
  ['causes', 'already exists', 'any field taken'],
  ['causes', 'any field missing, wrong field', 'any field missing, any field invalid'],
  ['causes', 'conflict', 'illegal move'],
  ['causes', 'rate limited', 'too many requests'],
  ['causes', 'server error', 'internal'],
  ['limit_value', '100/min', '100 per minute'],
  ['limit_value', '20 requests per hour', '20 per hour'],
  ['limit_value', '5mb', '5 MB'],
  ['version_scheme', 'url', 'path prefix'],
];

/** Said of one fact, written in another place. */
const ELSEWHERE: readonly (readonly [symbol: string, said: string, told: string])[] = [
  ['presence', 'server', '; who sets a field is stated under Set by: `caller`, or `service: …`.'],
  ['constraints', 'unique', '; what no two rows share is stated in a bullet of the resource, ``- Unique: `f` ``.'],
  ['literal', 'now', '; what the service sets is stated under Set by: `service: now at create`.'],
  ['status_when', 'not found', '; why a request is refused is stated in part 7; here it is a code of part 7 in ticks.'],
];

function found(symbol: string, text: string): { readonly message: string; readonly fix: string } {
  const { diagnostics } = read(documentAround(symbol, text)!.source, 'x.md');
  expect(diagnostics).toHaveLength(1);
  return diagnostics[0]!;
}

function saidOf(key: string, said: string): string {
  const { diagnostics } = read(endpoints('### GET /a', '', `- ${key}: ${said}`), 'x.md');
  return diagnostics.find(({ code }) => code === 'unreadable')!.message;
}

const fixOf = (does: string, ...resources: readonly string[]): string | undefined => {
  const headings = resources.map((name) => `### ${name}\n`).join('\n');
  const source = `# T\n\n## 2. Resources and their fields\n\n${headings}\n## 4. Endpoints\n\n### GET /a\n\n- Does: ${does}\n`;
  return read(source, 'x.md').diagnostics.find(({ code }) => code === 'unreadable')?.fix;
};

describe('a word of every day', () => {
  it.each(CASES)('%s: %s', (symbol, said, ...advised) => {
    const { message, fix } = found(symbol, said);
    const [hint] = /; did you mean .*$/.exec(message) ?? [''];
    expect(hint).toContain(`; did you mean ${ticked(advised[0]!)}`);
    for (const words of advised) {
      expect(hint).toContain(ticked(words));
      expect(fix).toContain(ticked(words));
      expect(known.get(symbol)!(plainText(words.replace('…', 'new id')))).toHaveProperty('ok', true);
    }
  });

  it.each(ELSEWHERE)('%s: %s is said elsewhere', (symbol, said, told) => {
    expect(found(symbol, said).message).toContain(told);
    expect(found(symbol, said).fix).toMatch(/Set by|- Unique: |part 7/);
  });

  it('is known by a case above, each entry of the table', () => {
    const all = [...CASES, ...ELSEWHERE];
    for (const [symbol, entries] of Object.entries(EVERYDAY)) {
      expect(known.has(symbol) && symbol in PLACES).toBe(true);
      for (const { said } of entries)
        expect([said, all.some(([of, text]) => of === symbol && text.search(said) !== -1)]).toEqual([said, true]);
    }
  });

  it.each([
    'everyone who is logged in',
    'all admins',
    'users of the group `a`',
    'anyone with a token',
    'signed-in staff',
  ])('is not advised where more is said of who may: %s', (said) => {
    const { message, fix } = found('who', said);
    expect(message).not.toContain('did you mean');
    expect(fix).not.toMatch(/"[^"]*" alone|^Write `?(?:anyone|signed-in)`?, or `not shown`/);
  });

  it('takes the place of a long list of forms', () => {
    expect(found('field_type', 'int').message).toBe(
      'Unexpected "int" for Type, expected a type; did you mean `integer`?',
    );
    expect(found('field_type', 'whatever').message).toContain('`uuid`, `url`');
  });

  it.each([
    ['constraints', 'positive, even'],
    ['limit_value', '100 per fortnight'],
    ['status_when', 'somehow'],
  ])('is not advised for other words: %s: %s', (symbol, said) => {
    expect(found(symbol, said).message).not.toContain('did you mean');
  });

  it('is one of the words that are due at its place, and of no others', () => {
    expect(saidOf('Read-only fields', 'error')).toBe(
      'Unexpected "error" for Read-only fields, expected `refused` or `ignored`; did you mean `refused`?',
    );
    expect(saidOf('Read-only fields', 'start')).toBe(
      'Unexpected "start" for Read-only fields, expected `refused` or `ignored`.',
    );
    expect(saidOf('Unknown fields', 'error')).toContain('`ignored`, or kept in `extra`');
    expect(saidOf('Unknown fields', 'error')).toContain('did you mean `refused`?');
  });

  it('means nothing at another place', () => {
    expect(found('who', 'json').message).not.toContain('did you mean');
    expect(found('media_type', 'everyone').message).not.toContain('did you mean');
    expect(found('constraints', 'server').message).not.toContain('did you mean');
  });

  it('says nothing that could not stand there', () => {
    expect(found('constraints', '12-1').message).not.toContain('did you mean');
  });

  it('stands with the resource that the document has, where it names several of them', () => {
    expect(fixOf('list Kits', 'Kit')).toBe('Write `lists Kit`, or `not shown`.');
    expect(fixOf('list Boxes', 'Box')).toBe('Write `lists Box`, or `not shown`.');
    expect(fixOf('list Categories', 'Category')).toBe('Write `lists Category`, or `not shown`.');
    expect(fixOf('list Kits', 'Kit', 'Kits')).toBe('Write `lists Kits`, or `not shown`.');
    expect(fixOf('list News', 'Kit')).toBe('Write `lists News`, or `not shown`.');
  });

  it('is no slip of what was looked for in its place', () => {
    expect(found('set_by', 'service: now').message).not.toContain('did you mean');
  });

  it('means itself in ticks', () => {
    const said = found('effects', 'create Order with `create` = "create"');
    expect(said.fix).toBe('Write ``creates Order with `create` = "create"``, or `not shown`.');
  });
});

const KEYS: readonly (readonly [key: string, told: string])[] = [
  ['Sort', 'did you mean `Order`?'],
  ['Pagination', 'did you mean `Pages`?'],
  ['Permissions', 'did you mean `Who`?'],
  ['Action', 'did you mean `Does`?'],
  ['Content type', 'did you mean `Media type`?'],
  ['Request body', 'did you mean `Body`?'],
  ['Idempotent', 'did you mean `Repeat`?'],
  ['Filter', 'expected a key of the notation; what callers select by is stated in a Query table.'],
  ['Responses', 'expected a key of the notation; what is answered is stated by `Answers` or in a Status table.'],
];
const RESOURCE_KEYS: typeof KEYS = [
  ['Primary key', 'did you mean `Identified by`?'],
  ['On delete', 'did you mean `When deleted`?'],
];

function bulletFound(source: (...lines: readonly string[]) => string, heading: string, key: string): Diagnostic {
  const [one, ...others] = read(source(heading, '', `- ${key}: \`a\``), 'x.md').diagnostics;
  expect(others).toEqual([]);
  return one!;
}

describe('a key of every day', () => {
  it.each(KEYS)('%s of an operation', (key, told) => {
    expect(bulletFound(endpoints, '### GET /a', key).message).toContain(told);
  });

  it.each(RESOURCE_KEYS)('%s of a resource', (key, told) => {
    expect(bulletFound(resources, '### A', key).message).toContain(told);
  });

  it('is told which table says it, with its heads', () => {
    expect(bulletFound(endpoints, '### GET /a', 'Filter').fix).toBe(
      'Write a table of this operation with the heads `Query`, `Type`, `Required`, `Default`, `Selects`, with a row for each parameter, or move the bullet under a heading `### Notes`.',
    );
  });

  it('is known by a case above, each', () => {
    const all = [...KEYS, ...RESOURCE_KEYS].map(([key]) => key);
    for (const { said } of EVERYDAY_KEYS) expect([said, all.some((key) => said.test(key))]).toEqual([said, true]);
  });

  it('means nothing where its key does not bind', () => {
    expect(bulletFound(resources, '### A', 'Filter').message).not.toContain('Query');
    expect(bulletFound(endpoints, '### GET /a', 'Primary key').message).not.toContain('did you mean');
  });
});
