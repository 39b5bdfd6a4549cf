// Parameters of query and headers: their types, what is refused, and what happens when they are left out. Input: an operation.
// Output: ParameterPlan. Notation, part 4, tables Query and Header, key Pages.

import { fault, known } from '../../base/fault.ts';
import { pageParameters } from './pages.ts';
import { refuse } from '../refuse.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';
import type { Model } from '../../model/model.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { unknownElsewhere } from '../../notation/values/unknown-fields.ts';
import { ofOrder } from '../../analysis/document/query-parameters.ts';
import { headerBinding, requestHeaders } from '../../analysis/document/request-headers.ts';
import { elementOf } from '../../analysis/document/paths.ts';
import { choicesOf } from '../../analysis/requests/query-choices.ts';
import { operationPath, parameterPath, type SlotPath } from '../../analysis/document/slot-ids.ts';
import { isList } from '../../analysis/document/effect-traits.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import { takesBody } from '../../analysis/requests/operation-traits.ts';
import type { OperationContext } from '../context.ts';
import { conditionExpr } from '../conditions.ts';
import { sentBy } from '../request-parameters.ts';
import { filterParameters } from './filters.ts';
import type { FieldRule, ParameterPlan } from '../input.ts';
import type { RunPlan } from '../plan.ts';
import { parameterProblems, plainProblem } from '../problems.ts';
import { choiceSchema, schemaOf } from '../schemas.ts';
import { storedLiteral, valueType } from '../values.ts';

const INVALID_QUERY = refuse({ kind: 'invalid query' });
const INVALID_HEADER = refuse({ kind: 'invalid header' });

export function constraints(row: Parameter | undefined): readonly Constraint[] {
  return (row && valueOf(row.allowed)) ?? [];
}

export function queryParameters(context: OperationContext): readonly ParameterPlan[] {
  const plans = new Map<string, ParameterPlan>();
  const { facts } = context.linked;
  for (const row of facts.queryTable.items) {
    if (row.anyFieldOf) continue;
    plans.set(row.name.text, rowParameter(context, 'query', row));
  }
  const pages = valueOf(facts.pages);
  for (const plan of pages ? pageParameters(context, pages) : []) if (!plans.has(plan.name)) plans.set(plan.name, plan);
  const chosen = valueOf(facts.order)?.chosen;
  if (chosen && !plans.has(chosen.parameter.text))
    plans.set(chosen.parameter.text, rowParameter(context, 'query', ofOrder(chosen)));
  for (const plan of filterParameters(context)) if (!plans.has(plan.name)) plans.set(plan.name, plan);
  return [...plans.values()].map((plan) => ({ ...plan, ...emptyText(context, plan, INVALID_QUERY.cause) }));
}

/** Rows of the Header table, and what Headers in says. */
export function headerParameters(context: OperationContext): readonly ParameterPlan[] {
  return [...requestHeaders(context.linked).values()].map(({ row, isPlain, needed }): ParameterPlan => {
    const own = isPlain ? plainHeader(row) : rowParameter(context, 'header', row);
    const plan = isPlain ? own : { ...own, ...emptyText(context, own, INVALID_HEADER.cause) };
    if (needed === 'no' || plan.omitted.do === 'fill') return plan;
    const missing = headerMissing(context, row);
    if (needed === 'always') return { ...plan, omitted: missing };
    return takesBody(context.model, context.linked) ? { ...plan, withBody: missing } : plan;
  });
}

function plainHeader({ name: { text } }: Parameter): ParameterPlan {
  return {
    name: text,
    parameter: headerBinding(text),
    schema: {},
    value: { type: 'text' },
    combined: true,
    omitted: { do: 'as null' },
    invalid: INVALID_HEADER,
  };
}

function headerMissing({ model }: OperationContext, { name }: Parameter): FieldRule {
  return refuse({ kind: 'header missing', header: name.text }, plainProblem(model, 'missing'));
}

/** `Empty text` of a parameter. In a query or a header nothing is null: what counts as null is left out. */
function emptyText(
  { model, held, gap, heading, linked }: OperationContext,
  { name }: ParameterPlan,
  cause: string,
): Pick<ParameterPlan, 'empty'> {
  const slot = linked.facts.emptyText;
  const policy = valueOf(slot);
  if (!policy) {
    const open = gap(operationPath(heading, 'empty-text'), slot);
    return open === undefined ? {} : { empty: { do: 'hold', held: held([open]) } };
  }
  switch (policy.fields.find(({ field }) => field.text === name)?.policy ?? policy.general) {
    case 'kept':
      return {};
    case 'as null':
    case 'as missing':
      return { empty: { do: 'as missing' } };
    case 'refused':
      return { empty: { do: 'refuse', cause, ...problemOf(model, 'blank') } };
  }
}

