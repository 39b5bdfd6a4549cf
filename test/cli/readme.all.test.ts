// The README says in short what it is, and docs/commands.md which commands there are; both as they are. What the README's picture and its
// document show: test/tutorial/. UPDATE=1 writes the options of the commands.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/commands/table.ts';
import { run } from '../../src/cli/program.ts';
import { root } from '../examples/running.ts';
import { captured } from './captured.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const page = join(root, 'docs', 'commands.md');
const commands = readFileSync(page, 'utf8');

async function help(...command: readonly string[]): Promise<string> {
  const console = captured({ directory: root });
  await run([...command, '--help'], console);
  return console.stdout();
}

describe('the README', () => {
  it('begins with what it is and the two commands', () => {
    expect(readme.slice(0, readme.indexOf('## '))).toMatch(
      /^# Ninefold\n\nNinefold .*```\nnpm ci && npm start .*\nnpm ci && npm test .*\n```/s,
    );
  });

  it('is short', () => expect(readme.split('\n').length).toBeLessThan(130));

  it('says what the words mean that check uses', () => {
    const said = [...readme.matchAll(/^- \*\*(\w+)\*\*: /gm)].map(([, word]) => word);
    expect(said).toEqual(['gap', 'held', 'partly', 'unsupported']);
  });

  it('shows pictures that are there', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => file!);
    expect(pictures).toContain('docs/first-run.svg');
    expect(pictures.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('docs/commands.md', () => {
  const rows = [...commands.matchAll(/^\| `([a-z]+)[ `].*\| (.+?) \|$/gm)].map((row) => [row[1]!, row[2]!] as const);

  it('lists the commands there are', async () => {
    const there = [...(await help()).matchAll(/^ {2}([a-z]+)(?: \[options\])?(?: [<[]| {2})/gm)].map(
      ([, name]) => name,
    );
    expect(rows.map(([name]) => name).toSorted()).toEqual(there.toSorted());
  });

  it.each(rows)('says how `%s` exits as its help does', async (command, exits) => {
    expect((await help(command)).replace(/\s+/g, ' ')).toContain(`Exit status: ${exits}`);
  });

  it('shows the options of each as its help does', async () => {
    const shown: string[] = [];
    for (const { usage } of COMMANDS) {
      const name = usage.split(' ')[0]!;
      shown.push(`### ${name}\n\n\`\`\`\n${(await help(name)).trim()}\n\`\`\``);
    }
    const [from, to] = ['<!-- options -->', '<!-- /options -->'];
    const now = `${commands.split(from)[0]}${from}\n\n${shown.join('\n\n')}\n\n${to}${commands.split(to)[1]}`;
    expect(shown.length).toBeGreaterThan(10);
    if (process.env['UPDATE'] === '1') writeFileSync(page, now);
    else expect(commands).toBe(now);
  });
});
