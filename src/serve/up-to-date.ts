// Brings clock and rows up to date before the store is asked: the clock agrees with other processes, and what is due is written.
// Input: an operation and a request that has been read. Output: undefined, at once where nothing is to be waited for; a text: why
// it cannot be. Notation, part 3, head By.

import { instantText } from './clock.ts';
import type { Compiled } from './compiled.ts';
import type { Findings } from './findings.ts';
import type { CaughtUp } from './timed.ts';

type Operation = Pick<Compiled, 'timed' | 'context'>;

/** One instant for the whole request. */
export function instantOf({ context }: Operation, findings: Findings): number {
  return (findings.at ??= context.clock.now());
}

/** Asked once all of a request has been read, so that its instant is not in the past. */
export function clockOf({ context }: Operation, findings: Findings): CaughtUp | Promise<CaughtUp> {
  return findings.at === undefined ? context.clock.look?.() : undefined;
}

export function upToDate(operation: Operation, findings: Findings, from = 0): CaughtUp | Promise<CaughtUp> {
  const { timed } = operation;
  for (let place = from; place < timed.length; place++) {
    const late = timed[place]!.catchUp(instantText(instantOf(operation, findings)));
    if (late instanceof Promise) return late.then((reason) => reason ?? upToDate(operation, findings, place + 1));
    if (late !== undefined) return late;
  }
  return undefined;
}
