// What each operation stores, sends, shows and looks at: the resources and fields that a gap must be in to concern it. Input: a linked
// operation. Output: sets of names. A gap in the type of a field matters where it is stored, sent or shown.

import { addressParts } from '../document/addresses.ts';
import { isAddress, readerOf } from './own-rules.ts';
import { changedOtherwise } from '../machines/other-changes.ts';
import { oncePer } from '../../base/once-per.ts';
import { operandsOfValue, type Effect } from '../../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { allKeys } from '../../notation/values/ordering.ts';
import type { Shape } from '../../notation/values/shapes.ts';
import { valueOf } from '../../notation/slot.ts';
import { fieldsInHeader } from '../../notation/words.ts';
import { assignmentsOf } from '../values/assignments.ts';
import { selectingRows } from '../document/query-parameters.ts';
import { baseOf } from '../document/condition-walk.ts';
import { wholeFields, wholeTarget } from './query-choices.ts';
import { toldResources } from './receivers.ts';
import { answeringOf } from './row-accesses.ts';
import { isStream } from '../document/streams.ts';
import { EFFECT_TRAITS, isCreation, isMove, isSafe } from '../document/effect-traits.ts';
import { bodyOf } from '../document/inputs.ts';
import { machinesChangedBy, machinesOf, movesBy } from '../document/moves.ts';
import { readsCredentials } from '../document/callers.ts';
import { callersWith, schemesOf, takesPasswords } from '../document/schemes.ts';
import { fieldsShown } from '../document/shape-fields.ts';
import { endsOf } from '../document/shape-leaves.ts';
import { ruleCauses } from '../machines/refusal-rules.ts';
import { removedBy } from '../machines/removals.ts';
import { effectsOf, headingOf, listedBy, pathFacts, targetsOf } from '../document/targets.ts';
import { addPath, closeOver, ofCondition, ofPeople, ofType, spread } from './field-usage/closure.ts';
import type { Gathered, Uses } from '../document/field-usage.ts';

export const usesOf: (model: Model, linked: LinkedOperation) => Uses = oncePer((model, linked) => {
  const uses = nothing();
  for (const effect of effectsOf(linked)) ofEffect(model, linked, effect, uses);
  ofValues(model, linked, uses);
  ofWho(model, linked, uses);
  ofPath(model, linked, uses);
  ofQuery(model, linked, uses);
  ofBody(model, linked, uses);
  ofAnswers(model, linked, uses);
  ofMachines(model, linked, uses);
  ofRules(model, linked, uses);
  if (isStream(model, linked)) for (const { name } of toldResources(model)) uses.resources.add(name.text);
  closeOver(model, uses);
  return uses;
});

function nothing(): Gathered {
  return {
    resources: new Set(),
    fields: new Set(),
    shown: new Set(),
    sent: new Set(),
    creates: new Set(),
    wholes: new Set(),
    writes: new Set(),
    deletes: new Set(),
    views: new Set(),
    machines: new Set(),
  };
}

/** What answers show of rows that are shown inside of others. */
export function shownInside(model: Model, linked: LinkedOperation): ReadonlySet<string> {
  const inside = new Set<string>();
  for (const name of usesOf(model, linked).shown) {
    const type = model.fields.get(name)?.type;
    const stated = type && valueOf(type);
    const uses = nothing();
    if (stated) ofType(model, stated, uses, uses.shown);
    for (const one of uses.shown) inside.add(one);
  }
  return inside;
}

/** What every use of a resource involves: when time moves its rows, and which rows are deleted with them. */
export function usesOfRows(model: Model, resource: string): Uses {
  const uses = nothing();
  uses.resources.add(resource);
  closeOver(model, uses);
  return uses;
}

