// `ninefold explain`: a code of the catalogue, and the id of a fact as `check` and a 501 print it. Input: documents with gaps. Output:
// what is said of each, with and without a document.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { emptyDocument } from '../../src/cli/new.ts';
import { run } from '../../src/cli/program.ts';
import { CATALOGUE } from '../../src/diagnostics/catalogue.ts';
import { withoutHoles } from '../../src/diagnostics/define.ts';
import { captured } from './captured.ts';
import { oneIn } from '../trials.ts';

const root = join(import.meta.dirname, '..', '..');
const shop = readFileSync(join(root, 'examples', 'repair-shop.md'), 'utf8');

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-explain-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

async function ninefold(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const console = captured({ directory });
  const status = await run(args, console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

const explain = (...args: string[]): ReturnType<typeof ninefold> => ninefold('explain', ...args);
const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);
const lineOf = (text: string, words: string): number => text.slice(0, text.indexOf(words)).split('\n').length;

describe('a code', () => {
  it('is known for every diagnostic of the catalogue, held operations’ way of writing it included', async () => {
    for (const { code, fix } of CATALOGUE) {
      const { status, stdout } = await explain(`error:${code}`);
      expect(status).toBe(0);
      expect(stdout).toContain(`\nfix   ${withoutHoles(fix)}\n`);
    }
  });

  it('is told with placeholders for what only a document can say, and says that they are', async () => {
    const { stdout } = await explain('unlike-types');
    expect(stdout).toContain('\nwhat  Unexpected [the one side] beside [the other side]: [their types], expected');
    expect(stdout).toContain('\nfix   Name another one, or give both the same type.\n');
    expect(stdout).toMatch(/\n\[…\] is filled in with words of the document that has it\n$/);
    expect((await explain('timeless-circle')).stdout).toContain('`[machine]`');
    expect((await explain('assumptions-empty')).stdout).not.toContain('[');
    for (const { what, fix } of CATALOGUE)
      expect(`${withoutHoles(what)} ${withoutHoles(fix)}`).not.toMatch(/\{\w+\}|[\w)]\[/);
  });

  it('shows each place of a document that has it, in its own words', async () => {
    write('a.md', '# T\n\n- Listz: x\n\n## 4. Endpoints\n\n### GET /a\n\n- Doez: none\n');
    const { status, stdout } = await explain('unknown-key', 'a.md');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^unknown-key [^]*\nfix [^]*"Listz"[^]*\n3 \| - Listz: x\n[^]*"Doez"[^]*\n9 \| - Doez: none\n/,
    );
    expect(stdout).not.toContain('blank');
    expect((await explain('blank-cell', 'a.md')).stdout).toMatch(/\na\.md has none\n$/);
    expect((await explain('blank-cell', 'b.md')).status).toBe(2);
  });

  it.each([
    ['missplaced', 'there is no diagnostic missplaced; did you mean `misplaced`?'],
    ['unlike', 'there is no diagnostic unlike; there is unlike-types.'],
    ['foo', 'there is no diagnostic foo;'],
  ])('that is not there is refused with what is near, and where the list is: %s', async (code, sentence) => {
    expect(await explain(code)).toEqual({
      status: 2,
      stdout: '',
      stderr: `ninefold: ${sentence} \`ninefold explain\` alone lists all\n`,
    });
  });

  it('that is a word of the document and no diagnostic is told the ids that have it, what is open first', async () => {
    const [row] = /^\| `(\w+)` \| 409 \|/m.exec(shop)!;
    const code = row.split('`')[1]!;
    write(
      'a.md',
      shop
        .replace(row, `| \`${code}\` | not shown |`)
        .replace(/^- Any other move: .*$/m, '- Any other move: not shown'),
    );
    const named = await explain(code, 'a.md');
    expect([named.status, named.stdout]).toEqual([2, '']);
    expect(named.stderr).toMatch(
      new RegExp(`^ninefold: there is no diagnostic ${code}; a\\.md has the ids 7/${code}/status, 7/${code}/when`),
    );
    expect(named.stderr).toContain(`: ninefold explain 7/${code}/status a.md says what is asked there\n`);
    const { stderr } = await explain('any-other-move', 'a.md');
    expect(stderr).toMatch(/has the ids? 3\/\w+\.\w+\/any-other-move/);
    // No part of a name, and nothing that the document lacks.
    for (const word of [code.slice(1), 'foo'])
      expect((await explain(word, 'a.md')).stderr).toMatch(/ alone lists all\n$/);
  });

  it('is listed with all others where none is named', async () => {
    const { status, stdout } = await explain();
    expect(status).toBe(0);
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([...CATALOGUE.map(({ code }) => code), '']);
  });
});

