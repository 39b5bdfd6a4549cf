// Gaps and what they do: which operations run, which are held and by what, what each gap blocks. Input: a model.
// Output: the gap view, the same for check, plan, ask and serve. The table is document/gap-effects.ts, the slots are slots.ts, who is
// concerned is gaps/affected-operations.ts.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import { assumedIn, OF_SOME_ANSWERS } from './assumed.ts';
import type { GapEntry, GapView, OperationHolds } from '../document/gap-view.ts';
import { heldByErrors } from './errors.ts';
import type { GapEffect } from '../../notation/declaration.ts';
import { EVENT } from '../../notation/events.ts';
import { RESOURCE } from '../../notation/resources.ts';
import { MOVE } from '../../notation/states.ts';
import { CHANGED } from '../../notation/versioning.ts';
import { effectOf } from '../document/gap-effects.ts';
import { concerned, resting, usersOf } from './affected-operations.ts';
import { rowsHeld, type RowsHeld } from './rows-held.ts';
import { concernedBeside, isBeside, issuesItsTokens, schemesBeside } from './schemes-beside.ts';
import { slotsOf } from './slots.ts';
import type { Fact } from './slots/fact.ts';
import { streamOf } from '../document/streams.ts';
import { headingOf } from '../document/targets.ts';

export { isErrorId } from '../document/slot-ids.ts';

export const gapView: (model: Model) => GapView = oncePer(compute);

interface Holds {
  readonly heldBy: string[];
  readonly partlyHeldBy: string[];
  readonly restsOn: string[];
  readonly assumed: string[];
  readonly partlyAssumed: string[];
}

function compute(model: Model): GapView {
  const { open, counts } = slotsOf(model);
  const holds = new Map<string, Holds>();
  for (const heading of model.operations.keys()) holds.set(heading, NONE());
  const gaps: GapEntry[] = [];
  const assumed = assumedIn(model);
  for (const { kind, id, operations } of assumed)
    for (const heading of operations)
      holds.get(heading)![OF_SOME_ANSWERS.has(kind) ? 'partlyAssumed' : 'assumed'].push(id);
  const beside = schemesBeside(model, open.values(), (fact) => effectOfFact(fact) === 'held');
  const held = rowsHeld(model, open.values(), (fact) => HOLDING.has(effectOfFact(fact)));
  const waiting = waitingFor(model, held);
  for (const fact of open.values()) {
    if (fact.status === 'assumed') continue;
    const effect = effectOfFact(fact);
    const isAside = effect === 'held' && isBeside(beside, fact);
    const met = effect === 'reported' ? [] : isAside ? concernedBeside(model, fact) : concerned(model, fact);
    const streamed = streamHeldBy(model, fact);
    const late = streamed ? new Set([...(waiting.get(fact.id) ?? []), streamed]) : waiting.get(fact.id);
    const operations = late ? [...new Set([...met, ...late])] : met;
    const list = LISTS[effect];
    const listOf = (heading: string): typeof list => {
      if (late?.has(heading)) return 'heldBy';
      return isAside && !issuesItsTokens(model, model.operations.get(heading)!, fact) ? 'partlyHeldBy' : list;
    };
    if (list) for (const heading of operations) holds.get(heading)![listOf(heading)!].push(fact.id);
    if (fact.status === 'gap') for (const heading of resting(model, fact)) holds.get(heading)!.restsOn.push(fact.id);
    gaps.push({
      ...fact,
      blocks: list === 'heldBy' || list === 'partlyHeldBy' ? operations : streamed ? [streamed] : [],
    });
  }
  const errors = heldByErrors(model);
  const operations = [...holds].map(([id, one]): OperationHolds => {
    const heldBy = [...one.heldBy, ...(errors.get(id) ?? [])];
    const runs = heldBy.length > 0 ? 'no' : one.partlyHeldBy.length > 0 ? 'partly' : 'yes';
    const { partlyHeldBy, restsOn } = one;
    return {
      id,
      runs,
      heldBy,
      partlyHeldBy,
      restsOn,
      ...(one.assumed.length > 0 && { assumed: one.assumed }),
      ...(one.partlyAssumed.length > 0 && { partlyAssumed: one.partlyAssumed }),
    };
  });
  return { counts, gaps, operations, assumed, schemesBeside: beside, rowsHeld: held };
}

/** Operations that use rows which are not there yet, by what holds these rows. */
function waitingFor(model: Model, held: RowsHeld): ReadonlyMap<string, ReadonlySet<string>> {
  const waiting = new Map<string, Set<string>>();
  for (const [resource, ids] of held) {
    const users = (usersOf(model).get(resource) ?? []).map(headingOf);
    for (const id of ids) waiting.set(id, new Set([...(waiting.get(id) ?? []), ...users]));
  }
  return waiting;
}

/** The operation on which events would be streamed, where it is open how they are. */
function streamHeldBy(model: Model, { part, kind, id, status }: Fact): string | undefined {
  const linked = streamOf(model);
  const isOpen = status === 'gap' || status === 'unreadable' || status === 'unsupported';
  return linked && isOpen && part === 'events' && (kind === 'delivery' || id === '6') ? headingOf(linked) : undefined;
}

/** A gap with such an effect leaves open what a row has. */
const HOLDING: ReadonlySet<GapEffect> = new Set<GapEffect>(['held', 'request', 'several']);

const NONE = (): Holds => ({ heldBy: [], partlyHeldBy: [], restsOn: [], assumed: [], partlyAssumed: [] });

const LISTS: Readonly<Record<GapEffect, keyof Holds | undefined>> = {
  held: 'heldBy',
  request: 'partlyHeldBy',
  answer: 'partlyHeldBy',
  several: 'partlyHeldBy',
  event: 'restsOn',
  'rests-on': 'restsOn',
  reported: undefined,
};

/** By ids of all that is open. */
export function gapEffects(model: Model): ReadonlyMap<string, GapEffect> {
  return new Map([...slotsOf(model).open.values()].map((fact) => [fact.id, effectOfFact(fact)]));
}

/**
 * The effect of this slot now. A statement whose meaning must not be guessed, or that this runtime cannot do, always holds; but
 * no answer depends on how events are delivered. An event that a call would not send, though it is stated, holds the call.
 */
export function effectOfFact(fact: Fact): GapEffect {
  // Which rows time moves decides what every request meets.
  const isOfTime =
    (fact.of === MOVE.columns.from || fact.of === RESOURCE.whenDeleted) &&
    'timed' in fact.subject &&
    fact.subject.timed === true;
  const effect = isOfTime ? 'held' : effectOf(fact);
  if (effect === 'reported') return effect;
  if (fact.part === 'events') return fact.of === EVENT.columns.when && fact.status === 'unsupported' ? 'held' : effect;
  // Of a statement with a half that is not shown, the half that is stated may be what does not run.
  if (fact.status === 'gap') return fact.held.length > 0 ? 'held' : effect;
  // Only a request for another version meets what that one sees.
  if (fact.of === CHANGED && fact.held.includes('Versioning: Change table')) return effect;
  return fact.status === 'unreadable' || fact.status === 'unsupported' ? 'held' : effect;
}
