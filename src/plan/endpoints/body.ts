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
import {
  allowsNoBlank,
  inputRules,
  isNullableInput,
  memberRule,
  modeOf,
  type InputRule,
} from '../../analysis/values/input-rules.ts';
import { isOverRows } from '../../analysis/gaps/supported/required.ts';
import { inputOf } from '../../analysis/values/input-types.ts';
import { bodyOf, isFixedOnceThere } from '../../analysis/document/inputs.ts';
import type { BodyInput, InputField } from '../../analysis/document/input-fields.ts';
import type { ReadOnlyField } from '../../analysis/document/read-only-fields.ts';
import { isSignedInBy } from '../../analysis/document/shape-fields.ts';
import { elementOf } from '../../analysis/document/paths.ts';
import { operationPath, partPath } from '../../analysis/document/slot-ids.ts';
import { conditionExpr } from '../conditions.ts';
import type { OperationContext } from '../context.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import { firstTarget } from '../../analysis/document/targets.ts';
import type { Expr } from '../../sql/expression.ts';
import type { BodyFieldPlan, BodyPlan, WrapperPlan } from '../body-plan.ts';
import type { FieldRule } from '../input.ts';
import { compiledRule, inputValue, type Shapes } from '../nested.ts';
import type { Typed } from '../operands.ts';
import { fieldProblems, objectProblem } from '../problems.ts';
import { patchSchema, schemaOf, uncounted } from '../schemas.ts';
import { plainType } from '../values.ts';
import { sentBy } from '../request-parameters.ts';
import { inputType, parameterOf, typedOf } from '../body-parameters.ts';
import { apart, listOnly, listRules } from './body-rows.ts';
import { itemLimits, lengthLimits } from './limits.ts';
import { keptPlan, unknownFields } from './unknown-fields.ts';
import { sentGroupPlans } from './sent-groups.ts';

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
  const { own, rows } = apart(body);
  const readOnly = readOnlyRule(context);
  const plansOf = (of: Fields): readonly BodyFieldPlan[] => [
    ...of.fields.map((field) => fieldPlan(context, shapes, body, field, unknown)),
    ...of.readOnly.map((field) => readOnlyPlan(field, readOnly)),
  ];
  const list = body.fields.find(({ isList }) => isList);
  const fields = plansOf(own);
  const inRows = rows && plansOf(rows);
  const sent = known(valueOf(linked.facts.mediaType)?.in, `the media type of ${heading} is not known`);
  return {
    kind: 'fields',
    mediaTypes: sent.split(',').map((one) => one.split(';')[0]!.trim().toLowerCase()),
    fields,
    ...sentGroupPlans(context, fields, false),
    unknown,
    wrappers: wrappersOf(model, own, list),
    ...(rows && {
      rows: {
        path: body.rows!.path,
        fields: inRows!,
        ...sentGroupPlans(context, inRows!, true),
        wrappers: wrappersOf(model, rows),
        make: [],
        ...(body.rows!.path.length === 0 && itemLimits(context)),
        ...(list && { list: listRules(fieldPlan(context, shapes, body, listField(list), unknown)) }),
      },
    }),
    collect: open === undefined ? twoFail && (collect ?? false) : { held: context.held([open]) },
  };
}

