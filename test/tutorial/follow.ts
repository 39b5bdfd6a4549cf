// Follows a page as a reader would, in a folder of its own: files are written and changed, commands run in one shell, and a service stays
// open in a second terminal. Input: the page. Output: what each terminal printed, as the page spells it.

import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort, root } from '../examples/running.ts';
import { changed } from '../behaviour/case.ts';
import { stepsOf, type Step } from './page.ts';

export interface Told {
  readonly step: Step;
  /** What the terminal printed; empty for what is written. */
  readonly now: string;
}

/** Milliseconds after which what a terminal should have printed is taken for missing. */
const LONGEST = 15_000;
/** Milliseconds without a new line after which a terminal is taken for done, when the page does not say what it prints. */
const QUIET = 1500;
/** What a service issues: another one each time. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g;
/** What the clock of a service says: another one each time. */
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** With `start`, the command that stays open once the first file is written, where the page does not show its terminal. */
export async function follow(page: string, isUpdate: boolean, start?: string): Promise<readonly Told[]> {
  const reader = await sitDown();
  const told: Told[] = [];
  try {
    const steps = stepsOf(page);
    for (const [index, step] of steps.entries()) {
      // What is changed in several places is saved once.
      const isSaved = step.kind !== 'change' || steps[index + 1]?.kind !== 'change';
      told.push({ step, now: (await take(reader, step, { isUpdate, isSaved })) ?? '' });
      if (step.kind === 'write' && start !== undefined) await started(reader, start);
    }
  } finally {
    await reader.leave();
  }
  return told;
}

interface Reader {
  /** The folder that the shell is in; a `cd` moves it. */
  at: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where commands are typed: what one sets, such as a variable, is there for the next. */
  readonly shell: Terminal;
  readonly spelled: (text: string) => string;
  readonly meant: (text: string) => string;
  terminal: Terminal | undefined;
  /** The document as it stands in the editor. */
  unsaved: string | undefined;
  readonly leave: () => Promise<void>;
}

interface Terminal {
  readonly process: ChildProcess;
  printed: string;
  read: number;
}

async function sitDown(): Promise<Reader> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'ninefold-tutorial-')));
  const [port, operator] = [await freePort(), await freePort()];
  const bin = join(base, 'bin');
  mkdirSync(bin);
  const command = join(bin, 'ninefold');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'src/cli/main.ts')}" "$@"\n`);
  chmodSync(command, 0o755);
  const home = join(base, 'you');
  mkdirSync(home);
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env['PATH']}`,
    NINEFOLD_PORT: String(port),
    NINEFOLD_OPERATOR_PORT: String(operator),
    NO_COLOR: '1',
  };
  const reader: Reader = {
    at: home,
    env,
    shell: opened('sh', { at: home, env }),
    spelled: (text) =>
      text
        .replaceAll(home, '…')
        .replaceAll(/\(\d+ ms\)/g, '(30 ms)')
        .replaceAll(TOKEN, '…')
        .replaceAll(INSTANT, '…')
        .replaceAll(`:${port}`, ':8080')
        .replaceAll(`:${operator}`, ':8081'),
    meant: (text) => text.replaceAll(':8080', `:${port}`).replaceAll(':8081', `:${operator}`),
    terminal: undefined,
    unsaved: undefined,
    async leave() {
      if (reader.terminal !== undefined) await ended(reader.terminal.process, 'SIGINT');
      await ended(reader.shell.process, 'SIGKILL');
      rmSync(base, { recursive: true, force: true });
    },
  };
  return reader;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

interface Way {
  readonly isUpdate: boolean;
  /** Is the document saved after this change? */
  readonly isSaved: boolean;
}

async function take(reader: Reader, step: Step, { isUpdate, isSaved }: Way): Promise<string | undefined> {
  switch (step.kind) {
    case 'write':
      writeFileSync(join(reader.at, step.file), step.text);
      return undefined;
    case 'change': {
      const file = join(reader.at, step.file);
      reader.unsaved = changed(reader.unsaved ?? readFileSync(file, 'utf8'), [step]);
      if (!isSaved) return undefined;
      writeFileSync(file, reader.unsaved);
      reader.unsaved = undefined;
      return undefined;
    }
    case 'commands': {
      let shown = '';
      for (const { command } of step.calls) shown += `$ ${command}\n${await ran(reader, command)}`;
      return shown;
    }
    case 'open':
      reader.terminal = opened(step.command, reader);
      return `$ ${step.command}\n${await printed(reader, step.output, isUpdate)}`;
    case 'more':
      if (step.typed !== undefined) reader.terminal!.process.stdin!.write(`${step.typed}\n`);
      return printed(reader, step.output, isUpdate);
  }
}

/** Once it listens, which it says with where its data is. */
async function started(reader: Reader, command: string): Promise<void> {
  reader.terminal = opened(command, reader);
  for (const end = Date.now() + LONGEST; !/^data in /m.test(reader.terminal.printed); await sleep(20))
    if (Date.now() > end) throw new Error(`${command} does not listen\n${reader.terminal.printed}`);
}

/** What the shell prints until it says that the command is over, and where it is then. */
async function ran(reader: Reader, command: string): Promise<string> {
  const { shell } = reader;
  shell.process.stdin!.write(`{ ${reader.meant(command)}\n} </dev/null; printf '\\001%s\\001' "$PWD"\n`);
  const parts = (): readonly string[] => shell.printed.slice(shell.read).split('\u0001');
  for (const end = Date.now() + LONGEST; parts().length < 3; await sleep(5))
    if (Date.now() > end) throw new Error(`no end of: ${command}\n${parts().join('')}`);
  const [text = '', at = ''] = parts();
  [shell.read, reader.at] = [shell.printed.length, at];
  const shown = reader.spelled(text);
  // The fence behind it stands on a line of its own.
  return shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`;
}

function opened(command: string, { at, env }: Pick<Reader, 'at' | 'env'>): Terminal {
  const child = spawn('sh', ['-c', `exec ${command} 2>&1`], { cwd: at, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const terminal: Terminal = { process: child, printed: '', read: 0 };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (terminal.printed += text));
  return terminal;
}

/** What is new in the open terminal, without the lines of requests. */
async function printed(reader: Reader, expected: string, isUpdate: boolean): Promise<string> {
  const terminal = reader.terminal!;
  const now = (): string => {
    const text = terminal.printed.slice(terminal.read);
    return reader.spelled(text.slice(0, text.lastIndexOf('\n') + 1).replaceAll(/^\{.*\n/gm, ''));
  };
  for (let end = Date.now() + LONGEST, since = Date.now(), before = ''; Date.now() < end; await sleep(20)) {
    const text = now();
    if (!isUpdate && text === expected) break;
    if (text !== before) [before, since] = [text, Date.now()];
    if (isUpdate && text !== '' && Date.now() - since > QUIET) break;
  }
  const text = now();
  terminal.read = terminal.printed.lastIndexOf('\n') + 1;
  return text;
}
