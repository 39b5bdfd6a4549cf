// Whether a database can be used. Input: a session of it. Output: nothing, or a refusal in one sentence. Decision 0011.

import { CannotOpen } from '../store.ts';
import { shownAddress } from './address.ts';
import { faultOf } from './faults.ts';
import { PASSED_ON } from './pool.ts';
import type { Session } from './session.ts';
import { SETTINGS } from './values.ts';

/** `on` on a standby, too. */
export const READ_ONLY = `current_setting('transaction_read_only')`;

/** Refuses a database that could not keep what it confirms. */
export async function examine(session: Session, url: string): Promise<void> {
  const shown = shownAddress(url);
  const asked = ['server_encoding', 'synchronous_commit', PASSED_ON, ...Object.keys(SETTINGS)];
  const [row = []] = await session.query(
    `SELECT current_setting('server_version_num')::int, ${asked.map((name) => `current_setting('${name}', true)`).join(', ')}`,
  );
  const [version, encoding, commits, isPassedOn, ...settings] = row;
  if (Number(version) < LEAST_VERSION) throw new CannotOpen(`The database ${shown} is older than PostgreSQL 14.`);
  if (encoding !== 'UTF8')
    throw new CannotOpen(`The database ${shown} keeps its texts as ${String(encoding)}, not as UTF8.`);
  if (commits === 'off')
    throw new CannotOpen(`The database ${shown} may lose what it has confirmed: synchronous_commit is off.`);
  if (isPassedOn !== 'on')
    throw new CannotOpen(
      `The way to the database ${shown} does not pass on the settings of a session, as a pooler may do: name the database itself.`,
    );
  for (const [place, [name, wanted]] of Object.entries(SETTINGS).entries()) {
    // DateStyle says two things: `ISO, MDY`.
    const [set] = String(settings[place]).split(',');
    if (set !== wanted)
      throw new CannotOpen(
        `The database ${shown} has sessions in which ${name} is ${set}, and must be ${wanted}: leave it out of the address.`,
      );
  }
}

/** Refuses a database that takes no writes; commands that only read can use it. */
export async function refuseReadOnly(session: Session, url: string): Promise<void> {
  const [row = []] = await session.query(`SELECT ${READ_ONLY}, pg_is_in_recovery()`);
  const [isReadOnly, isStandby] = row;
  if (isReadOnly !== 'on') return;
  const why = isStandby === 1 ? 'it is a standby: name the primary' : 'default_transaction_read_only is on';
  throw new CannotOpen(`The database ${shownAddress(url)} takes no writes: ${why}.`);
}

const LEAST_VERSION = 140_000;

export function cannotOpen(error: unknown, url: string): string {
  const reason = faultOf(error) ?? (error instanceof Error ? error.message : String(error));
  return `The database ${shownAddress(url)} cannot be opened: ${reason}.`;
}
