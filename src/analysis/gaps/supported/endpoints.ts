// Which words of the notation the statements of parts 4 and 7 use, spelled as in supported.ts. Input: the value of a slot and its
// operation. Output: words such as `Does: signs in`.

import type { Operand } from '../../../notation/values/operands.ts';
import type { Assignment, Effect } from '../../../notation/values/effects.ts';
import type { BodyFact } from '../../../notation/values/bodies.ts';
import type { Check, FieldPolicy, Repeat } from '../../../notation/values/policies.ts';
import type { CrossOrigin, HeaderValue, StatusWhen } from '../../../notation/values/answers.ts';
import type { Pages, Selects } from '../../../notation/values/lists.ts';
import type { StatusRow } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Resource } from '../../../notation/resources.ts';
import type { Shape, Template } from '../../../notation/values/shapes.ts';
import { valueOf } from '../../../notation/slot.ts';
import { fieldsInHeader, wordsOf } from '../../../notation/words.ts';
import { bodyOf } from '../../document/inputs.ts';
import { isComputed } from '../../document/field-rules.ts';
import { nestedIn } from '../../values/nested-rules.ts';
import { answeredResource, answersMany, tellsUnchanged } from '../../requests/outcomes.ts';
import { endsInGroup, followPath, isNested, type Path } from '../../document/paths.ts';
import { isSentOnly } from '../../machines/refusal-rules.ts';
import type { Words } from '../../document/supported.ts';
import { assignmentFits } from './combinations.ts';
import { callerWord, conditionWords } from './words.ts';
import { tokenWords } from './tokens.ts';
import { valueWords, wordWords } from './angle-words.ts';
import { selectionOf, setTargets, targetsOf } from '../../document/targets.ts';
import { isSealed } from '../../document/type-traits.ts';
import { resourcesIn } from '../../document/shape-leaves.ts';
import { kindOf, plainType } from '../../document/value-kinds.ts';

export function effectWords(model: Model, linked: LinkedOperation, effects: readonly Effect[]): Words {
  return [...(effects.length > 1 ? ['Does: ;'] : []), ...effects.flatMap((effect) => oneEffect(model, linked, effect))];
}

function oneEffect(model: Model, linked: LinkedOperation, effect: Effect): Words {
  const words: string[] = [`Does: ${effect.kind}`, ...tokenWords(model, linked, effect)];
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
    words.push('Does: where', ...conditionWords(model, effect.where, { row, self: row }));
  if ('with' in effect && effect.with.length > 0)
    words.push('Does: with', ...assignmentWords(model, effect.target.text, effect.with));
  if (effect.kind === 'sets')
    words.push(...assignmentWords(model, setTargets(model, linked, effect)[0], effect.assignments));
  return words;
}

/** Values that can be compared and put in order: of a field of the row itself that is kept, no list, object or secret. */
function isApart(model: Model, { target, field: { text } }: Extract<Effect, { kind: 'lists values' }>): boolean {
  const field = model.fields.get(`${target.text}.${text}`);
  const type = field && valueOf(field.type);
  if (!field || isComputed(field)) return false;
  const plain = type && plainType(model, type);
  return !plain || !['list', 'object', 'as sent', 'other'].includes(kindOf(plain.type));
}

function assignmentWords(model: Model, target: string | undefined, assignments: readonly Assignment[]): Words {
  return [
    ...assignments.flatMap(({ value }) => operandWords(model, value)),
    ...assignmentFits(model, target, assignments),
  ];
}

function operandWords(model: Model, operand: Operand): Words {
  switch (operand.kind) {
    case 'caller':
      return [callerWord(model)];
    case 'this':
    case 'value':
    case 'now':
      return [`Condition: ${operand.kind}`];
    case 'parameter':
      return ['Condition: {param}'];
    case 'field':
      if (operand.owner === 'caller') return [callerWord(model)];
      return operand.owner === 'header' ? ['Condition: header'] : [];
    default:
      return [];
  }
}

export function mediaTypeWords(value: { readonly in: string; readonly out: string }): Words {
  return [value.in, value.out]
    .filter((one) => one !== '')
    .map((one) => `Media type: ${isJson(one) ? 'JSON' : 'other than JSON'}`);
}

