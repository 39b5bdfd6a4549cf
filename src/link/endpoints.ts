// The names that part 4 uses. Input: linked operations, so that what stands under All operations is read where it holds. Output: findings,
// each place once. Notation, part 4.

import { oncePer } from '../base/once-per.ts';
import { contradiction } from '../diagnostics/reading.ts';
import { notAState, notGone } from '../diagnostics/states.ts';
import type { Who } from '../notation/values/who.ts';
import type { Assignment, Effect } from '../notation/values/effects.ts';
import type { BodyField, Parameter } from '../notation/endpoints.ts';
import type { FieldPolicy } from '../notation/values/policies.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf, type Name, type Slot } from '../notation/slot.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import type { OperandPlace } from '../analysis/values/operand-types.ts';
import { goneOf } from '../analysis/values/gone-states.ts';
import { followPath } from '../analysis/document/paths.ts';
import { machinesOf } from '../analysis/document/moves.ts';
import { answeredResource } from '../analysis/requests/outcomes.ts';
import { effectsOf, headingOf, namesInPath, queriedBy, targetsOf } from '../analysis/document/targets.ts';
import { linkShape } from './answers.ts';
import { judgeAssignment } from './comparisons/assignments.ts';
import { judgeCondition, judgePlace } from './comparisons/conditions.ts';
import { judgeBodyDefaults, judgeBodyTypes, judgePathType } from './comparisons/rows.ts';
import { judgeAllowed, judgeDefault } from './literals.ts';
import type { References } from './references.ts';
import { linkType } from './field-types.ts';
import { linkOrder } from './ordering.ts';
import { judgeAddress, judgeSetBy } from './set-by.ts';
import { judgeSelects } from './unique-references.ts';

export function linkOperation(refs: References, linked: LinkedOperation): void {
  const { facts } = linked;
  const row = rowOf(refs, linked);
  for (const effect of effectsOf(linked)) linkEffect(refs, linked, effect);
  const who = valueOf(facts.who);
  if (who) linkWho(refs, linked, who, row);
  for (const key of ['omittedFields', 'nullFields', 'emptyText'] as const) linkPolicy(refs, linked, key);
  const listed = queriedBy(refs.model, linked) ?? row;
  linkOrder(refs, listed, valueOf(facts.order) ?? []);
  for (const event of valueOf(facts.emits) ?? []) refs.event(event);
  for (const code of valueOf(facts.errors) ?? []) refs.error(code);
  linkBody(refs, linked, row);
  for (const parameter of facts.pathTable.items) linkPathRow(refs, linked, parameter);
  for (const parameter of [...facts.queryTable.items, ...facts.headerTable.items])
    linkParameter(refs, linked, parameter, listed);
  const answered = answeredResource(refs.model, linked);
  for (const status of facts.statuses.items) {
    const when = valueOf(status.when);
    if (when?.kind === 'error') for (const code of when.errors) refs.error(code);
    if (when?.condition) judgeCondition(refs, when.condition, { row: answered, self: answered, request: linked });
    const shape = valueOf(status.body);
    if (shape) linkShape(refs, shape, answered, when?.kind === 'error' ? undefined : linked);
  }
}

/** The first that Does names. */
function rowOf(refs: References, linked: LinkedOperation): Resource | undefined {
  return targetsOf(refs.model, linked)
    .map((name) => refs.model.resources.get(name))
    .find((one) => one !== undefined);
}

function linkEffect(refs: References, linked: LinkedOperation, effect: Effect): void {
  if (effect.kind === 'ends token') return;
  if (effect.kind === 'sets') {
    assignments(refs, linked, effect.assignments, rowOf(refs, linked), false);
    return;
  }
  const row = effect.target.text === 'caller' ? undefined : refs.resource(effect.target);
  if ('where' in effect && effect.where) judgeCondition(refs, effect.where, { row, self: row, request: linked });
  if ('with' in effect) assignments(refs, linked, effect.with, row, true);
  judgeAddress(refs, linked, effect);
  if ('also' in effect) for (const state of effect.also ?? []) alsoGone(refs, effect.target.text, state);
  if (effect.kind === 'lists values') refs.field(row, effect.field.text.split('.'), effect.field.at);
  if (effect.kind === 'signs in') for (const name of effect.by) refs.field(row, name.text.split('.'), name.at);
  if (effect.kind !== 'moves' && effect.kind !== 'moves every') return;
  refs.field(row, effect.field.text.split('.'), effect.field.at);
  if (effect.to) refs.state(`${effect.target.text}.${effect.field.text}`, effect.to);
  const machine = `${effect.target.text}.${effect.field.text}`;
  const field = refs.model.fields.get(machine);
  const type = field && valueOf(field.type);
  if (field && type && type.kind !== 'state') {
    refs.report(notAState, effect.field.at, { machine }, [{ at: field.type.at, message: 'its type is stated here' }]);
  }
}

