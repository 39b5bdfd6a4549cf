// Path and query parameters: their types, what is refused, and what happens when they are left out. Input: an operation. Output:
// ParameterPlan. Notation, part 4, tables Path and Query, key Pages.

import { fault, known } from '../../base/fault.ts';
import { fieldCause } from '../../notation/values/met-causes.ts';
import { refuse } from '../refuse.ts';
import type { Pages } from '../../notation/values/lists.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { Model } from '../../model/model.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { isStated } from '../../analysis/refusals/errors.ts';
import { rowSelections } from '../../analysis/refusals/causes/request.ts';
import { ofOrder } from '../../analysis/document/query-parameters.ts';
import { pageNames } from '../../analysis/document/pages.ts';
import { openHalves, type PagesHalf } from '../../notation/values/lists.ts';
import { elementOf, type FieldAt } from '../../analysis/document/paths.ts';
import { declaredStates, isState, statesSent } from '../../analysis/machines/sent-states.ts';
import { isHidden } from '../../analysis/document/shape-fields.ts';
import { operationPath, parameterPath, type SlotPath } from '../../analysis/document/slot-ids.ts';
import { isList } from '../../analysis/document/effect-traits.ts';
import { effectsOf, listedBy, pathFacts, selectionOf, targetsOf } from '../../analysis/document/targets.ts';
import type { OperationContext } from '../context.ts';
import type { FieldRule, JsonSchema, ParameterPlan } from '../input.ts';
import type { RunPlan } from '../plan.ts';
import { fieldNamed } from '../rows.ts';
import { parameterProblems, plainProblem } from '../problems.ts';
import { schemaOf } from '../schemas.ts';
import { pathType } from '../request-parameters.ts';
import { sentType, storedLiteral, valueType } from '../values.ts';

const INVALID_QUERY: FieldRule = refuse({ kind: 'invalid query' });

function invalidQuery(model: Model, wrong: 'missing' | 'blank'): FieldRule {
  return refuse({ kind: 'invalid query' }, plainProblem(model, wrong));
}

export function pathParameters(context: OperationContext): readonly ParameterPlan[] {
  const { model, linked } = context;
  return pathFacts(model, linked).names.map((name): ParameterPlan => {
    const type = pathType(model, linked, name);
    const row = pathFacts(model, linked).rows.get(name);
    const made = madeIdentity(context, name);
    const own = made ? (valueOf(made.field.allowed) ?? []) : [];
    const types = made ? [type, valueOf(made.field.type)!] : [type];
    return {
      name,
      parameter: `path.${name}`,
      schema: schemaOf(model, types, [...own, ...constraints(row)]),
      value: made ? sentType(model, type, valueType(model, type)) : valueType(model, type),
      omitted: { do: 'accept' },
      ...invalidPath(context, name, made),
      ...parameterProblems(model, types, [...own, ...constraints(row)]),
    };
  });
}

function constraints(row: Parameter | undefined): readonly Constraint[] {
  return (row && valueOf(row.allowed)) ?? [];
}

interface MadeIdentity {
  readonly resource: Resource;
  readonly field: Field;
}

/** `creates or replaces R`: the parameter may become the identity of a new row, so it must be what that field allows. */
function madeIdentity(context: OperationContext, name: string): MadeIdentity | undefined {
  const { model, linked } = context;
  for (const effect of effectsOf(linked)) {
    if (effect.kind !== 'creates or replaces') continue;
    const selection = selectionOf(model, linked, effect.target.text);
    const key = selection?.keys.find((one) => one.parameter === name);
    const resource = model.resources.get(effect.target.text);
    const field = key && resource && fieldNamed(model, resource, key.field);
    if (resource && field) return { resource, field };
  }
  return undefined;
}

/** A value that its type cannot hold selects no row, unless part 7 states `invalid path`. */
function invalidPath(
  context: OperationContext,
  name: string,
  made: MadeIdentity | undefined,
): Pick<ParameterPlan, 'invalid' | 'field'> {
  const { model, linked } = context;
  if (made) {
    const field = made.field.name.text;
    return { invalid: refuse(fieldCause(made.resource.name.text, field, 'invalid')), field };
  }
  const invalid = { kind: 'invalid path' } as const;
  const selectsNone = pathFacts(model, linked).values.includes(name);
  if (selectsNone || isStated(model, invalid)) return { invalid: refuse(invalid), field: name };
  const selection = pathFacts(model, linked).selections.find((one) => one.keys.some((key) => key.parameter === name));
  const resource = known(selection?.resource ?? targetsOf(model, linked)[0], `nothing says what {${name}} selects`);
  // `deletes R if there` is not refused where there is none.
  if (selection && !rowSelections(model, linked).includes(selection)) return { invalid: { do: 'as null' } };
  return { invalid: refuse({ kind: 'no such', resource }) };
}

