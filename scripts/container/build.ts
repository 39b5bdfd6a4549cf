// Runs the steps of a container file's stages, each in a root of its own. Input: the stages, the folder that is the context. Output: the
// root of the last stage, with what its steps made.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { createRequire } from 'node:module';

import { makeRoot, outside, runIn } from './box.ts';
import type * as Ignore from '@balena/dockerignore';

import type { Run } from './box.ts';
import type { Stage, Step } from './file.ts';

/** Its types say that it is a module of another kind than it is. */
const ignore = createRequire(import.meta.url)('@balena/dockerignore') as typeof Ignore.default.default;

export interface Built {
  readonly root: string;
  readonly stage: Stage;
}

/** `say` is called for each step. */
export function build(stages: readonly Stage[], context: string, place: string, say: (line: string) => void): Built {
  const roots = new Map<string, string>();
  let last: Built | undefined;
  stages.forEach((stage, index) => {
    if (!stage.base.startsWith('node:')) throw new Error(`the script has nothing that stands in for ${stage.base}`);
    const root = join(place, `stage-${index}`);
    makeRoot(root);
    let directory = '/';
    for (const step of stage.steps) {
      say(
        step.kind === 'run'
          ? `run ${step.command.replaceAll(/\s+/g, ' ')}`
          : step.kind === 'copy'
            ? `copy ${step.paths.join(' ')}`
            : `in ${step.path}`,
      );
      if (step.kind === 'workdir') mkdirSync(outside(root, (directory = step.path)), { recursive: true });
      else if (step.kind === 'run') execute(step.command, root, directory);
      else
        copy(step, {
          root,
          directory,
          source: step.from === undefined ? context : sourceOf(step.from, roots),
          context,
        });
    }
    if (stage.name !== undefined) roots.set(stage.name, root);
    roots.set(String(index), root);
    last = { root, stage };
  });
  if (last === undefined) throw new Error('there is no stage');
  return last;
}

function sourceOf(name: string, roots: ReadonlyMap<string, string>): string {
  const root = roots.get(name);
  if (root === undefined) throw new Error(`COPY --from=${name}: there is no such stage`);
  return root;
}

/** A setting of npm on this machine. */
function get(key: string): string | undefined {
  const said = execFileSync('npm', ['config', 'get', key], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return ['', 'null', 'undefined'].includes(said.trim()) ? undefined : said.trim();
}

/** As this machine reaches its registry; those who run an engine tell it the same. */
function network(): Pick<Run, 'env' | 'mounts'> {
  const settings = ['registry', 'proxy', 'https-proxy', 'noproxy', 'cafile'].map((key) => [key, get(key)] as const);
  const named = settings.map(([key, value]) => [`npm_config_${key.replace('-', '_')}`, value]);
  const others = ['NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) =>
    [name, name.toLowerCase()].map((each) => [each, process.env[each]]),
  );
  const certificates = [get('cafile'), process.env['NODE_EXTRA_CA_CERTS']].filter((path) => path !== undefined);
  const cache = get('cache');
  return {
    env: {
      HOME: '/root',
      npm_config_cache: '/root/.npm',
      npm_config_prefer_offline: 'true',
      ...Object.fromEntries([...named, ...others].filter(([, value]) => value !== undefined)),
    },
    mounts: {
      ...(cache !== undefined && existsSync(cache) ? { '/root/.npm': cache } : {}),
      ...Object.fromEntries(
        certificates
          .filter((path) => !path.startsWith('/usr/') && existsSync(path))
          .map((path) => [path, `${path}:ro`]),
      ),
    },
  };
}

function execute(command: string, root: string, directory: string): void {
  const { status, stdout, stderr } = runIn({ root, args: ['/bin/sh', '-c', command], directory, ...network() });
  if (status !== 0) throw new Error(`RUN ${command}: ${stdout}${stderr}`);
}

interface Places {
  readonly root: string;
  readonly directory: string;
  readonly source: string;
  readonly context: string;
}

/** A folder's contents, or files; of the context only what `.dockerignore` leaves. */
function copy(
  { from, paths, to }: Extract<Step, { kind: 'copy' }>,
  { root, directory, source, context }: Places,
): void {
  const file = join(context, '.dockerignore');
  const ignored = ignore().add(from === undefined && existsSync(file) ? readFileSync(file, 'utf8') : '');
  const target = outside(root, to.startsWith('/') ? to : join(directory, to));
  const found = paths.flatMap((path) =>
    (from === undefined ? globSync(path, { cwd: context }) : [path]).map((one) =>
      from === undefined ? join(source, one) : outside(source, one),
    ),
  );
  const taken = found.filter(
    (path) => from !== undefined || statSync(path).isDirectory() || !ignored.ignores(relative(context, path)),
  );
  if (taken.length < paths.length) throw new Error(`COPY ${paths.join(' ')}: not in the context`);
  const isFolder = to.endsWith('/') || taken.length > 1;
  for (const path of taken) {
    const into = statSync(path).isDirectory() || !isFolder ? target : join(target, basename(path));
    let copied = 0;
    cpSync(path, into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) => {
        const isTaken = from !== undefined || statSync(each).isDirectory() || !ignored.ignores(relative(context, each));
        copied += isTaken && !statSync(each, { throwIfNoEntry: false })?.isDirectory() ? 1 : 0;
        return isTaken;
      },
    });
    if (copied === 0) throw new Error(`COPY ${paths.join(' ')}: nothing of ${path} is in the context`);
  }
}
