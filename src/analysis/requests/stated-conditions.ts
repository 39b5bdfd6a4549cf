// Every condition that rows or requests are held to, with the place whose names it may use. Input: a model. Output: each condition to a
// visitor, once for each place; what is under All operations or in part 7 once for each operation that it holds for. Notation,
// part 2, "Conditions".

import { addTo } from '../../base/grouped.ts';
import { ruledResource } from '../values/row-rules.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { Machine } from '../../notation/states.ts';
import { isSettled, valueOf } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import { conditionOf, type LimitedCalls } from '../../notation/values/limited-calls.ts';
import { whosIn, type Who } from '../../notation/values/who.ts';
import { effectsOf, firstTarget, queriedBy } from '../document/targets.ts';
import { decidingConditions } from '../document/rule-paths.ts';
import { ruleCauses } from '../machines/refusal-rules.ts';
import type { OperandPlace } from '../values/operand-types.ts';
import { answeredResource } from './outcomes.ts';
import { receiverConditions } from './receivers.ts';

type Visit = (condition: Condition, place: OperandPlace) => void;

/** What the row at hand is, and for which call. */
type Request = OperandPlace['request'];

export function eachCondition(model: Model, visit: Visit): void {
  for (const resource of model.resources.values()) ofResource(model, resource, visit);
  for (const machine of model.document.states.machines.items) ofMachine(model, machine, visit);
  for (const linked of model.operations.values()) ofOperation(model, linked, visit);
  for (const { condition, place } of receiverConditions(model)) visit(condition, place);
  ofErrors(model, visit);
  for (const { appliesTo } of model.document.limits.limits.items) ofCalls(valueOf(appliesTo), visit);
}

function at(row: Resource | undefined, request: Request, self = row): OperandPlace {
  return { row, self, request };
}

function ofResource(model: Model, resource: Resource, visit: Visit): void {
  for (const { resource: other, where } of valueOf(resource.whenDeleted) ?? [])
    if (where) visit(where, at(model.resources.get(other.text), undefined, resource));
  for (const field of resource.fields.items) ofField(model, resource, field, visit);
  const seen = valueOf(resource.visibleTo);
  if (seen) ofWho(seen, at(resource, undefined), visit);
}

function ofField(model: Model, resource: Resource, { required, present, setBy }: Field, visit: Visit): void {
  for (const rule of [valueOf(required), valueOf(present)])
    if (rule?.kind === 'if') visit(rule.condition, at(resource, undefined));
  const by = valueOf(setBy);
  const rule = by?.kind === 'service' && by.rule.kind !== 'gap' ? by.rule : undefined;
  if (rule && 'where' in rule && rule.where)
    visit(rule.where, at(model.resources.get(rule.resource.text), undefined, resource));
  if (rule?.kind === 'by the table below')
    for (const condition of decidingConditions(rule)) visit(condition, at(resource, undefined));
}

function ofMachine(model: Model, { resource, moves }: Machine, visit: Visit): void {
  const row = model.resources.get(resource.text);
  for (const move of moves.items) {
    const by = valueOf(move.by);
    const operations = by?.kind === 'operations' ? by.operations : [];
    const known = operations.flatMap(({ text }) => model.operations.get(text) ?? []);
    // Time and others outside send nothing; where By is not shown, it is not known what is sent.
    const requests: readonly Request[] =
      known.length > 0 ? known : [by && by.kind !== 'operations' ? undefined : 'open'];
    const [onlyIf, who] = [valueOf(move.onlyIf), valueOf(move.who)];
    for (const request of requests) {
      if (onlyIf) visit(onlyIf, at(row, request));
      if (who) ofWho(who, at(row, request), visit);
    }
  }
}

function ofWho(who: Who, place: OperandPlace, visit: Visit): void {
  for (const one of whosIn(who)) {
    if (one.kind === 'condition') visit(one.condition, place);
    if (one.kind === 'which items' && one.items.kind !== 'gap') visit(one.items, place);
  }
}

function ofOperation(model: Model, linked: LinkedOperation, visit: Visit): void {
  const { facts } = linked;
  // Few operations have conditions: the row at hand is looked up only for those that do.
  const here = (): OperandPlace => at(firstTarget(model, linked), linked);
  // An operation whose Does touches no row has none of which Who could speak.
  const mayHaveNone = (): OperandPlace => {
    const isRowless = isSettled(facts.does) && !effectsOf(linked).some((effect) => 'target' in effect);
    return isRowless ? { ...here(), rowless: true } : here();
  };
  for (const effect of effectsOf(linked))
    if ('where' in effect && effect.where) visit(effect.where, at(model.resources.get(effect.target.text), linked));
  const who = valueOf(facts.who);
  if (who) ofWho(who, mayHaveNone(), visit);
  for (const field of facts.bodyTable.items) {
    const required = valueOf(field.required);
    if (required?.kind === 'if') visit(required.condition, here());
    const when = valueOf(field.when);
    if (when) visit(when, here());
  }
  for (const { items } of [facts.queryTable, facts.headerTable]) {
    for (const parameter of items) {
      const required = valueOf(parameter.required);
      if (required?.kind === 'if') visit(required.condition, mayHaveNone());
      const selects = valueOf(parameter.selects);
      if (selects?.kind !== 'condition') continue;
      const listed = queriedBy(model, linked);
      visit(selects.condition, { ...(listed ? at(listed, linked) : here()), parameter });
    }
  }
  for (const { when } of facts.statuses.items) {
    const condition = valueOf(when)?.condition;
    if (!condition) continue;
    const answered = answeredResource(model, linked);
    visit(condition, answered ? at(answered, linked) : mayHaveNone());
  }
  for (const { key, statement } of facts.repeatTable.items) if (key === 'appliesTo') ofCalls(valueOf(statement), visit);
}

/** A condition of part 7 is about the row and the request of each operation that it refuses. */
function ofErrors(model: Model, visit: Visit): void {
  for (const { when } of model.document.errors.codes.items)
    for (const cause of valueOf(when) ?? []) {
      if (cause.kind !== 'condition') continue;
      if (cause.after) {
        visit(cause.condition, at(ruledResource(model, cause), undefined));
        continue;
      }
      for (const place of judgesOf(model).get(cause.condition) ?? [at(undefined, 'open')])
        visit(cause.condition, place);
    }
}

/** The operations that judge each condition. */
const judgesOf = oncePer((model: Model): ReadonlyMap<Condition, readonly OperandPlace[]> => {
  const found = new Map<Condition, OperandPlace[]>();
  for (const linked of model.operations.values())
    for (const { when, resource } of ruleCauses(model, linked))
      addTo(found, when, at(resource === undefined ? undefined : model.resources.get(resource), linked));
  return found;
});

function ofCalls(applies: LimitedCalls | undefined, visit: Visit): void {
  const condition = applies && conditionOf(applies);
  if (condition) visit(condition, at(undefined, 'open'));
}
