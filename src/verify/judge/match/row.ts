// A row as a reply shows it, held against what is known of it: each field that the shape shows, and no other. What nobody knew yet is
// learned. Input: a setting, a row, the fields of its shape, JSON. Output: differences. Notation, part 2, heads Present and Set by.

import { isComplete } from '../../../analysis/document/complete.ts';
import { isComputed, ruleOf } from '../../../analysis/document/field-rules.ts';
import { referencesInside } from '../../../analysis/document/references-inside.ts';
import { fieldsShown, isHidden, isShownOnce } from '../../../analysis/document/shape-fields.ts';
import { isSafe } from '../../../analysis/document/effect-traits.ts';
import { effectsOf, identityOf } from '../../../analysis/document/targets.ts';
import { isAlwaysShown } from '../../../analysis/values/always-shown.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Shape } from '../../../notation/values/shapes.ts';
import { isUnknown, valueOf } from '../../../notation/slot.ts';
import { fieldObligation } from '../../obligations.ts';
import { statementOf } from '../../statements.ts';
import { derived, isThere, truth } from '../../values/evaluate.ts';
import { isMembers, printed } from '../../world/json.ts';
import { Row, UNKNOWN, type Json, type Truth, type Value } from '../../world/known.ts';
import type { Scope } from '../../world/world.ts';
import { learnAddressed, mayBeElsewhere } from './addressed.ts';
import { wrongByService } from './by-service.ts';
import { confuse } from './confuse.ts';
import { isGoneFor } from '../lists.ts';
import { isTaken } from '../taken.ts';
import { joinedPath, type Match, type Setting } from './match.ts';
import { withoutAstray } from './names-inside.ts';
import { classOf } from './sources.ts';
import { matchValue, type Place } from './value.ts';

type RowShape = Pick<Extract<Shape, { kind: 'resource' }>, 'view' | 'without' | 'only'>;

export function matchRow(
  match: Match,
  setting: Setting,
  resource: Resource,
  shape: RowShape,
  row: Row,
  json: unknown,
  at: string,
): void {
  if (!isMembers(json)) {
    match.differs({
      at,
      expected: `an object, ${resource.name.text}`,
      got: printed(json),
      statement: undefined,
      class: 'wrong body',
    });
    return;
  }
  const before = match.differences.length;
  const fields = shownBy(setting, resource, shape);
  const scope: Scope = { world: setting.world, asked: setting.asked, row, self: row };
  for (const field of fields)
    matchField({ match, setting, resource, row, scope, at }, field, memberAt(json, field.name.text));
  strangers(match, setting, resource, fields, json, at);
  match.attribute(before, row);
  learnAddressed(setting.world, row, Object.values(json));
}

/** The fields of the shape that the caller did not choose away. */
function shownBy({ chosen }: Setting, resource: Resource, shape: RowShape): readonly Field[] {
  const names = new Set(fieldsShown(resource, shape));
  const identity = new Set(identityOf(resource));
  const isChosen = (name: string): boolean =>
    chosen === undefined ||
    identity.has(name) ||
    [...chosen].some((one) => one === name || name.startsWith(`${one}.`) || one.startsWith(`${name}.`));
  return resource.fields.items.filter(
    (field) => names.has(field.name.text) && (!isHidden(field) || isShownOnce(field)) && isChosen(field.name.text),
  );
}

interface At {
  readonly match: Match;
  readonly setting: Setting;
  readonly resource: Resource;
  readonly row: Row;
  readonly scope: Scope;
  readonly at: string;
}

function matchField({ match, setting, resource, row, scope, at }: At, field: Field, json: unknown): void {
  const name = field.name.text;
  const path = joinedPath(at, name);
  const { model, world } = setting;
  const isOnce = isShownOnce(field);
  // Which answer shows a secret once is a question of its own.
  if (isOnce && json === undefined) return;
  const value = valueIn(setting, field, row, scope);
  const present = presence(field, scope);
  // The service may choose.
  const isFree = field.present.status === 'any';
  if (json === undefined && (present === undefined || isFree)) return;
  const type = valueOf(field.type);
  const hasNames = type !== undefined && referencesInside(model, type)?.length !== 0;
  const shown = hasNames && isJson(value) ? withoutAstray(scope, type, value) : value;
  const expected = present === false ? null : shown;
  const place: Place = {
    model,
    world,
    at: path,
    type,
    statement: statementOf(model, field.type) ?? statementOf(model, field.setBy),
    isAlways: isFree || (present !== false && isAlwaysShown(model, resource, field)),
    mayBeNull: isUnknown(field.default),
    // Of names inside of it only those are shown that lead somewhere for who calls.
    learn:
      isComputed(field) || present === false || hasNames
        ? undefined
        : (learned) => world.set(row, name, learned, 'shown'),
    class: isComputed(field) || value === UNKNOWN ? 'wrong body' : classOf(setting, row, name),
    isSeen: (target) => isThere(target, { ...scope, row: target, self: target }),
    embed: (target, type, one, where) => embed(match, setting, target, type, one, where),
    isWhole: setting.whole.has(name),
    isTaken: isTaken(world, resource.name.text, name, json),
    isPart: setting.chosen !== undefined && [...setting.chosen].some((one) => one.startsWith(`${name}.`)),
  };
  const before = match.differences.length;
  const wrong = expected === UNKNOWN ? wrongByService(world, row, field, json) : undefined;
  matchValue(match, place, expected, json);
  if (wrong !== undefined && match.differences.length === before)
    match.differs({ at: path, expected: wrong, got: printed(json), statement: place.statement, class: place.class });
  if (match.differences.length > before) {
    if (isNaming(resource, field) && changesRows(setting))
      match.forgetInstead(before, () => mayBeElsewhere(world, row));
    return;
  }
  if (json !== undefined) match.exercised.add(fieldObligation(resource.name.text, name, 'shown'));
  if (value !== UNKNOWN && !isComputed(field)) world.set(row, name, row.get(name), 'shown');
  // Of a row of which nothing was known it may be the one.
  if (value !== UNKNOWN || row.born !== undefined)
    sameIdentity({ match, setting, resource, row, scope, at }, name, json);
}

