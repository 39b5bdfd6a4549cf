// The output when the service listens: addresses on stdout, what is held and what is assumed on stderr. Input: the service and
// the document that it serves. Output: lines.

import { setImmediate } from 'node:timers/promises';
import { counted } from '../../base/counted.ts';
import type { Report } from '../../check/check.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Service } from '../../serve/serve.ts';
import type { Console } from '../console.ts';
import { heldEventsLine } from '../held-events.ts';
import { masked } from '../settings.ts';
import type { Settings } from '../settings.ts';
import { EXPORTS } from './exports.ts';
import type { Served } from './shown.ts';

export function greet(
  { url, operatorUrl }: Service,
  data: string,
  { plan, report, file }: Served,
  { database, clock }: Settings,
  console: Console,
): void {
  console.out(
    `listening on ${url}\noperator on ${operatorUrl}\nOpenAPI at ${operatorUrl}${EXPORTS}openapi\ndata in ${database === undefined ? data : masked(database)}`,
  );
  if (clock === 'manual') console.err(`the clock is stopped; POST /clock on the operator's port moves it`);
  showHeld(plan, file, console);
  const waits = heldEventsLine(plan, file);
  if (waits !== undefined) console.err(waits);
  showAssumed(report, console);
}

/** Lines for the shell, one for each operation; `now`: of the service's clock, for days before and after it. */
export async function showCurl(
  plan: Plan,
  url: string,
  { isNew, now }: { isNew: boolean; now: number },
  console: Console,
): Promise<void> {
  const { curlLines } = await import('../../calls/lines.ts');
  // Rows of an earlier start may hold the same values, where no two rows may.
  const search = curlLines(plan, url, now, isNew ? 0 : Math.floor(Date.now() / 1000) % 1_000_000);
  let step = search.next();
  // The service listens already: requests come before lines.
  for (; step.done !== true; step = search.next()) await setImmediate();
  const lines = step.value;
  console.out(`\n${lines.join('\n')}`);
  console.err('stays in the foreground: type these lines into a second terminal; Ctrl-C here ends it');
}

/** Only a summary: the whole is `ninefold plan` and the operator's /gaps. */
function showHeld({ operations }: Plan, file: string, console: Console): void {
  const count = (runs: string): number => operations.filter((operation) => operation.runs === runs).length;
  const isWhole = count('yes') === operations.length && operations.length > 0;
  const parts = [`${count('yes')} run`, `${count('partly')} partly`, `${count('no')} held`];
  console.err(
    `${counted(operations.length, 'operation')}: ${parts.join(', ')}${isWhole ? '' : `; ninefold plan ${file} says why`}`,
  );
}

function showAssumed({ assumed }: Report, console: Console): void {
  if (assumed.length === 0) return;
  const first = assumed.map(({ until }) => until).toSorted()[0]!;
  console.err(
    `runs under ${counted(assumed.length, 'assumption')}, the first of them until ${first}; /gaps on the operator's port lists them`,
  );
}
