// What shows a payload that was kept: the plan of its columns, under a digest, since the document may be another one when its event is
// sent. Input: the plan of what an event carries. Output: its text, and the digest that stands beside each payload.

import { createHash } from 'node:crypto';
import type { Output, ShownShapes } from '../plan/output.ts';
import type { CarriedPlan } from '../plan/payload-plan.ts';
import type { SqlType } from '../sql/expression.ts';
import { typeOf } from '../sql/walk.ts';

export interface PayloadShape {
  readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
  readonly of: Output;
  readonly shown?: ShownShapes;
}

const known = new WeakMap<CarriedPlan, { readonly digest: string; readonly text: string }>();

export function shapeOf(payload: CarriedPlan): { readonly digest: string; readonly text: string } {
  const before = known.get(payload);
  if (before) return before;
  const { columns, of, shown } = payload;
  const shape: PayloadShape = {
    columns: columns.map(({ name, expr }) => ({ name, type: typeOf(expr) })),
    of,
    ...(shown && { shown }),
  };
  const text = JSON.stringify(shape);
  const made = { digest: createHash('sha256').update(text).digest('base64url').slice(0, LETTERS), text };
  known.set(payload, made);
  return made;
}

/** More than enough for all documents that one service ever had. */
const LETTERS = 22;

/** Its key among the notes of the data. */
export function noteOf(digest: string): string {
  return `payload ${digest}`;
}
