// What the service computes of a row whenever it reads it. Input: a field with its rule, a row, where it is asked. Output: its value, nothing,
// or that nobody can tell. Notation, part 2, "Who sets a field".

import { containerField } from '../../analysis/document/addresses.ts';
import { ruleOf } from '../../analysis/document/field-rules.ts';
import { pathFacts } from '../../analysis/document/targets.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Decided } from '../../notation/values/decisions.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Rule, TextPart } from '../../notation/values/formulas.ts';
import { Row, UNKNOWN, type Json, type Value } from '../world/known.ts';
import { baseFor, prefixWith } from './prefix.ts';
import { computed } from './arithmetic.ts';
import { compared } from './compare.ts';
import { divided, exactOf, fractionOf, isKept, isNumber, numberOf, unitsOf } from './numbers.ts';
import { literalJson } from './parameters.ts';
import { follow } from './paths.ts';
import { Between, type Place } from './place.ts';
import { candidates } from './rows.ts';
import { bare } from './fits.ts';
import { isWholeWhere } from './whole.ts';

/** `place.row` is not looked at: the rule is about `row`. */
export function derivedOf(field: Field, row: Row, outer: Place): Value {
  const place = { ...outer, row, self: row };
  const rule = ruleOf(field);
  return rule ? byRule(rule, valueOf(field.type), row, place) : UNKNOWN;
}

export function byRule(rule: Rule, type: FieldType | undefined, row: Row, place: Place): Value {
  switch (rule.kind) {
    case 'text':
      return textOf(rule.parts, row, place);
    case 'arithmetic':
      return ofOperand(rule.expression, row, place) ?? computed(rule.expression, type, place);
    case 'address':
      return addressOf(rule.operation.text, row, place);
    case 'count': {
      const rows = rowsOf(rule.resource.text, rule.where, place);
      return rows === UNKNOWN ? UNKNOWN : rows.length;
    }
    case 'exists': {
      const truth = place.evaluate.truth({ ...rule, at: rule.resource.at }, place);
      return truth ?? UNKNOWN;
    }
    case 'sum':
    case 'min':
    case 'max':
      return overRows(rule, type, place);
    case 'by the table below':
      return decided(rule.rows, type, place);
    default:
      return UNKNOWN;
  }
}

/** One field alone is its value, of whatever type it is. */
function ofOperand(
  expression: Extract<Rule, { kind: 'arithmetic' }>['expression'],
  row: Row,
  place: Place,
): Value | undefined {
  if (expression.kind !== 'operand' || expression.operand.kind !== 'field') return undefined;
  const { owner, path } = expression.operand;
  if (owner !== undefined && owner !== 'this' && owner !== row.resource) return undefined;
  return one(row, path, place);
}

function one(row: Row, path: readonly string[], place: Place): Value {
  const [only, ...others] = follow(row, path, place);
  if (!only || others.length > 0 || only.value instanceof Between) return UNKNOWN;
  return only.value;
}

function textOf(parts: readonly TextPart[], row: Row, place: Place): Value {
  let text = '';
  let isKnown = true;
  for (const part of parts) {
    const value =
      part.kind === 'literal'
        ? part.text
        : part.kind === 'field'
          ? shown(row, part.path, place)
          : word(part.word, place);
    // A text with a hole that nothing fills is no value.
    if (value === null) return null;
    if (typeof value === 'string') text += value;
    else isKnown = false;
  }
  return isKnown ? text : UNKNOWN;
}

function word(name: string, { world, asked }: Place): Value {
  return name === 'base' ? baseFor(world, asked) : UNKNOWN;
}

/** As a text has it; a row is what it is shown by. */
function shown(row: Row, path: readonly string[], place: Place): Value {
  const [only, ...others] = follow(row, path, place);
  if (!only || others.length > 0) return UNKNOWN;
  const value = only.value instanceof Row ? (only.shown ?? UNKNOWN) : only.value;
  if (isNumber(value)) return ofScale(value, only.type);
  return typeof value === 'boolean' ? String(value) : typeof value === 'string' || value === null ? value : UNKNOWN;
}

/** How many zeros a decimal has behind the point in a text is not stated. */
function ofScale(value: Extract<Json, number | object>, type: FieldType | undefined): Value {
  const units = type && bare(type).kind === 'integer' && isNumber(value) ? unitsOf(exactOf(value)!, 0) : undefined;
  return units === undefined ? UNKNOWN : String(units);
}

