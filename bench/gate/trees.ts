// The two programs that the gate compares: this tree, and the commit that `bench/baseline` names. Input: an empty folder. Output: both
// built there, each in a folder of its own; nothing in this tree is touched.

import { execFileSync, spawnSync } from 'node:child_process';
import type { SpawnSyncReturns } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../processes.ts';

/** The commit is not in this clone, or there is no repository. */
export class NoBaseline extends Error {}

/** The first line is a commit id; what follows is for people. */
export function baselineOf(text: string): string {
  const id = text.split('\n', 1)[0]!.trim();
  if (!/^[0-9a-f]{40}$/.test(id)) throw new NoBaseline(`bench/baseline begins with "${id}", expected a full commit id`);
  return id;
}

function git(folder: string, ...args: string[]): SpawnSyncReturns<string> {
  return spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
}

/** Of this clone, or of another. */
export function baseline(folder: string = root): string {
  const id = baselineOf(readFileSync(join(folder, 'bench/baseline'), 'utf8'));
  if (git(folder, 'cat-file', '-e', `${id}^{commit}`).status === 0) return id;
  const isShallow = git(folder, 'rev-parse', '--is-shallow-repository').stdout?.trim() === 'true';
  throw new NoBaseline(
    `the commit ${id} that bench/baseline names is not in this clone${
      isShallow ? ', which is shallow: run `git fetch --unshallow` first' : ': is this a clone with its history?'
    }`,
  );
}

const NEEDED = [
  'src',
  'scripts',
  'examples',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** This tree as it is, committed or not. */
export function candidateIn(place: string): string {
  const folder = join(place, 'candidate');
  mkdirSync(folder);
  for (const name of NEEDED) cpSync(join(root, name), join(folder, name), { recursive: true });
  return built(folder);
}

export function baselineIn(place: string, commit: string): string {
  const folder = join(place, 'baseline');
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return built(folder);
}

function lockOf(folder: string): string {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8');
}

/** With the packages of this tree where they are the same, else with its own. */
function built(folder: string): string {
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  run(join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json');
  run(join('scripts', 'bundle.ts'));
  if (!existsSync(join(folder, 'dist', 'cli', 'main.js'))) throw new Error(`${folder} was not built`);
  return folder;
}
