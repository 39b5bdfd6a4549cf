// What an operation touches: the resources its `Does` names, and the row that each `{param}` of its path selects. Input: a linked
// operation. Output: targets, selections and the row that an effect works on. Notation, part 4, "Does" and the Path table (rule "Path").

import { oncePer } from '../../base/once-per.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isList, onlyCreates } from './effect-traits.ts';

/** One step from left to right: the row of `resource` whose fields equal the parameters. */
export interface Selection {
  /** The parameter under which conditions name the row: the last of `keys`. */
  readonly parameter: string;
  readonly resource: string;
  readonly keys: readonly { readonly parameter: string; readonly field: string }[];
  /** `in {other}`: the row that the parameter `other` selected must be referred to by this one. */
  readonly inside: string | undefined;
}

export interface PathFacts {
  /** The names in braces, from left to right. */
  readonly names: readonly string[];
  /** Rows of the Path table by name; the operation's own before the one under All operations. */
  readonly rows: ReadonlyMap<string, Parameter>;
  readonly selections: readonly Selection[];
  /** Parameters that only carry a value: `Selects: none`. */
  readonly values: readonly string[];
  /** Parameters whose selection nothing settles: the gap `…/path.f/selects`. */
  readonly open: readonly string[];
}

export function headingOf(linked: LinkedOperation): string {
  return linked.operation.name.text;
}

/** As written; `reads caller` is `reads User where this = caller` where User calls. */
export function effectsOf(linked: LinkedOperation): readonly Effect[] {
  const { does } = linked.facts;
  if (does.status !== 'stated') return NO_EFFECTS;
  return linked.caller === undefined ? does.value : effectsOfCaller(linked);
}

const NO_EFFECTS: readonly Effect[] = [];

const effectsOfCaller: (linked: LinkedOperation) => readonly Effect[] = oncePer((linked: LinkedOperation) => {
  const effects = valueOf(linked.facts.does) ?? NO_EFFECTS;
  const { caller } = linked;
  return caller !== undefined && effects.some(isOfCaller) ? effects.map((effect) => byName(effect, caller)) : effects;
});

function isOfCaller(effect: Effect): boolean {
  return 'target' in effect && effect.target.text === 'caller';
}

function byName(effect: Effect, caller: string): Effect {
  if (!isOfCaller(effect) || !('ifThere' in effect)) return effect;
  const { target, where: stated, at } = effect;
  const own: Condition = {
    kind: 'compare',
    operator: '=',
    left: { kind: 'this', at },
    right: { kind: 'caller', at },
    at,
  };
  const where: Condition = stated ? { kind: 'and', items: [own, stated], at } : own;
  return { ...effect, target: { ...target, text: caller }, where, ofCaller: true };
}

/** The resource whose rows, or values of whose rows, an operation lists. */
export function listedBy(model: Model, linked: LinkedOperation): Resource | undefined {
  const effect = effectsOf(linked).find(isList);
  return effect && model.resources.get(effect.target.text);
}

/** The resource that a query and an order go by: the one that is listed, else the first that Does names. */
export function queriedBy(model: Model, linked: LinkedOperation): Resource | undefined {
  const effects = effectsOf(linked);
  const effect = effects.find(isList) ?? effects.find((one) => 'target' in one);
  return effect && model.resources.get(effect.target.text);
}

/** The resource names that the effects name, each once; `sets` alone works on the row that the path selects. */
export function targetsOf(model: Model, linked: LinkedOperation): readonly string[] {
  const effects = effectsOf(linked);
  const [only] = effects;
  if (only && effects.length === 1 && 'target' in only) return [only.target.text];
  const names = new Set<string>();
  for (const effect of effects) {
    if ('target' in effect) names.add(effect.target.text);
    else if (effect.kind === 'sets') for (const name of setTargets(model, linked, effect)) names.add(name);
  }
  return [...names];
}

/** The first resource that Does names. */
export function firstTarget(model: Model, linked: LinkedOperation): Resource | undefined {
  for (const name of targetsOf(model, linked)) {
    const resource = model.resources.get(name);
    if (resource) return resource;
  }
  return undefined;
}

/** The resources that a `sets` works on: the owner written before the field, else the row at hand. */
export function setTargets(
  model: Model,
  linked: LinkedOperation,
  effect: Extract<Effect, { kind: 'sets' }>,
): readonly string[] {
  const names = new Set<string>();
  for (const assignment of effect.assignments) {
    const owner = ownerOf(model, assignment.field.text);
    const name = owner ?? rowAtHand(model, linked);
    if (name !== undefined) names.add(name);
  }
  return [...names];
}

