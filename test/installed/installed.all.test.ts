// The package from its tarball, in an empty folder: on the Node it needs, on an older one, without a network, and as
// programs in TypeScript see it.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import type { SpawnSyncReturns } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { discard, freePort, root, scratch } from '../examples/running.ts';
import { cloned, installed, manifest, otherNode, packed, pathWith } from './package.ts';

const NODE = dirname(process.execPath);
let place: string;
let tarball: string;
let here: string;

beforeAll(() => {
  place = scratch();
  tarball = packed(place);
  here = installed(place, tarball, pathWith(NODE));
}, 180_000);
afterAll(() => discard(place));

// npm's own warnings about the settings of a machine are not what is looked at.
const { FORCE_COLOR: _, NINEFOLD_TIER: _tier, ...environment } = process.env;
const usual = { ...environment, npm_config_loglevel: 'error' };
const offline = (): NodeJS.ProcessEnv => ({
  ...usual,
  PATH: pathWith(NODE),
  NODE_OPTIONS: `--require=${join(import.meta.dirname, 'offline.cjs')}`,
  OFFLINE_LOG: join(place, 'offline.log'),
});
/** In a network of its own without a way out, where the system lets us make one. */
const apart = spawnSync('unshare', ['--net', 'true']).status === 0 ? ['unshare', '--net'] : [];
function npx(args: readonly string[]): SpawnSyncReturns<string> {
  const [program = '', ...words] = [...apart, 'npx', '--offline', 'ninefold', ...args];
  return spawnSync(program, words, { cwd: here, encoding: 'utf8', env: offline() });
}

