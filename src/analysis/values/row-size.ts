// How much of a row the fields of a resource take. Input: a model and a resource. Output: what each kept field takes, as a plan will keep
// it. Notation, part 2, head Type.

import { BOOLEAN, DECIMAL, NUMBER, takenByText, type Taken } from '../../base/capacity.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isComputed, ruleOf } from '../document/field-rules.ts';
import { TYPE_TRAITS } from '../document/type-traits.ts';
import { isChainTooLong, isEmbedded } from '../document/value-kinds.ts';

export function takenByFields(model: Model, resource: Resource): readonly Taken[] {
  let hasKey = false;
  return resource.fields.items.flatMap((field) => {
    const type = valueOf(field.type);
    if (type === undefined || isComputed(field) || isChainTooLong(model, type)) return [];
    // A number that the service gives is the row's key itself.
    if (!hasKey && type.kind === 'integer' && ruleOf(field)?.kind === 'new id') {
      hasKey = true;
      return [];
    }
    return takenBy(model, type, valueOf(field.allowed) ?? []) ?? [];
  });
}

/** Undefined: it is not kept. */
function takenBy(model: Model, type: FieldType, allowed: readonly Constraint[]): Taken | undefined {
  switch (type.kind) {
    case 'nullable':
      return takenBy(model, type.of, allowed);
    case 'integer':
    case 'number':
    case 'seconds since 1970':
    case 'date':
      return NUMBER;
    case 'date-time':
      return type.asSent ? takenByText(Infinity) : NUMBER;
    case 'boolean':
      return BOOLEAN;
    case 'decimal':
      return DECIMAL;
    case 'resource':
      return type.by || isEmbedded(model, type) ? NUMBER : takenByText(Infinity);
    case 'same-as': {
      const same = model.fields.get(`${type.owner ?? ''}.${type.path.join('.')}`);
      const shown = same && valueOf(same.type);
      return shown && takenBy(model, shown, allowed);
    }
    case 'one-of':
      return takenByText(Math.max(0, ...type.values.map(({ text }) => 4 * text.length)));
    case 'string':
      return takenByText(4 * Math.min(type.max ?? Infinity, ...allowed.map(mostCharacters)));
    default:
      return TYPE_TRAITS[type.kind].isKept ? takenByText(Infinity) : undefined;
  }
}

function mostCharacters(constraint: Constraint): number {
  if (constraint.kind === 'characters') return constraint.max ?? Infinity;
  if (constraint.kind !== 'values') return Infinity;
  return Math.max(0, ...constraint.values.map((one) => ('value' in one ? String(one.value).length : 0)));
}
