// Fields that are computed from their row whenever they are shown or compared: text and arithmetic of fields, and the address of
// an operation. Input: a rule and the row at hand. Output: a typed expression. Notation, part 2 "Rules of the service": `= …`,
// `address of`.

import { fault, known } from '../base/fault.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Arithmetic, Rule, TextPart } from '../notation/values/formulas.ts';
import type { Decided } from '../notation/values/decisions.ts';
import type { Operand } from '../notation/values/operands.ts';
import { containerField } from '../analysis/document/addresses.ts';
import { pathFacts, type Selection } from '../analysis/document/targets.ts';
import type { Expr } from '../sql/expression.ts';
import { compute, fitted, type Numeral } from './arithmetic.ts';
import { conditionExpr, search } from './conditions.ts';
import { callersIn, NOTHING_SENT } from './request-parameters.ts';
import { fieldExpr, shown, type RowContext, type RowScope } from './rows.ts';
import { choice, not, type Typed } from './operands.ts';
import { literalExpr, storedLiteral, valueType } from './values.ts';

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
      if (!NUMBERS.has(kept)) return textField(context, row, alone(rule.expression), type);
      const of = (one: Operand): Numeral => operand(context, row, one);
      const result = compute(rule.expression, of, scale, kept === 'real');
      return { expr: fitted(result, kept === 'decimal' ? scale : 0, kept), type: kept, scale };
    }
    case 'count': {
      const { type: kept, scale = 0 } = valueType(context.model, type);
      const count: Numeral = { expr: { kind: 'count', ...found(context, row, rule) }, kind: 'integer', scale: 0 };
      return { expr: fitted(count, kept === 'decimal' ? scale : 0, kept), type: kept, scale };
    }
    case 'sum':
    case 'min':
    case 'max':
      return aggregated(context, row, rule, type);
    case 'exists': {
      const exists: Expr = { kind: 'exists', ...found(context, row, rule) };
      return { expr: rule.negated ? not(exists) : exists, type: 'boolean', scale: 0 };
    }
    case 'by the table below':
      return decided(context, row, rule.rows ?? [], type);
    default:
      fault(`a field is not computed by ${rule.kind}`);
  }
}

/** The value of the first row of its table that holds, else nothing. */
function decided(context: RowContext, row: RowScope, rows: readonly Decided[], type: FieldType): Typed {
  const { model } = context;
  const { type: kept, scale = 0, format } = valueType(model, type);
  const scope = { context, row, sent: { ...NOTHING_SENT, callers: context.callers ?? callersIn(model) } };
  const valueOf = ({ value }: Decided): Expr => literalExpr(storedLiteral(model, value, type), kept);
  const last = rows.find(({ when }) => when.kind === 'otherwise');
  const branches = rows.flatMap((one) =>
    one.when.kind === 'otherwise' ? [] : [[conditionExpr(one.when, scope), valueOf(one)] as const],
  );
  const expr = choice(branches, last ? valueOf(last) : literalExpr(null, kept), kept);
  return { expr, type: kept, scale, ...(format !== undefined && { format }) };
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'real']);

/** A formula that computes nothing is the value of its field. */
function alone(expression: Arithmetic): readonly TextPart[] {
  const given = expression.kind === 'operand' ? expression.operand : undefined;
  if (given?.kind !== 'field') fault('arithmetic of something that is no number');
  return [{ kind: 'field', path: given.path }];
}

type OfValues = Extract<Rule, { kind: 'sum' | 'min' | 'max' }>;

/** Of the values that a field has in the rows found. */
function aggregated(context: RowContext, row: RowScope, rule: OfValues, type: FieldType): Typed {
  const search = found(context, row, rule);
  const resource = known(context.model.resources.get(rule.resource.text), `there is no ${rule.resource.text}`);
  const each = shown(
    context,
    fieldExpr(context, { kind: 'table', resource, source: search.alias }, rule.field.text.split('.')),
  );
  const expr: Expr = { kind: 'aggregate', of: rule.kind, ...search, operand: each.expr, type: each.type };
  const { type: kept, scale = 0, format } = valueType(context.model, type);
  if (each.type !== 'integer' && each.type !== 'decimal' && each.type !== 'real')
    return { ...each, expr, ...(format === 'seconds' && { format }) };
  const number: Numeral = { expr, kind: each.type, scale: each.scale };
  return { expr: fitted(number, kept === 'decimal' ? scale : 0, kept), type: kept, scale };
}

type OfRows = Extract<Rule, { kind: 'count' | 'exists' | 'list' | OfValues['kind'] }>;

/** The rows that a rule looks for; `this` is the row of the field. */
export function found(context: RowContext, row: RowScope, { resource, where }: OfRows): ReturnType<typeof search> {
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
  if (word === 'request id') {
    context.make({ name: word, kind: word });
    return { kind: 'parameter', name: word, type: 'text' };
  }
  fault(`the word <${word}> cannot be in a field`);
}

/** As JSON shows it, without quotes. */
export function asText(value: Typed): Expr {
  if (value.type === 'text' || value.type === 'instant' || value.type === 'date') return value.expr;
  return { kind: 'text', operand: value.expr, ...(value.type === 'decimal' && { scale: value.scale }) };
}

/** The absolute address at which an operation finds this row: each `{param}` filled with what it selects the row by. */
export function addressOf(context: RowContext, row: RowScope, heading: string): Expr {
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

/** A field of the row itself, or what its reference leads to. */
function operand(context: RowContext, row: RowScope, given: Operand): Numeral {
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