const files = (): string[] =>
  execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('/'))
    .map((path) => path.replace(/^package\//, ''));

describe('the tarball', () => {
  it('holds the command, the entry for programs with its types, the examples, the pages, and nothing else', () => {
    expect([...new Set(files().map((path) => path.split('/')[0]))].toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'docs',
      'examples',
      'package.json',
    ]);
    expect(files().filter((path) => /\.(?:map|sqlite|data|log|tsbuildinfo)\b/.test(path))).toEqual([]);
    expect(files().filter((path) => path.startsWith('dist/') && !/\.(?:js|d\.ts)$/.test(path))).toEqual([]);
  });

  it('is not made where what builds it is not installed: one sentence says what to do', () => {
    const clone = cloned(place);
    const { status, stderr } = spawnSync('npm', ['pack', '--pack-destination', place], {
      cwd: clone,
      encoding: 'utf8',
      env: { ...usual, PATH: pathWith(NODE) },
    });
    expect([status !== 0, readdirSync(clone).filter((name) => name.endsWith('.tgz'))]).toEqual([true, []]);
    expect(stderr).toContain('typescript and rolldown are not installed here: run `npm ci` first.');
  });

  it('is small: under 1.7 megabytes, under 560 files', () => {
    expect(statSync(tarball).size).toBeLessThan(1_700_000);
    expect(files().length).toBeLessThan(560);
  });

  it('holds each function once, whether the command or a program uses it', () => {
    const folder = join(here, 'node_modules', 'ninefold', 'dist');
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
    const holders = code.filter((path) =>
      /^(?:export )?(?:async )?function openSqlite\(/m.test(readFileSync(join(folder, path), 'utf8')),
    );
    expect(holders).toHaveLength(1);
  });

  it('holds whatever its pages link to', () => {
    const inside = new Set(files());
    const folder = join(here, 'node_modules', 'ninefold');
    const isThere = (path: string): boolean =>
      inside.has(path) || [...inside].some((one) => one.startsWith(`${path}/`));
    const links = [...inside]
      .filter((path) => path.endsWith('.md'))
      .flatMap((page) => {
        const prose = readFileSync(join(folder, page), 'utf8')
          .replace(/^(```+|~~~+).*?^\1/gms, '')
          .replace(/`[^`\n]*`/g, '');
        const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target!.replace(/#.*$/, ''));
        return targets
          .filter((target) => target !== '' && !/^[a-z]+:/i.test(target))
          .map((target) => join(dirname(page), target).replace(/\/$/, ''));
      });
    expect(links.length).toBeGreaterThan(50);
    const inRepository = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/decisions'];
    expect([...new Set(links.filter((path) => !isThere(path)))].toSorted()).toEqual(inRepository);
  });
});

describe('installed, without a network', () => {
  it('is guarded by something that sees an attempt', () => {
    for (const script of [
      "fetch('http://192.0.2.1/')",
      "require('net').connect(80, '192.0.2.1')",
      "require('dns').lookup('example.org', () => {})",
    ]) {
      const log = join(place, 'canary.log');
      const { status } = spawnSync(process.execPath, ['-e', script], { env: { ...offline(), OFFLINE_LOG: log } });
      expect([script, status]).toEqual([script, 1]);
      expect(readFileSync(log, 'utf8')).toContain('192.0.2.1');
    }
  });

  it('writes a document, checks it, serves it, and asks no other machine', async () => {
    const began = performance.now();
    expect(npx(['new', 'empty.md']).status).toBe(0);
    expect(npx(['check', 'empty.md']).status).toBe(3);
    const made = npx(['new', 'my-todos.md', '--from', 'todo-backend']);
    expect([made.status, made.stdout]).toEqual([0, 'wrote my-todos.md\n']);
    expect(npx(['check', 'my-todos.md'])).toMatchObject({ status: 0, stderr: '' });
    const [port, operator] = [await freePort(), await freePort()];
    const bin = join(here, 'node_modules', '.bin', 'ninefold');
    const served = spawn(bin, ['serve', 'my-todos.md', '--port', `${port}`, '--operator-port', `${operator}`], {
      cwd: here,
      env: offline(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => served.once('exit', resolve));
    try {
      let said = '';
      for await (const chunk of served.stdout) {
        said += String(chunk);
        if (said.includes('data in')) break;
      }
      const created = await fetch(`http://127.0.0.1:${port}/todos`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"title":"installed"}',
      });
      expect(created.status).toBe(201);
      expect((await fetch(`http://127.0.0.1:${operator}/readyz`)).status).toBe(200);
      console.info(`from the first command to the first answer: ${Math.round(performance.now() - began)} ms`);
    } finally {
      served.kill('SIGTERM');
    }
    expect(await ended).toBe(0);
    expect(existsSync(join(here, 'my-todos.data'))).toBe(true);
    expect(existsSync(join(place, 'offline.log'))).toBe(false);
  });
});

describe('installed on an older Node', () => {
  const other = otherNode();
  const isOld = other !== undefined && Number(other.version.split('.')[0]) < 24;
  if (!isOld) console.warn(`skipped: no Node older than 24 in PATH (${other?.version ?? 'none at all'})`);

  it.skipIf(!isOld)('installs, and says in one sentence which version it needs', () => {
    const path = pathWith(other!.folder);
    const old = installed(place, tarball, path);
    for (const args of [['new', 'a.md'], ['check', 'a.md'], ['serve', 'a.md'], ['--help'], []]) {
      const { status, stdout, stderr } = spawnSync('npx', ['--offline', 'ninefold', ...args], {
        cwd: old,
        encoding: 'utf8',
        env: { ...usual, PATH: path },
      });
      expect([args, status, stdout, stderr]).toEqual([
        args,
        2,
        '',
        `ninefold needs Node 24 or newer; this is Node ${other!.version}.\n`,
      ]);
    }
    expect(existsSync(join(old, 'a.md'))).toBe(false);
  });

  it('names the version that package.json names', () => {
    expect(manifest.engines.node).toBe('>=24');
  });
});

const PROGRAM = `import { check, effectsOf, judgeKept, link, openSqlite, plan, read, serve } from 'ninefold';
import type { Diagnostic, Document, Model, Plan, PostgresOptions, ReadResult, Report, ServeOptions, Service, SqliteOptions, Store } from 'ninefold';
import { assume, openPostgres, readAssumptions } from 'ninefold';
import { readFileSync } from 'node:fs';

const result: ReadResult = read(readFileSync('node_modules/ninefold/examples/todo-backend.md', 'utf8'), 'todos.md');
const document: Document = result.document;
const found: readonly Diagnostic[] = result.diagnostics;
const model: Model = link(document, found);
const report: Report = check(model);
const made: Plan = plan(model);
const options: SqliteOptions = { directory: 'program.data', tables: made.storage, fits: judgeKept };
const store: Store = await openSqlite(options);
const how: Pick<ServeOptions, 'port' | 'operatorPort' | 'marks'> = { port: 0, operatorPort: 0, marks: true };
const later: readonly [typeof assume, typeof readAssumptions, (o: PostgresOptions) => Promise<Store>] = [assume, readAssumptions, openPostgres];
const service: Service = await serve({
  plan: made, store, host: '127.0.0.1', operatorHost: '127.0.0.1', bodyLimit: 1000, requestTimeout: 1000, log: () => {}, ...how,
});
const answer = await fetch(service.url + '/todos');
console.log(report.parts.length, effectsOf(made).length > 0, later.length, answer.status);
await service.close();
`;

const compile = (name: string, source: string, options: object): SpawnSyncReturns<string> => {
  writeFileSync(join(here, `${name}.ts`), source);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2024',
    types: ['node'],
    ...options,
  };
  writeFileSync(join(here, `${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [tsc, '-p', `${name}.json`], { cwd: here, encoding: 'utf8' });
};

describe('a program in TypeScript', () => {
  const KINDS = [
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ] as const;

  beforeAll(() => {
    const types = createRequire(join(root, 'node_modules', '@types', 'node', 'package.json'));
    for (const name of ['@types/node', 'undici-types'])
      cpSync(dirname(types.resolve(`${name}/package.json`)), join(here, 'node_modules', name), { recursive: true });
    writeFileSync(join(here, 'package.json'), JSON.stringify({ type: 'module' }));
  });

  it.each(KINDS)('compiles against the package, its declarations looked at too (%s)', (_kind, options) => {
    const { status, stdout } = compile('program', PROGRAM, options);
    expect([stdout, status]).toEqual(['', 0]);
  });

  it.each(KINDS)('is told of what does not fit, and of what the package keeps to itself (%s)', (_kind, options) => {
    const wrong = compile('wrong', `import { read } from 'ninefold';\nread(1, 'a.md');\n`, options);
    expect([wrong.status, wrong.stdout]).toEqual([expect.any(Number), expect.stringContaining('TS2345')]);
    const inner = compile(
      'inner',
      `import 'ninefold/dist/cli/main.js';\nimport { x } from 'ninefold/dist/index.js';\nx;\n`,
      options,
    );
    expect(inner.stdout).toContain('TS2307');
  });

  it('runs', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['program.ts'], { cwd: here, encoding: 'utf8' });
    expect([stdout, stderr, status]).toEqual(['9 true 3 200\n', '', 0]);
  });
});
