// What happens to one field of a body that is left out, null or empty. Input: an operation and an input field. Output: a rule for each, or
// the facts that would have to say so. causes.ts reads refusals from it, plan compiles it. Notation, part 4, keys Omitted fields, Null
// fields, Empty text, Does; part 2, heads Required and Default.

import { isSignedInBy } from '../document/shape-fields.ts';
import { EFFECT_TRAITS, takesValues, type TakenAs } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import type { FieldDefault } from '../../notation/values/field-defaults.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';
import { OPERATION, type PolicyKey } from '../../notation/operation.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import type { InputField } from '../document/input-fields.ts';
import { factName, fieldPath, nameOfRow, operationPath, parameterPath, type SlotPath } from '../document/slot-ids.ts';
import { isMany } from '../document/paths.ts';
import { effectsOf, headingOf, identityOf, selectionOf } from '../document/targets.ts';
import type { Model } from '../../model/model.ts';

export type InputRule =
  /** As sent; the row's value stays; the rule for omitted fields decides. */
  | { readonly do: 'accept' | 'keep' | 'as missing' }
  | { readonly do: 'null' }
  | { readonly do: 'fill'; readonly default: Literal }
  /** The value of another field of the row that is made. */
  | { readonly do: 'copy'; readonly from: string }
  | { readonly do: 'refuse'; readonly failure: 'missing' | 'invalid' | 'blank' }
  /** When one of these facts is a gap it is held; else `otherwise`. */
  | { readonly do: 'ask'; readonly facts: readonly Fact[]; readonly otherwise: InputRule };

/** A rule of the operation, or a column of the field or of its Body row. */
export interface Fact {
  readonly key: PolicyKey | 'required' | 'default';
  readonly slot: Slot<unknown>;
  readonly path: SlotPath;
}

export interface InputRules {
  readonly omitted: InputRule;
  readonly nulls: InputRule;
  readonly empty: InputRule;
  /** `Required: if …` decides when it is left out. */
  readonly conditional: boolean;
}

export type InputMode = TakenAs | 'act';

/** By the effect on the resource whose field it sets; a field that sets none goes with the first that takes a body. */
export function modeOf(linked: LinkedOperation, field: InputField): InputMode {
  const effects = effectsOf(linked);
  const own = effects.find(
    (effect) => takesValues(effect) && 'target' in effect && effect.target.text === field.sets?.resource,
  );
  if (own) return EFFECT_TRAITS[own.kind].takes!;
  if (field.sets) return 'act';
  const first = effects.map((effect) => EFFECT_TRAITS[effect.kind].takes).find((mode) => mode !== undefined);
  return first === undefined || first === 'merge' ? 'act' : first;
}

/** An input field belongs to one operation. */
export const inputRules: (model: Model, linked: LinkedOperation, field: InputField) => InputRules = oncePer(
  (model: Model, linked: LinkedOperation, field: InputField) => newInputRules(model, linked, field),
);

/** The same, and they are not kept: a large document has many fields whose rules are looked at once. */
export function newInputRules(model: Model, linked: LinkedOperation, field: InputField): InputRules {
  const mode = modeOf(linked, field);
  const nulls = nullRule(linked, field, mode);
  return {
    omitted: omittedRule(model, linked, field, mode),
    nulls,
    empty: emptyRule(linked, field, nulls),
    conditional: isConditional(field, mode),
  };
}

/** The facts that some of these rules still need. */
export function factsOf(rules: readonly (InputRule | undefined)[]): readonly Fact[] {
  return rules.flatMap((rule) => (rule?.do === 'ask' ? rule.facts : []));
}

const ACCEPT: InputRule = { do: 'accept' };
const KEEP: InputRule = { do: 'keep' };
const NULL: InputRule = { do: 'null' };
const MISSING: InputRule = { do: 'refuse', failure: 'missing' };

export function isConditional(field: InputField, mode: InputMode): boolean {
  if (valueOf(field.default)) return false;
  if (field.row) return valueOf(field.required)?.kind === 'if';
  return (mode === 'create' || mode === 'replace') && valueOf(field.required)?.kind === 'if';
}

function omittedRule(model: Model, linked: LinkedOperation, field: InputField, mode: InputMode): InputRule {
  if (mode === 'create' || mode === 'replace') {
    if (mode === 'replace' && isAddress(model, linked, field)) return KEEP;
    return wholeRule(linked, field);
  }
  const { row, sets } = field;
  // Nobody signs in with a part of the credentials.
  const owner = sets && model.resources.get(sets.resource);
  if (!row && owner && isSignedInBy(linked, owner, sets.field)) return MISSING;
  // A default counts where a row is made; what is there already stays, unless a rule clears it.
  const own = row && (mode === 'act' || !field.sets) ? valueOf(row.default) : undefined;
  if (own) return { do: 'fill', default: own };
  const required = row && valueOf(row.required)?.kind;
  if (required === 'yes') return MISSING;
  const otherwise = mode === 'update' ? policyRule(linked, field) : KEEP;
  if (row && required === undefined) return ask([cellFact(linked, field, 'required', row.required)], otherwise);
  return otherwise;
}

