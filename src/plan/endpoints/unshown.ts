// Values of a path that must not be written down, in a log or elsewhere: those that address a hidden or secret field, and those
// of which the document does not show that they do not. Input: an operation. Output: names of parameters, as its segments have
// them. Notation, part 2, Type `secret`, Set by `hidden`, Present `never`; part 4, the Path table.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isHidden } from '../../analysis/document/shape-fields.ts';
import { identityOf, pathFacts } from '../../analysis/document/targets.ts';
import type { PathSegment } from '../plan.ts';

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
