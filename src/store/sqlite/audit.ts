// The audit of the embedded store: triggers of the one connection that writes, in the transaction of the change. Input: that
// connection, the tables, a plan's audit. Output: what programs tell before they write, and what takes out old changes. The triggers
// are temporary: they are in no file, and another program that opens it writes no audit. docs/audit.md, decision 0044.

import type { DatabaseSync } from 'node:sqlite';
import type { AuditPlan } from '../../plan/audit-plan.ts';
import type { Table } from '../../plan/plan.ts';
import type { SqlValue } from '../../sql/expression.ts';
import {
  AUDIT_TABLE,
  createAudit,
  noting,
  TOLD,
  toldAt,
  trailsOf,
  type Kind,
  type Trail,
} from '../relational/audit.ts';
import { quote, schemaOf } from '../relational/schema.ts';
import type { Effect } from '../relational/statement.ts';
import { auditEntry, historySql } from '../audit-entries.ts';
import type { AuditAge, Bindings, Result, Row } from '../store.ts';
import { SQLITE } from './dialect.ts';
import type { Group } from './group.ts';

export interface Audit {
  /** Makes the triggers anew; undefined: none. */
  keep(tables: readonly Table[], plan: AuditPlan | undefined): void;
  /** While tables change. */
  pause(): void;
  /** The effect, whose changes are recorded as its bindings say at each of its statements. */
  readonly telling: <T>(effect: Effect<T>) => Effect<T>;
}

/** Of one connection. */
export function auditOf(database: DatabaseSync): Audit {
  let bound: Bindings = {};
  let isDefined = false;
  const define = (): void => {
    if (isDefined) return;
    isDefined = true;
    database.function('ninefold_audit', (place) => told(bound, Number(place)));
  };
  const pause = (): void => {
    const find = database.prepare(
      `SELECT name FROM temp.sqlite_schema WHERE type = 'trigger' AND name LIKE '_audit %'`,
    );
    for (const { name } of find.all()) database.exec(`DROP TRIGGER temp.${quote(String(name))}`);
  };
  return {
    pause,
    keep(tables, plan) {
      pause();
      if (!plan) return;
      define();
      if (!isThere(database)) database.exec(createAudit(SQLITE));
      for (const [place, trail] of trailsOf(schemaOf(tables, SQLITE), plan, octets).entries())
        for (const text of triggersOf(trail, place)) database.exec(text);
    },
    telling: (effect) =>
      noting(effect, (ask) => {
        bound = ask.bindings;
        return ask;
      }),
  };
}

function told(bound: Bindings, place: number): string | null {
  const value = toldAt(bound, place);
  // It is written by a program that tells nothing.
  return value === null && TOLD[place] === 'at' ? new Date().toISOString() : value;
}

export function isThere(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM main.sqlite_schema WHERE name = ?').get(AUDIT_TABLE) !== undefined;
}

/** A trigger takes no parameters. */
const octets = (value: SqlValue): string => `CAST(x'${Buffer.from(String(value)).toString('hex')}' AS TEXT)`;

const EVENTS: Readonly<Record<Kind, string>> = { create: 'INSERT', change: 'UPDATE', delete: 'DELETE' };

function triggersOf(trail: Trail, number: number): readonly string[] {
  const { shape, columns, differs } = trail;
  const places = TOLD.map((_, place) => `ninefold_audit(${place})`);
  return (Object.keys(EVENTS) as Kind[]).map((kind) => {
    const name = quote(`_audit ${number} ${kind}`);
    const when = kind === 'change' ? ` WHEN ${differs}` : '';
    const write = `INSERT INTO ${quote(AUDIT_TABLE)} (${columns}) VALUES (${trail.values(kind, places)})`;
    return `CREATE TEMP TRIGGER ${name} AFTER ${EVENTS[kind]} ON main.${shape.sql} FOR EACH ROW${when} BEGIN ${write}; END`;
  });
}

/** The first changes, as long as they are old: those of one clock follow each other. */
export function auditAge(database: DatabaseSync, group: Group): AuditAge {
  const oldest = `SELECT id FROM (SELECT id, at FROM _audit ORDER BY id LIMIT ?) WHERE at < ?`;
  const statement = database.prepare(`DELETE FROM _audit WHERE id IN (${oldest})`);
  const last = database.prepare(historySql(() => '?'));
  last.setReturnArrays(true);
  return {
    history: async (resource, row) => (last.all(resource, row) as unknown as Row[]).map(auditEntry),
    async sweep(before, most) {
      let gone = 0;
      const effect = (): Result => {
        gone = Number(statement.run(most, before).changes);
        return { kind: 'done', outcome: gone === 0 ? 'unchanged' : 'deleted', rows: [], total: undefined };
      };
      const result = await group.submit({ effect, savepoint: false, deadline: undefined });
      if (result.kind !== 'done') throw new Error(result.kind === 'unavailable' ? result.reason : result.kind);
      return gone;
    },
  };
}
