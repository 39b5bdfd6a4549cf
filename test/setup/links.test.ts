// Links between the pages of this repository lead somewhere, and the files that they name are there.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

function pages(): string[] {
  const at = (directory: string): string[] =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name));
  const top = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...top, ...at('docs').filter((name) => name.endsWith('.md'))];
}

/** Targets of `[text](target)` outside of fences and code, without those that leave the repository. */
function targets(page: string): string[] {
  const prose = page.replace(/^(```+|~~~+).*?^\1/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
    .map((match) => match[1]!)
    .filter((target) => !/^[a-z]+:/i.test(target));
}

const folders = readdirSync(root, { withFileTypes: true })
  .filter((one) => one.isDirectory() && !['.git', 'dist', 'node_modules'].includes(one.name))
  .map(({ name }) => name);
const stages = readdirSync(join(root, 'src'));

/** Paths in ticks, outside of fences: `src/sql/expression.ts`, or `sql/expression.ts` in `src/`. Data directories come and go. */
function named(page: string): string[] {
  const prose = page.replace(/^(```+|~~~+).*?^\1/gms, '');
  return [...prose.matchAll(/`(\.?[\w-]+)(\/[\w./-]*)`/g)]
    .filter(([, top]) => folders.includes(top!) || stages.includes(top!))
    .map(([, top, rest]) => `${top}${rest}`)
    .filter((path) => !path.endsWith('.data'));
}

function isThere(path: string): boolean {
  return existsSync(join(root, path)) || existsSync(join(root, 'src', path));
}

describe('files that pages name in ticks', () => {
  it('are there', () => {
    const all = pages().flatMap((page) =>
      named(readFileSync(join(root, page), 'utf8')).map((path) => [page, path] as const),
    );
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(([, path]) => !isThere(path))).toEqual([]);
  });

  it('are those of this repository, and a file that is gone is seen', () => {
    expect(named('`src/gone.ts`, `sql/gone.ts`, `GET /x`, `a/b`, `examples/a.data`\n```\n`src/no.ts`\n```\n')).toEqual([
      'src/gone.ts',
      'sql/gone.ts',
    ]);
    expect(['src/gone.ts', 'sql/gone.ts', 'src/index.ts', 'sql/expression.ts'].map(isThere)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('the list of pages, docs/README.md', () => {
  it('leads to each page of docs/', () => {
    const listed = targets(readFileSync(join(root, 'docs', 'README.md'), 'utf8'));
    const there = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
    expect(there.length).toBeGreaterThan(20);
    expect(there.filter((name) => !listed.includes(name))).toEqual([]);
  });
});

describe('links between pages', () => {
  it('lead to a file that is there', () => {
    const broken = pages().flatMap((page) =>
      targets(readFileSync(join(root, page), 'utf8'))
        .map((target) => target.replace(/#.*$/, ''))
        .filter((target) => target !== '' && !existsSync(join(root, dirname(page), target)))
        .map((target) => `${page} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('are found in prose, and only there', () => {
    expect(targets('See [a](b.md#c) and [d](https://e.example).\n```\n[f](g.md)\n```\n`[h](i.md)`')).toEqual([
      'b.md#c',
    ]);
    expect(pages()).toEqual(expect.arrayContaining(['README.md', join('docs', 'notation.md')]));
  });
});
