// `GET /filled?operation=…` on the operator's port: what a form of the operator's page is filled with. Input: the operation, and the rows
// of the service. Output: JSON: texts for the form, and whether the service would take the call, as far as the rows that are shown say.

import { setImmediate } from 'node:timers/promises';

import type { Filled, KnownRow } from '../../calls/filled.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Asked, Page } from '../../serve/operator.ts';
import type { Shown } from './shown.ts';

/** Rows of each resource that are looked at. */
const MOST = 20;

export async function filledPage(shown: Shown, asked: Asked): Promise<Page> {
  const id = new URLSearchParams(asked.query).get('operation');
  const { plan } = shown.current();
  const said = await filledFor(plan, id, asked);
  return { type: 'application/json', body: `${JSON.stringify({ filled: said ?? null })}\n` };
}

async function filledFor(plan: Plan, id: string | null, { rows, clock }: Asked): Promise<Filled | undefined> {
  const operation = plan.operations.find((one) => one.id === id);
  if (!operation) return undefined;
  const { filled, tablesOf } = await import('../../calls/filled.ts');
  const known: KnownRow[] = [];
  for (const table of tablesOf(operation)) {
    const kept = await rows.kept(table, MOST);
    known.push(...(kept ?? []).map((row) => ({ table, ...row })));
  }
  const search = filled(plan, operation, known, clock.now());
  let step = search.next();
  // Requests are answered between two tries.
  for (; step.done !== true; step = search.next()) await setImmediate();
  return step.value;
}