/** `replaces` finds the row by this field: the path has its value already. */
function isAddress(model: Model, linked: LinkedOperation, field: InputField): boolean {
  const resource = field.sets && model.resources.get(field.sets.resource);
  if (!resource || !identityOf(resource).includes(field.sets!.field.name.text)) return false;
  return (
    selectionOf(model, linked, field.sets!.resource)?.keys.some((key) => key.field === field.sets!.field.name.text) ??
    false
  );
}

/** A whole row is sent: the default, else nothing, else it is missing. */
function wholeRule(linked: LinkedOperation, field: InputField): InputRule {
  const given = valueOf(field.default);
  if (given) return filled(given);
  const required = valueOf(field.required)?.kind;
  const must = required === 'yes' || (field.row && field.sets && valueOf(field.sets.field.required)?.kind === 'yes');
  const facts: Fact[] = [];
  if (field.default.status !== 'none') facts.push(cellFact(linked, field, 'default', field.default));
  if (required === undefined) facts.push(cellFact(linked, field, 'required', field.required));
  return ask(facts, must ? MISSING : NULL);
}

export function filled(literal: FieldDefault): InputRule {
  if (literal.kind === 'field') return { do: 'copy', from: literal.path.join('.') };
  return literal.kind === 'null' ? NULL : { do: 'fill', default: literal };
}

/** The questions after it are asked at once: a request that meets several gaps names all of them. */
export function ask(facts: readonly Fact[], otherwise: InputRule): InputRule {
  if (otherwise.do === 'ask') return ask([...facts, ...otherwise.facts], otherwise.otherwise);
  return facts.length === 0 ? otherwise : { do: 'ask', facts, otherwise };
}

function policyRule(linked: LinkedOperation, field: InputField): InputRule {
  const { omittedFields } = linked.facts;
  const policy = policyOf<'kept' | 'cleared' | 'refused'>(omittedFields, field);
  if (policy === 'kept') return KEEP;
  if (policy === 'cleared') return clearedRule(linked, field);
  if (policy === 'refused') return MISSING;
  return ask(policyFacts(linked, 'omittedFields'), KEEP);
}

/** `cleared`: its default, else null; what is required cannot be cleared to nothing. */
function clearedRule(linked: LinkedOperation, field: InputField): InputRule {
  const given = valueOf(field.default);
  if (given) return filled(given);
  const facts: Fact[] = [];
  if (field.default.status !== 'none') facts.push(cellFact(linked, field, 'default', field.default));
  const stored = field.sets?.field.required ?? field.required;
  if (isNullableInput(field)) return ask(facts, NULL);
  const required = valueOf(stored)?.kind;
  if (required === undefined) facts.push(cellFact(linked, field, 'required', stored));
  return ask(facts, required === 'yes' ? MISSING : NULL);
}

function nullRule(linked: LinkedOperation, field: InputField, mode: InputMode): InputRule {
  const nullable = isNullableInput(field);
  const refused: InputRule = { do: 'refuse', failure: isBlankAsNull(field) ? 'blank' : 'invalid' };
  // Nothing is blank. What is cleared is no value, and is not judged as one.
  const byType = nullable && !isBlankAsNull(field) ? ACCEPT : refused;
  if (mode === 'replace') return byType;
  if (mode === 'merge') {
    if (byType === ACCEPT) return ACCEPT;
    const stored = field.sets?.field.required ?? field.required;
    const required = valueOf(stored)?.kind;
    if (required === undefined) return ask([cellFact(linked, field, 'required', stored)], NULL);
    return required === 'yes' ? MISSING : NULL;
  }
  const { nullFields } = linked.facts;
  const policy = policyOf<'cleared' | 'kept' | 'refused'>(nullFields, field);
  if (policy === 'cleared') return clearedRule(linked, field);
  if (policy === 'kept') return mode === 'create' ? { do: 'as missing' } : KEEP;
  if (policy === 'refused') return refused;
  return ask(policyFacts(linked, 'nullFields'), byType);
}

