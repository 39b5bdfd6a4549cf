// Fields that are made from fields that are made. Input: a field with a text or a formula. Output: whether it has too many parts
// with all of them written out, or parts without end, since its row leads to rows that lead back. Notation, part 2, "Who sets a
// field".

import { oncePer } from '../../../base/once-per.ts';
import type { Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import { isComputed, madeAtCreate, ruleOf } from '../../document/field-rules.ts';
import { elementOf, followPath, type FieldAt } from '../../document/paths.ts';
import { pathsOf } from '../../document/rule-paths.ts';
import { searchedFields } from '../../document/searched-fields.ts';

/** With more parts than this a rule is no statement that a store takes. */
const MOST_PARTS = 200;

export function isTooLong(model: Model, resource: Resource, field: Field): boolean {
  const known = lengthsOf(model);
  if (!madeAtCreate(field)) return lengthOf(model, known, { resource, field }) > MOST_PARTS;
  // Once it is made it is kept: what names it names one column.
  const lengths = restsOn(model, { resource, field }).map((rest) => lengthOf(model, known, rest));
  return lengths.reduce((all, one) => all + one, 1) > MOST_PARTS;
}

function lengthOf(model: Model, known: Map<Field, number>, { resource, field }: FieldAt): number {
  const before = known.get(field);
  if (before !== undefined) return before;
  const path = [enter(model, known, { resource, field })];
  // A loop with a stack of its own: a chain of fields may be longer than a function may call itself.
  for (let at = path.at(-1); at; at = path.at(-1)) {
    const rest = at.rests.pop();
    if (rest) {
      const length = known.get(rest.field);
      if (length === undefined) path.push(enter(model, known, rest));
      else at.length += length;
      continue;
    }
    known.set(at.field, at.length);
    path.pop();
    const before = path.at(-1);
    if (before) before.length += at.length;
  }
  return known.get(field)!;
}

/** By field: how many parts; Infinity: there is no end. */
const lengthsOf = oncePer<[], Model, Map<Field, number>>(() => new Map());

interface Entered {
  readonly field: Field;
  readonly rests: FieldAt[];
  length: number;
}

function enter(model: Model, known: Map<Field, number>, at: FieldAt): Entered {
  // What comes back here before it is known has no end.
  known.set(at.field, Infinity);
  const rests = madeAtCreate(at.field) ? [] : restsOn(model, at);
  const isOnlyShown = rests.length > 0 && pathsIn(at.field).length === 0;
  return { field: at.field, rests, length: isOnlyShown ? 0 : 1 };
}

/**
 * The fields that fill its holes, or that it is computed from; of those that only lead to another row, the computed ones; and
 * the field of another row that it is shown as.
 */
function restsOn(model: Model, { resource, field }: FieldAt): FieldAt[] {
  const paths = pathsIn(field).flatMap((path) => {
    const { fields } = followPath(model, resource, path);
    return fields.filter((one, index) => index === fields.length - 1 || isMade(one));
  });
  const rule = ruleOf(field);
  const searched = rule ? searchedFields(model, resource, rule).filter(isMade) : [];
  paths.push(...searched);
  const type = valueOf(field.type);
  const inner = type && elementOf(type).type;
  const shown = inner?.kind === 'resource' && inner.by;
  return shown
    ? [...paths, ...followPath(model, model.resources.get(inner.resource.text), shown.text.split('.')).fields]
    : paths;
}

function isMade({ field }: FieldAt): boolean {
  return pathsIn(field).length > 0 || isComputed(field);
}

function pathsIn({ setBy }: Field): readonly (readonly string[])[] {
  const by = valueOf(setBy);
  return by?.kind === 'service' && by.rule.kind !== 'gap' ? pathsOf(by.rule) : [];
}
