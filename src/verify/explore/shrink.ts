// A failure made small: the shortest calls that still show it, made again from nothing. Input: the steps of a run up to the failure, and
// something that makes a run anew. Output: exchanges, the one that shows it last. Bounded; undefined: it did not show again.

import { readsCredentials } from '../../analysis/document/callers.ts';
import { isFixed } from '../../analysis/document/given-rows.ts';
import { identityOf } from '../../analysis/document/targets.ts';
import { isReply, type Exchange } from '../exchange.ts';
import type { FoundInReply } from '../verdict.ts';
import type { Row } from '../world/known.ts';
import type { World } from '../world/world.ts';
import { NOBODY, type Draft } from './draft.ts';
import { Fresh, isPlain, Key, Unbound, type Binding, type Drafted } from './drafted.ts';
import { keyOf, type FoundFinding } from './found.ts';
import { neededFor, neededWithChanges, textsIn } from './needed.ts';
import type { Session } from './session.ts';
import type { Step } from './step.ts';

export interface Shrinking {
  /** A run that knows nothing yet. */
  anew(): Session;
  /** Values that no call had before. */
  next(): number;
  /** Is there no time left? */
  isOver(): boolean;
}

/** Runs for one finding. */
const MOST_RUNS = 40;
/** Without what is needed for sure, so many of the last calls are tried. */
const MOST_CALLS = 60;

/** Of a failure that did not show again: what may have shown it. */
export function stepsBehind(found: FoundFinding): readonly Step[] {
  return neededWithChanges(found.steps, neededBy(found));
}

/** What shows it, as far as that is known without a call. */
function neededBy({ finding, steps }: FoundFinding): readonly Step[] {
  if (finding.class !== 'no reply') return neededFor(steps, finding.about?.[0]);
  // What ended a service may have been answered.
  const needed = new Set(
    Array.from({ length: LAST }, (_, nth) => neededFor(steps.slice(0, steps.length - nth))).flat(),
  );
  return steps.filter((step) => needed.has(step));
}

/** So many of the last calls. */
const LAST = 3;

export async function shrunk(found: FoundFinding, shrinking: Shrinking): Promise<readonly Exchange[] | undefined> {
  return new Shrinker(found, shrinking).run();
}

class Shrinker {
  readonly #key: string;
  /** The row of which something wrong is shown. */
  readonly #about: Row | undefined;
  readonly #found: FoundFinding;
  readonly #shrinking: Shrinking;
  #runs = 0;
  #shortest: readonly Exchange[] | undefined;

  constructor(found: FoundFinding, shrinking: Shrinking) {
    this.#found = found;
    this.#key = keyOf(found.finding);
    this.#about = found.finding.about?.[0];
    this.#shrinking = shrinking;
  }

  async run(): Promise<readonly Exchange[] | undefined> {
    const needed = neededBy(this.#found);
    const begun = await this.#first([
      needed,
      neededWithChanges(this.#found.steps, needed),
      this.#found.steps.slice(-MOST_CALLS),
    ]);
    if (begun) await this.#simplified(await this.#dropped(await this.#withoutCallers(begun)));
    return this.#shortest;
  }

