// Ten thousand events arrive, whatever dies: hostile receivers among well ones, nodes that are killed every few seconds, a database that is restarted.

import { expect, it } from 'vitest';
import { createCluster } from '../races/database.ts';
import { inDirectory, type Kept } from '../races/servers.ts';
import { onDatabase } from '../races/tried.ts';
import { tryDeliveries, type Trial } from './deliveries.ts';

const TRIAL: Trial = { orders: 5_000, nodes: 3, between: [2_000, 4_000] };

async function holds(name: string, kept: Kept, trial: Trial): Promise<void> {
  const outcome = await tryDeliveries(kept, trial);
  console.info(name, JSON.stringify({ ...outcome, wrong: outcome.wrong.length }));
  expect(outcome.wrong.slice(0, 20)).toEqual([]);
  expect(outcome.events).toBeGreaterThanOrEqual(9_990);
  expect(outcome.deaths).toBeGreaterThan(3);
}

it('on the embedded store', { timeout: 900_000 }, () =>
  inDirectory((kept) => holds('embedded', kept, { ...TRIAL, nodes: 1 })),
);

it('with three nodes on one database', { timeout: 900_000 }, () =>
  onDatabase('three nodes', (kept) => holds('three nodes', kept, TRIAL)),
);

it('with three nodes on one database that is restarted in the middle', { timeout: 900_000 }, async () => {
  const cluster = await createCluster();
  if (!cluster) return void console.log('SKIPPED a database that is restarted: initdb is not here');
  try {
    const restart = (): Promise<void> => cluster.restart('immediate');
    await holds('restarted', { database: cluster.url }, { ...TRIAL, restart });
  } finally {
    await cluster.drop();
  }
});
