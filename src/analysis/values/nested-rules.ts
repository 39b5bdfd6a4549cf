// What happens to a field of a nested shape that is left out, null or empty. Input: an operation, what it does to the field that holds the
// shape, and the shape's own field. Output: rules as for a field of a body (input-rules.ts). Notation, part 2, `Identified by: none`; part
// 4, keys Null fields, Empty text. factsAsked: of the whole body.

import { oncePer } from '../../base/once-per.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { literalIn } from '../../notation/values/field-defaults.ts';
import {
  ask,
  factsOf,
  filled,
  inputRules,
  modeOf,
  policyFact,
  type Fact,
  type InputMode,
  type InputRule,
} from './input-rules.ts';
import { bodyOf } from '../document/inputs.ts';
import type { InputField } from '../document/input-fields.ts';
import { fieldPath } from '../document/slot-ids.ts';
import { isMany } from '../document/paths.ts';

export interface NestedRules {
  readonly omitted: InputRule;
  /** Where the shape is sent as a whole. */
  readonly nulls: InputRule;
  /** Where it is a patch: null takes the member away (RFC 7396). */
  readonly patched: InputRule | undefined;
  /** `null`: the rule for null decides. */
  readonly empty: InputRule | undefined;
}

const MISSING: InputRule = { do: 'refuse', failure: 'missing' };

/** `mode`: what is done to the field that holds the shape. Without an operation: a value that is kept. */
export function nestedRules(
  linked: LinkedOperation | undefined,
  mode: InputMode,
  owner: Resource,
  field: Field,
): NestedRules {
  return {
    omitted: wholeRule(owner, field),
    nulls: nullRule(linked, mode, owner, field),
    patched: mode === 'merge' ? patchedRule(owner, field) : undefined,
    empty: linked && emptyRule(linked),
  };
}

function wholeRule(owner: Resource, field: Field): InputRule {
  const given = literalIn(field.default);
  if (given) return filled(given);
  const facts = [...defaultFact(owner, field), ...requiredFact(owner, field)];
  return ask(facts, isRequired(field) ? MISSING : { do: 'null' });
}

function nullRule(linked: LinkedOperation | undefined, mode: InputMode, owner: Resource, field: Field): InputRule {
  const refused: InputRule = { do: 'refuse', failure: isBlankAsNull(field) ? 'blank' : 'invalid' };
  const byType: InputRule = isNullable(field) && !isBlankAsNull(field) ? { do: 'accept' } : refused;
  if (!linked || mode === 'replace' || mode === 'merge') return byType;
  const { nullFields } = linked.facts;
  switch (valueOf(nullFields)?.general) {
    case 'cleared': {
      const given = literalIn(field.default);
      if (given) return filled(given);
      const facts = defaultFact(owner, field);
      if (isNullable(field)) return ask(facts, { do: 'null' });
      return ask([...facts, ...requiredFact(owner, field)], isRequired(field) ? MISSING : { do: 'null' });
    }
    // What holds the shape is sent as a whole: there is no value of the field that could stay.
    case 'kept':
      return { do: 'as missing' };
    case 'refused':
      return refused;
    case undefined:
      return ask([policyFact(linked, 'nullFields')], byType);
  }
}

function patchedRule(owner: Resource, field: Field): InputRule {
  if (isNullable(field) && !isBlankAsNull(field)) return { do: 'accept' };
  return ask(requiredFact(owner, field), isRequired(field) ? MISSING : { do: 'null' });
}

function emptyRule(linked: LinkedOperation): InputRule {
  const { emptyText } = linked.facts;
  switch (valueOf(emptyText)?.general) {
    case 'as null':
      return { do: 'null' };
    case 'as missing':
      return { do: 'as missing' };
    case 'refused':
      return { do: 'refuse', failure: 'blank' };
    case 'kept':
      return { do: 'accept' };
    case undefined:
      return ask([policyFact(linked, 'emptyText')], { do: 'accept' });
  }
}

/** `Required: if …` decides when it is left out; with a Default it never is. */
export function isConditionalInside(field: Field): boolean {
  return valueOf(field.required)?.kind === 'if' && valueOf(field.default) === undefined;
}

function isRequired(field: Field): boolean {
  return valueOf(field.required)?.kind === 'yes';
}

function requiredFact({ name }: Resource, field: Field): readonly Fact[] {
  if (valueOf(field.required) !== undefined) return [];
  return [{ key: 'required', slot: field.required, path: fieldPath(name.text, field.name.text, 'required') }];
}

function defaultFact({ name }: Resource, field: Field): readonly Fact[] {
  if (field.default.status === 'none') return [];
  return [{ key: 'default', slot: field.default, path: fieldPath(name.text, field.name.text, 'default') }];
}

function isNullable(field: Field): boolean {
  return valueOf(field.type)?.kind === 'nullable';
}

/** `not blank`, of a value that is no list or map: there it is about the members. */
function isBlankAsNull(field: Field): boolean {
  return isNotBlankField(field) && !isMany(valueOf(field.type));
}

export function isNotBlankField(field: Field): boolean {
  return valueOf(field.allowed)?.some((constraint) => constraint.kind === 'not-blank') ?? false;
}

/** The nested shape that a value holds, also in a list or map. */
export function nestedIn(model: Model, type: FieldType | undefined): Resource | undefined {
  switch (type?.kind) {
    case 'array':
    case 'set':
    case 'map':
    case 'nullable':
      return nestedIn(model, type.of);
    case 'resource': {
      const resource = type.by || type.view ? undefined : model.resources.get(type.resource.text);
      return resource?.identifiedBy.status === 'none' ? resource : undefined;
    }
    default:
      return undefined;
  }
}

export interface NestedInput {
  readonly owner: Resource;
  readonly field: Field;
  readonly rules: NestedRules;
}

/** Every field that may be sent inside a body's field, shapes within shapes included; in a list no shape is a patch. */
export const nestedInputs: (model: Model, linked: LinkedOperation, input: InputField) => readonly NestedInput[] =
  oncePer((model, linked, input) => {
    const mode = modeOf(linked, input);
    const seen = new Set<string>();
    const found: NestedInput[] = [];
    const walk = (type: FieldType | undefined, within: InputMode): void => {
      const owner = type && nestedIn(model, type);
      if (!owner) return;
      const inside = within === 'merge' && isListed(type) ? 'replace' : within;
      if (seen.has(`${owner.name.text} ${inside}`)) return;
      seen.add(`${owner.name.text} ${inside}`);
      for (const field of owner.fields.items) {
        if (valueOf(field.setBy)?.kind !== 'caller') continue;
        found.push({ owner, field, rules: nestedRules(linked, inside, owner, field) });
        walk(valueOf(field.type), inside);
      }
    };
    for (const slot of input.types) walk(valueOf(slot), mode);
    return found;
  });

/** A list is replaced as a whole, also by a patch. */
function isListed(type: FieldType): boolean {
  if (type.kind === 'array' || type.kind === 'set') return true;
  return type.kind === 'map' || type.kind === 'nullable' ? isListed(type.of) : false;
}

/** The facts that some request still needs, for a field of its body that it leaves out, sends as null or empty. */
export const factsAsked: (model: Model, linked: LinkedOperation) => readonly Fact[] = oncePer((model, linked) => {
  const body = bodyOf(model, linked);
  return (body.kind === 'fields' ? body.fields : []).flatMap((field) => {
    const { omitted, nulls, empty } = inputRules(model, linked, field);
    const nested = nestedInputs(model, linked, field).flatMap(({ rules }) => Object.values(rules));
    return factsOf([omitted, nulls, empty, ...nested]);
  });
});
