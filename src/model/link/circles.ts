// Names whose meaning needs itself: types, identities and rules of the service that lead back to where they began. In: the
// names of a document. Out: one finding for each circle, with all its places, and the document with those slots taken as
// unreadable, so that whatever follows names after this comes to an end. Notation, section 1.6.

import { circlesIn, roundFrom } from '../../base/circles.ts';
import { fewest } from '../../base/few.ts';
import type { Diagnostic } from '../../diagnostics/define.ts';
import { diagnose } from '../../diagnostics/define.ts';
import { contradiction } from '../../diagnostics/reading.ts';
import type { Document } from '../document.ts';
import type { Model } from '../model.ts';
import type { Slot } from '../status.ts';
import { rebuild } from '../walk.ts';
import { leadsOf, type Lead, type Meaning } from './leads.ts';

export interface WithoutCircles {
  readonly document: Document;
  readonly diagnostics: readonly Diagnostic[];
}

export function withoutCircles(model: Model): WithoutCircles {
  const leads = leadsOf(model);
  const circles = circlesIn(new Map([...leads].map(([from, steps]) => [from, steps.map(({ to }) => to)])));
  if (circles.length === 0) return { document: model.document, diagnostics: [] };
  const cut = new Map<unknown, Slot<never>>();
  for (const { slot } of circles.flat())
    if (slot.status === 'stated') cut.set(slot, { status: 'unreadable', expected, text: slot.text, at: slot.at });
  return {
    document: rebuild(model.document, (piece) => cut.get(piece)),
    diagnostics: circles.map((circle) => found(circle, leads)),
  };
}

const expected = 'what does not lead back to itself';

/** How many names of a circle its message says; all of them stand at their places. */
const MOST_NAMES = 3;

function found(circle: readonly Meaning[], leads: ReadonlyMap<Meaning, readonly Lead[]>): Diagnostic {
  const inside = new Set(circle);
  const steps = new Map(circle.map((one) => [one, leads.get(one)!.filter(({ to }) => inside.has(to))]));
  const [first, ...others] = circle.toSorted((one, other) => one.slot.at.start - other.slot.at.start);
  const graph = new Map([...steps].map(([one, all]) => [one, all.map(({ to }) => to)]));
  const way = roundFrom(graph, first!)!.map(({ name }) => `\`${name}\``);
  const by = way.length === 0 ? '' : ` by way of ${fewest(way, MOST_NAMES)}`;
  const what = `what \`${first!.name}\` is: its ${first!.part} leads back to itself${by}`;
  const related = others.map((one) => ({ at: one.slot.at, message: steps.get(one)![0]!.says }));
  return diagnose(contradiction, first!.slot.at, { what }, related);
}
