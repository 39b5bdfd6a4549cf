// A process that delivers from a directory until it is killed: `node deliveries-child.ts DIRECTORY`. Prints what it has claimed before it
// settles half of it, so that it is killed in between.

import { writeSync } from 'node:fs';
import { DELIVERY_TABLES } from '../../src/plan/deliveries.ts';
import { OUTBOX } from '../../src/plan/outbox.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { accepted, NOW } from './contract-deliveries.ts';

const store = await openSqlite({ directory: String(process.argv[2]), tables: [OUTBOX, ...DELIVERY_TABLES] });
const own = store.deliveries!;
for (;;) {
  const part = await own.claim({ now: NOW, most: 8, perLane: 2 });
  if (part.length === 0) break;
  writeSync(1, part.map(({ delivery }) => `claimed ${delivery}\n`).join(''));
  const half = part.filter((_, place) => place % 2 === 0);
  const kept = await own.settle(half.map(accepted), []);
  writeSync(1, half.map(({ delivery }, place) => `${kept[place] ? 'settled' : 'refused'} ${delivery}\n`).join(''));
  const rest = part.filter((_, place) => place % 2 === 1);
  await own.settle(rest.map(accepted), [...new Set(part.map(({ lane }) => lane))]);
  writeSync(1, rest.map(({ delivery }) => `settled ${delivery}\n`).join(''));
}
// It is killed before.
await store.close();
