// What becomes of members of a body that none of its fields names. Input: an operation and its body. Output: the rule for them, and the
// plan of the field that keeps them. Notation, part 4, key Unknown fields.

import { failurePlace, type BodyInput, type InputField } from '../../analysis/document/input-fields.ts';
import { operationPath, resourcePath } from '../../analysis/document/slot-ids.ts';
import { valueOf } from '../../notation/slot.ts';
import { unknownElsewhere } from '../../notation/values/unknown-fields.ts';
import type { BodyFieldPlan } from '../body-plan.ts';
import { inputType } from '../body-parameters.ts';
import type { OperationContext } from '../context.ts';
import type { FieldRule } from '../input.ts';
import { fieldProblems } from '../problems.ts';
import { refuse } from '../refuse.ts';
import { patchSchema, schemaOf } from '../schemas.ts';
import { plainType } from '../values.ts';

type Fields = Extract<BodyInput, { kind: 'fields' }>;

export function unknownFields(context: OperationContext, body: Fields): FieldRule {
  const { facts } = context.linked;
  const policy = unknownElsewhere(facts.unknownFields);
  const gap =
    policy === undefined
      ? context.gap(operationPath(context.heading, 'unknown-fields'), facts.unknownFields)
      : undefined;
  const open = [...openLists(context, body), ...(gap === undefined ? [] : [gap])];
  if (open.length > 0) return { do: 'hold', held: context.held(open) };
  return policy === 'refused' ? refuse({ kind: 'unknown field' }) : { do: 'ignore' };
}

/** Of the field that keeps what is left: where it is left, and what each member of a map must be. */
export function keptPlan(
  context: OperationContext,
  body: Fields,
  field: InputField,
  isPatch: boolean,
): Pick<BodyFieldPlan, 'path' | 'rest' | 'sent'> {
  const { model } = context;
  const open = openLists(context, body);
  const type = plainType(model, inputType(field));
  const stated = field.allowed.flatMap((slot) => valueOf(slot) ?? []);
  const ofEach = stated.filter(({ kind }) => kind !== 'items');
  const schema =
    type.kind === 'map'
      ? schemaOf(
          model,
          [type.of],
          ofEach.filter(({ kind }) => kind !== 'not-blank'),
        )
      : {};
  const each =
    type.kind === 'map'
      ? { schema: isPatch ? patchSchema(schema) : schema, ...fieldProblems(model, [type.of], ofEach) }
      : undefined;
  return {
    path: failurePlace(field),
    rest: { path: field.path, ...(each && { each }) },
    sent: open.length > 0 ? { do: 'hold', held: context.held(open) } : { do: 'accept' },
  };
}

/** A list of fields that is open: what it does not name may be one of them. */
function openLists(context: OperationContext, body: Fields): readonly string[] {
  const { bodyTable } = (context.model.operations.get(body.from) ?? context.linked).facts;
  const paths = bodyTable.written
    ? [operationPath(body.from, 'body-fields')]
    : [...new Set(body.fields.flatMap(({ sets }) => (sets ? [sets.resource] : [])))].map((name) =>
        resourcePath(name, 'fields'),
      );
  return paths.flatMap((path) => context.gap(path) ?? []);
}
