// The roles that callers of a document may have. Input: a model. Output: their names.

import { givenRoles } from '../analysis/document/roles.ts';
import { schemesOf } from '../analysis/document/schemes.ts';
import type { Model } from '../model/model.ts';

/** Undefined: of a scheme nobody can tell which it gives. */
export function rolesOf(model: Model): readonly string[] | undefined {
  const given = schemesOf(model).map((scheme) => givenRoles(model, scheme));
  return given.every((one) => one !== undefined) ? given.flat() : undefined;
}
