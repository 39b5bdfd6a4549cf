// Which words of the notation the statements of parts 4 and 7 use. Input: the value of a slot and its
// operation. Output: words such as `Does: signs in`.

import type { Operand } from '../../../notation/values/operands.ts';
import { operandsOfValue, type Assignment, type Effect } from '../../../notation/values/effects.ts';
import type { BodyFact } from '../../../notation/values/bodies.ts';
import type { FieldPolicy, Repeat } from '../../../notation/values/policies.ts';
import type { CrossOrigin } from '../../../notation/values/answers.ts';
import type { Selects } from '../../../notation/values/lists.ts';
import type { RepeatRow, RepeatRules } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import type { AnyDeclaration, ValueOf } from '../../../notation/declaration.ts';
import { isOpen, valueOf, type Name } from '../../../notation/slot.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import { issuesToken } from '../../document/callers.ts';
import { isSafe, mayFindNone } from '../../document/effect-traits.ts';
import { turnsManyCounted } from '../../values/counted-rows.ts';
import { bodyOf } from '../../document/inputs.ts';
import { isComputed } from '../../document/field-rules.ts';
import { embedsTooMany } from '../../document/embedded-fields.ts';
import { showsSecret } from '../../requests/shown-once.ts';
import { isEventStream, isStream } from '../../document/streams.ts';
import { isListOfNames, wholeTarget } from '../../requests/query-choices.ts';
import { nestedIn } from '../../values/nested-rules.ts';
import { isNested } from '../../document/paths.ts';
import { declaredFeature, featureIf, type Feature, type Features } from '../../document/features.ts';
import { assignmentFits } from './combinations.ts';
import { callerValueFeatures } from './several-callers.ts';
import { hasWhen } from './body-whens.ts';
import { conditionFeatures } from './values.ts';
import { amountFeatures } from './amounts.ts';
import { sameValuesFeatures } from './same-values.ts';
import { secretFeatures, tokenFeatures } from './tokens.ts';
import { isMeantByRepeatTable } from '../../document/repeats.ts';
import { effectsOf, pathFacts, selectionOf, setTargets, targetsOf } from '../../document/targets.ts';
import { resourcesIn } from '../../document/shape-leaves.ts';
import { isSealed } from '../../document/type-traits.ts';
import { kindOf, memberType, plainType } from '../../document/value-kinds.ts';
import { referencesInside } from '../../document/references-inside.ts';
import { shapeFeatures } from './shapes.ts';

