// Phases `effect` and `answer`: everything that the store does for the request, in one transaction, and its answer.
// A request that is refused leaves nothing behind.

import type { Failure } from '../findings.ts';
import type { Held } from '../../plan/held.ts';
import type { Done } from '../outcome.ts';
import { telling } from '../audit.ts';
import { after, type Phase } from './phase.ts';
import { conclude, type Undone } from './refuse.ts';

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
    const { program, answers, results, whenRefused } = compiled;
    const mayUndo = !program.reads && (answers.mayHold || results !== undefined);
    return telling(compiled, (request) => {
      const { bindings } = request.findings;
      const judge = mayUndo
        ? (done: Done): Undone | undefined => undone(results?.(done), answers.hold(done, bindings))
        : undefined;
      return after(program.run(bindings, judge), (result) => {
        if (result.kind === 'refused' && whenRefused)
          return after(whenRefused.run(bindings), (ended) =>
            conclude(request, ended.kind === 'unavailable' ? ended : result),
          );
        if (result.kind !== 'done') return conclude(request, result);
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
  exits: ['gap', 'internal'],
  compile: ({ answers, program, context }) => {
    const mayHold = answers.mayHold && program.reads;
    return ({ exchange, done, findings: { bindings } }) => {
      const held = mayHold ? answers.hold(done!, bindings) : undefined;
      if (held !== undefined) context.holds.answer(exchange, [held]);
      else if (!answers.answer(exchange, done!, bindings))
        throw new Error(`no row of the Status table answers the outcome ${done!.outcome}`);
      return 'answered';
    };
  },
};

function undone(failure: Failure | undefined, held: Held | undefined): Undone | undefined {
  return failure === undefined && held === undefined
    ? undefined
    : { failure, held: failure === undefined ? held : undefined };
}
