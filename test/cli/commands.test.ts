// The command line as a contract: exit statuses, which stream says what, and that every example of
// --help works as it is: those that need a service are in help.all.test.ts.
import { spawnSync } from 'node:child_process';
import type { SpawnSyncReturns } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { emptyDocument } from '../../src/cli/new.ts';
import { run } from '../../src/cli/program.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { captured } from './captured.ts';
import type { Captured } from './captured.ts';
import { examplesAlone } from './help.ts';
import { isWhole } from '../trials.ts';

const root = join(import.meta.dirname, '..', '..');
const main = join(root, 'src', 'cli', 'main.ts');

let directory: string;
/** Not the data of an example that was served in this folder. */
const isNoData = (path: string): boolean => !path.endsWith('.data');

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-cli-'));
  cpSync(join(root, 'examples'), join(directory, 'examples'), { recursive: true, filter: isNoData });
});
afterEach(() => rmSync(directory, { recursive: true }));

async function ninefold(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const console: Captured = captured({ directory });
  const status = await run(args, console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);

/** What is open of Does, in `open.md`. */
async function askedFor(wanted: string): Promise<string[]> {
  const { stdout } = await ninefold('ask', 'open.md', '--format', 'json', '--for', wanted);
  const { questions } = JSON.parse(stdout) as { questions: { gaps: string[] }[] };
  return questions
    .flatMap(({ gaps }) => gaps)
    .filter((id) => id.endsWith('/does'))
    .toSorted();
}

describe('the command line', () => {
  it('names the examples as they are reached from the folder it runs in', async () => {
    const { stdout } = await ninefold('check', '--help');
    const named = /ninefold check (\S+)$/m.exec(stdout)![1]!;
    expect(named).not.toMatch(/^examples/);
    expect(existsSync(join(directory, named))).toBe(true);
  });

  it('says in four lines what it is and what to do next', async () => {
    const { status, stdout, stderr } = await ninefold();
    expect([status, stdout.trimEnd().split('\n').length, stderr]).toEqual([0, 4, '']);
  });

  it.each(examplesAlone())('works as --help says: %s', async (example) => {
    const kept = /--data (\S+)/.exec(example)?.[1];
    if (kept !== undefined) await (await openSqlite({ directory: join(directory, kept), tables: [] })).close();
    const { status, stderr } = await ninefold(...example.split(' ').slice(1));
    expect([status, stderr.replace(/^(?:next|to run from it).*\n$/, '')]).toEqual([0, '']);
  });

  it('says how to go on where something is open, to people only', async () => {
    write('open.md', '# T\n\n- Lists: complete unless marked\n');
    write('more.md', '# T\n');
    const next = 'asks what is open, one question after the other\n';
    expect((await ninefold('check', 'open.md')).stderr).toBe(`next: ninefold ask open.md ${next}`);
    expect((await ninefold('check', 'open.md', 'more.md')).stderr).toBe(
      `next: ninefold ask open.md; ninefold ask more.md ${next}`,
    );
    for (const format of ['line', 'json', 'sarif', 'github', 'html'])
      expect((await ninefold('check', 'open.md', '--format', format)).stderr).toBe('');
    expect((await ninefold('check', 'examples/todo-backend.md')).stderr).toBe('');
  });

  it('has what is wrong mended before it asks what is open', async () => {
    const wrong =
      '# T\n\n- Lists: complete unless marked\n\n## 2. Resources and their fields\n\n## 2. Resources and their fields\n';
    write('wrong.md', wrong);
    write('open.md', '# T\n');
    const { status, stderr, stdout } = await ninefold('check', 'wrong.md');
    expect([status, stderr]).toEqual([1, 'next: mend the error of wrong.md, then ninefold check wrong.md again\n']);
    expect(stdout).toMatch(/\nwrong\.md: 1 error, \d+ gaps/);
    write('wrong.md', `${wrong}\n## 2. Resources and their fields\n`);
    expect((await ninefold('check', 'wrong.md', 'open.md')).stderr).toBe(
      'next: mend the 2 errors of wrong.md, then ninefold check wrong.md again\n' +
        'next: ninefold ask open.md asks what is open, one question after the other\n',
    );
    expect((await ninefold('check', 'wrong.md', '--format', 'json')).stderr).toBe('');
  });

  it('writes what is due and not written, once, and nothing else', async () => {
    const source = readFileSync(join(directory, 'examples', 'repair-shop.md'), 'utf8').replace(/^- Lists:.*\n\n/m, '');
    write('open.md', source);
    const fixed = await ninefold('check', 'open.md', '--fix', '--format', 'line');
    expect([fixed.status, fixed.stderr]).toEqual([3, 'open.md: wrote 1 mark `not shown`\n']);
    const after = readFileSync(join(directory, 'open.md'), 'utf8');
    expect(after).toBe(source.replace(/^(# .*\n\n)/, '$1- Lists: not shown\n\n'));
    const again = await ninefold('check', 'open.md', '--fix', '--format', 'line');
    expect([again.stdout, again.stderr]).toEqual([fixed.stdout, 'open.md: nothing to write\n']);
    expect(readFileSync(join(directory, 'open.md'), 'utf8')).toBe(after);
    expect(readdirSync(directory).toSorted()).toEqual(['examples', 'open.md']);
  });

  it('asks what is open, in the order of what it releases, for people and for programs', async () => {
    const source = readFileSync(join(directory, 'examples', 'repair-shop.md'), 'utf8');
    const [whole] = /^- Who: .*$/m.exec(source)!;
    write(
      'open.md',
      source.replace(whole, '- Who: not shown').replace('- Any other move:', '- Any other move: not shown, was'),
    );
    const { status, stdout, stderr } = await ninefold('ask', 'open.md');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^The first question releases \d+ operations\n {2}part 4, endpoints\n {4}1\. Who may call/);
    // Part 5 says `none`: nobody is told apart.
    expect(stdout).toMatch(/^ {7}anyone\n {7}not supported yet: .*: a condition: …$/m);
    expect(stdout).toMatch(/^ {7}holds [A-Z]+ \/.* and \d+ more$/m);
    const json = await ninefold('ask', 'open.md', '--format', 'json');
    const { questions } = JSON.parse(json.stdout) as { questions: Record<string, unknown>[] };
    const line = source.slice(0, source.indexOf(whole)).split('\n').length;
    expect(questions[0]).toMatchObject({
      gaps: ['4/all/who'],
      part: 'endpoints',
      at: { file: 'open.md', line },
      notDone: [{ form: 'a condition: …' }],
      releases: expect.arrayContaining([expect.stringMatching(/^[A-Z]+ \//)]),
    });
    expect(Object.keys(questions[0]!)).toEqual([
      'gaps',
      'part',
      'question',
      'at',
      'forms',
      'beside',
      'meanings',
      'lines',
      'notDone',
      'until',
      'blocks',
      'releases',
      'staysHeld',
    ]);
  });

  it('asks for one operation, and says when there is none of that name', async () => {
    const { stdout } = await ninefold('ask', 'examples/todo-backend.md', '--for', '`DELETE  /todos`');
    expect(stdout).toBe('nothing is open\n');
    const wrong = await ninefold('ask', 'examples/todo-backend.md', '--for', 'DELETE /todo');
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain(
      'there is no operation `DELETE /todo` in this document; did you mean `DELETE /todos`?',
    );
  });

  it('takes a path alone for each of its operations', async () => {
    const source = readFileSync(join(directory, 'examples', 'todo-backend.md'), 'utf8');
    write('open.md', source.replaceAll(/^- Does: .*$/gm, '- Does: not shown'));
    for (const path of ['/todos', '/todos/{id}']) {
      const each = await Promise.all(
        ['GET', 'POST', 'PATCH', 'DELETE']
          .filter((one) => source.includes(`### ${one} ${path}\n`))
          .map((one) => askedFor(`${one} ${path}`)),
      );
      expect(each.length).toBe(3);
      expect(await askedFor(path)).toEqual([...new Set(each.flat())].toSorted());
      expect(each.some((one) => one.length < new Set(each.flat()).size)).toBe(true);
    }
    expect(await askedFor('get  `/todos`')).toEqual(await askedFor('GET /todos'));
  });

  it.each([
    ['/todo', '; did you mean `/todos`?'],
    ['/todos/', '; did you mean `/todos`?'],
    ['/t', '; there are `/todos`, `/todos/{id}`'],
    ['/stays', '; there are `/todos`, `/todos/{id}`'],
    ['PUT /a', '; there are `GET /todos`, `POST /todos`, `DELETE /todos`, `GET /todos/{id}` and 2 more'],
  ])('says what there is where --for names nothing: %s', async (wanted, near) => {
    const { status, stdout, stderr } = await ninefold('ask', 'examples/todo-backend.md', '--for', wanted);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`ninefold: --for: there is no operation \`${wanted}\` in this document${near}\n`);
  });

  it('tells its version for -v, too', async () => {
    const { status, stdout } = await ninefold('--version');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
    expect(await ninefold('-v')).toEqual({ status, stdout, stderr: '' });
  });

  it('exports into a file; of a document with errors nothing, and says where they are', async () => {
    const written = await ninefold('export', 'examples/todo-backend.md', '--to', 'openapi', '-o', 'todo.json');
    expect(written).toEqual({ status: 0, stdout: '', stderr: '' });
    const { stdout } = await ninefold('export', 'examples/todo-backend.md', '--to', 'openapi');
    expect(readFileSync(join(directory, 'todo.json'), 'utf8').trimEnd()).toBe(stdout.trimEnd());
    const todo = readFileSync(join(directory, 'examples', 'todo-backend.md'), 'utf8');
    write('wrong.md', todo.replace('- Does: creates Todo', '- Does: creates Tado'));
    const wrong = await ninefold('export', 'wrong.md', '--to', 'types', '-o', 'wrong.ts');
    expect([wrong.status, wrong.stdout, existsSync(join(directory, 'wrong.ts'))]).toEqual([1, '', false]);
    expect(wrong.stderr).toMatch(/^wrong\.md:\d+:\d+ \S+  .*Tado/m);
    expect((await ninefold('export', 'examples/todo-backend.md')).status).toBe(2);
    expect((await ninefold('export', 'examples/todo-backend.md', '--to', 'sql', '-o', 'no/such/file')).status).toBe(1);
  });

  it('shows an example for every command', async () => {
    const { stdout } = await ninefold('--help');
    const commands = [...stdout.matchAll(/^ {2}([a-z]+)(?: \[options\])?(?: [<[]|  )/gm)].map((match) => match[1]);
    expect(commands).toEqual([
      'new',
      'check',
      'ask',
      'plan',
      'export',
      'explain',
      'serve',
      'row',
      'rows',
      'seed',
      'verify',
      'migrate',
      'copy',
      'keys',
      'events',
      'audit',
      'backup',
      'config',
      'completion',
    ]);
    for (const command of commands) {
      const help = await ninefold(command!, '--help');
      expect([help.status, help.stderr]).toEqual([0, '']);
      expect(help.stdout).toMatch(new RegExp(`^  ninefold ${command}\\b`, 'm'));
      expect(help.stdout).toContain('Exit status: 0');
    }
  });

  it.each([
    [['chekc', 'a.md'], "unknown command 'chekc'\n(Did you mean check?)"],
    [['orders.md'], 'orders.md is no command; did you mean ninefold check orders.md, or ninefold serve orders.md?'],
    [['check', '--formt', 'json', 'a.md'], "unknown option '--formt'\n(Did you mean --format?)"],
    [['compare', 'a.md'], "unknown command 'compare'"],
    [['verify', 'a.md'], "required option '--url <url>' not specified"],
    [['verify', 'a.md', '--url', 'example.com'], 'name the service with --url: http or https'],
    [['verify', 'a.md', '--url', 'http://example.com'], 'name it with --allow-host example.com if that is meant'],
    [
      ['verify', 'examples/todo-backend.md', '--url', 'http://127.0.0.1:9', '--seed', 'x'],
      '--seed is "x", expected a number',
    ],
    [
      ['verify', 'examples/todo-backend.md', '--url', 'http://127.0.0.1:9', '--credential', 'admin=secret'],
      'a credential on the command line could be read by every user of this machine',
    ],
    [['check'], "missing required argument 'FILE'"],
    [['check', 'a.md', '--everything'], "unknown option '--everything'"],
    [['check', 'examples/todo-backend.md', '--assume', 'b.md'], 'cannot open b.md: there is no such file'],
    [['check', 'a.md', '--format', 'xml'], 'Allowed choices are pretty, line, json, sarif, github, html.'],
    [['plan', 'a.md', 'b.md'], 'too many arguments'],
    [['check', 'a.md', 'b.md', '--format', 'html'], '--format html is of one document'],
    [['serve', 'a.md', '--follow'], "unknown option '--follow'"],
    [['serve', 'a.md', '--database', 'x'], 'database from flag --database is "x", expected postgres://'],
    [['serve', 'a.md', '--database', 'postgres://ada:secret@x/y'], 'holds a password'],
    [['serve', 'a.md', '--clock', 'sun'], 'manual'],
    [['config', '--port', 'high'], 'port from flag --port is "high"'],
    [['backup', 'x'], 'name the directory of the data: --data DIR'],
    [
      ['backup', 'x', '--database', 'postgres:///todos'],
      'data in PostgreSQL is copied by pg_dump, also while it is served: pg_dump --format=custom --file=x postgres:///todos;',
    ],
  ])('refuses %j with a sentence and status 2', async (args, sentence) => {
    const { status, stdout, stderr } = await ninefold(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^ninefold: /);
  });
});

describe('new', () => {
  it('writes nine parts in which nothing is stated', async () => {
    expect((await ninefold('new', 'orders.md')).status).toBe(0);
    const text = readFileSync(join(directory, 'orders.md'), 'utf8');
    expect(text).toMatch(/^# orders\n\n- Lists: not shown\n/);
    expect(text.match(/^## \d\. .+\n\nnot shown$/gm)).toHaveLength(9);
  });

  it('gives a name without an ending that of a document, says so, and leaves any other', async () => {
    const { status, stdout, stderr } = await ninefold('new', 'z');
    expect([status, stdout, existsSync(join(directory, 'z'))]).toEqual([0, 'wrote z.md\n', false]);
    expect(stderr).toMatch(/^z has no ending, so it is written as z\.md;.*\nnext: ninefold ask z\.md /);
    expect(readFileSync(join(directory, 'z.md'), 'utf8')).toMatch(/^# z\n/);
    expect((await ninefold('new', 'z')).stderr).toBe('ninefold: z.md is there already; nothing was written\n');
    for (const name of ['a.markdown', 'b.txt', 'c.md']) {
      expect(await ninefold('new', name)).toMatchObject({ status: 0, stdout: `wrote ${name}\n` });
      expect(existsSync(join(directory, name))).toBe(true);
    }
    expect((await ninefold('new', 'c.md')).stderr).not.toContain('no ending');
  });

  it('never writes over a file', async () => {
    write('orders.md', 'mine');
    const { status, stderr } = await ninefold('new', 'orders.md');
    expect([status, stderr]).toEqual([1, 'ninefold: orders.md is there already; nothing was written\n']);
    expect(readFileSync(join(directory, 'orders.md'), 'utf8')).toBe('mine');
  });

  it('lists the examples there are, with a line of what each is, and says what to do with one', async () => {
    const { stdout } = await ninefold('new', '--help');
    for (const name of readdirSync(join(root, 'examples')).filter((one) => one.endsWith('.md')))
      expect(stdout).toMatch(new RegExp(`^  ${name.slice(0, -3)} +[A-Z].*: .+\\.$`, 'm'));
    const { stderr } = await ninefold('new', 'mine.md', '--from', 'repair-shop');
    expect(stderr).toBe('next: ninefold serve mine.md runs it; ninefold check mine.md says whether anything is open\n');
  });

  it('copies an example, and offers those there are', async () => {
    expect((await ninefold('new', 'mine.md', '--from', 'repair-shop')).status).toBe(0);
    const copy = readFileSync(join(directory, 'mine.md'), 'utf8');
    expect(copy).toBe(readFileSync(join(root, 'examples', 'repair-shop.md'), 'utf8'));
    const { status, stderr } = await ninefold('new', 'other.md', '--from', 'repair-ship');
    expect([status, stderr]).toEqual([2, 'ninefold: there is no example repair-ship; did you mean repair-shop?\n']);
    expect(existsSync(join(directory, 'other.md'))).toBe(false);
  });
});

/** The last line that `check` says of a document, its gaps, and the questions of `ask`. */
async function counted(text: string): Promise<[last: string, gaps: number, questions: number]> {
  write('open.md', text);
  const { stdout } = await ninefold('check', 'open.md');
  const { gaps } = JSON.parse((await ninefold('check', 'open.md', '--format', 'json')).stdout) as {
    gaps: unknown[];
  };
  const asked = JSON.parse((await ninefold('ask', 'open.md', '--format', 'json')).stdout) as {
    questions: unknown[];
  };
  return [stdout.trimEnd().split('\n').at(-1)!, gaps.length, asked.questions.length];
}

describe('check', () => {
  it('is content with every example', async () => {
    for (const name of ['todo-backend', 'repair-shop', 'price-list', 'ticket-shop']) {
      const { status, stdout } = await ninefold('check', `examples/${name}.md`, '--format', 'json');
      const { gaps, diagnostics, operations } = JSON.parse(stdout) as Record<string, { runs?: string }[]>;
      expect([name, status, gaps, diagnostics]).toEqual([name, 0, [], []]);
      expect(operations!.every(({ runs }) => runs === 'yes')).toBe(true);
    }
  });

  it('finds nine open parts in a new document, and lets them pass only when it is asked to', async () => {
    write('new.md', emptyDocument('new.md'));
    const { status, stdout } = await ninefold('check', 'new.md', '--format', 'json');
    const { parts } = JSON.parse(stdout) as { parts: { number: number; counts: Record<string, number> }[] };
    expect(status).toBe(3);
    expect(parts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const { counts } of parts) expect(counts).toMatchObject({ stated: 0, none: 0, any: 0, gap: 1, assumed: 0 });
    expect((await ninefold('check', 'new.md', '--allow-gaps')).status).toBe(0);
  });

  it('keeps a statement that cannot be read a 3, gaps allowed or not', async () => {
    const example = readFileSync(join(root, 'examples', 'todo-backend.md'), 'utf8');
    write('prose.md', example.replace('- Repeat: again', '- Repeat: whatever the client likes'));
    expect((await ninefold('check', 'prose.md')).status).toBe(3);
    expect((await ninefold('check', 'prose.md', '--allow-gaps')).status).toBe(3);
  });

  it('shows an error with its line and answers 1', async () => {
    const example = readFileSync(join(root, 'examples', 'todo-backend.md'), 'utf8');
    write('wrong.md', example.replace('- Does: creates Todo', '- Does: creates Toodo'));
    const line = example.split('\n').indexOf('- Does: creates Todo') + 1;
    const { status, stdout } = await ninefold('check', 'wrong.md');
    expect(status).toBe(1);
    expect(stdout).toContain(`at wrong.md:${line}:`);
    expect(stdout).toMatch(/^ *\d+ \| - Does: creates Toodo\n +\| +\^+$/m);
    expect(stdout).toContain('Todo');
    const lines = await ninefold('check', 'wrong.md', '--format', 'line');
    expect(lines.stdout).toMatch(new RegExp(`^wrong\\.md:${line}:\\d+: error `, 'm'));
    expect((await ninefold('check', 'wrong.md', '--allow-gaps')).status).toBe(1);
  });

  it('answers a list for several files and the worst of their statuses', async () => {
    write('new.md', emptyDocument('new.md'));
    const both = await ninefold('check', 'new.md', 'examples/todo-backend.md', '--format', 'json');
    expect(both.status).toBe(3);
    expect((JSON.parse(both.stdout) as { document: string }[]).map((each) => each.document)).toEqual([
      'new.md',
      'examples/todo-backend.md',
    ]);
    const missing = await ninefold('check', 'new.md', 'missing.md', '--format', 'json');
    expect([missing.status, missing.stderr]).toEqual([2, 'ninefold: cannot open missing.md: there is no such file\n']);
    expect(JSON.parse(missing.stdout)).toHaveLength(1);
  });

  it('takes an error for worse than a gap, and a file that is not there for worse than both', async () => {
    write('new.md', emptyDocument('new.md'));
    const whole = emptyDocument('wrong.md');
    write('wrong.md', whole.replace('## 8. Limits', '## 8. Limits\n\n## 8. Limits'));
    expect((await ninefold('check', 'new.md', 'wrong.md', 'examples/todo-backend.md')).status).toBe(1);
    expect((await ninefold('check', 'wrong.md', 'new.md')).status).toBe(1);
    expect((await ninefold('check', 'wrong.md', 'missing.md', 'new.md')).status).toBe(2);
  });

  it('counts gaps, and questions beside them where one answer fills several', async () => {
    const example = readFileSync(join(directory, 'examples', 'todo-backend.md'), 'utf8');
    // Of six operations two read, one creates, three change rows: those that may say the same are asked about together.
    expect(await counted(example.replaceAll(/^- Repeat: .*\n/gm, ''))).toEqual(['open.md: 6 gaps, 3 questions', 6, 3]);
    const marked = example.replaceAll(/^- Repeat: .*$/gm, '- Repeat: not shown');
    expect(await counted(marked)).toEqual(['open.md: 6 gaps', 6, 6]);
    expect(await counted(example.replace('- Repeat: again', '- Repeat: not shown'))).toEqual(['open.md: 1 gap', 1, 1]);
  });

  it('counts what cannot be read beside gaps: each is a question, and no other is told', async () => {
    const example = readFileSync(join(directory, 'examples', 'todo-backend.md'), 'utf8');
    const odd = example
      .replace('- Repeat: again', '- Repeat: now and then')
      .replace('- Repeat: safe', '- Repeat: well');
    expect(await counted(odd)).toEqual(['open.md: 2 unreadable', 0, 2]);
    const open = odd.replace('- Order: oldest first', '- Order: not shown');
    expect(await counted(open)).toEqual(['open.md: 1 gap, 2 unreadable', 1, 3]);
    const shared = example.replace('- Order: oldest first', '- Order: sorted').replaceAll(/^- Repeat: .*\n/gm, '');
    expect(await counted(shared)).toEqual(['open.md: 6 gaps, 1 unreadable, 4 questions', 6, 4]);
    write('open.md', shared);
    const { stdout } = await ninefold('check', 'open.md', '--format', 'html');
    expect(stdout).toContain('Open questions: 4, about 6 gaps and 1 statement that cannot be read.');
  });

  it('names no score anywhere', async () => {
    write('new.md', emptyDocument('new.md'));
    const { stdout } = await ninefold('check', 'new.md', 'examples/todo-backend.md');
    expect(stdout).not.toMatch(/%|score|per ?cent/i);
  });

  it('refuses what is no text', async () => {
    writeFileSync(join(directory, 'bytes.md'), Buffer.from([0x23, 0xff, 0xfe]));
    const { status, stderr } = await ninefold('check', 'bytes.md');
    expect([status, stderr]).toEqual([2, 'ninefold: cannot read bytes.md: it is not UTF-8 text\n']);
    expect((await ninefold('check', 'examples')).stderr).toContain('it is a directory');
  });
});

it('a document with warnings is not called consistent', async () => {
  const example = readFileSync(join(root, 'examples', 'repair-shop.md'), 'utf8');
  write('fine.md', example);
  expect((await ninefold('check', 'fine.md')).stdout).toContain('fine.md is complete and consistent');
  write('warned.md', example.replace(/^## 1\. .*$/m, '## 1. Something else'));
  const { status, stdout } = await ninefold('check', 'warned.md');
  expect(status).toBe(0);
  expect(stdout).toContain('warned.md is complete, with 1 warning\n');
});

describe('what HTTP itself refuses', () => {
  it('is named where no code gives it the body of errors, and is no gap', async () => {
    const example = readFileSync(join(root, 'examples', 'repair-shop.md'), 'utf8');
    const codes = /(\| Code \|[^\n]*\n\|[-| ]+\n)/;
    const cells = codes.exec(example)![0].split('\n')[0]!.split('|').length - 5;
    const all =
      'malformed body, unsupported media type, not acceptable, no such path, method not allowed, too large, unavailable';
    write('bare.md', example.replace(codes, `$1| \`floor\` | 400 | ${all} |${' none |'.repeat(cells)}\n`));
    const { status, stdout } = await ninefold('check', 'bare.md');
    expect(status).toBe(0);
    expect(stdout).toContain('\nanswered without a body, since no code names them: internal (500)\n');
    expect(stdout).toContain('\nbare.md is complete');
  });
});

describe('plan', () => {
  it('says what runs and what is held by which gap', async () => {
    const example = readFileSync(join(root, 'examples', 'todo-backend.md'), 'utf8');
    write('held.md', example.replace('- Does: deletes every Todo', '- Does: not shown'));
    const { status, stdout } = await ninefold('plan', 'held.md');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^POST \/todos +runs$/m);
    expect(stdout).toMatch(/^DELETE \/todos +held\n +held by +4\/DELETE \/todos\/does {2}\S.*\?$/m);
    expect(stdout).toContain('6 operations: 5 run, 0 partly, 1 held');
  });

  it('counts one operation as one', async () => {
    const example = readFileSync(join(root, 'docs', 'orders.md'), 'utf8');
    const [head = '', all = '', first = ''] = example.split(/^(?=### (?:All|GET|POST|PUT|PATCH|DELETE)\b)/m);
    write('one.md', head + all + first);
    expect((await ninefold('plan', 'one.md')).stdout).toMatch(/^1 operation: /m);
  });

  it('is the same bytes each time', async () => {
    const first = await ninefold('plan', 'examples/repair-shop.md', '--format', 'json');
    expect((await ninefold('plan', 'examples/repair-shop.md', '--format', 'json')).stdout).toBe(first.stdout);
    expect((JSON.parse(first.stdout) as { format: number }).format).toBe(1);
  });
});

/** Test runners ask for colours by FORCE_COLOR; a user's shell does not. */
function node(args: readonly string[], more: Record<string, string> = {}): SpawnSyncReturns<string> {
  const { FORCE_COLOR: _, ...env } = process.env;
  return spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', env: { ...env, ...more } });
}

describe.runIf(isWhole)('the process', () => {
  it.each([{}, { NO_COLOR: '1' }])('writes no colours where there is no terminal (%j)', (env) => {
    write('new.md', emptyDocument('new.md'));
    const { stdout, status } = node([main, 'check', 'new.md'], env);
    expect(status).toBe(3);
    expect(stdout).not.toContain('\u001b');
  });

  it('does not mind a reader that went away', () => {
    const script = `"$0" "$1" plan examples/price-list.md --format json | head -c 1; exit 0`;
    const { stderr } = spawnSync('bash', ['-c', script, process.execPath, main], { cwd: directory, encoding: 'utf8' });
    expect(stderr).toBe('');
  });

  it('loads neither fastify nor ajv for check', () => {
    const watch = `import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) {
      process.stderr.write('loads ' + name + '\\n'); return next(name, context); } });`;
    const { stderr, status } = node([
      '--import',
      `data:text/javascript,${encodeURIComponent(watch)}`,
      main,
      'check',
      'examples/todo-backend.md',
    ]);
    expect(status).toBe(0);
    expect(stderr).toContain('loads commander');
    expect(stderr).not.toMatch(/loads .*(fastify|ajv|node:sqlite|node:http)|loads pg$/m);
  });

  it('says which Node it needs when it is started with an older one', () => {
    const old = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`;
    const bin = join(root, 'bin', 'ninefold.cjs');
    const { stderr, stdout, status } = node([
      '--import',
      `data:text/javascript,${encodeURIComponent(old)}`,
      bin,
      'check',
      'x.md',
    ]);
    expect([status, stdout, stderr]).toEqual([2, '', 'ninefold needs Node 24 or newer; this is Node 20.20.2.\n']);
    expect(node([bin]).status).toBe(0);
  });
});
