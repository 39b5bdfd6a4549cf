// Which rows an operation accesses, in order, and which of them its answers show. Input: a linked operation. Output: accesses,
// each an effect or several on the same row; the one that the answers show. Notation, part 4, Does and Status: the body of an
// answer shows the row that Does touched.

import type { Effect } from '../../notation/values/effects.ts';
import { isTag, type OutcomeWord } from '../../notation/values/answers.ts';
import type { StatusRow } from '../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Shape } from '../../notation/values/shapes.ts';
import { valueOf } from '../../notation/slot.ts';
import { fieldsInHeader } from '../../notation/words.ts';
import { isSentOnly } from '../machines/refusal-rules.ts';
import { leavesOf, resourcesIn } from '../document/shape-leaves.ts';
import { EFFECT_TRAITS, isList, isMove, type TouchKind } from '../document/effect-traits.ts';
import { removedBy } from '../machines/removals.ts';
import { effectsOf, pathFacts, selectionOf, setTargets } from '../document/targets.ts';

export interface RowAccess {
  readonly kind: TouchKind;
  readonly resource: string;
  /** None: nothing is done to the row; the path selects it, and an answer shows it. */
  readonly effects: readonly Effect[];
}

/** Still being gathered. */
interface Group {
  kind: RowAccess['kind'];
  readonly resource: string;
  readonly effects: Effect[];
}

export function rowAccessesOf(model: Model, linked: LinkedOperation): readonly RowAccess[] {
  const groups: Group[] = [];
  const created = createdOnce(linked);
  const add = (kind: RowAccess['kind'], resource: string, effect: Effect): void => {
    const same =
      mayShareRow(kind, effect) &&
      groups.find((group) => group.resource === resource && isSameRow(group.kind, kind, effect));
    if (!same) groups.push({ kind, resource, effects: [effect] });
    else {
      same.effects.push(effect);
      if (same.kind === 'read') same.kind = kind;
    }
  };
  for (const effect of effectsOf(linked)) {
    if (effect.kind === 'sets') {
      for (const name of setTargets(model, linked, effect)) {
        const isNew = selectionOf(model, linked, name) === undefined && created.has(name);
        add(isNew ? 'create' : 'write', name, effect);
      }
    } else if ('target' in effect && effect.kind !== 'issues token') {
      const goes = isMove(effect) && removedBy(model, linked).has(effect.target.text);
      add(goes ? 'delete' : EFFECT_TRAITS[effect.kind].touch, effect.target.text, effect);
    }
  }
  return groups;
}

function mayShareRow(kind: RowAccess['kind'], effect: Effect): boolean {
  return kind === 'read' || kind === 'write' || effect.kind === 'sets';
}

/** The row that the path selects is one row for all effects on it; `sets` goes with the row that is made. */
function isSameRow(known: RowAccess['kind'], kind: RowAccess['kind'], effect: Effect): boolean {
  if (kind === 'read' || kind === 'write') {
    return known === 'read' || known === 'write' || (known === 'put' && effect.kind === 'sets');
  }
  return known === 'create' && effect.kind === 'sets';
}

/** Resources that the operation makes one row of. */
function createdOnce(linked: LinkedOperation): ReadonlySet<string> {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const effect of effectsOf(linked)) {
    if (effect.kind !== 'creates') continue;
    (once.has(effect.target.text) ? twice : once).add(effect.target.text);
  }
  return new Set([...once].filter((name) => !twice.has(name)));
}

/** `one of several`: it is not stated which of the touched rows is meant. */
export type Answering =
  | { readonly shows: 'nothing' | 'one of several'; readonly resource: string | undefined; readonly many: boolean }
  | { readonly shows: 'rows'; readonly resource: string; readonly access: RowAccess; readonly many: boolean };

const cache = new WeakMap<LinkedOperation, Answering>();

/** What all success rows of an operation show: its steps answer one row, or the rows of one effect. */
export function answeringOf(model: Model, linked: LinkedOperation): Answering {
  const known = cache.get(linked);
  if (known) return known;
  const found = compute(model, linked);
  cache.set(linked, found);
  return found;
}

