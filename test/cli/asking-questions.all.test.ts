// `ninefold ask` as a session: each answer is written at its own place at once, nothing that is typed is lost, whatever
// happens to the document in between. asking.all.test.ts has processes, signals and a terminal.

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/asking/commands.ts';
import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';
import { talked, Talking } from './talking.ts';

const SHELF = `# Shelf

- Lists: complete unless marked

## 1. What the service does

Keeps books.

## 2. Resources and their fields

### Book

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | service: new id | any | none |
| \`title\` | string | not shown | caller | any | none |
| \`pages\` | integer | no | caller | any | not shown |

## 3. States and transitions

none

## 4. Endpoints

- Media type: \`application/json\`
- Unknown fields: ignored

### GET /books/{id}

- Does: not shown
- Who: anyone
- Emits: none
- Repeat: safe

| Path | Selects |
|---|---|
| \`id\` | Book by \`id\` |

| Status | When | Body |
|---|---|---|
| 200 | found | Book |

### GET /books

- Does: lists Book
- Who: not shown
- Emits: none
- Repeat: safe
- Order: newest first
- Pages: none

| Status | When | Body |
|---|---|---|
| 200 | found | array of Book |

## 5. Authentication

none

## 6. Events

none

## 7. Errors

- Error body: \`{"error": <code>}\`

| Code | Status | When |
|---|---|---|
| \`gone\` | 404 | no such Book |

## 8. Limits

none

## 9. Versioning

none
`;

const DOES = 'What does `GET /books/{id}` do?';
const WHO = 'Who may call `GET /books`?';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-ask-'));
  writeFileSync(join(directory, 'shelf.md'), SHELF);
});
afterEach(() => {
  chmodSync(directory, 0o700);
  rmSync(directory, { recursive: true });
});

