// Files that somebody saves: what is told of them, without a process around it.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { watchFiles } from '../../src/cli/watching/files.ts';

let directory: string;
let mayRepeat: boolean;
let said: string[];
let heard: () => void;
let end: () => void;

beforeEach(() => {
  // What is looked at each second is not: events alone have to tell.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  directory = mkdtempSync(join(tmpdir(), 'ninefold-files-'));
  mayRepeat = false;
  said = [];
  heard = () => undefined;
  writeFileSync(join(directory, 'a.md'), 'first\n');
  const say = (what: string): void => {
    said.push(what);
    heard();
  };
  end = watchFiles(['a.md'], directory, new Map([['a.md', 'first\n']]), {
    settled: (texts) => say(texts.get('a.md')!),
    mayRepeat: () => mayRepeat,
    away: (_file, why) => say(why),
    back: () => say('back'),
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  rmSync(directory, { recursive: true });
});

const save = (text: string): void => writeFileSync(join(directory, 'a.md'), text);

/** Until so much has been said. */
async function until(count: number): Promise<readonly string[]> {
  while (said.length < count) await new Promise<void>((resolve) => (heard = resolve));
  return said;
}

test('a save that says the same counts where the one before was not served, and only there', async () => {
  save('second\n');
  await until(1);
  save('second\n');
  save('third, longer\n');
  expect(await until(2)).toEqual(['second\n', 'third, longer\n']);
  mayRepeat = true;
  save('third, longer\n');
  expect(await until(3)).toEqual(['second\n', 'third, longer\n', 'third, longer\n']);
});

test('a text of more than 1 MB is not read', async () => {
  save('word '.repeat(300_000));
  expect(await until(1)).toEqual(['is larger than any document that is watched may be, 1 MB']);
  save('second\n');
  expect(await until(3)).toEqual([said[0], 'back', 'second\n']);
});

test('a file that takes the place of another by its name is told', async () => {
  await sleep(0);
  writeFileSync(join(directory, 'b.md'), 'second\n');
  renameSync(join(directory, 'b.md'), join(directory, 'a.md'));
  expect(await until(1)).toEqual(['second\n']);
});

test('what looks as if more were to come is waited for', async () => {
  save('first\nand more\n');
  await until(1);
  save('second\na');
  // Longer than a whole text rests, and much shorter than half a one.
  await sleep(100);
  save('second\nand more\n');
  expect(await until(2)).toEqual(['first\nand more\n', 'second\nand more\n']);
});
