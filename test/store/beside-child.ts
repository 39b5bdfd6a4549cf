// A process that serves one table until it is killed: `node beside-child.ts DATABASE LENGTH`. Prints `open` when it does.

import { writeSync } from 'node:fs';
import { judgeKept } from '../../src/serve/stored-values.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { tasksOf } from './beside-tables.ts';

const [, , url, most] = process.argv;
await openPostgres({ url: String(url), tables: tasksOf(Number(most)), fits: judgeKept, connections: 3 });
writeSync(1, 'open\n');
setInterval(() => undefined, 60_000);
