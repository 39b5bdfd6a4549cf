// Calls that are counted while the database is restarted, by turns politely and as if the power went.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { createCluster } from '../races/database.ts';
import { counting, judge } from './rate-history.ts';

it(
  'four processes with 200 clients admit never more than a rate allows while the database is restarted',
  { timeout: 180_000 },
  async () => {
    const cluster = await createCluster();
    if (!cluster) return void console.log('SKIPPED a database that is restarted: initdb is not here');
    try {
      const begun = Date.now();
      const all = { processes: 4, clients: 200, milliseconds: 60_000 };
      const { decided, failed } = await counting(cluster.url, all, async ({ replace }) => {
        for (let turn = 0; Date.now() < begun + 50_000; turn++) {
          await sleep(4000);
          await cluster.restart(turn % 2 === 0 ? 'immediate' : 'fast');
          if (turn % 3 === 2) replace();
        }
      });
      const judged = judge(decided);
      console.log(
        `restarted: ${decided.length} decisions, ${failed} failed, ${Math.round(judged.part * 10_000) / 100} %`,
      );
      expect(failed).toBeGreaterThan(0);
      expect(decided.length).toBeGreaterThan(10_000);
      expect(judged.over).toEqual([]);
      expect(judged.part).toBeGreaterThanOrEqual(0.98);
    } finally {
      await cluster.drop();
    }
  },
);