function compute(model: Model, linked: LinkedOperation): Answering {
  const rows = linked.facts.statuses.items.filter((row) => valueOf(row.when)?.kind === 'outcome');
  const accesses = rowAccessesOf(model, linked).filter((access) => model.resources.has(access.resource));
  const shown = rows.flatMap(resourcesShown).filter((name) => model.resources.has(name));
  const touched = shown.filter((name) => accesses.some((access) => access.resource === name));
  // Beside a list, other rows may be shown; beside a row that is touched, those that are not.
  const listed = touched.find((name) => accesses.some((access) => access.resource === name && isMany(access)));
  const selected = shown.find((name) => pathFacts(model, linked).selections.some((one) => one.resource === name));
  const resource = listed ?? touched[0] ?? selected ?? accesses[0]?.resource ?? shown[0];
  const candidates = accesses.filter((access) => access.resource === resource);
  if (candidates.length === 0 && resource !== undefined) return ofPath(model, linked, resource);
  const words = new Set(rows.flatMap((row) => (usesRow(model, linked, row) ? outcomesIn(row) : [])));
  const named = candidates.filter((access) => outcomesOfAccess(access).some((word) => words.has(word)));
  const access = candidates.length === 1 ? candidates[0] : named.length === 1 ? named[0] : undefined;
  if (access && resource !== undefined) return { shows: 'rows', resource, access, many: isMany(access) };
  return { shows: candidates.length === 0 ? 'nothing' : 'one of several', resource, many: candidates.some(isMany) };
}

/** A row that no effect touches is the one that the path selects, as it is after the effect. */
function ofPath(model: Model, linked: LinkedOperation, resource: string): Answering {
  const [only, ...others] = pathFacts(model, linked).selections.filter((one) => one.resource === resource);
  const shows = others.length > 0 ? 'one of several' : 'nothing';
  const effects = effectsOf(linked);
  if (!only || others.length > 0 || effects.length === 0 || effects.some(isList))
    return { shows, resource, many: false };
  return { shows: 'rows', resource, access: { kind: 'read', resource, effects: [] }, many: false };
}

/** Is it the row that the path selects, which no effect touches? */
export function isOfPath({ effects }: RowAccess): boolean {
  return effects.length === 0;
}

/** The outcomes that a row is about; `accepted` is about every change. */
export function outcomesIn(row: StatusRow): readonly OutcomeWord[] {
  const when = valueOf(row.when);
  if (when?.kind !== 'outcome') return [];
  return when.outcomes.flatMap((word) => (word === 'accepted' ? [word, ...CHANGED] : [word]));
}

function isMany({ effects }: RowAccess): boolean {
  return effects.some(({ kind }) => EFFECT_TRAITS[kind].many);
}

export const KNOWN_OUTCOMES: readonly OutcomeWord[] = Object.values(EFFECT_TRAITS).flatMap(({ outcomes }) => outcomes);

/** What a call may leave behind it that goes on afterwards. */
const CHANGED: readonly OutcomeWord[] = ['created', 'updated', 'replaced', 'moved', 'deleted'];

/** The outcomes of effects when all goes well; empty where this runtime does not know. */
export function outcomesOfEffects(effects: readonly Effect[]): readonly OutcomeWord[] {
  const [first, ...others] = effects;
  if (first && others.length === 0) return EFFECT_TRAITS[first.kind].outcomes;
  return [...new Set(effects.flatMap(({ kind }) => EFFECT_TRAITS[kind].outcomes))];
}

function outcomesOfAccess({ effects, kind }: RowAccess): readonly OutcomeWord[] {
  // A row that is made is not updated besides.
  return outcomesOfEffects(kind === 'create' || kind === 'put' ? effects.slice(0, 1) : effects);
}

/** The resources of the shapes in an answer. */
function resourcesShown(row: StatusRow): readonly string[] {
  const shape = valueOf(row.body);
  return shape ? resourcesIn(shape) : [];
}

/** Can the answer not be sent without a row: does it show, name or judge one? */
export function usesRow(model: Model, linked: LinkedOperation, row: StatusRow): boolean {
  const shape = valueOf(row.body);
  const isNamed = valueOf(row.headers)?.some((one) => isTag(one) || fieldsInHeader(one.value).length > 0) ?? false;
  return isNamed || judgesRow(model, linked, row) || (shape !== undefined && shapeUses(shape));
}

/** Does its When depend on a row, and not on the request alone? */
function judgesRow(model: Model, linked: LinkedOperation, row: StatusRow): boolean {
  const condition = valueOf(row.when)?.condition;
  return condition !== undefined && !isSentOnly(model, linked, condition);
}

function shapeUses(shape: Shape): boolean {
  return (
    shape.kind !== 'template' ||
    leavesOf(shape.value).some((leaf) => leaf.kind === 'field' || (leaf.kind === 'shape' && shapeUses(leaf.shape)))
  );
}
