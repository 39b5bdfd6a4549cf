// Whether the When of a row of a Body table can be judged by what an operation is sent, and what the row stands beside. Input: the
// condition and its row. Output: words as in supported.ts. Notation, part 4, "Bodies of several forms".

import type { BodyField } from '../../../notation/endpoints.ts';
import { otherFieldIn } from '../../../notation/values/field-defaults.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import type { Operand } from '../../../notation/values/operands.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import { walkCondition } from '../../document/condition-walk.ts';
import { sentReference } from '../../document/body-references.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { bodyOf } from '../../document/inputs.ts';
import type { InputField } from '../../document/input-fields.ts';
import { withoutNull } from '../../document/paths.ts';
import { firstTarget } from '../../document/targets.ts';
import { isSealed } from '../../document/type-traits.ts';
import { conditionFeatures } from './values.ts';
import { bodyFieldOf, ofEachType } from '../../values/body-whens.ts';

export function whenFeatures(
  model: Model,
  condition: Condition,
  users: readonly LinkedOperation[],
  row: BodyField,
): Features {
  return [...new Set(users.flatMap((linked) => inOperation(model, linked, condition, row)))];
}

function inOperation(model: Model, linked: LinkedOperation, condition: Condition, row: BodyField): Features {
  const body = bodyOf(model, linked);
  const fields = body.kind === 'fields' ? body.fields : [];
  const own = fields.find((field) => field.row === row);
  const at = firstTarget(model, linked);
  return [
    'Body: When',
    ...conditionFeatures(model, condition, { row: at, self: at, sent: true, sentTo: [linked] }),
    ...looksAt(model, linked, condition),
    ...featureIf(body.kind === 'fields' && body.rows !== undefined, 'Body: When, beside rows in a list'),
    ...(own ? ofField(own, fields) : []),
  ];
}

/** `{id}` names a row. */
const NOT_SENT: ReadonlySet<string> = new Set<Operand['kind']>(['this', 'caller', 'value', 'now', 'parameter']);

/** What it looks at is sent, and is there before the rows are known that count. */
function looksAt(model: Model, linked: LinkedOperation, condition: Condition): Features {
  const row = firstTarget(model, linked);
  let [isElsewhere, isNotSent, isUnderWhen] = [false, false, false];
  walkCondition(
    model,
    condition,
    { row, self: row },
    {
      search: () => {
        isElsewhere = true;
      },
      operand: (operand, base) => {
        if (NOT_SENT.has(operand.kind)) isNotSent = true;
        if (operand.kind !== 'field' || operand.owner === 'query' || operand.owner === 'header') return;
        if (sentReference(model, linked, operand)) {
          isElsewhere = true;
          return;
        }
        if (operand.owner !== 'body' && base !== row) isElsewhere = true;
        const field = bodyFieldOf(model, linked, operand);
        if (!field) isNotSent = true;
        else if (field.types.some((slot) => withoutNull(slot)?.kind === 'resource')) isElsewhere = true;
        else if (field.when) isUnderWhen = true;
      },
    },
  );
  return [
    ...featureIf(isElsewhere, 'Body: When, over other rows'),
    ...featureIf(isNotSent && !isElsewhere, 'Body: When, over what is not sent'),
    ...featureIf(isUnderWhen, 'Body: When, over a field with a When'),
  ];
}

function ofField(field: InputField, fields: readonly InputField[]): Features {
  const type = field.sets && withoutNull(field.sets.field.type);
  const isCopied = otherFieldIn(field.default) !== undefined;
  const alike = fields.filter((other) => other !== field && isOfOneColumn(field, other));
  return [
    ...featureIf(type?.kind === 'state', 'Body: When, of a state'),
    ...featureIf(type && isSealed(type), 'Body: When, of a secret'),
    ...featureIf(isCopied, 'Body: When, of a Default that is another field'),
    ...featureIf(ofEachType([field, ...alike]).length > 1, 'Body: When, of one field by two types'),
  ];
}

export function isOfOneColumn({ sets }: InputField, other: InputField): boolean {
  return sets !== undefined && sets.field === other.sets?.field;
}

/** Another operation takes the same body, of which some rows have a When. */
export function hasWhen(model: Model, linked: LinkedOperation): boolean {
  const body = bodyOf(model, linked);
  return body.kind === 'fields' && body.fields.some(({ row }) => row && valueOf(row.when) !== undefined);
}
