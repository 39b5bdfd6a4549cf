// What is doubtful in part 2: examples that show what is not stated, rules of When deleted that look at every row. Input: a model. Output:
// warnings, with what to write instead. Notation, section 3; section 2, part 2.

import { hasRoom, mostFields, octetsOf, POSTGRES_ROOM, SQLITE_ROOM } from '../base/capacity.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import {
  exampleMismatch,
  exampleOnlyField,
  neverSet,
  tooManyFields,
  tooWideForPostgresql,
  untiedRule,
} from '../diagnostics/resources.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Model } from '../model/model.ts';
import type { DeletionRule } from '../notation/values/deletion.ts';
import { headsOf } from '../notation/declaration.ts';
import { FIELD, type Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { allOperands } from '../analysis/document/condition-walk.ts';
import { exampleView } from '../analysis/values/examples.ts';
import { takenByFields } from '../analysis/values/row-size.ts';
import { searchesOfHiddenRows } from './hidden-rows.ts';
import { neverSetFields } from '../analysis/document/set-by-operations.ts';

const { type, required, setBy, allowed, default: byDefault } = FIELD.columns;
const HEADS = [FIELD.head, ...headsOf({ type, required, setBy, allowed, byDefault })];
/** So many names are listed; the rows to paste are for all of them. */
const MOST = 5;

export function resourcesFound(model: Model): readonly Diagnostic[] {
  const { unknown, mismatches } = exampleView(model);
  const { source } = model.document;
  return [
    ...unknown.map(({ resource, names, at }) => {
      const shown = names
        .slice(0, MOST)
        .map((name) => `\`${short(name)}\``)
        .join(', ');
      const more = names.length - MOST;
      const values = {
        names: `${shown}${more > 0 ? ` and ${more} more` : ''}`,
        resource: resource.name.text,
        rows: rowsFor(source, resource, names),
      };
      const message = `The fields of \`${resource.name.text}\` are stated here.`;
      return diagnose(
        exampleOnlyField,
        at,
        values,
        resource.fields.written ? [{ at: resource.fields.at, message }] : [],
      );
    }),
    ...mismatches.map(({ name, expected, at }) =>
      diagnose(exampleMismatch, at, { name, expected, found: `\`${short(source.slice(at.start, at.end))}\`` }),
    ),
    ...[...model.resources.values()].flatMap((resource) => untiedRules(model, resource)),
    ...[...model.resources.values()].flatMap((resource) => withoutRoom(model, resource)),
    ...searchesOfHiddenRows(model),
    ...neverSetFields(model).map(({ resource, field }) =>
      diagnose(neverSet, field.setBy.at, { field: `${resource.name.text}.${field.name.text}` }),
    ),
  ];
}

/** Rows that an engine could not keep. What has no rows of its own is one column of another resource. */
function withoutRoom(model: Model, resource: Resource): readonly Diagnostic[] {
  if (resource.identifiedBy.status === 'none') return [];
  const taken = takenByFields(model, resource);
  const values = { resource: resource.name.text, count: String(taken.length) };
  if (!hasRoom(SQLITE_ROOM, taken)) {
    return [diagnose(tooManyFields, resource.name.at, { ...values, most: String(mostFields(SQLITE_ROOM)) })];
  }
  if (hasRoom(POSTGRES_ROOM, taken)) return [];
  const { octets: most } = POSTGRES_ROOM;
  const limits = { octets: String(octetsOf(taken)), most: String(most), columns: String(mostFields(POSTGRES_ROOM)) };
  return [diagnose(tooWideForPostgresql, resource.name.at, { ...values, ...limits })];
}

/** Rules that could say which rows are meant, for these refer to the row that goes, and do not. */
function untiedRules(model: Model, resource: Resource): readonly Diagnostic[] {
  return (valueOf(resource.whenDeleted) ?? []).flatMap((rule) => {
    const other = rule.resource.text;
    const ties = tiesOf(model.resources.get(other), resource.name.text);
    if (ties.length === 0 || looksAtThis(model, rule)) return [];
    const written = rule.where && model.document.source.slice(rule.where.at.start, rule.where.at.end);
    const further = written === undefined ? '' : ` and ${rule.where?.kind === 'or' ? `(${written})` : written}`;
    const instead = ties
      .map((tie) => `${tie}${further}`)
      .map((where) => `${rule.kind} ${other} ${rule.kind === 'refused while' ? `(${where})` : `where ${where}`}`)
      .join(', or ');
    const values = { rule: `${rule.kind} ${other}`, resource: resource.name.text, other, instead };
    return [diagnose(untiedRule, resource.whenDeleted.at, values)];
  });
}

function looksAtThis(model: Model, { where }: DeletionRule): boolean {
  const operands = where ? allOperands(model, where) : [];
  return operands.some((one) => one.kind === 'this' || (one.kind === 'field' && one.owner === 'this'));
}

/** How rows of one resource refer to a row of another. */
function tiesOf(from: Resource | undefined, to: string): readonly string[] {
  return (from?.fields.items ?? []).flatMap((field) => {
    const type = withoutNull(valueOf(field.type));
    const isList = type?.kind === 'array' || type?.kind === 'set';
    const one = isList ? withoutNull(type.of) : type;
    if (one?.kind !== 'resource' || one.by === undefined || one.resource.text !== to) return [];
    return [`\`${field.name.text}\` ${isList ? 'has' : '='} this`];
  });
}

function withoutNull(type: FieldType | undefined): FieldType | undefined {
  return type?.kind === 'nullable' ? type.of : type;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('`', "'");
  return line.length > 40 ? `${line.slice(0, 37)}…` : line;
}

/** As wide as the table that is there; else with the head of one. */
function rowsFor(source: string, { fields }: Resource, names: readonly string[]): string {
  const head = source.slice(fields.at.start, source.indexOf('\n', fields.at.start) + 1 || undefined).trim();
  const isTable = fields.written && head.startsWith('|');
  const width = isTable ? head.replace(/^\||\|$/g, '').split(/(?<!\\)\|/).length : HEADS.length;
  const rows = names.map((name) => `| \`${short(name).replaceAll('|', '\\|')}\` |${' not shown |'.repeat(width - 1)}`);
  return [...(isTable ? [] : [`| ${HEADS.join(' | ')} |`, `|${'---|'.repeat(width)}`]), ...rows].join('\n');
}
