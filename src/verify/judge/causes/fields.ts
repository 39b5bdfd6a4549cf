// What is wrong with the fields of a body: missing, blank, invalid, or the name of a row that is not there. Input: a call. Output: each failure
// at its place, sure or not; the gaps that a field meets. Notation, part 2 and part 4, "Omitted, null and empty"; part 7.

import { failureAt, referredBy } from '../../../analysis/refusals/causes.ts';
import { failurePlace, type InputField } from '../../../analysis/document/input-fields.ts';
import { inputRules, isNullableInput, modeOf } from '../../../analysis/values/input-rules.ts';
import { sentGroups } from '../../../analysis/values/sent-groups.ts';
import { operandsOf } from '../../../analysis/document/condition-walk.ts';
import { declaredStates } from '../../../analysis/machines/sent-states.ts';
import { oncePer } from '../../../base/once-per.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Constraint } from '../../../notation/values/constraints.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Operand } from '../../../notation/values/operands.ts';
import type { MetCause } from '../../../notation/values/met-causes.ts';
import { memberAt } from '../../values/paths.ts';
import { restAt, sentAt, sentFor } from '../../values/body-fields.ts';
import { truth } from '../../values/evaluate.ts';
import { withoutCleared, withoutNulls } from '../../values/cleared.ts';
import { bare, fitsBesideBlank, isBlankIn, isMembers, type Stated } from '../../values/fits.ts';
import { all, not, some, type Json, type Truth } from '../../world/known.ts';
import { scopeOf, type Facts, type Judge } from './context.ts';
import { isReadable } from './media.ts';
import { truthsOf, type BodyFindings, type Finding } from './findings.ts';
import { insideOf, leadsNowhere, namesIn } from './nested.ts';
import { rowSent } from './row-sent.ts';

const NONE: BodyFindings = { findings: [], gaps: [] };

/** Nothing, of a body that is not read. */
export const bodyFindings: (facts: Facts) => BodyFindings = oncePer((facts: Facts): BodyFindings => {
  const { body } = facts;
  const readable = isReadable(facts);
  if (body.kind !== 'fields' || readable === false) return NONE;
  const found = itemsOf(facts).flatMap((item) => ofItem(facts, item));
  const parts = [...found, groupFindings(facts)];
  return {
    findings: parts.flatMap(({ findings }) =>
      findings.map((one) => (readable ? one : { ...one, truth: all([one.truth, undefined]) })),
    ),
    gaps: [...new Set(parts.flatMap(({ gaps }) => gaps))],
  };
});

/** An object that has fields of the body: the body itself, or an item of its list of rows. */
export interface Item {
  readonly fields: readonly InputField[];
  readonly value: Json | undefined;
  readonly at: readonly string[];
}

function itemsOf({ asked, body }: Facts): readonly Item[] {
  if (body.kind !== 'fields') return [];
  const [own, listed] = [body.fields.filter(({ list }) => !list), body.fields.filter(({ list }) => list)];
  const items: Item[] = body.rows?.path.length === 0 ? [] : [{ fields: own, value: sentAt(asked, []), at: [] }];
  const rows = body.rows ? sentAt(asked, body.rows.path) : undefined;
  for (const [place, value] of (Array.isArray(rows) ? (rows as readonly Json[]) : []).entries())
    items.push({ fields: listed, value, at: [...body.rows!.path, String(place)] });
  return items;
}

/** Is the row of the table one of this request? Where what decides is missing or wrong, only that is said: `not judged`. */
export function hasField(facts: Facts, { when }: Pick<InputField, 'when'>): Truth | 'not judged' {
  if (!when) return true;
  const decides = some(operandsOf(when).map((one) => isWrong(facts, one)));
  return decides === true ? 'not judged' : decides === undefined ? undefined : truth(when, scopeOf(facts));
}

/** A bare name is a field of the row that the body sets. */
export function isWrong(facts: Facts, operand: Operand): Truth {
  const { asked, body } = facts;
  if (operand.kind !== 'field' || body.kind !== 'fields') return false;
  const name = operand.path.join('.');
  if (operand.owner === 'query' || operand.owner === 'header') return undefined;
  const meant = body.fields.filter(
    ({ path, sets, when, list }) =>
      !when && !list && (operand.owner === 'body' ? path.join('.') : sets?.field.name.text) === name,
  );
  return some(
    meant.flatMap((field) => ofField(facts, field, sentAt(asked, field.path), []).findings.map(({ truth: is }) => is)),
  );
}

