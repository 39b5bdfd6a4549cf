// References inside of a value: lists, maps and nested shapes keep names of rows. Input: a value as it is kept, its type. Output: the value as
// it is shown: names that lead nowhere are not; unknown where nobody can tell. Notation, part 2, head Type.

import { nestedIn } from '../../../analysis/values/nested-rules.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Resource } from '../../../notation/resources.ts';
import { placeOf } from '../../values/evaluate.ts';
import { bare, isMembers } from '../../values/fits.ts';
import { memberAt } from '../../values/paths.ts';
import { lookUp } from '../../values/rows.ts';
import { UNKNOWN, type Json, type Unknown } from '../../world/known.ts';
import type { Scope } from '../../world/world.ts';

type Shown = Json | Unknown | undefined;

/** A list and a map have a name that leads nowhere no longer; what is shown for one that may be null depends on more. */
export function withoutAstray(scope: Scope, type: FieldType, json: Json): Json | Unknown {
  const plain = bare(type);
  if (json === null) return json;
  switch (plain.kind) {
    case 'array':
    case 'set': {
      if (!Array.isArray(json)) return json;
      const shown = (json as readonly Json[]).map((one) => ofMember(scope, plain.of, one));
      return shown.includes(UNKNOWN) ? UNKNOWN : shown.filter((one) => one !== undefined && one !== UNKNOWN);
    }
    case 'map': {
      if (!isMembers(json)) return json;
      const shown = Object.entries(json).map(([name, one]) => [name, ofMember(scope, plain.of, one)] as const);
      return joined(shown);
    }
    case 'resource': {
      const shape = nestedIn(scope.world.model, plain);
      return shape && isMembers(json) ? inShape(scope, shape, json) : json;
    }
    default:
      return json;
  }
}

function ofMember(scope: Scope, type: FieldType, json: Json): Shown {
  const plain = bare(type);
  if (plain.kind !== 'resource' || !plain.by || json === null) return withoutAstray(scope, type, json);
  const row = lookUp(plain.resource.text, new Map([[plain.by.text, json]]), placeOf(scope));
  if (row === UNKNOWN) return UNKNOWN;
  if (row !== null) return json;
  return type.kind === 'nullable' ? UNKNOWN : undefined;
}

function inShape(scope: Scope, shape: Resource, json: Readonly<Record<string, Json>>): Json | Unknown {
  const astray = shape.fields.items.filter(({ name, type }) => {
    const stated = valueOf(type);
    const member = memberAt(json, name.text.split('.'));
    return stated && member !== null && ofMember(scope, stated, member) !== member;
  });
  // Whether it is null or left out there depends on more than its type.
  return astray.length > 0 ? UNKNOWN : json;
}

function joined(members: readonly (readonly [string, Shown])[]): Json | Unknown {
  if (members.some(([, one]) => one === UNKNOWN)) return UNKNOWN;
  return Object.fromEntries(
    members.flatMap(([name, one]) => (one === undefined || one === UNKNOWN ? [] : [[name, one]])),
  );
}