/** By it a row is found: its key, or its own address. */
function isNaming(resource: Resource, field: Field): boolean {
  return identityOf(resource).includes(field.name.text) || ruleOf(field)?.kind === 'address';
}

function changesRows({ linked }: Setting): boolean {
  return linked !== undefined && effectsOf(linked).some((effect) => !isSafe(effect));
}

function isJson(value: Value): value is Json {
  return value !== UNKNOWN && !(value instanceof Row);
}

/** What it has now, as far as anybody can tell. */
export function valueIn(setting: Setting, field: Field, row: Row, scope: Scope): Value {
  if (!isComputed(field)) return row.get(field.name.text);
  // What leads to a row that is not there any more, and whether it still does for what the row shows of itself, is not stated.
  return setting.wasThere || isThere(row, scope) !== true ? UNKNOWN : derived(field, row, scope);
}

/** May an answer have it at all? */
function presence(field: Field, scope: Scope): Truth {
  const present = valueOf(field.present);
  if (present?.kind === 'never') return false;
  return present?.kind === 'if' ? truth(present.condition, scope) : true;
}

/** No two rows are identified alike. */
function sameIdentity({ match, setting, resource, row, at }: At, name: string, json: unknown): void {
  const identity = identityOf(resource);
  if (identity.length !== 1 || identity[0] !== name || json === undefined) return;
  // A row that is gone may have the key that another one has now.
  if (isGoneFor(setting.world, undefined, row) !== false && !isGiven(resource, name)) return;
  const others = setting.world.find(resource.name.text, name, json).sure;
  // A number that the service gave is never given again, an address may be.
  const other = others.find(
    (one) =>
      one !== row &&
      ((one.isThere === true && isGoneFor(setting.world, undefined, one) === false) ||
        (isBirthKnown(row) && isGiven(resource, name) && setting.world.sourceOf(one, name) === 'shown')),
  );
  if (!other) return;
  match.differs({
    at: joinedPath(at, name),
    expected: `a value that no other ${resource.name.text} has`,
    got: `${printed(json)}, which another has`,
    statement: statementOf(setting.model, resource.identifiedBy),
    class: 'wrong body',
    // From now on either of them may be the one that is found by it.
    forget: () => {
      confuse(setting.world, [row, other], name);
      for (const one of [row, other]) mayBeElsewhere(setting.world, one);
    },
  });
}

function isBirthKnown({ born }: Row): boolean {
  return born !== undefined && !Number.isNaN(born);
}

function isGiven(resource: Resource, name: string): boolean {
  const field = resource.fields.items.find((one) => one.name.text === name);
  return field !== undefined && ruleOf(field)?.kind === 'new id';
}

/** A row that is shown inside of another. */
function embed(
  match: Match,
  setting: Setting,
  target: Row,
  type: Extract<FieldType, { kind: 'resource' }> | undefined,
  json: unknown,
  at: string,
): void {
  const resource = setting.model.resources.get(target.resource);
  if (resource)
    matchRow(
      match,
      { ...setting, chosen: undefined, whole: NONE, wasThere: false },
      resource,
      type ?? {},
      target,
      json,
      at,
    );
}

const NONE: ReadonlySet<string> = new Set();

/** Dotted names are objects inside of objects. */
export function memberAt(json: unknown, name: string): unknown {
  if (!isMembers(json)) return undefined;
  if (Object.hasOwn(json, name)) return json[name];
  const dot = name.indexOf('.');
  return dot < 0 || !Object.hasOwn(json, name.slice(0, dot))
    ? undefined
    : memberAt(json[name.slice(0, dot)], name.slice(dot + 1));
}

/** Members that the shape does not show. */
function strangers(
  match: Match,
  setting: Setting,
  resource: Resource,
  fields: readonly Field[],
  json: Readonly<Record<string, unknown>>,
  at: string,
  before = '',
): void {
  const names = fields.map(({ name }) => name.text);
  for (const [member, value] of Object.entries(json)) {
    const name = `${before}${member}`;
    if (names.includes(name)) continue;
    const isGroup = names.some((one) => one.startsWith(`${name}.`));
    if (isGroup && isMembers(value)) strangers(match, setting, resource, fields, value, at, `${name}.`);
    else if (!isGroup || value !== null) stranger(match, setting, resource, name, value, at);
  }
}

function stranger(match: Match, setting: Setting, resource: Resource, name: string, value: unknown, at: string): void {
  const stated = resource.fields.items.find((field) => field.name.text === name);
  if (!stated) {
    match.invented.push({
      name: `${resource.name.text}.${name}`,
      isComplete: isComplete(setting.model, resource.fields),
    });
    return;
  }
  match.differs({
    at: joinedPath(at, name),
    expected: `no member ${name}: ${isHidden(stated) ? 'it is never shown' : 'this answer does not show it'}`,
    got: printed(value),
    statement: statementOf(setting.model, isHidden(stated) ? stated.setBy : stated.type),
    class: 'wrong body',
  });
}
