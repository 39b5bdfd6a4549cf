// The order in which a call is judged. Input: a cause that holds, or may. Output: its place: the check, and the place in the check. Notation,
// part 4, "Which refusal comes first"; docs/lifecycle.md.

import { lengthLimitOf, mayComeFirst } from './limits-of.ts';
import { holds } from './judges.ts';
import { some, type Truth } from '../world/known.ts';
import { fieldFails } from './causes/fields.ts';
import { isSentOnly, type RefusalRule } from '../../analysis/machines/refusal-rules.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { CHECKS, type Check } from '../../notation/values/policies.ts';
import type { Facts } from './causes/context.ts';
import { ruleHolds, rulesOf, tableRefuses } from './causes/moves.ts';
import { selectionPlace } from './causes/rows.ts';
import { leftBroken, pathKeyInvalid } from './causes/left.ts';

/** Lower goes first: the place of its check, and the place in it. Causes of one place are ranked by the document. */
export type Place = readonly [check: number, within: number];

export function comparePlaces(a: Place, b: Place): number {
  return a[0] - b[0] || a[1] - b[1];
}

export interface Part {
  readonly place: Place;
  readonly truth: Truth;
}

/** Where a cause is judged, and whether it holds there: some are judged of what is sent, and of the row as the effect leaves it. */
export function partsOf(facts: Facts, cause: MetCause, order: readonly Check[]): readonly Part[] {
  const at = (check: Check, within: number): Place => [order.indexOf(check), within];
  if (cause.kind === 'field' && cause.failure !== 'taken')
    return [
      { place: at('existence', 0), truth: pathKeyInvalid(facts, cause) },
      { place: at('body', 1), truth: fieldFails(facts, cause) },
      { place: LAST, truth: leftBroken(facts, cause) },
    ];
  if (cause.kind !== 'refused') {
    const truth = holds(facts, cause);
    const own: Part = { place: placeOf(cause, facts, order, at), truth };
    return truth && mayComeFirst(facts, cause) ? [{ place: FIRST, truth: undefined }, own] : [own];
  }
  const [sent, others] = rulesApart(facts, cause);
  return [
    { place: at('body', 2), truth: some(sent.map((rule) => ruleHolds(facts, rule))) },
    {
      place: at('state', 0),
      truth: some([...others.map((rule) => ruleHolds(facts, rule)), tableRefuses(facts, cause)]),
    },
    { place: LAST, truth: leftBroken(facts, cause) },
  ];
}

function rulesApart(
  facts: Facts,
  cause: MetCause,
): readonly [sent: readonly RefusalRule[], others: readonly RefusalRule[]] {
  const isSent = ({ when }: RefusalRule): boolean => isSentOnly(facts.model, facts.linked, when);
  const rules = rulesOf(facts, cause);
  return [rules.filter(isSent), rules.filter((rule) => !isSent(rule))];
}

function placeOf(
  cause: MetCause,
  facts: Facts,
  order: readonly Check[],
  at: (check: Check, within: number) => Place,
): Place {
  switch (cause.kind) {
    case 'limit reached':
    case 'too large':
      return lengthLimitOf(facts, cause, order);
    case 'not acceptable':
      // Behind what is first of all, whatever Checks says of what follows.
      return [order.findIndex((check) => check !== 'version' && check !== 'limits') - 0.5, 0];
    case 'no such':
    case 'was':
      return at('existence', selectionPlace(facts, cause.resource));
    default: {
      const [check, within] = PLACES[cause.kind];
      return check === undefined ? LAST : at(check, within);
    }
  }
}

/** Where the key of a call is looked at. */
export function placeOfKey(order: readonly Check[]): Place {
  return [order.indexOf('authentication'), 1];
}

export function isBehindKey(place: Place, order: readonly Check[]): boolean {
  return comparePlaces(place, placeOfKey(order)) > 0;
}

const BODY = ['body', 1] as const;

/** Of each kind that has one place: its check, and the place in it. Without a check: of the row as the effect leaves it. */
const PLACES: Readonly<Record<MetCause['kind'], readonly [check: Check | undefined, within: number]>> = {
  'unknown version': ['version', 0],
  'missing version': ['version', 0],
  'version withdrawn': ['version', 0],
  'too many requests': ['limits', 0],
  'limit reached': ['limits', 0],
  'too large': ['body', 0],
  'not acceptable': ['authentication', 0],
  'no such path': ['version', 0],
  'method not allowed': ['version', 0],
  'no credentials': ['authentication', 0],
  'wrong token': ['authentication', 0],
  'expired token': ['authentication', 0],
  // Behind who calls; what else is wrong with a call is kept under its key, too.
  'same key, other body': ['authentication', 1],
  'still running': ['authentication', 1],
  'invalid path': ['existence', -1],
  'no such': ['existence', 0],
  was: ['existence', 0],
  'not permitted': ['permission', 0],
  'precondition required': ['preconditions', 0],
  'precondition failed': ['preconditions', 1],
  'malformed body': BODY,
  'unsupported media type': BODY,
  'any field': BODY,
  field: ['uniqueness', 0],
  'unknown field': BODY,
  'read-only field': BODY,
  'invalid query': BODY,
  'invalid header': BODY,
  'header missing': BODY,
  'no such in': BODY,
  'wrong credentials': ['state', 0],
  'illegal move': ['state', 0],
  'refused while': ['state', 0],
  refused: ['state', 0],
  'already there': ['uniqueness', 0],
  'other values': [undefined, 0],
  'timed out': [undefined, 0],
  unavailable: [undefined, 0],
  internal: [undefined, 0],
};

const FIRST: Place = [-1, 0];

/** Of the row as the effect leaves it, in every order. */
const LAST: Place = [CHECKS.length, 0];
