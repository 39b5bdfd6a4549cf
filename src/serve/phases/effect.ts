// Phases `effect` and `answer`: everything that the store does for the request, in one transaction, and its answer.
// A request that is refused leaves nothing behind.

import type { Failure } from '../findings.ts';
import type { Held } from '../../plan/held.ts';
import { DEADLINE, type Bindings } from '../../store/store.ts';
import type { Done } from '../outcome.ts';
import { telling } from '../audit.ts';
import { after, type Ended, type Phase, type Run } from './phase.ts';
import type { Result, Settled } from '../../store/store.ts';
import type { Compiled } from '../compiled.ts';
import { conclude, type Undone } from './refuse.ts';
import { answeredWith, callOf, concludeKeyed, send } from './repeat.ts';

type Refused = Extract<Result, { kind: 'refused' }>;

export const effect: Phase = {
  name: 'effect',
  does: 'Writes, in one transaction; it is kept only where the answer is stated',
  exits: ['R.f invalid (merged)', 'gap: nothing is kept', 'unavailable', 'internal'],
  within: [
    {
      name: 'rows',
      check: 'existence',
      does: 'The rows that the path selects, in the transaction',
      exits: ['no such R', 'was R'],
    },
    {
      name: 'permission',
      check: 'permission',
      does: 'Conditions of Does and Who on the row',
      exits: ['not permitted'],
    },
    {
      name: 'preconditions',
      check: 'preconditions',
      does: 'Preconditions on the version of the row, in the same statement as the read or the write',
      exits: ['precondition failed', 'precondition required'],
    },
    {
      name: 'state',
      check: 'state',
      does: 'Moves: state and Only if, in the same statement as the write',
      exits: [
        'illegal move',
        'the code of a row `refused`, of `refused while`, of a condition in part 7',
        'gap: a move or a deletion that is not shown',
      ],
    },
    {
      name: 'uniqueness',
      check: 'uniqueness',
      does: 'Unique fields and groups',
      exits: ['R.f taken', 'R already there'],
    },
  ],
  compile: (compiled) => {
    const { program, answers, results, whenRefused, precedence, pages } = compiled;
    const mayUndo = !program.reads && (answers.mayHold || results !== undefined || pages !== undefined);
    const keyed = compiled.keyed && actsOnce(compiled);
    const wrong = (done: Done, bindings: Bindings): Failure | undefined =>
      pages?.isOfAnother(done, bindings) === true ? pages.failure(bindings) : undefined;
    return telling(compiled, (request) => {
      request.isActing = true;
      if (keyed !== undefined && request.key !== undefined) return keyed(request);
      const { bindings } = request.findings;
      // What the order puts first, and the effect judges later, was not looked at.
      const first = (result: Refused): Ended | Promise<Ended> =>
        after(precedence.behind(result.cause, bindings), (before) => conclude(request, before ?? result));
      const judge = mayUndo
        ? (done: Done): Undone | undefined =>
            undone(wrong(done, bindings) ?? results?.(done, bindings), answers.hold(done, bindings))
        : undefined;
      return after(program.run(bindings, judge), (result) => {
        if (result.kind === 'refused' && whenRefused)
          // However late it is.
          return after(whenRefused.run({ ...bindings, [DEADLINE]: undefined }), (ended) =>
            ended.kind === 'unavailable' ? conclude(request, ended) : first(result),
          );
        if (result.kind === 'refused') return first(result);
        if (result.kind !== 'done') return conclude(request, result);
        const failure = program.reads ? wrong(result, bindings) : undefined;
        if (failure) return conclude(request, { kind: 'undone', value: undone(failure, undefined) });
        request.done = result;
        request.exchange.counted?.done();
        return undefined;
      });
    });
  },
};

export const answer: Phase = {
  name: 'answer',
  does: 'The row of the Status table that holds',
  exits: ['gap', 'floor: 304', 'internal'],
  compile: ({ answers, program, context }) => {
    const mayHold = answers.mayHold && program.reads;
    return ({ exchange, done, made, findings: { bindings } }) => {
      if (made !== undefined) {
        send(exchange, made);
        return 'answered';
      }
      const held = mayHold ? answers.hold(done!, bindings) : undefined;
      if (held !== undefined) context.holds.answer(exchange, [held]);
      else if (!answers.answer(exchange, done!, bindings))
        throw new Error(`no row of the Status table answers the outcome ${done!.outcome}`);
      return 'answered';
    };
  },
};

/** The effect of a call with a key: its answer is made in the transaction, and kept there. A refusal is kept behind it, when it is sent. */
function actsOnce({ answers, results, keyed, precedence }: Compiled): Run {
  const { program, kept } = keyed!;
  const mayUndo = answers.mayHold || results !== undefined;
  return (request) => {
    const { bindings } = request.findings;
    const settle = (done: Done): Settled => {
      const failed = mayUndo ? undone(results?.(done, bindings), answers.hold(done, bindings)) : undefined;
      if (failed !== undefined) return { undone: failed };
      request.made = answeredWith(request, (exchange) => answers.answer(exchange, done, bindings));
      return { answer: kept(request.made, request.exchange) };
    };
    return program.run(bindings, callOf(request, settle)).then((result) => {
      request.key!.isFree = result.kind === 'refused' || result.kind === 'undone';
      if (result.kind === 'refused')
        return after(precedence.behind(result.cause, bindings), (before) => conclude(request, before ?? result));
      if (result.kind === 'undone') return conclude(request, result);
      request.exchange = request.key!.exchange;
      if (result.kind !== 'done') return concludeKeyed(request, result);
      request.done = result;
      request.exchange.counted?.done();
      return undefined;
    });
  };
}

function undone(failure: Failure | undefined, held: Held | undefined): Undone | undefined {
  return failure === undefined && held === undefined
    ? undefined
    : { failure, held: failure === undefined ? held : undefined };
}