/** The resources whose rows a shape of that row shows, its own among them. */
export function resourcesShown(model: Model, shape: Shape, row: Resource): ReadonlySet<string> {
  const uses = nothing();
  ofShape(model, shape, row, uses);
  spread(model, uses, uses.shown);
  for (const name of [...uses.shown, ...uses.fields]) uses.resources.add(name.slice(0, name.indexOf('.')));
  return uses.resources;
}

/** What the value of a field is made of. */
export function usesOfField(model: Model, name: string): Uses {
  const uses = nothing();
  uses.fields.add(name);
  spread(model, uses, uses.fields);
  return uses;
}

function ofEffect(model: Model, linked: LinkedOperation, effect: Effect, uses: Gathered): void {
  if (effect.kind === 'ends token') return;
  if (effect.kind === 'sets') {
    for (const target of targetsOf(model, linked)) writes(model, target, uses);
    return;
  }
  const name = effect.target.text;
  const resource = model.resources.get(name);
  uses.resources.add(name);
  if (isCreation(effect) || effect.kind === 'replaces') uses.wholes.add(name);
  if (isCreation(effect)) uses.creates.add(name);
  if (removedBy(model, linked).has(name)) uses.deletes.add(name);
  if (!isSafe(effect) && EFFECT_TRAITS[effect.kind].touch !== 'delete') writes(model, name, uses);
  if ('where' in effect && effect.where) ofCondition(model, effect.where, resource, uses, linked);
  if (effect.kind === 'lists values') uses.shown.add(`${name}.${effect.field.text}`);
}

/** What the values are made from that `with` and `sets` give. */
function ofValues(model: Model, linked: LinkedOperation, uses: Gathered): void {
  for (const { value, place } of assignmentsOf(model, linked))
    for (const operand of operandsOfValue(value)) {
      if (operand.kind !== 'field') continue;
      const base = baseOf(model, operand, place);
      const bases = operand.owner === 'caller' ? callersWith(model, operand.path) : base ? [base] : [];
      for (const one of bases) addPath(model, one, operand.path, uses);
    }
}

/** All that changes a row may change every field that the service keeps with it. */
function writes(model: Model, name: string, uses: Gathered): void {
  uses.resources.add(name);
  uses.writes.add(name);
  for (const field of model.resources.get(name)?.fields.items ?? []) uses.fields.add(`${name}.${field.name.text}`);
}

/** Fields that say who may: of the row, and of the caller where a role is asked. */
function ofWho(model: Model, linked: LinkedOperation, uses: Gathered): void {
  const who = valueOf(linked.facts.who);
  const [row] = targetsOf(model, linked).flatMap((name) => model.resources.get(name) ?? []);
  if (who) ofPeople(model, who, row, uses, linked);
  if (readsCredentials(linked)) ofPasswords(model, uses);
}

/** What is sent with each request is compared with what the row of the caller keeps. */
function ofPasswords(model: Model, uses: Gathered): void {
  for (const { credentials } of schemesOf(model).filter(takesPasswords)) {
    const value = valueOf(credentials);
    if (value?.kind !== 'fields') continue;
    uses.resources.add(value.resource.text);
    for (const { text } of value.fields) uses.fields.add(`${value.resource.text}.${text}`);
  }
}

/** The conditions of part 7 that refuse its requests. */
function ofRules(model: Model, linked: LinkedOperation, uses: Gathered): void {
  for (const { when, resource } of ruleCauses(model, linked))
    ofCondition(model, when, model.resources.get(resource ?? ''), uses, linked);
}

function ofPath(model: Model, linked: LinkedOperation, uses: Gathered): void {
  for (const selection of pathFacts(model, linked).selections) {
    uses.resources.add(selection.resource);
    for (const key of selection.keys) uses.fields.add(`${selection.resource}.${key.field}`);
  }
}