describe('the id of a fact', () => {
  it('tells what is asked, where, what waits for the answer and what to write', async () => {
    const [who] = /^- Who: .*$/m.exec(shop)!;
    write('open.md', shop.replace(who, '- Who: not shown'));
    const { status, stdout, stderr } = await explain('4/all/who', 'open.md');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^4\/all\/who \(not shown, part 4, Endpoints\)\nWho may call every operation\?\n/);
    expect(stdout).toContain(` at open.md:${lineOf(shop, who)}:8\n`);
    expect(stdout).toMatch(/\nholds [A-Z]+ \/.* and \d+ more\nmay be written:\n {2}anyone\n/);
    expect(stdout).toMatch(/\nwrite it there, or let ninefold ask open\.md write it\n$/);
  });

  it('is explained for each gap that check prints', async () => {
    write('new.md', emptyDocument('new.md'));
    const bare = shop.replaceAll(/^(- (?:Who|Does|Repeat|Any other move|Error body)): .*$/gm, '$1: not shown');
    const columns = bare.replaceAll(/\| (Set by|Kind) \|/g, '| Notes |');
    write('open.md', columns.replace('- Lists: complete unless marked\n', ''));
    for (const file of ['new.md', 'open.md']) {
      const { gaps } = JSON.parse((await ninefold('check', file, '--format', 'json')).stdout) as {
        gaps: { id: string; question: string }[];
      };
      expect(gaps.length).toBeGreaterThan(8);
      for (const { id, question } of oneIn(4, gaps)) {
        const { status, stdout } = await explain(id, file);
        expect([status, stdout.split('\n')[0]]).toEqual([0, expect.stringContaining(`${id} (not shown, `)]);
        expect(stdout).toContain(`\n${question}\n`);
        expect(stdout).toContain('\nmay be written:\n');
      }
    }
  });

  it('of a whole part shows how its statements begin, and where to read about them', async () => {
    write('new.md', emptyDocument('new.md'));
    const { stdout } = await explain('4', 'new.md');
    expect(stdout).toContain('\nits statements are lines like these:\n  ### GET /…\n\n  - Does: …\n');
    const [, file, heading] = /\nhow it is written: (.+), "(.+)"\n/.exec(stdout)!;
    expect(readFileSync(join(directory, file!), 'utf8')).toContain(`\n### ${heading}\n`);
  });

  it('that has no place of its own leads to what speaks for it', async () => {
    write('new.md', emptyDocument('new.md'));
    const { status, stdout } = await explain('2/Order/set-by', 'new.md');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^2 speaks for 2\/Order\/set-by, which has no place of its own in new\.md\n\n2 \(not shown, /,
    );
  });

  it('of what is said shows where it stands, of what cannot be read or is assumed why', async () => {
    write(
      'said.md',
      shop
        .replace('- Repeat: again', '- Repeat: whatever the client likes')
        .replace(/^- Lists:.*$/m, '- Lists: not shown'),
    );
    const said = await explain('2/Repair/identified-by', 'said.md');
    expect(said.stdout).toMatch(
      /^2\/Repair\/identified-by \(stated, part 2[^]*\| - Identified by: `id`\n +\| +\^{4}\n$/,
    );
    const unread = await explain('4/POST /repairs/repeat', 'said.md');
    expect(unread.stdout).toMatch(
      / \(cannot be read, [^]*\nmay be written:\n[^]*\nwarning unreadable {2}Unexpected "whatever"/,
    );
    write(
      'more.md',
      '# T\n\n- Assumed by: Ada\n- Assumed on: 2026-01-01\n- Until: 2999-01-01\n- Why: we say so\n- Lists: complete unless marked\n',
    );
    const assumed = await explain('lists', 'said.md', '--assume', 'more.md');
    expect(assumed.stdout).toMatch(
      /^lists \(assumed, the title\)\n[^]*\nassumed by Ada on 2026-01-01, until 2999-01-01: we say so\n$/,
    );
  });

  it('without a document is told what it is, and how to look at it', async () => {
    const { status, stdout } = await explain('4/POST /orders/does');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^4\/POST \/orders\/does \(part 4, Endpoints\)\n\nwhat {2}The id of one fact of a document/);
    expect(stdout).toContain("\nsee   ninefold explain '4/POST /orders/does' FILE says");
    expect((await explain('lists')).stdout).toContain('\nsee   ninefold explain lists FILE says');
  });

  it.each([
    [
      ['2/Repair/identified-bi', 'shop.md'],
      'shop.md has nothing of the id 2/Repair/identified-bi; did you mean 2/Repair/identified-by?',
    ],
    [
      ['4/PUT /x/who', 'shop.md'],
      'shop.md has nothing of the id 4/PUT /x/who; ninefold check shop.md lists what is open',
    ],
    [['4/POST', '/repairs/who'], "an id with a space needs quotes: ninefold explain '4/POST /repairs/who' FILE"],
    [['lists', 'gone.md'], 'cannot open gone.md: there is no such file'],
  ])('that leads nowhere is refused: %j', async (args, sentence) => {
    write('shop.md', shop);
    expect(await explain(...args)).toEqual({ status: 2, stdout: '', stderr: `ninefold: ${sentence}\n` });
  });
});
