// Values that name rows. Input: a value of a body, or one that is assigned, and the type by which it names rows. Output: the key of the row, and guards
// that each names a row that is there. Notation, part 2, Type `R by f`; part 7, `no such R in f`.

import { fault } from '../../base/fault.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import { referenceOf, type RowReference } from '../../analysis/document/value-kinds.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Expr } from '../../sql/expression.ts';
import { inputType, inputTyped, parameterOf } from '../body-parameters.ts';
import type { OperationContext } from '../context.ts';
import { all, asReal, firstMoment, isTrue, not, rescaled, some, type Typed } from '../operands.ts';
import { present } from '../presence.ts';
import { astrayIn, leadSomewhere } from '../references-inside.ts';
import { guardOf } from '../refuse.ts';
import { columnOf, fieldNamed, rowKeyOf } from '../rows.ts';
import type { Guard } from '../steps.ts';

interface NamedRow {
  /** Its key. */
  readonly value: Expr;
  readonly guards: readonly Guard[];
}

/** `field`: the one that names it. `sent`: true where the request brings it; undefined: always. */
export function namedRow(
  context: OperationContext,
  field: string,
  refers: RowReference,
  given: Typed,
  sent: Expr | undefined,
): NamedRow {
  const target = context.model.resources.get(refers.resource);
  const by = target && refers.by !== undefined ? fieldNamed(context.model, target, refers.by) : undefined;
  const match = by && columnOf(context.model, by);
  if (!target || !match) fault(`${field} refers to nothing that is kept`);
  const key = rowKeyOf(target);
  const table = target.name.text;
  const alias = context.alias();
  const sought = fitted(given, { expr: given.expr, type: match.type, scale: match.scale ?? 0 });
  const counts = present(context, target, alias);
  const more = counts.length > 0 ? { where: all(counts) } : {};
  const value: Expr =
    match.name === key
      ? sought
      : { kind: 'lookup', ...more, table, alias, match: match.name, value: sought, column: key, type: 'integer' };
  const own: Expr = { kind: 'column', column: match.name, type: match.type, source: alias };
  const there: Expr = {
    kind: 'exists',
    table,
    alias,
    where: all([{ kind: 'compare', operator: '=', left: own, right: sought }, ...counts]),
  };
  const free: Expr[] = [not({ kind: 'is-set', operand: given.expr })];
  if (sent) free.push(not(sent));
  return { value, guards: [guardOf(some([...free, there]), { kind: 'no such in', resource: table, field })] };
}

/** Inside of a list, a map or a nested shape. What another field holds was judged when it was kept. */
export function insideGuards(
  context: OperationContext,
  field: string,
  type: FieldType,
  value: Expr,
  sent: Expr | undefined,
): readonly Guard[] {
  if (value.kind !== 'parameter' && value.kind !== 'literal') return [];
  return astrayIn(context, value, type).map((astray) => {
    const { refers, held, path } = astray.reference;
    const cause = { kind: 'no such in', resource: refers.resource, field: held?.name.text ?? field } as const;
    const guard = guardOf(some([...(sent ? [not(sent)] : []), leadSomewhere(astray)]), cause);
    if (value.kind !== 'parameter' || !held) return guard;
    const names = path.flatMap((step) => (typeof step === 'object' ? [step.name] : []));
    const inside = { parameter: value.name, names, cause: guard.cause };
    return { ...guard, cause: `${guard.cause} in ${[value.name, ...names].join('.')}`, inside };
  });
}

/** Of fields of the body that set nothing: what they name must be there, too. */
export function actingGuards(context: OperationContext): readonly Guard[] {
  const { model, linked } = context;
  const body = bodyOf(model, linked);
  return (body.kind === 'fields' ? body.fields : []).flatMap((input): readonly Guard[] => {
    if (input.sets || input.list || input.isRest) return [];
    const type = inputType(input);
    const given = inputTyped(model, input);
    const field = input.path.join('.');
    const sent = isTrue(`sent.${parameterOf(input)}`);
    const refers = referenceOf(model, type);
    if (refers) return namedRow(context, field, refers, given, sent).guards;
    return given.type === 'json' ? insideGuards(context, field, type, given.expr, sent) : [];
  });
}

/** Nothing is rounded: what would not fit exactly is an error of the document. */
export function fitted(given: Typed, column: Typed): Expr {
  if (column.type === 'real') return asReal(given);
  if (column.type === 'instant' && given.type === 'date') return firstMoment(given.expr);
  return isExact(given) && isExact(column) ? rescaled(given, column.scale) : given.expr;
}

function isExact({ type }: Typed): boolean {
  return type === 'integer' || type === 'decimal';
}
