// The causes that a body, a machine and a unique group add to an operation; errors.ts puts them in order. Input: a linked
// operation. Output: causes. Notation, parts 2, 3 and 4; part 7, "Causes".

import { isCreation } from '../document/effect-traits.ts';
import type { FieldFailure } from '../../notation/values/causes.ts';
import { fieldCause, subjectOf, type FieldCause, type MetCause } from '../../notation/values/met-causes.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { unknownElsewhere } from '../../notation/values/unknown-fields.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { allowsNoBlank, newInputRules, type InputRule } from '../values/input-rules.ts';
import { bodyOf, takesReadOnly } from '../document/inputs.ts';
import type { BodyInput, InputField } from '../document/input-fields.ts';
import { bringsBack } from '../values/gone-states.ts';
import { sentGroups } from '../values/sent-groups.ts';
import {
  isConditionalInside,
  isNotBlankField,
  nestedIn,
  nestedInputs,
  type NestedInput,
} from '../values/nested-rules.ts';
import {
  machinesChangedBy,
  machinesOf,
  machineViews,
  movesBy,
  refusalOf,
  type MachineView,
} from '../document/moves.ts';
import { changedOtherwise, refusedOtherwise } from '../machines/other-changes.ts';
import { isOnlyNamed } from '../machines/removals.ts';
import { operandFact, type OperandPlace } from '../values/operand-types.ts';
import { assignmentsOf } from '../values/assignments.ts';
import { clearedIf } from '../values/cleared-fields.ts';
import { computedBy } from '../values/computed-fields.ts';
import { effectsOf, headingOf, pathFacts, setTargets, targetsOf } from '../document/targets.ts';
import { plainType } from '../document/value-kinds.ts';
import { isKeyOfKept } from './kept-keys.ts';
import { uniqueGroups } from './unique-groups.ts';
import { writtenFields } from '../document/changed-fields.ts';

export function bodyCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  const body = bodyOf(model, linked);
  if (body.kind === 'unread' && body.refused) return [{ kind: 'unsupported media type' }];
  if (body.kind !== 'fields') return [];
  const causes: MetCause[] = [{ kind: 'unsupported media type' }, { kind: 'too large' }, { kind: 'malformed body' }];
  const { unknownFields, readOnlyFields } = linked.facts;
  if (unknownElsewhere(unknownFields) === 'refused') causes.push({ kind: 'unknown field' });
  if (valueOf(readOnlyFields) === 'refused' && takesReadOnly(model, linked)) causes.push({ kind: 'read-only field' });
  for (const field of body.fields) causes.push(...fieldCauses(model, linked, field));
  for (const { fields, isExact } of sentGroups(model, linked))
    for (const [place, field] of fields.entries())
      if (place === 0) causes.push(failureAt(field, 'missing'));
      else if (isExact) causes.push(failureAt(field, 'invalid'));
  return causes;
}

/** Can two fields of one body fail: declared ones, ones that are not the caller's, unknown ones, or inside a nested shape? */
export function canTwoFail(model: Model, linked: LinkedOperation): boolean {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return false;
  const { unknownFields, readOnlyFields } = linked.facts;
  const refused = valueOf(readOnlyFields) === 'refused' ? body.readOnly.length : 0;
  if (body.rows || body.fields.length + refused > 1 || unknownElsewhere(unknownFields) === 'refused') return true;
  return body.fields.some(({ isRest, types }) => isRest || types.some((slot) => holdsShape(model, valueOf(slot))));
}

function holdsShape(model: Model, type: FieldType | undefined): boolean {
  return type !== undefined && nestedIn(model, type) !== undefined;
}

function fieldCauses(model: Model, linked: LinkedOperation, field: InputField): readonly MetCause[] {
  const causes: MetCause[] = [];
  const fails = (failure: FieldFailure): void => void causes.push(failureAt(field, failure));
  const rules = newInputRules(model, linked, field);
  // What is left of a body is an object, and neither null nor a text.
  for (const rule of field.isRest ? [rules.omitted] : [rules.omitted, rules.nulls, rules.empty]) {
    const failure = failureOf(rule);
    if (failure) fails(failure);
  }
  if (rules.conditional || clearedIf(model, linked, field)) fails('missing');
  if (field.types.some(({ status }) => status === 'stated') && !keepsAnything(model, field)) fails('invalid');
  if (allowsNoBlank(field)) fails('blank');
  for (const slot of field.types) {
    const type = valueOf(slot);
    const referred = type && referredBy(type);
    if (referred === undefined) continue;
    causes.push({ kind: 'no such in', resource: referred, field: field.sets?.field.name.text ?? field.path.join('.') });
  }
  for (const nested of nestedInputs(model, linked, field)) causes.push(...nestedCauses(nested));
  return causes;
}

