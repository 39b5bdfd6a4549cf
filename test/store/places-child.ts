// A process that holds four places until it is killed: `node places-child.ts URL ASK`. Prints that it does.

import { openPostgres } from '../../src/store/postgres/open.ts';
import type { PlaceAsk } from '../../src/store/places.ts';

const [, , url, asked] = process.argv;
const ask = JSON.parse(asked!) as PlaceAsk;
const { places } = await openPostgres({ url: url!, tables: [], effects: [], counts: true });
const taken = await Promise.all(Array.from({ length: 4 }, () => places!.take([ask])));
process.stdout.write(`${taken.filter((each) => 'giveBack' in each).length} held\n`);
setInterval(() => undefined, 1000);
