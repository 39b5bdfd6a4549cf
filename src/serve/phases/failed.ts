// The end of a request that met a fault of the runtime. Input: a request, what was thrown. Output: 500, and a line for the operator.

import { reasonOf } from '../reason.ts';
import { named } from '../request-log.ts';
import type { Request } from './phase.ts';

export function failed({ compiled, exchange }: Request, error: unknown): void {
  compiled.context.log(`${compiled.id} failed${named(exchange)}: ${reasonOf(error)}`);
  try {
    compiled.refusals.answer(exchange, [{ cause: 'internal', floor: 'internal' }], compiled.template);
  } catch {
    exchange.response.destroy();
    exchange.done();
  }
}