export function isJson(mediaTypes: string): boolean {
  return mediaTypes.split(',').every((one) => {
    const type = one.split(';')[0]!.trim().toLowerCase();
    return type === 'application/json' || /^[\w.-]+\/[\w.-]+\+json$/.test(type);
  });
}

/** Existence before state, state before uniqueness; what is not listed may be anywhere. */
export function checksWords(checks: readonly Check[]): Words {
  const places = (['existence', 'state', 'uniqueness'] as const)
    .map((check) => checks.indexOf(check))
    .filter((place) => place !== -1);
  const ordered = places.every((place, index) => index === 0 || places[index - 1]! < place);
  return [
    `Checks: ${ordered ? 'existence, then state, then uniqueness' : 'another order of existence, state and uniqueness'}`,
  ];
}

export function repeatWords(repeat: Repeat): Words {
  return [`Repeat: ${repeat.kind}`];
}

export function pagesWords(pages: Pages): Words {
  if (pages.kind === 'cursor') return ['Pages: after, before'];
  return [pages.kind === 'link' ? 'Pages: Link rel next' : `Pages: ${pages.kind}`];
}

export function crossOriginWords(value: CrossOrigin): Words {
  return [`Cross-origin: ${value.kind}`, ...(value.credentials ? ['Cross-origin: with credentials'] : [])];
}

/** The body of the request, by what an operation makes of it. */
export function bodyWords(model: Model, linked: LinkedOperation, body: BodyFact): Words {
  if (body.kind === 'ignored') return ['Body: ignored'];
  if (bodyOf(model, linked).kind === 'open' && !namesAnUnknown(model, body)) return ['Body: a form without fields'];
  if (body.kind === 'same as') return ['Body: same as'];
  const touched = linked.facts.does.status === 'stated' ? targetsOf(model, linked) : undefined;
  return body.shape.kind === 'template'
    ? ['Body: template']
    : ['Body: shape', ...shapeWords(model, touched, body.shape)];
}

/** Then the name is the fault, not the form. */
function namesAnUnknown(model: Model, body: BodyFact): boolean {
  if (body.kind === 'same as') return !model.operations.has(body.operation.text);
  return body.kind === 'shape' && resourcesIn(body.shape).some((name) => !model.resources.has(name));
}

/** A separate rule for what is inside a nested shape: the general one holds there. */
export function policyWords(
  model: Model,
  linked: LinkedOperation,
  key: 'Omitted fields' | 'Null fields' | 'Empty text',
  { fields }: FieldPolicy<string>,
): Words {
  const body = bodyOf(model, linked);
  const holders = (body.kind === 'fields' ? body.fields : [])
    .filter(({ types }) => types.some((slot) => nestedIn(model, valueOf(slot)) !== undefined))
    .flatMap((field) => [field.path.join('.'), field.sets?.field.name.text ?? field.path.join('.')]);
  const isInside = fields.some(({ field }) => holders.some((holder) => field.text.startsWith(`${holder}.`)));
  return [`Operation: ${key}`, ...(isInside ? ['Operation: a rule for a part of a nested shape'] : [])];
}

export function selectsWords(
  model: Model,
  selects: Selects,
  table: 'path' | 'query',
  listed: Resource | undefined,
): Words {
  if (table === 'path') {
    if (selects.kind !== 'row') return ['Path: condition'];
    return [selects.inside === undefined ? 'Path: R by f' : 'Path: R by f, in {other}'];
  }
  switch (selects.kind) {
    case 'condition':
      return [
        'Query: condition',
        ...conditionWords(model, selects.condition, { row: listed, self: listed, sent: false }),
      ];
    case 'row':
      return ['Query: none'];
    case 'only the fields named':
    case 'whole':
      return [`Query: ${selects.kind}`];
  }
}

export function statusWords(value: { readonly code: number } | { readonly class: string }): Words {
  return ['code' in value ? 'Status: code' : 'Status: class'];
}

export function statusWhenWords(model: Model, when: StatusWhen, linked: LinkedOperation): Words {
  const { condition } = when;
  if (when.kind === 'error')
    return ['Status: When: error', ...(condition ? ['Status: When: condition of an error'] : [])];
  const words = when.outcomes.map((outcome) => {
    const isElse = outcome === 'unchanged' && !tellsUnchanged(linked);
    return `Status: When: ${isElse ? 'unchanged by another effect' : outcome}`;
  });
  if (!condition) return words;
  const row = answeredResource(model, linked);
  const isOfMany = answersMany(model, linked) && !isSentOnly(condition);
  words.push(`Status: When: condition${isOfMany ? ' on many rows' : ''}`);
  return [...words, ...conditionWords(model, condition, { row, self: row })];
}

