// What a call that succeeds does to what is known, by its Does. Where it depends on what nobody knows, there are several ways, each of which a
// reply may show to be the one. Input: what is known, a call. Output: for each way the world as it is then, and the rows that the reply
// shows. Notation, part 4, "What a call does".

import { goneMachines } from '../../../analysis/values/gone-states.ts';
import { effectsOf, identityOf, setTargets } from '../../../analysis/document/targets.ts';
import { isNothing } from '../../../analysis/requests/outcomes.ts';
import { EFFECT_TRAITS } from '../../../analysis/document/effect-traits.ts';
import type { LinkedOperation } from '../../../model/model.ts';
import type { Effect } from '../../../notation/values/effects.ts';
import type { OutcomeWord } from '../../../notation/values/answers.ts';
import { modeOf } from '../../../analysis/values/input-rules.ts';
import { valueOf } from '../../../notation/slot.ts';
import { isVisible, lets, mayKnow, truth } from '../../values/evaluate.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import { tokenOf } from '../../world/callers.ts';
import { Row, UNKNOWN, all, callingRow, not, type Json, type Truth } from '../../world/known.ts';
import type { Asked } from '../../world/world.ts';
import { isGoneFor } from '../lists.ts';
import { createEach, createOrKeep, createOrRepeat, createOrReplace, type Keys } from './create.ts';
import { changeBySent, moveRow, removeRow, setFields } from './change.ts';
import type { Doing, EffectOf } from './context.ts';
import { candidatesFor, credentialSent, isIfThere, isSecret, mayLack, type Candidate } from './find.ts';
import { takeSent } from './make.ts';
import { settleChanged } from './time.ts';
import { inputsOf } from './sent.ts';
import { endTokens } from './tokens.ts';

/** Each is applied when it is asked for: take it back before the next. */
export function* waysOf(world: Knowledge, linked: LinkedOperation, asked: Asked): Generator<Doing> {
  const found = candidatesFor(world, linked, asked);
  const isUnsure = [...found.values()].some((candidates) => candidates.length > 1);
  for (const chosen of choices([...found])) yield* done(world, linked, asked, chosen, isUnsure);
}

/** Of each resource one candidate; undefined: there is none. */
function* choices(
  found: readonly (readonly [string, readonly Candidate[]])[],
): Generator<readonly (readonly [string, Candidate | undefined])[]> {
  const [first, ...rest] = found;
  if (!first) return yield [];
  for (const candidate of first[1]) for (const others of choices(rest)) yield [[first[0], candidate], ...others];
}

function* done(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  chosen: readonly (readonly [string, Candidate | undefined])[],
  isUnsure: boolean,
): Generator<Doing> {
  const lacking = chosen.find(([resource]) => mayLack(linked, resource));
  const row = lacking?.[1] instanceof Row ? lacking[1] : undefined;
  const isPassed = row ? isPassedOver(world, linked, asked, row) : false;
  if (isPassed !== true) yield start(world, linked, asked, chosen, undefined, isUnsure);
  if (lacking && (row?.isThere !== true || isPassed !== false))
    yield start(world, linked, asked, chosen, lacking[0], isUnsure);
}

/** For those from whom `others see no such R` or Visible to hides the row there is none, and nothing is done. */
function isPassedOver(world: Knowledge, linked: LinkedOperation, asked: Asked, row: Row): Truth {
  const scope = { world, asked, row, self: row };
  const isSeen = isIfThere(linked, row.resource) ? isVisible(row, scope) : true;
  return not(all([mayKnow(linked, row, scope), isSeen]));
}

