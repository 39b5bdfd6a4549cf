// Links between the pages of this repository lead somewhere.
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
