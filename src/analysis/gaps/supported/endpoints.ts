// Which words of the notation the statements of parts 4 and 7 use. Input: the value of a slot and its
// operation. Output: words such as `Does: signs in`.

import type { Operand } from '../../../notation/values/operands.ts';
import { operandsOfValue, type Assignment, type Effect } from '../../../notation/values/effects.ts';
import type { BodyFact } from '../../../notation/values/bodies.ts';
import type { Check, FieldPolicy, Repeat } from '../../../notation/values/policies.ts';
import type { CrossOrigin, StatusWhen } from '../../../notation/values/answers.ts';
import type { Pages, Selects } from '../../../notation/values/lists.ts';
import type { StatusRow } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import type { AnyDeclaration } from '../../../notation/declaration.ts';
import { valueOf } from '../../../notation/slot.ts';
import { bodyOf } from '../../document/inputs.ts';
import { isComputed } from '../../document/field-rules.ts';
import { nestedIn } from '../../values/nested-rules.ts';
import { answeredResource, answersMany, tellsUnchanged } from '../../requests/outcomes.ts';
import { isNested } from '../../document/paths.ts';
import { isSentOnly } from '../../machines/refusal-rules.ts';
import { declaredFeature, featureIf, type Feature, type Features } from '../../document/features.ts';
import { assignmentFits } from './combinations.ts';
import { callerValueFeatures } from './several-callers.ts';
import { conditionFeatures } from './values.ts';
import { amountFeatures } from './amounts.ts';
import { tokenFeatures } from './tokens.ts';
import { selectionOf, setTargets, targetsOf } from '../../document/targets.ts';
import { resourcesIn } from '../../document/shape-leaves.ts';
import { kindOf, memberType, plainType } from '../../document/value-kinds.ts';
import { referencesInside } from '../../document/references-inside.ts';
import { shapeFeatures } from './shapes.ts';

export function effectFeatures(model: Model, linked: LinkedOperation, effects: readonly Effect[]): Features {
  return [
    ...featureIf(effects.length > 1, 'Does: ;'),
    ...effects.flatMap((effect) => oneEffect(model, linked, effect)),
    ...amountFeatures(model, linked),
  ];
}

function oneEffect(model: Model, linked: LinkedOperation, effect: Effect): Features {
  const words: Feature[] = [`Does: ${effect.kind}`, ...tokenFeatures(model, linked, effect)];
  const row = 'target' in effect ? model.resources.get(effect.target.text) : undefined;
  if (row && isNested(row)) words.push('Does: a nested shape');
  if ('also' in effect && effect.also) words.push('Does: also');
  // The new row would have to refer to the one that holds it.
  if (effect.kind === 'creates or replaces' && selectionOf(model, linked, effect.target.text)?.inside !== undefined)
    words.push('Does: creates or replaces, in {other}');
  if (effect.kind === 'lists values' && !isApart(model, effect))
    words.push('Does: lists values, of what is no plain field');
  if ('ifThere' in effect && effect.ifThere) words.push('Does: deletes if there');
  if ('where' in effect && effect.where)
    words.push('Does: where', ...conditionFeatures(model, effect.where, { row, self: row }));
  if ('with' in effect && effect.with.length > 0)
    words.push('Does: with', ...assignmentFeatures(model, effect.target.text, effect.with));
  if (effect.kind === 'sets')
    words.push(...assignmentFeatures(model, setTargets(model, linked, effect)[0], effect.assignments));
  return words;
}

/** Values that can be compared and put in order: of a field of the row itself that is kept, or of the list in it. */
function isApart(model: Model, { target, field: { text } }: Extract<Effect, { kind: 'lists values' }>): boolean {
  const field = model.fields.get(`${target.text}.${text}`);
  const type = field && valueOf(field.type);
  if (!field || isComputed(field)) return false;
  // Some of them may lead nowhere.
  if (type && (referencesInside(model, type) ?? [undefined]).length > 0) return false;
  const plain = type && plainType(model, type)?.type;
  const value = (plain && memberType(model, plain)) ?? plain;
  if (!value) return true;
  const isSeconds = value !== plain && value.kind === 'seconds since 1970';
  return !isSeconds && !['list', 'object', 'as sent', 'other'].includes(kindOf(value));
}

function assignmentFeatures(model: Model, target: string | undefined, assignments: readonly Assignment[]): Features {
  return [
    ...assignments.flatMap(({ field: { text }, value }) => {
      const field = model.fields.get(`${target}.${text}`) ?? model.fields.get(text);
      return operandsOfValue(value).flatMap((operand) => operandFeatures(model, operand, field));
    }),
    ...assignmentFits(model, target, assignments),
  ];
}

function operandFeatures(model: Model, operand: Operand, field: Field | undefined): Features {
  switch (operand.kind) {
    case 'caller':
      return ['Condition: caller', ...callerValueFeatures(model, [], field)];
    case 'this':
    case 'value':
    case 'now':
      return [`Condition: ${operand.kind}`];
    case 'parameter':
      return ['Condition: {param}'];
    case 'field':
      if (operand.owner === 'caller') return ['Condition: caller', ...callerValueFeatures(model, operand.path, field)];
      return operand.owner === 'header' ? ['Condition: header'] : [];
    default:
      return [];
  }
}

