// The body of a request: its fields, and what happens when one is missing, null, empty, wrong, unknown or not the caller's to
// send. Input: an operation. Output: BodyPlan. Notation, part 4, key Body, tables and keys on fields.

import { fault, known } from '../../base/fault.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { FieldFailure } from '../../notation/values/causes.ts';
import type { FieldCause } from '../../notation/values/met-causes.ts';
import { refuse } from '../refuse.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { canTwoFail, failureAt } from '../../analysis/refusals/causes.ts';
import { allowsNoBlank, inputRules, modeOf, type InputRule } from '../../analysis/values/input-rules.ts';
import {
  bodyOf,
  isFixedOnceThere,
  type BodyInput,
  type InputField,
  type ReadOnlyField,
} from '../../analysis/document/inputs.ts';
import { isSignedInBy } from '../../analysis/document/shape-fields.ts';
import { operationPath, partPath, resourcePath } from '../../analysis/document/slot-ids.ts';
import { conditionExpr } from '../conditions.ts';
import type { OperationContext } from '../context.ts';
import type { BodyFieldPlan, BodyPlan, FieldRule, JsonSchema, WrapperPlan } from '../input.ts';
import { compiledRule, inputValue, type Shapes } from '../nested.ts';
import type { Typed } from '../operands.ts';
import { fieldProblems, objectProblem } from '../problems.ts';
import { schemaOf } from '../schemas.ts';
import { inputType, inputTyped, sentBy } from '../request-parameters.ts';

type Fields = Extract<BodyInput, { kind: 'fields' }>;

export function bodyPlan(context: OperationContext, shapes: Shapes): BodyPlan {
  const { model, linked, heading } = context;
  const body = bodyOf(model, linked);
  if (body.kind === 'unread') return { kind: body.refused ? 'refused' : 'none' };
  if (body.kind === 'open') fault('the body is not known');
  const unknown = unknownFields(context, body);
  const collect = valueOf(model.document.errors.allFailedFields);
  const twoFail = canTwoFail(model, linked);
  const open =
    collect === undefined && twoFail
      ? context.gap(partPath(7, 'all-failed-fields'), model.document.errors.allFailedFields)
      : undefined;
  const fields = body.fields.map((field) => fieldPlan(context, shapes, body, field, unknown));
  const readOnly = readOnlyRule(context);
  const sent = known(valueOf(linked.facts.mediaType)?.in, `the media type of ${heading} is not known`);
  return {
    kind: 'fields',
    mediaTypes: sent.split(',').map((one) => one.split(';')[0]!.trim().toLowerCase()),
    fields: [...fields, ...body.readOnly.map((field) => readOnlyPlan(field, readOnly))],
    unknown,
    wrappers: wrappersOf(model, body),
    collect: open === undefined ? twoFail && (collect ?? false) : { held: context.held([open]) },
  };
}

