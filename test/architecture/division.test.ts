// Who says what: `link` reports names that lead nowhere, and nothing else; `judge` looks at the model and changes nothing (decision 0031).
// Ids of slots are spelled in one file, and cut up nowhere: a slot is known by its path.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

function filesOf(folder: string): readonly { readonly path: string; readonly source: string }[] {
  return readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: join(folder, path), source: readFileSync(join(SOURCE, folder, path), 'utf8') }));
}

/** The files of diagnostics that a source reports from. */
function reportsFrom(source: string): readonly string[] {
  return [...source.matchAll(/from '\.\.\/diagnostics\/([\w-]+)\.ts'/g)]
    .map(([, file]) => file!)
    .filter((file) => file !== 'define');
}

describe('link', () => {
  // A circle of names, and a column that is a near miss of one of the notation, have no end to their names either.
  const OTHERS: Readonly<Record<string, readonly string[]>> = {
    'link/circles.ts': ['reading'],
    'link/words.ts': ['reading'],
  };

  it('reports names that lead nowhere', () => {
    const found = filesOf('link').flatMap(({ path, source }) =>
      reportsFrom(source)
        .filter((file) => file !== 'linking' && !OTHERS[path]?.includes(file))
        .map((file) => `${path}: ${file}`),
    );
    expect(found).toEqual([]);
  });

  it('is seen to report something else', () => {
    expect(reportsFrom("import { notAState } from '../diagnostics/states.ts';")).toEqual(['states']);
  });
});

/** `id.split('/')`, `fact.id[0]`, `/…/.exec(id)`: but not how a picture spells it. */
const CUTS =
  /\bid(?:\[\d|\??\.(?:split|slice|substr|substring|startsWith|endsWith|includes|indexOf|lastIndexOf|match|matchAll|search|replace|at|charAt)\()|\.(?:exec|test)\((?:\w+\.)?id\)/;

describe('an id of a slot', () => {
  // An id that somebody typed, where no document is there to look it up.
  const TYPED: ReadonlySet<string> = new Set(['cli/explain.ts', 'cli/explain-gap.ts', 'cli/typed-path.ts']);
  const folders = ['analysis', 'link', 'judge', 'check', 'plan', 'print', 'page', 'cli', 'assume'];

  it('is cut up nowhere, not even where it is spelled', () => {
    const found = folders
      .flatMap(filesOf)
      .filter(({ path }) => !TYPED.has(path))
      // What begins as the id of an error is no id of a slot.
      .filter(({ source }) => CUTS.test(source.replace("id.startsWith(errorId(''))", '')))
      .map(({ path }) => path);
    expect(found).toEqual([]);
  });

  it.each([
    "const part = id.split('/')[0];",
    "if (fact.id.endsWith('/type')) return;",
    'const part = gap.id[0];',
    'const name = /path\\.(.*)/.exec(fact.id);',
    'if (/states$/.test(id)) return;',
    'return [...id.matchAll(/[./]/g)].map(({ index }) => id.slice(0, index)).reverse();',
    "return id.slice(0, id.lastIndexOf('/'));",
    "if (fact.id?.includes('/query.')) return;",
  ])('is seen to be cut up: %s', (source) => {
    expect(CUTS.test(source)).toBe(true);
  });

  it('may be compared and looked up', () => {
    expect(CUTS.test('if (fact.id === id && open.has(fact.id)) out.push(id);')).toBe(false);
  });
});