function problemOf(model: Model, wrong: 'missing' | 'blank'): { readonly problem?: string } {
  const problem = plainProblem(model, wrong);
  return problem === undefined ? {} : { problem };
}

/** A row of the Query or the Header table. */
function rowParameter(context: OperationContext, table: 'query' | 'header', row: Parameter): ParameterPlan {
  const { model, heading } = context;
  const name = row.name.text;
  const written = known(valueOf(row.type), `the type of the ${table} parameter ${name} is not known`);
  const type = written.kind === 'nullable' ? written.of : written;
  const path = (fact: string): SlotPath => parameterPath(heading, table, name, fact);
  const open = valueOf(row.selects) ? undefined : context.gap(path('selects'), row.selects);
  const choices = choicesOf(model, context.linked, row);
  return {
    name,
    parameter: table === 'query' ? `query.${name}` : headerBinding(name),
    schema: choiceSchema(type, choices, schemaOf(model, [type], constraints(row))),
    ...parameterProblems(model, [type], constraints(row), choices),
    value: valueType(model, type),
    ...(type.kind === 'array' && { list: type.style ?? (table === 'query' ? 'repeated' : 'by commas') }),
    ...(isQuoted(type) && { quotesOptional: true as const }),
    omitted: omittedParameter(context, table, row, type, path),
    ...requiredIf(context, table, row),
    invalid: table === 'query' ? INVALID_QUERY : INVALID_HEADER,
    ...(open !== undefined && { sent: { do: 'hold' as const, held: context.held([open]) } }),
  };
}

/** Of a list, each of its texts may be in quotes. */
function isQuoted(written: FieldType): boolean {
  const { type } = elementOf(written);
  return type.kind === 'string' && type.quotesOptional === true;
}

function omittedParameter(
  context: OperationContext,
  table: 'query' | 'header',
  row: Parameter,
  type: FieldType,
  path: (fact: string) => SlotPath,
): FieldRule {
  const fallback = valueOf(row.default);
  if (fallback) return { do: 'fill', value: storedLiteral(context.model, listed(fallback, type), type) };
  const open = [
    openFact(context, row.required, path('required')),
    openFact(context, row.default, path('default')),
  ].filter((one) => one !== undefined);
  if (open.length > 0) return { do: 'hold', held: context.held(open) };
  return valueOf(row.required)?.kind === 'yes' ? missingRule(context, table, row) : { do: 'as null' };
}

function missingRule(context: OperationContext, table: 'query' | 'header', row: Parameter): FieldRule {
  if (table === 'header') return headerMissing(context, row);
  return { ...INVALID_QUERY, ...problemOf(context.model, 'missing') };
}

/** Over what is sent alone; others are held. With a Default it is never left out. */
function requiredIf(
  context: OperationContext,
  table: 'query' | 'header',
  row: Parameter,
): Pick<ParameterPlan, 'requiredIf'> {
  const required = valueOf(row.required);
  if (required?.kind !== 'if' || valueOf(row.default)) return {};
  const sent = sentBy(context, context.linked);
  const when = conditionExpr(required.condition, { context, row: undefined, sent });
  return { requiredIf: { when, missing: missingRule(context, table, row) } };
}

/** A ticked word as the default of a list is a list of that one word. */
function listed(literal: Literal, type: FieldType): Literal {
  if (type.kind !== 'array' || literal.kind === 'json' || literal.kind === 'null') return literal;
  return { kind: 'json', value: literal.kind === 'text' ? JSON.stringify([literal.value]) : `[${literal.value}]` };
}

function openFact(context: OperationContext, slot: Slot<unknown>, path: SlotPath): string | undefined {
  return slot.status === 'none' || valueOf(slot) !== undefined ? undefined : context.gap(path, slot);
}

/** A query parameter without a row. */
export function unknownQuery(context: OperationContext): RunPlan['unknownQuery'] {
  const { facts } = context.linked;
  const isOpen = facts.queryTable.written && facts.queryTable.mark !== 'closed';
  const open = isOpen ? context.gap(operationPath(context.heading, 'query')) : undefined;
  // Pages would name parameters of their own: until they are stated, any name may be one of them.
  const lists = effectsOf(context.linked).some(isList);
  const isNamed = facts.pages.status === 'stated';
  const pages = lists && !isNamed ? context.gap(operationPath(context.heading, 'pages'), facts.pages) : undefined;
  const policy = unknownElsewhere(facts.unknownFields);
  const unknown =
    policy === undefined
      ? context.gap(operationPath(context.heading, 'unknown-fields'), facts.unknownFields)
      : undefined;
  const gaps = [open, pages, unknown].filter((id) => id !== undefined);
  if (gaps.length > 0) return { held: context.held(gaps) };
  if (policy === undefined) fault('nothing says what becomes of a query parameter without a row');
  return policy === 'refused' ? { refuse: 'unknown field' } : 'ignored';
}
