// The number of all rows of a table in a database: what is kept of it, and the triggers of each statement. Input: a total. Output: what
// kept-tables.ts makes and drops. Decision 0045.

import type { TotalShape } from '../relational/total-tables.ts';
import type { KeptTable } from './kept-tables.ts';

/** Parts of the number: writers of one part wait for each other, readers add all up. */
const SHARDS = 256;
/** A part stays on its page when it changes. */
const FILL = 10;

const ROWS = 'changed';

export function keptTotal({ of, name, sql }: TotalShape): KeptTable {
  const rows = `CASE TG_OP WHEN 'DELETE' THEN -count(*) ELSE count(*) END`;
  return {
    name,
    sql,
    keeper: 'ninefold_total',
    create: `CREATE TABLE ${sql} (shard integer PRIMARY KEY, n bigint NOT NULL) WITH (fillfactor = ${FILL})`,
    // No UPDATE: that would look at all parts, and serializable transactions would be in each other's way.
    body: `
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM ${sql};
      ELSE
        INSERT INTO ${sql} AS own SELECT pg_backend_pid() % ${SHARDS}, ${rows} FROM ${ROWS} HAVING count(*) > 0
        ON CONFLICT (shard) DO UPDATE SET n = own.n + excluded.n;
      END IF;
      RETURN NULL;
    END`,
    triggers: [
      { change: 'insert', when: `AFTER INSERT ON ${of.sql} REFERENCING NEW TABLE AS ${ROWS} FOR EACH STATEMENT` },
      { change: 'delete', when: `AFTER DELETE ON ${of.sql} REFERENCING OLD TABLE AS ${ROWS} FOR EACH STATEMENT` },
      { change: 'truncate', when: `AFTER TRUNCATE ON ${of.sql} FOR EACH STATEMENT` },
    ],
    async fill(session, told) {
      await session.command(`INSERT INTO ${sql} SELECT 0, count(*) FROM ${of.sql}`);
      told(1);
    },
    after: [],
  };
}
