// Which words of the notation a statement uses, spelled as in supported.ts. Input: the value of a slot and its place. Output:
// words such as `Type: file`. A statement that uses a word which does not run is unsupported.

import { isLong } from '../../../base/numerals.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import type { Constraint } from '../../../notation/values/constraints.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Arithmetic, Rule } from '../../../notation/values/formulas.ts';
import type { Operand } from '../../../notation/values/operands.ts';
import type { OrderKey } from '../../../notation/values/ordering.ts';
import type { Presence, Required } from '../../../notation/values/requirements.ts';
import type { SetBy } from '../../../notation/values/rules.ts';
import type { Model } from '../../../model/model.ts';
import { type Ground, baseOf, walkCondition } from '../../document/condition-walk.ts';
import { type Path, elementOf, endsInGroup, followPath, isNested } from '../../document/paths.ts';
import { hasSeveralCallers } from '../../document/schemes.ts';
import type { Words } from '../../document/supported.ts';
import { isSealed } from '../../document/type-traits.ts';
import { plainType } from '../../document/value-kinds.ts';
import { wordWords } from './angle-words.ts';
import { fixedSecretFits, ruleFits } from './combinations.ts';

/** The place of a condition: `sent` is what a caller sends, the only place for `matches`. */
export interface ConditionPlace extends Ground {
  readonly sent?: boolean;
}

