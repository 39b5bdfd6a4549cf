// The calls that a limit or a Repeat table applies to: methods and operations, and what else must be true of a call. How the cell
// is read and printed. Notation, parts 4 and 8, head Applies to.

import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { type Call, call, isMethod, printCall } from './calls.ts';
import { printCauses } from './cause-kinds.ts';
import { type Cause, cause } from './causes.ts';
import type { Condition } from './conditions.ts';
import { isTick } from './names.ts';

export interface LimitedCalls {
  /** One of these; empty: all. */
  readonly calls: readonly Call[];
  /** A condition on the caller, or a cause that the call ends with; undefined: nothing else is asked. */
  readonly when: Cause | undefined;
}

const FORMS =
  'methods and operations by commas, and what else must hold: GET, `POST /orders`, if caller `plan` = `free`; `POST /login`, if wrong credentials';

/** `` GET, `POST /orders` ``, `` `POST /login`, if wrong credentials ``, `` caller `plan` = `free` ``. */
export const parseAppliesTo: Parser<LimitedCalls> = parserOf((cursor) => {
  const calls: Call[] = [];
  if (isCall(cursor))
    do calls.push(call(cursor, FORMS));
    while (!(cursor.isSymbol(',') && cursor.isWord('if', 1)) && cursor.takeSymbol(','));
  if (calls.length > 0) {
    if (!cursor.takeSymbol(',')) return { calls, when: undefined };
    cursor.needPhrase('if');
  }
  return { calls, when: when(cursor) };
});

/** `` query `f` = … `` begins a condition, `` `R.f` taken `` is a cause. */
function isCall(cursor: Cursor): boolean {
  if (isTick(cursor)) return cursor.isSymbol(',', 1) || cursor.peek(1).kind === 'end';
  return isMethod(cursor);
}

function when(cursor: Cursor): Cause {
  if (cursor.isWord('after') && cursor.isSymbol(':', 1)) cursor.fail(FORMS);
  return cause(cursor, FORMS);
}

/** The condition that must hold of the caller, where one is asked. */
export function conditionOf({ when }: LimitedCalls): Condition | undefined {
  return when?.kind === 'condition' ? when.condition : undefined;
}

function printAppliesTo({ calls, when }: LimitedCalls): string {
  const asked = when && printCauses([when]);
  if (calls.length === 0) return asked ?? '';
  return [...calls.map(printCall), ...(asked === undefined ? [] : [`if ${asked}`])].join(', ');
}

export const LIMIT_APPLIES_TO: Syntax<LimitedCalls> = {
  parse: parseAppliesTo,
  print: printAppliesTo,
  any: true,
  forms: 'methods and operations, and behind `if` a condition on the caller or a cause',
  offers: ['methods or a condition: …'],
};