export function mediaTypeFeatures(value: { readonly in: string; readonly out: string }): Features {
  return [value.in, value.out]
    .filter((one) => one !== '')
    .map((one) => (isJson(one) ? 'Media type: JSON' : 'Media type: other than JSON'));
}

export function isJson(mediaTypes: string): boolean {
  return mediaTypes.split(',').every((one) => {
    const type = one.split(';')[0]!.trim().toLowerCase();
    return type === 'application/json' || /^[\w.-]+\/[\w.-]+\+json$/.test(type);
  });
}

/** Existence before state, state before uniqueness; what is not listed may be anywhere. */
export function checksFeatures(checks: readonly Check[]): Features {
  const places = (['existence', 'state', 'uniqueness'] as const)
    .map((check) => checks.indexOf(check))
    .filter((place) => place !== -1);
  const ordered = places.every((place, index) => index === 0 || places[index - 1]! < place);
  return [
    `Checks: ${ordered ? 'existence, then state, then uniqueness' : 'another order of existence, state and uniqueness'}`,
  ];
}

export function repeatFeatures(repeat: Repeat): Features {
  return [`Repeat: ${repeat.kind}`];
}

export function pagesFeatures(pages: Pages): Features {
  if (pages.kind === 'cursor') return ['Pages: after, before'];
  return [pages.kind === 'link' ? 'Pages: Link rel next' : `Pages: ${pages.kind}`];
}

export function crossOriginFeatures(value: CrossOrigin): Features {
  return [`Cross-origin: ${value.kind}`, ...featureIf(value.credentials, 'Cross-origin: with credentials')];
}

/** The body of the request, by what an operation makes of it. */
export function bodyFeatures(model: Model, linked: LinkedOperation, body: BodyFact): Features {
  if (body.kind === 'ignored') return ['Body: ignored'];
  const isFormless = linked.facts.body.status === 'stated' && bodyOf(model, linked).kind === 'open';
  if (isFormless && !namesAnUnknown(model, body)) return ['Body: a form without fields'];
  if (body.kind === 'same as') return ['Body: same as'];
  const targets = linked.facts.does.status === 'stated' ? targetsOf(model, linked) : undefined;
  // Whose row `caller` is may be a gap.
  const touched = targets?.includes('caller') ? undefined : targets;
  return body.shape.kind === 'template'
    ? ['Body: template']
    : ['Body: shape', ...shapeFeatures(model, touched, body.shape)];
}

/** Then the name is the fault, not the form. */
function namesAnUnknown(model: Model, body: BodyFact): boolean {
  if (body.kind === 'same as') return !model.operations.has(body.operation.text);
  return body.kind === 'shape' && resourcesIn(body.shape).some((name) => !model.resources.has(name));
}

/** A separate rule for what is inside a nested shape: the general one holds there. */
export function policyFeatures(
  model: Model,
  linked: LinkedOperation,
  { head }: AnyDeclaration,
  { fields }: FieldPolicy<string>,
): Features {
  const body = bodyOf(model, linked);
  const holders = (body.kind === 'fields' ? body.fields : [])
    .filter(({ types }) => types.some((slot) => nestedIn(model, valueOf(slot)) !== undefined))
    .flatMap((field) => [field.path.join('.'), field.sets?.field.name.text ?? field.path.join('.')]);
  const isInside = fields.some(({ field }) => holders.some((holder) => field.text.startsWith(`${holder}.`)));
  return [declaredFeature('Operation', head), ...featureIf(isInside, 'Operation: a rule for a part of a nested shape')];
}

export function selectsFeatures(
  model: Model,
  selects: Selects,
  table: 'path' | 'query',
  listed: Resource | undefined,
): Features {
  if (table === 'path') {
    if (selects.kind !== 'row') return ['Path: condition'];
    return [selects.inside === undefined ? 'Path: R by f' : 'Path: R by f, in {other}'];
  }
  switch (selects.kind) {
    case 'condition':
      return [
        'Query: condition',
        ...conditionFeatures(model, selects.condition, { row: listed, self: listed, sent: false }),
      ];
    case 'row':
      return ['Query: none'];
    case 'only the fields named':
    case 'whole':
      return [`Query: ${selects.kind}`];
  }
}

export function statusFeatures(value: { readonly code: number } | { readonly class: string }): Features {
  return ['code' in value ? 'Status: code' : 'Status: class'];
}

export function statusWhenFeatures(model: Model, when: StatusWhen, linked: LinkedOperation): Features {
  const { condition } = when;
  if (when.kind === 'error')
    return ['Status: When: error', ...featureIf(condition !== undefined, 'Status: When: condition of an error')];
  const words = when.outcomes.map((outcome): Feature => {
    const isElse = outcome === 'unchanged' && !tellsUnchanged(linked);
    return isElse ? 'Status: When: unchanged by another effect' : `Status: When: ${outcome}`;
  });
  if (!condition) return words;
  const row = answeredResource(model, linked);
  const isOfMany = answersMany(model, linked) && !isSentOnly(condition);
  const whole = isOfMany ? 'Status: When: condition on many rows' : 'Status: When: condition';
  return [...words, whole, ...conditionFeatures(model, condition, { row, self: row })];
}

/** `found`, `created`, …: what a Status row without a word of its own would be. */
export function whenOutcomes(row: StatusRow): readonly string[] {
  return row.when.status === 'stated' && row.when.value.kind === 'outcome' ? row.when.value.outcomes : [];
}
