// Phase `verify`: a secret that is sent is compared with the one that is kept of a row, before the transaction and off
// the event loop. Where it is that one, what is kept is bound, and the steps find the row by it: a secret that is
// changed meanwhile finds none. Where there is no such row, as much work is done. Notation, part 4, Does (`signs in`).

import type { Bindings, Program, Result } from '../../store/store.ts';
import { isSecret, hasRoom } from '../secrets.ts';
import type { Ended, Phase, Request } from './phase.ts';
import { unavailable } from './refuse.ts';

export const verify: Phase = {
  name: 'verify',
  does: 'Secrets that are sent are compared with those that are kept, at most 2 at once and 64 that wait',
  exits: ['unavailable'],
  compile: ({ verifies }) =>
    verifies.length === 0 ? undefined : (request) => (isNeeded(request) ? compare(request, verifies) : undefined),
};

/** Of a request that is sure to be refused only where a check that goes before that looks at it. */
function isNeeded({ refusal, compiled }: Request): boolean {
  return refusal === undefined || compiled.precedence.comparesBefore(refusal.check);
}

interface Verify {
  readonly name: string;
  readonly sent: string;
  readonly program: Program;
}

async function compare(request: Request, verifies: readonly Verify[]): Promise<Ended> {
  const { bindings } = request.findings;
  for (const { name, sent, program } of verifies) {
    const text = bindings[sent];
    if (typeof text !== 'string') continue;
    const kept = await keptIn(program, bindings);
    if (typeof kept === 'object' && kept !== null) return unavailable(request, kept.unavailable);
    // Behind the read: many may have come this far while it was waited for.
    if (!hasRoom(1)) return unavailable(request, 'too many secrets wait to be compared');
    bindings[name] = (await isSecret(text, kept)) ? kept : null;
  }
  request.isVerified = true;
  return undefined;
}

/** The hash of a secret that the program finds; null where there is no such row. */
export async function keptIn(program: Program, bindings: Bindings): Promise<string | null | Unreachable> {
  const result = await program.run(bindings);
  if (result.kind === 'unavailable') return { unavailable: result.reason };
  const kept = result.kind === 'done' ? result.bound?.['kept'] : null;
  return typeof kept === 'string' ? kept : null;
}

interface Unreachable {
  readonly unavailable: Extract<Result, { kind: 'unavailable' }>['reason'];
}
