// `GET /audit?resource=R&row=NAME` on the operator's port: the last changes of one row, where every change is written down. Input: a
// store, a query. Output: a status and JSON, values with all their digits. docs/audit.md.

import type { Plan } from '../plan/plan.ts';
import { entryJson, type AuditEntry } from '../store/audit-entry.ts';
import type { Store } from '../store/store.ts';

export interface History {
  /** The fields by which an audit names a row of it: none, by its row key. Undefined: no audit of it is kept. */
  named(resource: string): readonly string[] | undefined;
  /** Undefined: no audit is kept. Null: it cannot be read now. */
  read(resource: string, row: string): Promise<readonly AuditEntry[] | null | undefined>;
}

export function compileHistory({ audit }: Store, plan: Plan): History {
  return {
    named: (resource) => (audit ? plan.audit?.tables.find(({ table }) => table === resource)?.identity : undefined),
    async read(resource, row) {
      if (!audit) return undefined;
      try {
        return await audit.history(resource, row);
      } catch {
        return null;
      }
    },
  };
}

export async function answerHistory(
  history: History,
  query: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const parameters = new URLSearchParams(query);
  const [resource, row] = [parameters.get('resource'), parameters.get('row')];
  if (resource === null || row === null)
    return refused(
      400,
      'Name a row: /audit?resource=R&row=ID, where several fields of an identity are separated by commas.',
    );
  const entries = await history.read(resource, row);
  if (entries === undefined) return refused(404, 'No audit is kept: ninefold serve writes one with --audit.');
  if (entries === null) return refused(503, 'The audit cannot be read now.');
  return { status: 200, body: `{"entries":[${entries.map(entryJson).join(',\n')}]}\n` };
}

function refused(status: number, error: string): { readonly status: number; readonly body: string } {
  return { status, body: `${JSON.stringify({ error })}\n` };
}
