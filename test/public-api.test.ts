// What the package gives to programs, held to a stored list: nothing comes or goes unnoticed. `UPDATE=1` writes the list
// anew; the difference is a change for users and belongs into the changelog.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const stored = join(import.meta.dirname, 'public-api.txt');

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly types: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** `type Plan`, `function read(source, file): …` as its source declares it. */
function declared(index: string, sourceOf: (path: string) => string): string[] {
  const out: string[] = [];
  for (const [, isType, names = '', path = ''] of index.matchAll(/^export (type )?\{([^}]*)\} from '([^']+)';$/gm)) {
    for (const name of names.split(',').map((each) => each.trim())) {
      out.push(isType === undefined ? signature(name, sourceOf(path)) : `type ${name}`);
    }
  }
  return out.sort();
}

function signature(name: string, source: string): string {
  // Up to the brace that opens the body, the last thing on its line.
  const found = new RegExp(`^export (?:async )?function ${name}(\\(.*?\\): [^\\n]*?) \\{$`, 'ms').exec(source)?.[1];
  if (found === undefined) throw new Error(`${name} is no function with a stated result`);
  return `function ${name}${found.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')')}`;
}

/** Everything the index file says must be understood, or the list would be blind to it. */
function unread(index: string): string {
  return index
    .replace(/^\/\/.*$/gm, '')
    .replace(/^export (type )?\{[^}]*\} from '[^']+';$/gm, '')
    .trim();
}

function surface({ exports, bin }: Manifest): string[] {
  return [
    ...Object.entries(exports).map(([path, target]) => `export ${path} ${JSON.stringify(target)}`),
    ...Object.entries(bin).map(([name, path]) => `command ${name} ${path}`),
  ];
}

function listed(): string {
  const index = readFileSync(join(root, 'src', 'index.ts'), 'utf8');
  const sourceOf = (path: string): string => readFileSync(join(root, 'src', path), 'utf8');
  return `${[...surface(manifest), ...declared(index, sourceOf)].join('\n')}\n`;
}

describe('what the package gives to programs', () => {
  it('is what the stored list says', () => {
    if (process.env['UPDATE'] === '1') writeFileSync(stored, listed());
    expect(listed()).toBe(readFileSync(stored, 'utf8'));
  });

  it('is written in a way that the list can read', () => {
    expect(unread(readFileSync(join(root, 'src', 'index.ts'), 'utf8'))).toBe('');
  });

  it('is there at run time', () => {
    const script = `console.log(JSON.stringify(Object.keys(await import('./src/index.ts')).sort()))`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
    const functions = listed()
      .split('\n')
      .flatMap((line) => /^function (\w+)/.exec(line)?.[1] ?? []);
    expect(JSON.parse(said)).toEqual(functions.sort());
  });

  it('points at what the build writes from sources that are there', () => {
    const targets = [
      manifest.types,
      ...Object.values(manifest.exports).flatMap((each) => (typeof each === 'string' ? each : Object.values(each))),
    ];
    for (const target of targets.filter((each) => each.startsWith('./dist/'))) {
      const source = target.replace('./dist/', 'src/').replace(/(?:\.d\.ts|\.js)$/, '.ts');
      expect(existsSync(join(root, source)), target).toBe(true);
    }
  });
});

describe('the list can fail', () => {
  const index = "export { a } from './a.ts';\nexport type { B } from './b.ts';\n";
  const source = 'export function a(text: string): number {\n  return 1;\n}\n';

  it('sees an export that came', () => {
    const more = `${index}export { c } from './a.ts';\n`;
    const both = `${source}export async function c(\n  one: string,\n): Promise<void> {\n}\n`;
    expect(declared(index, () => source)).toEqual(['function a(text: string): number', 'type B']);
    expect(declared(more, () => both)).toContain('function c(one: string): Promise<void>');
  });

  it('sees another parameter', () => {
    const changed = source.replace('text: string', 'text: string, file: string');
    expect(declared(index, () => changed)).not.toEqual(declared(index, () => source));
  });

  it('sees another entry of the package', () => {
    const more = { ...manifest, exports: { ...manifest.exports, './inner': './dist/inner.js' } };
    expect(surface(more)).not.toEqual(surface(manifest));
  });

  it('does not overlook a form of export that it cannot read', () => {
    expect(unread("export * from './a.ts';")).not.toBe('');
  });
});