function ofItem(facts: Facts, { fields, value, at }: Item): readonly BodyFindings[] {
  return fields.map((field) => {
    const around = isObjectAt(value, field.path.slice(0, -1));
    const has = hasField(facts, field);
    if (has === false || has === 'not judged') return NONE;
    if (around === false) return notJudged(field, at);
    const raw = field.isRest
      ? restAt(facts.body, field, value, (one) => hasField(facts, one) === true)
      : valueAt(value, field.path);
    const found = ofField(facts, field, raw, at);
    return has === true
      ? found
      : { findings: found.findings.map((one) => ({ ...one, truth: all([one.truth, undefined]) })), gaps: [] };
  });
}

/** What is sent around it is no object: what that means for the fields in it, and where it is reported, the document does not say. */
function notJudged(field: InputField, at: readonly string[]): BodyFindings {
  const places = field.path.map((_, nth) => [...at, ...field.path.slice(0, nth + 1)]);
  return {
    findings: (['missing', 'invalid'] as const).flatMap((failure) =>
      places.map((path) => ({ cause: failureAt(field, failure), path, truth: undefined })),
    ),
    gaps: [],
  };
}

/** False: something else is there. */
function isObjectAt(value: Json | undefined, path: readonly string[]): Truth {
  let at: Json | undefined = value;
  for (const name of path) {
    if (at === undefined) return true;
    if (!isMembers(at)) return false;
    at = Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at === undefined || isMembers(at);
}

export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  const parent = path.length > 1 ? memberAt(value, path.slice(0, -1)) : value;
  const name = path.at(-1)!;
  return isMembers(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
}

function ofField(facts: Facts, field: InputField, raw: Json | undefined, at: readonly string[]): BodyFindings {
  const { model, linked } = facts;
  const path = [...at, ...field.path];
  const sent = sentFor(model, linked, field, raw);
  const fails = (failure: 'missing' | 'blank' | 'invalid', is: Truth): Finding[] =>
    is === false ? [] : [{ cause: failureAt(field, failure), path, truth: is }];
  switch (sent.kind) {
    case 'gap':
      return { findings: [], gaps: sent.gaps };
    case 'fails':
      return { findings: fails(sent.failure, true), gaps: [] };
    case 'value': {
      // A Default is held to its field when the document is read.
      if (!sent.isSent) return NONE;
      const inside = insideOf(facts, field, sent.value, path);
      const own = partsOf(facts, field, path, taken(facts, field, sent.value)).flatMap((part) => {
        const blank = isBlankIn(part, part.value);
        const shape = fitsBesideBlank(model, part, part.value, () => true);
        const failing = (failure: 'blank' | 'invalid', is: Truth): Finding[] =>
          is === false ? [] : [{ cause: failureAt(field, failure), path: part.path, truth: is }];
        return [
          ...failing('blank', blank),
          ...failing('invalid', all([not(blank), not(shape)])),
          ...references(facts, field, part),
        ];
      });
      return { findings: [...own, ...inside.findings], gaps: inside.gaps };
    }
    default:
      return { findings: isSentAsNull(facts, field, raw) ? [] : fails('missing', isMissed(facts, field)), gaps: [] };
  }
}

/** Where the type is `or null`, null counts as sent, and an empty text that is as null. */
function isSentAsNull({ model, linked }: Facts, field: InputField, raw: Json | undefined): boolean {
  if (raw === undefined || !isNullableInput(field)) return false;
  return raw !== '' || inputRules(model, linked, field).empty.do !== 'as missing';
}

/** A value that is judged by itself, at its place. */
interface Part extends Stated {
  readonly value: Json;
  readonly path: readonly string[];
}

/** Of what a field keeps beside the others each member is judged where it was sent, and the whole at the place of the field. */
function partsOf(facts: Facts, field: InputField, path: readonly string[], value: Json): readonly Part[] {
  const whole = { types: typesOf(field), constraints: constraintsOf(field), states: statesOf(facts, field), value };
  const [type] = whole.types.map(bare);
  if (!field.isRest || type?.kind !== 'map' || !isMembers(value)) return [{ ...whole, path }];
  return [
    {
      ...whole,
      types: [{ ...type, of: { kind: 'nullable', of: { kind: 'any' } } }],
      constraints: whole.constraints.filter(({ kind }) => kind === 'items'),
      path: failurePlace({ ...field, path }),
    },
    ...Object.entries(value).map(([name, one]) => ({
      types: [type.of],
      constraints: whole.constraints.filter(({ kind }) => kind !== 'items'),
      value: one,
      path: [...path, name],
    })),
  ];
}

export function typesOf({ types, isList }: InputField): readonly FieldType[] {
  // Of a list of rows each item is judged by itself.
  if (isList) return [{ kind: 'array', of: { kind: 'any' }, sorted: false }];
  return types.flatMap((slot) => valueOf(slot) ?? []);
}

export function constraintsOf({ allowed }: InputField): readonly Constraint[] {
  return allowed.flatMap((slot) => valueOf(slot) ?? []);
}

function statesOf({ model }: Facts, { sets, subject }: InputField): readonly string[] | undefined {
  return sets ? declaredStates(model, subject) : undefined;
}

/** `Required: if …`, of what is left out. */
function isMissed(facts: Facts, field: InputField): Truth {
  const { model, linked } = facts;
  const required = valueOf(field.required);
  if (required?.kind !== 'if' || !inputRules(model, linked, field).conditional) return false;
  // In a list each item is a row of its own.
  if (field.list) return undefined;
  return truth(required.condition, scopeOf(facts, field.sets && rowSent(facts, field.sets.resource)));
}

/** Names of rows in a value; in a list each member is one. */
function references(facts: Facts, field: InputField, part: Part): readonly Finding[] {
  const { types, value, path } = part;
  return types.flatMap((type) => {
    const resource = referredBy(type);
    if (resource === undefined) return [];
    // What is invalid itself names nothing.
    const fits = fitsBesideBlank(facts.model, part, value, () => true);
    const name = field.sets?.field.name.text ?? field.path.join('.');
    const leads = some(namesIn(type, value).map(({ by, name: one }) => leadsNowhere(facts, resource, by, one)));
    // Whether a field that only acts has to name a row that is there is not stated.
    const is = all([fits, leads, field.sets ? true : undefined]);
    return is === false ? [] : [{ cause: { kind: 'no such in', resource, field: name } as const, path, truth: is }];
  });
}

/** `At least one of`, `Exactly one of`: of what is sent, whatever it is. */
function groupFindings(facts: Facts): BodyFindings {
  const { model, linked } = facts;
  const findings = itemsOf(facts).flatMap(({ fields, value, at }) =>
    sentGroups(model, linked).flatMap((group): readonly Finding[] => {
      const own = group.fields.filter((field) => fields.includes(field));
      const has = own.map((field) => hasField(facts, field));
      if (has.every((one) => one === false) || has.includes('not judged')) return [];
      const isSure = has.every((one) => one !== undefined);
      const sent = own.filter(
        (field, place) => has[place] !== false && isSent(facts, field, valueAt(value, field.path)),
      );
      const failed = (field: InputField, failure: 'missing' | 'invalid', place = field): Finding => ({
        cause: failureAt(field, failure),
        path: [...at, ...place.path],
        truth: isSure ? true : undefined,
      });
      const first = own.find((_, place) => has[place] !== false);
      // It is that of the first one, at the place of the first one that the form has.
      if (sent.length === 0) return [failed(group.fields[0], 'missing', first)];
      return group.isExact ? sent.slice(1).map((field) => failed(field, 'invalid')) : [];
    }),
  );
  return { findings, gaps: [] };
}

function isSent({ model, linked }: Facts, field: InputField, raw: Json | undefined): boolean {
  if (raw === undefined) return false;
  const { empty } = inputRules(model, linked, field);
  return raw !== '' || empty.do !== 'as missing';
}

export const fieldFails: Judge<'field'> = (facts, cause) => found(facts, cause);

export const noSuchIn: Judge<'no such in'> = (facts, cause) => found(facts, cause);

function found(facts: Facts, cause: MetCause): Truth {
  return truths(facts)(cause);
}

const truths = oncePer((facts: Facts): ((cause: MetCause) => Truth) => truthsOf(bodyFindings(facts).findings));

/** What is left to be judged. */
function taken({ model, linked }: Facts, field: InputField, value: Json): Json {
  const mode = modeOf(linked, field);
  const [type] = typesOf(field);
  const left = withoutCleared({ model, linked, mode }, type, value, field);
  return mode === 'merge' ? withoutNulls(type, left) : left;
}
