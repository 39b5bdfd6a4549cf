// The built command, as a user of the package runs it: built elsewhere, so that a run of the tests never changes the tree.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'ninefold-built-'));
  const tool = (...path: string[]): string => join(root, 'node_modules', ...path);
  execFileSync(
    process.execPath,
    [tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json', '--outDir', join(place, 'dist')],
    { cwd: root },
  );
  execFileSync(process.execPath, [join(root, 'scripts', 'bundle.ts'), join(place, 'dist')], { cwd: root });
  for (const name of ['examples', 'bin']) cpSync(join(root, name), join(place, name), { recursive: true });
  copyFileSync(join(root, 'package.json'), join(place, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  mkdirSync(join(place, 'here'));
}, 60_000);
afterAll(() => rmSync(place, { recursive: true }));

function ninefold(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const bin = join(place, 'bin', 'ninefold.cjs');
  return spawnSync(process.execPath, [bin, ...args], { cwd: join(place, 'here'), encoding: 'utf8' });
}

describe('the built command', () => {
  it('finds what stands beside it: its version, the examples, the page of a diagnostic', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(ninefold('--version').stdout).toBe(`${version}\n`);
    expect(ninefold('new', 'mine.md', '--from', 'repair-shop').status).toBe(0);
    expect(ninefold('check', 'mine.md').status).toBe(0);
    expect(ninefold('plan', 'mine.md', '--format', 'json').stdout).toMatch(/^\{/);
    expect(ninefold('explain', 'contradiction').status).toBe(0);
  });

  it('is a few files, and says of each diagnostic what the sources say', () => {
    const files = readdirSync(join(place, 'dist', 'cli'));
    // The sources are some a thousand.
    expect(files.length).toBeLessThan(160);
    expect(files).toEqual(expect.arrayContaining(['main.js', 'reader.js']));
    const source = spawnSync(process.execPath, [join(root, 'src', 'cli', 'main.ts'), 'explain', 'contradiction'], {
      encoding: 'utf8',
    });
    expect(ninefold('explain', 'contradiction').stdout).toBe(source.stdout);
  });

  it('starts its reader’s thread from the file that lies beside it', () => {
    const files = readdirSync(join(place, 'dist', 'cli')).filter((name) => name.endsWith('.js'));
    const starts = files.filter((name) =>
      /new URL\("\.\/reader\./.test(readFileSync(join(place, 'dist', 'cli', name), 'utf8')),
    );
    expect(starts).toHaveLength(1);
    expect(existsSync(join(place, 'dist', 'cli', 'reader.js'))).toBe(true);
    expect(spawnSync(process.execPath, [join(place, 'dist', 'cli', 'reader.js')], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('serves, and stops when it is told to', async () => {
    const child = spawn(
      process.execPath,
      [
        join(place, 'dist', 'cli', 'main.js'),
        'serve',
        join(place, 'examples', 'todo-backend.md'),
        '--port',
        '0',
        '--operator-port',
        '0',
        '--data',
        join(place, 'data'),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    while (!said.includes('data in')) await sleep(10);
    const url = /listening on (\S+)/.exec(said)![1]!;
    const created = await fetch(`${url}/todos`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"built"}',
    });
    expect([created.status, ((await created.json()) as { title: string }).title]).toEqual([201, 'built']);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('is there for programs, with its types', async () => {
    const script = `import { read, link, check } from './dist/index.js';
      const { document, diagnostics } = read('# A', 'a.md');
      console.log(check(link(document, diagnostics)).parts.length);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: place,
      encoding: 'utf8',
    });
    expect(said).toBe('9\n');
    expect(existsSync(join(place, 'dist', 'index.d.ts'))).toBe(true);
  });
});
