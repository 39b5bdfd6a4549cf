// The body of a request. Input: an operation. Output: a schema of its fields, each with what is stated about it being left out, null
// or empty; a rule that is not stated leaves the request open. Notation, part 4, key Body, tables and keys on fields.

import { bodyOf, isFixedOnceThere } from '../analysis/document/inputs.ts';
import { namedInBody, ofBody, type BodyInput, type InputField } from '../analysis/document/input-fields.ts';
import { isComplete } from '../analysis/document/complete.ts';
import { isHidden, isSignedInBy } from '../analysis/document/shape-fields.ts';
import {
  fieldPath,
  nameOfRow,
  operationPath,
  parameterPath,
  resourcePath,
  type SlotPath,
} from '../analysis/document/slot-ids.ts';
import { headingOf } from '../analysis/document/targets.ts';
import { inputRules, memberRule, modeOf, type InputMode } from '../analysis/values/input-rules.ts';
import { isConditionalInside, nestedRules } from '../analysis/values/nested-rules.ts';
import { stripped } from '../analysis/values/value-schemas.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { unknownElsewhere } from '../notation/values/unknown-fields.ts';
import { formsOf } from './body-forms.ts';
import { pascal } from './names.ts';
import { notShown, openAt, type MayBeOpen, type NotShown } from './not-shown.ts';
import { prose } from './prose.ts';
import { groupsIn } from './sent-groups.ts';
import { type Member, objectOf, type Others, type Schema } from './schema.ts';
import { clearing, defaultOf, isRefused, openRules, settledRules, withRules } from './sent-rules.ts';
import type { Showing } from './shown.ts';
import { valueSchema, type Place } from './values.ts';
import { withKept, type Kept } from './kept-members.ts';

export interface SentBody extends MayBeOpen {
  readonly schema: Schema;
  readonly required: boolean;
}

type Fields = Extract<BodyInput, { readonly kind: 'fields' }>;

/** Undefined: nothing is taken. */
export function sentBody(showing: Showing, linked: LinkedOperation): SentBody | undefined {
  const { model } = showing;
  const body = bodyOf(model, linked);
  if (body.kind === 'unread') return undefined;
  if (body.kind === 'open')
    return {
      schema: {},
      required: false,
      ...notShown(openAt(model, operationPath(headingOf(linked), 'body'), body.slot)),
    };
  const others = othersOf(showing, linked, body);
  const rest = body.fields.find(({ isRest }) => isRest);
  const kept = rest && { path: rest.path, member: inputMember(showing, linked, rest) };
  const beside = kept ? 'kept' : others.are;
  const membersOf = (of: Pick<Fields, 'fields' | 'readOnly'>): readonly Member[] => [
    ...of.fields.map((field) => inputMember(showing, linked, field)),
    ...readOnlyMembers(showing, linked, of.readOnly, beside),
  ];
  const own = namedInBody(body.fields).filter(({ isList }) => !isList);
  const items = inRows(body);
  const item: Schema = { ...objectOf(membersOf(items), others.are), ...groupsIn(showing, linked, items.fields) };
  const list = body.rows && listMember(showing, linked, body, item);
  if (own.some(({ when }) => when))
    return severalForms(showing, linked, own, body.readOnly, { ...others, beside, kept });
  const groups = groupsIn(showing, linked, own);
  const members = [...membersOf({ fields: own, readOnly: ofBody(body.readOnly) }), ...(list ? [list] : [])];
  const schema = list?.path.length === 0 ? list.schema : withKept(objectOf(members, others.are), kept, others.isWhole);
  return {
    schema: { ...schema, ...groups, ...notShown(others.open) },
    required: 'allOf' in groups || kept?.member.required === true || members.some((one) => one.required),
  };
}

/** Beside a list of rows it is held. */
function severalForms(
  showing: Showing,
  linked: LinkedOperation,
  fields: readonly InputField[],
  readOnly: Fields['readOnly'],
  others: ReturnType<typeof othersOf> & { readonly beside: Others | 'kept'; readonly kept: Kept | undefined },
): SentBody {
  const all = fields.map((field) => ({ field, member: inputMember(showing, linked, field) }));
  const beside = readOnlyMembers(showing, linked, readOnly, others.beside);
  const schema = formsOf(showing.model, linked, all, others.are, (members, own, are) => ({
    ...withKept(objectOf([...members, ...beside], others.are), others.kept, others.isWhole),
    ...groupsIn(showing, linked, own, are),
  }));
  const required = all.some(({ field, member }) => !field.when && member.required);
  return { schema: { ...schema, ...notShown(others.open) }, required };
}

