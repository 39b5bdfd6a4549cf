// What is wrong in a document, while it is looked for. Input: a finding and its place. Output: diagnostics; of one place each code once.
// Notation, section 4.

import { suggestions } from '../base/did-you-mean.ts';
import type { Span } from '../base/span.ts';
import { diagnose, type Definition, type Diagnostic } from '../diagnostics/define.ts';
import * as found from '../diagnostics/linking.ts';
import type { Model } from '../model/model.ts';
import { machineViews } from '../analysis/document/moves.ts';
import type { Name } from '../notation/slot.ts';

export class Findings {
  readonly model: Model;
  /** "Did you mean", for the first names that nothing declares. */
  readonly near: ReturnType<typeof suggestions> = suggestions();
  readonly #diagnostics: Diagnostic[] = [];
  readonly #reported = new Set<string>();
  readonly #states = new Map<string, ReadonlySet<string>>();
  /** Where states are used that no machine has, by the message. */
  readonly #missing = new Map<string, Diagnostic[]>();

  constructor(model: Model) {
    this.model = model;
  }

  get diagnostics(): readonly Diagnostic[] {
    const joined = new Map([...this.#missing.values()].flatMap(usesTogether));
    return this.#diagnostics.map((one) => joined.get(one) ?? one);
  }

  report<P extends string>(
    definition: Definition<P>,
    at: Span,
    values: Record<P, string>,
    related: Diagnostic['related'] = [],
  ): void {
    const key = `${definition.code} ${at.start} ${at.end}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#diagnostics.push(diagnose(definition, at, values, related));
  }

  /** The name of a state: that a word is one often follows from the type of what it is compared with. `machine` is `Order.status`. */
  state(machine: string, name: Name): void {
    const view = machineViews(this.model).get(machine);
    if (!view || view.machine.scope.mark.status === 'gap' || view.states.length === 0) return;
    let states = this.#states.get(machine);
    if (!states) this.#states.set(machine, (states = new Set(view.states)));
    if (states.has(name.text)) return;
    const hint = this.near(name.text, () => view.states);
    const at = view.machine.states.written ? view.machine.states.at : view.machine.moves.at;
    const values = { name: name.text, machine, hint, place: `in the State table of \`${machine}\`` };
    const before = this.#diagnostics.length;
    const related = [{ at, message: `the states of \`${machine}\` are declared here` }];
    this.report(found.unknownState, name.at, values, related);
    const key = `${machine} ${name.text}`;
    const uses = this.#missing.get(key) ?? [];
    this.#missing.set(key, uses);
    uses.push(...this.#diagnostics.slice(before));
  }
}

/** The first place names all others, each of them the first. */
function usesTogether(uses: readonly Diagnostic[]): (readonly [Diagnostic, Diagnostic])[] {
  const [first, ...others] = uses.toSorted((a, b) => a.at.start - b.at.start);
  if (!first || others.length === 0) return [];
  const further = others.map(({ at }) => ({ at, message: 'it is used here, too' }));
  const back = { at: first.at, message: 'it is used here first' };
  return [
    [first, { ...first, related: [...first.related, ...further] }],
    ...others.map((one) => [one, { ...one, related: [...one.related, back] }] as const),
  ];
}
