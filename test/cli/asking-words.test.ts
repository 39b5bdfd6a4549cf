// What a session of `ask` takes words for: a word of the notation in ticks, a half alone, a number that may be a form; and what it
// says was written where that is more than the words. The document has a machine without a State table and pages without a half.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';
import { talked } from './talking.ts';

const PARCEL = `# Parcels

- Lists: complete unless marked

## 2. Resources and their fields

### Parcel

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | service: new id | any | none |
| \`weight\` | integer | yes | caller | not shown | none |
| \`label\` | string | yes | caller | any | none |
| \`status\` | state | yes | service: state | any | none |

## 3. States and transitions

### Parcel.status

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| (new) | \`packed\` | \`POST /parcels\` | none | none |
| \`packed\` | \`sent\` | \`POST /parcels/{id}/send\` | none | none |

## 4. Endpoints

### All operations

- Media type: \`application/json\`
- Who: anyone
- Emits: none
- Unknown fields: refused
- Read-only fields: refused

### POST /parcels

- Does: creates Parcel
- Repeat: again
- Body: Parcel

| Status | When | Body |
|---|---|---|
| 201 | created | Parcel |

### GET /parcels

- Does: lists Parcel
- Repeat: safe
- Order: \`weight\`
- Pages: page and size; default 10, at most 50

| Status | When | Body |
|---|---|---|
| 200 | found | array of Parcel |

### POST /parcels/{id}/send

- Does: moves Parcel.status to \`sent\`
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | moved | Parcel |

## 5. Authentication

none

## 6. Events

none

## 7. Errors

- Error body: \`{"error": <code>}\`
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`gone\` | 404 | no such Parcel, invalid path |

## 8. Limits

none

## 9. Versioning

none
`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-words-'));
  write(PARCEL);
});
afterEach(() => rmSync(directory, { recursive: true }));

const parcel = (): string => readFileSync(join(directory, 'parcel.md'), 'utf8');
const write = (text: string): void => writeFileSync(join(directory, 'parcel.md'), text);
const talk = (...lines: string[]): ReturnType<typeof talked> => talked(directory, ['parcel.md'], lines);

/** The command that goes to the question with these words. */
async function to(words: string): Promise<string> {
  const { stdout } = await talk(':list', ':quit');
  return `:go ${new RegExp(`(\\d+)\\. [^\\n]*${words}`).exec(stdout.slice(stdout.indexOf(':list')))![1]!}`;
}

describe('a word of the notation in ticks', () => {
  it('is the word, where nothing is called so, and is said to be', async () => {
    const { stdout } = await talk(await to('a state in which rows begin'), '`lost`', '`final`', ':quit');
    expect(stdout).toContain('not written  This asks for a Kind');
    expect(stdout).toMatch(/written at parcel\.md:\d+, as the word of the notation: final\n/);
    expect(parcel()).toContain('| `packed` | not shown |\n| `sent` | final |\n');
  });

  it('is a name where something is called so, and no other name is made a state unasked', async () => {
    const final = PARCEL.replaceAll('`sent`', '`final`');
    write(final);
    const { stdout } = await talk(await to('a state in which rows begin'), '`final`', '`lost`', ':quit');
    expect(stdout.split('This asks for a Kind')).toHaveLength(3);
    expect(parcel()).toBe(final);
  });

  it('is a value where any text may stand', async () => {
    write(PARCEL.replace('| `weight` | integer |', '| `weight` | string |'));
    await talk(await to('Which values may `Parcel.weight`'), '`any`', ':quit');
    expect(parcel()).toContain('| caller | `any` |');
  });
});

describe('a half of Pages', () => {
  it.each([
    ['refused', 'refused'],
    ['50', '50'],
    ['more is 20', '20'],
    ['page and size; default 10, at most 50, more is 5', '5'],
  ])('is answered alone or with the rest: %s', async (words, value) => {
    const { stdout } = await talk(await to('asks for more rows than it may'), words, ':quit');
    expect(stdout).toContain('may be: :1 refused | :2 a number: …');
    expect(parcel()).toBe(PARCEL.replace('at most 50', `at most 50, more is ${value}`));
  });
});

describe('a bare number', () => {
  it('that is the number of a form is said to be one before it is written', async () => {
    const values = await to('Which values may `Parcel.weight`');
    const { stdout } = await talk(values, '2', ':quit');
    expect(stdout).toMatch(/not written yet {2}`:2` takes the form .*; `2` again writes 2\n/);
    expect(parcel()).toBe(PARCEL);
    expect(readFileSync(join(directory, 'parcel.md.ask.log'), 'utf8')).toContain('"words":"2","outcome":"not written"');
    await talk(values, '2', '2', ':quit');
    expect(parcel()).toBe(PARCEL.replace('caller | not shown', 'caller | 2'));
  });
});

describe('what was written', () => {
  it('is shown where it is more than the words', async () => {
    const missing = await to('lacks a field that it must have: ');
    const { stdout } = await talk(missing, '`odd` 422', ':quit');
    const row = parcel()
      .split('\n')
      .findIndex((line) => line.startsWith('| `odd`'));
    expect(stdout).toContain(`\n ${row + 1} | ${parcel().split('\n')[row]!}\n`);
    const alone = await talk(await to('Which values may `Parcel.weight`'), 'any', ':quit');
    expect(alone.stdout).not.toMatch(/written at .*\n \d+ \|/);
  });
});

describe('the order', () => {
  it('of the numbers in :list is that of the numbers, put off or not', async () => {
    const { stdout } = await talk(':later', ':go 3', ':later', ':list', ':quit');
    const listed = stdout
      .slice(stdout.lastIndexOf('> :list'))
      .match(/^ +\d+(?=\. )/gm)!
      .map(Number);
    expect(listed).toEqual(listed.map((_, index) => index + 1));
    expect(stdout).toContain('(put off)');
  });
});

describe('a list of questions', () => {
  it('says that operations run once the errors are gone, and how many errors hold them', async () => {
    write(PARCEL.replace('`packed` | `sent` |', '`pakced` | `sent` |').replace('(new) | `packed`', '(new) | `packed`'));
    write(
      parcel().replace(
        '| From | To |',
        '| State | Kind |\n|---|---|\n| `packed` | initial |\n| `sent` | final |\n\n| From | To |',
      ),
    );
    const console = captured({ directory });
    expect(await run(['ask', 'parcel.md', '--no-interactive'], console)).toBe(0);
    expect(console.stdout()).toMatch(/^1 error first/);
    expect(console.stdout()).toMatch(/ run in full, once the error is gone\n/);
    expect(console.stdout()).toMatch(/\d+ operations? (?:is|are) held by 1 error, too; `check` names them/);
    expect(console.stdout()).not.toContain('no answer changes that');
  });
});

describe('an order whose fields lack their ticks', () => {
  it('is told with the fields that were typed, and that is taken', async () => {
    write(PARCEL.replace(/- Order: .*/, '- Order: not shown'));
    const asked = await to('In which order');
    const typed = await talk(asked, 'label, weight desc', '`label` ascending, then `weight` descending', ':quit');
    expect(typed.stdout).toContain(
      'names are written in ticks: write `` `label` ascending, then `weight` descending ``',
    );
    expect(parcel()).toContain('- Order: `label` ascending, then `weight` descending\n');
  });
});
