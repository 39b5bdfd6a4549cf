// The errors that arise where several statements cannot hold together: `check` finds the smallest set of them. Notation,
// rule 1.6.

import { noCallerHere, noBodyHere, moveNotDone, statementNotHere, whichOne } from './endpoints.ts';
import { secretCompared, tokenLeak } from './authentication.ts';
import type { Definition } from './define.ts';
import { impossibleValue, operandIsAField, referenceNotUnique, wordNotHere } from './linking.ts';
import { mayBeNothing, tooWide, unlikeTypes, wrongConstraint, wrongOperator } from './operands.ts';
import { contradiction } from './reading.ts';
import { nondeterministicMove, notAState } from './states.ts';

const DEFINITIONS: readonly Definition[] = [
  contradiction,
  impossibleValue,
  mayBeNothing,
  moveNotDone,
  noBodyHere,
  noCallerHere,
  nondeterministicMove,
  notAState,
  operandIsAField,
  referenceNotUnique,
  secretCompared,
  statementNotHere,
  tokenLeak,
  tooWide,
  unlikeTypes,
  whichOne,
  wordNotHere,
  wrongConstraint,
  wrongOperator,
];

/** Their codes. */
export const CONFLICTS: ReadonlySet<string> = new Set(DEFINITIONS.map(({ code }) => code));