/** `` reads R, also `removed` ``: of the machines of R one has that state, and calls it gone. */
function alsoGone(refs: References, resource: string, state: Name): void {
  const views = machinesOf(refs.model, resource);
  const [first] = views;
  if (views.some((view) => goneOf(view).includes(state.text))) return;
  if (!first) {
    const fields = refs.model.resources.get(resource)?.fields;
    const isKnown =
      fields?.written && fields.items.every(({ type }) => valueOf(type) && valueOf(type)!.kind !== 'state');
    if (isKnown) refs.report(notGone, state.at, { state: state.text, machine: resource });
    return;
  }
  const view = views.find(({ states }) => states.includes(state.text));
  if (!view) return refs.state(first.name, state);
  const declared = view.machine.states.items.find(({ name }) => name.text === state.text);
  // A Kind that is not shown may be gone.
  if (
    !declared ||
    (valueOf(declared.kind) === undefined && declared.kind.status !== 'any' && declared.kind.status !== 'none')
  )
    return;
  refs.report(notGone, state.at, { state: state.text, machine: view.name }, [
    { at: declared.kind.at, message: 'its Kind is stated here' },
  ]);
}

/** `row`: whose fields they are; `made`: it is not there yet, and what is `this` is not known. */
function assignments(
  refs: References,
  linked: LinkedOperation,
  all: readonly Assignment[],
  row: Resource | undefined,
  made: boolean,
): void {
  for (const { field, value } of all) {
    const path = field.text.split('.');
    const owner = path.length > 1 ? refs.model.resources.get(path[0]!) : undefined;
    const resource = owner ?? row;
    const own = owner ? path.slice(1) : path;
    refs.field(resource, own, field.at);
    judgeSetBy(refs, linked, resource, own, value, field.at);
    const ground = { row: made ? undefined : resource, self: made ? undefined : resource };
    const place: OperandPlace = { ...ground, request: linked, ...(made && { rowless: true as const }) };
    refs.operand(value, place, linked);
    const end = resource && refs.model.fields.get(`${resource.name.text}.${own.join('.')}`);
    if (resource && end) judgeAssignment(refs, { resource, field: end }, `\`${field.text}\``, value, place);
    else judgePlace(refs, value, place);
  }
}

function linkWho(refs: References, linked: LinkedOperation, who: Who, row: Resource | undefined): void {
  switch (who.kind) {
    case 'condition':
      return judgeCondition(refs, who.condition, { row, self: row, request: linked });
    case 'or':
      for (const one of who.items) linkWho(refs, linked, one, row);
      return;
    case 'except':
      linkWho(refs, linked, who.who, row);
      return linkWho(refs, linked, who.except, row);
    case 'which items':
      linkWho(refs, linked, who.who, row);
      if (who.items.kind !== 'gap') judgeCondition(refs, who.items, { row, self: row, request: linked });
      return;
    case 'owner': {
      const [head, ...rest] = who.path;
      const owner = refs.model.resources.get(head!);
      refs.field(owner ?? row, owner ? rest : who.path, who.at);
      return;
    }
    case 'anyone':
    case 'signed-in':
    case 'role':
    case 'scope':
  }
}

/** Fields apart: of the body, or of the row it fills. */
/** What stands under All operations names a field of any operation that it holds for. */
function linkPolicy(
  refs: References,
  linked: LinkedOperation,
  key: 'omittedFields' | 'nullFields' | 'emptyText',
): void {
  const slot: Slot<FieldPolicy<string>> = linked.facts[key];
  const fields = valueOf(slot)?.fields ?? [];
  const judged = policiesOf(refs);
  if (fields.length === 0 || judged.has(slot)) return;
  judged.add(slot);
  const heirs = [...refs.model.operations.values()].filter((one) => one.facts[key] === slot);
  for (const { field } of fields)
    if (!heirs.some((one) => mayHave(refs, one, field.text)))
      refs.field(rowOf(refs, linked), field.text.split('.'), field.at);
}

const policiesOf = oncePer<[], References, Set<object>>(() => new Set());

/** Its body or its row has the field, or nobody knows. */
function mayHave(refs: References, linked: LinkedOperation, name: string): boolean {
  const body = bodyOf(refs.model, linked);
  if (body.kind === 'open') return true;
  const fields = body.kind === 'fields' ? body.fields : [];
  if (fields.some(({ path, sets }) => path.join('.') === name || sets?.field.name.text === name)) return true;
  return followPath(refs.model, rowOf(refs, linked), name.split('.')).end === 'found';
}