/** What is left of a body fits, whatever it is. */
function keepsAnything(model: Model, { isRest, types, allowed }: InputField): boolean {
  const isObject = types.map(valueOf).every((type) => type && plainType(model, type)?.type.kind === 'object');
  return isRest === true && isObject && allowed.every(({ status }) => status === 'any');
}

/** What can be wrong with a field inside a nested shape. */
function nestedCauses({ owner, field, rules }: NestedInput): readonly MetCause[] {
  const failures = [rules.omitted, rules.nulls, rules.patched, rules.empty].map((rule) => rule && failureOf(rule));
  if (isConditionalInside(field)) failures.push('missing');
  if (valueOf(field.type)) failures.push('invalid');
  if (isNotBlankField(field)) failures.push('blank');
  const type = valueOf(field.type);
  const referred = type && referredBy(type);
  const named: MetCause[] =
    referred === undefined ? [] : [{ kind: 'no such in', resource: referred, field: field.name.text }];
  return [...new Set(failures)]
    .flatMap((failure): MetCause[] =>
      failure === undefined ? [] : [fieldCause(owner.name.text, field.name.text, failure)],
    )
    .concat(named);
}

function failureOf(rule: InputRule): FieldFailure | undefined {
  if (rule.do === 'ask') return failureOf(rule.otherwise);
  return rule.do === 'refuse' ? rule.failure : undefined;
}

const notBlankCache = new WeakMap<BodyInput, ReadonlySet<string>>();

function notBlankIn(body: Extract<BodyInput, { kind: 'fields' }>): ReadonlySet<string> {
  let known = notBlankCache.get(body);
  if (!known) {
    known = new Set(body.fields.filter(allowsNoBlank).map((field) => field.subject));
    notBlankCache.set(body, known);
  }
  return known;
}

/** Is the field of a cause `not blank`, in the body or in a nested shape? */
export function isNotBlank(model: Model, body: BodyInput, cause: FieldCause): boolean {
  if (body.kind !== 'fields') return false;
  const subject = subjectOf(cause);
  if (notBlankIn(body).has(subject)) return true;
  const owner = cause.resource === undefined ? undefined : model.resources.get(cause.resource);
  const field = model.fields.get(subject);
  return owner?.identifiedBy.status === 'none' && field !== undefined && isNotBlankField(field);
}

/** The resource that a value of this type refers to by a field of it. */
export function referredBy(type: FieldType): string | undefined {
  switch (type.kind) {
    case 'resource':
      return type.by ? type.resource.text : undefined;
    case 'array':
    case 'set':
    case 'map':
    case 'nullable':
      return referredBy(type.of);
    default:
      return undefined;
  }
}

/** What `with` and `sets` name a row by may lead to none; a row itself, and another reference, cannot. */
export function assignedCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  return effectsOf(linked).flatMap((effect) => {
    const isSet = effect.kind === 'sets';
    if (!isSet && !('with' in effect)) return [];
    const assignments = isSet ? effect.assignments : effect.with;
    const resources = isSet ? setTargets(model, linked, effect) : [effect.target.text];
    return assignments.flatMap(({ field, value }) =>
      resources.flatMap((resource): MetCause[] => {
        const name = field.text.startsWith(`${resource}.`) ? field.text.slice(resource.length + 1) : field.text;
        const slot = model.fields.get(`${resource}.${name}`)?.type;
        const type = slot && valueOf(slot);
        const referred = type && referredBy(type);
        const row = model.resources.get(resource);
        const isLed =
          referred !== undefined &&
          value.kind !== 'arithmetic' &&
          !namesRow(value, referred, type) &&
          mayLeadNowhere(model, value, { row, self: row, request: linked }, referred);
        return isLed ? [{ kind: 'no such in', resource: referred, field: name }] : [];
      }),
    );
  });
}

/** The row at hand by the field that the reference is shown by. */
function namesRow(value: Operand, referred: string, type: FieldType | undefined): boolean {
  const plain = type?.kind === 'nullable' ? type.of : type;
  const by = plain?.kind === 'resource' ? plain.by?.text : undefined;
  return value.kind === 'field' && value.owner === referred && value.path.join('.') === by;
}

function mayLeadNowhere(model: Model, value: Operand, place: OperandPlace, referred: string): boolean {
  const fact = operandFact(model, value, place);
  if (fact.kind === 'literal') return true;
  if (fact.kind !== 'value') return false;
  if (value.kind === 'parameter' && place.request && place.request !== 'open') {
    // Which row it selects is not known, and holds the operation.
    if (pathFacts(model, place.request).open.includes(value.name)) return false;
  }
  return fact.sent ? fact.selects !== referred : fact.refers === undefined;
}

