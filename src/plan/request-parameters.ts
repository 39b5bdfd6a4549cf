// What a request brings, as typed parameters of expressions: path and query parameters, body fields, the rows that path
// parameters select. Input: an operation. Output: look-ups by name. Notation, rule 5 and part 4, the Path table.

import { fault, known } from '../base/fault.ts';
import type { Scheme } from '../notation/authentication.ts';
import type { Parameter } from '../notation/endpoints.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { callerOf, callersOf, isRowless, schemesOf } from '../analysis/document/schemes.ts';
import { valueOf } from '../notation/slot.ts';
import { readsCredentials } from '../analysis/document/callers.ts';
import { containerField } from '../analysis/document/addresses.ts';
import { sentReference, type BodyReference } from '../analysis/document/body-references.ts';
import { bodyTyped, parameter } from './body-parameters.ts';
import { pathType as knownPathType } from '../analysis/values/input-types.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import { headerBinding, sentParameter } from '../analysis/document/request-headers.ts';
import { namedBy } from '../analysis/values/gone-states.ts';
import { namedRows } from '../analysis/document/made-rows.ts';
import { pathFacts, selectionOf, type Selection } from '../analysis/document/targets.ts';
import type { Operand } from '../notation/values/operands.ts';
import type { Expr } from '../sql/expression.ts';
import { all, some, type Typed } from './operands.ts';
import { isGone, present } from './presence.ts';
import { ruleOf } from '../analysis/document/field-rules.ts';
import { columnOf, fieldExpr, fieldNamed, keyOf, rowKeyOf, shown, shownAs, type RowContext } from './rows.ts';
import { sqlType } from './values.ts';

export interface SentRow {
  readonly resource: Resource;
  readonly key: Expr;
}

export interface Sent {
  /** `{id}` as it was sent. */
  path(name: string): Typed | undefined;
  /** The row that `{id}` selects. */
  row(name: string): SentRow | undefined;
  /** The selected row of that resource. */
  rowOf(resource: string): SentRow | undefined;
  query(name: string): Typed | undefined;
  header(name: string): Typed | undefined;
  body(path: string): Typed | undefined;
  /** The row that an operand of the body names, and where the path goes on in it. */
  behind(operand: Operand): BodyReference | undefined;
  /** The row that calls, of each resource whose rows may: its key is null where the caller is none of them. */
  readonly callers: readonly SentRow[];
}

/** Time sends nothing. */
export const NOTHING_SENT: Sent = {
  path: () => undefined,
  row: () => undefined,
  rowOf: () => undefined,
  query: () => undefined,
  header: () => undefined,
  body: () => undefined,
  behind: () => undefined,
  callers: [],
};

/**
 * Of the caller, where it is a row of that resource; else null, as where nobody is signed in. caller.ts finds it. Each resource has one
 * of its own: a number of a row of another one is never compared with it.
 */
export function callerKey(model: Model, { name }: Resource): Extract<Expr, { kind: 'parameter' }> {
  const isOnly = callersOf(model).length < 2;
  return { kind: 'parameter', name: isOnly ? 'caller.key' : `caller.key.${name.text}`, type: 'integer' };
}

/** Of those who come by the scheme. */
export function schemeKey(model: Model, scheme: Scheme): Extract<Expr, { kind: 'parameter' }> {
  return callerKey(model, known(callerOf(model, scheme), `${scheme.name.text} has no caller`));
}

/** Set where somebody is signed in, also without a row. */
export const CALLER_KNOWN: Extract<Expr, { kind: 'parameter' }> = {
  kind: 'parameter',
  name: 'caller.known',
  type: 'integer',
};

/** Schemes by which callers come in; those beside them are held. */
export function runningSchemes(model: Model): readonly Scheme[] {
  const { schemesBeside } = gapView(model);
  return schemesOf(model).filter(({ name }) => !schemesBeside.has(name.text));
}

/** Somebody is signed in. Mostly that is a row. */
export function signedIn(model: Model): Expr {
  if (runningSchemes(model).some(isRowless)) return { kind: 'is-set', operand: CALLER_KNOWN };
  return some(callersOf(model).map((resource) => ({ kind: 'is-set', operand: callerKey(model, resource) })));
}

/** The type of `{param}`; an operation whose parameter has none does not run. */
export function pathType(model: Model, linked: LinkedOperation, name: string): FieldType {
  return known(knownPathType(model, linked, name), `the type of {${name}} is not known`);
}

/** Who calls; nobody, where no credentials are read, or nothing is sent. */
export function callersIn(model: Model, linked?: LinkedOperation): readonly SentRow[] {
  const reads = linked !== undefined && readsCredentials(linked);
  return callersOf(model).map((resource) => ({ resource, key: reads ? callerKey(model, resource) : NOBODY }));
}

const NOBODY: Expr = { kind: 'literal', value: null, type: 'integer' };

export function sentBy(context: RowContext, linked: LinkedOperation): Sent {
  const { model } = context;
  const path = (name: string): Typed | undefined => {
    if (!pathFacts(model, linked).names.includes(name)) return undefined;
    const type = pathType(model, linked, name);
    const typed = shownAs(model, parameter(`path.${name}`, 'text'), type);
    return { ...typed, expr: parameter(`path.${name}`, typed.type) };
  };
  const rowBy = (selection: Selection | undefined): SentRow | undefined => {
    const resource = selection && model.resources.get(selection.resource);
    return selection && resource && { resource, key: selectedKey(context, linked, selection, resource) };
  };
  return {
    path,
    row: (name) => rowBy(pathFacts(model, linked).selections.find((one) => one.parameter === name)),
    rowOf: (name) => rowBy(selectionOf(model, linked, name)) ?? madeRow(model, linked, name),
    query: (name) => parameterTyped(model, sentParameter(model, linked, 'query', name), `query.${name}`),
    header: (name) => parameterTyped(model, sentParameter(model, linked, 'header', name), headerBinding(name)),
    body: (name) => bodyTyped(model, linked, name),
    behind: (operand) => sentReference(model, linked, operand),
    callers: callersOf(model).map((resource) => ({ resource, key: callerKey(model, resource) })),
  };
}

