// What a call says beside its answer: of later calls with its key, of what rates count, and a refusal of the row that its path names, or of a
// token that was used up. Input: what is known, a call, why it was refused.

import { hiddenFrom, letsAnybody } from '../../analysis/document/callers.ts';
import { pathFacts } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { NoReply, Reply } from '../exchange.ts';
import { givenIn, tokenOf } from '../world/callers.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';
import { factsOf } from './causes/context.ts';
import { deletesCaller, refreshedAgain } from './effects/tokens.ts';
import { namedBy } from './effects/find.ts';
import type { Outcome } from './expected.ts';
import { countCall } from './rates.ts';
import { learnKey } from './repeats.ts';

export function learnRefusal(world: Knowledge, linked: LinkedOperation, asked: Asked, outcome: Outcome): void {
  if (outcome.kind !== 'refusal') return;
  if (outcome.cause.kind === 'wrong token') return refreshedAgain(world, linked, asked);
  if (outcome.cause.kind !== 'no such') return;
  const { resource } = outcome.cause;
  const own = world.model.resources.get(resource);
  const who = valueOf(linked.facts.who);
  // Others may see it, and a row that is gone may come back.
  if (!own || own.visibleTo.status === 'stated' || (who && hiddenFrom(who) === resource)) return;
  const selection = pathFacts(world.model, linked).selections.find((one) => one.resource === resource);
  if (!selection || selection.inside !== undefined) return;
  for (const row of namedBy(world, asked, selection)) if (row.isThere === undefined) world.setThere(row, false);
}

/** A token that may have ended, and that has let in, has not. */
function learnToken(world: Knowledge, linked: LinkedOperation, { call }: Asked): void {
  const who = valueOf(linked.facts.who);
  // It has let in, perhaps for the last time.
  if (deletesCaller(world.model, linked)) return;
  const text = tokenOf(world, call);
  const token = text === undefined ? undefined : world.tokens.get(text);
  if (token && token.isEnded === undefined && who && !letsAnybody(world.model, who))
    world.setToken(text!, { ...token, isEnded: false });
}

/** What a call that succeeded says of the credentials that it brought. */
export function learnCaller(world: Knowledge, linked: LinkedOperation, asked: Asked): void {
  learnToken(world, linked, asked);
  learnGiven(world, linked, asked);
}

/** Credentials that were in doubt, and that have let in whom a person says they let in, are in doubt no more. */
function learnGiven(world: Knowledge, { facts: { who: slot } }: LinkedOperation, { call }: Asked): void {
  const given = world.doubted.size === 0 ? undefined : givenIn(world, call);
  const who = valueOf(slot);
  if (!given || !who) return;
  const roles = who.kind === 'role' ? [who.role.text] : who.kind === 'signed-in' ? [] : undefined;
  if (roles && given.roles.every((role) => roles.includes(role))) world.trust(given);
}

/** What the call says of later ones: of its key, and of what rates have counted. `outcomes`: those that fit the reply. Output: obligations. */
export function learnCall(
  world: Knowledge,
  asked: Asked,
  reply: Reply | NoReply,
  outcomes: readonly Outcome[],
): readonly string[] {
  return [...learnKey(world, asked, reply, outcomes), ...countCall(world, factsOf(asked), outcomes)];
}