export function effectFeatures(model: Model, linked: LinkedOperation, effects: readonly Effect[]): Features {
  return [
    ...featureIf(effects.length > 1, 'Does: ;'),
    ...effects.flatMap((effect) => oneEffect(model, linked, effect)),
    ...amountFeatures(model, linked),
    ...secretFeatures(model, linked),
    ...featureIf(turnsManyCounted(model, linked), 'Does: many rows at once, where part 8 counts them'),
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
  if (effect.kind === 'creates every in body') words.push(...everyFeatures(model, linked, effect.target.text));
  if (mayFindNone(effect)) words.push('Does: deletes if there');
  if ('where' in effect && effect.where)
    words.push('Does: where', ...conditionFeatures(model, effect.where, { row, self: row, sentTo: [linked] }));
  if ('with' in effect && effect.with.length > 0)
    words.push('Does: with', ...assignmentFeatures(model, effect.target.text, effect.with));
  if (effect.kind === 'sets')
    words.push(...assignmentFeatures(model, setTargets(model, linked, effect)[0], effect.assignments));
  return words;
}

/** One list of the body has the rows, and the operation does nothing else with rows of that resource. */
function everyFeatures(model: Model, linked: LinkedOperation, name: string): Features {
  const body = bodyOf(model, linked);
  const others = effectsOf(linked).filter((one) => 'target' in one && one.target.text === name);
  const isSet = effectsOf(linked).some((one) => one.kind === 'sets' && setTargets(model, linked, one).includes(name));
  const isListed = body.kind === 'open' || (body.kind === 'fields' && body.rows?.resource.name.text === name);
  const fields = body.kind === 'fields' ? body.fields : [];
  return [
    ...featureIf(!isListed, 'Does: creates every in body, without a list'),
    ...featureIf(isJudgedFirst(linked), 'Does: creates every in body, judged before body'),
    ...featureIf(others.length > 1 || isSet, 'Does: creates every in body, beside others'),
    ...featureIf(
      fields.some(({ list, types }) => list && types.some((slot) => isSealed(valueOf(slot)))),
      'Does: creates every in body, of secrets',
    ),
  ];
}

/** What the rows are judged by would have to be asked of each before the body is known to be right. */
function isJudgedFirst({ facts }: LinkedOperation): boolean {
  const order = valueOf(facts.checks) ?? [];
  const body = order.indexOf('body');
  return order.some((check, place) => place < body && (check === 'state' || check === 'uniqueness'));
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
    case 'event name':
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

/** A stream of events takes no body: what is sent to it is of no media type. */
export function mediaTypeFeatures(
  model: Model,
  linked: LinkedOperation,
  value: { readonly in: string; readonly out: string },
): Features {
  if (isStream(model, linked) && isEventStream(value.out))
    // Those about the rows that the path names, or all of them?
    return pathFacts(model, linked).names.length > 0
      ? ['Media type: event stream on a path with parameters']
      : ['Media type: event stream'];
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

export function repeatFeatures(model: Model, linked: LinkedOperation, repeat: Repeat): Features {
  if (repeat.kind === 'same values') return sameValuesFeatures(model, linked);
  if (repeat.kind !== 'key' || !isMeantByRepeatTable(linked)) return [`Repeat: ${repeat.kind}`];
  return [
    'Repeat: key',
    ...featureIf(issuesToken(linked) || showsSecret(model, linked), 'Repeat: key, where a token is answered'),
    ...featureIf(!isOpen(linked.facts.does) && effectsOf(linked).every(isSafe), 'Repeat: key, of what only reads'),
  ];
}

/** A statement of a Repeat table. */
export function repeatRuleFeatures(key: RepeatRow['key'], statement: unknown): Features {
  const applies = key === 'appliesTo' && (statement as ValueOf<RepeatRules['appliesTo']>).when !== undefined;
  const marks = key === 'markedBy' ? (statement as ValueOf<RepeatRules['markedBy']>) : [];
  return [
    'Repeat: Repeat table',
    ...featureIf(applies, 'Repeat: Applies to with a condition'),
    ...featureIf(
      marks.some(({ value }) => value === undefined || /[<{]/.test(value)),
      'Repeat: Marked by with what is not fixed',
    ),
  ];
}

export function crossOriginFeatures(value: CrossOrigin): Features {
  return [`Cross-origin: ${value.kind}`, ...featureIf(value.credentials, 'Cross-origin: with credentials')];
}

/** The body of the request, by what an operation makes of it. */
export function bodyFeatures(model: Model, linked: LinkedOperation, body: BodyFact): Features {
  if (body.kind === 'ignored') return ['Body: ignored'];
  const isFormless = linked.facts.body.status === 'stated' && bodyOf(model, linked).kind === 'open';
  // What a list in it is for is said by Does.
  if (isFormless && !isOpen(linked.facts.does) && !namesAnUnknown(model, body)) return ['Body: a form without fields'];
  if (body.kind === 'same as')
    return ['Body: same as', ...featureIf(hasWhen(model, linked), 'Body: same as, where rows have a When')];
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

/** Of a parameter of a query. */
interface QueryPlace {
  /** Among whose rows it selects, and whose rows the answers show. */
  readonly listed?: Resource | undefined;
  readonly answered?: Resource | undefined;
  readonly type?: FieldType | undefined;
}

/** What is shown whole is a reference to one row. */
function wholeFeatures(
  model: Model,
  fields: readonly Name[],
  type: FieldType | undefined,
  answered: Resource | undefined,
): Features {
  const isFlag = type !== undefined && plainType(model, type)?.type.kind === 'boolean';
  const all = fields.flatMap(({ text }) => model.fields.get(`${answered?.name.text}.${text}`) ?? []);
  const own = all.filter((field) => !isOpen(field.type));
  const targets = own.map((field) => wholeTarget(model, answered, field.name.text));
  return [
    type === undefined || isFlag || isListOfNames(model, type)
      ? 'Query: whole'
      : 'Query: whole, by what is neither a list nor true or false',
    ...featureIf(all.length < fields.length || targets.includes(undefined), 'Query: whole, of what is no reference'),
    ...featureIf(
      targets.some(
        (target) => target && embedsTooMany(model, { kind: 'resource', resource: target.name, without: [] }),
      ),
      'Type: fields of R, too many',
    ),
  ];
}

export function selectsFeatures(
  model: Model,
  selects: Selects,
  table: 'path' | 'query' | 'header',
  { listed, answered, type }: QueryPlace = {},
): Features {
  if (table === 'path') {
    if (selects.kind !== 'row') return ['Path: condition'];
    return [selects.inside === undefined ? 'Path: R by f' : 'Path: R by f, in {other}'];
  }
  switch (selects.kind) {
    case 'condition':
      return [
        table === 'query' ? 'Query: condition' : 'Header: condition',
        ...conditionFeatures(model, selects.condition, { row: listed, self: listed, sent: false }),
      ];
    case 'row':
      return ['Query: R by f'];
    case 'only the fields named':
      if (table === 'header') return ['Header: only the fields named or whole'];
      return [
        type === undefined || isListOfNames(model, type)
          ? 'Query: only the fields named'
          : 'Query: only the fields named, by what is no list',
      ];
    case 'whole':
      if (table === 'header') return ['Header: only the fields named or whole'];
      return wholeFeatures(model, selects.fields, type, answered);
  }
}