/** Behind the address of the service: the path of the operation, with the keys of the row and of the rows that hold it. */
function addressOf(heading: string, row: Row, place: Place): Value {
  const { model, url } = place.world;
  const linked = model.operations.get(heading);
  if (!linked) return UNKNOWN;
  const keys = new Map<string, string>();
  const { selections } = pathFacts(model, linked);
  let at = selections.findLast((selection) => selection.resource === row.resource);
  let holder: Value = row;
  while (at && holder instanceof Row) {
    for (const { parameter, field } of at.keys) {
      const key = shown(holder, [field], place);
      if (typeof key !== 'string') return key === null ? null : UNKNOWN;
      keys.set(parameter, key);
    }
    const outer = selections.find(({ parameter }) => parameter === at!.inside);
    const link: string | undefined = outer && containerField(model, holder.resource, outer.resource);
    holder = link === undefined ? null : holder.get(link);
    at = holder instanceof Row ? outer : undefined;
  }
  const path = linked.operation.path.replaceAll(/\{([^{}]*)\}/g, (hole, name: string) => {
    const key = keys.get(name);
    return key === undefined ? hole : encodeURIComponent(key);
  });
  return path.includes('{') ? UNKNOWN : `${url}${prefixWith(model, linked.facts.base, place.asked?.version)}${path}`;
}

function rowsOf(resource: string, where: Condition | undefined, place: Place): readonly Row[] | typeof UNKNOWN {
  const found = candidates(resource, place, (row) =>
    where ? place.evaluate.truth(where, { ...place, row, self: place.self }) : true,
  );
  const isKnown = isWholeWhere(resource, where, place) && found.every(({ isSure }) => isSure);
  return isKnown ? found.map(({ row }) => row) : UNKNOWN;
}

function overRows(
  rule: Extract<Rule, { kind: 'sum' | 'min' | 'max' }>,
  into: FieldType | undefined,
  place: Place,
): Value {
  const { model } = place.world;
  const rows = rowsOf(rule.resource.text, rule.where, place);
  if (rows === UNKNOWN) return UNKNOWN;
  const values = rows.map((row) => one(row, rule.field.text.split('.'), place));
  if (values.includes(UNKNOWN)) return UNKNOWN;
  const there = values.filter((value) => value !== null);
  const slot = model.fields.get(`${rule.resource.text}.${rule.field.text}`)?.type;
  const type = slot && valueOf(slot);
  if (rule.kind === 'sum') return rounded(sumOf(there, type), into);
  const operator = rule.kind === 'min' ? '<' : '>';
  let best: Value = null;
  for (const value of there) {
    const isBetter = best === null || compared(model, operator, { value, type }, { value: best, type });
    if (isBetter === undefined) return UNKNOWN;
    if (isBetter) best = value;
  }
  return rounded(best, into);
}

/** To the digits of the field that shows it, half away from zero. */
function rounded(value: Value, type: FieldType | undefined): Value {
  const plain = type && bare(type);
  if (!isNumber(value) || (plain?.kind !== 'integer' && plain?.kind !== 'decimal')) return value;
  const exact = exactOf(value)!;
  const scale = plain.kind === 'decimal' ? plain.scale : 0;
  const digits = fractionOf(exact);
  const units = unitsOf(exact, digits);
  if (units === undefined || digits <= scale) return value;
  return numberOf(divided(units, 10n ** BigInt(digits - scale)), scale);
}

function sumOf(values: readonly Value[], type: FieldType | undefined): Value {
  const plain = type && bare(type);
  if (plain?.kind === 'number') {
    const sum = values.reduce<number>((total, value) => total + Number(isNumber(value) ? value : Number.NaN), 0);
    // In which order doubles are added is not stated.
    return values.length < 2 && Number.isFinite(sum) ? sum : UNKNOWN;
  }
  const scale = plain?.kind === 'decimal' ? plain.scale : 0;
  let total = 0n;
  for (const value of values) {
    const units = isNumber(value) ? unitsOf(exactOf(value)!, scale) : undefined;
    if (units === undefined) return UNKNOWN;
    total += units;
  }
  return isKept(total) ? numberOf(total, scale) : null;
}

/** The first row that holds counts. */
function decided(rows: readonly Decided[] | undefined, type: FieldType | undefined, place: Place): Value {
  if (!rows) return UNKNOWN;
  for (const { value, when } of rows) {
    const holds = when.kind === 'otherwise' || place.evaluate.truth(when, place);
    if (holds === undefined) return UNKNOWN;
    if (holds) return literalJson(value, type);
  }
  return null;
}
