// What sets a field. Notation, part 2, head "Set by" and "Rules of the service".

import { type Cursor, DEPTH_LIMIT } from '../grammar/cursor.ts';
import type { Token } from '../grammar/tokens.ts';
import type { Name } from '../slot.ts';
import { spelled } from '../words.ts';
import type { Condition } from './conditions.ts';
import type { Decided } from './decisions.ts';
import { stringValue } from './literals.ts';
import { type Operand, leftOperand, printOperand, rightOperand, startsLeft, isOfRequest } from './operands.ts';
import type { OrderKey } from './ordering.ts';

export type Rule =
  | { readonly kind: 'new id'; readonly prefix?: string }
  | { readonly kind: 'now'; readonly when: 'at create' | 'at change' }
  | { readonly kind: 'caller'; readonly path: readonly string[]; readonly when: 'at create' | 'at change' }
  | { readonly kind: 'state' | 'token' | 'event name' | 'the resource' }
  /** `rows`: in the model; a document has its tables beside its fields. */
  | { readonly kind: 'by the table below'; readonly rows?: readonly Decided[] }
  | {
      readonly kind: 'list';
      readonly resource: Name;
      readonly where: Condition | undefined;
      readonly order: readonly OrderKey[];
    }
  | { readonly kind: 'slug'; readonly of: Name; readonly atCreate: boolean }
  /** `address of` an operation, by its heading: `` address of `GET /todos/{id}` ``. */
  | { readonly kind: 'address'; readonly operation: Name }
  | { readonly kind: 'new resource'; readonly resource: Name }
  /** `atCreate`: computed when the row is made, and kept; else whenever the row is read. */
  | { readonly kind: 'text'; readonly parts: readonly TextPart[]; readonly atCreate?: true }
  | { readonly kind: 'arithmetic'; readonly expression: Arithmetic; readonly atCreate?: true }
  | { readonly kind: 'count'; readonly resource: Name; readonly where: Condition | undefined }
  /** `there is R (…)`, as in a condition; `this` is the row of the field. */
  | {
      readonly kind: 'exists';
      readonly negated: boolean;
      readonly resource: Name;
      readonly where: Condition | undefined;
    }
  | {
      readonly kind: 'sum' | 'min' | 'max';
      readonly resource: Name;
      readonly field: Name;
      readonly where: Condition | undefined;
    };

/** `` = `<base>/orders/{id}` ``: fixed text, fields in braces, words in angle brackets. */
export type TextPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'field'; readonly path: readonly string[] }
  | { readonly kind: 'word'; readonly word: string };

export type Arithmetic =
  | { readonly kind: 'operand'; readonly operand: Operand }
  | {
      readonly kind: 'operation';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: Arithmetic;
      readonly right: Arithmetic;
    };

/** In the order of the text. */
export function formulaOperands(formula: Arithmetic): readonly Operand[] {
  return formula.kind === 'operand'
    ? [formula.operand]
    : [...formulaOperands(formula.left), ...formulaOperands(formula.right)];
}

const FORMS = 'fields in ticks with `+` `-` `*` `/`, or a text with `{f}` and `<word>` in ticks';

const AT_CREATE = 'at create';

function moment(cursor: Cursor): { readonly atCreate?: true } {
  return cursor.takePhrase(AT_CREATE) ? { atCreate: true } : {};
}

export function formula(cursor: Cursor): Rule {
  const token = cursor.peek();
  const alone = cursor.peek(1).kind === 'end' || cursor.isPhrase(AT_CREATE, 1);
  if (alone && token.kind === 'string') {
    const text = stringValue(cursor);
    return { kind: 'text', parts: [{ kind: 'literal', text }], ...moment(cursor) };
  }
  if (alone && token.kind === 'tick' && !pathForm.test(token.text)) {
    cursor.take();
    const parts = textParts(cursor, token);
    return { kind: 'text', parts, ...moment(cursor) };
  }
  const expression = arithmetic(cursor, fieldOfRow);
  return { kind: 'arithmetic', expression, ...moment(cursor) };
}

/** Reads one operand. */
type Factor = (cursor: Cursor) => Operand;

/** `*` and `/` first, from the left. */
export function arithmetic(cursor: Cursor, factor: Factor): Arithmetic {
  return sum(cursor, factor, { left: DEPTH_LIMIT });
}

