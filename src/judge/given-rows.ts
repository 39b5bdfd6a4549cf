// The rows that a document has: each value by the rules of its field, each row by those of its resource; and what would change rows that
// are fixed. Input: a document's resources and operations. Output: findings. Notation, part 2, `Rows:`.

import { headingOf, identityOf } from '../analysis/document/targets.ts';
import { WRITES } from '../analysis/document/effect-traits.ts';
import { givenRows, isFixed, isFromOperator, type GivenRow, type GivenValue } from '../analysis/document/given-rows.ts';
import { rowAccessesOf } from '../analysis/requests/row-accesses.ts';
import { referenceOf } from '../analysis/document/value-kinds.ts';
import { impossibleValue, unknownField } from '../diagnostics/linking.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf, type Name, type Slot } from '../notation/slot.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Findings } from './findings.ts';
import { keptText } from './kept-texts.ts';
import { judgeDefault, shownOf } from './literals.ts';

export function judgeGivenRows(findings: Findings): void {
  for (const resource of findings.model.resources.values()) {
    const { rows, faults } = givenRows(resource);
    for (const { at, found, expected } of faults) {
      const name = `a row of \`${resource.name.text}\``;
      findings.report(impossibleValue, at, {
        value: found,
        name,
        expected,
        hint: findings.near(found, () => ['true', 'false', 'none']),
      });
    }
    const isWritten =
      resource.rowFences?.every(({ byOperator }) => byOperator === true) !== true || (resource.tables ?? []).length > 0;
    if (rows.length > 0 && isWritten) judgeStatement(findings, resource, rows);
    for (const row of rows) judgeRow(findings, resource, row);
    judgeAlike(findings, resource, rows);
    if (isFixed(resource)) judgeChanges(findings, resource);
  }
}

/** Rows without a statement say nothing of when they are there. */
function judgeStatement(findings: Findings, resource: Resource, [first]: readonly GivenRow[]): void {
  if (resource.rows.status !== 'absent' && valueOf(resource.rows) !== 'from the operator') return;
  const what =
    resource.rows.status === 'absent'
      ? `where the rows of \`${resource.name.text}\` come from: it has rows, and no \`Rows:\` says when they are there`
      : `where the rows of \`${resource.name.text}\` come from: from the operator, and from the document`;
  findings.report(contradiction, first!.at, { what });
}

function judgeRow(findings: Findings, resource: Resource, row: GivenRow): void {
  const name = resource.name.text;
  const seen = new Map<string, GivenValue>();
  for (const value of row.values) {
    const field = resource.fields.items.find((one) => one.name.text === value.field.text);
    if (!field) {
      const hint = findings.near(value.field.text, () => resource.fields.items.map((one) => one.name.text));
      const values = { name: value.field.text, hint, resource: name, place: `in \`${name}\`` };
      findings.report(unknownField, value.field.at, values);
      continue;
    }
    const before = seen.get(value.field.text);
    if (before) findings.report(contradiction, value.at, { what: `\`${name}.${value.field.text}\` of one row` });
    seen.set(value.field.text, value);
    judgeValue(findings, resource, field, value);
  }
  for (const field of resource.fields.items) if (isMissing(field, seen)) lacking(findings, resource, field, row);
  if (isFromOperator(resource)) judgeIdentity(findings, resource, row, seen);
}

/** It is put, or changes the one that is there. */
function judgeIdentity(
  findings: Findings,
  resource: Resource,
  row: GivenRow,
  given: ReadonlyMap<string, GivenValue>,
): void {
  for (const name of identityOf(resource)) {
    const field = resource.fields.items.find((one) => one.name.text === name);
    const literal = given.get(name)?.literal;
    if (!field || isMissing(field, given) || (literal && literal.kind !== 'null')) continue;
    const what = `\`${resource.name.text}.${name}\`: rows are told apart by it, and this row has no value for it`;
    findings.report(contradiction, row.at, { what }, [
      { at: resource.identifiedBy.at, message: 'what identifies them is stated here' },
    ]);
  }
}

function judgeValue(findings: Findings, resource: Resource, field: Field, { literal, at }: GivenValue): void {
  const name = `\`${resource.name.text}.${field.name.text}\``;
  const setBy = valueOf(field.setBy);
  if (setBy?.kind === 'service' && setBy.rule.kind !== 'gap' && setBy.rule.kind !== 'state') {
    const what = `who sets ${name}: the service by a rule of its own, and the rows of part 2`;
    findings.report(contradiction, at, { what }, [{ at: field.setBy.at, message: 'who sets it is stated here' }]);
    return;
  }
  const type = valueOf(field.type);
  if (!type) return;
  const isNeeded = valueOf(field.required)?.kind === 'yes' && type.kind !== 'nullable';
  const slot: Slot<Literal> = { status: 'stated', value: literal, at, text: '' };
  judgeDefault(findings, { type, at: field.type.at, isNeeded }, slot, field.allowed, name, 'value');
  judgeLead(findings, type, literal, at, name);
}

