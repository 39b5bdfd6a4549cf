// Whether `Required: if …` can be judged by what an operation is sent, and `Present: if …` of a nested shape by the value. Input: the
// condition and its field. Output: words as in supported.ts, all of them held. Notation, part 2, heads Required and Present.

import { oncePer } from '../../../base/once-per.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import type { BodyField } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import type { Presence, Required } from '../../../notation/values/requirements.ts';
import { valueOf } from '../../../notation/slot.ts';
import { walkCondition } from '../../document/condition-walk.ts';
import { isConditional, modeOf } from '../../values/input-rules.ts';
import { sentReference } from '../../document/body-references.ts';
import { bodyOf } from '../../document/inputs.ts';
import type { InputField } from '../../document/input-fields.ts';
import { endsInGroup, followPath } from '../../document/paths.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { nestedInputs } from '../../values/nested-rules.ts';
import { selectionOf } from '../../document/targets.ts';

const OTHER_ROWS = 'Required: if, over other rows';
const NOT_SENT = 'Required: if, over what is not sent';

/** `on`: the row of the Field or of the Body table with the statement. */
export function requiredFits(
  model: Model,
  required: Required,
  owner: Resource | undefined,
  on: Field | BodyField,
): Features {
  if (required.kind !== 'if') return [];
  const { names: named, beside } = namedBy(model, required.condition, owner);
  // A row of a Body table is judged by what is sent alone.
  if (beside === NOT_SENT || (beside && !('kind' in on)))
    return [beside === NOT_SENT ? NOT_SENT : 'Required: if of a Body table, over other rows'];
  const isSent = [...model.operations.values()].every((linked) => {
    const body = bodyOf(model, linked);
    const fields = body.kind === 'fields' ? body.fields : [];
    const judged = inputsByRow(fields).get(on) ?? [];
    const isJudged = judged.some((field) => isConditional(field, modeOf(linked, field)));
    return !isJudged || named.every((name) => isInBody(model, linked, fields, owner, name));
  });
  return [...(beside ? [OTHER_ROWS] : []), ...(isSent ? [] : [NOT_SENT])] as Features;
}

/** In a nested shape `if` looks at the other fields of the same value. */
export function presentInside(model: Model, present: Presence, owner: Resource): Features {
  const isBeyond = present.kind === 'if' && looksBeyond(model, present.condition, owner);
  return featureIf(isBeyond, 'Present: if in a nested shape, over more than its fields');
}

export function requiredInside(model: Model, required: Required, owner: Resource): Features {
  if (required.kind !== 'if') return [];
  const isMerged = [...model.operations.values()].some((linked) => {
    const body = bodyOf(model, linked);
    return (body.kind === 'fields' ? body.fields : []).some(
      (field) =>
        modeOf(linked, field) === 'merge' && nestedInputs(model, linked, field).some((one) => one.owner === owner),
    );
  });
  return [
    ...featureIf(
      looksBeyond(model, required.condition, owner),
      'Required: if in a nested shape, over more than its fields',
    ),
    ...featureIf(isMerged, 'Required: if in a nested shape, which is merged'),
  ];
}

function looksBeyond(model: Model, condition: Condition, owner: Resource): boolean {
  let isBeyond = false;
  walkCondition(
    model,
    condition,
    { row: owner, self: owner },
    {
      search: () => {
        isBeyond = true;
      },
      operand: (operand, base) => {
        if (
          operand.kind === 'text' ||
          operand.kind === 'number' ||
          operand.kind === 'boolean' ||
          operand.kind === 'null'
        )
          return;
        const followed = operand.kind === 'field' && base === owner ? followPath(model, base, operand.path) : undefined;
        if (!followed || followed.fields.length > 1) isBeyond = true;
      },
    },
  );
  return isBeyond;
}

/** A row of the Body table: bare names are of the row that it sets a field of. */
export function bodyRequiredFits(
  model: Model,
  required: Required,
  users: readonly LinkedOperation[],
  written: BodyField,
): Features {
  if (required.kind !== 'if') return [];
  const bodies = users.map((linked) => bodyOf(model, linked));
  const inputs = bodies.flatMap((body) => (body.kind === 'fields' ? body.fields : []));
  const resource = inputs.find(({ row }) => row === written)?.sets?.resource ?? '';
  return requiredFits(model, required, model.resources.get(resource), written);
}

/** The fields of its own row that a condition names, or what else it needs. */
function namedBy(
  model: Model,
  condition: Condition,
  owner: Resource | undefined,
): { readonly names: readonly string[]; readonly beside: typeof OTHER_ROWS | typeof NOT_SENT | undefined } {
  const names = new Set<string>();
  let isOfNoRow = false;
  let beside: typeof OTHER_ROWS | undefined;
  walkCondition(
    model,
    condition,
    { row: owner, self: owner },
    {
      search: () => {
        beside = OTHER_ROWS;
      },
      operand: (operand, base) => {
        if ([...model.operations.values()].some((linked) => sentReference(model, linked, operand))) beside = OTHER_ROWS;
        // Which row it is, is not sent.
        if (operand.kind === 'this') isOfNoRow = true;
        if (operand.kind !== 'field') return;
        // A body's field that sets none is in no row.
        if (base === undefined && (operand.owner === undefined || operand.owner === 'this')) isOfNoRow = true;
        if (base === undefined) return;
        const followed = followPath(model, base, operand.path);
        const { fields } = followed;
        // A reference to a row of the same resource leads to another row, too.
        if (base !== owner || (fields.length > 1 && !endsInGroup(followed, operand.path))) beside = OTHER_ROWS;
        const own = base === owner ? fields.slice(0, 1) : [];
        for (const { field } of own) names.add(field.name.text);
      },
    },
  );
  return { names: [...names], beside: isOfNoRow ? NOT_SENT : beside };
}

/** It looks at other rows, and is judged with the effect. */
export function isOverRows(model: Model, { required, sets }: InputField): boolean {
  const stated = valueOf(required);
  const owner = sets && model.resources.get(sets.resource);
  return stated?.kind === 'if' && namedBy(model, stated.condition, owner).beside === OTHER_ROWS;
}

/** What is in the path is not looked for in the body. */
function isInBody(
  model: Model,
  linked: LinkedOperation,
  fields: readonly InputField[],
  owner: Resource | undefined,
  name: string,
): boolean {
  const resource = owner?.name.text ?? '';
  const inPath = selectionOf(model, linked, resource)?.keys.some((key) => key.field === name) ?? false;
  const setBy = model.fields.get(`${resource}.${name}`)?.setBy;
  // Who sets it is not shown: that is a question of its own, and holds all that works with the field.
  if (setBy && valueOf(setBy) === undefined && setBy.status !== 'none') return true;
  return !inPath && setByFields(fields).has(JSON.stringify([resource, name]));
}

/** For a field, a row of the Body table counts; else that of the Field table. */
const inputsByRow = oncePer(
  (fields: readonly InputField[]): ReadonlyMap<Field | BodyField | undefined, readonly InputField[]> =>
    Map.groupBy(fields, ({ row, sets }) => row ?? sets?.field),
);

/** Resource and name of each field that is set: a body may have thousands, and a condition on each. */
const setByFields = oncePer(
  (fields: readonly InputField[]): ReadonlySet<string> =>
    new Set(fields.flatMap(({ sets }) => (sets ? [JSON.stringify([sets.resource, sets.field.name.text])] : []))),
);
