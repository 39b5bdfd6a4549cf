// A run: what can be observed is brought about, obligation by obligation, then every value at its bounds, then calls by chance, until the
// budget ends. Input: a session. Output: nothing but the session's steps.

import type { LinkedOperation } from '../../model/model.ts';
import { machineViews } from '../../analysis/document/moves.ts';
import { headingOf } from '../../analysis/document/targets.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { causeObligation } from '../obligations.ts';
import type { Row } from '../world/known.ts';
import { actorsFor } from './actors.ts';
import { twoAtOnce } from './at-once.ts';
import { beside } from './beside.ts';
import type { Candidate } from './candidate.ts';
import { NOBODY, type Draft } from './draft.ts';
import { Unbound } from './drafted.ts';
import { drafted } from './drafting.ts';
import { Mending, outcomeOf } from './mended.ts';
import { fillPages } from './full-pages.ts';
import { inGoodOrder, isCostly, isReading, listersOf } from './operations.ts';
import { mayBeAbout } from './own-rows.ts';
import { Reach } from './reach.ts';
import { readBack } from './read-back.ts';
import { makeRoom } from './room.ts';
import type { Session } from './session.ts';
import { isSuccessful, type Step } from './step.ts';
import { TRIALS } from './trials.ts';
import { variations } from './variations.ts';
import type { Ended } from './why-not.ts';

export interface ExploreOptions {
  readonly isSafeOnly: boolean;
}

/** Output: by what the budget ended before all was tried that is not left to chance. */
export async function explore(session: Session, { isSafeOnly }: ExploreOptions): Promise<Ended | undefined> {
  return new Explorer(session, isSafeOnly).run();
}

class Explorer {
  readonly #session: Session;
  readonly #isSafeOnly: boolean;
  readonly #reach: Reach;
  readonly #operations: readonly LinkedOperation[];
  /** Calls that were made already, as variations of one operation. */
  readonly #made = new Map<string, Set<string>>();
  /** How often a call of an operation came to the same. */
  readonly #came = new Map<string, number>();
  readonly #mending: Mending;

  constructor(session: Session, isSafeOnly: boolean) {
    this.#session = session;
    this.#isSafeOnly = isSafeOnly;
    this.#reach = new Reach(session, isSafeOnly);
    this.#mending = new Mending(session);
    this.#operations = inGoodOrder(session.model).filter((linked) => this.#reach.may(linked));
  }

