// The values of columns: what the body sends, what `with` and `sets` assign. Input: an operation's inputs and
// assignments. Output: expressions of the column's own type, and guards that a reference leads to a row. Notation, part 4, Does
// (`with`, `sets`), Body table (Sets); part 2, Type `R by f`.

import { fault, known } from '../../base/fault.ts';
import { guardOf } from '../refuse.ts';
import { oncePer } from '../../base/once-per.ts';
import type { RowReference } from '../../analysis/document/value-kinds.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Assignment, Effect } from '../../notation/values/effects.ts';
import { literalIn } from '../../notation/values/field-defaults.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import type { InputField } from '../../analysis/document/input-fields.ts';
import { ruleOf } from '../../analysis/document/field-rules.ts';
import { clears } from '../../analysis/values/cleared-fields.ts';
import { inputRules, type InputRule } from '../../analysis/values/input-rules.ts';
import { isSealed } from '../../analysis/document/type-traits.ts';
import type { Expr } from '../../sql/expression.ts';
import { operandAs } from '../conditions.ts';
import { rowItself, type Scope } from '../scope.ts';
import type { OperationContext } from '../context.ts';
import type { BodyFieldPlan, BodyPlan } from '../body-plan.ts';
import type { FieldRule } from '../input.ts';
import { jsonLiteral } from '../json-literals.ts';
import { astrayIn, leadSomewhere } from '../references-inside.ts';
import { all, asReal, firstMoment, isTrue, not, rescaled, some, type Typed } from '../operands.ts';
import { present } from '../presence.ts';
import { columnOf, fieldNamed, rowKeyOf, shown, typedAs, type ColumnFact } from '../rows.ts';
import { hashed } from '../rules.ts';
import { sentBy, type Sent } from '../request-parameters.ts';
import { inputTyped, parameterOf } from '../body-parameters.ts';
import { together } from './under-whens.ts';
import { amountOf } from './amounts.ts';
import type { Guard } from '../steps.ts';
import { literalExpr, sqlType, storedLiteral } from '../values.ts';

/** A value for a column. */
export interface NewColumn {
  readonly field: Field;
  readonly column: ColumnFact;
  readonly value: Expr;
  /** True when the request sets it; undefined: always. */
  readonly sent: Expr | undefined;
  readonly merge: boolean;
  /** The body has it under a When: elsewhere the row has what it would have without it. */
  readonly isUnderWhen?: boolean;
  readonly guards: readonly Guard[];
  /** Not the caller's to send once the row is there: whether the request itself has it. */
  readonly given?: Expr;
}

/** What building a statement needs to know of the whole operation. */
export interface Build {
  readonly context: OperationContext;
  readonly body: BodyPlan;
  readonly sent: Sent;
}

export function buildOf(context: OperationContext, body: BodyPlan): Build {
  return { context, body, sent: sentBy(context, context.linked) };
}

/** The body fields that set fields of a resource. */
export function inputsFor(build: Build, resource: Resource): readonly NewColumn[] {
  const { model, linked } = build.context;
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return [];
  const columns = body.fields.flatMap((input) => {
    if (input.sets?.resource !== resource.name.text) return [];
    return [fromInput(build, resource, input, input.sets.field)];
  });
  if (!columns.some(({ isUnderWhen }) => isUnderWhen)) return columns;
  return [...Map.groupBy(columns, ({ field }) => field).values()].map(([first, ...others]) =>
    together([first!, ...others]),
  );
}

function fromInput(build: Build, resource: Resource, input: InputField, field: Field): NewColumn {
  const { context } = build;
  const plan = planOf(build.body, input);
  const typed = inputTyped(context.model, input);
  const { omitted } = inputRules(context.model, context.linked, input);
  const sent = isAlwaysBound(plan, omitted) ? undefined : isTrue(`sent.${plan.parameter}`);
  const { value, guards } = intoColumn(build, resource, field, typed, sent);
  const given = plan.given === undefined ? {} : { given: isTrue(plan.given) };
  return {
    field,
    column: kept(context, resource, field),
    value,
    sent,
    merge: plan.merge === true,
    ...(plan.when && { isUnderWhen: true }),
    guards,
    ...given,
  };
}

