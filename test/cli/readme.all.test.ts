// What the README shows is what happens: its document, the findings, the calls with their answers, the commands.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { discard, root, serve } from '../examples/running.ts';
import { captured } from './captured.ts';
import { talked } from './talking.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const orders = join(root, 'docs/orders.md');

/** The fence that follows a sentence. */
function shown(behind: string): string {
  const from = readme.indexOf(behind);
  const fence = /```\w*\n(.*?)\n```/s.exec(readme.slice(from));
  if (from === -1 || fence === null) throw new Error(`the README no longer says "${behind}"`);
  return fence[1]!;
}

describe('the README', () => {
  it('shows a part of a document that is there', () => {
    const whole = readFileSync(orders, 'utf8').split('\n');
    const lines = shown('A document, as a designer would write it:').split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => !whole.includes(line))).toEqual([]);
  });

  it('shows what check says of it', async () => {
    const console = captured({ directory: root });
    expect(await run(['check', 'docs/orders.md'], console)).toBe(3);
    expect(console.stdout()).toContain(shown('check docs/orders.md` shows'));
  });

  it('shows how ask goes on', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'ninefold-readme-'));
    cpSync(orders, join(directory, 'docs', 'orders.md'));
    const { stdout } = await talked(directory, ['docs/orders.md'], ['yes']);
    rmSync(directory, { recursive: true });
    expect(stdout).toContain(shown('ask docs/orders.md` asks'));
  });

  it('shows what the service answers', async () => {
    const service = await serve(orders);
    const lines = shown('serve docs/orders.md` runs').split('\n');
    expect(lines.filter((line) => line.startsWith('$ '))).toHaveLength(3);
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith('$ ')) continue;
      const command = line.slice(2).replace('http://127.0.0.1:8080', service.url);
      expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd()).toBe(lines[index + 1]);
    }
    await service.stop();
    discard(service.data);
  });

  it('lists the commands there are', async () => {
    const console = captured();
    await run(['--help'], console);
    const commands = [...console.stdout().matchAll(/^ {2}([a-z]+)(?: \[options\])?(?: <| {2})/gm)].map(
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
