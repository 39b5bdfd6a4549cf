// Shapes and templates as outputs. Input: what an answer or an error says it carries. Output: an Output, and the columns that its
// row must have. Notation, part 4 "Shapes and templates"; part 2, heads Present and "Set by" (hidden).

import { fault, known } from '../base/fault.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import type { Shape, Template } from '../notation/values/shapes.ts';
import { valueOf, type Name } from '../notation/slot.ts';
import { textParts } from '../notation/words.ts';
import { goneMachines } from '../analysis/values/gone-states.ts';
import { isHidden } from '../analysis/document/shape-fields.ts';
import { effectsOf } from '../analysis/document/targets.ts';
import type { Expr } from '../sql/expression.ts';
import { isAlwaysSet } from './always-set.ts';
import type { AnswerColumns } from './answer-columns.ts';
import { conditionExpr } from './conditions.ts';
import type { OperationContext } from './context.ts';
import { some } from './operands.ts';
import type { HeaderPlan, Output, OutputPair } from './output.ts';
import { isComputed, ruleOf } from '../analysis/document/field-rules.ts';
import { columnOf, fieldExpr, fieldNamed, shown, type RowScope } from './rows.ts';
import { sentBy } from './request-parameters.ts';
import { isNullable, referenceOf, valueType } from './values.ts';

/** The row that an answer shows, and whether there are many. */
export interface ShownRow {
  readonly context: OperationContext;
  readonly resource: Resource;
  readonly many: boolean;
  readonly columns: AnswerColumns;
}

export function shapeOutput(shape: Shape, row: ShownRow): Output {
  switch (shape.kind) {
    case 'resource': {
      if (shape.resource.text !== row.resource.name.text || row.many)
        fault(`no single row of ${shape.resource.text} is at hand`);
      return objectOf(fieldsOf(row.resource, shape), row);
    }
    case 'array of':
      return { kind: 'rows', of: shapeOutput(shape.of, { ...row, many: false }) };
    case 'template':
      return templateOutput(shape.value, row);
  }
}

/** The fields that a shape shows, in the order in which it names them, else in that of the Field table. */
export function fieldsOf(resource: Resource, shape: Extract<Shape, { kind: 'resource' }>): readonly Field[] {
  const visible = resource.fields.items.filter((field) => !isHidden(field));
  const picked = (names: readonly Name[]): readonly Field[] =>
    names.flatMap(({ text }) => visible.filter((field) => isNamed(field, text)));
  const view = shape.view && resource.views.find((one) => one.name.text === shape.view!.text);
  const base = shape.only ? picked(shape.only) : view ? picked(valueOf(view.slot) ?? []) : visible;
  const without = shape.without ?? [];
  return base.filter((field) => !without.some(({ text }) => isNamed(field, text)));
}

/** `address` names `address.street` too. */
function isNamed(field: Field, name: string): boolean {
  return field.name.text === name || field.name.text.startsWith(`${name}.`);
}

interface Node {
  readonly pairs: Map<string, Node | OutputPair>;
}

/** Dotted fields are in nested objects. */
function objectOf(fields: readonly Field[], row: ShownRow): Output {
  const root: Node = { pairs: new Map() };
  for (const field of fields) {
    const path = field.name.text.split('.');
    let at = root;
    for (const name of path.slice(0, -1)) {
      const next = at.pairs.get(name);
      const node: Node = next && 'pairs' in next ? next : { pairs: new Map() };
      at.pairs.set(name, node);
      at = node;
    }
    const key = path.at(-1)!;
    at.pairs.set(key, { key, value: fieldOutput(field, row), present: presence(field, row) });
  }
  return finished(root);
}

function finished(node: Node): Extract<Output, { kind: 'object' }> {
  const pairs = [...node.pairs].map(([key, value]): OutputPair => {
    if (!('pairs' in value)) return value;
    const inner = finished(value);
    return { key, value: inner, present: groupPresence(inner.pairs) };
  });
  return { kind: 'object', pairs };
}