function inRows({ fields, readOnly }: Fields): Pick<Fields, 'fields' | 'readOnly'> {
  return { fields: fields.filter(({ list }) => list), readOnly: readOnly.filter(({ list }) => list) };
}

/** The list of which each item becomes a row. */
function listMember(showing: Showing, linked: LinkedOperation, { fields, rows }: Fields, items: Schema): Member {
  const list = fields.find(({ isList }) => isList);
  if (!list) return { path: rows!.path, schema: { type: 'array', items }, required: true };
  const plain = list.types.map((slot): typeof slot =>
    slot.status === 'stated' && slot.value.kind === 'array'
      ? { ...slot, value: { ...slot.value, of: { kind: 'object' } } }
      : slot,
  );
  const member = inputMember(showing, linked, { ...list, types: plain });
  return { ...member, schema: { ...member.schema, items } };
}

/** Fields that are not listed: a list that goes on may have them. */
function othersOf(
  { model }: Showing,
  linked: LinkedOperation,
  body: Fields,
): { readonly are: Others; readonly open: readonly NotShown[]; readonly isWhole: boolean } {
  const { unknownFields } = linked.facts;
  const { bodyTable } = (model.operations.get(body.from) ?? linked).facts;
  const owners = new Set(body.fields.flatMap(({ sets }) => sets?.resource ?? []));
  const lists = bodyTable.written
    ? isComplete(model, bodyTable)
      ? []
      : [operationPath(body.from, 'body-fields')]
    : [...owners].flatMap((name) =>
        isComplete(model, model.resources.get(name)!.fields) ? [] : [resourcePath(name, 'fields')],
      );
  const policy = unknownElsewhere(unknownFields);
  const open = [
    ...lists.flatMap((path) => openAt(model, path)),
    ...openAt(model, operationPath(headingOf(linked), 'unknown-fields'), unknownFields),
  ];
  const isWhole = lists.length === 0;
  if (policy === undefined || !isWhole) return { are: 'open', open, isWhole };
  return { are: policy === 'refused' ? 'none' : 'any', open, isWhole };
}

/** What an object does not have that may have all else. */
const NEVER: Schema = { not: {} };

/** Fields that are not the caller's to send: where they are passed over, they may be there; where they are refused, they are none of what is kept. */
function readOnlyMembers(
  { model }: Showing,
  linked: LinkedOperation,
  readOnly: Fields['readOnly'],
  others: Others | 'kept',
): readonly Member[] {
  const { readOnlyFields } = linked.facts;
  const isRefused = valueOf(readOnlyFields) === 'refused';
  if (isRefused && others === 'kept') return readOnly.map(({ path }) => ({ path, schema: NEVER, required: false }));
  if (isRefused || others === 'any') return [];
  const open = openAt(model, operationPath(headingOf(linked), 'read-only-fields'), readOnlyFields);
  const schema = valueOf(readOnlyFields) === 'ignored' ? { 'x-ninefold-read-only': 'ignored' } : notShown(open);
  return readOnly.map(({ path }) => ({ path, schema: schema as Schema, required: false }));
}

function inputMember(showing: Showing, linked: LinkedOperation, field: InputField): Member {
  const { model } = showing;
  const mode = modeOf(linked, field);
  const written = inputRules(model, linked, field);
  const rules = { ...settledRules(showing, written), conditional: written.conditional };
  const types = field.types.flatMap((slot) => valueOf(slot) ?? []).filter(({ kind }) => kind !== 'same-as');
  const allowed = field.allowed.flatMap((slot) => valueOf(slot) ?? []);
  const machine = field.sets && `${field.sets.resource}.${field.sets.field.name.text}`;
  const place = {
    ...placeOf(showing, linked, mode, machine),
    ...clearing(types.map((type) => memberRule(linked, mode, type, field))),
  };
  const owner = field.sets && model.resources.get(field.sets.resource);
  const finds = owner !== undefined && isSignedInBy(linked, owner, field.sets!.field);
  const plain = valueSchema(finds ? { ...place, isSent: false } : place, types.map(stripped), allowed);
  const meaning = field.sets && valueOf(field.sets.field.meaning);
  const isWhole = !isFixedOnceThere(model, linked, field);
  return {
    path: field.path,
    required: rules.omitted.do === 'refuse' && isWhole,
    nullable: !isRefused(rules.nulls, rules.omitted),
    schema: {
      ...withRules(plain, rules, types),
      ...defaultOf(rules.omitted, types),
      ...(meaning && { description: prose(meaning) }),
      ...(rules.conditional && 'text' in field.required && { 'x-ninefold-required': field.required.text }),
      ...notShown([...openRules(showing, rules), ...openColumns(showing, linked, field)]),
    },
  };
}