/** What is in it is judged item by item. */
function listField(list: InputField): InputField {
  return {
    ...list,
    types: list.types.map((slot) => (slot.status === 'stated' ? { ...slot, value: listOnly(slot.value) } : slot)),
  };
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
function readOnlyPlan({ path, resource, field, list }: ReadOnlyField, rule: FieldRule): BodyFieldPlan {
  const free: FieldRule = { do: 'accept' };
  return {
    path,
    name: field.name.text,
    subject: `${resource}.${field.name.text}`,
    parameter: parameterOf({ path, list }),
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
  const rule = (one: InputRule): FieldRule =>
    one.do === 'copy' ? copied(context, field, one.from) : compiledRule(context, fails, type, one);
  const mode = modeOf(linked, field);
  const owner = field.sets && model.resources.get(field.sets.resource);
  const finds = owner !== undefined && isSignedInBy(linked, owner, field.sets!.field);
  const value = inputValue(context, shapes, type, unknown, { linked, mode, finds });
  const omitted = rule(rules.omitted);
  // A patch reaches into what is no list.
  const merge = mode === 'merge' && value.type === 'json' && !elementOf(plainType(model, type)).list;
  const states = statesOf(context, field);
  const members = memberRule(linked, mode, plainType(model, type), field);
  const plain = schemaOf(model, types, allowed);
  const schema = states ? { ...plain, enum: states } : plain;
  return {
    path: field.path,
    name: nameOf(field),
    subject: field.subject,
    parameter: parameterOf(field),
    ...(isFixedOnceThere(model, linked, field) && { given: `given.${parameterOf(field)}` }),
    schema: merge ? uncounted(patchSchema(schema)) : schema,
    value,
    ...(field.when && { when: whenOf(context, body, field.when) }),
    // A condition decides later: until then the field counts as not sent.
    omitted: rules.conditional && omitted.do === 'as null' ? { do: 'keep' } : omitted,
    ...(rules.conditional &&
      (isOverRows(model, field)
        ? { requiredByRows: true as const }
        : { requiredIf: requiredIf(context, body, field) })),
    nulls: rule(rules.nulls),
    empty: rule(rules.empty),
    ...(members && { members }),
    ...(allowsNoBlank(field) && { blank: causeKey(fails('blank')) }),
    invalid: refuse(fails('invalid')),
    ...fieldProblems(model, types, stated, states),
    sent: { do: 'accept' },
    ...lengthLimits(context, field.subject),
    ...(merge && { merge: true as const }),
    ...(field.isRest && keptPlan(context, body, field, merge)),
  };
}

/** A Default that is another field, which this body has, too. */
function copied({ model, linked }: OperationContext, field: InputField, from: string): FieldRule {
  const other = known(inputOf(model, linked, field, from), `no field of the body is ${from}`);
  return { do: 'copy', from: parameterOf(other) };
}

/** The field's own name where it is sent under it, else the last name of its place. */
function nameOf(field: InputField): string {
  if (field.isRest) return field.sets!.field.name.text;
  const own = field.sets?.field.name.text.split('.') ?? [];
  const isOwn = own.length > 0 && field.path.slice(-own.length).join('.') === own.join('.');
  return isOwn ? own.join('.') : field.path.at(-1)!;
}

/** A state is one of its machine's. */
function statesOf(context: OperationContext, field: InputField): readonly string[] | undefined {
  return field.sets && context.machine(`${field.sets.resource}.${field.sets.field.name.text}`)?.states;
}

/** `Required: if …`: over what is sent, and over defaults for what is not. */
function requiredIf(context: OperationContext, body: Fields, field: InputField): BodyFieldPlan['requiredIf'] & object {
  const required = valueOf(field.required);
  if (required?.kind !== 'if') fault(`${field.subject} is not required by a condition`);
  const resource = field.sets && context.model.resources.get(field.sets.resource);
  const row = resource && ({ kind: 'sent', resource, values: sentFields(context.model, body)(resource) } as const);
  const when = conditionExpr(required.condition, { context, row, sent: sentBy(context, context.linked) });
  const cause = causeKey(failureAt(field, 'missing'));
  return { when, cause, ...(isNullableInput(field) && { orNull: true as const }) };
}

/** Which requests have the field: over what is sent, where bare names are of the row that the operation works on. */
function whenOf(context: OperationContext, body: Fields, when: Condition): Expr {
  const resource = firstTarget(context.model, context.linked);
  const row = resource && ({ kind: 'sent', resource, values: sentFields(context.model, body)(resource) } as const);
  return conditionExpr(when, { context, row, sent: sentBy(context, context.linked) });
}

/** What a body sets of the fields of a resource, by name: each condition of that resource looks there. */
const sentFields = oncePer((model: Model, body: Fields) =>
  oncePer((resource: Resource): ReadonlyMap<string, Typed> => {
    const own = body.fields.filter(({ sets }) => sets?.resource === resource.name.text);
    const byField = Map.groupBy(own, ({ sets }) => sets!.field.name.text);
    return new Map([...byField].map(([name, all]) => [name, typedOf(model, all)!]));
  }),
);

/** The objects around dotted fields. */
function wrappersOf(model: Model, body: Fields, list?: InputField): readonly WrapperPlan[] {
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
  for (let length = 1; length < (body.rows?.path.length ?? 0); length++) {
    const path = body.rows!.path.slice(0, length);
    const key = JSON.stringify(path);
    const invalid = list && refuse(failureAt(list, 'invalid'), objectProblem(model));
    if (!wrappers.has(key)) wrappers.set(key, { path, required: false, ...(invalid && { invalid }) });
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