/** Of every type: the rule comes before the type is looked at. */
function emptyRule(linked: LinkedOperation, field: InputField, nulls: InputRule): InputRule {
  const { emptyText } = linked.facts;
  const policy = policyOf<'kept' | 'as null' | 'as missing' | 'refused'>(emptyText, field);
  if (policy === 'as null') return asNull(nulls);
  if (policy === 'as missing') return { do: 'as missing' };
  if (policy === 'refused') return { do: 'refuse', failure: 'blank' };
  if (policy === 'kept') return ACCEPT;
  return ask(policyFacts(linked, 'emptyText'), ACCEPT);
}

/** What takes a member of a map or a free object away, where it is stated. */
export interface MemberRule {
  /** `null`: where the value is a patch, in which null takes away. */
  readonly empty?: 'left out' | 'null';
  readonly nulls?: 'left out';
}

/** `field`: left out for a field of a nested shape, for which the general rule holds. */
export function memberRule(
  { facts }: LinkedOperation,
  mode: InputMode,
  type: FieldType,
  field?: InputField,
): MemberRule | undefined {
  const plain = type.kind === 'nullable' ? type.of : type;
  if (plain.kind !== 'map' && plain.kind !== 'object') return undefined;
  const text = policyOf<'kept' | 'as null' | 'as missing' | 'refused'>(facts.emptyText, field);
  const isDecided = mode === 'merge' || mode === 'replace';
  const isCleared = !isDecided && policyOf<'cleared' | 'kept' | 'refused'>(facts.nullFields, field) === 'cleared';
  const isNull = text === 'as null' && mode === 'merge';
  const isLeftOut = text === 'as missing' || (text === 'as null' && isCleared);
  if (!isNull && !isLeftOut && !isCleared) return undefined;
  return {
    ...(isNull && { empty: 'null' }),
    ...(isLeftOut && { empty: 'left out' }),
    ...(isCleared && { nulls: 'left out' }),
  };
}

/** What null would become. Where null is accepted, the text itself must not be kept in its place. */
function asNull(nulls: InputRule): InputRule {
  if (nulls.do === 'ask') return ask(nulls.facts, asNull(nulls.otherwise));
  return nulls.do === 'accept' ? NULL : nulls;
}

/** A row of the Body table speaks for itself; else the field of part 2 does. */
function cellFact(
  linked: LinkedOperation,
  { row, sets, path, nth }: InputField,
  key: 'required' | 'default',
  slot: Slot<unknown>,
): Fact {
  const at =
    slot === row?.[key] || !sets
      ? parameterPath(headingOf(linked), 'body', nameOfRow(path.join('.'), nth), key)
      : fieldPath(sets.resource, sets.field.name.text, key);
  return { key, slot, path: at };
}

export function policyFact(linked: LinkedOperation, key: PolicyKey): Fact {
  return policyFacts(linked, key)[0]!;
}

/** One for all fields of the operation. */
function policyFacts(linked: LinkedOperation, key: PolicyKey): readonly Fact[] {
  const path = (): SlotPath => operationPath(headingOf(linked), factName(OPERATION[key].head));
  let known = ASKED.get(linked);
  if (!known) ASKED.set(linked, (known = {}));
  return (known[key] ??= [{ key, slot: linked.facts[key], path: path() }]);
}

const ASKED = new WeakMap<LinkedOperation, Partial<Record<PolicyKey, readonly Fact[]>>>();

/** The rule for one field: its own, else the general one; undefined: nothing is stated. */
function policyOf<P extends string>(
  slot: LinkedOperation['facts'][PolicyKey],
  field: InputField | undefined,
): P | undefined {
  const policy = valueOf<{
    readonly general: string;
    readonly fields: readonly { readonly field: { readonly text: string }; readonly policy: string }[];
  }>(slot);
  if (!policy) return undefined;
  if (policy.fields.length === 0 || !field) return policy.general as P;
  const names = new Set([field.path.join('.'), field.sets?.field.name.text]);
  return (policy.fields.find((one) => names.has(one.field.text))?.policy ?? policy.general) as P;
}

export function isNullableInput(field: InputField): boolean {
  let isOne = false;
  for (const slot of field.types) {
    const kind = valueOf(slot)?.kind;
    if (kind === undefined || kind === 'same-as') continue;
    if (kind !== 'nullable') return false;
    isOne = true;
  }
  return isOne;
}

/** `not blank`, of a value that is no list or map: there it is about the members. */
function isBlankAsNull(field: InputField): boolean {
  return allowsNoBlank(field) && !field.types.some((slot) => isMany(valueOf(slot)));
}

export function allowsNoBlank(field: InputField): boolean {
  return field.allowed.some((slot) => valueOf(slot)?.some((constraint) => constraint.kind === 'not-blank') ?? false);
}