const shelf = (): string => readFileSync(join(directory, 'shelf.md'), 'utf8');
const write = (text: string): void => writeFileSync(join(directory, 'shelf.md'), text);
const talk = (...lines: string[]): ReturnType<typeof talked> => talked(directory, ['shelf.md'], lines);
const journal = (): Record<string, unknown>[] =>
  readFileSync(join(directory, 'shelf.md.ask.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const typedLines = (): unknown[] => journal().flatMap(({ typed }) => (typed === undefined ? [] : [typed]));

describe('an answer', () => {
  it('is written at its own place at once, and says what it changes', async () => {
    const session = new Talking(directory, ['shelf.md']);
    const first = await session.hear(DOES);
    expect(first).toContain('4 questions open');
    expect(await session.type('reads Book', WHO)).toMatch(
      /written at shelf\.md:\d+\n {2}releases GET \/books\/\{id\}\n/,
    );
    expect(shelf()).toBe(SHELF.replace('- Does: not shown', '- Does: reads Book'));
    await session.type('anyone', 'written at');
    expect(shelf()).toBe(
      SHELF.replace('- Does: not shown', '- Does: reads Book').replace('- Who: not shown', '- Who: anyone'),
    );
    const { status, stdout, stderr } = await session.end();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/\n2 answered, 0 put off, 0 challenged, 2 still open\n {2}2 of 2 run: /);
    expect(readdirSync(directory).toSorted()).toEqual(['shelf.md', 'shelf.md.ask.log']);
  });

  it('shows the place, what waits and what may be written', async () => {
    const { stdout } = await talk();
    expect(stdout).toContain(`1 of 4 · part 4, endpoints  4/GET /books/{id}/does\n${DOES}\n`);
    const line = SHELF.slice(0, SHELF.indexOf('- Does: not shown')).split('\n').length;
    expect(stdout).toContain(`${line} | - Does: not shown\n    |         ^^^^^^^^^\n`);
    expect(stdout).toContain('  holds GET /books/{id}\n');
    expect(stdout).toContain('    :1 reads Book\n');
  });

  it('is kept in the journal before it is written, with what became of it', async () => {
    await talk('reads Book', 'by magic');
    expect(journal()).toEqual([
      { at: expect.any(String), question: '4/GET /books/{id}/does', typed: 'reads Book' },
      {
        at: expect.any(String),
        question: '4/GET /books/{id}/does',
        words: 'reads Book',
        outcome: 'written',
        line: expect.any(Number),
      },
      { at: expect.any(String), question: '4/GET /books/who', typed: 'by magic' },
      {
        at: expect.any(String),
        question: '4/GET /books/who',
        words: 'by magic',
        outcome: 'not written',
        why: 'unreadable',
      },
    ]);
  });

  it('goes on where the last session ended', async () => {
    await talk('reads Book', ':quit');
    const { stdout } = await talk();
    expect(stdout).toContain(`1 of 3 · part 4, endpoints  4/GET /books/who\n${WHO}`);
    expect(stdout).not.toContain(DOES);
  });

  it('that cannot be read stands nowhere until it is kept', async () => {
    const session = new Talking(directory, ['shelf.md']);
    const said = await session.type('fetches it', '`:keep`');
    expect(said).toContain('unreadable');
    expect(said).toContain('may be:');
    expect(shelf()).toBe(SHELF);
    await session.type(':keep', 'written at');
    expect(shelf()).toBe(SHELF.replace('- Does: not shown', '- Does: fetches it'));
    expect((await session.end()).stdout).toContain('0 answered, 1 put off');
  });

  it('is not written before it is kept, though the same is wrong at another place already', async () => {
    write(SHELF.replace('| no | caller | any | not shown |', '| not shown | caller | any | none |'));
    const { stdout } = await talk(':go 3', 'maybe', ':keep', 'maybe', ':quit');
    expect(stdout.split('not written yet')).toHaveLength(3);
    expect(shelf().split('| maybe |')).toHaveLength(2);
  });

  it('that contradicts another statement says so before it is written', async () => {
    const { stdout } = await talk('creates Book');
    expect(stdout).toContain('error contradiction');
    expect(stdout).toContain('not written yet');
    expect(shelf()).toBe(SHELF);
  });

  it('of several lines goes on to a full stop; one that never ends is not written', async () => {
    write(SHELF.replace('Keeps books.', 'not shown'));
    await talk(':go 3', 'Keeps books.', '', 'And pages.', '.', ':quit');
    const whole = SHELF.replace('Keeps books.', 'Keeps books.\n\nAnd pages.');
    expect(shelf()).toBe(whole);
    write(SHELF.replace('Keeps books.', 'not shown'));
    const { stdout } = await talk(':go 3', 'Keeps', 'more');
    expect(stdout).toContain('the input ended before the answer did');
    expect(shelf()).toBe(SHELF.replace('Keeps books.', 'not shown'));
    expect(journal().at(-1)).toMatchObject({ words: 'Keeps\nmore', outcome: 'not written' });
  });

  it('to a whole column may be given row by row', async () => {
    const heads = SHELF.replaceAll(/\| (not shown|no|yes) \| (service|caller)/g, '| $2')
      .replace('Type | Required |', 'Type |')
      .replace('|---|---|---|---|---|---|', '|---|---|---|---|---|');
    write(heads);
    const session = new Talking(directory, ['shelf.md', '--for', 'GET /books']);
    await session.end();
    const { stdout } = await talk(':list', ':go 3', ':each', ':list');
    expect(stdout).toContain('Must each field of `Book` be sent?');
    expect(stdout).toContain('Must `Book.pages` be sent?');
    expect(shelf()).toContain('| `id` | uuid | service: new id | any | none | not shown |');
  });
});

describe('a command', () => {
  it('puts a question off, with a note where there is a reason', async () => {
    const { stdout } = await talk(':later', ':later ask Ann', ':list');
    expect(shelf()).toBe(SHELF.replace('- Who: not shown', '- Who: not shown, ask Ann'));
    expect(stdout).toMatch(
      /1\. What does `GET \/books\/\{id\}` do\? \(put off\)\n +2\. Who may call `GET \/books`\? \(put off\)/,
    );
    expect(stdout).toContain('0 answered, 2 put off');
  });

  it('asks once more at the end what was put off, and then no more', async () => {
    const { stdout, status } = await talk(...Array.from({ length: 8 }, () => ':later'), 'never used');
    expect(status).toBe(0);
    expect(stdout.split(DOES)).toHaveLength(3);
    expect(stdout).toContain('again, 1 of 4');
    expect(stdout).toContain('1 typed lines were not used; they are in shelf.md.ask.log');
    expect(typedLines()).toContain('never used');
  });

  it('disputes a question, which then comes last, in later sessions too', async () => {
    await talk(':challenge two things are meant | here', ':quit');
    expect(shelf()).toBe(
      SHELF.replace('- Does: not shown', '- Does: not shown, challenged: two things are meant | here'),
    );
    const { stdout } = await talk(':list');
    expect(stdout).toContain(`1 of 4 · part 4, endpoints  4/GET /books/who`);
    expect(stdout).toMatch(/4\. What does `GET \/books\/\{id\}` do\? \(challenged\)/);
    expect(stdout).toContain('1 challenged');
    expect((await talk(':challenge')).stdout).toContain('Say what is wrong with the question');
  });

  it('goes back to an answer, and takes it out byte for byte', async () => {
    const session = new Talking(directory, ['shelf.md']);
    await session.type('reads Book', WHO);
    await session.type('anyone', 'written at');
    const looked = await session.type(':back', 'looking back');
    expect(looked).toContain(`${WHO}\n`);
    await session.type(':back', DOES);
    await session.type(':undo', 'taken back');
    expect(shelf()).toBe(SHELF.replace('- Who: not shown', '- Who: anyone'));
    await session.type('lists Book', /not written yet|written at/);
    await session.end();
    expect((await talk(':back')).stdout).toContain('No answer was given yet');
  });

  it('takes no answer out where something else was written since', async () => {
    const session = new Talking(directory, ['shelf.md']);
    await session.type('reads Book', WHO);
    const other = shelf().replace('- Does: reads Book', '- Does: lists Book');
    write(other);
    await session.type(':undo', 'Something else has been written there since');
    await session.end();
    expect(shelf()).toBe(other);
  });

  it('takes no answer out to which a later one was added', async () => {
    const source = SHELF.replace('| no such Book |', '| not shown |').replace(
      '- Does: not shown',
      '- Does: reads Book',
    );
    write(source);
    const session = new Talking(directory, ['shelf.md']);
    await session.type(':go 2', 'When is the error `gone` answered?');
    await session.type('no such Book', 'written at');
    const added = shelf().replace('| no such Book |', '| no such Book, invalid path |');
    write(added);
    await session.type(':undo', 'Something else has been written there since');
    expect(shelf()).toBe(added);
    write(added.replace(', invalid path', ''));
    await session.type(':undo', 'taken back');
    expect(shelf()).toBe(source);
    await session.end();
  });

  it('takes a row out behind which another was written', async () => {
    write(SHELF.replace('| `gone` | 404 | no such Book |', '| `late` | 409 | none |'));
    const before = shelf();
    const session = new Talking(directory, ['shelf.md', '--for', 'GET /books/{id}']);
    await session.type('reads Book', 'What happens when a Book that does not exist is read?');
    await session.type('gone 404', 'written at');
    write(shelf().replace('| `gone` | 404 | no such Book |', '$&\n| `odd` | 400 | none |'));
    await session.type(':undo', 'taken back');
    await session.end();
    expect(shelf()).toBe(
      before
        .replace('- Does: not shown', '- Does: reads Book')
        .replace('| `late` | 409 | none |', '$&\n| `odd` | 400 | none |'),
    );
  });

  it('keeps the order in which questions are put off', async () => {
    const { stdout } = await talk(':later', ':later', ':go 1', ':later', ':list', ':quit');
    expect(stdout).toMatch(/1\. Who may call `GET \/books`\? \(put off\)\n +2\. What does .*\(put off\)/);
  });

  it('goes back past a note to the answer before it', async () => {
    const { stdout } = await talk('reads Book', ':later ask Ann', ':back');
    const behind = stdout.slice(stdout.indexOf(':later ask Ann'));
    expect(behind).toContain('looking back');
    expect(behind).toContain(DOES);
  });

  it('answers anew what was answered', async () => {
    await talk('lists Book', ':keep', 'anyone', ':back', ':back', 'reads Book', ':quit');
    expect(shelf()).toBe(
      SHELF.replace('- Does: not shown', '- Does: reads Book').replace('- Who: not shown', '- Who: anyone'),
    );
  });

  it('takes back what was answered anew as the one answer that it is', async () => {
    const { stdout } = await talk(
      'lists Book',
      ':keep',
      'anyone',
      ':back',
      ':back',
      'reads Book',
      ':undo',
      ':undo',
      ':undo',
    );
    expect(stdout.split('taken back')).toHaveLength(3);
    expect(stdout).toContain('No answer was given yet');
    expect(shelf()).toBe(SHELF);
  });

  it('shows more, goes anywhere, and says what it is not', async () => {
    const { stdout } = await talk(':show', ':help', ':go 9', ':go 3', ':lst', 'quit', '::x');
    expect(stdout).toMatch(/^> \d+ \| - Does: not shown$/m);
    expect(stdout).toContain(':challenge');
    expect(stdout).toContain('`:go` takes the number of a question; `:list` shows 4');
    expect(stdout).toContain('did you mean `:list`?');
    expect(stdout).toContain('the command is `:quit`');
    expect(journal().findLast(({ words }) => words !== undefined)).toMatchObject({ words: ':x' });
  });

  it.each(['__proto__', 'constructor', 'toString'])('is none that nobody made: :%s', async (name) => {
    const { status, stdout } = await talked(directory, ['shelf.md'], [`:${name}`, name, ':quit']);
    expect(status).toBe(0);
    expect(stdout).toContain(`There is no command \`:${name}\``);
    expect(stdout).not.toContain('was taken as an answer');
  });

  it('opens an editor at the place and reads what it wrote', async () => {
    const editor = join(directory, 'vi');
    writeFileSync(
      editor,
      `#!/bin/sh\nsed -i 's/- Who: not shown/- Who: anyone/' "$2"\necho "$1" > ${directory}/line\n`,
      { mode: 0o755 },
    );
    const { stdout } = await talked(directory, ['shelf.md'], [':edit', ':list'], { EDITOR: editor });
    expect(stdout).toContain('The document is read again.');
    const line = SHELF.slice(0, SHELF.indexOf('- Does: not shown')).split('\n').length;
    expect(readFileSync(join(directory, 'line'), 'utf8')).toBe(`+${line}\n`);
    expect(stdout.slice(stdout.indexOf(':list'))).not.toContain(WHO);
    expect((await talk(':edit')).stdout).toMatch(/The place is shelf\.md:\d+/);
  });
});

describe('the document', () => {
  it('may be changed by somebody else in between', async () => {
    const session = new Talking(directory, ['shelf.md']);
    await session.hear(DOES);
    write(SHELF.replace('Keeps books.', 'Keeps books and more, in several\nlines.'));
    await session.type('reads Book', WHO);
    expect(shelf()).toContain('- Does: reads Book');
    expect(shelf()).toContain('in several\nlines.');
    write(shelf().replace('- Who: not shown', '- Who: signed-in'));
    expect(await session.type('anyone', 'In the meantime')).toContain('changed on disk');
    expect(shelf()).toContain('- Who: signed-in');
    await session.end();
    expect(typedLines()).toContain('anyone');
  });

  it('may have two sessions at once', async () => {
    const [one, other] = [new Talking(directory, ['shelf.md']), new Talking(directory, ['shelf.md'])];
    await Promise.all([one.hear(DOES), other.hear(DOES)]);
    await one.type('reads Book', WHO);
    await other.type(':go 2', WHO);
    await other.type('anyone', 'written at');
    expect(await one.type('signed-in', 'In the meantime')).toContain('nothing is written');
    await Promise.all([one.end(), other.end()]);
    expect(shelf()).toBe(
      SHELF.replace('- Does: not shown', '- Does: reads Book').replace('- Who: not shown', '- Who: anyone'),
    );
  });

  it('may be read-only, or vanish: that is said, and the words are kept', async () => {
    chmodSync(join(directory, 'shelf.md'), 0o444);
    const { stdout } = await talk('reads Book');
    expect(stdout).toContain('cannot write shelf.md: it is read-only');
    expect(shelf()).toBe(SHELF);
    expect(typedLines()).toEqual(['reads Book']);
    chmodSync(join(directory, 'shelf.md'), 0o644);
    const session = new Talking(directory, ['shelf.md']);
    await session.hear(DOES);
    rmSync(join(directory, 'shelf.md'));
    await session.type('reads Book', 'cannot open shelf.md: there is no such file');
    expect(existsSync(join(directory, 'shelf.md'))).toBe(false);
    write(SHELF);
    await session.type('reads Book', 'written at');
    await session.end();
  });

  it('may be held by a session that died, and is not written while one lives', async () => {
    const lock = join(directory, 'shelf.md.ask.lock');
    const { hostname } = await import('node:os');
    writeFileSync(lock, `${hostname()} 999999999`);
    expect((await talk('reads Book')).stdout).toContain('written at');
    expect(existsSync(lock)).toBe(false);
  });

  it('may be held by one that died before it gave its name', async () => {
    const lock = join(directory, 'shelf.md.ask.lock');
    writeFileSync(lock, '');
    utimesSync(lock, 1, 1);
    expect((await talk('reads Book')).stdout).toContain('written at');
    expect(existsSync(lock)).toBe(false);
  });

  it('is not written where the words could not be kept any more', async () => {
    const session = new Talking(directory, ['shelf.md']);
    await session.hear(DOES);
    const { mkdirSync } = await import('node:fs');
    rmSync(join(directory, 'shelf.md.ask.log'));
    mkdirSync(join(directory, 'shelf.md.ask.log'));
    await session.type('reads Book', 'not kept and not written: reads Book');
    expect(shelf()).toBe(SHELF);
    await session.end();
  });

  it('is not asked about where nothing could be kept', async () => {
    writeFileSync(join(directory, 'log'), '');
    const { symlinkSync } = await import('node:fs');
    symlinkSync('/nowhere/at/all', join(directory, 'shelf.md.ask.log'));
    const { status, stdout, stderr } = await talk('reads Book');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('cannot write shelf.md.ask.log');
  });
});

describe('docs/ask.md', () => {
  it('lists the commands there are', () => {
    const page = join(import.meta.dirname, '..', '..', 'docs', 'ask.md');
    const rows = Object.entries(COMMANDS).map(([name, what]) => `| \`:${name}\` | ${what} |`);
    const table = ['<!-- commands -->', '', '| command | does |', '|---|---|', ...rows, '', '<!-- /commands -->'].join(
      '\n',
    );
    const text = readFileSync(page, 'utf8');
    const wanted = text.replace(/<!-- commands -->[^]*<!-- \/commands -->/, table);
    if (process.env['UPDATE'] === '1') writeFileSync(page, wanted);
    else expect(text).toBe(wanted);
  });
});

describe('flags', () => {
  it('ask only what one operation needs', async () => {
    const { stdout } = await talked(directory, ['shelf.md', '--for', 'GET /books'], [':list']);
    expect(stdout).toContain(WHO);
    expect(stdout).not.toContain(DOES);
  });

  it('print the list where no terminal is, unless they say otherwise', async () => {
    const list = captured({ directory });
    expect(await run(['ask', 'shelf.md'], list)).toBe(0);
    expect(list.stdout()).toMatch(/^The first 2 questions release 2 operations\n/);
    expect(existsSync(join(directory, 'shelf.md.ask.log'))).toBe(false);
    const both = captured({ directory });
    expect(await run(['ask', 'shelf.md', '--interactive', '--format', 'json'], both)).toBe(2);
    for (const flags of [['--no-interactive'], ['--format', 'pretty']]) {
      const told = captured({ directory, isTerminal: true });
      expect(await run(['ask', 'shelf.md', ...flags], told)).toBe(0);
      expect(told.stdout()).toBe(list.stdout());
    }
    const asked = captured({ directory, isTerminal: true, env: { TERM: 'dumb' } });
    expect(await run(['ask', 'shelf.md'], asked)).toBe(0);
    expect(asked.stdout()).toContain('4 questions open. Each answer is written');
  });

  it('end at once where nothing is open', async () => {
    write(
      SHELF.replaceAll(/- (Does|Who): not shown/g, (_, key: string) =>
        key === 'Does' ? '- Does: reads Book' : '- Who: anyone',
      )
        .replace('| not shown | caller', '| yes | caller')
        .replace('| any | not shown |', '| any | none |'),
    );
    const { status, stdout } = await talk();
    expect([status, stdout.startsWith('shelf.md: nothing is open\n')]).toEqual([0, true]);
    expect(stdout).toContain('2 of 2 run');
  });
});

const open = (): void =>
  write(
    SHELF.replaceAll('- Who: anyone\n', '')
      .replaceAll('- Who: not shown\n', '')
      .replaceAll('- Does: not shown', '- Does: reads Book'),
  );

describe('what several operations leave open', () => {
  it('is asked once and answered once', async () => {
    open();
    const { stdout } = await talk('anyone', ':back', 'signed-in', ':keep', ':list');
    expect(stdout).toContain('Who may call these 2 operations: `GET /books/{id}`, `GET /books`?');
    expect(shelf()).toContain('\n### All operations\n\n- Who: signed-in\n');
    expect(shelf().match(/- Who:/g)).toHaveLength(1);
    expect(stdout.slice(stdout.lastIndexOf('> :list'))).not.toContain('Who may call');
  });

  it('is asked about each by itself when that is wished', async () => {
    open();
    const { stdout } = await talk(':each', 'anyone', ':list');
    expect(shelf()).not.toContain('All operations');
    expect(shelf().match(/- Who: anyone\n/g)).toHaveLength(1);
    expect(stdout.slice(stdout.lastIndexOf('> :list'))).toContain('Who may call `GET /books`?');
  });
});
