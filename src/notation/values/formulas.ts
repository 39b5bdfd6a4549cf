// What sets a field. Notation, part 2, head "Set by" and "Rules of the service".

import { type Cursor, DEPTH_LIMIT } from '../grammar/cursor.ts';
import type { Token } from '../grammar/tokens.ts';
import type { Name } from '../slot.ts';
import { spelled } from '../words.ts';
import type { Condition } from './conditions.ts';
import { stringValue } from './literals.ts';
import { type Operand, leftOperand, rightOperand, startsLeft } from './operands.ts';
import type { OrderKey } from './ordering.ts';

export type Rule =
  | { readonly kind: 'new id'; readonly prefix?: string }
  | { readonly kind: 'now'; readonly when: 'at create' | 'at change' }
  | { readonly kind: 'caller'; readonly path: readonly string[]; readonly when: 'at create' | 'at change' }
  | { readonly kind: 'state' | 'token' | 'event name' | 'the resource' | 'by the table below' }
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
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'arithmetic'; readonly expression: Arithmetic }
  | { readonly kind: 'count' | 'whether'; readonly resource: Name; readonly where: Condition | undefined }
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

export function formula(cursor: Cursor): Rule {
  const token = cursor.peek();
  const alone = cursor.peek(1).kind === 'end';
  if (alone && token.kind === 'string')
    return { kind: 'text', parts: [{ kind: 'literal', text: stringValue(cursor) }] };
  if (alone && token.kind === 'tick' && !pathForm.test(token.text)) {
    cursor.take();
    return { kind: 'text', parts: textParts(cursor, token) };
  }
  return { kind: 'arithmetic', expression: sum(cursor, { left: DEPTH_LIMIT }) };
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

function sum(cursor: Cursor, budget: Budget): Arithmetic {
  let left = product(cursor, budget);
  for (;;) {
    const operator = cursor.takeSymbol('+') ? '+' : cursor.takeSymbol('-') ? '-' : undefined;
    if (!operator) return left;
    left = operation(cursor, operator, left, product(cursor, budget), budget);
  }
}

function product(cursor: Cursor, budget: Budget): Arithmetic {
  let left = factor(cursor, budget);
  for (;;) {
    const operator = cursor.takeSymbol('*') ? '*' : cursor.takeSymbol('/') ? '/' : undefined;
    if (!operator) return left;
    left = operation(cursor, operator, left, factor(cursor, budget), budget);
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

function factor(cursor: Cursor, budget: Budget): Arithmetic {
  if (cursor.isSymbol('(')) {
    return cursor.deeper(() => {
      cursor.needSymbol('(');
      const inner = sum(cursor, budget);
      cursor.needSymbol(')', '`)` or an operator');
      return inner;
    });
  }
  const { kind } = cursor.peek();
  if (kind === 'number' || (kind === 'symbol' && cursor.isSymbol('-'))) {
    return { kind: 'operand', operand: rightOperand(cursor) };
  }
  if (kind === 'tick' ? !pathForm.test(cursor.peek().text) : !startsLeft(cursor)) cursor.fail(FORMS);
  const mark = cursor.mark;
  const operand = leftOperand(cursor);
  const isOfRow = operand.kind === 'field' && !['body', 'query', 'header'].includes(operand.owner ?? '');
  return isOfRow ? { kind: 'operand', operand } : cursor.fail(FORMS, cursor.since(mark));
}