/** `Order.total` → `Order`, when that is a resource. */
export function ownerOf(model: Model, written: string): string | undefined {
  const dot = written.indexOf('.');
  const head = dot === -1 ? undefined : written.slice(0, dot);
  return head !== undefined && model.resources.has(head) ? head : undefined;
}

/** The resource of the row that the other effects, or else the path, put at hand. */
function rowAtHand(model: Model, linked: LinkedOperation): string | undefined {
  for (const effect of effectsOf(linked)) if ('target' in effect) return effect.target.text;
  for (const name of namesInPath(linked.operation.path).toReversed()) {
    const selects = pathRow(model, linked, name)?.selects;
    const value = selects && valueOf(selects);
    if (value?.kind === 'row') return value.resource.text;
  }
  return undefined;
}

export function identityOf(resource: Resource): readonly string[] {
  return (valueOf(resource.identifiedBy) ?? []).map((name) => name.text);
}

/** How the path finds rows. A row of the Path table says so; else `{f}` is the identity of the resource of `Does`. */
export const pathFacts: (model: Model, linked: LinkedOperation) => PathFacts = oncePer(compute);

function compute(model: Model, linked: LinkedOperation): PathFacts {
  const names = namesInPath(linked.operation.path);
  if (names.length === 0) return WITHOUT_NAMES;
  const rows = new Map<string, Parameter>();
  for (const name of names) {
    const row = pathRow(model, linked, name);
    if (row) rows.set(name, row);
  }
  const selections: Selection[] = [];
  const values: string[] = [];
  const open: string[] = [];
  const byIdentity = identityKeys(model, linked, names);
  for (const name of names) {
    const selects = rows.get(name)?.selects;
    const value = selects && valueOf(selects);
    if (value?.kind === 'row') {
      selections.push({
        parameter: name,
        resource: value.resource.text,
        keys: [{ parameter: name, field: value.by.text }],
        inside: value.inside,
      });
    } else if (selects?.status === 'none') values.push(name);
    else if (selects && selects.status !== 'absent') open.push(name);
    else if (byIdentity?.keys.some((key) => key.parameter === name)) {
      if (byIdentity.keys.at(-1)!.parameter === name)
        selections.push({ ...byIdentity, parameter: name, inside: undefined });
    } else open.push(name);
  }
  return { names, rows, selections, values, open };
}

const WITHOUT_NAMES: PathFacts = { names: [], rows: new Map(), selections: [], values: [], open: [] };

/** Rule "Path": `{f}` without a row is the identity of the R of `Does`; of an identity of several fields all must be there. */
function identityKeys(
  model: Model,
  linked: LinkedOperation,
  names: readonly string[],
): { readonly resource: string; readonly keys: Selection['keys'] } | undefined {
  for (const target of foundByPath(model, linked)) {
    const resource = model.resources.get(target);
    const identity = resource ? identityOf(resource) : [];
    if (identity.length === 0 || !identity.every((field) => names.includes(field))) continue;
    const keys = names.filter((name) => identity.includes(name)).map((name) => ({ parameter: name, field: name }));
    return { resource: target, keys };
  }
  return undefined;
}

/** The resources of which one row is found: what is made, and what is listed, no path selects. */
function foundByPath(model: Model, linked: LinkedOperation): readonly string[] {
  return effectsOf(linked).flatMap((effect) => {
    if (effect.kind === 'sets') return setTargets(model, linked, effect);
    return 'target' in effect && !onlyCreates(effect) && !isList(effect) ? [effect.target.text] : [];
  });
}

function pathRow(model: Model, linked: LinkedOperation, name: string): Parameter | undefined {
  const named = (rows: readonly Parameter[]): Parameter | undefined => rows.find((row) => row.name.text === name);
  return named(linked.facts.pathTable.items) ?? named(model.document.endpoints.all.pathTable.items);
}

/** `/a/{b}/{c}.json` → `b`, `c`. */
export function namesInPath(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
}

/** The selection that finds the row of `resource` an effect works on: the last that selects one. */
export function selectionOf(model: Model, linked: LinkedOperation, resource: string): Selection | undefined {
  return pathFacts(model, linked).selections.findLast((selection) => selection.resource === resource);
}
