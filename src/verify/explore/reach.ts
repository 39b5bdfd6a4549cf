// How an operation comes to succeed: who may call is made to call, the rows that it needs are made by other operations, and brought to
// the state that it starts from. Input: a run, an operation. Output: the step that succeeded, or none. It only aims: what a call comes to
// is judged when it is made.

import type { LinkedOperation } from '../../model/model.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { isSafe } from '../../analysis/document/effect-traits.ts';
import { preconditionsOf } from '../../analysis/document/preconditions.ts';
import { effectsOf, headingOf } from '../../analysis/document/targets.ts';
import { machinesOf, targets, type MachineView } from '../../analysis/document/moves.ts';
import type { Precondition } from '../../notation/values/preconditions.ts';
import type { Row } from '../world/known.ts';
import { knownActors } from './actors.ts';
import { withHeader, type Actor, type Draft } from './draft.ts';
import { predicted, type Candidate } from './candidate.ts';
import { Shown } from './drafted.ts';
import { drafted, rowSelected } from './drafting.ts';
import { listersOf, makersOf, readersOf, signUpsOf } from './operations.ts';
import { Promising, type About } from './promising.ts';
import { goalsOf, provide } from './provide.ts';
import { remedyFor } from './remedy.ts';
import type { Session } from './session.ts';
import { pathsTo, type Way } from './ways.ts';
import { isSuccessful, type Step } from './step.ts';

/** https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const DEEPEST = 6;
const MOST_TRIES = 4;
/** Tries after which only what is at hand is looked at. */
const MOST_FAILED = 3;

export class Reach {
  readonly #session: Session;
  readonly #isSafeOnly: boolean;
  /** Operations that are under way, so that none waits for itself. */
  readonly #under = new Set<string>();
  /** Resources of which the rows that are there were looked for. */
  readonly #isListed = new Set<string>();
  /** How often no way was found to an operation. */
  readonly #failed = new Map<string, number>();
  readonly #promising: Promising;
  /** Rows of which a read shows no tag. */
  readonly #untagged = new WeakSet<Row>();
  #signUps = 0;

  constructor(session: Session, isSafeOnly: boolean) {
    this.#session = session;
    this.#promising = new Promising(session);
    this.#isSafeOnly = isSafeOnly;
  }

  /** A call that succeeded; undefined: no way to one was found. */
  async reach(linked: LinkedOperation, about: About = {}): Promise<Step | undefined> {
    const heading = headingOf(linked);
    if (this.#under.has(heading) || this.#under.size >= DEEPEST || !this.may(linked)) return undefined;
    const failed = this.#failed.get(heading) ?? 0;
    // That one caller may not, or about one row, says nothing of others.
    const isAny = about.row === undefined && about.actor === undefined;
    if (failed > MOST_FAILED && failed % KEPT !== 0 && isAny) {
      this.#failed.set(heading, failed + 1);
      return undefined;
    }
    this.#under.add(heading);
    try {
      const step = await this.#reached(linked, about, failed < MOST_FAILED);
      if (!step && isAny) this.#failed.set(heading, failed + 1);
      return step;
    } finally {
      this.#under.delete(heading);
    }
  }

  may(linked: LinkedOperation): boolean {
    return this.maySend(linked.operation.method, linked);
  }

  /** What a method promises an operation may break. */
  maySend(method: string, linked: LinkedOperation | undefined): boolean {
    return !this.#isSafeOnly || (SAFE.has(method) && (!linked || effectsOf(linked).every(isSafe)));
  }

  async #reached(linked: LinkedOperation, about: About, mayRemedy: boolean): Promise<Step | undefined> {
    const remedied = new Set<string>();
    for (let tries = 0; tries < MOST_TRIES && !this.#session.isOver; tries += 1) {
      const { best, lacks, others } = this.#look(linked, about);
      const isSound = best !== undefined && best.score > 1;
      const next = mayRemedy && !isSound ? remedyFor(lacks, others, remedied) : undefined;
      if (best && best.score > 0) {
        const step = await this.#session.perform(await this.tagged(best.draft));
        if (isSuccessful(step)) return step;
        this.#session.leap();
        if (isSound) continue;
      }
      if (!next) return undefined;
      remedied.add(JSON.stringify(next));
      await this.#remedy(linked, next, about);
    }
    return undefined;
  }

