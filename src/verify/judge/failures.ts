// All that failed with a field, for `All failed fields at once: yes`. Input: a call, the cause that answers it. Output: each failure of a field
// with its place. Notation, part 7.

import { causesOf } from '../../analysis/refusals/errors.ts';
import { causeKey, kindOfCause } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Facts } from './causes/context.ts';
import { bodyFindings } from './causes/fields.ts';
import { leftFindings } from './causes/left.ts';
import { namesFound, unknownQueries } from './causes/names.ts';
import type { Failure } from './expected.ts';
import { holds } from './judges.ts';

/** Alone, where the cause is about no field of the body. Uniqueness is reported after all other failures. */
export function failuresOf(facts: Facts, cause: MetCause): readonly Failure[] {
  const { of } = kindOfCause(cause);
  const alone: Failure = { cause, path: [], isSure: holds(facts, cause) === true };
  if (of !== 'field' && of !== 'reference') return [alone];
  const key = causeKey(cause);
  const ownIn = (all: readonly Failure[]): readonly Failure[] => all.filter((one) => causeKey(one.cause) === key);
  const [first, behind] = isTaken(cause) ? [takenIn(facts), []] : [sentIn(facts), leftIn(facts)];
  const isBehind = ownIn(first).length === 0;
  // Where it may have failed already, what is behind may be told.
  const isFirst = ownIn(first).some(({ isSure }) => isSure);
  const all = isBehind ? behind : isFirst ? first : [...first, ...behind.map((one) => ({ ...one, isSure: false }))];
  const own = ownIn(all);
  // What is wrong with the query goes before, and with it no field of the body is reported.
  if (own.length === 0 || (cause.kind === 'unknown field' && unknownQueries(facts).length > 0)) return [alone];
  return [...own, ...all.filter((one) => causeKey(one.cause) !== key)];
}

function isTaken(cause: MetCause): boolean {
  return cause.kind === 'field' && cause.failure === 'taken';
}

function sentIn(facts: Facts): readonly Failure[] {
  const met = new Set(causesOf(facts.model, facts.linked).map(causeKey));
  const named = namesFound(facts).map(({ what, path, truth }): Failure => {
    const cause: MetCause = what === 'unknown' ? { kind: 'unknown field' } : { kind: 'read-only field' };
    return { cause, path, isSure: truth === true };
  });
  const found = bodyFindings(facts).findings.map(({ cause, path, truth }): Failure => ({
    cause,
    path,
    isSure: truth === true,
  }));
  return [...found, ...named].filter((one) => met.has(causeKey(one.cause)));
}

/** Of the row as it is left, behind what is sent. */
function leftIn({ body, ...facts }: Facts): readonly Failure[] {
  const fields = body.kind === 'fields' ? body.fields : [];
  return leftFindings({ body, ...facts }).flatMap(({ cause, path, truth }): readonly Failure[] => {
    if (cause.kind !== 'field' || truth === false) return [];
    const name = cause.path.join('.');
    const input = fields.find(({ sets }) => sets?.resource === cause.resource && sets?.field.name.text === name);
    return [{ cause, path: path.length > 0 ? path : (input?.path ?? cause.path), isSure: truth === true }];
  });
}

function takenIn(facts: Facts): readonly Failure[] {
  return causesOf(facts.model, facts.linked)
    .filter(isTaken)
    .flatMap((cause): readonly Failure[] => {
      const truth = holds(facts, cause);
      return truth === false ? [] : [{ cause, path: [], isSure: truth === true }];
    });
}