export function queryParameters(context: OperationContext): readonly ParameterPlan[] {
  const plans = new Map<string, ParameterPlan>();
  const { facts } = context.linked;
  for (const row of facts.queryTable.items) {
    if (row.anyFieldOf) continue;
    plans.set(row.name.text, queryParameter(context, row));
  }
  const pages = valueOf(facts.pages);
  for (const plan of pages ? pageParameters(context, pages) : []) if (!plans.has(plan.name)) plans.set(plan.name, plan);
  const chosen = valueOf(facts.order)?.chosen;
  if (chosen && !plans.has(chosen.parameter.text))
    plans.set(chosen.parameter.text, queryParameter(context, ofOrder(chosen)));
  for (const [name, filter] of filterFields(context))
    if (!plans.has(name)) plans.set(name, filterParameter(context, name, filter));
  return [...plans.values()].map((plan) => ({ ...plan, ...emptyText(context, plan.name) }));
}

/** `Empty text` of a parameter. In a query nothing is null: what counts as null is left out. */
function emptyText(
  { model, held, gap, heading, linked }: OperationContext,
  name: string,
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
      return { empty: invalidQuery(model, 'blank') };
  }
}

function queryParameter(context: OperationContext, row: Parameter): ParameterPlan {
  const { model, heading } = context;
  const name = row.name.text;
  const written = known(valueOf(row.type), `the type of the query parameter ${name} is not known`);
  const type = written.kind === 'nullable' ? written.of : written;
  const path = (fact: string): SlotPath => parameterPath(heading, 'query', name, fact);
  const open = valueOf(row.selects) ? undefined : context.gap(path('selects'), row.selects);
  const states = isState(type) ? statesSent(model, row, listedBy(model, context.linked)) : undefined;
  return {
    name,
    parameter: `query.${name}`,
    schema: stateSchema(type, states, schemaOf(model, [type], constraints(row))),
    ...parameterProblems(model, [type], constraints(row), states),
    value: valueType(model, type),
    ...(type.kind === 'array' && { list: type.style ?? 'repeated' }),
    ...(type.kind === 'string' && type.quotesOptional && { quotesOptional: true as const }),
    omitted: omittedParameter(context, row, type, path),
    invalid: INVALID_QUERY,
    ...(open !== undefined && { sent: { do: 'hold' as const, held: context.held([open]) } }),
  };
}

/** What is no state of the machine is no value of the type. */
function stateSchema(type: FieldType, states: readonly string[] | undefined, schema: JsonSchema): JsonSchema {
  if (!states) return schema;
  const one = { enum: states };
  if (!elementOf(type).list && !('enum' in schema)) return { ...schema, ...one };
  const others = Array.isArray(schema['allOf']) ? (schema['allOf'] as readonly JsonSchema[]) : [];
  return { ...schema, allOf: [...others, elementOf(type).list ? { items: one } : one] };
}

function omittedParameter(
  context: OperationContext,
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
  return valueOf(row.required)?.kind === 'yes' ? invalidQuery(context.model, 'missing') : { do: 'as null' };
}

/** A ticked word as the default of a list is a list of that one word. */
function listed(literal: Literal, type: FieldType): Literal {
  if (type.kind !== 'array' || literal.kind === 'json' || literal.kind === 'null') return literal;
  return { kind: 'json', value: literal.kind === 'text' ? JSON.stringify([literal.value]) : `[${literal.value}]` };
}

function openFact(context: OperationContext, slot: Slot<unknown>, path: SlotPath): string | undefined {
  return slot.status === 'none' || valueOf(slot) !== undefined ? undefined : context.gap(path, slot);
}

