// What an operation does and takes, beside the fields and the machines that it names. Input: linked operations. Output: findings. Notation,
// part 4, "What a call does" and "Tables".

import { isMove } from '../analysis/document/effect-traits.ts';
import { contradiction } from '../diagnostics/reading.ts';
import { notAState, notGone } from '../diagnostics/states.ts';
import type { BodyField, Parameter } from '../notation/endpoints.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf, type Name } from '../notation/slot.ts';
import { operandsOfValue, type Effect } from '../notation/values/effects.ts';
import type { LinkedOperation } from '../model/model.ts';
import { machinesOf } from '../analysis/document/moves.ts';
import { effectsOf, firstTarget, headingOf, queriedBy } from '../analysis/document/targets.ts';
import { assignmentsOf, fieldMeant } from '../analysis/values/assignments.ts';
import { goneOf } from '../analysis/values/gone-states.ts';
import { judgeAssignment } from './comparisons/assignments.ts';
import { judgePlace } from './comparisons/conditions.ts';
import { judgeBodyDefaults, judgeBodyTypes, judgePathType } from './comparisons/rows.ts';
import type { Findings } from './findings.ts';
import { judgeAllowed, judgeDefault } from './literals.ts';
import { judgeAddress, judgeSetBy } from './set-by.ts';
import { judgeReference, judgeSelects } from './unique-references.ts';

export function judgeOperation(findings: Findings, linked: LinkedOperation): void {
  const { model } = findings;
  const { facts } = linked;
  for (const effect of effectsOf(linked)) judgeEffect(findings, linked, effect);
  judgeAssignments(findings, linked);
  const row = firstTarget(model, linked);
  for (const field of facts.bodyTable.items) {
    judgeValues(findings, field);
    const sets = valueOf(field.sets);
    const meant = sets && fieldMeant(model, sets, row);
    if (meant) judgeSetBy(findings, linked, meant.resource, meant.path, undefined, field.sets.at);
  }
  judgeBodyTypes(findings, linked);
  judgeBodyDefaults(findings, linked);
  for (const parameter of facts.pathTable.items) judgePathRow(findings, linked, parameter);
  const listed = queriedBy(model, linked) ?? row;
  for (const parameter of [...facts.queryTable.items, ...facts.headerTable.items]) {
    if (parameter.anyFieldOf) judgeEveryField(findings, linked, parameter.anyFieldOf, listed);
    judgeValues(findings, parameter);
  }
}

function judgeEffect(findings: Findings, linked: LinkedOperation, effect: Effect): void {
  judgeAddress(findings, linked, effect);
  if ('also' in effect) for (const state of effect.also ?? []) judgeGone(findings, effect.target.text, state);
  if (!isMove(effect)) return;
  const machine = `${effect.target.text}.${effect.field.text}`;
  const field = findings.model.fields.get(machine);
  const type = field && valueOf(field.type);
  if (!field || !type || type.kind === 'state') return;
  const related = [{ at: field.type.at, message: 'its type is stated here' }];
  findings.report(notAState, effect.field.at, { machine }, related);
}

/** `` reads R, also `removed` ``: of the machines of R one has that state, and calls it gone. */
function judgeGone(findings: Findings, resource: string, state: Name): void {
  const views = machinesOf(findings.model, resource);
  const [first] = views;
  if (views.some((view) => goneOf(view).includes(state.text))) return;
  if (!first) {
    const fields = findings.model.resources.get(resource)?.fields;
    const isKnown =
      fields?.written && fields.items.every(({ type }) => valueOf(type) && valueOf(type)!.kind !== 'state');
    if (isKnown) findings.report(notGone, state.at, { state: state.text, machine: resource });
    return;
  }
  const view = views.find(({ states }) => states.includes(state.text));
  if (!view) return;
  const declared = view.machine.states.items.find(({ name }) => name.text === state.text);
  // A Kind that is not shown may be gone.
  if (
    !declared ||
    (valueOf(declared.kind) === undefined && declared.kind.status !== 'any' && declared.kind.status !== 'none')
  )
    return;
  findings.report(notGone, state.at, { state: state.text, machine: view.name }, [
    { at: declared.kind.at, message: 'its Kind is stated here' },
  ]);
}

function judgeAssignments(findings: Findings, linked: LinkedOperation): void {
  const { model } = findings;
  for (const { field, value, resource, path, place } of assignmentsOf(model, linked)) {
    judgeSetBy(findings, linked, resource, path, value, field.at);
    const end = resource && model.fields.get(`${resource.name.text}.${path.join('.')}`);
    if (resource && end) judgeAssignment(findings, { resource, field: end }, `\`${field.text}\``, value, place);
    else for (const operand of operandsOfValue(value)) judgePlace(findings, operand, place);
  }
}

/** Default and Allowed values beside the type. */
function judgeValues(findings: Findings, row: Parameter | BodyField): void {
  const type = valueOf(row.type);
  const name = `\`${row.name.text}\``;
  if (type) judgeReference(findings, type);
  if (type) judgeDefault(findings, { type, at: row.type.at }, row.default, row.allowed, name);
  judgeAllowed(findings, type, row.allowed, name);
}

function judgePathRow(findings: Findings, linked: LinkedOperation, parameter: Parameter): void {
  const selects = valueOf(parameter.selects);
  const type = valueOf(parameter.type);
  if (type) judgeReference(findings, type);
  judgePathType(findings, linked, parameter);
  judgeAllowed(findings, type, parameter.allowed, `\`${parameter.name.text}\``);
  judgeAlwaysSent(findings, parameter);
  if (selects?.kind === 'row') judgeSelects(findings, linked, selects);
}

/** An address without it is another address. */
function judgeAlwaysSent(findings: Findings, { name, required, default: initial }: Parameter): void {
  const what = `\`${name.text}\`: a parameter of the path is always sent (Required \`yes\`, Default \`none\`)`;
  const isOptional = valueOf(required) !== undefined && valueOf(required)?.kind !== 'yes';
  if (isOptional) findings.report(contradiction, required.at, { what });
  if (valueOf(initial)) findings.report(contradiction, initial.at, { what });
}

/** `` any field of `R` ``: R is what the operation lists. */
function judgeEveryField(findings: Findings, linked: LinkedOperation, name: Name, row: Resource | undefined): void {
  if (!findings.model.resources.has(name.text) || !row || row.name.text === name.text) return;
  const what = `what the query of \`${headingOf(linked)}\` filters: \`${name.text}\`, where it lists \`${row.name.text}\``;
  findings.report(contradiction, name.at, { what }, [
    { at: linked.facts.does.at, message: 'its rows are stated here' },
  ]);
}