  async run(): Promise<Ended | undefined> {
    await this.#look();
    await this.#reach.signUp();
    await this.#reach.signUp();
    for (const linked of this.#operations) await this.#once(linked);
    await this.#provoke();
    await this.#states();
    for (const trial of TRIALS) await trial(this.#session, this.#reach, this.#operations);
    await this.#vary((draft) => this.#isNew(draft));
    await fillPages(this.#session, this.#reach, this.#operations);
    await this.#beside();
    await this.#vary(() => true, true);
    const { ended } = this.#session;
    await this.#byChance();
    return ended;
  }

  /** What is there already. */
  async #look(): Promise<void> {
    for (const resource of this.#session.model.resources.keys())
      for (const linked of listersOf(this.#session.model, resource)) await this.#once(linked);
  }

  async #once(linked: LinkedOperation): Promise<void> {
    if (this.#session.isOver) return;
    const step = await this.#reach.reach(linked);
    if (step) await this.#after(step);
  }

  /** What comes again and again is looked at now and then. */
  async #after(step: Step): Promise<void> {
    const { linked } = step.draft;
    if (!linked || isReading(linked)) return;
    const key = outcomeOf(step);
    const came = (this.#came.get(key) ?? 0) + 1;
    this.#came.set(key, came);
    if (came <= OFTEN || this.#session.random.isOneIn(OFTEN)) await readBack(this.#session, this.#reach, step);
  }

  /** Does it show, by what is known now, a refusal that no call has shown yet? */
  #isNew(draft: Draft): boolean {
    const { exercised } = this.#session;
    const { linked } = draft;
    if (!linked) return false;
    const isNew = (cause: MetCause): boolean => !exercised.has(causeObligation(linked, cause));
    const forecast = this.#session.forecast(draft);
    const [first] = forecast.isRefusedFor(isNew) ? (forecast.expected?.outcomes ?? []) : [];
    return first !== undefined && 'cause' in first && isNew(first.cause);
  }

  /** One variation of each operation after the other, so that all of them have their turn. */
  async #vary(isWanted: (draft: Draft) => boolean, isAtOnce = false): Promise<void> {
    const turns = this.#operations.flatMap((linked) =>
      [this.#turnOf(linked, isWanted), ...(isAtOnce ? [this.#twoAtOnce(linked)] : [])].map((turn) => ({
        isCostly: isCostly(this.#session.model, linked),
        turn,
      })),
    );
    let left = turns;
    for (let round = 0; left.length > 0 && !this.#session.isOver; round += 1) {
      const more: typeof turns = [];
      for (const one of left) {
        const isTurn = !one.isCostly || round % COSTLY === 0;
        if (this.#session.isOver || !isTurn || (await one.turn())) more.push(one);
      }
      left = more;
      // Else those that take long would come one behind the other at the end.
      if (isAtOnce && left.every((one) => one.isCostly)) await this.#draw(left.length);
    }
  }

  /** Makes the next variation of the operation; false: there are no more. */
  #turnOf(linked: LinkedOperation, isWanted: (draft: Draft) => boolean): () => Promise<boolean> {
    const heading = headingOf(linked);
    const made = this.#made.get(heading) ?? new Set();
    this.#made.set(heading, made);
    const looked = new Set(made);
    return async () => {
      const base = await this.#base(linked);
      if (!base) return false;
      let left = AT_ONCE;
      for (const { name, draft } of variations(this.#session, base)) {
        if (looked.has(name)) continue;
        if ((left -= 1) < 0) return true;
        looked.add(name);
        if (!this.#isSendable(draft, isWanted)) continue;
        made.add(name);
        await this.#make(draft, base);
        return true;
      }
      return false;
    };
  }

  #twoAtOnce(linked: LinkedOperation): () => Promise<boolean> {
    let drafts: Iterator<Draft> | undefined;
    return async () => {
      const base = drafts ? undefined : await this.#base(linked);
      drafts ??= base && twoAtOnce(this.#session, base);
      const next = drafts?.next();
      if (!next || next.done === true) return false;
      await this.#make(next.value);
      return true;
    };
  }

  #isSendable(draft: Draft, isWanted: (draft: Draft) => boolean): boolean {
    try {
      return isWanted(draft);
    } catch (error) {
      if (error instanceof Unbound) return false;
      throw error;
    }
  }

  /** `base`: the same call with nothing wrong in it. */
  async #make(draft: Draft, base?: Draft): Promise<void> {
    if (!this.#reach.maySend(draft.method, draft.linked)) return;
    try {
      const pair = base && base !== draft ? this.#mending.pairOf(draft, base) : undefined;
      const step = await this.#session.perform(pair?.refused ?? draft);
      await this.#after(step);
      const isMended = pair && !isSuccessful(step) && this.#mending.isFirst(step, pair.refused !== draft);
      if (isMended) await this.#session.perform(pair.mended);
    } catch (error) {
      if (!(error instanceof Unbound)) throw error;
    }
  }

  /** A call that fits, as far as anybody can tell; what it needs is made first. */
  async #base(linked: LinkedOperation): Promise<Draft | undefined> {
    const best = this.#reach.best(linked) ?? (await this.#withRow(linked));
    if (best && best.score > 0) return this.#reach.tagged(best.draft);
    const hasRoom = best !== undefined && (await makeRoom(this.#session, this.#reach, best));
    if (!hasRoom) await this.#reach.reach(linked);
    const next = this.#reach.best(linked) ?? (await this.#withRow(linked)) ?? best;
    return next && this.#reach.tagged(next.draft);
  }

  /** What removes rows may have removed the last one. */
  async #withRow(linked: LinkedOperation): Promise<Candidate | undefined> {
    const resource = this.#reach.resourceOf(linked);
    return resource !== undefined && (await this.#reach.make(resource)) ? this.#reach.best(linked) : undefined;
  }

  /** Each caller about each row that is known: refusals that no call has shown yet. */
  async #provoke(): Promise<void> {
    for (const linked of this.#operations)
      for (const { draft } of this.#reach.candidates(linked, {})) {
        if (this.#session.isOver) return;
        if (this.#isSendable(draft, (one) => this.#isNew(one))) await this.#make(await this.#reach.tagged(draft));
      }
  }

  /** Each operation about a row in each state that can be reached: what the state lets, and what it refuses. */
  async #states(): Promise<void> {
    const { model } = this.#session;
    for (const view of machineViews(model).values())
      for (const state of view.states)
        for (const linked of this.#operations) {
          if (this.#session.isOver) return;
          if (this.#reach.resourceOf(linked) !== view.resource || isReading(linked)) continue;
          const row = await this.#reach.bring(view, state);
          if (!row) break;
          const draft = this.#decided(linked, row);
          if (draft) await this.#make(await this.#reach.tagged(draft));
        }
  }

  /** A call about the row that nothing else refuses than the state that something is in. */
  #decided(linked: LinkedOperation, row: Row): Draft | undefined {
    for (const { draft, outcomes } of this.#reach.candidates(linked, { row })) {
      const [first] = outcomes;
      if (first?.kind === 'success' || (first && 'cause' in first && OF_STATES.has(first.cause.kind))) return draft;
    }
    return undefined;
  }

  async #beside(): Promise<void> {
    const drafts = this.#operations.flatMap((linked) => this.#reach.best(linked)?.draft ?? []);
    for (const draft of beside(this.#session, drafts)) if (!this.#session.isOver) await this.#make(draft);
  }

  async #byChance(): Promise<void> {
    for (let idle = 0; idle < MOST_IDLE && !this.#session.isOver; idle += 1) {
      const before = this.#progress();
      await this.#draw();
      if (this.#progress() > before) idle = 0;
    }
  }

  /** Where nothing changes, calls that show nothing new bring no further. */
  #progress(): number {
    const { requests, exercised, found } = this.#session;
    return this.#isSafeOnly ? exercised.size + found.findings.size : requests;
  }

  async #draw(times = 1): Promise<void> {
    for (let drawn = 0; drawn < times && !this.#session.isOver; drawn += 1) await this.#drawOne();
  }

  async #drawOne(): Promise<void> {
    const { model, random } = this.#session;
    const linked = random.pick(this.#operations);
    if (!linked || (isCostly(model, linked) && !random.isOneIn(COSTLY))) return;
    const draft = await this.#drawn(linked);
    if (draft) await this.#make(draft);
  }

  async #drawn(linked: LinkedOperation): Promise<Draft | undefined> {
    const { random, world } = this.#session;
    const actor = random.isOneIn(10) ? NOBODY : (random.pick(actorsFor(world, linked)) ?? NOBODY);
    const resource = this.#reach.resourceOf(linked);
    const rows = resource === undefined ? [] : mayBeAbout(linked, this.#session.rows(resource)).slice(-MOST_DRAWN);
    const made = drafted(this.#session, linked, {
      actor,
      row: random.isOneIn(8) ? undefined : random.pick(rows),
      isFull: random.pick([true, 'some', false])!,
    });
    if ('lacks' in made) return undefined;
    const base = await this.#reach.tagged(made.draft);
    if (!random.isOneIn(2)) return base;
    // Large bodies take long, and were tried.
    const all = [...variations(this.#session, base)].filter(({ draft }) => draft.body.kind !== 'padded');
    return random.pick(all)?.draft;
  }
}

/** Where passwords are hashed, every call takes long: such an operation has a turn each so many rounds. */
const COSTLY = 8;
/** So often in a row, and each so often, is looked at what a call has done. */
const OFTEN = 3;
const OF_STATES: ReadonlySet<MetCause['kind']> = new Set<MetCause['kind']>([
  'illegal move',
  'refused',
  'refused while',
]);
/** Variations that are looked at before another operation has its turn. */
const AT_ONCE = 40;
const MOST_IDLE = 200;
const MOST_DRAWN = 12;
