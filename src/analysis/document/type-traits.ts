// What this runtime does with the values of each type: one row for each, asked by the gaps and by the plan alike. Input: a type as
// read. Output: traits. Notation, part 2, head Type.

import type { FieldType } from '../../notation/values/field-types.ts';

export interface TypeTraits {
  /** Values are kept in a row; of a list, a map and a reference that depends on what is in it. */
  readonly isKept: boolean;
  /** Values are read out of the row again: shown, compared, ordered by, sent with events. */
  readonly isShown: boolean;
}

const SHOWN: TypeTraits = { isKept: true, isShown: true };

export const TYPE_TRAITS: Readonly<Record<FieldType['kind'], TypeTraits>> = {
  string: SHOWN,
  secret: { isKept: true, isShown: false },
  integer: SHOWN,
  number: SHOWN,
  decimal: SHOWN,
  boolean: SHOWN,
  date: SHOWN,
  time: SHOWN,
  'date-time': SHOWN,
  'seconds since 1970': SHOWN,
  duration: SHOWN,
  uuid: SHOWN,
  url: SHOWN,
  email: SHOWN,
  file: { isKept: false, isShown: true },
  object: SHOWN,
  any: SHOWN,
  state: SHOWN,
  'one-of': SHOWN,
  array: SHOWN,
  set: SHOWN,
  map: SHOWN,
  nullable: SHOWN,
  resource: SHOWN,
  'same-as': SHOWN,
};

/** No value is read again, also where it would be in a list, in a map or beside `or null`. */
export function isSealed(type: FieldType | undefined): boolean {
  if (type === undefined) return false;
  return !TYPE_TRAITS[type.kind].isShown || ('of' in type && isSealed(type.of));
}

const ONE_TEXT: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>(['string', 'email', 'uuid', 'url']);

/** A value is one text, by which a row may be found as it was sent. */
export function isOneText(type: FieldType | undefined): boolean {
  return type !== undefined && ONE_TEXT.has(type.kind);
}
