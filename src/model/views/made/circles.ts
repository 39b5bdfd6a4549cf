// Fields that are reckoned from fields that are reckoned. Comes in: a field with a text or a formula. Goes out: whether it
// rests on itself, and how many parts it has with all of them written out. Notation, part 2, "Who sets a field".

import type { Model } from '../../model.ts';
import type { Field, Resource } from '../../resources.ts';
import type { Arithmetic } from '../../rules.ts';
import { valueOf } from '../../status.ts';
import { followPath, type FieldAt } from '../paths.ts';

/** With more parts than this a rule is no statement that a store takes. */
const MOST_PARTS = 200;

export interface Written {
  /** `row`: on itself, in the same row; `rows`: it leads to a field that rests on itself, perhaps through other rows. */
  readonly circle: 'row' | 'rows' | undefined;
  readonly isTooLong: boolean;
}

export function writtenOut(model: Model, resource: Resource, field: Field): Written {
  const own: FieldAt = { resource, field };
  const length = lengthOf(model, own, new Map());
  const circle = length !== Infinity ? undefined : isOnItself(model, own) ? 'row' : 'rows';
  return { circle, isTooLong: length > MOST_PARTS };
}

interface Rest extends FieldAt {
  /** It is a field of the same row. */
  readonly isOwn: boolean;
}

/** The fields that fill its holes, or that it is reckoned from. */
function restsOn(model: Model, { resource, field }: FieldAt): readonly Rest[] {
  const setBy = valueOf(field.setBy);
  const rule = setBy?.kind === 'service' ? setBy.rule : undefined;
  const paths =
    rule?.kind === 'text'
      ? rule.parts.flatMap((part) => (part.kind === 'field' ? [part.path] : []))
      : rule?.kind === 'arithmetic'
        ? pathsOf(rule.expression)
        : [];
  return paths.flatMap((path): Rest[] => {
    const { fields } = followPath(model, resource, path);
    const last = fields.at(-1);
    return last ? [{ ...last, isOwn: fields.length === 1 }] : [];
  });
}

function pathsOf(formula: Arithmetic): readonly (readonly string[])[] {
  if (formula.kind === 'operation') return [...pathsOf(formula.left), ...pathsOf(formula.right)];
  return formula.operand.kind === 'field' ? [formula.operand.path] : [];
}

/** Infinity: somewhere on the way it comes back. */
function lengthOf(model: Model, at: FieldAt, known: Map<Field, number>): number {
  const before = known.get(at.field);
  if (before !== undefined) return before;
  // Whoever comes by here before it is known comes back.
  known.set(at.field, Infinity);
  let length = 1;
  for (const rest of restsOn(model, at)) length += lengthOf(model, rest, known);
  known.set(at.field, length);
  return length;
}

function isOnItself(model: Model, own: FieldAt): boolean {
  const seen = new Set<Field>();
  const open = [own];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const rest of restsOn(model, at)) {
      if (!rest.isOwn) continue;
      if (rest.field === own.field) return true;
      if (!seen.has(rest.field)) open.push(rest);
      seen.add(rest.field);
    }
  }
  return false;
}