export function planOf(body: BodyPlan, input: InputField): BodyFieldPlan {
  const name = parameterOf(input);
  return known(body.kind === 'fields' ? plansOf(body).get(name) : undefined, `${name} is not read`);
}

/** By parameter, the first of a name: a body may have thousands of fields. */
const plansOf = oncePer(
  ({ fields, rows }: Extract<BodyPlan, { readonly kind: 'fields' }>): ReadonlyMap<string, BodyFieldPlan> =>
    new Map([...fields, ...(rows?.fields ?? [])].map((one) => [one.parameter, one] as const).toReversed()),
);

/** Does every request that comes so far bind it? One that a condition requires is null when it is left out, unless it is kept then. */
function isAlwaysBound(plan: BodyFieldPlan, rule: InputRule): boolean {
  const { omitted, nulls, empty, requiredIf, requiredByRows, when } = plan;
  const isNull = (requiredIf !== undefined || requiredByRows === true) && clears(rule);
  const leaves = (isNull ? [nulls, empty] : [omitted, nulls, empty]).some(isLeft);
  return !leaves && omitted.do !== 'accept' && when === undefined;
}

function isLeft(rule: FieldRule): boolean {
  return rule.do === 'keep' || rule.do === 'ignore';
}

export function kept(context: OperationContext, resource: Resource, field: Field): ColumnFact {
  return known(columnOf(context.model, field), `${resource.name.text}.${field.name.text} is not kept`);
}

/** A value in the form in which its column keeps it; a reference as the key of the row it names. */
export function intoColumn(
  build: Build,
  resource: Resource,
  field: Field,
  given: Typed,
  sent: Expr | undefined,
): { readonly value: Expr; readonly guards: readonly Guard[] } {
  const { context } = build;
  const type = known(valueOf(field.type), `the type of ${field.name.text} is not known`);
  if (isSealed(type)) return { value: hashed(given.expr), guards: [] };
  const column = typedAs(context.model, { kind: 'true' }, type);
  if (!column.refers) {
    const value = fitted(shown(context, given), column);
    return { value, guards: column.type === 'json' ? insideGuards(context, field, type, value, sent) : [] };
  }
  if (given.refers) return { value: given.expr, guards: [] };
  return reference(build, resource, field, column.refers, given, sent);
}

/** `caller at create`, `caller.name at change`: of a row that is made, both. */
export function callerValue(
  build: Build,
  resource: Resource,
  field: Field,
  moment: 'at create' | 'at change',
): { readonly value: Expr; readonly guards: readonly Guard[] } | undefined {
  const rule = ruleOf(field);
  if (rule?.kind !== 'caller' || (moment === 'at change' && rule.when !== moment)) return undefined;
  const { context, sent } = build;
  const at = field.setBy.at;
  const operand: Operand =
    rule.path.length === 0 ? { kind: 'caller', at } : { kind: 'field', owner: 'caller', path: rule.path, at };
  const given = operandAs(
    operand,
    typedAs(context.model, { kind: 'true' }, known(valueOf(field.type), `the type of ${field.name.text} is not known`)),
    { context, row: undefined, sent },
  );
  return intoColumn(build, resource, field, given, undefined);
}

/** Nothing is rounded: what would not fit exactly is an error of the document. */
function fitted(given: Typed, column: Typed): Expr {
  if (column.type === 'real') return asReal(given);
  if (column.type === 'instant' && given.type === 'date') return firstMoment(given.expr);
  return isExact(given) && isExact(column) ? rescaled(given, column.scale) : given.expr;
}

function isExact({ type }: Typed): boolean {
  return type === 'integer' || type === 'decimal';
}