function openColumns(
  { model }: Showing,
  linked: LinkedOperation,
  { sets, row, types, allowed, nth }: InputField,
): readonly NotShown[] {
  const column = (fact: string): SlotPath | undefined =>
    row
      ? parameterPath(headingOf(linked), 'body', nameOfRow(row.name.text, nth), fact)
      : sets && fieldPath(sets.resource, sets.field.name.text, fact);
  const at = (fact: string): SlotPath => column(fact) ?? operationPath(headingOf(linked), 'body');
  return [
    ...types.flatMap((slot) => openAt(model, at('type'), slot)),
    ...allowed.flatMap((slot) => openAt(model, at('allowed-values'), slot)),
  ];
}

function placeOf(showing: Showing, linked: LinkedOperation, mode: InputMode, machine: string | undefined): Place {
  return {
    model: showing.model,
    machine,
    isSent: true,
    isPatch: mode === 'merge',
    resource: (type, isPatch) => {
      const resource = showing.model.resources.get(type.resource.text);
      return resource ? nestedSchema(showing, linked, { mode, isPatch }, resource) : { type: 'object' };
    },
  };
}

interface Nesting {
  readonly mode: InputMode;
  /** By RFC 7396. */
  readonly isPatch: boolean;
}

/** A nested shape as it is sent. Operations that treat what is null, empty or unknown alike share it. */
function nestedSchema(showing: Showing, linked: LinkedOperation, how: Nesting, resource: Resource): Schema {
  const { model, definitions } = showing;
  const { nullFields, emptyText, unknownFields, readOnlyFields } = linked.facts;
  const name = resource.name.text;
  const policy = unknownElsewhere(unknownFields);
  const texts = [nullFields, emptyText, readOnlyFields].map((slot) => ('text' in slot ? slot.text : ''));
  const key = JSON.stringify(['sent', name, how.mode, how.isPatch, policy ?? '', ...texts]);
  return definitions.refer(key, `${pascal(name)}${how.isPatch ? 'Patch' : 'Input'}`, () => {
    const isOpen = policy === undefined || !isComplete(model, resource.fields);
    const members = resource.fields.items.flatMap((field) => nestedMember(showing, linked, how, { resource, field }));
    return objectOf(members, isOpen ? 'open' : policy === 'refused' ? 'none' : 'any');
  });
}

function nestedMember(
  showing: Showing,
  linked: LinkedOperation,
  { mode, isPatch }: Nesting,
  { resource, field }: { readonly resource: Resource; readonly field: Field },
): readonly Member[] {
  const { model } = showing;
  const name = field.name.text;
  if (isHidden(field) && valueOf(field.setBy)?.kind !== 'caller') return [];
  const written = nestedRules(linked, mode, resource, field);
  const rules = settledRules(showing, {
    omitted: isPatch ? { do: 'keep' } : written.omitted,
    nulls: (isPatch ? written.patched : undefined) ?? written.nulls,
    empty: written.empty ?? { do: 'accept' },
  });
  const type = valueOf(field.type);
  const types = type ? [stripped(type)] : [];
  const cleared = clearing([type && memberRule(linked, mode, type)]);
  const place = { ...placeOf(showing, linked, mode, undefined), isPatch, ...cleared };
  const schema = valueSchema(place, types, valueOf(field.allowed) ?? []);
  const meaning = valueOf(field.meaning);
  const open = openAt(model, fieldPath(resource.name.text, name, 'type'), field.type);
  return [
    {
      path: name.split('.'),
      required: rules.omitted.do === 'refuse',
      nullable: !isRefused(rules.nulls, rules.omitted),
      schema: {
        ...withRules(schema, rules, types),
        ...defaultOf(rules.omitted, types),
        ...(isConditionalInside(field) && 'text' in field.required && { 'x-ninefold-required': field.required.text }),
        ...(meaning && { description: prose(meaning) }),
        ...notShown([...openRules(showing, rules), ...open]),
      },
    },
  ];
}
