// Shapes and templates as outputs. Input: what an answer or an error says it carries. Output: an Output, and the columns that its
// row must have. Notation, part 4 "Shapes and templates"; part 2, heads Present and "Set by" (hidden).

import { fault, known } from '../base/fault.ts';
import type { Field, Resource } from '../notation/resources.ts';
import type { Shape, Template } from '../notation/values/shapes.ts';
import { valueOf, type Name } from '../notation/slot.ts';
import { PER_FAILURE_WORDS } from '../notation/words.ts';
import { isHidden, isShownOnce } from '../analysis/document/shape-fields.ts';
import { effectsOf } from '../analysis/document/targets.ts';
import type { RowReference } from '../analysis/document/value-kinds.ts';
import type { Expr } from '../sql/expression.ts';
import { hasWhatToShow, isAlwaysShown } from '../analysis/values/always-shown.ts';
import { AnswerColumns } from './answer-columns.ts';
import { conditionExpr } from './conditions.ts';
import type { OperationContext } from './context.ts';
import { memberOf } from './members.ts';
import { all, choice } from './operands.ts';
import { inside, isSet, nestedObject } from './nested-object.ts';
import type { Output, OutputPair } from './output.ts';
import { astrayOf } from './references-inside.ts';
import { isComputed, ruleOf } from '../analysis/document/field-rules.ts';
import { elementOf } from '../analysis/document/paths.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import { listedRows, type ListRule } from './listed-rows.ts';
import { typeOf } from '../sql/walk.ts';
import { columnOf, fieldExpr, fieldNamed, ledTo, shown, type RowScope } from './rows.ts';
import { sentBy } from './request-parameters.ts';
import { madeSecret } from './rules.ts';
import { referenceOf } from '../analysis/document/value-kinds.ts';
import { valueType } from './values.ts';

/** The row that an answer shows, and whether there are many. */
export interface ShownRow {
  readonly context: OperationContext;
  readonly resource: Resource;
  readonly many: boolean;
  readonly columns: AnswerColumns;
  /** A row that another one embeds; left out of the row that the step answers. */
  readonly scope?: RowScope;
  /** How callers choose what is shown of it. */
  readonly chosen?: Chosen;
  /** The call makes it: the credentials that the service makes with it are shown. */
  readonly isNew?: boolean;
  /** Rows of other resources, by these: a shape of one as it is shown. */
  readonly beside?: ReadonlyMap<string, (shape: Cut, row: ShownRow) => Output>;
}

export interface Chosen {
  /** By a list of names, sent as this parameter, beside which these fields are always shown. */
  readonly fields?: { readonly by: string; readonly always: readonly string[] };
  /** References that are shown whole, each where the condition is true of the request. */
  readonly whole: ReadonlyMap<string, Expr>;
}

export function shapeOutput(shape: Shape, row: ShownRow): Output {
  switch (shape.kind) {
    case 'resource': {
      const beside = row.beside?.get(shape.resource.text);
      if (beside) return beside(shape, row);
      if (shape.resource.text !== row.resource.name.text || row.many)
        fault(`no single row of ${shape.resource.text} is at hand`);
      const of = objectOf(fieldsOf(row.resource, shape, row.isNew), row);
      return row.chosen?.fields ? { kind: 'chosen', ...row.chosen.fields, of } : of;
    }
    case 'array of':
      return { kind: 'rows', of: shapeOutput(shape.of, { ...row, many: false }) };
    case 'template':
      return templateOutput(shape.value, row);
  }
}

/** Which fields of a resource are shown. */
export type Cut = Pick<Extract<Shape, { kind: 'resource' }>, 'view' | 'without' | 'only'>;

/** The fields that a shape shows, in the order in which it names them, else in that of the Field table. */
export function fieldsOf(resource: Resource, shape: Cut, isNew = false): readonly Field[] {
  const visible = resource.fields.items.filter((field) => isVisible(field, isNew));
  const picked = (names: readonly Name[]): readonly Field[] =>
    names.flatMap(({ text }) => visible.filter((field) => isNamed(field, text)));
  const view = shape.view && resource.views.find((one) => one.name.text === shape.view!.text);
  const base = shape.only ? picked(shape.only) : view ? picked(valueOf(view.slot) ?? []) : visible;
  const without = shape.without ?? [];
  return base.filter((field) => !without.some(({ text }) => isNamed(field, text)));
}

