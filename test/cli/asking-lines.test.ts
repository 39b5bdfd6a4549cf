// What a session of `ask` does with lines that are no answer: marks for "nobody knows", a form that waits for words, a
// command among the lines of an answer; and how a line of a refused answer is replaced.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { talked } from './talking.ts';

const CRATE = `# Crates

## 1. What the service does

not shown

## 2. Resources and their fields

### Crate

- Identified by: \`id\`

| Field | Type | Card. | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | 1 | service: new id | any | none |
| \`label\` | string | not shown | caller | not shown | none |

## 4. Endpoints

### GET /crates/{id}

- Does: reads Crate
- Who: anyone

### DELETE /crates/{id}

- Does: deletes Crate
- Who: anyone

## 8. Limits

none
`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-lines-'));
  writeFileSync(join(directory, 'crate.md'), CRATE);
});
afterEach(() => rmSync(directory, { recursive: true }));

const crate = (): string => readFileSync(join(directory, 'crate.md'), 'utf8');
const journal = (): string => readFileSync(join(directory, 'crate.md.ask.log'), 'utf8');
const talk = (...lines: string[]): ReturnType<typeof talked> => talked(directory, ['crate.md'], lines);

/** The command that goes to the question with these words. */
async function to(words: string): Promise<string> {
  const { stdout } = await talk(':list', ':quit');
  return `:go ${new RegExp(`(\\d+)\\. [^\\n]*${words}`).exec(stdout.slice(stdout.indexOf(':list')))![1]!}`;
}

const LISTS = 'Is a list in this document all there is';
const PURPOSE = 'What does the service do\\?';
const ERRORS = 'How does the service say what went wrong';
const STATUS = 'With which status does `GET /crates/\\{id\\}` answer';

describe('a mark for "nobody knows"', () => {
  const marks = ['?', '??', '? ?', '-', '--', '—', '...', '....', '…', 'tbd', 'N/A'];

  it.each([LISTS, PURPOSE, ERRORS, 'Which values may `Crate.label`', STATUS])(
    'is no answer to: %s',
    async (question) => {
      const { stdout } = await talk(await to(question), ...marks, ':quit');
      expect(stdout.match(/\nnot written {2}`[^\n]+` says nothing\. `:later` leaves the question open/g)).toHaveLength(
        marks.length,
      );
      expect(stdout).toContain(
        '`not shown` as the answer says in the document that somebody knows and has not said it',
      );
      expect(stdout).not.toContain('blank-cell');
      expect(crate()).toBe(CRATE);
    },
  );

  it('may ask for help', async () => {
    const { stdout } = await talk('?', ':quit');
    expect(stdout).toContain('`?` was taken as an answer; the command is `:help`.');
  });

  it('is a value in a column of cardinalities alone', async () => {
    const card = await to('`Crate.label` be sent');
    await talk(card, '-', '?', ':quit');
    expect(crate()).toBe(CRATE.replace('string | not shown', 'string | ?'));
    writeFileSync(join(directory, 'crate.md'), CRATE.replace('Card.', 'Required').replace('| 1 |', '| yes |'));
    const before = crate();
    expect((await talk(card, '?', ':quit')).stdout).toContain('not written  `?` says nothing');
    expect(crate()).toBe(before);
  });
});

describe('a form that waits for words', () => {
  it('of a row of statuses says a line that is written when it is typed', async () => {
    const asked = await to(STATUS);
    const { stdout } = await talk(asked, ':1', ':quit');
    expect(stdout).toContain(':1 a row, Status | When | Body: … | found | …');
    const line = /waits for words .*\. Type a whole line, such as: (.*)\n/.exec(stdout)![1]!;
    expect(line).toBe('200 | found | Crate');
    expect(stdout).toContain(`such as: ${line}\n> :1`);
    await talk(asked, line, ':quit');
    expect(crate()).toContain(`| Status | When | Body |\n|---|---|---|\n| ${line} |\n`);
    const deleted = await talk(await to('With which status does `DELETE'), ':1', ':quit');
    expect(deleted.stdout).toContain('Type a whole line, such as: 204 | deleted | none\n');
  });
});

const HEADS = ['| Code | Status | When |', '|---|---|---|'];
const GONE = '| `gone` | 404 | no such Crate |';

