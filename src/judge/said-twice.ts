// What one operation states twice. Input: linked operations. Output: findings with both places. Notation, rule 6.

import { headerKey, requestHeaders } from '../analysis/document/request-headers.ts';
import { oncePer } from '../base/once-per.ts';
import type { Span } from '../base/span.ts';
import { contradiction, duplicateOperation } from '../diagnostics/reading.ts';
import type { Assignment } from '../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Field } from '../notation/resources.ts';
import { isSettled, valueOf } from '../notation/slot.ts';
import { pageParameters } from '../analysis/document/pages.ts';
import { isHidden } from '../analysis/document/shape-fields.ts';
import { effectsOf, headingOf, ownerOf, targetsOf } from '../analysis/document/targets.ts';
import type { Findings } from './findings.ts';

export function judgeSaidTwice(findings: Findings, linked: LinkedOperation): void {
  bodySaidTwice(findings, linked);
  assignedTwice(findings, linked);
  pageSaidTwice(findings, linked);
  fieldsNamedTwice(findings, linked);
  pathsTwice(findings, linked);
  headersTwice(findings, linked);
}

function bodySaidTwice(findings: Findings, linked: LinkedOperation): void {
  const { body, bodyTable } = linked.facts;
  if (!bodyTable.written || !isSettled(body)) return;
  findings.report(contradiction, body.at, { what: `the body of \`${headingOf(linked)}\`` }, [
    { at: bodyTable.at, message: 'a Body table says what it is' },
  ]);
}

/** A header that must be there by one statement, and may be left out by the other. */
function headersTwice(findings: Findings, linked: LinkedOperation): void {
  const { headersIn } = linked.facts;
  for (const { row, isPlain, needed } of requestHeaders(linked).values()) {
    const own = isPlain ? undefined : valueOf(row.required)?.kind;
    const said = (valueOf(headersIn) ?? []).filter(({ header }) => headerKey(header.text) === headerKey(row.name.text));
    const isFree = said.length > 0 && said.every(({ need }) => need === 'optional');
    if (!(own === 'no' && needed === 'always') && !(own === 'yes' && isFree)) continue;
    findings.report(
      contradiction,
      headersIn.at,
      { what: `whether a request to \`${headingOf(linked)}\` must have the header \`${row.name.text}\`` },
      [{ at: row.required.at, message: 'its row of the Header table says this' }],
    );
  }
}

/** A field of one row has one value: of two that `with` and `sets` give it, neither runs. */
function assignedTwice(findings: Findings, linked: LinkedOperation): void {
  const { model } = findings;
  const effects = effectsOf(linked);
  const sets = effects.flatMap((effect) => (effect.kind === 'sets' ? effect.assignments : []));
  const target = targetsOf(model, linked)[0];
  const nameOf = ({ field }: Assignment, owner = target): string =>
    ownerOf(model, field.text) === undefined ? `${owner}.${field.text}` : field.text;
  const report = (assignment: Assignment, other: Assignment, name: string): void =>
    findings.report(contradiction, assignment.field.at, { what: `the value of \`${name}\`` }, [
      { at: other.field.at, message: 'another value is stated here' },
    ]);
  const first = new Map<string, Assignment>();
  for (const assignment of sets) {
    const name = nameOf(assignment);
    const other = first.get(name);
    if (other) report(assignment, other, name);
    else first.set(name, assignment);
  }
  for (const effect of effects) {
    if (!('with' in effect)) continue;
    const given = new Map<string, Assignment>();
    for (const assignment of effect.with) {
      const name = nameOf(assignment, effect.target.text);
      const other = given.get(name) ?? first.get(name);
      if (other) report(assignment, other, name);
      given.set(name, assignment);
    }
  }
}

/** Two lists of names, each of which says what alone is shown. */
function fieldsNamedTwice(findings: Findings, linked: LinkedOperation): void {
  const rows = linked.facts.queryTable.items.filter(
    ({ selects }) => valueOf(selects)?.kind === 'only the fields named',
  );
  const [first, second] = rows;
  if (first && second)
    findings.report(contradiction, second.selects.at, { what: `the fields that \`${headingOf(linked)}\` shows` }, [
      { at: first.selects.at, message: 'another parameter names them, too' },
    ]);
}

/** Pages declares its parameters: one that also selects rows, or that has both roles, would be read in two ways. */
function pageSaidTwice(findings: Findings, linked: LinkedOperation): void {
  const { pages, queryTable, order } = linked.facts;
  const value = valueOf(pages);
  const chosen = valueOf(order)?.chosen;
  const names = [...(value ? pageParameters(value) : []), ...(chosen ? [chosen.parameter.text] : [])];
  const report = (name: string, at: Span, message: string): void =>
    findings.report(contradiction, pages.at, { what: `the query parameter \`${name}\` of \`${headingOf(linked)}\`` }, [
      { at, message },
    ]);
  for (const row of queryTable.items) {
    if (!row.anyFieldOf) {
      if (names.includes(row.name.text)) report(row.name.text, row.at, 'a row of the Query table declares it, too');
      continue;
    }
    for (const { name } of visibleFields(findings, row.anyFieldOf.text)) {
      const isOwn = queryTable.items.some((one) => !one.anyFieldOf && one.name.text === name.text);
      if (!isOwn && names.includes(name.text)) report(name.text, row.at, 'it is a field, and any field filters');
    }
  }
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) report(twice, pages.at, 'it would have two meanings');
}

function visibleFields(findings: Findings, resource: string): readonly Field[] {
  return findings.model.resources.get(resource)?.fields.items.filter((field) => !isHidden(field)) ?? [];
}

/** Another path of this operation is the path of another one. */
function pathsTwice(findings: Findings, linked: LinkedOperation): void {
  const { method } = linked.operation;
  for (const path of valueOf(linked.facts.alsoAt) ?? []) {
    const heading = `${method} ${path.replace(/^[A-Z]+ /, '')}`;
    const other = byShape(findings.model).get(shapeOf(heading));
    if (!other) continue;
    const related = [{ at: other.operation.name.at, message: 'this path is described here' }];
    findings.report(duplicateOperation, linked.facts.alsoAt.at, { heading }, related);
  }
}

const byShape = oncePer(
  ({ operations }: Model): ReadonlyMap<string, LinkedOperation> =>
    new Map([...operations].map(([heading, linked]) => [shapeOf(heading), linked])),
);

/** Names in braces do not distinguish paths. */
function shapeOf(heading: string): string {
  return heading.replace(/\{[^{}]*\}/g, '{}');
}
