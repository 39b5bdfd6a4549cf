// State machines hold under races, at length: a minute each, and many more deaths.

import { it } from 'vitest';
import { inDirectory } from './servers.ts';
import { onDatabase, tryKills, tryRace, tryRestarts } from './tried.ts';

/** A race that was lost once is lost: elsewhere a second try is for the moods of a shared machine. */
const ONCE = { retry: 0 };

it('holds for a minute on the embedded store', ONCE, () =>
  inDirectory((kept) => tryRace(kept, { name: 'embedded', servers: 1, seconds: 60 })),
);

it('holds on the embedded store through forty kills', ONCE, () =>
  inDirectory((kept) => tryKills(kept, { name: 'embedded, 40 kills', servers: 1, seconds: 300, kills: 40 })),
);

it('holds for a minute with four processes on one database', ONCE, () =>
  onDatabase('four processes', (kept) => tryRace(kept, { name: 'four processes', servers: 4, seconds: 60 })),
);

it('holds with four processes on one database through forty kills', ONCE, () =>
  onDatabase('four processes, killed', (kept) =>
    tryKills(kept, { name: 'four processes, 40 kills', servers: 4, seconds: 300, kills: 40 }),
  ),
);

it('holds with four processes through fifteen restarts of the database', ONCE, () =>
  tryRestarts({ name: 'four processes, database restarted', servers: 4, seconds: 300, restarts: 15 }),
);