/** A nested object is there when one of its fields is. */
function groupPresence(pairs: readonly OutputPair[]): OutputPair['present'] {
  const conditions: Expr[] = [];
  for (const { present, value } of pairs) {
    if (present === 'always') return 'always';
    if (present !== 'if set') conditions.push(present);
    else if (value.kind === 'computed') conditions.push({ kind: 'is-set', operand: value.expr });
    else if (value.kind === 'column')
      conditions.push({ kind: 'is-set', operand: { kind: 'column', column: value.column, type: value.value.type } });
  }
  return some(conditions);
}

/** Present: as stated; else `always` when Required `yes` or set by the service, else `if set`. */
function presence(field: Field, row: ShownRow): OutputPair['present'] {
  const stated = valueOf(field.present);
  if (stated?.kind === 'if') {
    const scope = { context: row.context, row: rowOf(row), sent: sentBy(row.context, row.context.linked) };
    return row.columns.local(conditionExpr(stated.condition, scope));
  }
  return isAlwaysShown(row.context.model, row.resource, field) ? 'always' : 'if set';
}

/** A missing value is shown as null where the type says `or null`, else it is left out. */
export function isAlwaysShown(model: Model, resource: Resource, field: Field): boolean {
  const stated = valueOf(field.present);
  const isAsked = stated ? stated.kind === 'always' : valueOf(field.required)?.kind === 'yes' || !!ruleOf(field);
  if (!isAsked) return false;
  const type = valueOf(field.type);
  if (type && isNullable(type)) return true;
  const named = type && referenceOf(type);
  // What it names may be in a gone state, or not to be seen: then it is nothing.
  if (named && mayBeAbsent(model, named.resource)) return false;
  return (valueOf(field.default)?.kind ?? 'null') !== 'null' || isAlwaysSet(model, resource, field);
}

function mayBeAbsent(model: Model, name: string): boolean {
  const seen = model.resources.get(name)?.visibleTo;
  return goneMachines(model, name).length > 0 || (seen !== undefined && valueOf(seen) !== undefined);
}

function rowOf(row: ShownRow): RowScope {
  return { kind: 'table', resource: row.resource };
}

function fieldOutput(field: Field, row: ShownRow): Output {
  const { context, columns } = row;
  const type = known(valueOf(field.type), `the type of ${field.name.text} is not known`);
  const value = valueType(context.model, type);
  if (isComputed(field)) {
    const { expr } = fieldExpr(context, rowOf(row), field.name.text.split('.'));
    return { kind: 'computed', expr: columns.local(expr), value };
  }
  if (referenceOf(type)) {
    const display = shown(context, fieldExpr(context, rowOf(row), field.name.text.split('.')));
    return { kind: 'column', column: columns.named(display.expr), value };
  }
  const column = known(columnOf(context.model, field), `${field.name.text} is not kept`);
  return { kind: 'column', column: columns.own(column.name, column.type), value };
}

/** A bare field path of the row at hand. */
function pathOutput(path: readonly string[], row: ShownRow): Output {
  const field = fieldNamed(row.context.model, row.resource, path.join('.'));
  if (field) return fieldOutput(field, row);
  const group = row.resource.fields.items.filter(
    (one) => one.name.text.startsWith(`${path.join('.')}.`) && !isHidden(one),
  );
  if (group.length > 0) return inside(objectOf(group, row), path);
  return displayed(path, row);
}

/** As the row shows it, answered by the store. */
function displayed(path: readonly string[], row: ShownRow): Extract<Output, { kind: 'column' }> {
  const display = shown(row.context, fieldExpr(row.context, rowOf(row), path));
  const last = lastField(row, path);
  const type = known(last && valueOf(last.type), `${path.join('.')} is not known`);
  return { kind: 'column', column: row.columns.named(display.expr), value: valueType(row.context.model, type) };
}

