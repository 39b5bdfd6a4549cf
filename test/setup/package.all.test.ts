// What is handed out: the package holds what it needs, and nothing that is tracked tells of the machine it was made on.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Put together here, so that this file does not hold what it looks for. */
const MACHINE = new RegExp(['work', 'root', 'home', 'Users'].map((name) => `(?<![\\w.$}/-])/${name}/\\w`).join('|'));
const REGISTRY = new RegExp(
  `${['registry', 'npmjs'].join('\\.')}|${['"res', 'olved"'].join('')}|${['npm', 'pkg'].join('\\.')}\\b`,
);

function tracked(): readonly string[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');
}

function at(...names: string[]): string {
  return ['', ...names].join('/');
}

describe('what is tracked', () => {
  it('holds no path of the machine it was made on, and no host of a registry', () => {
    const faults = tracked().flatMap((path) => {
      let text: string;
      try {
        text = readFileSync(join(root, path), 'utf8');
      } catch {
        return []; // Removed, and the removal not committed yet.
      }
      const lines = text.split('\n');
      return lines.flatMap((line, index) =>
        MACHINE.test(line) || REGISTRY.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      );
    });
    expect(faults).toEqual([]);
  });

  it('is looked at by patterns that find such lines', () => {
    expect(MACHINE.test(`const a = '${at('home', 'ada', 'x')}'`)).toBe(true);
    expect(MACHINE.test(`in ${at('work', 'main')}`)).toBe(true);
    expect(MACHINE.test(`GET ${at('orders', 'home')} and src${at('work', 'x')}`)).toBe(false);
    expect(REGISTRY.test(`https://${['registry', 'npmjs', 'org'].join('.')}/x`)).toBe(true);
    expect(REGISTRY.test(`"${['res', 'olved'].join('')}": "x"`)).toBe(true);
    expect(REGISTRY.test('the value is resolved once')).toBe(false);
  });

  it('is never what a build or a run leaves behind', () => {
    const left = tracked().filter((path) => /^(?:dist|node_modules|coverage)\/|\.data\/|\.sqlite/.test(path));
    expect(left).toEqual([]);
  });
});

describe('the lock file', () => {
  interface Lock {
    readonly packages: Readonly<
      Record<string, { readonly version?: string; readonly integrity?: string; readonly link?: boolean }>
    >;
  }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;

  it('pins every package by its content', () => {
    const loose = Object.entries(lock.packages).filter(
      ([path, { version, integrity }]) => path !== '' && (version === undefined || integrity === undefined),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it('brings a Node that the project can run with, whose install script is allowed', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      allowScripts: Record<string, boolean>;
    };
    expect(lock.packages['node_modules/node']?.version).toMatch(/^24\./);
    expect(manifest.allowScripts['node']).toBe(true);
  });
});

describe('the package', () => {
  it('holds the command, the examples, the pages, and what the licence asks for; no sources and no tests', () => {
    // The tree may not be built: what dist would hold is checked by publint in `npm run check`.
    const npm = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files }] = JSON.parse(npm) as [{ files: readonly { readonly path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['bin/ninefold.cjs', 'examples/todo-backend.md', 'package.json', 'README.md', 'LICENSE']),
    );
    expect(
      paths.filter(
        (path) =>
          !/^(?:bin|dist|docs|examples)\/|^(?:(?:README|ARCHITECTURE|CHANGELOG|CONTRIBUTING)\.md|LICENSE|package\.json)$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    const executable = execFileSync('git', ['ls-files', '-s', 'bin/ninefold.cjs'], { cwd: root, encoding: 'utf8' });
    expect(executable).toMatch(/^100755 /);
  });
});