/** `offset and limit`, `page and size`: integers, with the stated default and maximum. */
function pageParameters(context: OperationContext, pages: Pages): readonly ParameterPlan[] {
  if (pages.kind !== 'offset and limit' && pages.kind !== 'page and size') fault(`pages by ${pages.kind}`);
  const { model } = context;
  const isOffset = pages.kind === 'offset and limit';
  const least = isOffset ? 0 : 1;
  const most = pages.more === 'refused' && typeof pages.atMost === 'number' ? pages.atMost : undefined;
  const { first, size } = pageNames(pages);
  const open = openHalves(pages);
  const gap = context.gap(operationPath(context.heading, 'pages'), context.linked.facts.pages);
  const hold = (half: PagesHalf): FieldRule | undefined =>
    open.includes(half) && gap !== undefined ? { do: 'hold', held: context.held([gap]) } : undefined;
  const fallback = typeof pages.default === 'number' ? pages.default : undefined;
  return [
    {
      name: first,
      parameter: `query.${first}`,
      schema: { type: 'integer', minimum: least },
      ...parameterProblems(model, [{ kind: 'integer', min: String(least) }], []),
      value: { type: 'integer' },
      omitted: { do: 'fill', value: isOffset ? 0 : 1 },
      invalid: INVALID_QUERY,
    },
    {
      name: size,
      parameter: `query.${size}`,
      schema: { type: 'integer', minimum: least, ...(most !== undefined && { maximum: most }) },
      ...parameterProblems(
        model,
        [{ kind: 'integer', min: String(least), ...(most !== undefined && { max: String(most) }) }],
        [],
      ),
      value: { type: 'integer' },
      omitted: fallback === undefined ? (hold('default') ?? { do: 'as null' }) : { do: 'fill', value: fallback },
      invalid: INVALID_QUERY,
      ...aboveBound(pages, hold),
    },
  ];
}

/** What is not refused: where no largest page is stated, clients may ask for as many as are answered anyway. */
function aboveBound(pages: Pages, hold: (half: PagesHalf) => FieldRule | undefined): Pick<ParameterPlan, 'above'> {
  const { atMost, more, default: fallback } = pages;
  const unbounded = hold('at most');
  if (unbounded) return { above: { value: typeof fallback === 'number' ? fallback : 0, rule: unbounded } };
  const unsaid = hold('more');
  if (unsaid) return typeof atMost === 'number' ? { above: { value: atMost, rule: unsaid } } : {};
  if (typeof more !== 'number') return {};
  return { above: { value: typeof atMost === 'number' ? atMost : more, rule: { do: 'fill', value: more } } };
}

/** `` any field of `R` ``: each visible field that one value can equal. */
export function filterFields(context: OperationContext): ReadonlyMap<string, FieldAt> {
  const fields = new Map<string, FieldAt>();
  for (const { anyFieldOf } of context.linked.facts.queryTable.items) {
    const resource = anyFieldOf && context.model.resources.get(anyFieldOf.text);
    for (const field of resource?.fields.items ?? []) {
      const type = valueOf(field.type);
      const value = type && !isHidden(field) ? valueType(context.model, type) : undefined;
      if (value && value.type !== 'json' && value.format !== 'date-time as sent')
        fields.set(field.name.text, { resource: resource as Resource, field });
    }
  }
  return fields;
}

function filterParameter(context: OperationContext, name: string, { resource, field }: FieldAt): ParameterPlan {
  const { model } = context;
  const type = valueOf(field.type)!;
  const states = isState(type) ? declaredStates(model, `${resource.name.text}.${field.name.text}`) : undefined;
  return {
    name,
    parameter: `query.${name}`,
    schema: stateSchema(type, states, schemaOf(model, [type], [])),
    ...parameterProblems(model, [type], [], states),
    value: valueType(model, type),
    omitted: { do: 'as null' },
    invalid: INVALID_QUERY,
  };
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
  const policy = valueOf(facts.unknownFields);
  const unknown =
    policy === undefined
      ? context.gap(operationPath(context.heading, 'unknown-fields'), facts.unknownFields)
      : undefined;
  const gaps = [open, pages, unknown].filter((id) => id !== undefined);
  if (gaps.length > 0) return { held: context.held(gaps) };
  if (policy === undefined) fault('nothing says what becomes of a query parameter without a row');
  return policy === 'refused' ? { refuse: 'unknown field' } : 'ignored';
}
