// A process that writes until it is killed: `node kill-child.ts DIRECTORY FIRST`, or the URL of a database. Each write is two steps of one
// transaction: a note, and one more in the count of its task. Prints the id of each write once it is acknowledged.

import { writeSync } from 'node:fs';
import type { Step } from '../../src/plan/steps.ts';
import type { Expr } from '../../src/sql/expression.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { column, equal, insertTask, literal, parameter, TABLES } from './fixtures.ts';

const TASKS = 8;

const count = column('count', 'integer');
const more: Expr = { kind: 'arithmetic', operator: '+', left: count, right: literal(1, 'integer'), type: 'integer' };
const note: Step = {
  kind: 'insert',
  table: 'Note',
  values: [
    { column: 'task', value: parameter('task', 'integer') },
    { column: 'text', value: parameter('id') },
  ],
  answer: undefined,
  checks: [],
};
const step = (absent: string): Step => ({
  kind: 'update',
  table: 'Task',
  where: equal(column('_row', 'integer'), parameter('task', 'integer')),
  guards: [],
  set: [{ column: 'count', value: more }],
  every: false,
  absent,
  outcome: 'updated',
  answer: [{ name: 'count', expr: count }],
});

const create: Step = insertTask({ count: literal(0, 'integer') });
const both: readonly Step[] = [note, step('no such Task')];
const EFFECTS = [[create], both];

async function main(directory: string, first: number): Promise<void> {
  const store = directory.startsWith('postgres:')
    ? await openPostgres({ url: directory, tables: TABLES, effects: EFFECTS })
    : await openSqlite({ directory, tables: TABLES });
  const creating = store.prepare([create]);
  const tasks = first === 0 ? TASKS : 0;
  for (let n = 0; n < tasks; n++) await creating.run({ title: `task ${n}` });
  writeSync(1, 'ready\n');
  const program = store.prepare(both);
  let next = first;
  const writer = async (): Promise<void> => {
    for (;;) {
      const id = next++;
      // Each ninth is refused by its second step, each tenth by its judge: nothing of them may be there.
      const task = id % 9 === 0 ? 9_999 : (id % TASKS) + 1;
      const result = await program.run({ id: String(id), task }, () => (id % 10 === 0 ? 'no' : undefined));
      if (result.kind === 'done') writeSync(1, `${id}\n`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, writer));
}

await main(String(process.argv[2]), Number(process.argv[3]));
