// Which features a statement needs. Input: the value of a slot and its place. Output:
// features such as `Type: file`. A statement that needs one which does not run is unsupported.

import { isLong } from '../../../base/numerals.ts';
import type { Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import type { Constraint } from '../../../notation/values/constraints.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import { type Operand, isOfRequest } from '../../../notation/values/operands.ts';
import { allKeys, type Ordering } from '../../../notation/values/ordering.ts';
import type { Presence, Required } from '../../../notation/values/requirements.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { type Ground, walkCondition } from '../../document/condition-walk.ts';
import { type BodyReference, sentReference } from '../../document/body-references.ts';
import { referencesInside } from '../../document/references-inside.ts';
import { isNamedForGood } from '../../document/named-for-good.ts';
import { type Path, elementOf, endsInGroup, followPath, isNested } from '../../document/paths.ts';
import { featureIf, type Feature, type Features } from '../../document/features.ts';
import { ruleOf } from '../../document/field-rules.ts';
import { isSealed } from '../../document/type-traits.ts';
import { embedsTooMany } from '../../document/embedded-fields.ts';
import { pathInside } from '../../document/value-paths.ts';
import { isEmbedded, kindOf, plainType } from '../../document/value-kinds.ts';
import { verifiedSecrets } from '../../requests/verified-secrets.ts';
import { besideCaller, callerFieldFeatures } from './several-callers.ts';
import { endsAsSent, isAsSent, isListOfRows, mayBeMember, NOTHING } from './sides.ts';

/** The place of a condition: `sent` is what a caller sends, the only place for `matches`. */
export interface ConditionPlace extends Ground {
  readonly sent?: boolean;
  /** The operations that judge it before they change anything. */
  readonly calls?: readonly LinkedOperation[];
  /** Whose body it may name; left out: that of `calls`. */
  readonly sentTo?: readonly LinkedOperation[];
}

export function conditionFeatures(model: Model, condition: Condition, place: ConditionPlace): Features {
  const words = new Set<Feature>();
  const verified = verifiedSecrets(model, condition, place.row, place.calls ?? []);
  walkCondition(model, condition, place, {
    word: (word, at) =>
      words.add(`Condition: ${word === 'matches' && !isSent(model, at, place) ? 'matches on a stored field' : word}`),
    search: (resource) => {
      const searched = model.resources.get(resource.text);
      if (searched && isNested(searched)) words.add('Condition: search of a nested shape');
    },
    compared: (left, right, ground, at) => {
      for (const word of besideCaller(model, left, right, ground, at)) words.add(word);
      const isMember = (one: Operand): boolean => mayBeMember(at, one);
      if (isListOfRows(model, left, ground) && !isMember(right)) words.add('Condition: list of R');
      if (isListOfRows(model, right, ground) && !isMember(left)) words.add('Condition: list of R');
      if (isAsSent(model, left, ground) || isAsSent(model, right, ground)) words.add('Condition: date-time, as sent');
    },
    operand: (operand, base) => {
      if (verified.has(operand)) words.add('Condition: secret beside what is sent');
      switch (operand.kind) {
        case 'caller':
          words.add('Condition: caller');
          return;
        case 'this':
        case 'value':
        case 'now':
        case 'event name':
          words.add(`Condition: ${operand.kind}`);
          return;
        case 'parameter':
          words.add('Condition: {param}');
          return;
        case 'field':
          if (operand.owner === 'caller')
            for (const word of ['Condition: caller' as const, ...callerFieldFeatures(model, operand.path)])
              words.add(word);
          if (isOfRequest(operand.owner)) {
            words.add(`Condition: ${operand.owner}`);
            for (const word of behindSent(model, operand, place)) words.add(word);
          } else if (!verified.has(operand))
            for (const word of pathFeatures(model, base, operand.path)) words.add(word);
          return;
        case 'text':
        case 'number':
        case 'boolean':
        case 'null':
      }
    },
  });
  return [...words];
}

/** Is the left side of `matches` something a caller sends? */
function isSent(model: Model, condition: Condition, place: ConditionPlace): boolean {
  if (condition.kind !== 'matches') return true;
  const { left } = condition;
  if (left.kind === 'value' || left.kind === 'parameter') return true;
  if (left.kind !== 'field' || rowsSent(model, left, place).length > 0) return false;
  return isOfRequest(left.owner) || (place.sent === true && left.owner === undefined);
}

/** The rows that a body names, for each operation whose body it may be. */
function rowsSent(
  model: Model,
  operand: Operand,
  { calls, sentTo = calls ?? [] }: ConditionPlace,
): readonly BodyReference[] {
  return sentTo.flatMap((linked) => sentReference(model, linked, operand) ?? []);
}

function behindSent(model: Model, operand: Operand, place: ConditionPlace): Features {
  return rowsSent(model, operand, place).flatMap(({ target, path }): Features => [
    'Condition: path through a reference',
    ...pathFeatures(model, target, path),
    ...featureIf(endsAsSent(followPath(model, target, path)), 'Condition: date-time, as sent'),
  ]);
}

export function pathFeatures(model: Model, base: Resource | undefined, path: readonly string[]): Features {
  const followed = followPath(model, base, path);
  const words: Feature[] = [];
  const ends = followed.fields.at(-1)?.field;
  const inside = base && pathInside(model, base, path);
  const isInside =
    followed.throughList ||
    followed.insideObject ||
    followed.fields.some(({ resource }) => resource !== base && isNested(resource));
  // Of rows that a rule lists nothing is compared; of several dotted fields, and of what is free, there is no value.
  if (!inside && (isInside || (ends && ruleOf(ends)?.kind === 'list') || endsInGroup(followed, path)))
    words.push('Condition: path to no value of its own');
  else if (inside) words.push(inside.isMany ? 'Condition: path through a list' : 'Condition: path into an object');
  else if (followed.fields.length > 1 && followed.fields[0]!.resource !== followed.fields.at(-1)!.resource) {
    words.push('Condition: path through a reference');
  }
  const end = followed.fields.at(-1);
  if (end && isSealed(valueOf(end.field.type))) words.push('Condition: secret');
  return words;
}

/** `owner`: the resource whose field has this type; undefined for parameters. */
export function typeFeatures(model: Model, type: FieldType, owner?: Resource): Features {
  switch (type.kind) {
    case 'nullable':
      return ['Type: or null', ...typeFeatures(model, type.of, owner)];
    case 'array':
      return [
        `Type: ${type.sorted ? 'array of, sorted' : 'array of'}`,
        ...(type.style ? [`Type: ${type.style}` as const] : []),
        ...elementFeatures(model, type.of, owner),
      ];
    case 'set':
    case 'map':
      return [`Type: ${type.kind} of`, ...elementFeatures(model, type.of, owner)];
    case 'date-time':
      return [type.asSent ? 'Type: date-time, as sent' : 'Type: date-time'];
    case 'string':
      return [type.quotesOptional ? 'Type: string, quotes optional, outside of a query' : 'Type: string'];
    case 'one-of':
      return ['Type: one of'];
    case 'same-as':
      return [owner && isSealed(plainType(model, type)?.type) ? 'Type: as R.f, of a secret' : 'Type: as R.f'];
    case 'resource':
      return resourceTypeFeatures(model, type, owner);
    case 'state':
      return [owner && isNested(owner) ? 'Type: state in a nested shape' : 'Type: state'];
    case 'secret':
      return [owner && isNested(owner) ? 'Type: secret in a nested shape' : 'Type: secret'];
    default:
      return [`Type: ${type.kind}`];
  }
}

function elementFeatures(model: Model, type: FieldType, owner: Resource | undefined): Features {
  const inner = elementOf(type).type;
  if (isSealed(inner)) return ['Type: list of secret'];
  if (inner.kind === 'resource' && inner.by)
    return owner ? ['Type: list of R by f', ...insideFeatures(model, inner)] : ['Type: list of R by f, as a parameter'];
  if (inner.kind === 'resource' && isEmbedded(model, inner)) return ['Type: list of fields of R'];
  return typeFeatures(model, type, owner);
}

function resourceTypeFeatures(
  model: Model,
  type: Extract<FieldType, { kind: 'resource' }>,
  owner: Resource | undefined,
): Features {
  const target = model.resources.get(type.resource.text);
  if (type.by) {
    if (!owner || !isNested(owner)) return ['Type: R by f'];
    return ['Type: R by f in a nested shape', ...insideFeatures(model, type, owner)];
  }
  const form = type.view ? 'R as View' : type.without ? 'R without' : type.only ? 'R only' : undefined;
  if (form) return embeddedFeatures(model, type, form, owner);
  // What is not shown of the resource is a gap of its own; then it is not known which of the two this is.
  const known = target?.scope.mark.status === 'absent' && target.identifiedBy.status === 'stated';
  return [known ? 'Type: R' : 'Type: nested shape'];
}

/** A value holds by which it is named, not its row. */
function insideFeatures(
  model: Model,
  { resource, by }: Extract<FieldType, { kind: 'resource' }>,
  shape?: Resource,
): Features {
  const isEndless = shape && !referencesInside(model, { kind: 'resource', resource: shape.name });
  return [
    ...featureIf(
      !isNamedForGood(model, { resource: resource.text, by: by?.text }),
      'Type: R by f inside of a value, where f may change',
    ),
    ...featureIf(isEndless === true, 'Type: R by f in a nested shape that holds itself'),
  ];
}

function embeddedFeatures(
  model: Model,
  type: Extract<FieldType, { kind: 'resource' }>,
  form: 'R as View' | 'R without' | 'R only',
  owner: Resource | undefined,
): Features {
  const target = model.resources.get(type.resource.text);
  if (target && isNested(target)) return ['Type: fields of a nested shape'];
  if (!owner) return ['Type: fields of R, where it is sent'];
  if (isNested(owner)) return ['Type: fields of R in a nested shape'];
  return embedsTooMany(model, type) ? ['Type: fields of R, too many'] : [`Type: ${form}`];
}

export function requiredFeatures(model: Model, required: Required, owner: Resource | undefined): Features {
  if (required.kind !== 'if') return [`Required: ${required.kind}`];
  return conditional(model, 'Required', required.condition, owner);
}

export function presentFeatures(model: Model, present: Presence, owner: Resource | undefined): Features {
  if (present.kind !== 'if') return [`Present: ${present.kind}`];
  return conditional(model, 'Present', present.condition, owner);
}

function conditional(
  model: Model,
  place: 'Required' | 'Present',
  condition: Condition,
  owner: Resource | undefined,
): Features {
  const isInside = owner !== undefined && isNested(owner);
  return [
    isInside ? `${place}: if in a nested shape` : `${place}: if`,
    ...conditionFeatures(model, condition, { row: owner, self: owner }),
  ];
}

export function allowedFeatures(constraints: readonly Constraint[]): Features {
  return constraints.flatMap((one): Features => [
    `Allowed values: ${one.kind === 'not-blank' ? 'not blank' : one.kind}`,
    ...featureIf(
      numbersOf(one).some((text) => isLong(text)),
      'Allowed values: number of more than 15 digits',
    ),
  ]);
}

function numbersOf(constraint: Constraint): readonly string[] {
  if (constraint.kind === 'range') return [constraint.min ?? '', constraint.max ?? ''];
  return constraint.kind === 'values'
    ? constraint.values.flatMap((one) => (one.kind === 'number' ? [one.value] : []))
    : [];
}

export function orderFeatures(model: Model, order: Ordering, row: Resource | undefined): Features {
  const keys = allKeys(order).flatMap((key): Features => {
    if (key.kind === 'insertion') return [key.descending ? 'Order: newest first' : 'Order: oldest first'];
    const path = followPath(model, row, key.path);
    return [
      'Order: field',
      ...featureIf(path.throughList, 'Order: path through a list'),
      ...featureIf(endsInJson(model, row, key.path), 'Order: a row without one value'),
      ...featureIf(endsAsSent(path), 'Order: date-time, as sent'),
      ...pathFeatures(model, row, key.path).filter(
        (word) => word === 'Condition: path to no value of its own' || word === 'Condition: secret',
      ),
      ...featureIf(endsInRow(model, path), 'Order: a row without one value'),
    ];
  });
  return [...featureIf(order.chosen !== undefined, 'Order: by query'), ...keys];
}

/** A list, a map or a nested shape inside of another one. */
function endsInJson(model: Model, row: Resource | undefined, path: readonly string[]): boolean {
  const end = row && pathInside(model, row, path);
  return end !== undefined && ['list', 'object'].includes(kindOf(end.type));
}

/** Shown by several fields, none of which is its place in an order. */
function endsInRow(model: Model, { end, fields }: Path): boolean {
  const type = end === 'found' ? valueOf(fields.at(-1)?.field.type ?? NOTHING) : undefined;
  const refers = type && plainType(model, type)?.refers;
  return refers !== undefined && refers.by === undefined;
}
