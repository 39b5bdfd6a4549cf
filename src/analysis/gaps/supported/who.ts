// The features that Who needs to run. Input: a stated Who and its operation. Output: features. Notation, part 4 "Who may".

import type { Field, Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Effect } from '../../../notation/values/effects.ts';
import { whosIn, type Who } from '../../../notation/values/who.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { ruleOf } from '../../document/field-rules.ts';
import { elementOf, followPath } from '../../document/paths.ts';
import { callersOf, hasOpenScheme, isOfOperator, isRowless, schemesOf } from '../../document/schemes.ts';
import { claimsTo } from '../../document/signed.ts';
import { runs } from '../../document/supported.ts';
import { allOperands, isOfCaller } from '../../document/condition-walk.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import type { Scheme } from '../../../notation/authentication.ts';
import { EFFECT_TRAITS, WRITES } from '../../document/effect-traits.ts';
import { declaredFeature, featureIf, type Features } from '../../document/features.ts';
import { RESOURCE } from '../../../notation/resources.ts';
import { sameValuesOf } from '../../document/repeats.ts';
import { effectsOf, pathFacts, targetsOf } from '../../document/targets.ts';
import { asksForCredentials, isOptional, letsAnybody, readsCredentials } from '../../document/callers.ts';
import { toldResources } from '../../requests/receivers.ts';
import { isStream, ownedIn } from '../../document/streams.ts';
import { lacksCaller } from './several-callers.ts';
import { conditionFeatures } from './values.ts';

/** What a Who may be about. */
interface Hand {
  readonly row: Resource | undefined;
  isAtHand(resource: string): boolean;
}

export function whoFeatures(model: Model, linked: LinkedOperation, who: Who): Features {
  const words = ofWho(model, handOf(model, linked), who);
  if (!asksForCredentials(who)) return words;
  if (model.document.authentication.scope.mark.status === 'none')
    return [...words, 'Who: a condition, where part 5 is none'];
  if (schemesOf(model).some((scheme) => isRowless(scheme) && mayRun(scheme)) && needsRow(model, linked, who))
    return [...words, 'Who: a caller without a row'];
  if (lacksCaller(model, linked, who))
    return [...words, 'Who: a caller of another resource, where a row has its caller'];
  return letsAnybody(model, who) && setsCaller(model, linked)
    ? [...words, 'Who: somebody who is not signed in, where a row has its caller']
    : words;
}

/** Of a move of part 3: its calls need credentials before it is known which row they make. */
export function moveWhoFeatures(model: Model, who: Who, makers: readonly string[]): Features {
  if (who.kind === 'anyone' && !who.signedInIfSent) return ['Who: anyone'];
  const calls = makers.flatMap((heading) => model.operations.get(heading) ?? []);
  // Where it is not shown who may call, that is the gap.
  const ask = calls.every((linked) => !isOpenTo(model, linked));
  const isAsked = makers.length > 0 && ask;
  return [
    isAsked ? 'Who: of a move' : 'Who: of a move that asks for no credentials',
    ...calls.flatMap((linked) => ofWho(model, handOf(model, linked), who)),
  ];
}

/** Rows of a resource that only some may see: a statement asks it of each row. */
export function seenFeatures(model: Model, resource: Resource, who: Who): Features {
  const { name } = resource;
  const isPut = [...model.operations.values()].some(
    (linked) =>
      sameValuesOf(linked)?.effect.target.text === name.text ||
      effectsOf(linked).some(
        (effect) =>
          (effect.kind === 'creates or keeps' || effect.kind === 'creates or replaces') &&
          effect.target.text === name.text,
      ),
  );
  return [
    declaredFeature('Resource', RESOURCE.visibleTo.head),
    ...ofWho(model, { row: resource, isAtHand: (owner) => owner === name.text }, who),
    ...featureIf(who.kind === 'which items', 'Resource: Visible to, which items'),
    ...featureIf(isPut, 'Resource: Visible to, of rows that are kept or replaced'),
    ...featureIf(
      schemesOf(model).some(({ caller }) => caller.status === 'none'),
      'Who: a caller without a row',
    ),
  ];
}

function isOpenTo(model: Model, linked: LinkedOperation): boolean {
  return valueOf(linked.facts.who) !== undefined && (!readsCredentials(linked) || isOptional(model, linked));
}

function ofWho(model: Model, hand: Hand, who: Who): Features {
  switch (who.kind) {
    case 'anyone':
      return [who.signedInIfSent ? 'Who: signed-in if sent' : 'Who: anyone'];
    case 'signed-in':
      return ['Who: signed-in'];
    case 'scope':
      return [givesScopes(model) ? 'Who: scope' : 'Who: scope that no scheme gives'];
    case 'role':
      return [isGiven(model, who.role.text) ? 'Who: role' : 'Who: role that no scheme gives'];
    case 'owner':
      return ['Who: owner by', ...ownerFeatures(model, hand, who.path)];
    case 'condition':
      return ['Who: condition', ...conditionFeatures(model, who.condition, { row: hand.row, self: hand.row })];
    case 'or':
      return ['Who: or', ...who.items.flatMap((one) => ofWho(model, hand, one))];
    case 'except':
      return ['Who: except', ...ofWho(model, hand, who.who), ...ofWho(model, hand, who.except)];
    case 'which items': {
      const items =
        who.items.kind === 'gap' ? [] : conditionFeatures(model, who.items, { row: hand.row, self: hand.row });
      return ['Who: which items', ...ofWho(model, hand, who.who), ...items];
    }
  }
}

