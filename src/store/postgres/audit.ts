// The audit of a database: triggers on its tables, in the transaction of the change. Input: a session, the tables, a plan's audit. Output:
// triggers that write where the session says so, what programs tell before they write, and what takes out old changes. Sessions of a
// process without an audit, of an earlier program or of a person write none. docs/audit.md, decision 0044.

import { createHash } from 'node:crypto';
import type { AuditPlan } from '../../plan/audit-plan.ts';
import type { Table } from '../../plan/plan.ts';
import {
  AUDIT_TABLE,
  createAudit,
  noting,
  toldAt,
  TOLD,
  trailsOf,
  type Kind,
  type Trail,
} from '../relational/audit.ts';
import { quote, schemaOf } from '../relational/schema.ts';
import type { Preparing } from '../relational/statement.ts';
import { auditEntry, historySql } from '../audit-entries.ts';
import type { AuditAge, Bindings } from '../store.ts';
import { POSTGRES } from './dialect.ts';
import { faultOf } from './faults.ts';
import { underLock } from './under-lock.ts';
import type { Lend, Telling } from './program.ts';
import type { Session } from './session.ts';
import { encode } from './values.ts';

/** The setting of a session that writes an audit: `on`, and in a transaction what is recorded of it. */
export const AUDIT_SETTING = 'ninefold.audit';

const TRIGGER = 'ninefold_audit';

/** Makes the table and the triggers, unless they are there as they should be. */
export async function keepAudit(session: Session, tables: readonly Table[], plan: AuditPlan): Promise<void> {
  const wanted = trailsOf(schemaOf(tables, POSTGRES), plan, unheard).map((trail) => ({ trail, ...functionOf(trail) }));
  const isKept = async (): Promise<boolean> => {
    const there = new Map((await session.query(THERE)).map(([table, name]) => [table, name]));
    const isSo = wanted.every(({ trail, name }) => there.get(trail.shape.name) === name);
    return isSo && isAuditThere(session);
  };
  if (await isKept()) return;
  await underLock(session, 'alone', async () => {
    if (await isKept()) return;
    if (!(await isAuditThere(session))) await session.command(createAudit(POSTGRES));
    for (const { trail, name, text } of wanted) {
      await session.command(text);
      await session.command(
        `CREATE OR REPLACE TRIGGER ${TRIGGER} AFTER INSERT OR UPDATE OR DELETE ON ${trail.shape.sql} FOR EACH ROW
           WHEN (current_setting('${AUDIT_SETTING}', true) <> '') EXECUTE FUNCTION ${quote(name)}()`,
      );
    }
    for (const [name] of await session.query(UNUSED)) await session.command(`DROP FUNCTION ${quote(String(name))}()`);
  });
}

export function isAuditThere(session: Session): Promise<boolean> {
  return isTableThere(session, AUDIT_TABLE);
}

export async function isTableThere(session: Session, name: string): Promise<boolean> {
  const own = `SELECT 1 FROM pg_class WHERE relname = $1 AND ${HERE('relnamespace')}`;
  return (await session.query(own, [name])).length > 0;
}

const HERE = (column: string): string => `${column} = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`;

const THERE = `
  SELECT c.relname::text, p.proname::text FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE t.tgname = '${TRIGGER}' AND ${HERE('c.relnamespace')}`;

/** Of earlier documents. */
const UNUSED = `
  SELECT p.proname::text FROM pg_proc p
  WHERE p.proname LIKE '${TRIGGER.replaceAll('_', '\\_')}\\_%' AND ${HERE('p.pronamespace')}
    AND NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgfoid = p.oid)`;

/** Every text has a literal here. */
function unheard(): never {
  throw new Error('a literal of PostgreSQL holds every text');
}

/** Its name says what it does: another document's does something else. */
function functionOf(trail: Trail): { readonly name: string; readonly text: string } {
  const told = TOLD.map((name, place) =>
    name === 'at' ? `coalesce(${member(place)}::timestamptz, now())` : member(place),
  );
  const write = (kind: Kind): string =>
    `INSERT INTO ${AUDIT_TABLE} (${trail.columns}) SELECT ${trail.values(kind, told)};`;
  const body = `
    DECLARE ninefold_told json := CASE current_setting('${AUDIT_SETTING}') WHEN 'on' THEN '[]' ELSE current_setting('${AUDIT_SETTING}') END;
    BEGIN
      IF TG_OP = 'INSERT' THEN ${write('create')}
      ELSIF TG_OP = 'DELETE' THEN ${write('delete')}
      ELSIF ${trail.differs} THEN ${write('change')}
      END IF;
      RETURN NULL;
    END`;
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 20);
  const name = `${TRIGGER}_${hash}`;
  const tag = `$ninefold_${hash}$`;
  return {
    name,
    text: `CREATE OR REPLACE FUNCTION ${quote(name)}() RETURNS trigger LANGUAGE plpgsql AS ${tag}${body}${tag}`,
  };
}

function member(place: number): string {
  return `(ninefold_told ->> ${place})`;
}

/** What is recorded goes before each statement that writes, to its transaction alone. */
export function tellingOf(on: Preparing): Telling {
  const name = 'audit';
  const statement = on.prepare({
    sql: `SELECT set_config('${AUDIT_SETTING}', $1::text, true)`,
    args: [{ name, type: 'json' }],
  });
  return (effect) =>
    noting(effect, (ask) => {
      if (ask.statement.printed.sql.startsWith('SELECT ')) return ask;
      return { ...ask, told: { statement, bindings: { [name]: said(ask.bindings) } } };
    });
}

function said(bindings: Bindings): string {
  return JSON.stringify(TOLD.map((_, place) => encode(toldAt(bindings, place), 'text')));
}

/** The first changes, as long as they are old; those that another process takes out are left to it. */
export function auditAge(lend: Lend, during: <T>(run: () => Promise<T>) => Promise<T>): AuditAge {
  const first = `SELECT "id", "at" FROM _audit ORDER BY "id" LIMIT $1::int FOR UPDATE SKIP LOCKED`;
  const text = `WITH "gone" AS (DELETE FROM _audit WHERE "id" IN (SELECT "id" FROM (${first}) AS "first" WHERE "at" < $2::timestamptz) RETURNING 1)
    SELECT count(*)::int FROM "gone"`;
  return {
    history: (resource, row) =>
      during(async () => {
        const rows = await lend((session) =>
          session.query(
            historySql((number) => `$${number}`),
            [resource, row],
          ),
        );
        return rows.map(auditEntry);
      }),
    sweep: (before, most) =>
      during(async () => {
        try {
          const [row] = await lend((session) => session.query(text, [most, before]));
          return Number(row?.[0] ?? 0);
        } catch (error) {
          const reason = faultOf(error);
          throw reason === undefined ? error : new Error(reason, { cause: error });
        }
      }),
  };
}