  /** The most promising call by what is known, all that were looked at, and what lacks for more. */
  #look(
    linked: LinkedOperation,
    about: About,
  ): {
    readonly best: Candidate | undefined;
    readonly lacks: readonly string[];
    readonly others: readonly Candidate[];
  } {
    const lacks = new Set<string>();
    const others: Candidate[] = [];
    let best: Candidate | undefined;
    for (const one of this.candidates(linked, about, lacks)) {
      if (!best || one.score > best.score) best = one;
      if (best.score === 3) break;
      others.push(one);
    }
    return { best, lacks: [...lacks], others };
  }

  /** Calls by each caller about each row, as they are predicted. */
  candidates(linked: LinkedOperation, about: About, lacks?: Set<string>): Iterable<Candidate> {
    return this.#promising.candidates(linked, about, lacks);
  }

  /** The most promising call to an operation. */
  best(linked: LinkedOperation): Candidate | undefined {
    return this.#promising.best(linked);
  }

  /** Of the row that its path is about. */
  resourceOf(linked: LinkedOperation): string | undefined {
    return rowSelected(this.#session.model, linked);
  }

  async #remedy(linked: LinkedOperation, cause: MetCause, about: About): Promise<void> {
    const { model } = this.#session;
    switch (cause.kind) {
      case 'no credentials':
      case 'wrong token':
      case 'wrong credentials':
      case 'expired token':
        await this.signUp();
        return;
      case 'not permitted':
        await this.signUp();
        await this.#makeAsEach(rowSelected(model, linked));
        return;
      case 'no such':
      case 'no such in':
      case 'was':
        await this.make(cause.resource, { actor: about.actor });
        return;
      case 'illegal move':
      case 'refused':
        await this.#bringNear(linked, about);
        return;
      case 'field':
      case 'already there':
      case 'other values':
        this.#session.leap();
        return;
      default:
    }
  }

  /** Somebody who can call. To sign in, too, takes long, and is needed only where a sign-up gives no token. */
  async signUp(): Promise<void> {
    if ((this.#signUps += 1) > MOST_SIGN_UPS) return;
    for (const linked of signUpsOf(this.#session.model)) {
      const step = await this.reach(linked, {});
      if (step && knownActors(this.#session.world).some(({ row }) => row && step.rows.includes(row))) return;
    }
  }

  /** A row of the resource, by whichever operation makes or shows one; inside of the row, where its path names such, and naming the others. */
  async make(resource: string, { actor, row, named = [] }: About = {}): Promise<Row | undefined> {
    const { model } = this.#session;
    for (const linked of makersOf(model, resource)) {
      const inside = [row, ...named].find((one) => one?.resource === this.resourceOf(linked));
      const step = await this.reach(linked, { actor, row: inside, named });
      const made = step?.rows.findLast((row) => row.resource === resource);
      if (made) return made;
    }
    // Rows that no operation makes may be there.
    if (this.#session.rows(resource).length > 0 || this.#isListed.has(resource)) return undefined;
    this.#isListed.add(resource);
    for (const linked of listersOf(model, resource)) await this.reach(linked, {});
    return this.#session.rows(resource).at(-1);
  }

  /** Each caller gets a row of its own. */
  async #makeAsEach(resource: string | undefined): Promise<void> {
    if (resource === undefined) return;
    for (const actor of knownActors(this.#session.world).slice(-3)) await this.make(resource, { actor });
  }

  /** Rows in the states from which the operation moves them, then in all others, until it may succeed. */
  async #bringNear(linked: LinkedOperation, about: About): Promise<void> {
    const { model } = this.#session;
    const isNear = (): boolean => (this.#look(linked, about).best?.score ?? 0) > 0;
    if (about.row && (await provide(this.#session, this, about.row, goalsOf(model, linked, about.row))) && isNear())
      return;
    const resources = effectsOf(linked).flatMap((effect) => ('target' in effect ? [effect.target.text] : []));
    for (const resource of new Set([...resources, rowSelected(model, linked) ?? '']))
      for (const view of machinesOf(model, resource)) {
        const starts = view.moves.flatMap((move) =>
          move.by?.includes(headingOf(linked)) && targets(move).length > 0 ? (move.from ?? []) : [],
        );
        for (const state of new Set([...starts, ...view.states])) {
          const row = await this.bring(view, state);
          if (!row) continue;
          if (isNear()) return;
          const isAny = about.row === undefined && starts.includes(state);
          if (isAny && (await provide(this.#session, this, row, goalsOf(model, linked, row))) && isNear()) return;
        }
      }
  }

  /** A row in the state: one that is there, or one that is made and moved step by step, the shortest way first. */
  async bring(view: MachineView, state: string): Promise<Row | undefined> {
    const inState = (name: string): Row | undefined =>
      this.#session.rows(view.resource).findLast((row) => row.isThere !== false && row.get(view.field) === name);
    const found = inState(state);
    if (found?.isMade) return found;
    for (const path of pathsTo(view, state)) {
      const [start, ...moves] = path;
      const begins = inState(start!.state);
      const row = begins?.isMade ? begins : ((await this.#begun(view, start!.state)) ?? begins);
      if (row && (await this.#along(row, moves)) && row.get(view.field) === state) return row;
    }
    return found;
  }

  /** The row comes to be in the state, by the shortest ways from where it is. */
  async move(view: MachineView, row: Row, state: string): Promise<boolean> {
    const from = row.get(view.field);
    if (from === state) return true;
    for (const [, ...moves] of typeof from === 'string' ? pathsTo(view, state, [from]) : [])
      if (row.get(view.field) === from && (await this.#along(row, moves))) return row.get(view.field) === state;
    return false;
  }

  async #along(row: Row, moves: readonly Way[]): Promise<boolean> {
    for (const { by } of moves) {
      const linked = by === undefined ? undefined : this.#session.model.operations.get(by);
      if (!linked || !(await this.reach(linked, { row }))) return false;
    }
    return true;
  }

  async #begun(view: MachineView, state: string): Promise<Row | undefined> {
    for (const maker of makersOf(this.#session.model, view.resource)) {
      const step = await this.reach(maker);
      const row = step?.rows.findLast((one) => one.resource === view.resource && one.get(view.field) === state);
      if (row) return row;
    }
    return undefined;
  }

  /** The same call with the tags that its row has now, where it has to bring them: what may be wrong with it otherwise is not hidden by an old one. */
  async tagged(draft: Draft): Promise<Draft> {
    const row = draft.rows.at(-1);
    const stated = draft.linked && row ? preconditionsOf(draft.linked) : [];
    const needed = stated.filter(({ isRequired, on }) => isRequired && on);
    const tagOf = (on: string): string | undefined => row && this.#session.headerOf(row, on);
    const isKnown = ({ on }: Precondition): boolean => {
      const tag = tagOf(on!.text);
      return tag !== undefined && this.#session.world.tags.stateOf(row!, tag) !== 'stale';
    };
    if (!row || needed.length === 0) return draft;
    if (!needed.every(isKnown) && !this.#untagged.has(row) && !this.#session.isOver) {
      await this.show(row, draft.actor);
      if (!needed.every(isKnown)) this.#untagged.add(row);
    }
    return needed.reduce((tagged, { header, on }) => {
      const tag = tagOf(on!.text);
      return tag === undefined ? tagged : withHeader(tagged, header.text, new Shown(tag));
    }, draft);
  }

  /** Shows a row by an operation that reads one, to somebody who may see it. */
  async show(row: Row, actor: Actor): Promise<Step | undefined> {
    for (const linked of readersOf(this.#session.model, row.resource)) {
      const made = drafted(this.#session, linked, { actor, row, isFull: false });
      const candidate = 'draft' in made ? predicted(this.#session, made.draft) : undefined;
      if (candidate) return this.#session.perform(candidate.draft);
    }
    return undefined;
  }
}

const MOST_SIGN_UPS = 4;
const KEPT = 8;
