// Whether `Required: if …` can be judged by what an operation is sent. Comes in: the condition and the field that it stands
// on. Goes out: words as in supported.ts, all of them held. Notation, part 2, head Required.

import type { Condition } from '../../conditions.ts';
import type { BodyField } from '../../endpoints.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import type { Required, Resource } from '../../resources.ts';
import { valueOf } from '../../status.ts';
import { walkCondition } from '../condition-walk.ts';
import { isConditional, modeOf } from '../input-rules.ts';
import { bodyOf, type InputField } from '../inputs.ts';
import { endsInGroup, followPath } from '../paths.ts';
import type { Words } from '../supported.ts';
import { selectionOf } from '../targets.ts';

const OTHER_ROWS = 'Required: if, over other rows';
const NOT_SENT = 'Required: if, over what is not sent';

/** `input`: is this the body's field that the statement stands on, in one of the operations that take it? */
export function requiredFits(
  model: Model,
  required: Required,
  owner: Resource | undefined,
  input: (field: InputField) => boolean,
): Words {
  if (required.kind !== 'if') return [];
  const named = namedBy(model, required.condition, owner);
  if (typeof named === 'string') return [named];
  const isSent = [...model.operations.values()].every((linked) => {
    const body = bodyOf(model, linked);
    const fields = body.kind === 'fields' ? body.fields : [];
    const isJudged = fields.some((field) => input(field) && isConditional(field, modeOf(linked, field)));
    return !isJudged || named.every((name) => isInBody(model, linked, fields, owner, name));
  });
  return isSent ? [] : [NOT_SENT];
}

/** A row of the Body table: bare names are of the row that it sets a field of. */
export function bodyRequiredFits(
  model: Model,
  required: Required,
  users: readonly LinkedOperation[],
  written: BodyField,
): Words {
  const bodies = users.map((linked) => bodyOf(model, linked));
  const inputs = bodies.flatMap((body) => (body.kind === 'fields' ? body.fields : []));
  const resource = inputs.find(({ row }) => row === written)?.sets?.resource ?? '';
  return requiredFits(model, required, model.resources.get(resource), ({ row }) => row === written);
}

/** The fields of its own row that a condition names, or what it takes beside them. */
function namedBy(
  model: Model,
  condition: Condition,
  owner: Resource | undefined,
): readonly string[] | typeof OTHER_ROWS | typeof NOT_SENT {
  const names = new Set<string>();
  let beside: typeof OTHER_ROWS | typeof NOT_SENT | undefined;
  walkCondition(
    model,
    condition,
    { row: owner, self: owner },
    {
      search: () => {
        beside = OTHER_ROWS;
      },
      operand: (operand, base) => {
        // Which row it is, is not sent.
        if (operand.kind === 'this') beside ??= NOT_SENT;
        if (operand.kind !== 'field') return;
        // A body's field that sets none stands in no row.
        if (base === undefined && (operand.owner === undefined || operand.owner === 'this')) beside ??= NOT_SENT;
        if (base === undefined) return;
        const followed = followPath(model, base, operand.path);
        const { fields } = followed;
        // A reference to a row of the same resource leads to another row, too.
        if (base !== owner || (fields.length > 1 && !endsInGroup(followed, operand.path))) beside = OTHER_ROWS;
        for (const { field } of fields) names.add(field.name.text);
      },
    },
  );
  return beside ?? [...names];
}

/** What stands in the path is not looked for in the body. */
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
  // Who sets it is not shown: that is asked for, and holds whatever works with the field.
  if (setBy && valueOf(setBy) === undefined && setBy.status !== 'none') return true;
  return !inPath && fields.some(({ sets }) => sets?.resource === resource && sets.field.name.text === name);
}
