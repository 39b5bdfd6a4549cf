// Which features a statement needs. Input: the value of a slot and its place. Output:
// features such as `Type: file`. A statement that needs one which does not run is unsupported.

import { isLong } from '../../../base/numerals.ts';
import type { Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import type { Constraint } from '../../../notation/values/constraints.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Operand } from '../../../notation/values/operands.ts';
import { allKeys, type Ordering } from '../../../notation/values/ordering.ts';
import type { Presence, Required } from '../../../notation/values/requirements.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { type Ground, baseOf, walkCondition } from '../../document/condition-walk.ts';
import { isNamedForGood, referencesInside } from '../../document/references-inside.ts';
import { type Path, elementOf, endsInGroup, followPath, isMany, isNested } from '../../document/paths.ts';
import { featureIf, type Feature, type Features } from '../../document/features.ts';
import { ruleOf } from '../../document/field-rules.ts';
import { isSealed } from '../../document/type-traits.ts';
import { embedsTooMany } from '../../document/embedded-fields.ts';
import { isEmbedded, plainType } from '../../document/value-kinds.ts';
import { verifiedSecrets } from '../../requests/verified-secrets.ts';
import { besideCaller, callerFieldFeatures } from './several-callers.ts';

/** The place of a condition: `sent` is what a caller sends, the only place for `matches`. */
export interface ConditionPlace extends Ground {
  readonly sent?: boolean;
  /** The operations that judge it before they change anything. */
  readonly calls?: readonly LinkedOperation[];
}

export function conditionFeatures(model: Model, condition: Condition, place: ConditionPlace): Features {
  const words = new Set<Feature>();
  const verified = verifiedSecrets(model, condition, place.row, place.calls ?? []);
  walkCondition(model, condition, place, {
    word: (word, at) =>
      words.add(`Condition: ${word === 'matches' && !isSent(at, place) ? 'matches on a stored field' : word}`),
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
          words.add(`Condition: ${operand.kind}`);
          return;
        case 'parameter':
          words.add('Condition: {param}');
          return;
        case 'field':
          if (operand.owner === 'caller')
            for (const word of ['Condition: caller' as const, ...callerFieldFeatures(model, operand.path)])
              words.add(word);
          if (operand.owner === 'header' || operand.owner === 'body' || operand.owner === 'query') {
            words.add(`Condition: ${operand.owner}`);
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
function isSent(condition: Condition, place: ConditionPlace): boolean {
  if (condition.kind !== 'matches') return true;
  const { left } = condition;
  if (left.kind === 'value' || left.kind === 'parameter') return true;
  if (left.kind !== 'field') return false;
  return left.owner === 'body' || left.owner === 'query' || (place.sent === true && left.owner === undefined);
}

export function pathFeatures(model: Model, base: Resource | undefined, path: readonly string[]): Features {
  const followed = followPath(model, base, path);
  const words: Feature[] = [];
  const ends = followed.fields.at(-1)?.field;
  // Of rows that a rule lists nothing is compared.
  if (followed.throughList || (ends && ruleOf(ends)?.kind === 'list')) words.push('Condition: path through a list');
  // An object is a value of its own: of several dotted fields there is none.
  if (followed.insideObject || endsInGroup(followed, path)) words.push('Condition: path into an object');
  else if (followed.fields.length > 1 && followed.fields[0]!.resource !== followed.fields.at(-1)!.resource) {
    const through =
      followed.fields.slice(0, -1).some(({ resource }) => isNested(resource)) ||
      isNested(followed.fields.at(-1)!.resource);
    words.push(through ? 'Condition: path into an object' : 'Condition: path through a reference');
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
      return [type.quotesOptional ? 'Type: string, quotes optional' : 'Type: string'];
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

/** A value as which a row is sent. */
function mayBeMember(condition: Condition, { kind, ...operand }: Operand): boolean {
  if (condition.kind !== 'has' && !(condition.kind === 'compare' && condition.operator === '=')) return false;
  if (kind === 'parameter') return condition.kind === 'has';
  if (kind === 'field') return 'owner' in operand && (operand.owner === 'body' || operand.owner === 'query');
  return kind === 'text' || kind === 'number' || kind === 'value';
}

/** Some of them may lead nowhere. */
function isListOfRows(model: Model, operand: Operand, ground: Ground): boolean {
  if (operand.kind !== 'field') return false;
  const { end, fields } = followPath(model, baseOf(model, operand, ground), operand.path);
  const type = end === 'found' ? valueOf(fields.at(-1)?.field.type ?? NOTHING) : undefined;
  return type !== undefined && isMany(type) && (referencesInside(model, type) ?? [undefined]).length > 0;
}

/** An instant in the words of its sender: another offset is another text, so it compares with nothing yet. */
function isAsSent(model: Model, operand: Operand, ground: Ground): boolean {
  return operand.kind === 'field' && endsAsSent(followPath(model, baseOf(model, operand, ground), operand.path));
}

function endsAsSent({ end, fields }: Path): boolean {
  const type = end === 'found' ? valueOf(fields.at(-1)?.field.type ?? NOTHING) : undefined;
  const plain = type?.kind === 'nullable' ? type.of : type;
  return plain?.kind === 'date-time' && plain.asSent;
}

const NOTHING = { status: 'absent', at: { start: 0, end: 0 } } as const;

export function orderFeatures(model: Model, order: Ordering, row: Resource | undefined): Features {
  const keys = allKeys(order).flatMap((key): Features => {
    if (key.kind === 'insertion') return [key.descending ? 'Order: newest first' : 'Order: oldest first'];
    const path = followPath(model, row, key.path);
    return [
      'Order: field',
      ...featureIf(path.throughList, 'Order: path through a list'),
      ...featureIf(endsAsSent(path), 'Order: date-time, as sent'),
      ...pathFeatures(model, row, key.path).filter(
        (word) => word === 'Condition: path into an object' || word === 'Condition: secret',
      ),
      ...featureIf(endsInRow(model, path), 'Order: a row without one value'),
    ];
  });
  return [...featureIf(order.chosen !== undefined, 'Order: by query'), ...keys];
}

/** Shown by several fields, none of which is its place in an order. */
function endsInRow(model: Model, { end, fields }: Path): boolean {
  const type = end === 'found' ? valueOf(fields.at(-1)?.field.type ?? NOTHING) : undefined;
  const refers = type && plainType(model, type)?.refers;
  return refers !== undefined && refers.by === undefined;
}