/** `no such R in f`: the value must name a row. */
function reference(
  build: Build,
  resource: Resource,
  field: Field,
  refers: RowReference,
  given: Typed,
  sent: Expr | undefined,
): { readonly value: Expr; readonly guards: readonly Guard[] } {
  const { context } = build;
  const target = context.model.resources.get(refers.resource);
  const by = target && refers.by !== undefined ? fieldNamed(context.model, target, refers.by) : undefined;
  const match = by && columnOf(context.model, by);
  if (!target || !match) fault(`${resource.name.text}.${field.name.text} refers to nothing that is kept`);
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
  const free: Expr[] = [{ kind: 'not', item: { kind: 'is-set', operand: given.expr } }];
  if (sent) free.push({ kind: 'not', item: sent });
  const guard = guardOf(some([...free, there]), { kind: 'no such in', resource: table, field: field.name.text });
  return { value, guards: [guard] };
}

/** `no such R in f` inside of a list, a map or a nested shape. What another field holds was judged when it was kept. */
function insideGuards(
  context: OperationContext,
  field: Field,
  type: FieldType,
  value: Expr,
  sent: Expr | undefined,
): readonly Guard[] {
  if (value.kind !== 'parameter' && value.kind !== 'literal') return [];
  return astrayIn(context, value, type).map((astray) => {
    const { refers, held, path } = astray.reference;
    const cause = { kind: 'no such in', resource: refers.resource, field: (held ?? field).name.text } as const;
    const guard = guardOf(some([...(sent ? [not(sent)] : []), leadSomewhere(astray)]), cause);
    if (value.kind !== 'parameter' || !held) return guard;
    const names = path.flatMap((step) => (typeof step === 'object' ? [step.name] : []));
    const inside = { parameter: value.name, names, cause: guard.cause };
    return { ...guard, cause: `${guard.cause} in ${[value.name, ...names].join('.')}`, inside };
  });
}

/** `with f = …`, `sets f = …`. */
export function fromAssignment(build: Build, resource: Resource, assignment: Assignment, scope: Scope): NewColumn {
  const { context } = build;
  const written = assignment.field.text;
  const name = written.startsWith(`${resource.name.text}.`) ? written.slice(resource.name.text.length + 1) : written;
  const field = fieldNamed(context.model, resource, name);
  const type = field && valueOf(field.type);
  if (!field || !type) fault(`${resource.name.text} has no field ${name}`);
  const like = typedAs(context.model, { kind: 'true' }, type);
  const from = assignment.value;
  const { value, guards } =
    from.kind === 'arithmetic'
      ? amountOf(resource, field, like, from.expression, scope)
      : intoColumn(
          build,
          resource,
          field,
          jsonValue(context, from, like, type) ?? rowItself(from, like, scope) ?? operandAs(from, like, scope),
          undefined,
        );
  return { field, column: kept(context, resource, field), value, sent: undefined, merge: false, guards };
}

/** A list or an object is written in ticks as JSON. */
function jsonValue(context: OperationContext, operand: Operand, like: Typed, type: FieldType): Typed | undefined {
  if (like.type !== 'json' || operand.kind !== 'text') return undefined;
  return { ...like, expr: literalExpr(jsonLiteral(context.model, operand.value, type), 'json') };
}

/** `sets Order.total = …` beside a field of the row at hand. */
export function belongs(written: string, resource: Resource, effects: readonly Effect[]): boolean {
  if (written.startsWith(`${resource.name.text}.`)) return true;
  const first = effects.find((effect) => 'target' in effect);
  return (
    resource.fields.items.some((field) => field.name.text === written) &&
    (!first || ('target' in first && first.target.text === resource.name.text))
  );
}

/** The default of a field as a value for its column; undefined: it has none. */
export function defaultFor(build: Build, resource: Resource, field: Field): Expr | undefined {
  const type = valueOf(field.type);
  const literal = literalIn(field.default);
  if (!type || !literal || isSealed(type)) return undefined;
  const column = typedAs(build.context.model, { kind: 'true' }, type);
  const kept = storedLiteral(build.context.model, literal, type);
  if (!column.refers || literal.kind === 'null') return literalExpr(kept, column.type);
  // As the field by which the row is shown, not as what is kept of it.
  const { refers: _, ...other } = column;
  const shownType = sqlType(build.context.model, type);
  const plain: Typed = { ...other, type: shownType, expr: literalExpr(kept, shownType) };
  return intoColumn(build, resource, field, plain, undefined).value;
}
