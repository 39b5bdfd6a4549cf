// `ninefold migrate`: what it says, and with which status it ends.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { literal } from '../store/fixtures.ts';
import { captured } from './captured.ts';

const EXAMPLE = readFileSync(new URL('../../examples/todo-backend.md', import.meta.url), 'utf8');
const RENAMED = `${EXAMPLE.replace(/## 9\.[\s\S]*$/, '').replaceAll('`title`', '`caption`')}## 9. Versioning

- Scheme: none
- Current version: \`2\`
- Compatibility: any

| Change |
|---|
| \`Todo.caption\` was \`title\` |
`;

let directory: string;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-migrate-'));
  writeFileSync(join(directory, 'todo.md'), EXAMPLE);
  const { document, diagnostics } = read(EXAMPLE, 'todo.md');
  const { storage } = plan(link(document, diagnostics));
  const store = await openSqlite({ directory: join(directory, 'todo.data'), tables: storage });
  const values = storage[0]!.columns
    .filter(({ nullable }) => !nullable)
    .map(({ name, type }) => ({ column: name, value: literal(type === 'text' ? 'buy milk' : 0, type) }));
  const step = { kind: 'insert', table: 'Todo', values, answer: [], checks: [] } as const;
  expect(await store.prepare([step]).run({})).toMatchObject({ kind: 'done' });
  await store.close();
});
afterEach(() => rmSync(directory, { recursive: true }));

async function ninefold(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const console = captured({ directory });
  const status = await run(args, console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

test('how far it is, is said where it takes longer than a second, and every row keeps its key and its values', async () => {
  const file = join(directory, 'todo.data', FILE);
  const rows = (): unknown[] => {
    const database = new DatabaseSync(file);
    const all = database.prepare('SELECT id, title FROM Todo ORDER BY id').all();
    database.close();
    return all;
  };
  const database = new DatabaseSync(file);
  const names = database.prepare("SELECT name FROM pragma_table_info('Todo') WHERE name <> 'id'").all();
  const columns = names.map(({ name }) => `"${String(name)}"`).join(', ');
  // Keys with gaps: three of four are gone.
  database.exec(
    `WITH RECURSIVE n(i) AS (SELECT 7 UNION ALL SELECT i + 4 FROM n WHERE i < 4000) INSERT INTO Todo (id, ${columns}) SELECT i, ${columns} FROM n, Todo WHERE id = 1`,
  );
  database.exec("UPDATE Todo SET title = 'milk ' || id");
  database.close();
  const before = rows();
  expect(before.length).toBeGreaterThan(990);
  writeFileSync(join(directory, 'new.md'), EXAMPLE.replace(/^\| `order` \|.*\n/m, ''));
  const args = ['migrate', 'new.md', '--data', 'todo.data', '--apply', '--drop'];
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 600));
  const { status, stdout, stderr } = await ninefold(...args).finally(() => clock.mockRestore());
  expect([status, stdout]).toEqual([0, expect.stringContaining('done\n')]);
  expect(stderr).toBe([1, 2, 3, 4, 5, 6, 7, 8, 10].map((tenth) => `${tenth * 10} % migrated\n`).join(''));
  expect(rows()).toEqual(before);
});

test('what fits is said to fit', async () => {
  expect(await ninefold('migrate', 'todo.md')).toEqual({
    status: 0,
    stdout: 'nothing to migrate: what is stored fits the document\n',
    stderr: '',
  });
  expect((await ninefold('migrate', 'todo.md', '--data', 'none')).stdout).toBe(
    'there is no data yet: nothing to migrate\n',
  );
});

test('serve names the command for a field under an older name, which shows it, does it, and has then nothing to do', async () => {
  writeFileSync(join(directory, 'new.md'), RENAMED);
  const served = await ninefold('serve', 'new.md', '--data', 'todo.data', '--port', '0', '--operator-port', '0');
  expect(served).toMatchObject({ status: 1, stdout: '' });
  expect(served.stderr).toContain(
    'Todo: caption was title, and is still kept as title, 1 row is at stake). ninefold migrate new.md --data todo.data shows what can be done.',
  );
  const looked = await ninefold('migrate', 'new.md', '--data', 'todo.data');
  expect(looked).toEqual({
    status: 0,
    stdout: `Todo
  ~ caption  was title (1 row)

nothing is touched yet: ninefold migrate new.md --data todo.data --apply does it
`,
    stderr: '',
  });
  expect((await ninefold('migrate', 'todo.md')).stdout).toContain('nothing to migrate');
  expect((await ninefold('migrate', 'new.md', '--data', 'todo.data', '--apply')).stdout).toContain('\ndone\n');
  expect((await ninefold('migrate', 'new.md', '--data', 'todo.data')).stdout).toContain('nothing to migrate');
});

test('without a Change row it is one field that is gone and one that is new, and nothing is lost unasked', async () => {
  writeFileSync(join(directory, 'new.md'), RENAMED.replace(/\n\| Change[\s\S]*$/, ''));
  const json = await ninefold('migrate', 'new.md', '--data', 'todo.data', '--apply', '--format', 'json');
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    applied: false,
    allowed: false,
    changes: [
      {
        does: 'loses',
        resource: 'Todo',
        field: 'title',
        what: 'title is gone',
        rows: 1,
        changeRow: '`Todo.caption` was `title`',
      },
      { does: 'stops', resource: 'Todo', what: 'caption is new and has no value for the rows that are there', rows: 1 },
    ],
  });
  const dropped = await ninefold('migrate', 'new.md', '--data', 'todo.data', '--apply', '--drop');
  expect([dropped.status, dropped.stdout]).toEqual([1, expect.stringContaining('what is marked ! has no answer here')]);
  expect((await ninefold('migrate', 'todo.md')).stdout).toContain('nothing to migrate');
});

test('the row that says a new name is told where it keeps the values, and keeps them', async () => {
  const [row] = /\n\| Change\b[\s\S]*$/.exec(RENAMED)!;
  writeFileSync(join(directory, 'new.md'), RENAMED.replace(row, ''));
  const told = (await ninefold('migrate', 'new.md', '--data', 'todo.data')).stdout;
  const [, line] = /only its name changed, nothing of title is lost: .*\n +(\|.*\|)\n/.exec(told)!;
  writeFileSync(join(directory, 'new.md'), RENAMED.replace(row, `\n| Change |\n|---|\n${line}\n`));
  expect((await ninefold('migrate', 'new.md', '--data', 'todo.data')).stdout).toContain('~ caption  was title (1 row)');
});

test('a document with errors is not migrated to', async () => {
  writeFileSync(join(directory, 'new.md'), EXAMPLE.replace('- Does: creates Todo', '- Does: creates Toodo'));
  const refused = await ninefold('migrate', 'new.md', '--data', 'todo.data', '--apply');
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining('new.md has 2 errors; nothing is migrated'),
  ]);
});
