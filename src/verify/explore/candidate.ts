// A call before it is made, and what it may come to. Input: a session, a draft. Output: what the document makes of it by what is known now.

import type { Outcome } from '../judge/expected.ts';
import type { Draft } from './draft.ts';
import { Unbound } from './drafted.ts';
import type { Forecast } from './forecast.ts';
import type { Scores } from './scores.ts';
import type { Session } from './session.ts';

/** Where the score of such a call is kept. */
export interface KeptScore {
  readonly scores: Scores;
  readonly nth: number;
}

/** Found out when it is first asked for, by what is known then. */
export class Candidate {
  readonly draft: Draft;
  readonly #forecast: Forecast;
  readonly #kept: KeptScore | undefined;
  #score: number | undefined;

  constructor(draft: Draft, forecast: Forecast, kept: KeptScore | undefined) {
    this.draft = draft;
    this.#forecast = forecast;
    this.#kept = kept;
  }

  get outcomes(): readonly Outcome[] {
    return this.#forecast.expected?.outcomes ?? [];
  }

  /** 3: it must succeed, 0: it cannot. */
  get score(): number {
    const found = (): number => (this.#forecast.isHopeless ? 0 : scoreOf(this.outcomes));
    return (this.#score ??= this.#kept ? this.#kept.scores.of(this.#kept.nth, found) : found());
  }
}

/** Undefined: what it needs is not known. */
export function predicted(session: Session, draft: Draft, kept?: KeptScore): Candidate | undefined {
  try {
    return new Candidate(draft, session.forecast(draft), kept);
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
