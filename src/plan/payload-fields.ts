// The Field table of an event as an output. Input: the row that the event is about, and the table. Output: an object of its fields: each by
// the rule of its Set by cell, else as the row's field of that name; HeldField where neither says what it is. Notation, part 6; part 2, "Who sets a field".

import type { EventKind } from '../notation/events.ts';
import type { Field } from '../notation/resources.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Rule } from '../notation/values/formulas.ts';
import { valueOf } from '../notation/slot.ts';
import { isComputed, madeAtCreate } from '../analysis/document/field-rules.ts';
import { isHidden } from '../analysis/document/shape-fields.ts';
import { otherId } from '../analysis/document/slot-ids.ts';
import { isEmbedded, isNullable, plainType, referenceOf } from '../analysis/document/value-kinds.ts';
import { madeBy } from '../analysis/values/service-rules.ts';
import type { Expr } from '../sql/expression.ts';
import { nestedObject } from './nested-object.ts';
import type { Output, OutputPair } from './output.ts';
import { EVENT_ID } from './payload-plan.ts';
import { fieldNamed } from './rows.ts';
import { embedded, fieldsOf, nestedRows, objectOf, pathOutput, rowOf, type ShownRow } from './shapes.ts';
import { valueType } from './values.ts';

/** What a field of an event is, nothing says that can be done; `id`: of the slot that holds it. */
export class HeldField extends Error {
  override readonly name = 'HeldField';
  readonly id: string;
  constructor(id: string, why: string) {
    super(why);
    this.id = id;
  }
}

interface OfEvent {
  readonly row: ShownRow;
  /** Whose table it is, and which event it fills: another one may be the same. */
  readonly of: string;
  readonly event: string;
}

export function fieldsOutput(row: ShownRow, event: string, { name, fields }: EventKind): Output {
  const of: OfEvent = { row, of: name.text, event };
  const shown = fields.items.filter((field) => !isHidden(field));
  return nestedObject(
    shown.map((field) => {
      const value = fieldOutput(of, field);
      return { path: field.name.text.split('.'), value, present: presence(field, value) };
    }),
  );
}

/** These are never nothing. */
const THERE: ReadonlySet<Output['kind']> = new Set<Output['kind']>(['literal', 'word', 'object']);

function presence(field: Field, value: Output): OutputPair['present'] {
  if (THERE.has(value.kind)) return 'always';
  const type = valueOf(field.type);
  const isAsked = valueOf(field.present)?.kind === 'always' || valueOf(field.required)?.kind === 'yes';
  return isAsked && type !== undefined && isNullable(type) ? 'always' : 'if set';
}

function fieldOutput(of: OfEvent, field: Field): Output {
  const type = valueOf(field.type);
  if (!type) throw held(of, field, 'type', 'its type is not shown');
  if (valueOf(field.present)?.kind === 'if') throw held(of, field, 'present', 'it is there where a condition is true');
  const setBy = valueOf(field.setBy);
  if (field.setBy.status !== 'absent' && !setBy) throw held(of, field, 'set-by', 'its Set by is not shown');
  if (setBy?.kind !== 'service') return ofRow(of, field, type);
  if (setBy.rule.kind === 'gap') throw held(of, field, 'set-by', 'its rule is not shown');
  return byRule(of, field, type, setBy.rule);
}

function byRule(of: OfEvent, field: Field, type: FieldType, rule: Rule): Output {
  const { row, event } = of;
  const { context, resource, columns } = row;
  const { model } = context;
  const plain = plainType(model, type);
  const fits = madeBy(model, rule, field, resource).kind === 'fits';
  if (rule.kind === 'the resource') return theRow(of, field, type);
  if (!plain || !fits) throw held(of, field, 'set-by', 'its rule makes no value of its type');
  if (rule.kind === 'event name') return { kind: 'literal', value: event };
  if (rule.kind === 'new id' && plain.type.kind === 'integer') return { kind: 'word', word: EVENT_ID };
  if (rule.kind === 'list') return nestedRows(rule, type, row);
  const value = valueType(model, type);
  if (rule.kind === 'now') {
    // A day is the first part of its instant, as text.
    const now: Expr = { kind: 'parameter', name: 'now', type: 'instant' };
    const isDay = value.type === 'date';
    if (!isDay && value.type !== 'instant') throw held(of, field, 'set-by', 'an event keeps no instant of that type');
    return isDay
      ? { kind: 'computed', expr: { kind: 'start', operand: { kind: 'text', operand: now }, most: DAY }, value }
      : { kind: 'computed', expr: now, value };
  }
  if (!isComputed(field) && !madeAtCreate(field))
    throw held(of, field, 'set-by', 'the service makes it for rows, and not for events');
  const made = context.computed(context, rowOf(row), rule, type);
  if (made.type !== value.type || (value.type === 'decimal' && made.scale !== (value.scale ?? 0)))
    throw held(of, field, 'set-by', 'its rule makes no value of its type');
  return { kind: 'computed', expr: columns.local(made.expr), value };
}

/** `2026-01-01`. */
const DAY = 10;

/** `service: the resource`. */
function theRow(of: OfEvent, field: Field, type: FieldType): Output {
  const { resource } = of.row;
  const shown = type.kind === 'nullable' ? type.of : type;
  if (shown.kind !== 'resource' || shown.by || shown.resource.text !== resource.name.text)
    throw held(of, field, 'type', `its type is no shape of ${resource.name.text}`);
  return objectOf(fieldsOf(resource, shown), of.row);
}

/** The row's field of the same name, in the type that the event says; or the row itself, where its type is the row's. */
function ofRow(of: OfEvent, field: Field, type: FieldType): Output {
  const { row } = of;
  const { model } = row.context;
  const own = fieldNamed(model, row.resource, field.name.text);
  const shown = type.kind === 'nullable' ? type.of : type;
  if (!own) {
    if (field.setBy.status === 'absent' && shown.kind === 'resource' && shown.resource.text === row.resource.name.text)
      return theRow(of, field, type);
    throw held(of, field, 'set-by', `${row.resource.name.text} has no field of that name`);
  }
  if (isHidden(own)) throw held(of, field, 'set-by', 'it is never shown');
  const written = valueOf(own.type);
  const refers = written && referenceOf(model, written);
  if (refers && shown.kind === 'resource' && shown.resource.text === refers.resource && isEmbedded(model, shown))
    return embedded(own, shown, refers, row);
  if (!written || !isAlike(of, written, type)) throw held(of, field, 'type', 'the field of the row has another type');
  return pathOutput(field.name.text.split('.'), row);
}

function isAlike({ row: { context } }: OfEvent, one: FieldType, other: FieldType): boolean {
  const [a, b] = [plainType(context.model, one), plainType(context.model, other)];
  if (!a || !b || a.refers?.resource !== b.refers?.resource || a.refers?.by !== b.refers?.by) return false;
  const [left, right] = [valueType(context.model, one), valueType(context.model, other)];
  if (left.type === 'text' && right.type === 'text') return true;
  return (
    JSON.stringify([left.type, left.format, left.scale, left.of]) ===
    JSON.stringify([right.type, right.format, right.scale, right.of])
  );
}

function held({ of }: OfEvent, { name }: Field, fact: string, why: string): HeldField {
  return new HeldField(otherId(6, `${of}.${name.text}`, fact), `\`${name.text}\`: ${why}`);
}
