// What a request asks of a field that it leaves out, takes away or sends as null; whether two fields of a body can fail.
// For computation.ts: in plain words of the notation, without src/analysis/values/input-rules.ts.

import { unknownElsewhere } from '../../src/notation/values/unknown-fields.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Field } from '../../src/notation/resources.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { bodyOf } from '../../src/analysis/document/inputs.ts';
import { pathFacts } from '../../src/analysis/document/targets.ts';
import { referenceIn } from './rows.ts';

/** The two cells of a field, or of a row of a Body table. */
type Cells = Pick<Field, 'required' | 'default'>;

/** Which of Required and Default some request asks for: by leaving the field out, taking it away, or sending null. */
export function asked(
  model: Model,
  op: LinkedOperation,
  field: Cells,
): { readonly required: boolean; readonly default: boolean } {
  const asks = { required: false, default: false };
  const body = bodyOf(model, op);
  for (const input of body.kind === 'fields' ? body.fields : []) {
    const effect = effectOn(op, input.sets?.resource);
    const name = input.sets?.field.name.text ?? '';
    const isDefault = input.default === field.default && valueOf(field.default) === undefined;
    if (/^(creates|replaces)/.test(effect ?? '')) {
      const isPath = effect === 'replaces' && isInPath(model, op, input.sets?.resource, name);
      // What a default fills is never missing.
      if (isPath || valueOf(input.default)) continue;
      asks.default ||= isDefault;
      asks.required ||= input.required === field.required;
    }
    const isWhole = /^(creates|replaces)/.test(effect ?? '');
    // A row of the Body table says itself whether it may be left out.
    if (input.row && !isWhole && !valueOf(input.row.default)) asks.required ||= input.row.required === field.required;
    if (effect === 'merges into') {
      const nullable = input.types.every((type) => valueOf(type)?.kind === 'nullable');
      const isValue = nullable && !(input.allowed.some(isNotBlank) && input.types.every(isOne));
      asks.required ||= !isValue && (input.sets?.field ?? input).required === field.required;
    }
    // Of what is done nothing can be read: what is said of null is all that is known.
    const isUnread = effect === undefined && input.sets !== undefined;
    if (effect?.startsWith('updates') || isUnread) {
      const rules = [op.facts.omittedFields, op.facts.nullFields].map((slot) => {
        const policy = valueOf<{
          readonly general: string;
          readonly fields: readonly { readonly field: { readonly text: string }; readonly policy: string }[];
        }>(slot);
        if (isUnread && slot !== op.facts.nullFields) return undefined;
        return (
          policy?.fields.find((one) => one.field.text === name || one.field.text === input.path.join('.'))?.policy ??
          policy?.general
        );
      });
      if (!valueOf(input.default) && rules.includes('cleared')) asks.default ||= isDefault;
      // What must be there cannot be taken away; what a row of the Body table requires is never left out.
      const isFixed = input.row && (valueOf(input.row.default) || valueOf(input.row.required)?.kind === 'yes');
      const isTaken = (rules[0] === 'cleared' && !isFixed) || rules[1] === 'cleared';
      const nullable = input.types.every((type) => valueOf(type)?.kind === 'nullable');
      if (!valueOf(input.default) && !nullable && isTaken)
        asks.required ||= (input.sets?.field ?? input).required === field.required;
    }
  }
  return asks;
}

/** What is done to the resource that an input sets; what sets nothing goes with the first that takes a body. */
function effectOn(op: LinkedOperation, resource: string | undefined): string | undefined {
  const effects = valueOf(op.facts.does) ?? [];
  const kinds = effects.filter((effect) => /^(creates|replaces|merges|updates)/.test(effect.kind));
  const own = kinds.find((effect) => 'target' in effect && effect.target.text === resource);
  if (own || resource !== undefined) return own?.kind;
  return /^(creates|replaces)/.test(kinds[0]?.kind ?? '') ? kinds[0]!.kind : undefined;
}

function isInPath(model: Model, op: LinkedOperation, resource: string | undefined, field: string): boolean {
  const selection = pathFacts(model, op).selections.findLast((one) => one.resource === resource);
  const identity = resource === undefined ? undefined : valueOf(model.resources.get(resource)!.identifiedBy);
  return (
    (identity?.some((one) => one.text === field) ?? false) &&
    (selection?.keys.some((key) => key.field === field) ?? false)
  );
}

