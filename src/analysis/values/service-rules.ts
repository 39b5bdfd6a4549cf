// What a rule of the service makes, beside the field that holds it. Input: a rule and its field. Output: a verdict: it fits, it can never
// be what the type says, or this runtime cannot be sure of it. Notation, part 2, "Who sets a field".

import { ID_LENGTH } from '../../base/ids.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { Rule } from '../../notation/values/formulas.ts';
import { valueOf } from '../../notation/slot.ts';
import { broken, exceeded, ownConstraints } from '../document/allowed.ts';
import { isTooLong } from './service-rules/written-out.ts';
import { madeByArithmetic } from './service-rules/numbers.ts';
import { madeByText } from './service-rules/text.ts';
import { shownType, type Into, type Verdict } from './service-rules/verdicts.ts';
import { mayLackField } from './always-set.ts';
import { followPath } from '../document/paths.ts';
import { isSearchRule, pathsOf } from '../document/rule-paths.ts';
import { isSealed } from '../document/type-traits.ts';
import { kindOf, plainType, typeName, type ValueKind } from '../document/value-kinds.ts';

const FITS: Verdict = { kind: 'fits' };

export function madeBy(model: Model, rule: Rule, field: Field, owner: Resource): Verdict {
  const stated = valueOf(field.type);
  const known = stated && plainType(model, stated);
  // What is not shown, or not kept for a reason of its own, is no other type.
  if (!known || (kindOf(known.type) === 'other' && !isSealed(known.type))) return FITS;
  const { type, refers } = known;
  const into: Into = { type, refers, narrowing: [...ownConstraints(type), ...(valueOf(field.allowed) ?? [])] };
  if (isSearchRule(rule) || pathsOf(rule).length > 0) {
    if (isTooLong(model, owner, field))
      return { kind: 'held', word: 'Rule: text or arithmetic, too long with all fields written out' };
  }
  switch (rule.kind) {
    case 'new id':
      return newId(into, rule.prefix);
    case 'now':
      return now(into, rule.when);
    case 'state':
      return into.type.kind === 'state' && !refers ? FITS : unlike('`state`', 'a state');
    case 'slug':
      return slug(model, into, rule.of.text, field, owner);
    case 'address':
      return address(into);
    case 'text':
      return madeByText(model, rule.parts, into, owner);
    case 'arithmetic':
      if (kindOf(type) !== 'number' && isOwnField(rule, owner))
        return madeByText(
          model,
          pathsOf(rule).map((path) => ({ kind: 'field', path })),
          into,
          owner,
        );
      return madeByArithmetic(model, rule.expression, into, owner);
    case 'sum':
    case 'min':
    case 'max':
      return ofValues(model, rule, into, field);
    case 'by the table below':
      return decided(rule, into, field);
    default:
      return derived(rule, into);
  }
}

/** The values of its rows are judged one by one. */
function decided(
  { rows = [] }: Extract<Rule, { kind: 'by the table below' }>,
  { type, refers }: Into,
  field: Field,
): Verdict {
  const made = '`by the table below`';
  if (type.kind === 'state') return unlike(made, 'values that no move leads to');
  if (refers || !DECIDED.has(kindOf(type))) return { kind: 'held', word: 'Rule: by the table below, of other values' };
  const lacks = rows.at(-1)?.when.kind !== 'otherwise' || rows.some(({ value }) => value.kind === 'null');
  return lacks && mustBeThere(field) ? { kind: 'may lack', made } : FITS;
}

const NARROWED: Verdict = { kind: 'held', word: 'Rule: count, sum, min or max of where it is narrowed' };

/** One field of the row, or of one that it leads to: its value, as a text with that hole alone. */
function isOwnField({ expression }: Extract<Rule, { kind: 'arithmetic' }>, { name }: Resource): boolean {
  if (expression.kind !== 'operand' || expression.operand.kind !== 'field') return false;
  const of = expression.operand.owner;
  return of === undefined || of === 'this' || of === name.text;
}