/** `price`, `customer.discount`: names with dots between them. All else in ticks is text. */
const pathForm = /^[\p{L}_][\p{L}\p{M}\d_-]*(\.[\p{L}_][\p{L}\p{M}\d_-]*)*$/u;

/** One piece a match: `{f}`, `<word>`, or text up to the next of both. */
const piece =
  /\{([\p{L}_][\p{L}\p{M}\d_-]*(?:\.[\p{L}_][\p{L}\p{M}\d_-]*)*)\}|<(\p{L}[\p{L}\p{M}\d_-]*(?: [\p{L}\p{M}\d_-]+)*)>|[^{<]+/uy;

/** A text with holes. A `{` or `<` that opens no hole is a fault, so that no hole is sent as text by mistake. */
function textParts(cursor: Cursor, token: Token): readonly TextPart[] {
  const parts: TextPart[] = [];
  for (let at = 0; at < token.text.length;) {
    piece.lastIndex = at;
    const found = piece.exec(token.text);
    if (!found) cursor.fail('`{f}` or `<word>`', cursor.text.spanAt(token.from + at, token.from + at + 1));
    const [whole, field, word] = found;
    if (field !== undefined) parts.push({ kind: 'field', path: field.split('.') });
    else parts.push(word === undefined ? { kind: 'literal', text: whole } : { kind: 'word', word: spelled(word) });
    at += whole.length;
  }
  return parts;
}

/** How many operators may still follow: code that walks the tree may recur on its left side. */
interface Budget {
  left: number;
}

function sum(cursor: Cursor, one: Factor, budget: Budget): Arithmetic {
  let left = product(cursor, one, budget);
  for (;;) {
    const operator = cursor.takeSymbol('+') ? '+' : cursor.takeSymbol('-') ? '-' : undefined;
    if (!operator) return left;
    left = operation(cursor, operator, left, product(cursor, one, budget), budget);
  }
}

function product(cursor: Cursor, one: Factor, budget: Budget): Arithmetic {
  let left = factor(cursor, one, budget);
  for (;;) {
    const operator = cursor.takeSymbol('*') ? '*' : cursor.takeSymbol('/') ? '/' : undefined;
    if (!operator) return left;
    left = operation(cursor, operator, left, factor(cursor, one, budget), budget);
  }
}

function operation(
  cursor: Cursor,
  operator: '+' | '-' | '*' | '/',
  left: Arithmetic,
  right: Arithmetic,
  budget: Budget,
): Arithmetic {
  budget.left -= 1;
  if (budget.left < 0) cursor.fail(`at most ${DEPTH_LIMIT} operators`);
  return { kind: 'operation', operator, left, right };
}

function factor(cursor: Cursor, one: Factor, budget: Budget): Arithmetic {
  if (!cursor.isSymbol('(')) return { kind: 'operand', operand: one(cursor) };
  return cursor.deeper(() => {
    cursor.needSymbol('(');
    const inner = sum(cursor, one, budget);
    cursor.needSymbol(')', '`)` or an operator');
    return inner;
  });
}

/** A number, or a field of a row: a bare tick is a field. */
function fieldOfRow(cursor: Cursor): Operand {
  const { kind } = cursor.peek();
  if (kind === 'number' || (kind === 'symbol' && cursor.isSymbol('-'))) return rightOperand(cursor);
  if (kind === 'tick' ? !pathForm.test(cursor.peek().text) : !startsLeft(cursor)) cursor.fail(FORMS);
  const mark = cursor.mark;
  const operand = leftOperand(cursor);
  const isOfRow = operand.kind === 'field' && !isOfRequest(operand.owner);
  return isOfRow ? operand : cursor.fail(FORMS, cursor.since(mark));
}

export function printArithmetic(expression: Arithmetic): string {
  if (expression.kind === 'operand') return printOperand(expression.operand);
  const { operator, left, right } = expression;
  const isProduct = operator === '*' || operator === '/';
  const leftWords = isProduct && isSum(left) ? `(${printArithmetic(left)})` : printArithmetic(left);
  const bracketed = right.kind === 'operation' && (isProduct || isSum(right));
  return `${leftWords} ${operator} ${bracketed ? `(${printArithmetic(right)})` : printArithmetic(right)}`;
}

function isSum(expression: Arithmetic): boolean {
  return expression.kind === 'operation' && (expression.operator === '+' || expression.operator === '-');
}
