// What the README shows is what happens: its document, the findings, the commands. What its picture shows: test/tutorial/.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { root } from '../examples/running.ts';
import { captured } from './captured.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The fence that follows a sentence. */
function shown(behind: string): string {
  const from = readme.indexOf(behind);
  const fence = /```\w*\n(.*?)\n```/s.exec(readme.slice(from));
  if (from === -1 || fence === null) throw new Error(`the README no longer says "${behind}"`);
  return fence[1]!;
}

describe('the README', () => {
  it('shows a part of a document that is there', () => {
    const whole = readFileSync(join(root, 'docs/orders.md'), 'utf8').split('\n');
    const lines = shown('As a designer would write it:').split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => !whole.includes(line))).toEqual([]);
  });

  it('shows what check says of it', async () => {
    const console = captured({ directory: root });
    expect(await run(['check', 'docs/orders.md'], console)).toBe(3);
    expect(console.stdout()).toContain(shown('check docs/orders.md` shows'));
  });

  it('shows pictures that are there', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => file!);
    expect(pictures).toContain('docs/first-run.svg');
    expect(pictures.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('lists the commands there are', async () => {
    const console = captured();
    await run(['--help'], console);
    const commands = [...console.stdout().matchAll(/^ {2}([a-z]+)(?: \[options\])?(?: [<[]| {2})/gm)].map(
      (match) => match[1],
    );
    const listed = [...readme.slice(readme.indexOf('## The commands')).matchAll(/^\| `([a-z]+)[ `]/gm)].map(
      (match) => match[1],
    );
    expect(listed.toSorted()).toEqual(commands.toSorted());
  });

  it.each(
    [...readme.slice(readme.indexOf('## The commands')).matchAll(/^\| `([a-z]+)[ `].*\| (.+?) \|$/gm)].map((row) => [
      row[1]!,
      row[2]!,
    ]),
  )('says how `%s` exits as its help does', async (command, exits) => {
    const console = captured();
    await run([command, '--help'], console);
    expect(console.stdout().replace(/\s+/g, ' ')).toContain(`Exit status: ${exits}`);
  });

  it('begins with what it is and the two commands', () => {
    expect(readme.slice(0, readme.indexOf('## '))).toMatch(
      /^# Ninefold\n\nNinefold .*```\nnpm ci && npm start .*\nnpm ci && npm test .*\n```/s,
    );
  });
});
