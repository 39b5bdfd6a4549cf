// Sessions of `ask` as processes: two at once, killed at any moment, in a terminal. What was typed is in the journal, and the
// document is whole: as it was, or with the answer.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-ask-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** As many questions as there are fields: of each, whether it must be sent. */
function shelf(fields: number): string {
  const rows = Array.from({ length: fields }, (_, nth) => `| \`f${nth}\` | string | not shown | caller | any | none |`);
  const others = [3, 4, 5, 6, 7, 8, 9].map((part) => `\n## ${part}. Part\n\nnone\n`).join('');
  return `# Shelf\n\n- Lists: complete unless marked\n\n## 1. What the service does\n\nKeeps books.\n\n## 2. Resources and their fields\n\n### Book\n\n- Identified by: \`f0\`\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n${others}`;
}

const file = (): string => join(directory, 'shelf.md');
const stated = (): number => readFileSync(file(), 'utf8').split(/\| (?:yes|no) \|/).length - 1;

function session(): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [main, 'ask', 'shelf.md', '--interactive'], { cwd: directory });
}

async function heard(child: ChildProcessWithoutNullStreams, words: RegExp): Promise<string> {
  let said = '';
  for await (const piece of child.stdout) {
    said += String(piece);
    if (words.test(said)) return said;
  }
  throw new Error(`never said ${String(words)}: ${said}`);
}

const ended = (child: ChildProcessWithoutNullStreams): Promise<number | null> =>
  new Promise((resolve) => {
    child.on('exit', resolve);
  });

describe('sessions as processes', () => {
  it('do not lose answers to each other', { timeout: 120_000 }, async () => {
    const count = 24;
    writeFileSync(file(), shelf(count));
    const children = [session(), session(), session()];
    const answers = count / children.length;
    const done = children.map(async (child, nth) => {
      const over = ended(child);
      let said = '';
      child.stdout.on('data', (piece: Buffer) => {
        said += String(piece);
      });
      // Each answers fields of its own, while the numbers of the questions move.
      for (let at = nth * answers; at < (nth + 1) * answers; at += 1) {
        const from = said.length;
        child.stdin.write(':list\n');
        const number = await find(
          () => new RegExp(`(\\d+)\\. Must \`Book\\.f${at}\` be sent`).exec(said.slice(from))?.[1],
        );
        child.stdin.write(`:go ${number}\n`);
        await find(() => /\nMust `Book\.f\d+` be sent\?\n {4}at/.exec(said.slice(from))?.[0]);
        const shown = [...said.slice(from).matchAll(/\nMust `Book\.(f\d+)` be sent\?\n {4}at/g)].at(-1)![1];
        child.stdin.write(shown === `f${at}` ? 'yes\n' : ':list\n');
        await find(() => (shown === `f${at}` ? /(written at|In the meantime)/ : /`:go N`/).exec(said.slice(from))?.[0]);
        if (shown !== `f${at}`) at -= 1;
      }
      child.stdin.end();
      return over;
    });
    expect(await Promise.all(done)).toEqual([0, 0, 0]);
    expect(stated()).toBe(count);
    expect(readdirSync(directory).toSorted()).toEqual(['shelf.md', 'shelf.md.ask.log']);
  });

  it('that are killed leave a whole document, and every line in the journal', { timeout: 240_000 }, async () => {
    const count = 60;
    let typed = 0;
    for (let round = 0; round < 8; round += 1) {
      rmSync(`${file()}.ask.log`, { force: true });
      writeFileSync(file(), shelf(count));
      const child = session();
      const over = ended(child);
      await heard(child, /1 of \d+/);
      child.stdout.resume();
      for (let nth = 0; nth < 24; nth += 1) child.stdin.write('yes\n');
      await sleep(5 + round * 60);
      child.kill('SIGKILL');
      await over;
      const text = readFileSync(file(), 'utf8');
      const kept = readFileSync(`${file()}.ask.log`, 'utf8')
        .trim()
        .split('\n')
        .filter((line) => line !== '');
      const lines = kept.map((line) => JSON.parse(line) as { typed?: string; outcome?: string });
      const answers = lines.filter((line) => line.typed !== undefined).length;
      // Whole: nothing but cells is other than before. At most one answer is on its way.
      expect(text.replaceAll('| yes |', '| not shown |')).toBe(shelf(count));
      expect(answers - stated()).toBeGreaterThanOrEqual(0);
      expect(answers - stated()).toBeLessThanOrEqual(1);
      typed += answers;
      const next = session();
      next.stdin.end('yes\n');
      expect(await ended(next)).toBe(0);
      expect(existsSync(`${file()}.ask.lock`)).toBe(false);
    }
    expect(typed).toBeGreaterThan(5);
  });
});

async function find<T>(look: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 3000; tries += 1) {
    const found = look();
    if (found !== undefined) return found;
    await sleep(10);
  }
  throw new Error('never said');
}

const hasScript = spawnSync('sh', ['-c', 'script --version']).status === 0;

// Where no `script` is, nothing here can make a terminal: the test is shown as skipped.
describe.skipIf(!hasScript)('in a terminal', () => {
  it('asks without a flag, and Ctrl-C leaves with what was answered', { timeout: 60_000 }, async () => {
    writeFileSync(file(), shelf(3));
    const command = `'${process.execPath}' '${main}' ask shelf.md`;
    const child = spawn('sh', ['-c', `exec script -qec "${command}" /dev/null`], {
      cwd: directory,
      env: { ...process.env, TERM: 'xterm' },
    });
    let said = '';
    child.stdout.on('data', (piece: Buffer) => {
      said += String(piece);
    });
    const over = ended(child);
    await find(() => /be sent\?[^]*> /.exec(said)?.[0]);
    child.stdin.write('yes\r');
    await find(() => /written[^]*at shelf\.md:\d+[^]*> /.exec(said)?.[0]);
    child.stdin.write('\u0003');
    expect(await over).toBe(0);
    expect(said).toContain('1 answered');
    expect(stated()).toBe(1);
  });
});
