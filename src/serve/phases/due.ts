// Phases `clock` and `due`: what is true before the store is asked. The clock is where it is for every process, and what time has
// moved by then is written: rows are never read in the state of an earlier instant. Notation, part 3, head By.

import { clockOf, upToDate } from '../up-to-date.ts';
import { after, type Ended, type Phase, type Request } from './phase.ts';
import { unavailable } from './refuse.ts';

export const clock: Phase = {
  name: 'clock',
  check: 'body',
  does: 'The instant of the request, once all of it has been read; a manual clock is read where it is kept',
  exits: ['unavailable'],
  compile: ({ context }) => (context.clock.look === undefined ? undefined : look),
};

export const due: Phase = {
  name: 'due',
  does: 'Moves by time that are due by now are written',
  exits: ['unavailable'],
  compile: ({ timed }) => (timed.length === 0 ? undefined : write),
};

function look(request: Request): Ended | Promise<Ended> {
  return after(clockOf(request.compiled, request.findings), (late) => endedBy(request, late));
}

function write(request: Request): Ended | Promise<Ended> {
  return after(upToDate(request.compiled, request.findings), (late) => endedBy(request, late));
}

function endedBy(request: Request, late: string | undefined): Ended {
  return late === undefined ? undefined : unavailable(request, late);
}

/** Both of them: a phase that asks the store may come before the body is read. */
export function catchUp(request: Request): Ended | Promise<Ended> {
  return after(look(request), (ended) => ended ?? write(request));
}
