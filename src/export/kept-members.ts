// What no field of a body names, where a field of the row keeps it. Input: the schema of a body, and the field. Output: the schema, whose
// object at the place of the field has such members. Notation, part 4, key Unknown fields.

import type { Member, Schema } from './schema.ts';

export interface Kept {
  /** The object that has them. */
  readonly path: readonly string[];
  /** The field that keeps them. */
  readonly member: Member;
}

/** `isWhole`: no field of the body is not shown, which such a member could be. */
export function withKept(schema: Schema, kept: Kept | undefined, isWhole: boolean): Schema {
  if (!kept || !isWhole) return schema;
  return at(schema, kept.path, ofMembers(kept.member.schema));
}

function at(schema: Schema, [name, ...path]: readonly string[], members: unknown): Schema {
  if (name === undefined) return { ...schema, additionalProperties: members };
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  return { ...schema, properties: { ...properties, [name]: at(properties[name] ?? {}, path, members) } };
}

/** Of a map its values; of `object` anything. Where null takes the field away, its schema is one of two. */
function ofMembers(schema: Schema): unknown {
  const forms = [schema, ...((schema['anyOf'] ?? []) as readonly Schema[])];
  return forms.map((one) => one['additionalProperties']).find((one) => one !== undefined) ?? true;
}
