// What a session of `ask` must not lose: words that the author has written stay, or can be had again. The document has a
// bound and pages that lack something, and a question that was put off before.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { talked } from './talking.ts';

const CRATE = `# Crates

- Lists: complete unless marked

## 1. What the service does

Counts crates.

## 2. Resources and their fields

### Crate

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | service: new id | any | none |
| \`weight\` | number | yes | caller | > 0 | none |

## 3. States and transitions

none

## 4. Endpoints

### POST /crates

- Media type: \`application/json\`
- Does: creates Crate
- Who: anyone
- Emits: none
- Repeat: again
- Body: Crate
- Unknown fields: refused
- Read-only fields: refused

| Status | When | Body |
|---|---|---|
| 201 | created | Crate |

## 5. Authentication

none

## 6. Events

none

## 7. Errors

- Error body: \`{"error": <code>}\`
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`bad\` | 422 | any field missing, any field invalid, unknown field, read-only field |

## 8. Limits

none

## 9. Versioning

none
`;
const MARKED = CRATE.replace('caller | > 0 |', 'caller | not shown, ask Ann |');

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-lossless-'));
  write(CRATE);
});
afterEach(() => rmSync(directory, { recursive: true }));

const crate = (): string => readFileSync(join(directory, 'crate.md'), 'utf8');
const write = (text: string): void => writeFileSync(join(directory, 'crate.md'), text);
const talk = (...lines: string[]): ReturnType<typeof talked> => talked(directory, ['crate.md'], lines);

describe.each([':later', ':challenge'])('words behind %s', (command) => {
  it('leave a statement that cannot be read as it is, and release nothing', async () => {
    const { stdout } = await talk(`${command} ask the night crew`, ':quit');
    expect(stdout).toContain('Which values may `Crate.weight` have?');
    expect(stdout).toContain('what is in the document stays as it is, so the words are kept in crate.md.ask.log');
    expect(stdout).not.toContain('releases');
    expect(crate()).toBe(CRATE);
  });

  it('leave the words of an earlier note where they are', async () => {
    write(MARKED);
    const before = await talk(`${command} or Bob`, ':quit');
    expect(before.stdout).toContain('written at');
    expect(crate()).toContain(command === ':later' ? 'not shown, ask Ann; or Bob |' : 'challenged: or Bob; ask Ann |');
  });

  it('do not divide a question about several operations, nor hold others', async () => {
    const own = CRATE.slice(CRATE.indexOf('### POST /crates'), CRATE.indexOf('## 5.')).replace('- Repeat: again\n', '');
    const two = own.replace('POST /crates', 'POST /more_crates');
    const text = CRATE.replace('> 0', 'any').replace(/### POST [^]*?(?=## 5\.)/, own + two);
    write(text);
    const { stdout } = await talk(`${command} ask Ann`, ':list', ':quit');
    expect(stdout).toContain('to one of these 2 operations is sent twice');
    expect(stdout).toContain('a mark would have several questions asked instead of this one');
    expect(stdout.match(/^ +\d+\. .*is sent twice/gm)).toHaveLength(1);
    expect(crate()).toBe(text);
  });

  it('are taken back by :undo, and not the answer before them', async () => {
    write(MARKED.replace('number | yes', 'not shown | yes'));
    const { stdout } = await talk('number', `${command} or Bob`, ':undo', ':quit');
    expect(stdout).toContain('the document says there what it said before');
    expect(crate()).toBe(MARKED);
    write(CRATE);
    const kept = await talk(`${command} or Bob`, ':undo', ':quit');
    expect(kept.stdout).toContain('taken back: or Bob; the document is as it was');
    expect(kept.stdout).toContain('0 answered, 0 put off, 0 challenged');
    expect(crate()).toBe(CRATE);
  });
});

describe('an answer', () => {
  it('that cannot be read is not written over one that could not be read either', async () => {
    write(CRATE.replace('number | yes', 'text | yes').replace('> 0', 'any'));
    const before = crate();
    const { stdout } = await talk('text up to 80 characters', ':quit');
    expect(stdout).toContain('not written yet');
    expect(crate()).toBe(before);
  });
});
