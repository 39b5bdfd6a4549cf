// By which of their fields rows are looked for. Input: a model. Output: for each resource the statements that look for its rows, and the
// fields of theirs that have one value then. Notation, part 2, "Conditions" and "Rules of the service"; part 4, Does, Path and Query.

import { addTo } from '../base/grouped.ts';
import { oncePer } from '../base/once-per.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { Operand } from '../notation/values/operands.ts';
import { selectingRows } from '../analysis/document/query-parameters.ts';
import { walkCondition } from '../analysis/document/condition-walk.ts';
import { ruleOf } from '../analysis/document/field-rules.ts';
import { decidingConditions, searchesOf } from '../analysis/document/rule-paths.ts';
import { countedRows } from '../analysis/values/counted-rows.ts';
import { effectsOf, headingOf, pathFacts, queriedBy } from '../analysis/document/targets.ts';
import { receiversOf } from '../analysis/requests/receivers.ts';
import { eachCondition } from '../analysis/requests/stated-conditions.ts';

export interface LookUp {
  /** An operation by its heading, a field as `R.f`, or another place. */
  readonly by: string;
  readonly fields: readonly string[];
  /** Of these, those whose value is another one each time. */
  readonly varying: readonly string[];
  /** `there is`, `count of` and the like: for each row at hand, not for a list. */
  readonly isSearch: boolean;
}

type Add = (resource: string, one: Pick<LookUp, 'by' | 'isSearch'>, where: Condition | undefined) => void;

export const lookUpsIn: (model: Model) => ReadonlyMap<string, readonly LookUp[]> = oncePer((model: Model) => {
  const found = new Map<string, LookUp[]>();
  const add: Add = (resource, one, where) => {
    const ties = where ? tiesIn(model, resource, where) : [];
    const fields = [...new Set(ties.map(({ field }) => field))];
    const varying = ties.flatMap(({ field, varies }) => (varies ? [field] : []));
    if (fields.length > 0) addTo(found, resource, { ...one, fields, varying });
  };
  ofConditions(model, add);
  for (const limit of model.document.limits.limits.items) {
    const counted = countedRows(model, limit);
    if (typeof counted === 'string' || !counted.by) continue;
    const fields = [counted.by.name.text];
    addTo(found, counted.resource.name.text, {
      by: `the limit "${limit.name.text}"`,
      fields,
      varying: fields,
      isSearch: true,
    });
  }
  for (const linked of model.operations.values()) {
    ofOperation(model, linked, add);
    for (const { resource, keys } of pathFacts(model, linked).selections) {
      const fields = keys.map(({ field }) => field);
      if (fields.length > 0)
        addTo(found, resource, { by: headingOf(linked), fields, varying: fields, isSearch: false });
    }
  }
  return found;
});

/** `there is`, `count of` and the like, in rules of fields and in conditions. */
function ofConditions(model: Model, add: Add): void {
  const ofFields = new Set<Condition>();
  const within = (condition: Condition, by: string, seen: (one: Condition) => boolean): void =>
    walkCondition(model, condition, NO_GROUND, {
      word(_, one) {
        if ((one.kind === 'exists' || one.kind === 'count') && seen(one))
          add(one.resource.text, { by, isSearch: true }, one.where);
      },
    });
  for (const { name, fields, whenDeleted } of model.resources.values()) {
    for (const { resource, where } of valueOf(whenDeleted) ?? [])
      add(resource.text, { by: `When deleted of ${name.text}`, isSearch: true }, where);
    for (const field of fields.items) {
      const rule = ruleOf(field);
      if (!rule) continue;
      const by = `${name.text}.${field.name.text}`;
      const inside = (condition: Condition): void => within(condition, by, (one) => Boolean(ofFields.add(one)));
      if (rule.kind === 'by the table below') decidingConditions(rule).forEach(inside);
      else
        for (const { resource, where } of searchesOf(rule)) {
          add(resource.text, { by, isSearch: true }, where);
          if (where) inside(where);
        }
    }
  }
  const receivers = receiversOf(model);
  if (receivers) add(receivers.resource.name.text, { by: 'Sent as', isSearch: true }, receivers.sent.where);
  eachCondition(model, (condition, { request, row }) => {
    const by = typeof request === 'object' ? headingOf(request) : `the rules of ${row?.name.text ?? 'the service'}`;
    within(condition, by, (one) => !ofFields.has(one));
  });
}

const NO_GROUND = { row: undefined, self: undefined };

/** The rows that it lists, changes or deletes. */
function ofOperation(model: Model, linked: LinkedOperation, add: Add): void {
  const one = { by: headingOf(linked), isSearch: false };
  for (const effect of effectsOf(linked))
    if ('where' in effect && 'target' in effect) add(effect.target.text, one, effect.where);
  const listed = queriedBy(model, linked);
  for (const { selects } of selectingRows(linked.facts)) {
    const selected = valueOf(selects);
    if (listed && selected?.kind === 'condition') add(listed.name.text, one, selected.condition);
  }
}

interface Tie {
  readonly field: string;
  readonly varies: boolean;
}

/** Fields that equal something, in a condition over a row of the resource. */
function tiesIn(model: Model, resource: string, condition: Condition): readonly Tie[] {
  if (condition.kind === 'and') return condition.items.flatMap((item) => tiesIn(model, resource, item));
  if (condition.kind !== 'compare' || condition.operator !== '=') return [];
  const { left, right } = condition;
  const tie = (one: Operand, other: Operand): readonly Tie[] => {
    const field = ownField(model, resource, one);
    return field === undefined ? [] : [{ field, varies: !CONSTANTS.has(other.kind) }];
  };
  return [...tie(left, right), ...tie(right, left)];
}

const CONSTANTS: ReadonlySet<Operand['kind']> = new Set(['text', 'number', 'boolean', 'null']);

/** `author`, and of `author.username` the reference. */
function ownField(model: Model, resource: string, operand: Operand): string | undefined {
  if (operand.kind !== 'field' || (operand.owner !== undefined && operand.owner !== resource)) return undefined;
  const { path } = operand;
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.');
    if (model.fields.has(`${resource}.${name}`)) return name;
  }
  return undefined;
}