function fits(made: string, of: string, does: boolean): Verdict {
  return does ? FITS : unlike(made, of);
}

/** `sum of`, `min of` and `max of`: what they are of decides what they make. */
function ofValues(
  model: Model,
  rule: Extract<Rule, { kind: 'sum' | 'min' | 'max' }>,
  { type, refers, narrowing }: Into,
  field: Field,
): Verdict {
  const of = model.fields.get(`${rule.resource.text}.${rule.field.text}`);
  const stated = of && valueOf(of.type);
  const known = stated && plainType(model, stated);
  const made = `\`${rule.kind} of\``;
  const kind = kindOf(type);
  if (rule.kind === 'sum') {
    if (known && kindOf(known.type) !== 'number') return unlike(`${made} \`${typeName(known.type)}\``, 'no number');
    if (kind !== 'number' || refers) return unlike(made, 'a number');
  } else if (known && (kindOf(known.type) !== kind || known.refers?.resource !== refers?.resource)) {
    return unlike(made, shownType(known));
  }
  if (!known) return FITS;
  const isOther =
    !VALUES.has(kind) || type.kind === 'state' || known.refers || (kind !== 'number' && known.type.kind !== type.kind);
  const isInexact = known.type.kind === 'number' && (rule.kind === 'sum' || type.kind !== 'number');
  if (isOther || isInexact) return { kind: 'held', word: 'Rule: sum, min or max of other values' };
  if (rule.kind !== 'sum' && mustBeThere(field)) return { kind: 'may lack', made };
  const given = rule.kind === 'sum' ? [] : [...ownConstraints(known.type), ...((of && valueOf(of.allowed)) ?? [])];
  return exceeded(given, narrowing) ? NARROWED : FITS;
}

const VALUES: ReadonlySet<ValueKind> = new Set<ValueKind>(['number', 'text', 'instant', 'date']);
const DECIDED: ReadonlySet<ValueKind> = new Set<ValueKind>([...VALUES, 'boolean']);

/** A rule that computes the value from other rows, or from none: the kind is checked; the possible values are not yet. */
function derived(rule: Rule, into: Into): Verdict {
  const { type, refers, narrowing } = into;
  const kind = kindOf(type);
  switch (rule.kind) {
    case 'count': {
      const isLess = exceeded([{ kind: 'range', min: '0' }], narrowing);
      if (isLess && kind === 'number' && !refers) return NARROWED;
      return fits('`count of`', 'a number', kind === 'number' && !refers);
    }
    case 'exists':
      return fits('`there is`', 'a truth value', kind === 'boolean');
    case 'list':
      return rows(rule, type);
    case 'event name':
      return fits('`event name`', 'text', kind === 'text' && !refers);
    case 'token':
      return token(into);
    case 'new resource':
      return fits(`\`new ${rule.resource.text}\``, 'a row', refers?.resource === rule.resource.text);
    default:
      return FITS;
  }
}

/** 256 bits in base64url. Kept as a text it could be read in the data. */
function token({ type, refers, narrowing }: Into): Verdict {
  const isSecret = isSealed(type);
  if (refers || (kindOf(type) !== 'text' && !isSecret)) return unlike('`token`', 'text');
  if (!isSecret) return { kind: 'held', word: 'Rule: token, of what is no secret' };
  const known: readonly Constraint[] = [
    { kind: 'characters', min: TOKEN_LENGTH, max: TOKEN_LENGTH },
    { kind: 'not-blank' },
  ];
  return exceeded(known, narrowing) ? { kind: 'held', word: 'Rule: token where it is narrowed' } : FITS;
}

const TOKEN_LENGTH = 43;

