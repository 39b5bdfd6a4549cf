// The names that part 4 uses. Input: linked operations, so that what is under All operations is read where it holds. Output: findings,
// each place once. Notation, part 4.

import { allKeys } from '../notation/values/ordering.ts';
import { POLICY_KEYS, type PolicyKey } from '../notation/operation.ts';
import { isMove } from '../analysis/document/effect-traits.ts';
import { oncePer } from '../base/once-per.ts';
import type { Parameter } from '../notation/endpoints.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf, type Name, type Slot } from '../notation/slot.ts';
import { operandsOfValue, type Effect } from '../notation/values/effects.ts';
import type { FieldPolicy } from '../notation/values/policies.ts';
import type { LinkedOperation } from '../model/model.ts';
import { fieldsInHeader } from '../notation/words.ts';
import { bodyOf, mayBring } from '../analysis/document/inputs.ts';
import { keepingEffects, keptField, keptName } from '../analysis/document/kept-members.ts';
import { machinesOf } from '../analysis/document/moves.ts';
import { cursorField } from '../analysis/document/pages.ts';
import { followPath } from '../analysis/document/paths.ts';
import { effectsOf, firstTarget, headingOf, namesInPath, queriedBy } from '../analysis/document/targets.ts';
import { answeredResource } from '../analysis/requests/outcomes.ts';
import { assignmentsOf, fieldMeant } from '../analysis/values/assignments.ts';
import { namedIn, statedGroups } from '../analysis/values/sent-groups.ts';
import { unknownField } from '../diagnostics/linking.ts';
import { linkShape } from './answers.ts';
import { linkType } from './field-types.ts';
import { linkOwners } from './owners.ts';
import { linkOrder } from './ordering.ts';
import type { References } from './references.ts';

export function linkOperation(refs: References, linked: LinkedOperation): void {
  const { facts } = linked;
  const row = firstTarget(refs.model, linked);
  for (const effect of effectsOf(linked)) linkEffect(refs, effect);
  for (const { field, value, resource, path, place } of assignmentsOf(refs.model, linked)) {
    refs.field(resource, path, field.at);
    for (const operand of operandsOfValue(value)) refs.operand(operand, place, linked);
  }
  const who = valueOf(facts.who);
  if (who) linkOwners(refs, who, row);
  for (const key of POLICY_KEYS) linkPolicy(refs, linked, key);
  const listed = queriedBy(refs.model, linked) ?? row;
  const order = valueOf(facts.order);
  linkOrder(refs, listed, order ? allKeys(order) : []);
  const pages = valueOf(facts.pages);
  const last = pages && cursorField(pages);
  if (last !== undefined) refs.field(listed, [last], facts.pages.at);
  for (const event of valueOf(facts.emits) ?? []) refs.event(event);
  for (const code of valueOf(facts.errors) ?? []) refs.error(code);
  linkBody(refs, linked, row);
  linkSent(refs, linked);
  linkKept(refs, linked);
  for (const parameter of facts.pathTable.items) linkPathRow(refs, linked, parameter);
  const answered = answeredResource(refs.model, linked);
  for (const parameter of [...facts.queryTable.items, ...facts.headerTable.items])
    linkParameter(refs, parameter, answered);
  for (const status of facts.statuses.items) {
    const when = valueOf(status.when);
    if (when?.kind === 'error') for (const code of when.errors) refs.error(code);
    const shape = valueOf(status.body);
    const isError = when?.kind === 'error';
    if (shape) linkShape(refs, shape, answered, isError ? undefined : linked);
    for (const { name, value } of isError ? [] : (valueOf(status.headers) ?? []))
      for (const field of fieldsInHeader(value)) refs.field(answered, field.split('.'), name.at);
  }
}

function linkEffect(refs: References, effect: Effect): void {
  if (effect.kind === 'ends token' || effect.kind === 'sets') return;
  const row = effect.target.text === 'caller' ? undefined : refs.resource(effect.target);
  const [first] = machinesOf(refs.model, effect.target.text);
  if ('also' in effect && first)
    for (const state of effect.also ?? [])
      if (!machinesOf(refs.model, effect.target.text).some(({ states }) => states.includes(state.text)))
        refs.state(first.name, state);
  if (effect.kind === 'lists values') refs.field(row, effect.field.text.split('.'), effect.field.at);
  if (effect.kind === 'signs in') for (const name of effect.by) refs.field(row, name.text.split('.'), name.at);
  if (!isMove(effect)) return;
  refs.field(row, effect.field.text.split('.'), effect.field.at);
  if (effect.to) refs.state(`${effect.target.text}.${effect.field.text}`, effect.to);
}