/** A reference to a row that is fixed leads to one of them. */
function judgeLead(findings: Findings, type: FieldType, literal: Literal, at: Name['at'], name: string): void {
  const reference = referenceOf(findings.model, type);
  const resource = reference && findings.model.resources.get(reference.resource);
  if (!reference?.by || !resource || !isFixed(resource) || literal.kind === 'null') return;
  const given = givenRows(resource).rows.flatMap(({ values }) =>
    values.flatMap((one) => (one.field.text === reference.by ? [one.literal] : [])),
  );
  const kept = (one: Literal): string => keptText(findings.model, type, one);
  if (given.length === 0 || given.some((one) => kept(one) === kept(literal))) return;
  const known = given.map(shownOf);
  const value = shownOf(literal);
  const expected = `the \`${reference.by}\` of a row of \`${reference.resource}\``;
  findings.report(impossibleValue, at, { value, name, expected, hint: findings.near(value, () => known) });
}

function isMissing(field: Field, given: ReadonlyMap<string, GivenValue>): boolean {
  const setBy = valueOf(field.setBy);
  const type = valueOf(field.type);
  if (given.has(field.name.text) || setBy === undefined || setBy.kind === 'service' || type === undefined) return false;
  return valueOf(field.required)?.kind === 'yes' && type.kind !== 'nullable' && field.default.status === 'none';
}

function lacking(findings: Findings, resource: Resource, field: Field, row: GivenRow): void {
  const what = `\`${resource.name.text}.${field.name.text}\`: it is required, and this row has no value for it`;
  findings.report(contradiction, row.at, { what }, [
    { at: field.required.at, message: 'that it is required is stated here' },
  ]);
}

/** Two rows that would be one, or of which one takes what must be unique. */
function judgeAlike(findings: Findings, resource: Resource, rows: readonly GivenRow[]): void {
  const groups = [
    { names: identityOf(resource), ignoringCase: false },
    ...resource.unique.flatMap((slot) => {
      const group = valueOf(slot);
      return group ? [{ names: group.fields.map(({ text }) => text), ignoringCase: group.ignoringCase === true }] : [];
    }),
  ];
  const types = new Map(resource.fields.items.map(({ name, type }) => [name.text, valueOf(type)]));
  const kept = (name: string, literal: Literal): string => keptText(findings.model, types.get(name), literal);
  for (const { names, ignoringCase } of groups) {
    const first = new Map<string, GivenRow>();
    for (const row of rows) {
      const own = names.map((name) => row.values.find(({ field }) => field.text === name)?.literal);
      if (own.length === 0 || own.some((literal) => literal === undefined || literal.kind === 'null')) continue;
      const texts = JSON.stringify(own.map((literal, place) => kept(names[place]!, literal!)));
      const key = ignoringCase ? texts.toLowerCase() : texts;
      const other = first.get(key);
      const what = `rows of \`${resource.name.text}\`: two of them have the same ${names.map((name) => `\`${name}\``).join(', ')}`;
      if (other) findings.report(contradiction, row.at, { what }, [{ at: other.at, message: 'the other is here' }]);
      else first.set(key, row);
    }
  }
}

/** Fixed rows are those of the document: nothing else makes, changes or removes one. */
function judgeChanges(findings: Findings, resource: Resource): void {
  const { rows, name } = resource;
  const related = [{ at: rows.at, message: 'that its rows are fixed is stated here' }];
  for (const linked of findings.model.operations.values()) {
    for (const { resource: of, kind, effects } of rowAccessesOf(findings.model, linked)) {
      if (of !== name.text || kind === 'token' || !WRITES.has(kind)) continue;
      const what = `the rows of \`${name.text}\`: they are fixed, and \`${headingOf(linked)}\` changes them`;
      findings.report(contradiction, effects[0]!.at, { what }, related);
    }
  }
  for (const other of findings.model.resources.values()) {
    for (const rule of valueOf(other.whenDeleted) ?? []) {
      if (rule.kind !== 'deletes every' || rule.resource.text !== name.text) continue;
      const what = `the rows of \`${name.text}\`: they are fixed, and go with a row of \`${other.name.text}\``;
      findings.report(contradiction, rule.resource.at, { what }, related);
    }
  }
}
