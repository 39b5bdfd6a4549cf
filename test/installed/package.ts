// The package as it is handed out: packed in a clone that was never built, and installed into an empty folder with the packages it needs,
// taken from this tree, so that no registry is asked. Input: a folder. Output: the clone, the tarball, the installed place.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { root } from '../examples/running.ts';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly engines: { readonly node: string };
}

export const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What no clone has. */
const MADE: ReadonlySet<string> = new Set(['.git', 'coverage', 'dist', 'node_modules']);
/** Not a registry anywhere, should npm ask for one all the same. */
const NOWHERE = 'http://127.0.0.1:9/';

/** This tree as someone who clones it has it, before `npm ci`. */
export function cloned(place: string): string {
  const clone = join(place, `clone-${readdirSync(place).length}`);
  mkdirSync(clone);
  for (const name of readdirSync(root))
    if (!MADE.has(name)) cpSync(join(root, name), join(clone, name), { recursive: true });
  return clone;
}

/** As README says: `npm ci`, then `npm pack`. Answers the path of the tarball; never changes the tree. */
export function packed(place: string): string {
  const clone = cloned(place);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  return pack(clone, place, []);
}

/** A folder with the package in its node_modules, as `npm install ninefold` leaves it. */
export function installed(place: string, tarball: string, path: string): string {
  const packages = join(place, 'packages');
  if (!existsSync(packages)) {
    mkdirSync(packages);
    for (const name of needed()) pack(join(root, 'node_modules', name), packages);
  }
  const here = join(place, `here-${readdirSync(place).length}`);
  mkdirSync(here);
  npm(
    [
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      tarball,
      ...readdirSync(packages).map((one) => join(packages, one)),
    ],
    here,
    path,
  );
  return here;
}

/** The packages that the lock file has for use, not for development. */
function needed(): readonly string[] {
  const lock: { readonly packages: Readonly<Record<string, { readonly dev?: boolean }>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && dev !== true && existsSync(join(root, path)))
    .map(([path]) => path.slice('node_modules/'.length));
}

function pack(folder: string, into: string, options: readonly string[] = ['--ignore-scripts']): string {
  const said = npm(['pack', ...options, '--json', '--pack-destination', into], folder, process.env['PATH']!);
  const [{ filename }] = JSON.parse(said) as [{ readonly filename: string }];
  return join(into, filename.replace('@', '').replace('/', '-'));
}

export function npm(args: readonly string[], cwd: string, path: string): string {
  return execFileSync('npm', [...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, npm_config_registry: NOWHERE, npm_config_update_notifier: 'false' },
  });
}

/** PATH with a Node before all others, and no programs of this tree. */
export function pathWith(node: string): string {
  const others = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return [node, ...others].join(delimiter);
}

/** The folder and the version of the machine's own Node, which is not the one that the install brings. */
export function otherNode(): { readonly folder: string; readonly version: string } | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder.includes('node_modules') || !existsSync(join(folder, 'node'))) continue;
    const version = execFileSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).trim().slice(1);
    return { folder, version };
  }
  return undefined;
}