/** `row`: the one whose fields a header may name; `many`: there are several. */
export function headersWords(
  model: Model,
  headers: readonly HeaderValue[],
  columns: ReadonlySet<string>,
  row?: Resource,
  many = false,
): Words {
  return headers.flatMap(({ value }) => {
    if (value === undefined) return ['Headers: header by its own rules'];
    const words = wordsOf(value);
    const fields = row ? fieldsInHeader(value) : [];
    return [
      'Headers: header with a value',
      ...words.flatMap((word) => wordWords(word, columns)),
      ...(many && fields.length > 0 ? ['Shape: field of many rows'] : []),
      ...(fields.some((field) => isGroup(model, row, field)) ? ['Headers: header of several fields'] : []),
      ...(fields.some((field) => endsInSecret(followPath(model, row, field.split('.')))) ? ['Shape: secret'] : []),
    ];
  });
}

/** `address` of `address.street` and others. */
function isGroup(model: Model, row: Resource | undefined, written: string): boolean {
  return endsInGroup(followPath(model, row, written.split('.')), written.split('.'));
}

/** `touched`: the resources whose row an answer may show, none in an error; undefined: Does is not known. */
export function shapeWords(
  model: Model,
  touched: readonly string[] | undefined,
  shape: Shape,
  columns: ReadonlySet<string> = new Set(),
  many = false,
): Words {
  switch (shape.kind) {
    case 'array of':
      // Each of the rows is one.
      return ['Shape: array of', ...shapeWords(model, touched, shape.of, columns, false)];
    case 'template':
      return ['Shape: template', ...templateWords(model, touched, shape.value, columns, many)];
    case 'resource': {
      if (many) return ['Shape: R of many rows'];
      const form = shape.view ? 'R as View' : shape.without ? 'R without' : shape.only ? 'R only' : 'R';
      if (!model.resources.has(shape.resource.text)) return [];
      return [touched?.includes(shape.resource.text) !== false ? `Shape: ${form}` : 'Shape: shape of another resource'];
    }
  }
}

function templateWords(
  model: Model,
  touched: readonly string[] | undefined,
  template: Template,
  columns: ReadonlySet<string>,
  many: boolean,
): Words {
  const inside = (one: Template): Words => templateWords(model, touched, one, columns, many);
  switch (template.kind) {
    case 'object':
      return template.pairs.flatMap((pair) => [
        ...(pair.key.kind === 'word' ? wordWords(pair.key.word, columns) : []),
        ...inside(pair.value),
      ]);
    case 'list':
      return template.items.flatMap(inside);
    case 'literal':
      return [];
    case 'field':
      return many ? ['Shape: field of many rows'] : fieldWords(model, touched, template.path);
    case 'shape':
      return shapeWords(model, touched, template.shape, columns, many);
    case 'word':
      return valueWords(model, template.word, columns);
    case 'text':
      return template.parts.flatMap((part) => (typeof part === 'string' ? [] : wordWords(part.word, columns)));
  }
}

function endsInSecret({ fields }: Path): boolean {
  return fields.slice(-1).some(({ field }) => isSealed(valueOf(field.type)));
}

/** A bare field path of the row at hand: through a list or a nested shape nothing computes it yet. */
function fieldWords(model: Model, touched: readonly string[] | undefined, path: readonly string[]): Words {
  const followed = touched
    ?.map((name) => followPath(model, model.resources.get(name), path))
    .find((one) => one.end === 'found');
  if (followed?.throughList) return ['Condition: path through a list'];
  if (followed && endsInSecret(followed)) return ['Shape: secret'];
  return followed?.insideObject || followed?.fields.some(({ resource }) => isNested(resource))
    ? ['Condition: path into an object']
    : [];
}

/** `found`, `created`, …: what a Status row without a word of its own would be. */
export function whenOutcomes(row: StatusRow): readonly string[] {
  return row.when.status === 'stated' && row.when.value.kind === 'outcome' ? row.when.value.outcomes : [];
}