function ofQuery(model: Model, linked: LinkedOperation, uses: Gathered): void {
  const row = listedBy(model, linked);
  for (const parameter of selectingRows(linked.facts)) {
    const selects = valueOf(parameter.selects);
    if (selects?.kind === 'condition') ofCondition(model, selects.condition, row, uses, linked);
    if (!parameter.anyFieldOf) continue;
    const resource = parameter.anyFieldOf.text;
    uses.resources.add(resource);
    for (const field of model.resources.get(resource)?.fields.items ?? [])
      uses.fields.add(`${resource}.${field.name.text}`);
  }
  const answered = model.resources.get(answeringOf(model, linked).resource ?? '');
  for (const { field } of wholeFields(linked)) {
    const target = wholeTarget(model, answered, field);
    if (!target) continue;
    uses.resources.add(target.name.text);
    for (const name of fieldsShown(target, {})) uses.shown.add(`${target.name.text}.${name}`);
  }
  const order = valueOf(linked.facts.order);
  for (const key of order ? allKeys(order) : []) if (key.kind === 'field' && row) addPath(model, row, key.path, uses);
}

function ofBody(model: Model, linked: LinkedOperation, uses: Gathered): void {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return;
  for (const { sets, row } of body.fields) {
    if (sets) uses.sent.add(`${sets.resource}.${sets.field.name.text}`);
    const type = row && valueOf(row.type);
    if (type?.kind === 'resource') {
      uses.resources.add(type.resource.text);
      if (type.by) uses.fields.add(`${type.resource.text}.${type.by.text}`);
    }
  }
}

function ofAnswers(model: Model, linked: LinkedOperation, uses: Gathered): void {
  const row = model.resources.get(answeringOf(model, linked).resource ?? '');
  for (const status of linked.facts.statuses.items) {
    const shape = valueOf(status.body);
    if (shape) ofShape(model, shape, row, uses);
    for (const header of valueOf(status.headers) ?? []) {
      for (const name of row ? fieldsInHeader(header.value) : [])
        addPath(model, row!, name.split('.'), uses, uses.shown);
      const read = row && isAddress(header) ? readerOf(model, row) : undefined;
      if (read !== undefined) for (const name of addressParts(model, row!, read)) uses.fields.add(name);
    }
    const when = valueOf(status.when);
    if (when?.condition) ofCondition(model, when.condition, row, uses, linked);
  }
}

function ofShape(model: Model, shape: Shape, row: Resource | undefined, uses: Gathered): void {
  for (const end of endsOf(shape)) {
    if (end.kind === 'field' && row) addPath(model, row, end.path, uses, uses.shown);
    if (end.kind !== 'resource') continue;
    const name = end.resource.text;
    uses.resources.add(name);
    if (end.view) uses.views.add(`${name} as ${end.view.text}`);
    const resource = model.resources.get(name);
    for (const field of resource ? fieldsShown(resource, end) : []) uses.shown.add(`${name}.${field}`);
  }
}

function ofMachines(model: Model, linked: LinkedOperation, uses: Gathered): void {
  const changed = machinesChangedBy(model, linked);
  const begun = [...uses.creates].flatMap((resource) => machinesOf(model, resource));
  // Of a call that makes no move the table says something where it names it, and where it refuses what it does not name.
  const named = changedOtherwise(model, linked).filter(
    (view) => movesBy(view, headingOf(linked)).length > 0 || valueOf(view.machine.anyOtherChange)?.kind === 'error',
  );
  for (const view of new Set([...changed, ...begun, ...named])) {
    uses.machines.add(view.name);
    uses.resources.add(view.resource);
    uses.fields.add(view.name);
    for (const move of movesBy(view, headingOf(linked))) {
      const condition = valueOf(move.row.onlyIf);
      if (condition) ofCondition(model, condition, model.resources.get(view.resource), uses, linked);
      const who = valueOf(move.row.who);
      if (who) ofPeople(model, who, model.resources.get(view.resource), uses, linked);
    }
  }
  for (const effect of effectsOf(linked))
    if (isMove(effect)) uses.machines.add(`${effect.target.text}.${effect.field.text}`);
}