function isVisible(field: Field, isNew: boolean): boolean {
  return !isHidden(field) || (isNew && isShownOnce(field));
}

/** `address` names `address.street` too. */
function isNamed(field: Field, name: string): boolean {
  return field.name.text === name || field.name.text.startsWith(`${name}.`);
}

/** Dotted fields are in nested objects. */
export function objectOf(fields: readonly Field[], row: ShownRow): Output {
  return nestedObject(
    fields.map((field) => {
      const value = fieldOutput(field, row);
      return { path: field.name.text.split('.'), value, present: presence(field, value, row) };
    }),
  );
}

/** Present: as stated; else `always` when Required `yes` or set by the service, else `if set`. */
function presence(field: Field, value: Output, row: ShownRow): OutputPair['present'] {
  const { context, columns, resource } = row;
  const stated = valueOf(field.present);
  if (stated?.kind !== 'if') return isAlwaysShown(context.model, resource, field) ? 'always' : 'if set';
  const scope = { context, row: rowOf(row), sent: sentBy(context, context.linked) };
  const holds = columns.local(conditionExpr(stated.condition, scope));
  return hasWhatToShow(context.model, resource, field) ? holds : all([holds, ...isSet(value)]);
}

export function rowOf({ resource, scope }: ShownRow): RowScope {
  return scope ?? { kind: 'table', resource };
}

function fieldOutput(field: Field, row: ShownRow): Output {
  const { context, columns } = row;
  const type = known(valueOf(field.type), `the type of ${field.name.text} is not known`);
  const refers = referenceOf(context.model, type);
  const plain = type.kind === 'nullable' ? type.of : type;
  const whole = row.scope ? undefined : row.chosen?.whole.get(field.name.text);
  if (refers && whole) {
    const { chosen: _, ...unchosen } = row;
    const yes = embedded(field, { without: [] }, refers, unchosen, whole);
    return { kind: 'either', when: whole, yes, no: fieldOutput(field, unchosen) };
  }
  if (refers && refers.by === undefined && plain.kind === 'resource') return embedded(field, plain, refers, row);
  if (isShownOnce(field)) {
    if (!row.isNew || row.scope) fault(`${field.name.text} is not shown`);
    return { kind: 'word', word: madeSecret(context, row.resource, field).name };
  }
  const rule = ruleOf(field);
  if (rule?.kind === 'list') return nestedRows(rule, type, row);
  const value = valueType(context.model, type);
  if (isComputed(field)) {
    const { expr } = fieldExpr(context, rowOf(row), field.name.text.split('.'));
    return { kind: 'computed', expr: columns.local(expr), value };
  }
  const column = known(columnOf(context.model, field), `${field.name.text} is not kept`);
  if (refers || row.scope) {
    const display = shown(context, fieldExpr(context, rowOf(row), field.name.text.split('.')));
    return {
      kind: 'column',
      column: columns.named(display.expr),
      value,
      ...astrayOf(row.context, row.columns, display.expr, type),
    };
  }
  const kept: Expr = { kind: 'column', column: column.name, type: column.type };
  return {
    kind: 'column',
    column: columns.own(column.name, column.type),
    value,
    ...astrayOf(context, columns, kept, type),
  };
}

/** The fields of the row that the reference leads to; nothing where it leads nowhere. `when`: it is followed only then. */
export function embedded(field: Field, cut: Cut, refers: RowReference, row: ShownRow, when?: Expr): Output {
  const { context, columns } = row;
  const resource = known(context.model.resources.get(refers.resource), `${refers.resource} is not known`);
  const followed = fieldExpr(context, rowOf(row), field.name.text.split('.'));
  const reference = when
    ? {
        ...followed,
        expr: choice([[when, followed.expr]], { kind: 'literal', value: null, type: 'integer' }, 'integer'),
      }
    : followed;
  const of = objectOf(fieldsOf(resource, cut), {
    ...row,
    resource,
    many: false,
    scope: { kind: 'by key', resource, key: reference.expr },
  });
  return { kind: 'embedded', there: columns.named(ledTo(context, reference)), of };
}

