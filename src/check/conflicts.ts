// Statements of the author that cannot hold together: the smallest set of them. Input: a model and what is wrong in it. Output: for an
// error that rests on several statements each of these: together they are wrong whatever else is stated, without any one of them
// they are not. None of them is the wrong one: which to change only the author knows. Notation, rule 1.6.

import type { Span } from '../base/span.ts';
import { CONFLICTS } from '../diagnostics/conflicts.ts';
import type { Diagnostic } from '../diagnostics/define.ts';
import { blanked } from '../model/blanked.ts';
import { ownersOf } from '../model/owners.ts';
import { link } from '../link/link.ts';
import type { Model } from '../model/model.ts';
import type { Slot } from '../notation/slot.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';

export interface Sentence {
  readonly at: Span;
  /** Undefined for what is no value, such as a heading or a name, and for what is written twice. */
  readonly fact: Fact | undefined;
  /** To change it alone is enough: nothing else in the document is wrong in the same way at the same place. */
  readonly isEnough: boolean;
}

/**
 * The most that is computed, in statements that are linked anew; about a second. Errors beyond it keep their places, and
 * have no set.
 */
const BUDGET = 100_000;

/** What one set takes at least. */
const FEWEST = 4;

export function conflictsOf(model: Model, found: readonly Diagnostic[]): ReadonlyMap<Diagnostic, readonly Sentence[]> {
  const wanted = found.filter(({ code }) => CONFLICTS.has(code));
  const conflicts = new Map<Diagnostic, readonly Sentence[]>();
  if (wanted.length === 0) return conflicts;
  const search = new Search(model);
  for (const one of wanted) {
    const sentences = search.of(one);
    if (sentences.length > 1) conflicts.set(one, sentences);
  }
  return conflicts;
}

type Statement = Slot<unknown>;

class Search {
  readonly #model: Model;
  /** One fact for each statement. */
  readonly #facts: ReadonlyMap<Statement, Fact>;
  readonly #linked: ReadonlySet<string>;
  /** Found by reading, or a circle of names, which linking has taken out of the model: its places are all there is. */
  readonly #read: ReadonlySet<string>;
  /** By where they begin: what is on a circle is one of them. */
  readonly #unreadable: ReadonlyMap<number, Fact>;
  #left = BUDGET;

  constructor(model: Model) {
    this.#model = model;
    const facts = new Map<Statement, Fact>();
    for (const fact of slotsOf(model).facts)
      // What All fields says is a statement about many fields; its place is named.
      if (fact.slot && isSaid(fact.slot) && !('from' in fact.slot) && !facts.has(fact.slot)) facts.set(fact.slot, fact);
    this.#facts = facts;
    this.#unreadable = new Map(
      slotsOf(model).facts.flatMap((fact) => (fact.slot?.status === 'unreadable' ? [[fact.slot.at.start, fact]] : [])),
    );
    const isTooLarge = facts.size * FEWEST > BUDGET;
    this.#linked = new Set(isTooLarge ? [] : link(model.document, []).diagnostics.map(keyOf));
    this.#read = new Set(isTooLarge ? [] : model.diagnostics.map(keyOf).filter((key) => !this.#linked.has(key)));
  }

  of(diagnostic: Diagnostic): readonly Sentence[] {
    const places = [diagnostic.at, ...diagnostic.related.map(({ at }) => at)];
    const key = keyOf(diagnostic);
    if (this.#read.has(key))
      return distinct(places).map((at) => ({ at, fact: this.#unreadable.get(at.start), isEnough: true }));
    if (!this.#linked.has(key) || this.#left < 0) return [];
    const members = this.#smallest(key, places);
    const all = [...this.#facts.keys()];
    const values = members.map((slot): Sentence => ({
      at: slot.at,
      fact: this.#facts.get(slot)!,
      isEnough: !this.#holds(
        key,
        all.filter((other) => other !== slot),
      ),
    }));
    if (this.#left < 0) return [];
    const isNew = (place: Span): boolean => !values.some(({ at }) => meet(at, place));
    const names = distinct((values.length > 1 ? [diagnostic.at] : places).filter(isNew));
    const sentences = [...values, ...names.map((at): Sentence => ({ at, fact: undefined, isEnough: true }))];
    return sentences.toSorted((a, b) => a.at.start - b.at.start);
  }

  #smallest(key: string, places: readonly Span[]): readonly Statement[] {
    const all = [...this.#facts.keys()];
    const near = all.filter(({ at }) => places.some((place) => meet(at, place)));
    const holds = (kept: readonly Statement[]): boolean => this.#holds(key, kept);
    const beyond = holds(near) ? [] : this.#beyond(holds, near);
    return near.reduce<readonly Statement[]>(
      (kept, slot) => {
        const fewer = kept.filter((other) => other !== slot);
        return holds(fewer) ? fewer : kept;
      },
      [...near, ...beyond],
    );
  }

  /** First among statements about the same rows of tables and the same sections, then anywhere. */
  #beyond(holds: (kept: readonly Statement[]) => boolean, near: readonly Statement[]): readonly Statement[] {
    const ownerOf = ownersOf(this.#model.document);
    const owners = new Set(near.map((slot) => ownerOf.get(slot)));
    const others = [...this.#facts.keys()].filter((slot) => !near.includes(slot));
    const kin = others.filter((slot) => owners.has(ownerOf.get(slot)));
    return holds([...near, ...kin]) ? explained(holds, near, kin) : explained(holds, near, others);
  }

  /** Is it still wrong when only these statements are kept? */
  #holds(key: string, kept: readonly Statement[]): boolean {
    this.#left -= this.#facts.size;
    if (this.#left < 0) return true;
    const without = new Set(this.#facts.keys());
    for (const slot of kept) without.delete(slot);
    const { diagnostics } = link(blanked(this.#model.document, without), []);
    return diagnostics.some((one) => keyOf(one) === key);
  }
}

/**
 * The fewest of `from` that hold beside `given`: halves are tried before single ones (Junker 2004, QuickXplain).
 * `given` alone does not hold, all together do.
 */
function explained<T>(holds: (kept: readonly T[]) => boolean, given: readonly T[], from: readonly T[]): readonly T[] {
  if (from.length <= 1) return from;
  const middle = from.length >> 1;
  const [first, second] = [from.slice(0, middle), from.slice(middle)];
  const ofSecond = holds([...given, ...first]) ? [] : explained(holds, [...given, ...first], second);
  const withSecond = [...given, ...ofSecond];
  return [...(holds(withSecond) ? [] : explained(holds, withSecond, first)), ...ofSecond];
}

function distinct(places: readonly Span[]): readonly Span[] {
  return places.filter((place, index) => places.findIndex((other) => meet(other, place)) === index);
}

function keyOf({ code, at }: Diagnostic): string {
  return `${code} ${at.start} ${at.end}`;
}

function isSaid({ status }: Statement): boolean {
  return status === 'stated' || status === 'none' || status === 'any';
}

function meet(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}