export function stateCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  const causes: MetCause[] = [];
  const heading = headingOf(linked);
  for (const view of machinesChangedBy(model, linked)) {
    for (const move of movesBy(view, heading)) {
      const code = refusalOf(move);
      if (code !== undefined) causes.push({ kind: 'refused', code });
    }
    if (!isAccepted(view) && !isOnlyNamed(linked, view)) causes.push({ kind: 'illegal move', on: view.name });
  }
  for (const view of changedOtherwise(model, linked)) {
    const codes = [...movesBy(view, heading).map(refusalOf), refusedOtherwise(model, linked, view)];
    for (const code of codes) if (code !== undefined) causes.push({ kind: 'refused', code });
  }
  for (const effect of effectsOf(linked)) {
    if (!isCreation(effect) || !('target' in effect)) continue;
    for (const view of machinesOf(model, effect.target.text)) {
      for (const birth of view.births) {
        const code = birth.by?.includes(heading) ? refusalOf(birth) : undefined;
        if (code !== undefined) causes.push({ kind: 'refused', code });
      }
      if (isAccepted(view)) continue;
      if (mayNotBegin(view, heading, effect)) causes.push({ kind: 'illegal move', on: view.name });
    }
  }
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields' || !effectsOf(linked).some((effect) => isCreation(effect))) return causes;
  for (const { sets } of body.fields) {
    const view = sets && machineViews(model).get(`${sets.resource}.${sets.field.name.text}`);
    if (view && !isAccepted(view)) causes.push({ kind: 'illegal move', on: view.name });
  }
  return causes;
}

function isAccepted({ machine }: MachineView): boolean {
  return valueOf(machine.anyOtherMove)?.kind === 'accepted';
}

/** No `(new)` row of the operation holds for every new row, or `with` names the state it begins in. */
function mayNotBegin(view: MachineView, heading: string, effect: Effect): boolean {
  if ('with' in effect && effect.with.some(({ field }) => field.text === view.field)) return true;
  const births = view.births.filter((birth) => birth.by?.includes(heading));
  return births.length > 0 && births.every((birth) => valueOf(birth.row.onlyIf) !== undefined);
}

/** What an operation computes, or what is computed from what it writes, is not what its field may hold. */
export function computedCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  const assigned = assignmentsOf(model, linked).flatMap(({ value, resource, path }) =>
    value.kind === 'arithmetic' && resource ? [fieldCause(resource.name.text, path.join('.'), 'invalid')] : [],
  );
  const rules = targetsOf(model, linked).flatMap((name) => {
    const resource = model.resources.get(name);
    return resource ? computedBy(model, linked, resource).map(({ cause }) => cause) : [];
  });
  return [...assigned, ...rules];
}

/** A unique group can be met by what this operation writes: a value that the service makes unique itself cannot. */
export function takenCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  const causes: MetCause[] = [];
  for (const [name, writes] of writtenFields(model, linked)) {
    const resource = model.resources.get(name);
    if (!resource) continue;
    for (const group of uniqueGroups(resource)) {
      if (group.fields.some((field) => writes.has(field)) && !isKeyOfKept(linked, name, group))
        causes.push(group.cause);
    }
  }
  for (const name of targetsOf(model, linked))
    if (bringsBack(model, linked, name)) causes.push(...keyCauses(model, name));
  return causes;
}

/** A row that comes back takes its keys again, its slugs too; an id is never given twice. */
export function keyCauses(model: Model, name: string): readonly MetCause[] {
  const resource = model.resources.get(name);
  if (!resource) return [];
  const ruleOf = (field: string): string | undefined => {
    const setBy = model.fields.get(`${name}.${field}`)?.setBy;
    const by = setBy && valueOf(setBy);
    return by?.kind === 'service' ? by.rule.kind : undefined;
  };
  const groups = uniqueGroups(resource).filter(({ fields }) => !fields.some((field) => ruleOf(field) === 'new id'));
  const alone = new Set(groups.flatMap(({ fields }) => (fields.length === 1 ? fields : [])));
  const slugs = resource.fields.items.map((field) => field.name.text).filter((field) => ruleOf(field) === 'slug');
  return [
    ...groups.map(({ cause }) => cause),
    ...slugs.filter((field) => !alone.has(field)).map((field) => fieldCause(name, field, 'taken')),
  ];
}

/** What is wrong with a field of a body. */
export function failureAt({ sets, path }: InputField, failure: FieldFailure): FieldCause {
  return sets
    ? fieldCause(sets.resource, sets.field.name.text, failure)
    : { kind: 'field', resource: undefined, path: ['body', ...path], failure };
}