function linkBody(refs: References, linked: LinkedOperation, row: Resource | undefined): void {
  const { body, bodyTable } = linked.facts;
  const fact = valueOf(body);
  if (fact?.kind === 'same as') refs.operation(fact.operation);
  if (fact?.kind === 'shape') linkShape(refs, fact.shape, row);
  for (const field of bodyTable.items) {
    const type = valueOf(field.type);
    judgeValues(refs, field);
    if (type?.kind === 'same-as') {
      const owner = type.owner === undefined ? row : refs.resource({ text: type.owner, at: field.type.at });
      refs.field(owner, type.path, field.type.at);
    } else if (type) linkType(refs, type);
    const required = valueOf(field.required);
    if (required?.kind === 'if') judgeCondition(refs, required.condition, { row, self: row, request: linked });
    const sets = valueOf(field.sets);
    if (sets) linkSets(refs, linked, sets, row, field.sets);
  }
  judgeBodyTypes(refs, linked);
  judgeBodyDefaults(refs, linked);
}

/** Default and Allowed values beside the type. */
function judgeValues(refs: References, row: Parameter | BodyField): void {
  const type = valueOf(row.type);
  if (type) judgeDefault(refs, { type, at: row.type.at }, row.default, row.allowed, `\`${row.name.text}\``);
  judgeAllowed(refs, type, row.allowed, `\`${row.name.text}\``);
}

function linkSets(
  refs: References,
  linked: LinkedOperation,
  path: readonly string[],
  row: Resource | undefined,
  slot: Slot<unknown>,
): void {
  const owner = path.length > 1 ? refs.model.resources.get(path[0]!) : undefined;
  refs.field(owner ?? row, owner ? path.slice(1) : path, slot.at);
  judgeSetBy(refs, linked, owner ?? row, owner ? path.slice(1) : path, undefined, slot.at);
}

function linkPathRow(refs: References, linked: LinkedOperation, parameter: Parameter): void {
  const names = namesInPath(linked.operation.path);
  if (linked.operation.facts.pathTable.items.includes(parameter) && !names.includes(parameter.name.text)) {
    refs.parameter(linked, parameter.name.text, parameter.name.at);
  }
  const selects = valueOf(parameter.selects);
  const type = valueOf(parameter.type);
  if (type) linkType(refs, type);
  judgePathType(refs, linked, parameter);
  judgeAllowed(refs, type, parameter.allowed, `\`${parameter.name.text}\``);
  judgeAlwaysSent(refs, parameter);
  if (selects?.kind !== 'row') return;
  judgeSelects(refs, linked, selects);
  const resource = refs.resource(selects.resource);
  refs.field(resource, selects.by.text.split('.'), selects.by.at);
  if (selects.inside !== undefined && !names.includes(selects.inside))
    refs.parameter(linked, selects.inside, parameter.selects.at);
}

/** An address without it is another address. */
function judgeAlwaysSent(refs: References, { name, required, default: initial }: Parameter): void {
  const what = `\`${name.text}\`: a parameter of the path is always sent (Required \`yes\`, Default \`none\`)`;
  const isOptional = valueOf(required) !== undefined && valueOf(required)?.kind !== 'yes';
  if (isOptional) refs.report(contradiction, required.at, { what });
  if (valueOf(initial)) refs.report(contradiction, initial.at, { what });
}

/** `` any field of `R` ``: R is what the operation lists. */
function linkEveryField(refs: References, linked: LinkedOperation, name: Name, row: Resource | undefined): void {
  if (!refs.resource(name) || !row || row.name.text === name.text) return;
  const what = `what the query of \`${headingOf(linked)}\` filters: \`${name.text}\`, where it lists \`${row.name.text}\``;
  refs.report(contradiction, name.at, { what }, [{ at: linked.facts.does.at, message: 'its rows are stated here' }]);
}

function linkParameter(
  refs: References,
  linked: LinkedOperation,
  parameter: Parameter,
  row: Resource | undefined,
): void {
  if (parameter.anyFieldOf) linkEveryField(refs, linked, parameter.anyFieldOf, row);
  judgeValues(refs, parameter);
  const type = valueOf(parameter.type);
  if (type) linkType(refs, type);
  const selects = valueOf(parameter.selects);
  if (selects?.kind === 'condition')
    judgeCondition(refs, selects.condition, { row, self: row, request: linked, parameter });
  if (selects?.kind === 'whole')
    for (const name of selects.fields as readonly Name[]) refs.field(row, name.text.split('.'), name.at);
}
