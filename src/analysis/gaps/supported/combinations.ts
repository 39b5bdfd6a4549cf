// Statements whose words run one by one, but not in this combination: an id of a type that no id has, an address that the row
// cannot fill, a path into what is not a column. Input: a statement and its subject. Output: words as in supported.ts, all of
// them held.

import { isCreation } from '../../document/effect-traits.ts';
import { type Assignment, operandsOfValue } from '../../../notation/values/effects.ts';
import { isOfRequest, type Operand } from '../../../notation/values/operands.ts';
import type { Parameter } from '../../../notation/endpoints.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import type { Arithmetic, Rule } from '../../../notation/values/formulas.ts';
import { valueOf, type Name } from '../../../notation/slot.ts';
import { basePath, canFill, containerField } from '../../document/addresses.ts';
import { isComputed, madeAtCreate } from '../../document/field-rules.ts';
import { bodyOf, mayBring } from '../../document/inputs.ts';
import { filtersOf } from '../../document/query-parameters.ts';
import { pathsOf } from '../../document/rule-paths.ts';
import { madeBy } from '../../values/service-rules.ts';
import { followPath, isNested } from '../../document/paths.ts';
import { isOwnKey, computedFact } from '../../values/computed-fields.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { isHidden } from '../../document/shape-fields.ts';
import { effectsOf, ownerOf, pathFacts } from '../../document/targets.ts';
import { isSealed } from '../../document/type-traits.ts';
import * as valueKinds from '../../document/value-kinds.ts';

/** A rule of the service beside the type of the field that it sets. */
export function ruleFits(model: Model, rule: Rule, field: Field, owner: Resource): Features {
  const verdict = madeBy(model, rule, field, owner);
  const held = verdict.kind === 'held' ? [verdict.word] : [];
  switch (rule.kind) {
    case 'new id':
      return isFirstNumber(field, owner) ? held : [...held, 'Rule: new id, a second number'];
    case 'slug':
      return [...held, ...featureIf(!isSentWhereCreated(model, owner, rule.of.text), 'Rule: slug of what is not sent')];
    case 'address':
      return [
        ...held,
        ...featureIf(!canFill(model, owner, rule.operation.text), 'Rule: address that the row cannot fill'),
      ];
    case 'arithmetic':
      return [
        ...held,
        ...arithmeticFits(model, rule.expression, owner, plainType(valueOf(field.type))),
        ...resultFits(model, field, owner, 'arithmetic'),
        ...overNewNumber(model, field, owner),
      ];
    case 'text':
      return [...held, ...resultFits(model, field, owner, 'text'), ...overNewNumber(model, field, owner)];
    default:
      return held;
  }
}

/** A number that the store gives is not known before the row is there. */
function overNewNumber(model: Model, field: Field, owner: Resource): Features {
  const rule = madeAtCreate(field);
  if (!rule) return [];
  const isOver = pathsOf(rule).some(([name]) => {
    const type = model.fields.get(`${owner.name.text}.${name}`)?.type;
    return isOwnKey(model, owner, name!) && type !== undefined && plainType(valueOf(type))?.kind === 'integer';
  });
  return featureIf(isOver, 'Rule: at create, over a new number');
}

/** A row is counted once. */
function isFirstNumber(field: Field, owner: Resource): boolean {
  if (plainType(valueOf(field.type))?.kind !== 'integer') return true;
  const counted = owner.fields.items.find(({ type, setBy }) => {
    const by = valueOf(setBy);
    return by?.kind === 'service' && by.rule.kind === 'new id' && valueOf(type)?.kind === 'integer';
  });
  return counted === undefined || counted === field;
}

function plainType(type: FieldType | undefined): FieldType | undefined {
  return type?.kind === 'nullable' ? type.of : type;
}

/** Every operation that creates a row takes the text from its body. */
function isSentWhereCreated(model: Model, owner: Resource, of: string): boolean {
  return [...model.operations.values()].every((linked) => {
    const creates = effectsOf(linked).some(
      (effect) => isCreation(effect) && 'target' in effect && effect.target.text === owner.name.text,
    );
    const body = creates ? bodyOf(model, linked) : undefined;
    if (body?.kind !== 'fields') return body === undefined || body.kind === 'open';
    if (mayBring(model, linked, (_, name) => name === of)) return true;
    return body.fields.some(({ sets }) => sets?.resource === owner.name.text && sets.field.name.text === of);
  });
}

/** No request can be refused for what other requests change, or for what is not known before the row is there. */
function resultFits(model: Model, field: Field, owner: Resource, what: 'arithmetic' | 'text'): Features {
  const fact = computedFact(model, owner, field);
  if (!fact) return [];
  if (fact.elsewhere && !madeAtCreate(field)) return [`Rule: ${what} over other rows, of what must fit`];
  const rests = [...fact.inputs].some((input) => isOwnKey(model, owner, input));
  return rests && (fact.bounded || fact.divides || fact.inputs.size > 1)
    ? ['Rule: arithmetic over a new id, of what must fit']
    : [];
}