/** Two fields of one body: declared, not the caller's, unknown, or inside of a nested shape. */
export function canTwoFail(model: Model, op: LinkedOperation): boolean {
  const body = bodyOf(model, op);
  if (body.kind !== 'fields') return false;
  const { unknownFields, readOnlyFields } = op.facts;
  const refused = valueOf(readOnlyFields) === 'refused' ? body.readOnly.length : 0;
  if (unknownElsewhere(unknownFields) === 'refused' || body.fields.length + refused > 1) return true;
  return body.fields.some((field) =>
    field.types.some((type) => {
      const named = referenceIn(valueOf(type) ?? { kind: '' });
      return named !== undefined && model.resources.get(named)?.identifiedBy.status === 'none';
    }),
  );
}

/** Nothing is blank. */
function isNotBlank(allowed: Field['allowed']): boolean {
  return valueOf(allowed)?.some(({ kind }) => kind === 'not-blank') ?? false;
}

/** Of a list or a map what narrows it speaks of the members. */
function isOne(type: Field['type']): boolean {
  return !/"kind":"(?:array|set|map)"/.test(JSON.stringify(valueOf(type) ?? null));
}

/** The same of a field inside of a nested shape that is sent: left out, or taken away by a patch. */
export function askedInside(
  model: Model,
  op: LinkedOperation,
  shape: string,
  field: Field,
): { readonly required: boolean; readonly default: boolean } {
  const isFilled = valueOf(field.default) !== undefined;
  const isValue = valueOf(field.type)?.kind === 'nullable' && !(isNotBlank(field.allowed) && isOne(field.type));
  const isTaken = !isValue && isPatched(model, op, shape);
  return { required: !isFilled || isTaken, default: !isFilled };
}

/** A merge comes to the shape by names alone; a list on the way is replaced as a whole. */
function isPatched(model: Model, op: LinkedOperation, shape: string): boolean {
  const body = bodyOf(model, op);
  const merged = (body.kind === 'fields' ? body.fields : []).filter(
    (input) => effectOn(op, input.sets?.resource) === 'merges into',
  );
  const reached = new Set<string>();
  const look = (type: unknown): void => {
    const { kind, of } = (type ?? {}) as { kind?: string; of?: unknown };
    if (kind === 'nullable' || kind === 'map') return look(of);
    const name = kind === 'resource' ? referenceIn(type as { kind: string }) : undefined;
    const found = name === undefined ? undefined : model.resources.get(name);
    if (!found || found.identifiedBy.status !== 'none' || reached.has(name!)) return;
    reached.add(name!);
    for (const field of found.fields.items) if (valueOf(field.setBy)?.kind === 'caller') look(valueOf(field.type));
  };
  for (const input of merged) for (const slot of input.types) look(valueOf(slot));
  return reached.has(shape);
}

/** Which of the rules for a whole body some request asks for. What is not known of a body may be asked in every way. */
export function askedOfBody(
  model: Model,
  op: LinkedOperation,
): { readonly omitted: boolean; readonly nulls: boolean; readonly empty: boolean } {
  const body = bodyOf(model, op);
  if (body.kind === 'open') return { omitted: true, nulls: true, empty: true };
  const inputs = body.kind === 'fields' ? body.fields : [];
  const effects = inputs.map((input) => effectOn(op, input.sets?.resource) ?? 'acts');
  const { queryTable, pages } = op.facts;
  return {
    omitted: inputs.some(
      ({ row }, place) =>
        effects[place]!.startsWith('updates') &&
        !(row && (valueOf(row.default) || valueOf(row.required)?.kind === 'yes')),
    ),
    // What is merged or replaced says of null what it says of every value.
    nulls: effects.some((effect) => effect !== 'merges into' && effect !== 'replaces'),
    empty: inputs.length > 0 || queryTable.items.length > 0 || valueOf(pages) !== undefined,
  };
}

/** A field that is not the caller's at all, or not once `creates or replaces` has found its row. */
export function takesReadOnly(model: Model, op: LinkedOperation): boolean {
  const body = bodyOf(model, op);
  if (body.kind !== 'fields') return false;
  const puts = valueOf(op.facts.does)?.some(({ kind }) => kind === 'creates or replaces') ?? false;
  const isFixed = body.fields.some(({ sets }) => {
    const setBy = sets && valueOf(sets.field.setBy);
    const owner = sets && model.resources.get(sets.resource);
    const address = (owner && valueOf(owner.identifiedBy)) ?? [];
    return (setBy?.kind === 'caller' && setBy.atCreate) || address.some(({ text }) => text === sets?.field.name.text);
  });
  return body.readOnly.length > 0 || (puts && isFixed);
}

/** `kept in`, and nothing about other names. */
export function leavesElsewhere({ facts }: LinkedOperation): boolean {
  return valueOf(facts.unknownFields) !== undefined && unknownElsewhere(facts.unknownFields) === undefined;
}