/** A list of rows of that resource, each by a view, cut, or by one field. */
function rows(rule: Extract<Rule, { kind: 'list' }>, type: FieldType): Verdict {
  if (kindOf(type) !== 'list') return unlike('`list of`', 'a list');
  const of = type.kind === 'array' && !type.sorted ? type.of : undefined;
  if (of?.kind !== 'resource') return { kind: 'held', word: 'Rule: list of other values' };
  if (of.resource.text !== rule.resource.text) return unlike('`list of`', `a list of \`${rule.resource.text}\``);
  const isShown = of.by ?? of.view ?? of.only ?? of.without;
  return isShown ? FITS : { kind: 'held', word: 'Rule: list of other values' };
}

function unlike(made: string, of: string): Verdict {
  return { kind: 'unlike', made, of };
}

function newId({ type, refers, narrowing }: Into, prefix: string | undefined): Verdict {
  const made = prefix === undefined ? '`new id`' : `new id \`${prefix}…\``;
  if (refers || !IDS.has(type.kind)) return unlike(made, 'an id, which is a uuid, an integer or a string');
  if (type.kind !== 'string' && prefix !== undefined) return unlike(made, '`string`');
  const held: Verdict = { kind: 'held', word: 'Rule: new id where it is narrowed' };
  if (type.kind === 'integer') {
    const first = broken(narrowing, { kind: 'number', value: '1' });
    if (first) return { kind: 'too wide', made: 'the first `new id`, 1', rule: first };
    return exceeded([{ kind: 'range', min: '1' }], narrowing) ? held : FITS;
  }
  if (type.kind === 'uuid') return narrowing.length === 0 ? FITS : held;
  const begins = [...(prefix ?? '')].length;
  const short = narrowing.find((one) => one.kind === 'characters' && one.max !== undefined && one.max <= begins);
  if (short) return { kind: 'too wide', made, rule: short };
  const length = begins + ID_LENGTH;
  const known: readonly Constraint[] = [{ kind: 'characters', min: length, max: length }, { kind: 'not-blank' }];
  return exceeded(known, narrowing) ? held : FITS;
}

const IDS: ReadonlySet<FieldType['kind']> = new Set(['uuid', 'integer', 'string']);
const INSTANTS: ReadonlySet<FieldType['kind']> = new Set(['date', 'date-time', 'seconds since 1970']);

function now({ type, refers, narrowing }: Into, when: string): Verdict {
  if (refers || !INSTANTS.has(type.kind)) return unlike(`\`now ${when}\``, 'an instant');
  return narrowing.length === 0 ? FITS : { kind: 'held', word: 'Rule: now where it is narrowed' };
}

function slug(model: Model, { type, refers, narrowing }: Into, of: string, field: Field, owner: Resource): Verdict {
  const made = `slug of \`${of}\``;
  if (refers || type.kind !== 'string') return unlike(made, '`string`');
  const source = followPath(model, owner, of.split('.')).fields.at(-1);
  const stated = source && valueOf(source.field.type);
  const known = stated && plainType(model, stated);
  if (!source || !known) return FITS;
  if (kindOf(known.type) !== 'text') return unlike(made, `${shownType(known)}, which is no text`);
  if (known.refers || known.type.kind !== 'string') return { kind: 'held', word: 'Rule: slug of another type' };
  if (mustBeThere(field) && mayLackField(source)) return { kind: 'may lack', made };
  const sure: readonly Constraint[] = [{ kind: 'characters', min: 1 }, { kind: 'not-blank' }];
  return exceeded(sure, narrowing) ? { kind: 'held', word: 'Rule: slug where it is narrowed' } : FITS;
}

/** Required, and not `or null`. */
export function mustBeThere(field: Field): boolean {
  return valueOf(field.required)?.kind === 'yes' && valueOf(field.type)?.kind !== 'nullable';
}

/** Its length depends on the operator's public address. */
function address({ type, refers, narrowing }: Into): Verdict {
  if (refers || (type.kind !== 'url' && type.kind !== 'string')) return unlike('`address of`', '`url`');
  return exceeded([{ kind: 'characters', min: 1 }, { kind: 'not-blank' }], narrowing)
    ? { kind: 'held', word: 'Rule: address where it is narrowed' }
    : FITS;
}