/** `without`: the resource of which there is no such row. */
function start(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  chosen: readonly (readonly [string, Candidate | undefined])[],
  without: string | undefined,
  isUnsure: boolean,
): Doing {
  const doing: Doing = {
    world,
    model: world.model,
    linked,
    asked,
    found: new Map(),
    made: new Map(),
    each: [],
    removed: new Set(),
    changes: [],
    outcomes: new Set(),
    token: undefined,
    exercised: new Set(),
    touched: new Set(),
    isUnsure,
  };
  const keys = new Map<string, readonly (readonly [string, Json])[]>();
  for (const [resource, candidate] of chosen) {
    if (!candidate) continue;
    if (resource === without) {
      if (candidate instanceof Row) {
        // One that is hidden from the caller may be there all the same.
        const isHidden = isPassedOver(world, linked, asked, candidate) !== false;
        if (candidate.isThere === undefined && !isHidden) world.setThere(candidate, false);
        keys.set(
          resource,
          [...candidate.values].filter((one): one is [string, Json] => isKey(world, resource, one)),
        );
      } else keys.set(resource, candidate.values);
      continue;
    }
    const row = candidate instanceof Row ? candidate : world.add(resource, candidate.values, true, false);
    if (row.isThere === undefined) world.setThere(row, true);
    doing.found.set(resource, row);
  }
  if (isNothing(linked)) doing.outcomes.add('found');
  for (const effect of effectsOf(linked)) apply(doing, effect, keys);
  setSent(doing);
  settleChanged(
    world,
    doing.changes.flatMap(({ row, kind }) => (kind === 'deleted' ? [] : [row])),
  );
  endTokens(doing);
  return doing;
}

/** What the body sets of a row that the call moves. */
function setSent(doing: Doing): void {
  const { asked, linked, found } = doing;
  const json = asked.body.kind === 'json' ? asked.body.value : undefined;
  const fields = inputsOf(doing.world, linked).filter((field) => modeOf(linked, field) === 'act');
  const names = new Set(fields.flatMap(({ sets }) => sets?.resource ?? []));
  for (const effect of effectsOf(linked)) {
    const row = effect.kind === 'moves' && names.has(effect.target.text) ? found.get(effect.target.text) : undefined;
    if (row) changeBySent(doing, row, json);
  }
}

function isKey(world: Knowledge, resource: string, [field, value]: readonly [string, unknown]): boolean {
  const identity = identityOf(world.model.resources.get(resource)!);
  return identity.includes(field) && value !== UNKNOWN && !(value instanceof Row);
}

function apply(doing: Doing, effect: Effect, keys: Keys): void {
  const { outcomes } = EFFECT_TRAITS[effect.kind];
  const outcome = one(doing, effect, keys) ?? outcomes[0];
  if (outcome !== undefined && !isDecided(doing, effect)) doing.outcomes.add(outcome);
}

/** Does another effect say which outcome the call has, whatever else is done? */
function isDecided({ linked }: Doing, { kind }: Effect): boolean {
  return !EFFECT_TRAITS[kind].decides && effectsOf(linked).some((other) => EFFECT_TRAITS[other.kind].decides);
}

/** Undefined: the one that such an effect has. */
function one(doing: Doing, effect: Effect, keys: Keys): OutcomeWord | undefined {
  const { asked, found } = doing;
  const json = asked.body.kind === 'json' ? asked.body.value : undefined;
  const row = 'target' in effect ? found.get(effect.target.text) : undefined;
  switch (effect.kind) {
    case 'creates':
      return createOrRepeat(doing, effect, json);
    case 'creates or keeps':
      return createOrKeep(doing, effect as EffectOf<'creates or keeps'>, json);
    case 'creates every in body':
      createEach(doing, effect, json);
      return undefined;
    case 'creates or replaces':
      return createOrReplace(doing, effect as EffectOf<'creates or replaces'>, row, json, keys);
    case 'updates':
    case 'merges into':
    case 'replaces':
      if (row) changeBySent(doing, row, json);
      return undefined;
    case 'moves':
      if (row) moveRow(doing, row, effect);
      return undefined;
    case 'deletes':
      if (row) removeRow(doing, row, true);
      return row ? 'deleted' : 'unchanged';
    case 'sets':
      setEach(doing, effect);
      return undefined;
    case 'updates every':
    case 'deletes every':
    case 'moves every':
      every(doing, effect as Every, json);
      return undefined;
    case 'signs in':
      if (row) signIn(doing, row, effect);
      return undefined;
    case 'issues token':
      doing.token = doing.made.get(effect.target.text) ?? row ?? callersRow(doing, effect.target.text) ?? null;
      return undefined;
    default:
      return undefined;
  }
}

