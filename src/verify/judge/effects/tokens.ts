// Tokens that a call ends. Input: a call that succeeded. Output: what is known of tokens. Notation, part 5, Revoked when and Refresh.

import { refreshesOnce } from '../../../analysis/document/callers.ts';
import { isOfCaller, operandsOf } from '../../../analysis/document/condition-walk.ts';
import { isDeletion } from '../../../analysis/document/effect-traits.ts';
import { effectsOf, headingOf } from '../../../analysis/document/targets.ts';
import { callerOf, issuersOf, schemesOf } from '../../../analysis/document/schemes.ts';
import type { Scheme } from '../../../notation/authentication.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Revocation } from '../../../notation/values/authentication.ts';
import { tokenOf, type Token } from '../../world/callers.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import { UNKNOWN, type Row } from '../../world/known.ts';
import type { Asked } from '../../world/world.ts';
import type { Doing } from './context.ts';
import { inputsOf, valueAt } from './sent.ts';

export function endTokens(doing: Doing): void {
  const { linked, world, asked } = doing;
  const own = tokenOf(world, asked.call);
  const heading = headingOf(linked);
  const endsOwn = effectsOf(linked).some(({ kind }) => kind === 'ends token');
  for (const scheme of schemesOf(world.model)) {
    const refresh = valueOf(scheme.refresh);
    const isRefresh = refresh?.operations.some(({ text }) => text === heading) ?? false;
    if (own !== undefined && endsOwn) {
      end(doing, own, true);
      // All that the sign-in led to ends with it.
      if (refresh && !isRefresh) endFamily(world, own);
    }
    if (own !== undefined && isRefresh && refresh!.eachOnce) useUp(world, own);
    if (isSilent(scheme)) doubtTokens(doing, scheme);
    else for (const rule of valueOf(scheme.revokedWhen) ?? []) revoke(doing, scheme, rule, own, isRefresh);
    doubtGiven(doing, scheme, own, endsOwn);
    doubtUnknown(doing, scheme, own);
  }
}

/** Whose a token is may be unknown: then it may be of a row that is gone now, and any row may be that of a caller who was deleted. */
function doubtUnknown(doing: Doing, scheme: Scheme, own: string | undefined): void {
  const { world, linked, removed } = doing;
  const caller = callerOf(world.model, scheme)?.name.text;
  const isOfNobodyKnown = own !== undefined && world.tokens.get(own)?.row === undefined;
  if (caller !== undefined && isOfNobodyKnown && deletesCaller(world.model, linked))
    for (const row of world.there(caller)) world.setThere(row, undefined);
  const isDeleting = effectsOf(linked).some((effect) => isDeletion(effect) && effect.target.text === caller);
  if (!isDeleting && ![...removed].some(({ resource }) => resource === caller)) return;
  for (const [text] of tokensOf(doing, scheme, undefined)) end(doing, text, undefined);
}

/** Does it delete who calls? */
export function deletesCaller(model: Model, linked: LinkedOperation): boolean {
  const callers = new Set(schemesOf(model).map((scheme) => callerOf(model, scheme)?.name.text));
  return effectsOf(linked).some(
    (effect) =>
      isDeletion(effect) &&
      callers.has(effect.target.text) &&
      (('ofCaller' in effect && effect.ofCaller === true) ||
        ('where' in effect && effect.where !== undefined && operandsOf(effect.where).some(isOfCaller))),
  );
}

/** Whose the credentials are that a person gave, nobody said: one of the rows that were there before. */
function doubtGiven(
  { world, changes, asked, linked }: Doing,
  scheme: Scheme,
  own: string | undefined,
  endsOwn: boolean,
): void {
  const resource = callerOf(world.model, scheme)?.name.text;
  const isOfOne = changes.some(({ row, kind }) => row.resource === resource && kind !== 'created' && !row.isMade);
  for (const given of world.given) {
    if (given.row !== undefined || (given.scheme ?? scheme.name.text) !== scheme.name.text) continue;
    const isOwn = own !== undefined && own === given.secret && asked.caller !== UNKNOWN;
    if (isOfOne || (isOwn && (endsOwn || deletesCaller(world.model, linked)))) world.doubt(given);
  }
}

