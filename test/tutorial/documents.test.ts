// The documents of the guide and the cookbook are whole: each runs, with nothing left open. The slips that the guide lists are found by
// `check` under the code that it names.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { changed } from '../behaviour/case.ts';
import { captured } from '../cli/captured.ts';
import { root } from '../examples/running.ts';
import { stepsOf } from './page.ts';
import { recipeOf, sectionsOf } from './recipes.ts';

const guide = readFileSync(join(root, 'docs', 'guide.md'), 'utf8');
const cookbook = readFileSync(join(root, 'docs', 'cookbook.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'ninefold-documents-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The document as it stands at the end of a page. */
function atTheEnd(page: string): string {
  let document = '';
  for (const step of stepsOf(page)) {
    if (step.kind === 'write') document = step.text;
    if (step.kind === 'change') document = changed(document, [step]);
  }
  return document;
}

async function checked(document: string): Promise<{ status: number; found: string }> {
  const file = join(folder, 'document.md');
  writeFileSync(file, document);
  const console = captured({ directory: folder });
  const status = await run(['check', '--format', 'line', file], console);
  return { status, found: console.stdout() };
}

const club = atTheEnd(guide);

/** Each row of the guide's table of slips: what to look for, what somebody writes there. */
const SLIPS: readonly (readonly [right: string, wrong: string])[] = [
  ['- Who: signed-in', '- Who: signed in'],
  ['| `players` | integer |', '| `players` | int |'],
  ['| Game by `id` |', '| Game |'],
  ['| 1..20 |', '| 1-20 |'],
  ['- Order: `title`', '- Order: title'],
  ['`status` = `out`)', '`status` = out)'],
  ['`member` = caller', '`member` = `caller`'],
  ['with `game` = {id}', 'with game = id'],
  ['moves Loan.status to `back`', 'moves Loan to back'],
  ['201 created, Game', '201, Game'],
  ['| service: caller at create |', '| caller |'],
  ['| Path | Type | Selects |\n|---|---|---|\n| `id` | integer | Game by `id` |\n\n', ''],
];

describe('the documents that are to be learnt from', () => {
  const documents: (readonly [title: string, document: string])[] = [
    ['docs/guide.md, at its end', club],
    ...sectionsOf(cookbook).flatMap((text) => {
      const recipe = recipeOf(text);
      return recipe === undefined ? [] : [[recipe.title, recipe.document] as const];
    }),
  ];

  it.each(documents)('leave nothing open: %s', async (_title, document) => {
    expect(await checked(document)).toEqual({
      status: 0,
      found: expect.not.stringMatching(/: (?:gap|warning|error) /),
    });
  });

  it('are eleven in the cookbook, and its list at the top leads to each', () => {
    const titles = sectionsOf(cookbook).flatMap((text) => recipeOf(text)?.title ?? []);
    const listed = [...cookbook.matchAll(/^\| \[.*?\]\(#(.*?)\)/gm)].map(([, anchor]) => anchor);
    expect(listed).toEqual(
      titles.map((title) =>
        title
          .toLowerCase()
          .replaceAll(' ', '-')
          .replaceAll(/[^\w-]/g, ''),
      ),
    );
    expect(titles).toHaveLength(11);
  });
});

describe('the slips of the guide', () => {
  const rows = guide.slice(guide.indexOf('| instead of |')).split('\n\n')[0]!.split('\n').slice(2);
  const codes = rows.map((row) => /`([\w-]+)` \|$/.exec(row)![1]!);

  it.each(SLIPS.map((slip, place) => [rows[place], codes[place]!, slip] as const))(
    '%s',
    async (_row, code, [right, wrong]) => {
      expect(club).toContain(right);
      const { found } = await checked(club.replace(right, wrong));
      expect(found).toMatch(new RegExp(`^\\S+ (?:(?:warning|error) )?${code}[ :]`, 'm'));
    },
  );

  it('are all tried', () => expect(rows).toHaveLength(SLIPS.length));
});
