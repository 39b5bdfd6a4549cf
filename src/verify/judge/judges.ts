// Whether a cause holds for one call: a judge for each kind. Input: a call taken apart, a cause that its operation can meet. Output: it does, it
// does not, or nobody can tell from outside. Notation, part 7, "Causes".

import type { MetCause } from '../../notation/values/met-causes.ts';
import { some, type Truth } from '../world/known.ts';
import { expiredToken, noCredentials, notPermitted, wrongCredentials, wrongToken } from './causes/callers.ts';
import type { Facts, Judge } from './causes/context.ts';
import { fieldFails, noSuchIn } from './causes/fields.ts';
import { leftBroken, pathKeyInvalid } from './causes/left.ts';
import { malformedBody, notAcceptable, unsupportedMediaType } from './causes/media.ts';
import { illegalMove, refused, refusedWhile } from './causes/moves.ts';
import { readOnlyField, unknownField } from './causes/names.ts';
import { headerMissing, invalidHeader, invalidPath, invalidQuery } from './causes/parameters.ts';
import { assignedNowhere } from './causes/assigned.ts';
import {
  limitReached,
  missingVersion,
  preconditionFailed,
  preconditionRequired,
  tooLarge,
  unknownVersion,
  versionWithdrawn,
} from './causes/restrictions.ts';
import { otherBody, stillRunning } from './causes/repeats.ts';
import { noSuch, otherValues, taken, was } from './causes/rows.ts';

type Judges = { readonly [K in MetCause['kind']]: Judge<K> };

const NEVER = (): Truth => false;

const UNTOLD = (): Truth => undefined;

const JUDGES: Judges = {
  'malformed body': malformedBody,
  'unsupported media type': unsupportedMediaType,
  'not acceptable': notAcceptable,
  // Calls that reach no operation.
  'no such path': NEVER,
  'method not allowed': NEVER,
  'too large': tooLarge,
  unavailable: UNTOLD,
  // A service that says that it failed has failed, also where the document says how it tells that.
  internal: NEVER,
  'no credentials': noCredentials,
  'wrong token': wrongToken,
  'expired token': expiredToken,
  'wrong credentials': wrongCredentials,
  'not permitted': notPermitted,
  // A spelling of others, which are judged for themselves.
  'any field': NEVER,
  field: (facts, cause) =>
    cause.failure === 'taken'
      ? taken(facts, cause)
      : some([fieldFails(facts, cause), leftBroken(facts, cause), pathKeyInvalid(facts, cause)]),
  'unknown field': unknownField,
  'read-only field': readOnlyField,
  'invalid query': invalidQuery,
  'invalid header': invalidHeader,
  'header missing': headerMissing,
  'invalid path': invalidPath,
  'no such': noSuch,
  'no such in': (facts, cause) => some([noSuchIn(facts, cause), assignedNowhere(facts, cause)]),
  was,
  'already there': taken,
  'illegal move': illegalMove,
  refused: (facts, cause) => some([refused(facts, cause), leftBroken(facts, cause)]),
  'refused while': refusedWhile,
  'other values': otherValues,
  'same key, other body': otherBody,
  'still running': stillRunning,
  'precondition failed': preconditionFailed,
  'precondition required': preconditionRequired,
  'too many requests': limitReached,
  'timed out': limitReached,
  'limit reached': limitReached,
  'unknown version': unknownVersion,
  'missing version': missingVersion,
  'version withdrawn': versionWithdrawn,
};

export function holds(facts: Facts, cause: MetCause): Truth {
  return (JUDGES[cause.kind] as Judge<MetCause['kind']>)(facts, cause as never);
}
