// Stands in for a container engine where there is none: a folder as the root of processes with namespaces of their own, with this
// machine's /usr in the place of the base image, and the Node of this tree in the place of the image's. Needs root. Input: a folder, how
// to run. Output: processes that see nothing else, the first of them as process 1.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, SpawnSyncReturns } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Run {
  readonly root: string;
  readonly args: readonly string[];
  /** `1000:1000`; left out, root. */
  readonly user?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly directory: string;
  /** What is seen at a path of the box, by that path; `:ro` behind it: read only. */
  readonly mounts?: Readonly<Record<string, string>>;
  /** Nothing but the mounts can be written. */
  readonly readOnly?: boolean;
}

/** Why no box can be made here. */
export function whyNot(): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root';
  const tried = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']);
  return tried.status === 0 ? undefined : 'this system allows no namespaces';
}

const LOCAL = 'usr.local';

/** A root as the base image has it: Node, what comes with it to install packages, and the user `node`. */
export function makeRoot(root: string): void {
  for (const name of [
    'usr',
    'etc',
    'proc',
    'dev',
    'tmp',
    'root',
    'opt/yarn-v1/bin',
    `${LOCAL}/bin`,
    `${LOCAL}/include/node`,
  ])
    mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name));
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  for (const name of ['hosts', 'resolv.conf', 'nsswitch.conf'])
    if (existsSync(`/etc/${name}`)) copyFileSync(`/etc/${name}`, join(root, 'etc', name));
  mkdirSync(join(root, 'etc/ssl'));
  const npm = dirname(dirname(spawnSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).stdout));
  cpSync(npm, join(root, LOCAL, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, LOCAL, 'bin', name));
  for (const name of ['corepack', 'yarn', 'yarnpkg']) writeFileSync(join(root, LOCAL, 'bin', name), '#!/bin/sh\n');
  writeFileSync(join(root, LOCAL, 'bin/node'), '');
  for (const name of ['null', 'zero', 'random', 'urandom']) writeFileSync(join(root, 'dev', name), '');
}

/** Where a path of the box lies outside of it. */
export function outside(root: string, path: string): string {
  return join(root, path.replace(/^\/usr\/local(?=\/|$)/, `/${LOCAL}`));
}

function words({ root, args, user, env, directory, mounts = {}, readOnly = false }: Run): string[] {
  const bind = (from: string, to: string, flags = ''): string[] => [
    `mount --bind "${from}" "${root}${to}"`,
    ...(flags === '' ? [] : [`mount -o remount,bind,${flags} "${root}${to}"`]),
  ];
  const script = [
    ...bind(root, ''),
    ...bind('/usr', '/usr', 'ro'),
    ...bind(`${root}/${LOCAL}`, '/usr/local', readOnly ? 'ro' : ''),
    ...bind(process.execPath, '/usr/local/bin/node', 'ro'),
    ...(existsSync('/etc/ssl') ? bind('/etc/ssl', '/etc/ssl', 'ro') : []),
    ...['null', 'zero', 'random', 'urandom'].flatMap((name) => bind(`/dev/${name}`, `/dev/${name}`)),
    ...Object.entries(mounts).flatMap(([to, from]) =>
      bind(from.replace(/:ro$/, ''), to, from.endsWith(':ro') ? 'ro' : ''),
    ),
    `mount -t proc proc "${root}/proc"`,
    ...(readOnly ? [`mount -o remount,bind,ro "${root}"`] : []),
    'exec setpriv --no-new-privs chroot "$@"',
  ].join('\n');
  const set = Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin', ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const as = user === undefined ? [] : [`--userspec=${user}`, '--groups='];
  const inside = [...as, root, '/usr/bin/env', '--ignore-environment', `--chdir=${directory}`, ...set, ...args];
  return ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script, 'sh', ...inside];
}

/** Runs it to its end. */
export function runIn(run: Run): SpawnSyncReturns<string> {
  prepare(run);
  return spawnSync('unshare', words(run), { encoding: 'utf8', maxBuffer: 2 ** 28 });
}

/** A mount needs something to lie upon. */
function prepare({ root, mounts = {}, directory }: Run): void {
  mkdirSync(outside(root, directory), { recursive: true });
  for (const [to, from] of Object.entries(mounts)) {
    const place = outside(root, to);
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    if (statSync(from.replace(/:ro$/, '')).isDirectory()) mkdirSync(place);
    else writeFileSync(place, '');
  }
}

export interface Running {
  readonly said: () => string;
  /** Of process 1, as it is seen from outside. */
  readonly pid: () => Promise<number>;
  readonly exited: Promise<number>;
  /** Runs a program beside it, as an engine runs a health check. */
  readonly beside: (args: readonly string[]) => SpawnSyncReturns<string>;
}

const started = new Set<ChildProcess>();

/** Ends whatever still runs: process 1 goes with its parent, and all others go with process 1. */
export async function endAll(): Promise<void> {
  const left = [...started].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const ends = left.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of left) child.kill('SIGKILL');
  await Promise.all(ends);
}

export function start(run: Run): Running {
  prepare(run);
  const child = spawn('unshare', words(run), { stdio: ['ignore', 'pipe', 'pipe'] });
  started.add(child);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [uid = '0', gid = '0'] = (run.user ?? '0:0').split(':');
  // Not at 'exit': what it said last may not have come yet.
  const exited = new Promise<number>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 128))),
  );
  return {
    said: () => said,
    pid: () => firstProcess(child, exited, () => said),
    exited,
    beside: (args) => {
      const first = childrenOf(child.pid!)[0];
      const set = Object.entries(run.env).map(([name, value]) => `${name}=${value}`);
      const enter = ['--target', String(first), '--mount', '--pid', '--root', '--setuid', uid, '--setgid', gid];
      const inside = ['/usr/bin/env', '--ignore-environment', 'PATH=/usr/local/bin:/usr/bin:/bin', ...set, ...args];
      return spawnSync('nsenter', [...enter, ...inside], { encoding: 'utf8' });
    },
  };
}

/** Once what prepares the box has become the program itself. */
async function firstProcess(child: ChildProcess, exited: Promise<number>, said: () => string): Promise<number> {
  for (const until = Date.now() + 10_000; ;) {
    if (Date.now() > until) throw new Error('process 1 is not Node');
    if (child.exitCode !== null) {
      await exited;
      throw new Error(`it has ended: ${said()}`);
    }
    const [first] = childrenOf(child.pid!);
    if (first !== undefined && commandOf(first) === 'node') return first;
    await sleep(5);
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim().replace('MainThread', 'node');
  } catch {
    return '';
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
