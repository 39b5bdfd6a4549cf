// What `caller` may stand for where rows of several resources may call: beside a reference to one of them it is the row of that one, and
// nothing for the others. Input: a place where it is used. Output: features. Notation, part 5.

import { operandsOfValue } from '../../../notation/values/effects.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import { type FieldType, printType } from '../../../notation/values/field-types.ts';
import { type Operand, isOfRequest } from '../../../notation/values/operands.ts';
import { whosIn, type Who } from '../../../notation/values/who.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { baseOf, type Ground, isOfCaller } from '../../document/condition-walk.ts';
import { featureIf, type Feature, type Features } from '../../document/features.ts';
import { ruleOf } from '../../document/field-rules.ts';
import { elementOf, followPath } from '../../document/paths.ts';
import { givenRoles } from '../../document/roles.ts';
import { callersOf, callersWith, hasSeveralCallers, schemesOf } from '../../document/schemes.ts';
import { effectsOf, setTargets } from '../../document/targets.ts';
import { isSealed } from '../../document/type-traits.ts';
import { EFFECT_TRAITS, isCreation, WRITES } from '../../document/effect-traits.ts';

const BESIDE: Feature = 'Condition: caller of several resources, beside no row of one of them';
const UNLIKE: Feature = 'Condition: caller of several resources, whose fields are not alike';

/** Of a comparison: `caller` itself. */
export function besideCaller(
  model: Model,
  left: Operand,
  right: Operand,
  ground: Ground,
  { kind }: Pick<Condition, 'kind'>,
): Features {
  if (!hasSeveralCallers(model)) return [];
  if (right.kind === 'caller') return kind !== 'has' && isRowOfOne(model, left, ground) ? [] : [BESIDE];
  if (left.kind !== 'caller') return [];
  return kind === 'compare' && isRowOfOne(model, right, ground) ? [] : [BESIDE];
}

function isRowOfOne(model: Model, operand: Operand, ground: Ground): boolean {
  const names = new Set(callersOf(model).map(({ name }) => name.text));
  if (operand.kind === 'this') return names.has((ground.self ?? ground.row)?.name.text ?? '');
  if (operand.kind !== 'field' || isOfRequest(operand.owner)) return false;
  const { fields, throughList } = followPath(model, baseOf(model, operand, ground), operand.path);
  const type = valueOf(fields.at(-1)?.field.type ?? ABSENT);
  return !throughList && type !== undefined && names.has(referred(type) ?? '');
}

const ABSENT = { status: 'absent', at: { start: 0, end: 0 } } as const;

/** The resource whose rows values of the type are. */
function referred(type: FieldType): string | undefined {
  if (elementOf(type).list) return undefined;
  const { type: inner } = elementOf(type);
  return inner.kind === 'resource' ? inner.resource.text : undefined;
}

/** Of a field of `caller`: those that have it keep the same kind of value there. */
export function callerFieldFeatures(model: Model, path: readonly string[]): Features {
  const types = typesOf(model, path);
  if (types.length < 2) return [];
  const isAlike = new Set(types.map((type) => (type ? printType(type) : ''))).size === 1;
  return isAlike && !isSealed(types[0]) ? [] : [UNLIKE];
}

/** Of `caller`, and of what it has, as the value of a field. */
export function callerValueFeatures(model: Model, path: readonly string[], field: Field | undefined): Features {
  if (path.length > 0) return [...ofSecret(model, path), ...callerFieldFeatures(model, path)];
  if (!hasSeveralCallers(model)) return [];
  const type = field && valueOf(field.type);
  const name = type && referred(type);
  return callersOf(model).some((one) => one.name.text === name) ? [] : [BESIDE];
}

/** A secret is kept as its hash. */
function ofSecret(model: Model, path: readonly string[]): Features {
  return featureIf(typesOf(model, path).some(isSealed), 'Condition: secret');
}

