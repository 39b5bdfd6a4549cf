// Which operations judge a condition of part 7, and the text about one that none can judge. Input: a model, a code. Output: the
// operations that judge it if they name it, and those that have it and find no row for it. Notation, part 7 "Causes".

import { isSafe } from '../../document/effect-traits.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import { type Operand, isOfRequest } from '../../../notation/values/operands.ts';
import type { ErrorCode } from '../../../notation/errors.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import { followPath } from '../../document/paths.ts';
import { effectsOf, headingOf, targetsOf } from '../../document/targets.ts';
import {
  canJudge,
  findsRow,
  isBrought,
  lookedAt,
  namedCodes,
  rowOf,
  rowsFor,
  ruleCauses,
} from '../../machines/refusal-rules.ts';
import { operandsOf } from '../../document/condition-walk.ts';

export interface Judges {
  /** Headings of operations that judge it if they name it, those that change something first. */
  readonly able: readonly string[];
  /** That name it, and find no row to judge by it. */
  readonly unable: readonly string[];
  /** That have it unnamed, since they touch the resource it names, and find no row either. */
  readonly tied: readonly string[];
  /** `R.f` of the condition, the first: what ties it to those. */
  readonly owned: { readonly resource: string; readonly path: string } | undefined;
}

export function judgesOf(model: Model, code: ErrorCode): Judges {
  const name = code.code.text;
  const conditions = (valueOf(code.when) ?? []).flatMap((cause) =>
    cause.kind === 'condition' && !cause.after ? [cause.condition] : [],
  );
  const operations = [...model.operations.values()];
  const without = operations.filter((linked) =>
    ruleCauses(model, linked).some((rule) => rule.code === name && !canJudge(model, linked, rule)),
  );
  const tied = without.filter((linked) => !namedCodes(linked).has(name));
  const [owned] = conditions.flatMap(operandsOf).flatMap((operand) => ownedBy(model, operand));
  // What is of too many is to be written with `this`, for which a row is found.
  const mayName = (linked: LinkedOperation): boolean =>
    tied.length === 0 || owned === undefined || findsRow(linked, owned.resource);
  const able = operations.filter((linked) => mayName(linked) && conditions.every((one) => judges(model, linked, one)));
  return {
    able: [...able.filter(changes), ...able.filter((linked) => !changes(linked))].map(headingOf),
    unable: without.filter((linked) => !tied.includes(linked)).map(headingOf),
    tied: tied.map(headingOf),
    owned,
  };
}

/** It finds a row to judge by it, and has all that it looks at. */
function judges(model: Model, linked: LinkedOperation, condition: Condition): boolean {
  const rows = rowsFor(
    model,
    linked,
    condition,
    targetsOf(model, linked).filter((target) => model.resources.has(target)),
  );
  const resource = rowOf(model, condition, rows);
  if (!canJudge(model, linked, { when: condition, resource })) return false;
  return lookedAt(condition).every((operand) => {
    if (operand.kind !== 'field') return true;
    if (isOfRequest(operand.owner)) return isBrought(model, linked, operand);
    if (operand.owner === 'this') return rows.length > 0;
    const owner = operand.owner ?? resource;
    if (owner === undefined || !rows.includes(owner)) return false;
    return followPath(model, model.resources.get(owner), operand.path).end === 'found';
  });
}

function changes(linked: LinkedOperation): boolean {
  return !effectsOf(linked).every(isSafe);
}

function ownedBy(model: Model, operand: Operand): NonNullable<Judges['owned']>[] {
  if (operand.kind !== 'field' || operand.owner === undefined || !model.resources.has(operand.owner)) return [];
  return [{ resource: operand.owner, path: operand.path.join('.') }];
}
