// The calls to an operation that are worth a look: by each caller, about each of the latest rows, with all fields and without. Input: a run, an
// operation. Output: candidates, and the most promising one.

import type { LinkedOperation } from '../../model/model.ts';
import { readsCredentials } from '../../analysis/document/callers.ts';
import { headingOf } from '../../analysis/document/targets.ts';
import type { Row } from '../world/known.ts';
import { makesNamed } from '../judge/effects/find.ts';
import { actorsFor } from './actors.ts';
import { predicted, type Candidate, type KeptScore } from './candidate.ts';
import { NOBODY, type Actor } from './draft.ts';
import { drafted, rowSelected, type Choice } from './drafting.ts';
import { mayBeAbout } from './own-rows.ts';
import { Scores } from './scores.ts';
import type { Session } from './session.ts';

export interface About {
  readonly row?: Row | undefined;
  readonly actor?: Actor | undefined;
  /** Rows that the call is to name, in its body or its path. */
  readonly named?: readonly Row[] | undefined;
}

/** With its place among those that are looked at. */
type PlacedChoice = Choice & { readonly nth: number };

/** Rows of one resource that are tried, the latest ones. */
const MOST_ROWS = 8;
/** Calls for which the same caller and row count. */
const KEPT = 8;

export class Promising {
  readonly #session: Session;
  readonly #scores = new Map<string, Scores>();
  readonly #best = new Map<string, { readonly choice: PlacedChoice; readonly score: number; readonly left: number }>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Calls by each caller about each row, as they are predicted. */
  *candidates(linked: LinkedOperation, about: About, lacks: Set<string> = new Set()): Generator<Candidate> {
    for (const [candidate] of this.#chosen(linked, about, lacks)) yield candidate;
  }

  *#chosen(linked: LinkedOperation, about: About, lacks: Set<string>): Generator<readonly [Candidate, PlacedChoice]> {
    const actors = about.actor ? [about.actor] : this.#actorsFor(linked);
    const rows = about.row ? [about.row] : this.#rowsFor(linked);
    const choices = [true, false].flatMap((isFull) =>
      rows.flatMap((row) => actors.map((actor): Choice => ({ actor, row, isFull, named: about.named }))),
    );
    const isAny = about.row === undefined && about.actor === undefined && about.named === undefined;
    for (const [nth, choice] of choices.entries()) {
      const made = drafted(this.#session, linked, choice);
      if ('lacks' in made) for (const resource of made.lacks) lacks.add(resource);
      else {
        const candidate = predicted(this.#session, made.draft, isAny ? this.#keptScore(linked, nth) : undefined);
        if (candidate) yield [candidate, { ...choice, nth }];
      }
    }
  }

  /** Rates change with each call. */
  #keptScore(linked: LinkedOperation, nth: number): KeptScore | undefined {
    const { world, now } = this.#session;
    if (world.counted.size > 0) return undefined;
    const heading = headingOf(linked);
    const scores = this.#scores.get(heading) ?? new Scores();
    this.#scores.set(heading, scores);
    return { scores: scores.at(world.version, now()), nth };
  }

  /** Where nobody has to say who calls, nobody does at first: what is found takes fewer calls to show again. */
  #actorsFor(linked: LinkedOperation): readonly Actor[] {
    const known = actorsFor(this.#session.world, linked).toReversed();
    return readsCredentials(linked) ? [...known, NOBODY] : [NOBODY, ...known];
  }

  /** The most promising call to an operation. To look at all of them takes long, so the same caller and row count for a while. */
  best(linked: LinkedOperation): Candidate | undefined {
    const heading = headingOf(linked);
    const kept = this.#best.get(heading);
    if (kept && kept.left > 0) {
      const made = drafted(this.#session, linked, kept.choice);
      const score = this.#keptScore(linked, kept.choice.nth);
      const again = 'draft' in made ? predicted(this.#session, made.draft, score) : undefined;
      this.#best.set(heading, { ...kept, left: kept.left - 1 });
      if (again && again.score >= kept.score) return again;
    }
    let best: readonly [Candidate, PlacedChoice] | undefined;
    for (const one of this.#chosen(linked, {}, new Set())) {
      if (!best || one[0].score > best[0].score) best = one;
      if (best[0].score === 3) break;
    }
    if (!best) return undefined;
    const [candidate, choice] = best;
    this.#best.set(heading, { choice, score: candidate.score, left: KEPT });
    return candidate;
  }

  #rowsFor(linked: LinkedOperation): readonly (Row | undefined)[] {
    const resource = rowSelected(this.#session.model, linked);
    if (resource === undefined) return [undefined];
    const there = mayBeAbout(linked, this.#session.rows(resource)).filter((row) => row.isThere !== false);
    const rows = there.slice(-MOST_ROWS).toReversed();
    return there.length === 0 || makesNamed(linked, resource) ? [undefined, ...rows] : rows;
  }
}