describe('a command among the lines of an answer', () => {
  it(':quit leaves without the answer, and says so', async () => {
    const { status, stdout } = await talk(await to(ERRORS), ...HEADS, ':quit', GONE);
    expect(status).toBe(0);
    expect(stdout).toContain('`:undo` gives them up');
    expect(stdout).toContain(
      'not written: `:quit` came before the answer had ended; its lines are in crate.md.ask.log',
    );
    expect(stdout).toContain('0 answered');
    expect(journal()).toContain('"words":"| Code | Status | When |\\n|---|---|---|","outcome":"not written"');
    expect(crate()).toBe(CRATE);
  });

  it.each([':list', ':keep', ':help', ':later Ann knows', ':1', ':back'])(
    'waits until the answer has ended: %s',
    async (line) => {
      const { stdout } = await talk(await to(ERRORS), HEADS[0]!, line, HEADS[1]!, GONE, '.', ':quit');
      const name = line.split(' ')[0]!;
      expect(stdout).toContain(
        `\`${name}\` waits until this answer has ended: a line \`.\` or two empty lines end it, \`:undo\` gives it up.\n`,
      );
      expect(crate()).toContain(`## 7. Errors\n\n${[...HEADS, GONE].join('\n')}\n`);
      expect(crate()).not.toContain(line);
    },
  );

  it('that there is not is no text, and one without its colon is said to be text', async () => {
    const { stdout } = await talk(await to(ERRORS), ...HEADS, ':lst', GONE, 'help', ':undo', ':quit');
    expect(stdout).toContain('There is no command `:lst`; did you mean `:list`');
    expect(stdout).toContain('`help` was taken as a line of the answer; the command is `:help`');
    expect(journal()).toContain(`${JSON.stringify([...HEADS, GONE, 'help'].join('\n'))},"outcome":"not written"`);
  });

  it(':undo gives the answer up, and the question is still asked', async () => {
    const { stdout } = await talk(await to(PURPOSE), '.', 'Keeps', ':undo', 'Stores crates.', '.', ':quit');
    expect(stdout).toContain('`.` ends an answer of several lines; nothing is typed yet.');
    expect(stdout).toContain('not written: the answer is given up; its lines are in crate.md.ask.log');
    expect(crate()).toBe(CRATE.replace('not shown\n\n## 2', 'Stores crates.\n\n## 2'));
  });

  it('takes two colons as text, and a row that delimits heads takes none', async () => {
    await talk(await to(PURPOSE), 'Keeps crates', '::list of them', '.', ':quit');
    expect(crate()).toContain('\nKeeps crates\n:list of them\n');
    await talk(
      await to(ERRORS),
      'Code | Status | When',
      ':---|:--:|---:',
      '`gone` | 404 | no such Crate',
      '.',
      ':quit',
    );
    expect(crate()).toContain('Code | Status | When\n:---|:--:|---:\n`gone` | 404 | no such Crate\n');
  });

  it(':line replaces a line before the answer is tried', async () => {
    const { stdout } = await talk(
      await to(ERRORS),
      ...HEADS,
      GONE.replace('404', '40'),
      `:line 3 ${GONE}`,
      ':line 9 x',
      '.',
      ':quit',
    );
    expect(stdout).not.toContain('not written');
    expect(stdout).toContain(`  3  ${GONE}\n`);
    expect(crate()).toContain(`${[...HEADS, GONE].join('\n')}\n`);
    expect(crate()).not.toContain('| 40 |');
  });
});

describe('a refused answer of several lines', () => {
  it('is shown with its numbers, and is tried again with a line replaced, taken out or added', async () => {
    const { stdout } = await talk(
      await to(ERRORS),
      ...HEADS,
      GONE.replace('404', '40'),
      '| `odd` | 422 | any field |',
      '.',
      ':line 9 x',
      `:line 3 ${GONE}`,
      ':line 4',
      ':quit',
    );
    expect(stdout.split('not written yet')).toHaveLength(3);
    expect(stdout).toContain('\n  3  | `gone` | 40 | no such Crate |\n  4  | `odd` | 422 | any field |\n');
    expect(stdout).toContain(`\n  3  ${GONE}\n  4  | \`odd\` | 422 | any field |\n`);
    expect(stdout).toContain('`:line 2 <words>` replaces the second line, `:line 2` takes it out\n');
    expect(crate()).toContain(`## 7. Errors\n\n${[...HEADS, GONE].join('\n')}\n`);
    expect(crate()).not.toContain('odd');
  });

  it('grows by a line, and is kept as it was mended last', async () => {
    const added = '| `late` | 40 | internal |';
    await talk(
      await to(ERRORS),
      ...HEADS,
      '| `a` | 41 | internal |',
      '.',
      `:line 3 ${GONE.replace('404', '44')}`,
      `:line 4 ${added}`,
      ':keep',
      ':quit',
    );
    expect(crate()).toContain(`${[...HEADS, GONE.replace('404', '44'), added].join('\n')}\n`);
  });

  it('is not kept where it was mended to what cannot be written', async () => {
    const wrong = [...HEADS, '| `a` | 41 | internal |', '.'];
    const { stdout } = await talk(await to(ERRORS), ...wrong, ':line 1 ## Heads', ':keep', ':quit');
    expect(stdout).toContain('Only headings with three `#` are allowed in a part');
    expect(stdout).toContain('There is no answer that waits to be kept.');
    expect(crate()).toBe(CRATE);
  });

  it('waits at its own question alone, and is gone when another was written', async () => {
    const errors = await to(ERRORS);
    const wrong = [...HEADS, '| `a` | 41 | internal |', '.'];
    const elsewhere = await talk(errors, ...wrong, ':go 1', ':line 3', ':quit');
    expect(elsewhere.stdout).toContain('No answer of several lines waits to be mended.');
    expect(crate()).toBe(CRATE);
    const { stdout } = await talk(':line 1 x', ':quit');
    expect(stdout).toContain('No answer of several lines waits to be mended.');
  });
});
