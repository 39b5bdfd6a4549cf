// For whom the operator makes keys. Input: a scheme. Output: the field by which the operator names a row of its Caller. Notation, part 5,
// Issued by.

import { callerOf } from './schemes.ts';
import { isOneText } from './type-traits.ts';
import type { Scheme } from '../../notation/authentication.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Model } from '../../model/model.ts';
import { identityOf } from './targets.ts';

export interface Holder {
  readonly resource: Resource;
  readonly field: Field;
  readonly type: 'text' | 'integer';
}

/** Undefined: it has no Caller, or no one text or whole number says which row is meant. */
export function holderOf(model: Model, scheme: Scheme): Holder | undefined {
  const resource = callerOf(model, scheme);
  const [name, ...others] = resource ? identityOf(resource) : [];
  const field = others.length === 0 ? model.fields.get(`${resource?.name.text}.${name}`) : undefined;
  const of = field && valueOf(field.type);
  const type = of?.kind === 'integer' ? of.kind : isOneText(of) ? 'text' : undefined;
  return resource && field && type ? { resource, field, type } : undefined;
}