export function conditionWords(model: Model, condition: Condition, place: ConditionPlace): Words {
  const words = new Set<string>();
  walkCondition(model, condition, place, {
    word: (word, at) =>
      words.add(`Condition: ${word === 'matches' && !isSent(at, place) ? 'matches on a stored field' : word}`),
    search: (resource) => {
      const searched = model.resources.get(resource.text);
      if (searched && isNested(searched)) words.add('Condition: search of a nested shape');
    },
    compared: (left, right, ground) => {
      if (isAsSent(model, left, ground) || isAsSent(model, right, ground)) words.add('Condition: date-time, as sent');
    },
    operand: (operand, base) => {
      switch (operand.kind) {
        case 'caller':
          words.add(callerWord(model));
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
          if (operand.owner === 'caller') words.add(callerWord(model));
          if (operand.owner === 'header' || operand.owner === 'body' || operand.owner === 'query') {
            words.add(`Condition: ${operand.owner}`);
          } else for (const word of pathWords(model, base, operand.path)) words.add(`Condition: ${word}`);
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

/** Which resource it is a row of must be known. */
export function callerWord(model: Model): string {
  return hasSeveralCallers(model) ? 'Condition: caller of several resources' : 'Condition: caller';
}

/** Is the left side of `matches` something a caller sends? */
function isSent(condition: Condition, place: ConditionPlace): boolean {
  if (condition.kind !== 'matches') return true;
  const { left } = condition;
  if (left.kind === 'value' || left.kind === 'parameter') return true;
  if (left.kind !== 'field') return false;
  return left.owner === 'body' || left.owner === 'query' || (place.sent === true && left.owner === undefined);
}

function pathWords(model: Model, base: Resource | undefined, path: readonly string[]): Words {
  const followed = followPath(model, base, path);
  const words: string[] = [];
  if (followed.throughList) words.push('path through a list');
  // An object is a value of its own: of several dotted fields there is none.
  if (followed.insideObject || endsInGroup(followed, path)) words.push('path into an object');
  else if (followed.fields.length > 1 && followed.fields[0]!.resource !== followed.fields.at(-1)!.resource) {
    const through =
      followed.fields.slice(0, -1).some(({ resource }) => isNested(resource)) ||
      isNested(followed.fields.at(-1)!.resource);
    words.push(through ? 'path into an object' : 'path through a reference');
  }
  const end = followed.fields.at(-1);
  if (end && isSealed(valueOf(end.field.type))) words.push('secret');
  return words;
}

/** `owner`: the resource whose field has this type; undefined for parameters. */
export function typeWords(model: Model, type: FieldType, owner?: Resource): Words {
  switch (type.kind) {
    case 'nullable':
      return ['Type: or null', ...typeWords(model, type.of, owner)];
    case 'array':
      return [
        `Type: ${type.sorted ? 'array of, sorted' : 'array of'}`,
        ...(type.style ? [`Type: ${type.style}`] : []),
        ...elementWords(model, type.of, owner),
      ];
    case 'set':
    case 'map':
      return [`Type: ${type.kind} of`, ...elementWords(model, type.of, owner)];
    case 'date-time':
      return [type.asSent ? 'Type: date-time, as sent' : 'Type: date-time'];
    case 'string':
      return [type.quotesOptional ? 'Type: string, quotes optional' : 'Type: string'];
    case 'one-of':
      return ['Type: one of'];
    case 'same-as':
      return [owner && isSealed(plainType(model, type)?.type) ? 'Type: as R.f, of a secret' : 'Type: as R.f'];
    case 'resource':
      return resourceTypeWords(model, type, owner);
    case 'state':
      return [owner && isNested(owner) ? 'Type: state in a nested shape' : 'Type: state'];
    case 'secret':
      return [owner && isNested(owner) ? 'Type: secret in a nested shape' : 'Type: secret'];
    default:
      return [`Type: ${type.kind}`];
  }
}

function elementWords(model: Model, type: FieldType, owner: Resource | undefined): Words {
  const inner = elementOf(type).type;
  if (isSealed(inner)) return ['Type: list of secret'];
  if (inner.kind === 'resource' && inner.by) return ['Type: list of R by f'];
  return typeWords(model, type, owner);
}

function resourceTypeWords(
  model: Model,
  type: Extract<FieldType, { kind: 'resource' }>,
  owner: Resource | undefined,
): Words {
  const target = model.resources.get(type.resource.text);
  if (type.by) return [owner && isNested(owner) ? 'Type: R by f in a nested shape' : 'Type: R by f'];
  if (type.view) return ['Type: R as View'];
  if (type.without) return ['Type: R without'];
  if (type.only) return ['Type: R only'];
  // What is not shown of the resource is a gap of its own; then it is not known which of the two this is.
  const known = target?.scope.mark.status === 'absent' && target.identifiedBy.status === 'stated';
  return [known ? 'Type: R' : 'Type: nested shape'];
}

export function requiredWords(model: Model, required: Required, owner: Resource | undefined): Words {
  return conditional(model, 'Required', required, owner);
}

export function presentWords(model: Model, present: Presence, owner: Resource | undefined): Words {
  return conditional(model, 'Present', present, owner);
}

function conditional(model: Model, place: string, value: Required | Presence, owner: Resource | undefined): Words {
  if (value.kind !== 'if') return [`${place}: ${value.kind}`];
  const inside = owner && isNested(owner) ? `${place}: if in a nested shape` : `${place}: if`;
  return [inside, ...conditionWords(model, value.condition, { row: owner, self: owner })];
}

export function setByWords(model: Model, setBy: SetBy, owner: Resource, field: Field): Words {
  switch (setBy.kind) {
    case 'caller':
      return [
        setBy.atCreate ? 'Set by: caller at create' : 'Set by: caller',
        ...(setBy.hidden ? ['Set by: hidden'] : []),
        ...(setBy.atCreate ? fixedSecretFits(model, owner, field) : []),
      ];
    case 'service': {
      const own = isNested(owner) ? 'Set by: service in a nested shape' : 'Set by: service';
      const { rule } = setBy;
      const words =
        rule.kind === 'gap' ? [] : [...ruleWords(model, rule, owner), ...ruleFits(model, rule, field, owner)];
      return [own, ...(setBy.hidden ? ['Set by: hidden'] : []), ...words];
    }
    case 'by operation':
    case 'rows':
      return [`Set by: ${setBy.kind}`];
  }
}

function ruleWords(model: Model, rule: Rule, owner: Resource): Words {
  switch (rule.kind) {
    case 'new id':
      return [rule.prefix === undefined ? 'Rule: new id' : 'Rule: new id with prefix'];
    case 'now':
      return [`Rule: now ${rule.when}`];
    case 'slug':
      return [rule.atCreate ? 'Rule: slug of, at create' : 'Rule: slug of'];
    case 'text':
      return [
        'Rule: text',
        ...rule.parts.flatMap((part) => {
          if (part.kind === 'word') return wordWords(part.word, NO_COLUMNS);
          return part.kind === 'field' ? pathWords(model, owner, part.path).map((word) => `Condition: ${word}`) : [];
        }),
      ];
    case 'arithmetic':
      return ['Rule: arithmetic', ...arithmeticWords(model, rule.expression, owner)];
    case 'address':
      return ['Rule: address of'];
    case 'new resource':
      return ['Rule: new R'];
    case 'count':
    case 'list':
    case 'sum':
    case 'min':
    case 'max':
      return [`Rule: ${rule.kind} of`];
    case 'caller':
      return [hasSeveralCallers(model) ? 'Rule: caller of several resources' : `Rule: caller ${rule.when}`];
    default:
      return [`Rule: ${rule.kind}`];
  }
}

const NO_COLUMNS: ReadonlySet<string> = new Set();

function arithmeticWords(model: Model, expression: Arithmetic, owner: Resource): Words {
  if (expression.kind === 'operation')
    return [...arithmeticWords(model, expression.left, owner), ...arithmeticWords(model, expression.right, owner)];
  const { operand } = expression;
  if (operand.kind === 'caller') return [callerWord(model)];
  if (operand.kind !== 'field') return [];
  if (operand.owner === 'caller') return ['Rule: arithmetic over the caller'];
  if (operand.owner === 'header') return [`Condition: ${operand.owner}`];
  return pathWords(model, owner, operand.path).map((word) => `Condition: ${word}`);
}

export function allowedWords(constraints: readonly Constraint[]): Words {
  return constraints.flatMap((one) => [
    `Allowed values: ${one.kind === 'not-blank' ? 'not blank' : one.kind}`,
    ...(numbersOf(one).some((text) => isLong(text)) ? ['Allowed values: number of more than 15 digits'] : []),
  ]);
}

function numbersOf(constraint: Constraint): readonly string[] {
  if (constraint.kind === 'range') return [constraint.min ?? '', constraint.max ?? ''];
  return constraint.kind === 'values'
    ? constraint.values.flatMap((one) => (one.kind === 'number' ? [one.value] : []))
    : [];
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

export function orderWords(model: Model, keys: readonly OrderKey[], row: Resource | undefined): Words {
  return keys.flatMap((key) => {
    if (key.kind === 'insertion') return [key.descending ? 'Order: newest first' : 'Order: oldest first'];
    const path = followPath(model, row, key.path);
    return [
      'Order: field',
      ...(path.throughList ? ['Order: path through a list'] : []),
      ...(endsAsSent(path) ? ['Order: date-time, as sent'] : []),
      ...pathWords(model, row, key.path)
        .filter((word) => word === 'path into an object' || word === 'secret')
        .map((word) => `Condition: ${word}`),
    ];
  });
}
