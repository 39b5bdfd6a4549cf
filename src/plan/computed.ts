// Fields that are computed from their row whenever they are shown or compared: text and arithmetic of fields, and the address of
// an operation. Input: a rule and the row at hand. Output: a typed expression. Notation, part 2 "Rules of the service": `= …`,
// `address of`.

import { fault, known } from '../base/fault.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Arithmetic, Rule, TextPart } from '../notation/values/formulas.ts';
import { containerField } from '../analysis/document/addresses.ts';
import { pathFacts, type Selection } from '../analysis/document/targets.ts';
import type { Expr } from '../sql/expression.ts';
import { search } from './conditions.ts';
import { callersIn, NOTHING_SENT } from './request-parameters.ts';
import { fieldExpr, shown, type RowContext, type RowScope } from './rows.ts';
import type { Typed } from './operands.ts';
import { exactInteger, fractionDigits, literalExpr, storedLiteral, valueType } from './values.ts';

/** The public address with the stated prefix: the value of `<base>`. */
const BASE: Expr = { kind: 'parameter', name: 'base', type: 'text' };

export function computedField(context: RowContext, row: RowScope, rule: Rule, type: FieldType): Typed {
  switch (rule.kind) {
    case 'text':
      return textField(context, row, rule.parts, type);
    case 'address':
      return isText(context, type, { expr: addressOf(context, row, rule.operation.text), type: 'text', scale: 0 });
    case 'arithmetic': {
      const { type: kept, scale = 0 } = valueType(context.model, type);
      const result = compute(context, row, rule.expression, scale, kept === 'real');
      return { expr: fitted(result, kept === 'decimal' ? scale : 0, kept), type: kept, scale };
    }
    case 'count': {
      const { type: kept, scale = 0 } = valueType(context.model, type);
      const count: Numeral = { expr: { kind: 'count', ...found(context, row, rule) }, kind: 'integer', scale: 0 };
      return { expr: fitted(count, kept === 'decimal' ? scale : 0, kept), type: kept, scale };
    }
    case 'whether':
      return { expr: { kind: 'exists', ...found(context, row, rule) }, type: 'boolean', scale: 0 };
    default:
      fault(`a field is not computed by ${rule.kind}`);
  }
}

type OfRows = Extract<Rule, { kind: 'count' | 'whether' }>;

/** The rows that a rule looks for; `this` is the row of the field. */
function found(context: RowContext, row: RowScope, { resource, where }: OfRows): ReturnType<typeof search> {
  const callers = context.callers ?? callersIn(context.model);
  return search(resource.text, where, { context, row, sent: { ...NOTHING_SENT, callers } });
}

/** The type decides what a fixed text is; one hole alone is the value of the field that fills it. */
function textField(context: RowContext, row: RowScope, parts: readonly TextPart[], type: FieldType): Typed {
  const { model } = context;
  if (parts.every((part) => part.kind === 'literal')) {
    const { type: kept, scale = 0 } = valueType(model, type);
    const value = parts.map((part) => part.text).join('');
    const literal: Literal = { kind: kept === 'json' ? 'json' : 'text', value };
    return { expr: literalExpr(storedLiteral(model, literal, type), kept), type: kept, scale };
  }
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'field') {
    const value = shown(context, fieldExpr(context, row, only.path));
    if (value.type === valueType(model, type).type && value.type !== 'json') return value;
  }
  return isText(context, type, { expr: textOf(context, row, parts), type: 'text', scale: 0 });
}

/** A text is never read as something else. */
function isText(context: RowContext, type: FieldType, text: Typed): Typed {
  if (valueType(context.model, type).type !== 'text') fault('a text in a field of another type');
  return text;
}

function textOf(context: RowContext, row: RowScope, parts: readonly TextPart[]): Expr {
  return {
    kind: 'concat',
    parts: parts.map((part): Expr => {
      switch (part.kind) {
        case 'literal':
          return text(part.text);
        case 'field':
          return asText(shown(context, fieldExpr(context, row, part.path)));
        case 'word':
          return wordExpr(context, part.word);
      }
    }),
  };
}

export function text(value: string): Expr {
  return { kind: 'literal', value, type: 'text' };
}

/** The words that a value of the service may hold. */
function wordExpr(context: RowContext, word: string): Expr {
  if (word === 'base') return BASE;
  if (word === 'now') context.make({ name: 'now', kind: 'now' });
  if (word === 'now') return { kind: 'parameter', name: 'now', type: 'instant' };
  fault(`the word <${word}> cannot be in a field`);
}

/** As JSON shows it, without quotes. */
export function asText(value: Typed): Expr {
  if (value.type === 'text' || value.type === 'instant' || value.type === 'date') return value.expr;
  return { kind: 'text', operand: value.expr, ...(value.type === 'decimal' && { scale: value.scale }) };
}

