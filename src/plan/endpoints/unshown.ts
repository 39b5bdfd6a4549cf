// Values that must not be written down, in a log or elsewhere: those of a hidden or secret field, and those of which the document does
// not show that they are not. Input: an operation, a resource. Output: names of the parameters of its paths, as its segments have them;
// the columns by which a row is named. Notation, part 2, Type `secret`, Set by `hidden`, Present `never`; part 4, the Path table.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isHidden } from '../../analysis/document/shape-fields.ts';
import { identityOf, pathFacts } from '../../analysis/document/targets.ts';
import type { PathSegment } from '../plan.ts';
import { columnOf, rowKeyOf } from '../rows.ts';
import { referenceOf } from '../../analysis/document/value-kinds.ts';

export function unshownIn(model: Model, linked: LinkedOperation, paths: readonly (readonly PathSegment[])[]): string[] {
  const named = new Set(paths.flat().flatMap(({ parameter }) => parameter ?? []));
  return [...named].filter((name) => !mayShow(model, linked, name));
}

function mayShow(model: Model, linked: LinkedOperation, name: string): boolean {
  const { rows, selections, values } = pathFacts(model, linked);
  const row = rows.get(name)?.type;
  const written = row && valueOf(row);
  if (written !== undefined && !isPlain(model, written, new Set())) return false;
  if (values.includes(name)) return written !== undefined;
  const fields = selections.flatMap(({ resource, keys }) =>
    keys.flatMap(({ parameter, field }) => (parameter === name ? [model.fields.get(`${resource}.${field}`)] : [])),
  );
  return fields.length > 0 && fields.every((field) => field !== undefined && isShown(model, field, new Set()));
}

/** The identity, where it may be written down and says something to people; else the key of the row. */
export function namedBy(model: Model, resource: Resource): readonly string[] {
  const identity = identityOf(resource);
  const isTold = identity.every((name) => {
    const field = model.fields.get(`${resource.name.text}.${name}`);
    const column = field && columnOf(model, field);
    const type = field && valueOf(field.type);
    const isPlace = type !== undefined && referenceOf(model, type) !== undefined;
    return column !== undefined && !isPlace && isShown(model, field!, new Set());
  });
  return isTold && identity.length > 0 ? identity : [rowKeyOf(resource)];
}

/** Does the document show that answers may have it? */
function isShown(model: Model, field: Field, met: Set<Field>): boolean {
  if (met.has(field)) return true;
  met.add(field);
  const { setBy, present } = field;
  if (present.status === 'gap' || present.status === 'unreadable') return false;
  const set = valueOf(setBy);
  if (set === undefined || isHidden(field)) return false;
  // To know a token is to have its rights.
  if (set.kind === 'service' && set.rule.kind === 'token') return false;
  const type = valueOf(field.type);
  return type !== undefined && isPlain(model, type, met);
}

function isPlain(model: Model, type: FieldType, met: Set<Field>): boolean {
  switch (type.kind) {
    case 'secret':
    case 'file':
    case 'same-as':
      return false;
    case 'nullable':
    case 'array':
    case 'set':
    case 'map':
      return isPlain(model, type.of, met);
    case 'resource': {
      const resource = model.resources.get(type.resource.text);
      const keys = type.by ? [type.by.text] : resource ? identityOf(resource) : [];
      const fields = keys.map((key) => model.fields.get(`${type.resource.text}.${key}`));
      return fields.length > 0 && fields.every((field) => field !== undefined && isShown(model, field, met));
    }
    default:
      return true;
  }
}