/** Of the field that the path leads to, for each of the callers that have it. */
function typesOf(model: Model, path: readonly string[]): readonly (FieldType | undefined)[] {
  return callersWith(model, path).map((one) =>
    valueOf(followPath(model, one, path).fields.at(-1)?.field.type ?? ABSENT),
  );
}

/** Does it make or change a row whose field has to have what only some of the callers have that may call? */
export function lacksCaller(model: Model, linked: LinkedOperation, who: Who): boolean {
  if (!hasSeveralCallers(model)) return false;
  return effectsOf(linked).some((effect) => {
    const { touch } = EFFECT_TRAITS[effect.kind];
    if (!WRITES.has(touch) || touch === 'delete') return false;
    const named =
      'target' in effect ? effect.target.text : effect.kind === 'sets' ? setTargets(model, linked, effect)[0] : '';
    const target = model.resources.get(named ?? '');
    const ruled = (target?.fields.items ?? []).flatMap((field) => {
      const rule = ruleOf(field);
      const isSet = rule?.kind === 'caller' && (rule.when === 'at change' || isCreation(effect));
      return isSet ? [{ field, path: rule.path }] : [];
    });
    const given = 'assignments' in effect ? effect.assignments : 'with' in effect ? effect.with : [];
    const assigned = given.flatMap(({ field: { text }, value }) => {
      const field = model.fields.get(`${target?.name.text}.${text}`) ?? model.fields.get(text);
      const ofCaller = operandsOfValue(value).filter(isOfCaller);
      return ofCaller.map((operand) => ({ field, path: operand.kind === 'field' ? operand.path : [] }));
    });
    return [...ruled, ...assigned].some(
      ({ field, path }) =>
        valueOf(field?.required ?? ABSENT)?.kind !== 'no' && !letsOnly(model, who, thoseWith(model, path, field)),
    );
  });
}

/** The resources whose rows it can come from. */
function thoseWith(model: Model, path: readonly string[], field: Field | undefined): ReadonlySet<string> {
  if (path.length > 0) return new Set(callersWith(model, path).map(({ name }) => name.text));
  const type = field && valueOf(field.type);
  const name = type && referred(type);
  return new Set(name === undefined ? [] : [name]);
}

/** Who lets in rows of these alone, as far as can be told. */
function letsOnly(model: Model, who: Who, allowed: ReadonlySet<string>): boolean {
  const all = callersOf(model).every(({ name }) => allowed.has(name.text));
  switch (who.kind) {
    case 'role': {
      const giving = schemesOf(model).filter((scheme) => givenRoles(model, scheme)?.includes(who.role.text) !== false);
      return giving.every(({ caller }) => allowed.has(valueOf(caller)?.resource.text ?? ''));
    }
    case 'owner': {
      const [owner, ...path] = who.path;
      const end = followPath(model, model.resources.get(owner!), path).fields.at(-1);
      const type = end && valueOf(end.field.type);
      return end !== undefined && type !== undefined && allowed.has(referred(type) ?? end.resource.name.text);
    }
    case 'condition':
      return needsOneOf(model, who.condition, allowed);
    case 'or':
      return who.items.every((one) => letsOnly(model, one, allowed));
    case 'except':
    case 'which items':
      return letsOnly(model, who.who, allowed);
    case 'anyone':
    case 'signed-in':
    case 'scope':
      return all && whosIn(who).every(({ kind }) => kind !== 'anyone');
  }
}

/** It is false for callers who do not have the field. */
function needsOneOf(model: Model, condition: Condition, allowed: ReadonlySet<string>): boolean {
  if (condition.kind === 'and') return condition.items.some((one) => needsOneOf(model, one, allowed));
  if (condition.kind === 'or') return condition.items.every((one) => needsOneOf(model, one, allowed));
  if (condition.kind !== 'compare') return false;
  return [condition.left, condition.right].some(
    (operand) =>
      operand.kind === 'field' &&
      operand.owner === 'caller' &&
      callersWith(model, operand.path).every(({ name }: Resource) => allowed.has(name.text)),
  );
}
