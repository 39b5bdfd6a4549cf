// The questions of a document in the order in which they are worth answering. In: a model. Out: groups of questions: first
// whether lists are complete, then what releases operations from the start, then what single requests meet, then what
// restricts and what is only reported. What cannot be answered, an error or a word that this runtime does not do, is none.

import type { Model } from '../model.ts';
import { formsOf } from './forms.ts';
import { gapView } from './gaps.ts';
import type { GapEntry, OperationHolds } from './gaps-contract.ts';
import type { FactKind } from './gaps-table.ts';
import { rankQuestions } from './ranking.ts';

export interface Ask {
  readonly gap: GapEntry;
  /** What may be written; `…` stands for what only the author knows. */
  readonly forms: readonly string[];
  /**
   * Operations that no question holds any more, or whose requests meet none, once this and all before it are answered. An
   * error of the document or a word that this runtime does not do may hold them still.
   */
  readonly releases: readonly string[];
}

export interface AskGroup {
  /**
   * `lists`: asked before all others. `held`: operations begin to run. `requests`: no request of theirs meets a gap any
   * more. `rest`: nothing waits for these.
   */
  readonly kind: 'lists' | 'held' | 'requests' | 'rest';
  readonly asks: readonly Ask[];
}

/** `only`: the heading of one operation; then what it neither waits for nor rests on is left out. */
export function asksOf(model: Model, only?: string): readonly AskGroup[] {
  const { gaps, operations } = gapView(model);
  const wanted = operations.filter(({ id }) => only === undefined || id === only);
  const concerned = new Set(
    wanted.flatMap(({ heldBy, partlyHeldBy, restsOn }) => [...heldBy, ...partlyHeldBy, ...restsOn]),
  );
  const open = new Map(
    gaps
      .filter(
        ({ id, status }) => status !== 'unsupported' && (only === undefined || id === 'lists' || concerned.has(id)),
      )
      .map((gap) => [gap.id, gap]),
  );
  const groups: AskGroup[] = [];
  const take = (
    kind: AskGroup['kind'],
    questions: readonly { question: string; releases: readonly string[] }[],
  ): void => {
    const asks = questions.map(({ question, releases }): Ask => {
      const gap = open.get(question)!;
      open.delete(question);
      return { gap, forms: formsOf(gap.kind as FactKind), releases };
    });
    if (asks.length > 0) groups.push({ kind, asks });
  };
  const order = [...open.keys()];
  const rank = (kind: 'held' | 'requests', waits: (of: OperationHolds) => readonly string[]): void => {
    const waiting = wanted.map((of) => ({
      operation: of.id,
      questions: waits(of).filter((gap) => open.has(gap)),
    }));
    for (const { questions } of rankQuestions(waiting, order)) take(kind, questions);
  };
  if (open.has('lists')) take('lists', [{ question: 'lists', releases: [] }]);
  rank('held', ({ heldBy }) => heldBy);
  rank('requests', ({ partlyHeldBy }) => partlyHeldBy);
  take(
    'rest',
    [...open.keys()].map((question) => ({ question, releases: [] })),
  );
  return groups;
}
