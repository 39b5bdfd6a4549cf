// Which question comes next. Input: the document as it is now, and what was put off. Output: questions in the order in which
// answers release most; what was put off at the end, and what is disputed behind that.

import type { Model } from '../../model/model.ts';
import { apartOf, asksOf, type Ask } from '../../analysis/questions/questions.ts';
import type { Given } from './history.ts';
import { noteOf, type Standing } from './question.ts';

const CHALLENGED = /^challenged\b/i;

export class Agenda {
  readonly #only: readonly string[] | undefined;
  /** Ids put off, in that order, and how often. */
  readonly #putOff = new Map<string, number>();
  /** Kinds of facts that are asked about for each operation by itself. */
  readonly #apart = new Set<string>();
  /** Ids that are disputed where the document has no place to say it. */
  readonly #disputed = new Set<string>();
  #chosen: string | undefined;

  constructor(only: readonly string[] | undefined) {
    this.#only = only;
  }

  /** All that is open. */
  questions(model: Model): readonly Ask[] {
    const asks = asksOf(model, this.#only, this.#apart).flatMap((group) => group.asks);
    const later = [...this.#putOff.keys()];
    const place = ({ gap }: Ask): number =>
      (this.isChallenged(model, gap.id) ? 1e9 : 0) + (this.#putOff.has(gap.id) ? 1 + later.indexOf(gap.id) : 0);
    return asks.toSorted((one, other) => place(one) - place(other));
  }

  /** What is put off is asked once more at the end, and then no more. */
  next(model: Model): Ask | undefined {
    const open = this.questions(model);
    const chosen = open.find(({ gap }) => gap.id === this.#chosen);
    return chosen ?? open.find(({ gap }) => (this.#putOff.get(gap.id) ?? 0) < 2);
  }

  /** The number of a question among all that were and are open. */
  standing(model: Model, ask: Ask, given: readonly Pick<Given, 'id' | 'isNote'>[]): Standing {
    const numbered = this.numbered(model, given);
    const { number } = numbered.find((one) => one.ask.gap.id === ask.gap.id)!;
    const of = Math.max(...numbered.map((one) => one.number));
    return { number, of, isAgain: this.#putOff.has(ask.gap.id) };
  }

  /** The open questions in the order in which they come, behind the number of those that were answered. */
  numbered(
    model: Model,
    given: readonly Pick<Given, 'id' | 'isNote'>[],
  ): readonly { readonly ask: Ask; readonly number: number }[] {
    const asks = this.questions(model);
    const open = new Set(asks.map(({ gap }) => gap.id));
    const answered = given.filter(({ id, isNote }) => isNote !== true && !open.has(id)).length;
    const putOff = [...this.#putOff.keys()].filter((id) => open.has(id));
    const place = new Map(putOff.map((id, index) => [id, index + 1]));
    let next = answered + putOff.length;
    return asks.map((ask) => {
      const own = place.get(ask.gap.id);
      return { ask, number: own === undefined ? (next += 1) : answered + own };
    });
  }

  /** What is asked about together is then asked about one by one. */
  askApart(ask: Ask): void {
    this.#apart.add(apartOf(ask));
  }

  choose(id: string | undefined): void {
    this.#chosen = id;
  }

  putOff(id: string): void {
    const times = (this.#putOff.get(id) ?? 0) + 1;
    this.#putOff.delete(id);
    this.#putOff.set(id, times);
    if (this.#chosen === id) this.#chosen = undefined;
  }

  answered(id: string): void {
    this.#putOff.delete(id);
    this.#disputed.delete(id);
    if (this.#chosen === id) this.#chosen = undefined;
  }

  challenge(id: string): void {
    this.#disputed.add(id);
  }

  isPutOff(id: string): boolean {
    return this.#putOff.has(id);
  }

  isChallenged(model: Model, id: string): boolean {
    return this.#disputed.has(id) || CHALLENGED.test(noteOf(model, id) ?? '');
  }
}