/** Fields with rules of their own: of the body, or of the row it fills; under All operations, of any operation it holds for. */
function linkPolicy(refs: References, linked: LinkedOperation, key: PolicyKey): void {
  const slot: Slot<FieldPolicy<string>> = linked.facts[key];
  const fields = valueOf(slot)?.fields ?? [];
  const judged = policiesOf(refs);
  if (fields.length === 0 || judged.has(slot)) return;
  judged.add(slot);
  const heirs = [...refs.model.operations.values()].filter((one) => one.facts[key] === slot);
  for (const { field } of fields)
    if (!heirs.some((one) => mayHave(refs, one, field.text)))
      refs.field(firstTarget(refs.model, linked), field.text.split('.'), field.at);
}

const policiesOf = oncePer<[], References, Set<object>>(() => new Set());

/** Its body or its row has the field, or that is not known. */
function mayHave(refs: References, linked: LinkedOperation, name: string): boolean {
  const body = bodyOf(refs.model, linked);
  if (body.kind === 'open') return true;
  const fields = body.kind === 'fields' ? body.fields : [];
  if (fields.some(({ path, sets }) => path.join('.') === name || sets?.field.name.text === name)) return true;
  return followPath(refs.model, firstTarget(refs.model, linked), name.split('.')).end === 'found';
}

function linkBody(refs: References, linked: LinkedOperation, row: Resource | undefined): void {
  const { body, bodyTable } = linked.facts;
  const fact = valueOf(body);
  if (fact?.kind === 'same as') refs.operation(fact.operation);
  if (fact?.kind === 'shape') linkShape(refs, fact.shape, row);
  for (const field of bodyTable.items) {
    linkType(refs, field.type, { row });
    const sets = valueOf(field.sets);
    const meant = sets && fieldMeant(refs.model, sets, row);
    if (meant) refs.field(meant.resource, meant.path, field.sets.at);
  }
}

/** Fields of the body, as they are sent. */
function linkSent(refs: References, linked: LinkedOperation): void {
  const groups = statedGroups(linked);
  if (groups.length === 0 || bodyOf(refs.model, linked).kind === 'open') return;
  const known = namedIn(refs.model, linked);
  for (const name of groups.flatMap(({ names }) => names)) {
    const { text, at } = name;
    if (known.has(text) || mayBring(refs.model, linked, (path) => path === text)) continue;
    const operation = headingOf(linked);
    const hint = refs.near(text, () => known.keys());
    const values = { name: text, resource: `body of ${operation}`, hint, place: `in the body of \`${operation}\`` };
    refs.report(unknownField, at, values, [
      { at: linked.operation.name.at, message: 'the operation is declared here' },
    ]);
  }
}

/** A field of a row that it makes or changes. */
function linkKept(refs: References, linked: LinkedOperation): void {
  const name = keptName(linked);
  const [first] = keepingEffects(linked);
  if (name && first && !keptField(refs.model, linked))
    refs.field(refs.model.resources.get(first.target.text), name.text.split('.'), name.at);
}

function linkPathRow(refs: References, linked: LinkedOperation, parameter: Parameter): void {
  const names = namesInPath(linked.operation.path);
  if (linked.operation.facts.pathTable.items.includes(parameter) && !names.includes(parameter.name.text)) {
    refs.parameter(linked, parameter.name.text, parameter.name.at);
  }
  const selects = valueOf(parameter.selects);
  linkType(refs, parameter.type);
  if (selects?.kind !== 'row') return;
  const resource = refs.resource(selects.resource);
  refs.field(resource, selects.by.text.split('.'), selects.by.at);
  if (selects.inside !== undefined && !names.includes(selects.inside))
    refs.parameter(linked, selects.inside, parameter.selects.at);
}

function linkParameter(refs: References, parameter: Parameter, row: Resource | undefined): void {
  if (parameter.anyFieldOf) refs.resource(parameter.anyFieldOf);
  linkType(refs, parameter.type);
  const selects = valueOf(parameter.selects);
  if (selects?.kind === 'whole')
    for (const name of selects.fields as readonly Name[]) refs.field(row, name.text.split('.'), name.at);
}
