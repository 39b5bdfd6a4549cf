// The tools that are compared: how each is started over a directory of its own, what its form is, how a move is asked for. Input: the
// folder with the peers, each installed in a folder of its own. Output: processes that have answered once.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { freePort, pinned, root } from '../processes.ts';
import type { Server } from '../processes.ts';
import { mockoon, openapi, rows } from './forms.ts';
import type { Answer, Call, Hand, Json } from './questions.ts';

export type Name = 'ninefold' | 'prism' | 'json-server' | 'mockoon';

export interface Tool {
  readonly name: Name;
  /** The npm package, and the folder below that of the peers in which it is looked for. */
  readonly package: string;
  readonly folder: string;
  /** Writes the interface into the directory, unless one stands there, and says how to start. */
  readonly command: (options: Start, port: number, operator: number) => readonly string[];
  /** json-server has no operations of its own: there the caller writes the state. */
  readonly movesByPatch?: true;
}

export interface Start {
  readonly directory: string;
  readonly peers: string;
  /** Whole, or with the twelve statements left out. */
  readonly whole: boolean;
  /** Rows that are there at the beginning, where the tool's form can say so. */
  readonly rows: number;
  readonly core?: 0 | 'any';
}

export const document: string = join(root, 'bench/peers/bookings.md');

function once(file: string, text: string): string {
  if (!existsSync(file)) writeFileSync(file, text);
  return file;
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'ninefold',
    package: 'ninefold',
    folder: '',
    command: ({ directory }, port, operator) => {
      const file = join(directory, 'bookings.md');
      if (!existsSync(file)) cpSync(document, file);
      const data = join(directory, 'data');
      const ports = ['--port', String(port), '--operator-port', String(operator)];
      return [process.execPath, join(root, 'bin/ninefold.cjs'), 'serve', file, ...ports, '--data', data];
    },
  },
  {
    name: 'prism',
    package: '@stoplight/prism-cli',
    folder: 'prism',
    command: ({ directory, peers, whole }, port) => {
      const file = once(join(directory, 'openapi.json'), openapi(whole));
      const program = join(peers, 'prism/node_modules/@stoplight/prism-cli/dist/index.js');
      return [
        process.execPath,
        program,
        'mock',
        file,
        '-p',
        String(port),
        '-h',
        '127.0.0.1',
        '-v',
        'error',
        '-m',
        'false',
      ];
    },
  },
  {
    name: 'json-server',
    package: 'json-server',
    folder: 'json',
    movesByPatch: true,
    command: (options, port) => {
      const file = once(join(options.directory, 'db.json'), JSON.stringify({ bookings: rows(options.rows) }));
      const program = join(options.peers, 'json/node_modules/json-server/lib/cli/bin.js');
      return [process.execPath, program, file, '--port', String(port), '--host', '127.0.0.1', '--quiet'];
    },
  },
  {
    name: 'mockoon',
    package: '@mockoon/cli',
    folder: 'mockoon',
    command: (options, port) => {
      const file = once(join(options.directory, 'mockoon.json'), mockoon(options.whole, options.rows));
      const program = join(options.peers, 'mockoon/node_modules/@mockoon/cli/bin/run.js');
      const quiet = ['--disable-log-to-file', '--disable-admin-api'];
      return [process.execPath, program, 'start', '--data', file, '--port', String(port), ...quiet];
    },
  },
];

export function versionOf(tool: Tool, peers: string): string {
  const file =
    tool.folder === ''
      ? join(root, 'package.json')
      : join(peers, tool.folder, 'node_modules', tool.package, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

export function isThere(tool: Tool, peers: string): boolean {
  return tool.folder === '' || existsSync(join(peers, tool.folder, 'node_modules', tool.package, 'package.json'));
}

export async function ask(port: number, { method, path, body }: Call): Promise<Answer> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers:
          sent === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
          );
          resolve({ status: answer.statusCode ?? 0, body: parsed(text), headers });
        });
        answer.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(sent);
  });
}

function parsed(text: string): Json {
  try {
    return text === '' ? null : (JSON.parse(text) as Json);
  } catch {
    return text;
  }
}

export function handOf(tool: Tool, port: number): Hand {
  const call = (asked: Call): Promise<Answer> => ask(port, asked);
  const path = { confirmed: 'confirm', left: 'leave' };
  return {
    call,
    move: (id, to) =>
      tool.movesByPatch
        ? call({ method: 'PATCH', path: `/bookings/${String(id)}`, body: { status: to } })
        : call({ method: 'POST', path: `/bookings/${String(id)}/${path[to]}` }),
  };
}

export interface Running extends Server {
  /** From spawning the process to the end of its first answer. */
  readonly firstAnswer: number;
  readonly operator: number;
}

/** Asks every five milliseconds until something answers; nothing that a tool prints is waited for. */
export async function startTool(tool: Tool, options: Start): Promise<Running> {
  mkdirSync(options.directory, { recursive: true });
  const port = await freePort();
  const operator = await freePort();
  const command = tool.command(options, port, operator);
  const pinning = pinned && options.core === 0 ? ['taskset', '-c', '0'] : [];
  const [program, ...args] = [...pinning, ...command];
  let said = '';
  const began = performance.now();
  const child = spawn(program!, args, {
    cwd: options.directory,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  for (;;) {
    const answer = await ask(port, { method: 'GET', path: '/bookings' }).catch(() => null);
    if (answer) return { name: tool.name, port, operator, process: child, firstAnswer: performance.now() - began };
    if (child.exitCode !== null) throw new Error(`${tool.name} ended with ${child.exitCode}: ${said}`);
    if (performance.now() - began > 60_000) throw new Error(`${tool.name} does not answer: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export async function kill(server: Server): Promise<void> {
  if (server.process.exitCode !== null || server.process.signalCode !== null) return;
  const ended = new Promise((resolve) => server.process.once('exit', resolve));
  server.process.kill('SIGKILL');
  await ended;
}
