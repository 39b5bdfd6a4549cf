// A call before it is made, and what it may come to. Input: a session, a draft. Output: what the document makes of it by what is known now.

import type { Outcome } from '../judge/expected.ts';
import type { Draft } from './draft.ts';
import { Unbound } from './drafted.ts';
import type { Session } from './session.ts';

export interface Candidate {
  readonly draft: Draft;
  readonly outcomes: readonly Outcome[];
  /** 3: it must succeed, 0: it cannot. */
  readonly score: number;
}

/** Undefined: what it needs is not known. */
export function predicted(session: Session, draft: Draft): Candidate | undefined {
  try {
    const outcomes = session.predict(draft)?.outcomes ?? [];
    return { draft, outcomes, score: scoreOf(outcomes) };
  } catch (error) {
    if (error instanceof Unbound) return undefined;
    throw error;
  }
}

function scoreOf(outcomes: readonly Outcome[]): number {
  const place = outcomes.findIndex(({ kind }) => kind === 'success');
  if (place === -1) return 0;
  if (outcomes.length === 1) return 3;
  return place === 0 ? 2 : 1;
}
