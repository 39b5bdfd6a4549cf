// The first and the last question of a session of `ask`: how a part is written of which nothing is shown yet, and that the
// last answer can be taken back at a terminal, while a script ends where its questions do.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { PARTS } from '../../src/base/parts.ts';
import { emptyDocument } from '../../src/cli/new.ts';
import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';
import { talked } from './talking.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-ask-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const whole = (): string =>
  emptyDocument('shelf.md')
    .replace('- Lists: not shown', '- Lists: complete unless marked')
    .replaceAll(/^not shown$/gm, 'none');
/** One question is open. */
const open = (): string => whole().replace('does\n\nnone', 'does\n\nnot shown');
const write = (text: string): void => writeFileSync(join(directory, 'shelf.md'), text);
const shelf = (): string => readFileSync(join(directory, 'shelf.md'), 'utf8');

async function atTerminal(...typed: string[]): Promise<{ status: number; stdout: string }> {
  const input = new PassThrough();
  const console = captured({ directory, env: { TERM: 'dumb' }, input, isTerminal: true });
  input.end(typed.map((line) => `${line}\n`).join(''));
  return { status: await run(['ask', 'shelf.md'], console), stdout: console.stdout() };
}

const OFFER = 'That was the last question. `:undo` takes `keeps books` out again, `:back` looks at it; Enter ends';

describe('the last answer', () => {
  it('can be taken back at a terminal before the session ends', async () => {
    write(open());
    const { status, stdout } = await atTerminal('keeps books', '.', ':undo', 'keeps Cups', '.', '');
    expect([status, shelf()]).toEqual([0, open().replace('not shown', 'keeps Cups')]);
    expect(stdout.split(OFFER)).toHaveLength(2);
    expect(stdout).toContain('taken back: keeps books; the document says there what it said before\n');
    expect(stdout).toContain('`:undo` takes `keeps Cups` out again');
    expect(stdout).toContain('\n1 answered, 0 put off, 0 challenged, 0 still open\n');
  });

  it('can be looked at and replaced there; what is typed otherwise is no answer', async () => {
    write(open());
    const { stdout } = await atTerminal(
      'keeps books',
      '.',
      'keeps more',
      ':keep',
      ':list',
      ':back',
      'keeps Cups',
      '.',
      ':quit',
    );
    expect(shelf()).toBe(open().replace('not shown', 'keeps Cups'));
    expect(stdout).toContain('\nlooking back  1/prose\n');
    expect(stdout.split('No question is open; this was not taken for an answer.\n')).toHaveLength(3);
    expect(stdout.split('\nThat was the last question.')).toHaveLength(6);
  });

  it('stays where the input ends, and a script is offered nothing', async () => {
    write(open());
    const ended = await atTerminal('keeps books', '.');
    expect([ended.status, shelf()]).toEqual([0, open().replace('not shown', 'keeps books')]);
    write(open());
    const { status, stdout } = await talked(directory, ['shelf.md'], ['keeps books', '.', ':undo']);
    expect([status, shelf()]).toEqual([0, open().replace('not shown', 'keeps books')]);
    expect(stdout).not.toContain('That was the last question');
    expect(stdout).toContain('1 typed lines were not used');
  });

  it('is none where nothing was open', async () => {
    write(whole().replace('does\n\nnone', 'does\n\nkeeps books'));
    expect((await atTerminal()).stdout).not.toContain('That was the last question');
  });
});

describe('a part of which nothing is shown', () => {
  it('comes with how its statements begin, and where to read about them, in the list and in a session', async () => {
    write(emptyDocument('shelf.md').replace('- Lists: not shown', '- Lists: complete unless marked'));
    const console = captured({ directory });
    await run(['ask', 'shelf.md'], console);
    const session = await talked(directory, ['shelf.md'], [':go 2', ':go 3', ':go 4', ':go 7']);
    for (const begin of [
      '### …\n\n%- Identified by: `…`\n',
      '- Any other move: `…`\n',
      '### GET /…\n\n%- Does: …\n',
      '| Code | Status | When |\n',
    ]) {
      expect(console.stdout()).toContain(`         ${begin.replace('%', '         ')}`);
      expect(session.stdout).toContain(`    ${begin.replace('%', '    ')}`);
    }
    for (const stdout of [console.stdout(), session.stdout]) {
      const named = [...stdout.matchAll(/ how it is written: (.+), "(.+)"\n/g)];
      expect(named).toHaveLength(stdout === session.stdout ? 4 : PARTS.length - 1);
      for (const [, file, heading] of named)
        expect(readFileSync(join(directory, file!), 'utf8')).toContain(`\n### ${heading}\n`);
    }
  });

  it('has these lines for programs, too', async () => {
    write(emptyDocument('shelf.md'));
    const console = captured({ directory });
    await run(['ask', 'shelf.md', '--format', 'json'], console);
    const { questions } = JSON.parse(console.stdout()) as { questions: { gaps: string[]; lines: string[] }[] };
    const lines = new Map(questions.map((one) => [one.gaps[0], one.lines]));
    expect(lines.get('lists')).toEqual([]);
    const due = ['Does', 'Who', 'Unknown fields', 'Emits', 'Repeat'].map((key) => `- ${key}: …`);
    expect(lines.get('4')!.slice(0, 7)).toEqual(['### GET /…', '', ...due]);
  });
});
