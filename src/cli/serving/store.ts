// The data of a service, opened for a plan. Input: where it is, and the plan. Output: a store and the clock that goes with it, or
// a refusal in one sentence.

import { audited } from '../../plan/audit.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Clock } from '../../serve/clock.ts';
import { countsCalls, effectsOf } from '../../serve/effects.ts';
import { judgeKept } from '../../serve/stored-values.ts';
import { openSqlite } from '../../store/sqlite/open.ts';
import { CannotOpen, DoesNotFit } from '../../store/store.ts';
import type { NextPlan, Store, Wish } from '../../store/store.ts';
import { clockFor } from '../clock.ts';
import { Refusal } from '../console.ts';
import type { Settings } from '../settings.ts';

/** `command`: what shows what to do where the rows do not fit. */
export async function openData(
  directory: string,
  planned: Plan,
  settings: Pick<Settings, 'database' | 'databaseConnections' | 'databaseQueue'>,
  command: string,
): Promise<Store> {
  try {
    return await open(directory, planned, settings);
  } catch (error) {
    if (error instanceof DoesNotFit) throw new Refusal(1, `${error.message} ${command} shows what can be done.`);
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    throw error;
  }
}

async function open(
  directory: string,
  planned: Plan,
  {
    database,
    databaseConnections,
    databaseQueue,
  }: Pick<Settings, 'database' | 'databaseConnections' | 'databaseQueue'>,
): Promise<Store> {
  const { effects, ...wish } = needsOf(planned);
  if (database === undefined) return openSqlite({ directory, ...wish });
  const { openPostgres } = await import('../../store/postgres/open.ts');
  return openPostgres({ url: database, connections: databaseConnections, queue: databaseQueue, effects, ...wish });
}

/** The plan as the operator wants it to be served. */
export function plannedFor(planned: Plan, { audit, auditDays }: Pick<Settings, 'audit' | 'auditDays'>): Plan {
  return audit ? audited(planned, auditDays) : planned;
}

/** What a store has to know of a plan. */
export function needsOf(planned: Plan): NextPlan & Required<Wish> {
  const { storage, renames = [], audit } = planned;
  return {
    tables: storage,
    renames,
    fits: judgeKept,
    effects: effectsOf(planned),
    counts: countsCalls(planned),
    ...(audit && { audit }),
  };
}

export async function clockOf({ clock }: Settings, store: Pick<Store, 'notes' | 'now' | 'close'>): Promise<Clock> {
  try {
    return await clockFor(clock, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}
