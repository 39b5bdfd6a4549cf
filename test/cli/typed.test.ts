// What is typed while a document is watched: a terminal is read only while something is offered and the process has it.
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

import { hasTerminal } from '../../src/cli/watching/foreground.ts';
import { typedInto } from '../../src/cli/watching/typed.ts';

function terminal(): PassThrough {
  return Object.assign(new PassThrough(), { isTTY: true });
}

test('a terminal is not read before an offer, nor behind a shell, and is as soon as the process has it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const input = terminal();
    let isFront = false;
    const lines: string[] = [];
    const typed = typedInto({ input }, () => isFront);
    const isRead = (): boolean => input.listenerCount('data') > 0 && !input.isPaused();
    expect(isRead()).toBe(false);
    typed.listen((line) => lines.push(line));
    expect(isRead()).toBe(false);
    isFront = true;
    vi.advanceTimersByTime(1000);
    expect(isRead()).toBe(true);
    input.write('r\n');
    await turn();
    expect(lines).toEqual(['r']);
    isFront = false;
    process.emit('SIGCONT');
    expect(isRead()).toBe(false);
    isFront = true;
    typed.ignore();
    vi.advanceTimersByTime(1000);
    expect(isRead()).toBe(false);
    typed.end();
    expect(process.listenerCount('SIGCONT')).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('it can be typed into until it ends, and at a terminal only in front of the shell', async () => {
  const input = terminal();
  let isFront = true;
  const typed = typedInto({ input }, () => isFront);
  expect(typed.can()).toBe('now');
  isFront = false;
  expect(typed.can()).toBe('behind');
  typed.end();
  const pipe = new PassThrough();
  const piped = typedInto({ input: pipe }, () => false);
  expect(piped.can()).toBe('now');
  pipe.end();
  await turn();
  await turn();
  expect(piped.can()).toBe('never');
  piped.end();
});

test('what is typed before an offer counts never, on a pipe', async () => {
  const input = new PassThrough();
  const lines: string[] = [];
  const typed = typedInto({ input });
  input.write('r\nr');
  await turn();
  typed.listen((line) => lines.push(line));
  input.write('\r\nr\n');
  await turn();
  expect(lines).toEqual(['', 'r']);
  typed.end();
});

test('which group of processes has the terminal is read behind the name, which may hold anything', () => {
  expect(hasTerminal('12 (a) R 1 9) S 1 30 30 34816 30 4194304')).toBe(true);
  expect(hasTerminal('12 (a) R 1 9) S 1 31 30 34816 30 4194304')).toBe(false);
  if (process.platform === 'linux') expect(typeof hasTerminal(readFileSync('/proc/self/stat', 'utf8'))).toBe('boolean');
});