  /** The first of them that shows it. */
  async #first(tried: readonly (readonly Step[])[]): Promise<readonly Step[] | undefined> {
    for (const [nth, steps] of tried.entries()) {
      const isNew = tried.slice(0, nth).every((other) => other.length !== steps.length);
      if (isNew && (await this.#shows(steps))) return steps;
    }
    return undefined;
  }

  /** Where nobody has to say who calls, nobody does: then no call has to sign anybody in for it. */
  async #withoutCallers(steps: readonly Step[]): Promise<readonly Step[]> {
    const fewer = neededFor(
      steps.map((step) => {
        const { draft } = step;
        const isIdle = draft.linked !== undefined && draft.actor.kind === 'known' && !readsCredentials(draft.linked);
        return isIdle ? { ...step, draft: { ...draft, actor: NOBODY } } : step;
      }),
      this.#about,
    );
    return fewer.some(({ draft }, nth) => draft !== steps[nth]?.draft) && (await this.#shows(fewer)) ? fewer : steps;
  }

  /** Halves, quarters and at last single calls are left out. */
  async #dropped(steps: readonly Step[]): Promise<readonly Step[]> {
    let kept = steps;
    for (let size = Math.floor(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = kept.length - 1 - size; at >= 0; at -= size) {
        const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
        if (await this.#shows(fewer)) kept = fewer;
      }
    }
    return kept;
  }

  /** Less is sent. */
  async #simplified(steps: readonly Step[]): Promise<void> {
    let kept = steps;
    for (let place = kept.length - 1; place >= 0; place -= 1) {
      for (const simpler of simplerThan(kept[place]!.draft)) {
        const changed = kept.map((step, index) => (index === place ? { ...step, draft: simpler } : step));
        if (await this.#shows(changed)) kept = changed;
      }
    }
  }

  /** Do these calls, made anew, show the same? */
  async #shows(steps: readonly Step[]): Promise<boolean> {
    if (this.#runs >= MOST_RUNS || this.#shrinking.isOver() || steps.length === 0) return false;
    this.#runs += 1;
    const session = this.#shrinking.anew();
    const replay = new Replay(this.#shrinking.next(), session.world);
    for (const step of steps) {
      try {
        const again = await session.perform(step.draft, replay);
        replay.note(step, again);
        if (!again.judgement.findings.some((finding) => this.#isSame(finding, replay))) continue;
        this.#shortest = session.steps.map(({ exchange }) => exchange);
        return true;
      } catch (error) {
        if (!(error instanceof Unbound)) throw error;
      }
    }
    return false;
  }

  /** Not one of a row that earlier calls have left. */
  #isSame(finding: FoundInReply, replay: Replay): boolean {
    if (keyOf(finding) !== this.#key) return false;
    const row = this.#about && replay.row(this.#about);
    return this.#about === undefined || (row !== undefined && finding.about?.includes(row) === true);
  }
}

/** Rows and texts of the first run, as they are in this one. */
class Replay implements Binding {
  readonly #rows = new Map<Row, Row>();
  readonly #texts = new Map<string, string>();
  readonly #keys = new Map<Key, Key>();
  readonly #from: number;

  readonly #world: World;

  constructor(from: number, world: World) {
    this.#from = from;
    this.#world = world;
  }

  row(row: Row): Row | undefined {
    return this.#rows.get(row) ?? statedAlike(this.#world, row);
  }

  shown(text: string): string | undefined {
    return this.#texts.get(text);
  }

  vary(nth: number): number {
    return nth + this.#from;
  }

  key(key: Key): string {
    const own = this.#keys.get(key) ?? new Key();
    this.#keys.set(key, own);
    return own.text;
  }

  note(step: Step, again: Step): void {
    const byResource = Map.groupBy(again.rows, ({ resource }) => resource);
    for (const [resource, rows] of Map.groupBy(step.rows, (row) => row.resource))
      for (const [place, row] of rows.entries()) {
        const other = byResource.get(resource)?.[place];
        if (other) this.#rows.set(row, other);
      }
    const [one, other] = [step.exchange.reply, again.exchange.reply];
    if (!isReply(one) || !isReply(other)) return;
    const texts = textsIn(other);
    for (const [place, text] of textsIn(one)) if (texts.has(place)) this.#texts.set(text, texts.get(place)!);
  }
}

/** A row of the document: it is there from the start. */
function statedAlike(world: World, row: Row): Row | undefined {
  const resource = world.model.resources.get(row.resource)!;
  if (!isFixed(resource)) return undefined;
  return world.rows(row.resource).find((one) => identityOf(resource).every((name) => one.get(name) === row.get(name)));
}

function* simplerThan(draft: Draft): Generator<Draft> {
  for (const [nth] of draft.query.entries()) yield { ...draft, query: draft.query.toSpliced(nth, 1) };
  for (const [nth, [name]] of draft.headers.entries())
    if (name !== 'Content-Type') yield { ...draft, headers: draft.headers.toSpliced(nth, 1) };
  const { body } = draft;
  if (body.kind !== 'json' && body.kind !== 'form') return;
  for (const value of simplerValues(body.value)) yield { ...draft, body: { kind: body.kind, value } };
}

/** Without one of its members, and with plainer texts. */
function* simplerValues(value: Drafted): Generator<Drafted> {
  if (value instanceof Fresh) return;
  if (typeof value === 'string' && value.length > 3) yield value.slice(0, 1);
  if (!isPlain(value)) return;
  const members = Object.entries(value);
  for (const [left, inner] of members) {
    yield Object.fromEntries(members.filter(([name]) => name !== left));
    for (const simpler of simplerValues(inner)) yield { ...value, [left]: simpler };
  }
}