function setEach(doing: Doing, effect: EffectOf<'sets'>): void {
  for (const name of setTargets(doing.model, doing.linked, effect)) {
    const row = doing.made.get(name) ?? doing.found.get(name);
    if (row) setFields(doing, row, effect.assignments);
  }
}

function callersRow({ world, asked }: Doing, resource: string): Row | undefined {
  // A token in doubt has let in, as the call succeeded.
  const own = asked.caller === UNKNOWN ? tokenOf(world, asked.call) : undefined;
  const row = callingRow(asked.caller) ?? (own === undefined ? undefined : world.tokens.get(own)?.row);
  return row?.resource === resource ? row : undefined;
}

type Every = EffectOf<'updates every' | 'deletes every' | 'moves every'>;

/** All rows that match; of those of which nobody can tell, nobody can tell what they have now. */
function every(doing: Doing, effect: Every, json: unknown): void {
  const { world, linked, asked, model } = doing;
  const resource = effect.target.text;
  const who = valueOf(linked.facts.who);
  const hides = who !== undefined && who.kind !== 'anyone' && who.kind !== 'signed-in';
  const visible = valueOf(model.resources.get(resource)!.visibleTo);
  doing.touched.add(resource);
  for (const row of world.rows(resource)) {
    if (row.isThere === false || isGoneFor(world, linked, row) === true) continue;
    const scope = { world, asked, row, self: row };
    const isMeant = all([
      effect.where ? truth(effect.where, scope) : true,
      visible ? undefined : true,
      hides ? lets(who, scope) : true,
    ]);
    if (isMeant === false) continue;
    if (isMeant === true && row.isThere === true) onOne(doing, row, effect, json);
    else blurred(doing, row, effect, json, isMeant);
  }
  const isAll =
    effect.kind === 'deletes every' &&
    !effect.where &&
    !visible &&
    !hides &&
    goneMachines(model, resource).length === 0;
  if (isAll) world.setWhole(resource, true);
}

function onOne(doing: Doing, row: Row, effect: Every, json: unknown): void {
  switch (effect.kind) {
    case 'updates every':
      return changeBySent(doing, row, json);
    case 'deletes every':
      return removeRow(doing, row, true);
    case 'moves every':
      return moveRow(doing, row, effect);
  }
}

function blurred(doing: Doing, row: Row, effect: Every, json: unknown, isMeant: Truth): void {
  const { world } = doing;
  if (effect.kind === 'deletes every') {
    if (isMeant !== true) return removeRow(doing, row, false);
    doing.removed.add(row);
    return world.setThere(row, false);
  }
  const before = new Map(row.values);
  doing.changes.push({ row, kind: 'changed', before, isAlong: false, isSure: false });
  if (effect.kind === 'moves every') world.forget(row, effect.field.text);
  else {
    takeSent(doing, row, json, undefined);
    for (const [field, value] of row.values) if (before.get(field) !== value) world.forget(row, field);
  }
}

/** The call succeeded, so the secret that was sent is the one that is kept. */
function signIn({ world, linked, asked }: Doing, row: Row, effect: EffectOf<'signs in'>): void {
  for (const { text } of effect.by) {
    const sent = credentialSent(world, linked, asked, effect, text);
    if (sent === undefined) continue;
    if (isSecret(world, row.resource, text) || row.get(text) === UNKNOWN) world.set(row, text, sent, 'shown');
  }
}