/** The row that an effect before has made: its step binds the key. */
function madeRow(model: Model, linked: LinkedOperation, name: string): SentRow | undefined {
  const resource = namedRows(model, linked).has(name) ? model.resources.get(name) : undefined;
  return resource && { resource, key: parameter(madeKey(name), 'integer') };
}

export function madeKey(resource: string): string {
  return `made.${resource}`;
}

function parameterTyped(model: Model, row: Parameter | undefined, name: string): Typed | undefined {
  const type = row && valueOf(row.type);
  if (!type) return undefined;
  const typed = shownAs(model, parameter(name, 'text'), type);
  return { ...typed, expr: parameter(name, typed.type) };
}

/** The key of the row that a selection finds: the parameter itself where it is the key, else a look-up. */
function selectedKey(context: RowContext, linked: LinkedOperation, selection: Selection, resource: Resource): Expr {
  const { model } = context;
  const column = rowKeyOf(resource);
  const [{ parameter: name, field: match }] = selection.keys as readonly [Selection['keys'][number]];
  const value = pathValue(context, linked, name, resource, match);
  const isOnly = selection.keys.length === 1 && selection.inside === undefined;
  if (isOnly && match === column) return value;
  const field = fieldNamed(model, resource, match);
  if (!field || columnOf(model, field)?.type !== sqlType(model, valueOf(field.type)!))
    fault(`${match} is not kept as it is shown`);
  const alias = context.alias();
  const lookup = { kind: 'lookup', table: resource.name.text, alias, match, value, column, type: 'integer' } as const;
  const others = { ...selection, keys: selection.keys.slice(1) };
  const items = [
    ...(isOnly ? [] : [keysWhere(context, linked, others, resource, alias)]),
    ...selectedThere(context, linked, selection, resource, alias),
  ];
  return items.length === 0 ? lookup : { ...lookup, where: all(items) };
}

/**
 * A row that is gone holds no key. Where the operation names its state, the path finds it if no row that is there has the
 * key, and of several the one that was made last.
 */
function selectedThere(
  context: RowContext,
  linked: LinkedOperation,
  selection: Selection,
  resource: Resource,
  source?: string,
): readonly Expr[] {
  const { model } = context;
  const named = namedBy(model, linked, selection.resource);
  const naming = { model, namedGone: named, visible: context.visible };
  const there = present(naming, resource, source);
  const isOne = selection.keys.some(({ field }) => {
    const own = fieldNamed(model, resource, field);
    return own && ruleOf(own)?.kind === 'new id';
  });
  if (named.size === 0 || isOne) return there;
  const alias = context.alias();
  const key = (of?: string): Expr => keyOf({ kind: 'table', resource, ...(of !== undefined && { source: of }) });
  const later: Expr = { kind: 'compare', operator: '>', left: key(alias), right: key(source) };
  const better = some([{ kind: 'not', item: isGone(naming, resource, alias) }, later]);
  const found = [keysWhere(context, linked, selection, resource, alias), ...present(naming, resource, alias), better];
  const exists: Expr = { kind: 'exists', table: resource.name.text, alias, where: all(found) };
  return [...there, { kind: 'not', item: all([isGone(naming, resource, source), exists]) }];
}

/** `{id}` in the type of the field it selects by; a reference by the field it is shown by. */
function pathValue(
  context: RowContext,
  linked: LinkedOperation,
  name: string,
  resource: Resource,
  field: string,
): Expr {
  const own = fieldNamed(context.model, resource, field);
  const type = own && valueOf(own.type);
  const stated = pathType(context.model, linked, name);
  const typed = shownAs(context.model, parameter(`path.${name}`, 'text'), type ?? stated);
  return parameter(`path.${name}`, typed.type);
}

/** The row is the one that the selection finds: `R by f, in {other}`. */
export function selectionWhere(
  context: RowContext,
  linked: LinkedOperation,
  selection: Selection,
  resource: Resource,
  source?: string,
): Expr {
  const there = selectedThere(context, linked, selection, resource, source);
  const keys = keysWhere(context, linked, selection, resource, source);
  return there.length === 0 ? keys : all([keys, ...there]);
}

/** The row has the key, whether it is gone or not. `source` is the alias of a subquery's table. */
export function keysWhere(
  context: RowContext,
  linked: LinkedOperation,
  selection: Selection,
  resource: Resource,
  source?: string,
): Expr {
  const row = { kind: 'table', resource, ...(source !== undefined && { source }) } as const;
  const items: Expr[] = selection.keys.map(({ parameter: name, field }) => ({
    kind: 'compare',
    operator: '=',
    left: shown(context, fieldExpr(context, row, field.split('.'))).expr,
    right: pathValue(context, linked, name, resource, field),
  }));
  if (selection.inside !== undefined) {
    const outer = pathFacts(context.model, linked).selections.find((one) => one.parameter === selection.inside);
    const container = outer && context.model.resources.get(outer.resource);
    const link = outer && containerField(context.model, selection.resource, outer.resource);
    if (!outer || !container || link === undefined)
      fault(`nothing says how ${selection.resource} is in {${selection.inside}}`);
    const key = selectedKey(context, linked, outer, container);
    items.push({ kind: 'compare', operator: '=', left: fieldExpr(context, row, link.split('.')).expr, right: key });
  }
  return items.length === 1 ? items[0]! : { kind: 'and', items };
}
