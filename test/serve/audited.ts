// A service that writes an audit, for one test. Input: a document and an engine. Output: the service, and what its audit says.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needsOf, plannedFor } from '../../src/cli/serving/store.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { ServeOptions } from '../../src/serve/serve.ts';
import type { AuditQuery } from '../../src/store/audit-entries.ts';
import type { AuditEntry } from '../../src/store/audit-entry.ts';
import { readAudit } from '../../src/store/sqlite/audit-entries.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { modelOf } from '../plan/plan-of.ts';
import { start, type Running } from './running.ts';

export type Engine = 'sqlite' | 'postgres';

export interface Entry extends Omit<AuditEntry, 'before' | 'after'> {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface Place {
  /** A directory, or an address. */
  readonly where: string;
  store(plan: Plan): Promise<Store>;
  /** Undefined: there is no audit. */
  entries(query?: AuditQuery): Promise<readonly Entry[] | undefined>;
  drop(): Promise<void>;
}

function parsed(entry: AuditEntry): Entry {
  return {
    ...entry,
    before: JSON.parse(entry.before ?? 'null') as Entry['before'],
    after: JSON.parse(entry.after ?? 'null') as Entry['after'],
  };
}

export async function placeOf(engine: Engine): Promise<Place> {
  if (engine === 'sqlite') {
    const directory = mkdtempSync(join(tmpdir(), 'ninefold-audit-'));
    return {
      where: directory,
      store: (plan) => openSqlite({ directory, ...needsOf(plan) }),
      entries(query = {}) {
        const found: Entry[] = [];
        const isThere = readAudit(directory, query, (entry) => found.push(parsed(entry)));
        return Promise.resolve(isThere ? found : undefined);
      },
      drop: () => Promise.resolve(rmSync(directory, { recursive: true, force: true })),
    };
  }
  const { ownSchema } = await import('../store/postgres.ts');
  const { openPostgres } = await import('../../src/store/postgres/open.ts');
  const { readAudit: readDatabase } = await import('../../src/store/postgres/audit-entries.ts');
  const { url, drop } = await ownSchema();
  return {
    where: url,
    store: (plan) => openPostgres({ url, connections: 8, ...needsOf(plan) }),
    async entries(query = {}) {
      const found: Entry[] = [];
      return (await readDatabase(url, query, (entry) => found.push(parsed(entry)))) ? found : undefined;
    },
    drop,
  };
}

export function auditedPlan(source: string, days = 90): Plan {
  return plannedFor(compile(modelOf(source)), { audit: true, auditDays: days });
}

export async function serveAt(place: Place, plan: Plan, more: Partial<ServeOptions> = {}): Promise<Running> {
  return start(plan, { store: await place.store(plan), ...more });
}
