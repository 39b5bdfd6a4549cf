// The name and the password that each request brings. Input: a scheme of HTTP Basic. Output: the fields that hold them. Notation, part 5,
// Credentials; https://www.rfc-editor.org/rfc/rfc7617

import type { Scheme } from '../../notation/authentication.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { CredentialPlace } from '../../notation/values/schemes.ts';
import type { Model } from '../../model/model.ts';
import { isOneText, isSealed } from './type-traits.ts';

export interface PasswordFields {
  readonly resource: Resource;
  readonly name: Field;
  readonly secret: Field;
}

/** Undefined: the Credentials are none of the Caller, or more or less than a name and a secret. */
export function passwordFields(model: Model, { credentials, caller }: Scheme): PasswordFields | undefined {
  const value = valueOf(credentials);
  if (value?.kind !== 'fields' || value.fields.length !== 2) return undefined;
  if (valueOf(caller)?.resource.text !== value.resource.text) return undefined;
  const resource = model.resources.get(value.resource.text);
  const fields = value.fields.flatMap(({ text }) => model.fields.get(`${value.resource.text}.${text}`) ?? []);
  const name = fields.find((field) => isName(field));
  const secret = fields.find((field) => isSealed(valueOf(field.type)));
  return resource && name && secret ? { resource, name, secret } : undefined;
}

/** The name is sent as text. */
function isName({ type }: Field): boolean {
  return isOneText(valueOf(type));
}

/** Where RFC 7617 has them; the header alone means its form. */
export function passwordPlace(place: CredentialPlace): CredentialPlace | undefined {
  if (place.in !== 'header' || place.name.toLowerCase() !== 'authorization') return undefined;
  if (place.template === undefined) return { ...place, template: 'Basic {token}' };
  return /^basic +\{token\}$/i.test(place.template) ? place : undefined;
}
