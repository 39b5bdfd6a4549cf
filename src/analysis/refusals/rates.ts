// By what a rate counts the calls of an operation: what each word under Per is of this call, and when it is known. Input: a limit and an
// operation. Output: nothing where the limit counts no call of it. Notation, part 8, heads Per and Applies to.

import type { Limit } from '../../notation/limits.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { conditionOf } from '../../notation/values/limited-calls.ts';
import type { LimitEach } from '../../notation/values/limits.ts';
import { readsCredentials } from '../document/callers.ts';
import { ofBody, type InputField } from '../document/input-fields.ts';
import { bodyOf } from '../document/inputs.ts';
import { mayApply } from '../document/repeats.ts';
import { callersOf, callersWith } from '../document/schemes.ts';
import { effectsOf, headingOf, pathFacts, selectionOf } from '../document/targets.ts';
import { uniqueGroups } from './unique-groups.ts';

export type RateBasis =
  | { readonly kind: 'address' | 'caller' | 'operation' | 'service' }
  /** The row that the path names, or that calls. */
  | { readonly kind: 'row' | 'caller row'; readonly resource: Resource }
  /** What is sent for the field; `folds`: no two rows may have it ignoring case. */
  | { readonly kind: 'body'; readonly field: InputField; readonly folds: boolean }
  | { readonly kind: 'path'; readonly parameter: string; readonly folds: boolean }
  | { readonly kind: 'caller field'; readonly path: readonly string[]; readonly folds: boolean };

/** Undefined: it counts no call of the operation. */
export function countedBy(model: Model, linked: LinkedOperation, limit: Limit): readonly RateBasis[] | undefined {
  const applies = valueOf(limit.appliesTo);
  if (!mayApply(linked, applies)) return undefined;
  // Nobody is known who could be what it asks for.
  if (applies && conditionOf(applies) && !mayHaveCaller(linked)) return undefined;
  const bases: RateBasis[] = [];
  for (const each of valueOf(limit.per) ?? []) {
    const basis = basisOf(model, linked, each);
    if (!basis) return undefined;
    bases.push(basis);
  }
  return bases.length === 0 ? undefined : bases;
}

/** Where it is not shown who may call, there may be one. */
function mayHaveCaller(linked: LinkedOperation): boolean {
  return valueOf(linked.facts.who) === undefined || readsCredentials(linked);
}

function basisOf(model: Model, linked: LinkedOperation, each: LimitEach): RateBasis | undefined {
  switch (each.kind) {
    case 'IP address':
      return { kind: 'address' };
    case 'caller':
      return mayHaveCaller(linked) ? { kind: 'caller' } : undefined;
    case 'operation':
      return { kind: 'operation' };
    case 'one operation':
      return each.operation.text === headingOf(linked) ? { kind: 'operation' } : undefined;
    case 'resource':
      return rowOf(model, linked, each.resource.text);
    case 'field':
      return valueSent(model, linked, each.field.owner.text, each.field.field.text);
    case 'service':
      return { kind: 'service' };
    case 'request':
    case 'headers':
      return undefined;
  }
}

function rowOf(model: Model, linked: LinkedOperation, name: string): RateBasis | undefined {
  const resource = model.resources.get(name);
  if (!resource) return undefined;
  if (selectionOf(model, linked, name)) return { kind: 'row', resource };
  return mayHaveCaller(linked) && callersOf(model).includes(resource) ? { kind: 'caller row', resource } : undefined;
}

/** What the call sends for the field, else the caller's own. */
function valueSent(model: Model, linked: LinkedOperation, owner: string, name: string): RateBasis | undefined {
  const resource = model.resources.get(owner);
  if (!resource) return undefined;
  const folds = uniqueGroups(resource).some(({ fields, ignoringCase }) => ignoringCase && fields.includes(name));
  const field = sentField(model, linked, owner, name);
  if (field) return { kind: 'body', field, folds };
  const keys = pathFacts(model, linked).selections.flatMap((one) => (one.resource === owner ? one.keys : []));
  const key = keys.find((one) => one.field === name);
  if (key) return { kind: 'path', parameter: key.parameter, folds };
  const path = name.split('.');
  const isCallers = mayHaveCaller(linked) && callersWith(model, path).includes(resource);
  return isCallers ? { kind: 'caller field', path, folds } : undefined;
}

/** It sets the field, or signs in by it. */
function sentField(model: Model, linked: LinkedOperation, owner: string, name: string): InputField | undefined {
  const body = bodyOf(model, linked);
  const fields = body.kind === 'fields' ? ofBody(body.fields) : [];
  const signsIn = effectsOf(linked).some(
    (effect) =>
      effect.kind === 'signs in' && effect.target.text === owner && effect.by.some(({ text }) => text === name),
  );
  return fields.find(
    ({ sets, path }) =>
      (sets?.resource === owner && sets.field.name.text === name) || (signsIn && path.join('.') === name),
  );
}

/** What is known of a call where it is counted: nothing but where it comes from, who calls, or all that it sends. */
export type RateStage = 'first' | 'ofCaller' | 'ofSent';

export function stageOf(limit: Limit, bases: readonly RateBasis[]): RateStage {
  const stages = bases.map((basis): RateStage => {
    switch (basis.kind) {
      case 'address':
      case 'operation':
      case 'service':
        return 'first';
      case 'caller':
      case 'caller row':
      case 'caller field':
        return 'ofCaller';
      case 'row':
      case 'body':
      case 'path':
        return 'ofSent';
    }
  });
  if (stages.includes('ofSent')) return 'ofSent';
  const applies = valueOf(limit.appliesTo);
  return stages.includes('ofCaller') || (applies && conditionOf(applies)) ? 'ofCaller' : 'first';
}