function end({ world }: Doing, text: string, isEnded: true | undefined): void {
  const known = world.tokens.get(text);
  if (known && known.isEnded !== true) world.setToken(text, { ...known, isEnded });
}

/** Other calls may go on to bring it. */
function useUp(world: Knowledge, text: string): void {
  const known = world.tokens.get(text);
  if (known) world.setToken(text, { ...known, hasRefreshed: true });
}

/** A token that was used up comes to be refreshed again: then all that its sign-in led to ends. */
export function refreshedAgain(world: Knowledge, linked: LinkedOperation, { call }: Asked): void {
  const own = refreshesOnce(world.model, linked) ? tokenOf(world, call) : undefined;
  if (own !== undefined) endFamily(world, own);
}

/** Which tokens a sign-in led to nobody has seen. */
function endFamily(world: Knowledge, own: string): void {
  const family = world.tokens.get(own);
  if (!family) return;
  for (const [text, token] of world.tokens)
    if (token.row === family.row && token.isEnded !== true) world.setToken(text, { ...token, isEnded: undefined });
}

function tokensOf({ world }: Doing, scheme: Scheme, row: Row | undefined): readonly (readonly [string, Token])[] {
  return [...world.tokens].filter(([, token]) => token.scheme === scheme.name.text && token.row === row);
}

function revoke(doing: Doing, scheme: Scheme, rule: Revocation, own: string | undefined, isRefresh: boolean): void {
  const { linked, found, removed } = doing;
  const caller = valueOf(scheme.caller)?.resource.text;
  const row = caller === undefined ? undefined : found.get(caller);
  const all = (of: Row): void => {
    for (const [text] of tokensOf(doing, scheme, of)) end(doing, text, true);
  };
  switch (rule.kind) {
    case 'operation':
      if (rule.operation.text !== headingOf(linked)) return;
      if (row && effectsOf(linked).some((effect) => 'target' in effect && effect.target.text === caller)) all(row);
      else if (own !== undefined) end(doing, own, true);
      return;
    case 'changes':
      if (row && doing.touched.has(row.resource) && isSent(doing, rule.field.owner.text, rule.field.field.text))
        all(row);
      return;
    case 'deleted':
      for (const one of removed) if (one.resource === rule.resource.text) all(one);
      return;
    case 'signed in again':
      // A token of another scheme is no further sign-in.
      if (doing.token && !isRefresh && issuersOf(scheme).some(({ text }) => text === headingOf(linked)))
        all(doing.token);
      return;
    case 'operator':
      return;
  }
}

/** Nothing says what ends its tokens. */
function isSilent({ revokedWhen }: Scheme): boolean {
  return revokedWhen.status !== 'none' && valueOf(revokedWhen) === undefined;
}

/** A change of whom they are for, or a further sign-in, may end those that are there. */
function doubtTokens(doing: Doing, scheme: Scheme): void {
  const changed = doing.changes.flatMap(({ row, kind }) => (kind === 'created' ? [] : [row]));
  for (const row of new Set([...changed, ...(doing.token ? [doing.token] : [])]))
    for (const [text] of tokensOf(doing, scheme, row)) end(doing, text, undefined);
}

/** Sending a field counts as a change of it. */
function isSent({ world, linked, asked }: Doing, resource: string, field: string): boolean {
  if (asked.body.kind !== 'json') return false;
  const json = asked.body.value;
  return inputsOf(world, linked).some(
    ({ sets, path }) =>
      sets?.resource === resource && sets.field.name.text === field && valueAt(json, path) !== undefined,
  );
}
