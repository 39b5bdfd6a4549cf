// State machines hold under races: every row is linearizable, each move has one winner. 64 clients, real processes.

import { it } from 'vitest';
import { inDirectory } from './servers.ts';
import { onDatabase, tryKills, tryRace, tryRestarts } from './tried.ts';

/** A race that was lost once is lost: elsewhere a second try is for the moods of a shared machine. */
const ONCE = { retry: 0 };

it('holds on the embedded store', ONCE, () =>
  inDirectory((kept) => tryRace(kept, { name: 'embedded', servers: 1, seconds: 5 })),
);

it('holds on the embedded store while its process is killed', ONCE, () =>
  inDirectory((kept) => tryKills(kept, { name: 'embedded, 3 kills', servers: 1, seconds: 30, kills: 3 })),
);

it('holds with four processes on one database', ONCE, () =>
  onDatabase('four processes', (kept) => tryRace(kept, { name: 'four processes', servers: 4, seconds: 5 })),
);

it('holds with four processes on one database while they are killed', ONCE, () =>
  onDatabase('four processes, killed', (kept) =>
    tryKills(kept, { name: 'four processes, 3 kills', servers: 4, seconds: 30, kills: 3 }),
  ),
);

it('holds with four processes while the database is restarted', ONCE, () =>
  tryRestarts({ name: 'four processes, database restarted', servers: 4, seconds: 30, restarts: 2 }),
);