/** The absolute address at which an operation finds this row: each `{param}` filled with what it selects the row by. */
function addressOf(context: RowContext, row: RowScope, heading: string): Expr {
  const linked = known(context.model.operations.get(heading), `there is no operation ${heading}`);
  const { selections } = pathFacts(context.model, linked);
  const values = new Map<string, Expr>();
  const own = selections.findLast((one) => one.resource === row.resource.name.text);
  if (own) fillAddress(context, row, own, selections, values);
  const parts: Expr[] = [BASE];
  for (const piece of linked.operation.path.split(/(\{[^{}]*\})/)) {
    if (piece === '') continue;
    if (!piece.startsWith('{')) {
      parts.push(text(piece));
      continue;
    }
    const value = known(
      values.get(piece.slice(1, -1)),
      `${piece} of ${heading} is no field of ${row.resource.name.text}`,
    );
    parts.push(value);
  }
  return { kind: 'concat', parts };
}

/** The row's own keys, then those of the row that contains it. */
function fillAddress(
  context: RowContext,
  row: RowScope,
  selection: Selection,
  selections: readonly Selection[],
  values: Map<string, Expr>,
): void {
  for (const { parameter, field } of selection.keys) {
    const value = shown(context, fieldExpr(context, row, field.split('.')));
    const plain = value.type === 'integer' || value.type === 'boolean';
    values.set(
      parameter,
      plain
        ? asText(value)
        : { kind: 'text', operand: value.expr, encode: true, ...(value.type === 'decimal' && { scale: value.scale }) },
    );
  }
  const outer = selections.find((one) => one.parameter === selection.inside);
  const link = outer && containerField(context.model, selection.resource, outer.resource);
  const container = outer && context.model.resources.get(outer.resource);
  if (!outer || link === undefined || !container) return;
  const key = fieldExpr(context, row, link.split('.')).expr;
  fillAddress(context, { kind: 'by key', resource: container, key }, outer, selections, values);
}

/** A number during computation: its digits after the point; `real` computes in doubles. */
interface Numeral {
  readonly expr: Expr;
  readonly kind: 'integer' | 'decimal' | 'real';
  readonly scale: number;
}

/** Digits that a quotient inside a larger formula keeps beyond those of the result. */
const GUARD_DIGITS = 6;

function compute(
  context: RowContext,
  row: RowScope,
  formula: Arithmetic,
  scale: number,
  real: boolean,
  inner = false,
): Numeral {
  if (formula.kind === 'operand') return operand(context, row, formula);
  const left = compute(context, row, formula.left, scale, real, true);
  const right = compute(context, row, formula.right, scale, real, true);
  const { operator } = formula;
  if (real || left.kind === 'real' || right.kind === 'real') {
    return {
      expr: { kind: 'arithmetic', operator, left: asReal(left), right: asReal(right), type: 'real' },
      kind: 'real',
      scale: 0,
    };
  }
  if (operator === '*') {
    const whole = left.scale + right.scale;
    const type = whole === 0 ? 'integer' : 'decimal';
    return {
      expr: { kind: 'arithmetic', operator, left: left.expr, right: right.expr, type },
      kind: type,
      scale: whole,
    };
  }
  const common = Math.max(left.scale, right.scale);
  const operands = { left: rescaled(left, common), right: rescaled(right, common) };
  const result = operator === '/' ? (inner ? scale + GUARD_DIGITS : scale) : common;
  const type = result === 0 ? 'integer' : 'decimal';
  return {
    expr: { kind: 'arithmetic', operator, ...operands, type, ...(operator === '/' && { scale: result }) },
    kind: type,
    scale: result,
  };
}

function operand(
  context: RowContext,
  row: RowScope,
  { operand: given }: Extract<Arithmetic, { kind: 'operand' }>,
): Numeral {
  if (given.kind === 'number') {
    const scale = fractionDigits(given.value);
    const type = scale === 0 ? 'integer' : 'decimal';
    return { expr: { kind: 'literal', value: exactInteger(given.value, scale), type }, kind: type, scale };
  }
  if (given.kind === 'field') {
    const path =
      given.owner === undefined || given.owner === 'this' || given.owner === row.resource.name.text
        ? given.path
        : undefined;
    if (path) {
      const value = fieldExpr(context, row, path);
      if (value.type === 'integer' || value.type === 'decimal' || value.type === 'real') {
        return { expr: value.expr, kind: value.type, scale: value.scale };
      }
    }
  }
  fault('arithmetic of something that is no number');
}

function rescaled(value: Numeral, to: number): Expr {
  return value.scale === to ? value.expr : { kind: 'rescale', operand: value.expr, from: value.scale, to };
}

function asReal(value: Numeral): Expr {
  if (value.kind !== 'decimal') return value.expr;
  const unit: Expr = { kind: 'literal', value: 10 ** value.scale, type: 'real' };
  return { kind: 'arithmetic', operator: '/', left: value.expr, right: unit, type: 'real' };
}

/** The result as the field's own type keeps it. */
function fitted(value: Numeral, scale: number, type: 'integer' | 'decimal' | 'real' | string): Expr {
  if (type === 'real') return asReal(value);
  if (value.kind === 'real') fault('an inexact result does not fit an exact field');
  return rescaled(value, scale);
}