const ALONE: ReadonlySet<string> = new Set<FieldType['kind']>([
  'string',
  'one-of',
  'boolean',
  'date',
  'time',
  'duration',
  'uuid',
  'url',
  'email',
]);
const NUMBERS: ReadonlySet<string> = new Set<FieldType['kind']>(['integer', 'decimal', 'number']);

function arithmeticFits(model: Model, expression: Arithmetic, owner: Resource, into: FieldType | undefined): Features {
  const kinds = operandKinds(model, expression, owner);
  // The value of one field, of whatever type: a reference is kept otherwise than it is shown.
  const [kind] = kinds;
  if (expression.kind === 'operand' && into && kind === into.kind && ALONE.has(into.kind)) return [];
  const isInexact = kinds.includes('number') && into !== undefined && into.kind !== 'number';
  const fits = kinds.every((kind) => NUMBERS.has(kind)) && (into === undefined || NUMBERS.has(into.kind));
  return fits && !isInexact ? [] : ['Rule: arithmetic of what is no exact number'];
}

function operandKinds(model: Model, expression: Arithmetic, owner: Resource): readonly string[] {
  if (expression.kind === 'operation') {
    return [...operandKinds(model, expression.left, owner), ...operandKinds(model, expression.right, owner)];
  }
  const { operand } = expression;
  if (operand.kind === 'number') return ['integer'];
  if (operand.kind !== 'field') return [operand.kind];
  const isOwn = operand.owner === undefined || operand.owner === 'this' || operand.owner === owner.name.text;
  const end = isOwn ? followPath(model, owner, operand.path) : undefined;
  if (!end || end.end === 'open') return end ? ['integer'] : ['another row'];
  const type = plainType(valueOf(end.fields.at(-1)?.field.type ?? { status: 'absent', at: { start: 0, end: 0 } }));
  return [type?.kind ?? 'integer'];
}

function isColumn(model: Model, resource: Resource, name: string): boolean {
  const field = model.fields.get(`${resource.name.text}.${name}`);
  // What nothing declares is an error of its own.
  return field ? !isComputed(field) : followPath(model, resource, name.split('.')).end !== 'found';
}

/** Rows are identified and found by what can be read from them. */
function isReadColumn(model: Model, resource: Resource, name: string): boolean {
  const field = model.fields.get(`${resource.name.text}.${name}`);
  return isColumn(model, resource, name) && !(field && isSealed(valueOf(field.type)));
}

export function keyFits(
  model: Model,
  resource: Resource,
  names: readonly Name[],
  key: 'Identified by' | 'Unique by',
): Features {
  return names.every((name) => isReadColumn(model, resource, name.text)) ? [] : [`Resource: ${key} what is not kept`];
}

/** `R by f`: the other row is found by a column, and the path to the field that shows it is short. */
export function referenceFits(model: Model, type: FieldType): Features {
  if (type.kind === 'nullable' || type.kind === 'array' || type.kind === 'set' || type.kind === 'map') {
    return referenceFits(model, type.of);
  }
  if (valueKinds.isChainTooLong(model, type)) return ['Type: R by f or as R.f, through too many fields'];
  const target = type.kind === 'resource' && type.by ? model.resources.get(type.resource.text) : undefined;
  if (!target || type.kind !== 'resource' || !type.by) return [];
  return !isNested(target) && isReadColumn(model, target, type.by.text) ? [] : ['Type: R by what is not kept'];
}

/** One value of a path or a query is text; how to read more from it is not stated. */
export function parameterFits(model: Model, type: FieldType, table: 'path' | 'query' | 'header'): Features {
  if (isSealed(valueKinds.plainType(model, type)?.type)) return ['Type: secret as a parameter'];
  const plain = plainType(type)!;
  const element = plain.kind === 'array' && table !== 'path' ? plain.of : plain;
  if (element.kind === 'any') return ['Type: any as a parameter'];
  return STRUCTURED.has(element.kind) ? ['Type: list, map or object as a parameter'] : [];
}

/** `` any field of `R` ``: each that is shown is one value that a parameter can equal, or a list of them. */
export function everyFieldFits(model: Model, { anyFieldOf }: Pick<Parameter, 'anyFieldOf'>): Features {
  const resource = model.resources.get(anyFieldOf!.text);
  const filters = new Set(filtersOf(model, resource).map(({ field }) => field));
  const others = resource?.fields.items.filter((field) => !isHidden(field) && !filters.has(field)) ?? [];
  const kinds = others.flatMap((field) => {
    const type = valueOf(field.type);
    const plain = type && valueKinds.plainType(model, type);
    return plain ? [valueKinds.kindOf(plain.type)] : [];
  });
  const isStructured = kinds.includes('list') || kinds.includes('object');
  return [
    isStructured ? 'Query: any field of R with a map, an object or a list of them' : 'Query: any field of',
    ...featureIf(kinds.includes('as sent'), 'Condition: date-time, as sent'),
  ];
}

