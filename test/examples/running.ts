// Starts a document as its users do: `serve` in a process of its own, on free ports, with a data directory of its own. Input: the
// document's path and how it differs from that. Output: its address, calls over real HTTP, and how it ends.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../..', import.meta.url));

export interface Running {
  readonly url: string;
  readonly operator: string;
  readonly port: number;
  readonly process: ChildProcess;
  readonly data: string;
  /** Everything printed so far, both streams. */
  readonly said: () => string;
  /** SIGTERM, then the exit status; a signal that ended it counts as its name. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
}

export interface Start {
  readonly data?: string;
  /** Instead of a data directory. */
  readonly database?: string;
  readonly port?: number;
  readonly options?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

export function scratch(): string {
  return mkdtempSync(join(tmpdir(), 'ninefold-test-'));
}

export function discard(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Runs a command to its end. */
export async function ninefold(
  args: readonly string[],
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, stdout, stderr };
}

export async function serve(document: string, start: Start = {}): Promise<Running> {
  const data = start.data ?? scratch();
  const port = start.port ?? (await freePort());
  const operator = await freePort();
  const args = [
    'src/cli/main.ts',
    'serve',
    document,
    '--port',
    String(port),
    '--operator-port',
    String(operator),
    ...(start.database === undefined ? ['--data', data] : ['--database', start.database]),
  ];
  const child = spawn(process.execPath, [...args, ...(start.options ?? [])], {
    cwd: root,
    env: { ...process.env, ...start.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'SIGKILL')),
  );
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-200_000);
      if (said.includes('operator on')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then((code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> => {
    child.kill(signal);
    return ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    operator: `http://127.0.0.1:${operator}`,
    port,
    process: child,
    data,
    said: () => said,
    stop,
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into whatever was answered
  readonly body: any;
}

/** One call; a body other than text is sent as JSON. */
export async function call(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await answer.text();
  let parsed: unknown;
  try {
    parsed = text === '' ? undefined : JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status: answer.status, headers: answer.headers, text, body: parsed };
}
