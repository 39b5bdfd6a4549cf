// The counts of docs/compare.md are those of its table, and what it says of Ninefold's own document is so today; the README leads there.
// The peers' cells are from the run that the page names; `node bench/peers/main.ts` repeats it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { leftOut, QUESTIONS } from '../../bench/peers/questions.ts';
import { run } from '../../src/cli/program.ts';
import { captured } from '../cli/captured.ts';
import { root } from '../examples/running.ts';

const page = readFileSync(join(root, 'docs/compare.md'), 'utf8');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const document = readFileSync(join(root, 'bench/peers/bookings.md'), 'utf8');

/** Rows of all tables of a text: what stands first, and the cells behind it. */
function rows(text: string): { readonly says: string; readonly cells: readonly string[] }[] {
  return [...text.matchAll(/^\| (.*) \|$/gm)].map((match) => {
    const [says, ...cells] = match[1]!.split(' | ');
    return { says: says!, cells };
  });
}

const silence = rows(page.slice(page.indexOf('## What each does'), page.indexOf('## State between')));
const questions = silence.slice(1, 1 + QUESTIONS.length);

/** How many gaps `check` lists in a document. */
async function gaps(text: string): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'ninefold-compare-'));
  try {
    writeFileSync(join(directory, 'bookings.md'), text);
    const console = captured({ directory });
    await run(['check', '--allow-gaps', '--format', 'json', 'bookings.md'], console);
    return (JSON.parse(console.stdout()) as { readonly gaps: readonly unknown[] }).gaps.length;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('what is said of other tools', () => {
  it('is a page that the README leads to', () => expect(readme).toContain('](docs/compare.md)'));

  it('asks what the script asks', () => {
    expect(questions.map(({ says }) => says)).toEqual(QUESTIONS.map(({ asks }) => asks));
  });

  it.each(['asked', 'listed', 'went on', 'made up', 'done, once stated'])('counts `%s` as its table does', (kind) => {
    const counted = silence.find(({ says }) => says === `**${kind}**`)!;
    const sign = kind === 'done, once stated' ? /\/ done$/ : new RegExp(`^[1-5][0-9]{2} ${kind} /`);
    expect(counted.cells).toEqual(
      silence[0]!.cells.map((_, tool) => String(questions.filter(({ cells }) => sign.test(cells[tool]!)).length)),
    );
  });

  it('rests on a document in which nothing is open', async () => {
    expect(await gaps(document)).toBe(0);
  });

  it.each(QUESTIONS.map((question) => [question.asks, question] as const))(
    'rests on a statement without which is open: %s',
    async (_, question) => {
      expect(await gaps(leftOut(document, question))).toBeGreaterThan(0);
    },
  );
});
