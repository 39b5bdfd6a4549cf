// What a finding says to write instead has the names of the document where they are known.

import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { understand } from '../laws/service.ts';

/** A document with these parts, and one resource that refers to another. */
function document({ type = 'Shelf', key = '`code`', rest = '' }): string {
  return `# Books

- Lists: complete unless marked

## 2. Resources and their fields

### Shelf

- Identified by: ${key}

| Field | Type | Required | Set by |
|---|---|---|---|
| \`code\` | string(20) | yes | caller |
| \`room\` | string(20) | yes | caller |

### Book

- Identified by: \`id\`

| Field | Type | Required | Set by |
|---|---|---|---|
| \`id\` | integer | yes | service: new id |
| \`shelf\` | ${type} | yes | caller |
${rest}`;
}

function found(source: string, code: string): readonly { readonly message: string; readonly fix?: string }[] {
  return check(understand(source).model).diagnostics.filter((one) => one.code === code);
}

describe('a bare resource under Type', () => {
  it.each([
    ['Shelf', '`code`', 'or write ``Shelf by `code` ``, which'],
    ['Shelf or null', '`code`', 'or write ``Shelf by `code` ``, which'],
    [
      'array of Shelf',
      '`code`',
      'or write a resource of its own whose rows have ``Shelf by `code` `` and refer to `Book`.',
    ],
    ['set of Shelf or null', '`code`', 'whose rows have ``Shelf by `code` `` and refer to `Book`.'],
    ['array of Shelf by `room`', '`code`', 'whose rows have ``Shelf by `code` `` and refer to `Book`.'],
    ['Shelf without `room`', '`code`', 'or write ``Shelf by `code` ``, or let the service'],
    ['Shelf', '`room, code`', 'or write ``Shelf by `f` ``, which'],
  ])('%s, identified by %s', (type, key, fix) => {
    const [one] = found(document({ type, key: key.replace(', ', '`, `') }), 'unsupported');
    expect(one?.fix).toContain(fix);
  });

  it('is not told so where a list of references runs', () => {
    expect(found(document({ type: 'array of Shelf by `code`' }), 'unsupported')).toEqual([]);
  });

  it('of a parameter, too', () => {
    const table = '| Query | Type | Required |\n|---|---|---|\n| `shelf` | Shelf | no |';
    const rest = `\n## 4. Endpoints\n\n### GET /books\n\n- Does: lists Book\n\n${table}\n`;
    const fixes = found(document({ type: 'Shelf by `code`', rest }), 'unsupported').map(({ fix }) => fix);
    expect(fixes).toEqual([expect.stringContaining('or write ``Shelf by `code` ``, which')]);
  });
});

function by(call: string): string | undefined {
  const rest = `\n## 3. States and transitions\n\n### Book.id\n\n| From | To | By |\n|---|---|---|\n| \`in\` | \`out\` | ${call} |\n\n## 4. Endpoints\n\n### POST /books/{id}/lend\n`;
  return found(document({ rest }), 'unreadable').find(({ message }) => message.includes(' for By, '))?.message;
}

describe('an operation without ticks under By', () => {
  it('which part 4 lacks, is told so, with its own name', () => {
    expect(by('POST /books/{id}/give')).toContain(
      'expected operations in ticks, `POST /books/{id}/give`; part 4 has no `POST /books/{id}/give`: declare it there',
    );
    expect(by('POST /books/{id}/lend, POST /books/{id}/give')).toContain('; part 4 has no `POST /books/{id}/give`: ');
  });

  it('which part 4 has, lacks only its ticks', () => {
    expect(by('POST /books/{book}/lend')).toMatch(/expected operations in ticks, `POST \/books\/\{book\}\/lend`\.$/);
  });

  it('is no operation in other words', () => {
    expect(by('the lender')).not.toContain('part 4');
  });
});