function handOf(model: Model, linked: LinkedOperation): Hand {
  if (isStream(model, linked)) return handOfStream(model, linked);
  const targets = targetsOf(model, linked);
  return {
    row: targets.flatMap((name) => model.resources.get(name) ?? [])[0],
    isAtHand: (owner) =>
      targets.includes(owner) || pathFacts(model, linked).selections.some(({ resource }) => resource === owner),
  };
}

/** At hand are rows that events are about, where Who says of each resource of them whose they are. */
function handOfStream(model: Model, linked: LinkedOperation): Hand {
  const who = valueOf(linked.facts.who);
  const owned = who ? ownedIn(who) : new Set<string>();
  const told = toldResources(model).map(({ name }) => name.text);
  return { row: undefined, isAtHand: (owner) => told.includes(owner) && told.every((name) => owned.has(name)) };
}

/** By its kind: credentials of other kinds are held themselves. */
function mayRun({ scheme }: Scheme): boolean {
  const kind = valueOf(scheme);
  return kind === undefined || runs(`Authentication: ${kind}`);
}

/** What it does of its caller is done of a row; where no caller has one, nothing can be asked of it either. */
function needsRow(model: Model, linked: LinkedOperation, who: Who): boolean {
  const effects = effectsOf(linked);
  if (setsCaller(model, linked) || effects.some((effect) => 'ofCaller' in effect && effect.ofCaller === true))
    return true;
  if (callersOf(model).length > 0) return false;
  const asked = whosIn(who).some(
    (one) =>
      one.kind === 'owner' ||
      (one.kind === 'condition' && asksCaller(model, one.condition)) ||
      (one.kind === 'which items' && one.items.kind !== 'gap' && asksCaller(model, one.items)),
  );
  return (
    asked ||
    effects.some((effect) => 'where' in effect && effect.where !== undefined && asksCaller(model, effect.where))
  );
}

function asksCaller(model: Model, condition: Condition): boolean {
  return allOperands(model, condition).some(isOfCaller);
}

/** Does a scheme state who has it? While that is not shown, that is the gap. */
function isGiven(model: Model, role: string): boolean {
  if (hasOpenScheme(model) || schemesOf(model).some(({ roles }) => roles.status === 'gap')) return true;
  return schemesOf(model).some((scheme) => {
    const given = valueOf(scheme.roles);
    const byClaim = claimsTo(scheme, 'roles').length > 0;
    if (given?.kind === 'listed')
      return (isOfOperator(scheme) || byClaim) && given.roles.some(({ text }) => text === role);
    if (byClaim) return true;
    return given?.kind === 'field' || (given?.kind === 'when' && given.rules.some((rule) => rule.role.text === role));
  });
}

function givesScopes(model: Model): boolean {
  return (
    hasOpenScheme(model) ||
    schemesOf(model).some((scheme) => scheme.claims.status === 'gap' || claimsTo(scheme, 'scopes').length > 0)
  );
}

/** The row is one that Does touches, or that the path selects. */
function ownerFeatures(model: Model, hand: Hand, [owner, ...path]: readonly string[]): Features {
  const row = model.resources.get(owner!);
  const followed = followPath(model, row, path);
  const last = followed.fields.at(-1);
  const type = last && valueOf(last.field.type);
  const isList = type !== undefined && elementOf(type).list;
  return [
    ...featureIf(!hand.isAtHand(owner!), 'Who: owner by, of a row that is not at hand'),
    ...featureIf(followed.throughList || isList, 'Who: owner by, through a list'),
  ];
}

/** Does it make or change a row that has a field of its caller? */
function setsCaller(model: Model, linked: LinkedOperation): boolean {
  return effectsOf(linked).some((effect) => {
    const resource = 'target' in effect ? model.resources.get(effect.target.text) : undefined;
    return resource?.fields.items.some((field) => isItsCaller(model, field)) === true && makesOrChanges(effect);
  });
}

function makesOrChanges({ kind }: Effect): boolean {
  const { touch } = EFFECT_TRAITS[kind];
  return WRITES.has(touch) && touch !== 'delete';
}

/** It has to have one; or no caller is a row, and nothing can be read of one. */
function isItsCaller(model: Model, field: Field): boolean {
  const isAlways = valueOf(field.required)?.kind === 'yes' || callersOf(model).length === 0;
  return ruleOf(field)?.kind === 'caller' && isAlways;
}
