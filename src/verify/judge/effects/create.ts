// Rows that a call makes, or finds there already and keeps: by `creates`, where a repeated call makes none, `creates or keeps`, `creates or replaces`,
// `creates every in body`. Input: a call, its effect. Output: the world, with the row; what came of it. Notation, part 4, "What a call does".

import { bodyOf } from '../../../analysis/document/inputs.ts';
import { fieldMeant } from '../../../analysis/values/assignments.ts';
import type { OutcomeWord } from '../../../notation/values/answers.ts';
import { Row, UNKNOWN, type Json } from '../../world/known.ts';
import { factsOf } from '../causes/context.ts';
import { repeatedRow } from '../causes/rows.ts';
import { isGoneFor } from '../lists.ts';
import { changeBySent } from './change.ts';
import type { Doing, EffectOf } from './context.ts';
import { assignedTo, makeRow } from './make.ts';
import { valueAt } from './sent.ts';

export type Keys = ReadonlyMap<string, readonly (readonly [string, Json])[]>;

export function createOrReplace(
  doing: Doing,
  { target }: EffectOf<'creates or replaces'>,
  row: Row | undefined,
  json: unknown,
  keys: Keys,
): OutcomeWord {
  if (row) {
    changeBySent(doing, row, json);
    return 'replaced';
  }
  const resource = doing.model.resources.get(target.text);
  if (resource) doing.made.set(target.text, makeRow(doing, resource, [], json, undefined, keys.get(target.text)));
  return 'created';
}

function create(doing: Doing, effect: EffectOf<'creates' | 'creates or keeps'>, json: unknown): void {
  const resource = doing.model.resources.get(effect.target.text);
  if (resource) doing.made.set(effect.target.text, makeRow(doing, resource, effect.with, json, undefined));
}

/** Undefined: it is made. */
export function createOrRepeat(
  doing: Doing,
  effect: EffectOf<'creates' | 'creates or keeps'>,
  json: unknown,
): OutcomeWord | undefined {
  const row = repeatedRow(factsOf(doing.asked), effect.target.text);
  if (row) doing.found.set(effect.target.text, row);
  else create(doing, effect, json);
  return row && 'repeated';
}

/** A row that has the key is kept as it is. */
export function createOrKeep(doing: Doing, effect: EffectOf<'creates or keeps'>, json: unknown): OutcomeWord {
  const { world, model, linked } = doing;
  const resource = model.resources.get(effect.target.text)!;
  const trial = new Row(effect.target.text, [], true);
  const keys = effect.with.map((given) => {
    const name = fieldMeant(model, given.field.text.split('.'), resource).path.join('.');
    return [name, assignedTo(doing, trial, name, given, undefined)] as const;
  });
  const same = world
    .rows(effect.target.text)
    .find(
      (row) =>
        row.isThere === true &&
        isGoneFor(world, linked, row) !== true &&
        keys.every(([name, value]) => value !== UNKNOWN && value !== null && row.get(name) === value),
    );
  if (same) {
    doing.found.set(effect.target.text, same);
    return 'unchanged';
  }
  create(doing, effect, json);
  return 'created';
}

export function createEach(doing: Doing, effect: EffectOf<'creates every in body'>, json: unknown): void {
  const { model, linked } = doing;
  const body = bodyOf(model, linked);
  const path = body.kind === 'fields' ? body.rows?.path : undefined;
  const resource = model.resources.get(effect.target.text);
  const items = path && valueAt(json, path);
  if (!resource || !Array.isArray(items)) return;
  for (const item of items) doing.each.push(makeRow(doing, resource, effect.with, item, path));
}
