// The rows of a Field table. In: a row. Out: a Field with a slot for each column. Resources and events share it.
// Notation, part 2.

import type { Constraint } from '../notation/values/constraints.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Field } from '../notation/resources.ts';
import type { Presence, Required } from '../notation/values/requirements.ts';
import type { SetBy } from '../notation/values/rules.ts';
import type { Reading } from './reading.ts';
import { readName } from './row-names.ts';
import type { SlotRule } from '../notation/grammar/slot-rule.ts';
import type { Row } from './tables.ts';
import { parseConstraints } from '../notation/values/constraints.ts';
import { parseFieldType, TYPES } from '../notation/values/field-types.ts';
import { parseLiteral } from '../notation/values/literals.ts';
import { parsePresence, parseRequired } from '../notation/values/requirements.ts';
import { parseSetBy } from '../notation/values/rules.ts';

type Rule<T> = SlotRule<T>;

export const TYPE: Rule<FieldType> = { parse: parseFieldType, none: false, any: true, forms: TYPES };
export const REQUIRED: Rule<Required> = { parse: parseRequired, none: false, forms: '`yes`, `no` or `if …`' };
export const ALLOWED: Rule<readonly Constraint[]> = {
  parse: parseConstraints,
  any: true,
  forms: 'values, ranges or `any`',
};
export const DEFAULT: Rule<Literal> = { parse: parseLiteral, forms: 'a value in ticks, or `none`' };
const PRESENT: Rule<Presence> = {
  parse: parsePresence,
  none: false,
  any: true,
  forms: '`always`, `if set`, `if …` or `never`',
};
const SET_BY: Rule<SetBy> = {
  parse: parseSetBy,
  none: false,
  forms: '`caller`, `service: …`, `by operation` or `rows`',
};

export function readField(reading: Reading, row: Row): Field | undefined {
  const name = readName(reading, row.first, "the field's name");
  if (!name) return undefined;
  return {
    kind: 'field',
    name,
    type: row.slot('Type', TYPE),
    required: readRequired(row),
    present: row.slot('Present', PRESENT),
    setBy: row.slot('Set by', SET_BY),
    allowed: row.slot('Allowed values', ALLOWED),
    default: row.slot('Default', DEFAULT),
    meaning: row.prose('Meaning'),
    at: row.at,
  };
}

/** Under Cardinality a question mark is a value; under Required it is a blank. */
export function readRequired(row: Row): Field['required'] {
  const cardinality = /^card/i.test(row.headOf('Required') ?? '');
  return row.slot('Required', cardinality ? { ...REQUIRED, notBlank: '?' } : REQUIRED);
}