/** Rows that the service looks for whenever the row is read: each is embedded, or shown by one field. */
export function nestedRows(rule: ListRule, type: FieldType, row: ShownRow): Output {
  const { context } = row;
  const found = listedRows(context, rowOf(row), rule);
  const { resource } = found;
  const columns = new AnswerColumns();
  const each: ShownRow = { context, resource, many: false, columns, scope: found.scope };
  const of = elementOf(type).type;
  if (of.kind !== 'resource') fault('a list of rows shows rows');
  const output = of.by ? pathOutput(of.by.text.split('.'), each) : objectOf(fieldsOf(resource, of), each);
  const names = columns.list;
  const expr: Expr = { kind: 'rows', ...found.search, order: found.order, columns: names.map((one) => one.expr) };
  return {
    kind: 'nested rows',
    column: row.columns.named(expr),
    columns: names.map((one) => ({ name: one.name, type: typeOf(one.expr) })),
    of: output,
  };
}

/** A bare field path of the row at hand. */
export function pathOutput(path: readonly string[], row: ShownRow): Output {
  const field = fieldNamed(row.context.model, row.resource, path.join('.'));
  if (field) return fieldOutput(field, row);
  const group = row.resource.fields.items.filter(
    (one) => one.name.text.startsWith(`${path.join('.')}.`) && isVisible(one, row.isNew === true),
  );
  if (group.length > 0) return inside(objectOf(group, row), path);
  return displayed(path, row);
}

/** As the row shows it, answered by the store. */
function displayed(path: readonly string[], row: ShownRow): Output {
  const { context } = row;
  const { field, before, resource } = known(lastField(row, path), `${path.join('.')} is not known`);
  const type = known(valueOf(field.type), `the type of ${path.join('.')} is not known`);
  const refers = referenceOf(context.model, type);
  if (refers && refers.by === undefined && before.length > 0) {
    const { expr: key } = fieldExpr(context, rowOf(row), before);
    return fieldOutput(field, { ...row, resource, scope: { kind: 'by key', resource, key } });
  }
  const display = shown(context, fieldExpr(context, rowOf(row), path));
  const value = valueType(context.model, type);
  const column = row.columns.named(display.expr);
  return { kind: 'column', column, value, ...astrayOf(row.context, row.columns, display.expr, type) };
}

/** `<values>`: those that `lists values of R.f` finds, one by one. */
function valuesOutput(row: ShownRow): Output {
  const listed = effectsOf(row.context.linked).find((effect) => effect.kind === 'lists values');
  if (listed?.kind !== 'lists values') fault('no values are listed');
  const field = fieldNamed(row.context.model, row.resource, listed.field.text);
  const member = field && memberOf(row.context.model, field);
  if (member)
    return { kind: 'rows', of: { kind: 'column', column: row.columns.named(member.expr), value: member.value } };
  return { kind: 'rows', of: displayed(listed.field.text.split('.'), row) };
}

/** The field at the end of a path through references, its resource, and the path to the row that has it. */
function lastField(
  { context: { model }, resource: first }: ShownRow,
  path: readonly string[],
): { readonly field: Field; readonly resource: Resource; readonly before: readonly string[] } | undefined {
  let resource: Resource | undefined = first;
  let at = 0;
  while (resource) {
    let end = path.length;
    while (end > at && !fieldNamed(model, resource, path.slice(at, end).join('.'))) end -= 1;
    const field = fieldNamed(model, resource, path.slice(at, end).join('.'));
    if (!field) return undefined;
    if (end === path.length) return { field, resource, before: path.slice(0, at) };
    at = end;
    const type = valueOf(field.type);
    const refers = type && referenceOf(model, type);
    resource = refers && model.resources.get(refers.resource);
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
              ...(PER_FAILURE_WORDS.includes(key.word) && { repeats: true as const }),
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

export function noteWord(word: string, row: ShownRow | undefined): void {
  if (word === 'now') row?.context.make({ name: 'now', kind: 'now' });
}
