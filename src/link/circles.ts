// Names whose meaning needs itself: types, identities and rules of the service that lead back to where they began. Input: the names of a
// document. Output: one finding for each circle, with all its places, and the document with those slots taken as unreadable, so that
// all code that follows names terminates. Notation, section 1.6.

import { circlesIn, roundFrom } from '../base/circles.ts';
import { fewest } from '../base/few.ts';
import type { Diagnostic } from '../diagnostics/define.ts';
import { diagnose } from '../diagnostics/define.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { Document } from '../model/document.ts';
import type { Model } from '../model/model.ts';
import type { Slot } from '../notation/slot.ts';
import { isSlot, rebuild } from '../model/walk.ts';
import { dependenciesOf, type Dependency, type Meaning } from './dependencies.ts';

export interface WithoutCircles {
  readonly document: Document;
  readonly diagnostics: readonly Diagnostic[];
}

export function withoutCircles(model: Model): WithoutCircles {
  const dependencies = dependenciesOf(model);
  const groups = circlesIn(new Map([...dependencies].map(([from, steps]) => [from, steps.map(({ to }) => to)])));
  if (groups.length === 0) return { document: model.document, diagnostics: [] };
  const cut = new Map<unknown, Slot<never>>();
  for (const { slot } of groups.flat())
    // What All fields says is cut there: by its place, since each field has a slot of its own for it.
    if (slot.status === 'stated')
      cut.set(slot.from ?? slot, { status: 'unreadable', expected, text: slot.text, at: slot.from ?? slot.at });
  return {
    document: rebuild(model.document, (piece) => cut.get(piece) ?? (isSlot(piece) ? cut.get(piece.at) : undefined)),
    diagnostics: eachOnce(groups.flatMap((group) => roundsOf(group, dependencies))).map((round) =>
      found(round, dependencies),
    ),
  };
}

/** A field that is computed on reading may be in two groups: with a place that no circle has yet, it is one of its own. */
function eachOnce(rounds: readonly (readonly Meaning[])[]): readonly (readonly Meaning[])[] {
  const seen = new Set<Slot<unknown>>();
  return rounds.filter((round) => {
    const isNew = round.some(({ slot }) => !seen.has(slot));
    for (const { slot } of round) seen.add(slot);
    return isNew;
  });
}

const expected = 'what does not lead back to itself';

/** Circles, each the shortest through a place that no other has yet: a change of any place of one opens it. */
function roundsOf(group: readonly Meaning[], dependencies: Dependencies): readonly (readonly Meaning[])[] {
  const inside = new Set(group);
  const graph = new Map(
    group.map((one) => [one, dependencies.get(one)!.flatMap(({ to }) => (inside.has(to) ? [to] : []))] as const),
  );
  const left = new Set(group.toSorted((one, other) => one.slot.at.start - other.slot.at.start));
  const rounds: (readonly Meaning[])[] = [];
  for (const one of left) {
    const round = [one, ...roundFrom(graph, one)!];
    for (const each of round) left.delete(each);
    rounds.push(round);
  }
  return rounds;
}

type Dependencies = ReadonlyMap<Meaning, readonly Dependency[]>;

/** How many names of a circle its message lists; the finding has the places of all of them. */
const MOST_NAMES = 3;

function found(round: readonly Meaning[], dependencies: Dependencies): Diagnostic {
  const [first, ...others] = round;
  const way = others.map(({ name }) => `\`${name}\``);
  const by = way.length === 0 ? '' : ` by way of ${fewest(way, MOST_NAMES)}`;
  const what = `what \`${first!.name}\` is: its ${first!.part} leads back to itself${by}`;
  const related = others.map((one, index) => {
    const next = others[index + 1] ?? first;
    return { at: one.slot.at, message: dependencies.get(one)!.find(({ to }) => to === next)!.says };
  });
  return diagnose(contradiction, first!.slot.at, { what }, related);
}
