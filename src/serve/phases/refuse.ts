// Ends of a request. Input: a decision, a cause, or the result of the store. Output: the answer, which is being sent.

import type { Held } from '../../plan/held.ts';
import type { Result } from '../../store/store.ts';
import { decide, type Decision, type Failure } from '../findings.ts';
import { atMembers } from '../member-references.ts';
import { named } from '../request-log.ts';
import { refusedRow } from '../body-rows.ts';
import { cut } from '../shown-path.ts';
import { deadlineOf } from '../deadline.ts';
import type { CaughtUp } from '../timed.ts';
import { after, type Ended, type Request } from './phase.ts';

export function end({ compiled, exchange, findings }: Request, decision: Decision): Ended {
  if (decision.kind === 'held') compiled.context.holds.answer(exchange, decision.held);
  else compiled.refusals.answer(exchange, decision.failures, findings.bindings);
  return 'answered';
}

export function refuse({ compiled, exchange, findings }: Request, failure: Failure): Ended {
  compiled.refusals.answer(exchange, [failure], findings.bindings);
  return 'answered';
}

export function unavailable(request: Request, reason: CaughtUp): Ended {
  const { context, id } = request.compiled;
  context.log(`${id} is unavailable${named(request.exchange)}: ${reason}`);
  return refuse(request, { cause: 'unavailable', floor: 'unavailable' });
}

/** Why an effect is undone: what it leaves behind does not fit, or its answer must not be guessed. */
export interface Undone {
  readonly failure: Failure | undefined;
  readonly held: Held | undefined;
}

/** The store has found what refuses the request. */
export function conclude(request: Request, result: Exclude<Result, { kind: 'done' }>): Ended | Promise<Ended> {
  const { failureOf, context, list } = request.compiled;
  switch (result.kind) {
    case 'refused': {
      const { noted } = request.exchange;
      if (noted !== undefined && result.row !== undefined) noted.refusedBy = cut(result.row);
      if (result.failed)
        return failedWith(
          request,
          result.failed.flatMap(({ at, causes }) => causes.map((cause) => refusedRow(failureOf(cause), list, at))),
        );
      const first = failureOf(result.cause);
      const others = (result.also ?? []).map((cause) => failureOf(cause));
      const all = [result.moves ? { ...first, moves: result.moves } : first, ...others];
      return after(atMembers(request.compiled, all, request.findings.bindings), (told) =>
        'kind' in told ? unavailable(request, told.reason) : failedWith(request, told),
      );
    }
    case 'undone': {
      const { failure, held } = result.value as Undone;
      if (held === undefined) return failedWith(request, [failure!]);
      context.holds.answer(request.exchange, [held]);
      return 'answered';
    }
    case 'unavailable': {
      const deadline = result.isLate ? deadlineOf(request.compiled) : undefined;
      return deadline ? refuse(request, deadline.failure) : unavailable(request, result.reason);
    }
  }
}

function failedWith(request: Request, failures: readonly Failure[]): Ended {
  const { collect, refusals } = request.compiled;
  return end(request, decide({ ...request.findings, failures: [...failures], held: [] }, collect, refusals)!);
}
