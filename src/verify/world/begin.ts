// What is known before the first call: the rows that a document states once for all. Input: a model and the address of the service. Output: a
// world. Notation, part 2, "Rows of the document".

import { isComputed, ruleOf } from '../../analysis/document/field-rules.ts';
import { givenRows, isFixed, type GivenRow } from '../../analysis/document/given-rows.ts';
import { plainType, referenceOf } from '../../analysis/document/value-kinds.ts';
import { gapView } from '../../analysis/gaps/gaps.ts';
import type { Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { literalJson } from '../values/parameters.ts';
import { EXACT, SLACK } from './callers.ts';
import { keptAs } from './kept.ts';
import { Knowledge } from './knowledge.ts';
import { UNKNOWN, type Json, type Row, type Value } from './known.ts';

export interface KnowledgeOptions {
  /** Recorded traffic, or that of others beside it: tokens and rows may come from calls that nobody has seen. */
  readonly isPassive?: boolean;
  /** The clock of the service is moved by hand. */
  readonly isManual?: boolean;
}

export function knowledge(
  model: Model,
  url: string,
  { isPassive = false, isManual = false }: KnowledgeOptions = {},
): Knowledge {
  const world = new Knowledge(model, url, !isPassive, isManual ? EXACT : SLACK);
  learnStatedRows(world);
  return world;
}

function learnStatedRows(world: Knowledge): void {
  const { model } = world;
  const resources = [...model.resources.values()].filter(
    (one) => isFixed(one) && !gapView(model).rowsHeld.has(one.name.text),
  );
  const made = resources.flatMap((resource) =>
    givenRows(resource).rows.map((given) => ({ resource, given, row: world.add(resource.name.text, [], true, false) })),
  );
  for (const isReference of [false, true])
    for (const { resource, given, row } of made) fill(world, resource, given, row, isReference);
  for (const { name } of resources) world.setWhole(name.text, true);
  world.keep();
}

/** What others name a row by comes before the names. */
function fill(world: Knowledge, { fields }: Resource, { values }: GivenRow, row: Row, isReference: boolean): void {
  const given = new Map(values.map(({ field, literal }) => [field.text, literal]));
  for (const field of fields.items) {
    const type = valueOf(field.type);
    if ((type !== undefined && referenceOf(world.model, type) !== undefined) !== isReference) continue;
    if (type === undefined || isComputed(field) || ruleOf(field)) continue;
    const stated = given.get(field.name.text) ?? valueOf(field.default);
    if (stated?.kind === 'field') continue;
    const json = stated ? literalJson(stated, type) : null;
    world.set(row, field.name.text, isReference ? named(world, field, json) : kept(world, field, json), 'follows');
  }
}

function kept({ model }: Knowledge, field: Field, json: Json): Json {
  return keptAs(model, valueOf(field.type), json) as Json;
}

function named(world: Knowledge, field: Field, json: Json): Value {
  const type = valueOf(field.type)!;
  const refers = referenceOf(world.model, type);
  if (json === null) return null;
  if (refers?.by === undefined) return UNKNOWN;
  const shown = keptAs(world.model, plainType(world.model, type)?.type, json);
  return world.find(refers.resource, refers.by, shown).sure[0] ?? UNKNOWN;
}