function unknownFields(context: OperationContext, body: Fields): FieldRule {
  const { facts } = context.linked;
  const policy = valueOf(facts.unknownFields);
  const gap =
    policy === undefined
      ? context.gap(operationPath(context.heading, 'unknown-fields'), facts.unknownFields)
      : undefined;
  const open = [...openLists(context, body), ...(gap === undefined ? [] : [gap])];
  if (open.length > 0) return { do: 'hold', held: context.held(open) };
  return policy === 'refused' ? refuse({ kind: 'unknown field' }) : { do: 'ignore' };
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

export function readOnlyRule(context: OperationContext): FieldRule {
  const { readOnlyFields } = context.linked.facts;
  const policy = valueOf(readOnlyFields);
  if (policy === 'refused') return refuse({ kind: 'read-only field' });
  const gap =
    policy === undefined ? context.gap(operationPath(context.heading, 'read-only-fields'), readOnlyFields) : undefined;
  return gap === undefined ? { do: 'ignore' } : { do: 'hold', held: context.held([gap]) };
}

/** Known, and not the caller's to send. */
function readOnlyPlan({ path, resource, field }: ReadOnlyField, rule: FieldRule): BodyFieldPlan {
  const free: FieldRule = { do: 'accept' };
  return {
    path,
    name: field.name.text,
    subject: `${resource}.${field.name.text}`,
    parameter: `body.${path.join('.')}`,
    schema: {},
    value: { type: 'json' },
    omitted: free,
    nulls: free,
    empty: free,
    invalid: free,
    sent: rule,
  };
}

function fieldPlan(
  context: OperationContext,
  shapes: Shapes,
  body: Fields,
  field: InputField,
  unknown: FieldRule,
): BodyFieldPlan {
  const { model, linked } = context;
  const type = inputType(field);
  const types = field.types.flatMap((slot) => valueOf(slot) ?? []).filter((one) => one.kind !== 'same-as');
  const stated = field.allowed.flatMap((slot) => valueOf(slot) ?? []);
  const allowed = stated.filter((constraint) => constraint.kind !== 'not-blank');
  const rules = inputRules(model, linked, field);
  const fails = (failure: FieldFailure): FieldCause => failureAt(field, failure);
  const rule = (one: InputRule): FieldRule => compiledRule(context, fails, type, one);
  const mode = modeOf(linked, field);
  const owner = field.sets && model.resources.get(field.sets.resource);
  const finds = owner !== undefined && isSignedInBy(linked, owner, field.sets!.field);
  const value = inputValue(context, shapes, type, unknown, { linked, mode, finds });
  const omitted = rule(rules.omitted);
  const merge = mode === 'merge' && (value.format === 'map' || value.format === 'object' || value.format === 'shape');
  const states = statesOf(context, field);
  const plain = schemaOf(model, types, allowed);
  const schema = states ? { ...plain, enum: states } : plain;
  return {
    path: field.path,
    name: nameOf(field),
    subject: field.subject,
    parameter: `body.${field.path.join('.')}`,
    ...(isFixedOnceThere(model, linked, field) && { given: `given.body.${field.path.join('.')}` }),
    schema: merge ? patchSchema(schema) : schema,
    value,
    // A condition decides later: until then the field counts as not sent.
    omitted: rules.conditional && omitted.do === 'as null' ? { do: 'keep' } : omitted,
    ...(rules.conditional && { requiredIf: requiredIf(context, body, field) }),
    nulls: rule(rules.nulls),
    empty: rule(rules.empty),
    ...(allowsNoBlank(field) && { blank: causeKey(fails('blank')) }),
    invalid: refuse(fails('invalid')),
    ...fieldProblems(model, types, stated, states),
    sent: { do: 'accept' },
    ...(merge && { merge: true as const }),
  };
}

/** The field's own name where it is sent under it, else the last name of its place. */
function nameOf(field: InputField): string {
  const own = field.sets?.field.name.text.split('.') ?? [];
  const isOwn = own.length > 0 && field.path.slice(-own.length).join('.') === own.join('.');
  return isOwn ? own.join('.') : field.path.at(-1)!;
}

/** A state is one of its machine's. */
function statesOf(context: OperationContext, field: InputField): readonly string[] | undefined {
  return field.sets && context.machine(`${field.sets.resource}.${field.sets.field.name.text}`)?.states;
}

/** Members that are null are taken away: https://www.rfc-editor.org/rfc/rfc7396 */
function patchSchema(schema: JsonSchema): JsonSchema {
  const inner = schema['additionalProperties'];
  const patched =
    typeof inner === 'object' && inner !== null ? { additionalProperties: { anyOf: [inner, { type: 'null' }] } } : {};
  // How many there are is known only after the merge (merged.ts).
  const { minProperties: _, maxProperties: __, ...rest } = schema;
  return { ...rest, ...patched };
}

/** `Required: if …`: over what is sent, and over defaults for what is not. */
function requiredIf(context: OperationContext, body: Fields, field: InputField): BodyFieldPlan['requiredIf'] & object {
  const required = valueOf(field.required);
  if (required?.kind !== 'if') fault(`${field.subject} is not required by a condition`);
  const resource = field.sets && context.model.resources.get(field.sets.resource);
  const row = resource && ({ kind: 'sent', resource, values: sentFields(context.model, body)(resource) } as const);
  const when = conditionExpr(required.condition, { context, row, sent: sentBy(context, context.linked) });
  return { when, cause: causeKey(failureAt(field, 'missing')) };
}

/** What a body sets of the fields of a resource, by name: each condition of that resource looks there. */
const sentFields = oncePer((model: Model, body: Fields) =>
  oncePer((resource: Resource): ReadonlyMap<string, Typed> => {
    const own = body.fields.flatMap((one) =>
      one.sets?.resource === resource.name.text ? [[one.sets, one] as const] : [],
    );
    return new Map(own.map(([{ field }, one]) => [field.name.text, inputTyped(model, one)]));
  }),
);

/** The objects around dotted fields. */
function wrappersOf(model: Model, body: Fields): readonly WrapperPlan[] {
  const wrappers = new Map<string, WrapperPlan>();
  for (const field of body.fields) {
    const own = field.sets?.field.name.text.split('.').length ?? 1;
    for (let length = 1; length < field.path.length; length++) {
      const path = field.path.slice(0, length);
      const key = JSON.stringify(path);
      if (wrappers.has(key)) continue;
      // A part of the row may be null as a whole; what only wraps the row may not.
      const isPart = length > field.path.length - own;
      wrappers.set(key, {
        path,
        required: false,
        invalid: refuse(failureAt(field, 'invalid'), objectProblem(model)),
        ...(isPart && { nulls: { do: 'as null' as const } }),
      });
    }
  }
  for (const { path } of body.readOnly) {
    for (let length = 1; length < path.length; length++) {
      const key = JSON.stringify(path.slice(0, length));
      if (!wrappers.has(key))
        wrappers.set(key, { path: path.slice(0, length), required: false, nulls: { do: 'as null' } });
    }
  }
  return [...wrappers.values()];
}