/** `<values>`: those that `lists values of R.f` finds, one by one. */
function valuesOutput(row: ShownRow): Output {
  const listed = effectsOf(row.context.linked).find((effect) => effect.kind === 'lists values');
  if (listed?.kind !== 'lists values') fault('no values are listed');
  return { kind: 'rows', of: displayed(listed.field.text.split('.'), row) };
}

function inside(output: Output, path: readonly string[]): Output {
  let at = output;
  for (const name of path) {
    const pair = known(
      at.kind === 'object' ? at.pairs.find((one) => one.key === name) : undefined,
      `${path.join('.')} is not known`,
    );
    at = pair.value;
  }
  return at;
}

/** The field at the end of a path through references. */
function lastField(row: ShownRow, path: readonly string[]): Field | undefined {
  let resource: Resource | undefined = row.resource;
  let rest = path;
  while (resource) {
    let found: Field | undefined;
    let length = rest.length;
    for (; length > 0 && !found; length--)
      found = fieldNamed(row.context.model, resource, rest.slice(0, length).join('.'));
    if (!found) return undefined;
    rest = rest.slice(length + 1);
    if (rest.length === 0) return found;
    const type = valueOf(found.type);
    const refers = type && referenceOf(type);
    resource = refers && row.context.model.resources.get(refers.resource);
  }
  return undefined;
}

export function templateOutput(template: Template, row: ShownRow | undefined): Output {
  switch (template.kind) {
    case 'object':
      return {
        kind: 'object',
        pairs: template.pairs.map(({ key, value }): OutputPair => {
          const output = templateOutput(value, row);
          if (key.kind === 'word')
            return {
              key: { word: key.word },
              value: output,
              present: 'always',
              ...(PER_FAILURE.has(key.word) && { repeats: true as const }),
            };
          return { key: key.text, value: output, present: 'always' };
        }),
      };
    case 'list':
      return { kind: 'list', items: template.items.map((item) => templateOutput(item, row)) };
    case 'literal':
      return { kind: 'literal', value: template.value };
    case 'field':
      if (!row || row.many) fault(`no single row is at hand for ${template.path.join('.')}`);
      return pathOutput(template.path, row);
    case 'shape':
      return shapeOutput(template.shape, known(row, 'an error shows a resource'));
    case 'word':
      if (template.word === 'values' && row) return valuesOutput(row);
      noteWord(template.word, row);
      return { kind: 'word', word: template.word };
    case 'text':
      for (const part of template.parts) if (typeof part !== 'string') noteWord(part.word, row);
      return { kind: 'text', parts: template.parts };
  }
}

const PER_FAILURE: ReadonlySet<string> = new Set(['field', 'path', 'pointer', 'message']);

function noteWord(word: string, row: ShownRow | undefined): void {
  if (word === 'now') row?.context.make({ name: 'now', kind: 'now' });
}

/** `` `X-Total: <total>` ``, `` `Location: <base>/todos/{id}` ``: words in angle brackets, fields in braces. */
export function headerOutput(name: string, value: string, row: ShownRow | undefined): HeaderPlan {
  const parts: HeaderPlan['value']['parts'][number][] = [];
  for (const part of textParts(value)) {
    if (typeof part !== 'string') {
      noteWord(part.word, row);
      parts.push(part);
      continue;
    }
    for (const piece of part.split(/(\{[^{}]*\})/)) {
      const isField = row && piece.startsWith('{') && piece.endsWith('}');
      if (isField) parts.push(headerField(piece.slice(1, -1).split('.'), row));
      else if (piece !== '') parts.push(piece);
    }
  }
  return { name, value: { kind: 'text', parts } };
}

function headerField(
  path: readonly string[],
  row: ShownRow,
): { readonly column: string; readonly value: ReturnType<typeof valueType> } {
  const output = pathOutput(path, row);
  if (output.kind === 'column') return { column: output.column, value: output.value };
  if (output.kind !== 'computed') fault('a header holds a nested object');
  const { expr } = fieldExpr(row.context, rowOf(row), path);
  return { column: row.columns.named(expr), value: output.value };
}
