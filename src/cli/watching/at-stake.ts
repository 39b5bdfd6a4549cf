// Which rows do not fit a document, as `migrate` shows them. Input: where the rows are, and the plan. Output: lines; undefined
// where that cannot be found out.

import type { Plan } from '../../plan/plan.ts';
import type { Console } from '../console.ts';
import { changeLines, runMigration } from '../migrate.ts';
import { needsOf } from '../serving/store.ts';
import type { Settings } from '../settings.ts';

export async function rowsAtStake(
  directory: string,
  planned: Plan,
  settings: Pick<Settings, 'database'>,
  paint: Console['paint'],
): Promise<readonly string[] | undefined> {
  const migration = await runMigration(directory, settings, needsOf(planned), { apply: false, drop: false });
  const standing = (migration?.changes ?? []).filter(({ does }) => does !== 'adds');
  return standing.length === 0 ? undefined : changeLines(standing, paint).map((line) => `  ${line}`);
}
