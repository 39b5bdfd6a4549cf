// The fields that a rule over other rows looks at. Input: `count of R where …` and the like. Output: fields of the rows that are found,
// of the row of the rule, and of the rows that both lead to. Notation, part 2, "Who sets a field".

import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Rule } from '../../notation/values/formulas.ts';
import { whosIn } from '../../notation/values/who.ts';
import { walkCondition, type ConditionVisitor } from './condition-walk.ts';
import { elementOf, followPath, type FieldAt } from './paths.ts';
import { searchesOf, type Search } from './rule-paths.ts';
import { callersWith } from './schemes.ts';

/** Fields of the row of the rule itself: `this f`, and what its path begins with. */
export function ownSearched(model: Model, owner: Resource, rule: Rule): readonly FieldAt[] {
  const found: FieldAt[] = [];
  const operand: ConditionVisitor['operand'] = (one, base, { self }) => {
    if (one.kind === 'field' && one.owner === 'this' && self === owner)
      found.push(...followPath(model, base, one.path).fields.slice(0, 1));
  };
  for (const { resource, where } of searchesOf(rule))
    if (where) walkCondition(model, where, { row: model.resources.get(resource.text), self: owner }, { operand });
  return found;
}

export function searchedFields(model: Model, owner: Resource, rule: Rule): readonly FieldAt[] {
  return searchesOf(rule).flatMap((one) => searchedBy(model, owner, one));
}

function searchedBy(model: Model, owner: Resource, { resource, where, field }: Search): readonly FieldAt[] {
  const searched = model.resources.get(resource.text);
  const found: FieldAt[] = [];
  const gather = (condition: Condition, row: Resource | undefined, self: Resource | undefined): void =>
    walkCondition(
      model,
      condition,
      { row, self },
      {
        operand: (operand, base, ground) => {
          if (operand.kind === 'this') found.push(...identityOf(ground.self));
          if (operand.kind !== 'field' || !base) return;
          const bases = operand.owner === 'caller' ? callersWith(model, operand.path) : [base];
          for (const one of bases) {
            const { fields } = followPath(model, one, operand.path);
            found.push(...fields, ...shownBy(model, fields.at(-1)));
          }
        },
      },
    );
  if (where) gather(where, searched, owner);
  if (field) found.push(...followPath(model, searched, field.text.split('.')).fields);
  // Rows that the caller may not see are not found.
  const who = searched && valueOf(searched.visibleTo);
  for (const one of who ? whosIn(who) : []) if (one.kind === 'condition') gather(one.condition, searched, searched);
  return found;
}

/** A row beside a value is compared by its identity. */
function identityOf(resource: Resource | undefined): readonly FieldAt[] {
  const [name] = (resource && valueOf(resource.identifiedBy)) ?? [];
  const field = resource?.fields.items.find((one) => one.name.text === name?.text);
  return resource && field ? [{ resource, field }] : [];
}

/** A reference beside a value is compared by the field that it is shown by. */
function shownBy(model: Model, last: FieldAt | undefined): readonly FieldAt[] {
  const type = last && valueOf(last.field.type);
  const inner = type && elementOf(type).type;
  if (inner?.kind !== 'resource' || !inner.by) return [];
  return followPath(model, model.resources.get(inner.resource.text), inner.by.text.split('.')).fields;
}
