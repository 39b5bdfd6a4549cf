// Where a condition or a formula stands, and what its operands are found to be. Pure types; the parts of the evaluation call each other by
// `Evaluate`. Notation, part 2, "Conditions".

import type { GoneStates } from '../../analysis/values/gone-states.ts';
import type { Field } from '../../notation/resources.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Who } from '../../notation/values/who.ts';
import type { Row, Truth, Value } from '../world/known.ts';
import type { Scope } from '../world/world.ts';

export interface Place extends Scope {
  /** The states of Kind `gone` that the sentence names: rows in them are there for it. */
  readonly named: GoneStates;
  /** The service itself looks: no row is hidden from it. */
  readonly seesAll: boolean;
  readonly evaluate: Evaluate;
}

export interface Evaluate {
  truth(condition: Condition, place: Place): Truth;
  /** What the service computes whenever it reads the row. */
  derived(field: Field, row: Row, place: Place): Value;
  lets(who: Who, place: Place): Truth;
}

/** The service took its instant somewhere between these two, in milliseconds since 1970. */
export class Between {
  readonly from: number;
  readonly to: number;

  constructor(from: number, to: number) {
    this.from = from;
    this.to = to;
  }
}

export interface Found {
  readonly value: Value | Between;
  /** Without `or null`; undefined: not stated, or a literal, which has the type of what it is compared with. */
  readonly type: FieldType | undefined;
  /** Of a row: what it is beside a value. */
  readonly shown?: Value;
}