const STRUCTURED: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>(['array', 'set', 'map', 'object']);

/** `R by f, in {other}`: f is a column, and one field names the row that holds R. */
export function selectionFits(model: Model, linked: LinkedOperation, { selects }: Parameter): Features {
  const value = valueOf(selects);
  const resource = value?.kind === 'row' ? model.resources.get(value.resource.text) : undefined;
  if (value?.kind !== 'row' || !resource) return [];
  if (!isReadColumn(model, resource, value.by.text)) return ['Path: R by what is not kept'];
  if (value.inside === undefined) return [];
  const outer = pathFacts(model, linked).selections.find((one) => one.parameter === value.inside);
  // Which row the other one selects, and which field refers to it, may not be shown: that holds for a reason of its own.
  const other = pathFacts(model, linked).rows.get(value.inside);
  if (!outer && other && valueOf(other.selects) === undefined) return [];
  if (resource.scope.mark.status === 'gap' || resource.fields.items.some(({ type }) => valueOf(type) === undefined))
    return [];
  if (!resource.fields.written) return [];
  const isKnown = outer !== undefined && containerField(model, resource.name.text, outer.resource) !== undefined;
  return isKnown ? [] : ['Path: R by f, in {other}, where not one field refers to it'];
}

/** No comparison shows whether a secret that is sent again is the one of the row. */
export function fixedSecretFits(model: Model, owner: Resource, field: Field): Features {
  if (!isSealed(valueOf(field.type))) return [];
  const isReplaced = [...model.operations.values()].some((linked) =>
    effectsOf(linked).some((effect) => effect.kind === 'creates or replaces' && effect.target.text === owner.name.text),
  );
  return isReplaced ? ['Set by: caller at create, of a secret that may be sent again'] : [];
}

/** `with f = …`, `sets f = …` and a Body row's Sets name columns, not places inside one. */
export function assignmentFits(model: Model, target: string | undefined, assignments: readonly Assignment[]): Features {
  const kept = assignments.every(({ field }) => isAssignable(model, target, field.text));
  const sealed = assignments.some(({ field, value }) => {
    const { resource, name } = assigned(model, target, field.text);
    const into = model.fields.get(`${resource?.name.text}.${name}`);
    return into !== undefined && isSealed(valueOf(into.type)) && !(value.kind === 'field' && value.owner === 'body');
  });
  return [
    ...featureIf(!kept, 'Does: a value into what is not kept'),
    ...featureIf(sealed, 'Does: another value than of the body into a secret'),
    ...featureIf(
      assignments.some(({ value }) => operandsOfValue(value).some((operand) => isKeptSecret(model, target, operand))),
      'Condition: secret',
    ),
  ];
}

/** What is kept of a secret is no value that another field could have. */
function isKeptSecret(model: Model, target: string | undefined, operand: Operand): boolean {
  if (operand.kind !== 'field' || isOfRequest(operand.owner)) return false;
  const owners = operand.owner === 'caller' ? [...model.resources.keys()] : [target ?? ''];
  return owners.some((owner) =>
    isSealed(valueOf(model.fields.get(`${owner}.${operand.path.join('.')}`)?.type ?? NONE)),
  );
}

const NONE = { status: 'absent', at: { start: 0, end: 0 } } as const;

export function isAssignable(model: Model, target: string | undefined, written: string): boolean {
  const { resource, name } = assigned(model, target, written);
  return resource === undefined || isColumn(model, resource, name);
}

/** The field that `sets R.f = …` or `with f = …` names. */
function assigned(
  model: Model,
  target: string | undefined,
  written: string,
): { readonly resource: Resource | undefined; readonly name: string } {
  const owner = ownerOf(model, written);
  const resource = model.resources.get(owner ?? target ?? '');
  return { resource, name: owner === undefined ? written : written.slice(owner.length + 1) };
}

/** Paths whose segments hold more than one parameter, or a Base beside the one that is routed. */
export function routeFits(paths: readonly string[]): Features {
  const isOdd = paths.some((path) => path.split('/').some((segment) => (segment.match(/\{/g)?.length ?? 0) > 1));
  return isOdd ? ['Operation: two parameters in one segment'] : [];
}

export function baseFits(model: Model, linked: LinkedOperation, base: string): Features {
  const own = basePath(base);
  const { base: ofAll } = model.document.endpoints.all;
  if (linked.facts.base !== ofAll && own !== basePath(valueOf(ofAll))) return ['Operation: Base of one operation'];
  return own.includes('{') ? ['Operation: Base with a parameter'] : [];
}
