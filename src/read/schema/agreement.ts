// The fields of a resource from its Field table and its schemas. Input: both. Output: one list; what one leaves out the other may say, and
// what both say must agree, slot by slot: else a contradiction with both places. Notation, section 3.

import type { Span } from '../../base/span.ts';
import { diagnose } from '../../diagnostics/define.ts';
import { contradiction } from '../../diagnostics/reading.ts';
import { printFieldDefault, type FieldDefault } from '../../notation/values/field-defaults.ts';
import type { Field } from '../../notation/resources.ts';
import type { List, Slot } from '../../notation/slot.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Reading } from '../reading.ts';
import { quoted } from '../reading.ts';
import type { Schema } from '../schema.ts';
import { narrowings, takesAll } from './reach.ts';

export function withSchemas(reading: Reading, tabled: List<Field>, schemas: readonly Schema[]): List<Field> {
  return schemas.reduce((list, schema) => joined(reading, list, schema), tabled);
}

function joined(reading: Reading, list: List<Field>, schema: Schema): List<Field> {
  const { closed } = schema;
  if (!list.written) {
    const mark = list.mark ?? (closed ? 'closed' : undefined);
    return { items: schema.fields, mark, at: schema.at, written: schema.fields.length > 0 };
  }
  const inSchema = new Map(schema.fields.map((field) => [field.name.text, field]));
  const items = list.items.map((field) => {
    const other = inSchema.get(field.name.text);
    inSchema.delete(field.name.text);
    if (!other && closed)
      disagree(
        reading,
        field.name.at,
        closed,
        `the field \`${field.name.text}\``,
        'The schema says that there are no others.',
      );
    return other ? one(reading, field, other) : field;
  });
  const further = [...inSchema.values()];
  if (list.mark !== 'open') {
    for (const field of further)
      disagree(reading, field.name.at, list.at, `the field \`${field.name.text}\``, 'The table does not have it.');
  } else if (closed) disagree(reading, closed, list.at, 'whether there are other fields', 'Here it is left open.');
  const mark = list.mark ?? (closed ? 'closed' : undefined);
  return { ...list, items: [...items, ...further], mark };
}

function one(reading: Reading, table: Field, schema: Field): Field {
  const differ = (head: string, slot: Slot<unknown>, other: Slot<unknown>): void =>
    disagree(reading, slot.at, other.at, `${head} of \`${table.name.text}\``, 'The table says it otherwise.');
  const [type, ownType] = [valueOf(schema.type), valueOf(table.type)];
  if (type && ownType && !takesAll(type, ownType)) differ('Type', schema.type, table.type);
  else differInBounds(table, schema, differ);
  const [required, ownRequired] = [valueOf(schema.required)?.kind, valueOf(table.required)?.kind];
  if (required && ownRequired && required !== (ownRequired === 'if' ? 'no' : ownRequired))
    differ('Required', schema.required, table.required);
  const present = valueOf(table.present)?.kind;
  if (valueOf(schema.present) && present !== undefined && present !== 'never')
    differ('Present', schema.present, table.present);
  if (schema.setBy.status === 'gap' && valueOf(table.setBy)?.kind === 'caller')
    differ('Set by', schema.setBy, table.setBy);
  const standard = valueOf(schema.default);
  const own = valueOf(table.default);
  if (standard && (table.default.status === 'none' || (own && plain(own) !== plain(standard))))
    differ('Default', schema.default, table.default);
  return {
    ...table,
    type: eitherOf(table.type, schema.type),
    required: eitherOf(table.required, schema.required),
    present: eitherOf(table.present, schema.present),
    setBy: eitherOf(table.setBy, schema.setBy),
    allowed: eitherOf(table.allowed, schema.allowed),
    default: eitherOf(table.default, schema.default),
    meaning: eitherOf(table.meaning, schema.meaning),
  };
}

/** The schema states each length, bound and value that it has; the table must state it too, where it is about them. */
function differInBounds(
  table: Field,
  schema: Field,
  differ: (head: string, slot: Slot<unknown>, other: Slot<unknown>) => void,
): void {
  const isWhole = table.allowed.status === 'stated' || table.allowed.status === 'any';
  const own = narrowings(valueOf(table.type), valueOf(table.allowed));
  const inType = narrowings(valueOf(schema.type), undefined);
  const inAllowed = narrowings(undefined, valueOf(schema.allowed));
  const lacks = ([what, value]: readonly [string, string]): boolean => own.get(what) !== value;
  if (valueOf(table.type) && [...inType].some(lacks)) differ('Type', schema.type, table.type);
  if ((isWhole || valueOf(table.type)) && [...inAllowed].some((fact) => (isWhole || own.has(fact[0])) && lacks(fact)))
    differ('Allowed values', schema.allowed, isWhole ? table.allowed : table.type);
}

/** What the table leaves out the schema may say. */
function eitherOf<T>(table: Slot<T>, schema: Slot<T>): Slot<T> {
  const isOpen = table.status === 'absent' || (table.status === 'gap' && schema.status === 'stated');
  return isOpen && schema.status !== 'absent' ? schema : table;
}

/** The type of the field has the last word on what a literal is. */
function plain(literal: FieldDefault): string {
  if (literal.kind === 'null') return 'null';
  if (literal.kind === 'field') return printFieldDefault(literal);
  if (literal.kind !== 'json') return String(literal.value);
  return JSON.stringify(JSON.parse(literal.value));
}

function disagree(reading: Reading, at: Span, other: Span, what: string, message: string): void {
  reading.diagnostics.push(diagnose(contradiction, at, { what: quoted(what) }, [{ at: other, message }]));
}
