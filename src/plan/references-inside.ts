// References inside of lists, maps and nested shapes, which a value holds by what they are shown as. Input: a value of such a type.
// Output: those of them that lead to no row, one expression for each place. Notation, part 2, head Type.

import { known } from '../base/fault.ts';
import { referencesInside, type ReferenceInside } from '../analysis/document/references-inside.ts';
import type { Model } from '../model/model.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Expr } from '../sql/expression.ts';
import { memberType, typeOf } from '../sql/walk.ts';
import type { AnswerColumns } from './answer-columns.ts';
import { all, has, isTyped, type Side } from './operands.ts';
import type { AstrayPlan } from './output.ts';
import { present } from './presence.ts';
import { columnNamed, fieldNamed, type RowContext } from './rows.ts';
import { valueType } from './values.ts';

export interface Astray {
  readonly reference: ReferenceInside;
  /** A json list of those that lead nowhere. */
  readonly expr: Extract<Expr, { kind: 'astray' }>;
}

export function astrayIn(context: RowContext, list: Expr, type: FieldType): readonly Astray[] {
  const { model } = context;
  const inside = known(referencesInside(model, type), 'a nested shape that refers to rows holds itself');
  return inside.map((reference) => {
    const { resource: name, by } = reference.refers;
    const target = known(model.resources.get(name), `there is no ${name}`);
    const field = known(fieldNamed(model, target, by), `${name} has no field ${by}`);
    const shown = known(
      field.type.status === 'stated' ? field.type.value : undefined,
      `the type of ${by} is not known`,
    );
    const kept = valueType(model, shown).type;
    const alias = context.alias();
    const own: Expr = { kind: 'column', column: columnNamed(model, field), type: kept, source: alias };
    const member = memberType(kept);
    const where = all([
      { kind: 'compare', operator: '=', left: own, right: { kind: 'member', type: member } },
      ...present(context, target, alias),
    ]);
    return { reference, expr: { kind: 'astray', list, path: reference.path, type: member, table: name, alias, where } };
  });
}

/** Of a value that is shown: a column for each place, with those that lead nowhere. */
export function astrayOf(
  context: RowContext,
  columns: AnswerColumns,
  kept: Expr,
  type: FieldType,
): { readonly astray?: readonly AstrayPlan[] } {
  const astray = astrayIn(context, kept, type).map(({ expr, reference: { path, nullable } }) => ({
    column: columns.named(expr),
    path,
    nullable,
  }));
  return astray.length > 0 ? { astray } : {};
}

/** By place, `["each"]`: of which resource the rows are that a value of the type names. */
export function namedInside(model: Model, type: FieldType): { readonly inside?: Readonly<Record<string, string>> } {
  const inside = referencesInside(model, type) ?? [];
  if (inside.length === 0) return {};
  return { inside: Object.fromEntries(inside.map(({ path, refers }) => [JSON.stringify(path), refers.resource])) };
}

/** A list has a member; one that names a row has it only while the row is there. */
export function hasMember(context: RowContext, list: Side, member: Side): Expr {
  const found = has(list, member);
  const refers = isTyped(list) ? list.element?.refers : undefined;
  const target = refers && context.model.resources.get(refers.resource);
  const field = target && fieldNamed(context.model, target, refers.by!);
  if (found.kind !== 'has' || !target || !field) return found;
  const alias = context.alias();
  const column = columnNamed(context.model, field);
  const own: Expr = { kind: 'column', column, type: typeOf(found.right), source: alias };
  const where = all([
    { kind: 'compare', operator: '=', left: own, right: found.right },
    ...present(context, target, alias),
  ]);
  return all([found, { kind: 'exists', table: target.name.text, alias, where }]);
}

/** None of them leads nowhere. */
export function leadSomewhere({ expr }: Astray): Expr {
  return { kind: 'compare', operator: '=', left: expr, right: { kind: 'literal', value: '[]', type: 'json' } };
}
