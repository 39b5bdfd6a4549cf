// What is wrong with a value that was refused: the text of the first thing that it must be and is not. Input: the problems of a field as
// the plan has them, and JSON as it was sent. Output: a text for `<problem>`. Notation, part 7, "What is wrong with a field".

import type { ProblemPlan, ValueType } from '../plan/input.ts';
import { decimalsOf } from '../sql/exact.ts';
import { numeralOf } from './exact-json.ts';
import { compileFit } from './fit.ts';
import { decoder } from './resources.ts';

/** `stored`: the same value as it would be kept, where that is known. Undefined: nothing asks, or nothing is wrong. */
export type Tell = (json: unknown, exact?: unknown, stored?: unknown) => string | undefined;

type Holds = (json: unknown, exact: unknown, stored?: unknown) => boolean;

/** `patch`: a member that is null takes one away, and is not judged. */
export function compileProblems(
  problems: readonly ProblemPlan[] | undefined,
  value: ValueType,
  patch: true | undefined = undefined,
): Tell {
  if (problems === undefined) return () => undefined;
  let judges: readonly { readonly text: string; readonly holds: Holds }[] | undefined;
  return (json, exact, stored) => {
    // Most values are right: this is compiled when the first one is not.
    judges ??= problems.map((problem) => ({ text: problem.text, holds: compileOne(problem, value, patch) }));
    return judges.find(({ holds }) => !holds(json, exact, stored))?.text;
  };
}

function compileOne(problem: ProblemPlan, value: ValueType, patch: true | undefined): Holds {
  const depth = problem.depth ?? 0;
  const inner = innerType(value, depth);
  const holds = compileJudge(problem, inner);
  if (depth === 0) return holds;
  const mayBeNull = inner.nullable === true || patch === true;
  const judged: Holds = (json, exact) => (mayBeNull && json === null) || holds(json, exact);
  return (json, exact) => everyMember(json, exact, depth, judged);
}

function innerType(value: ValueType, depth: number): ValueType {
  let inner = value;
  for (let steps = 0; steps < depth && inner.of !== undefined; steps++) inner = inner.of;
  return inner;
}

function compileJudge({ schema, decimals, held, least, most }: ProblemPlan, value: ValueType): Holds {
  const all: Holds[] = [];
  if (schema !== undefined) {
    const fits = compileFit(schema, value);
    all.push((json, _exact, stored) => fits(json, stored));
  }
  if (decimals !== undefined)
    all.push((json, exact) => typeof json !== 'number' || decimalsOf(numeralOf(json, exact)) <= decimals);
  if (held === true || least !== undefined || most !== undefined) {
    const { least: _, most: __, ...free } = value;
    const bounded = { ...free, ...(least !== undefined && { least }), ...(most !== undefined && { most }) };
    const decode = decoder(bounded);
    all.push((json, exact) => decode(json, exact) !== undefined);
  }
  return (json, exact, stored) => all.every((holds) => holds(json, exact, stored));
}

/** Of lists and maps, so deep; what is neither has no members. The first that fails ends it: a client chooses how many there are. */
function everyMember(json: unknown, exact: unknown, depth: number, holds: Holds): boolean {
  if (depth === 0) return holds(json, exact);
  if (typeof json !== 'object' || json === null) return true;
  const exacts = typeof exact === 'object' && exact !== null ? (exact as Readonly<Record<string, unknown>>) : undefined;
  if (Array.isArray(json)) {
    for (let i = 0; i < json.length; i++) if (!everyMember(json[i], exacts?.[i], depth - 1, holds)) return false;
    return true;
  }
  for (const [name, each] of Object.entries(json)) {
    const own = exacts !== undefined && Object.hasOwn(exacts, name) ? exacts[name] : undefined;
    if (!everyMember(each, own, depth - 1, holds)) return false;
  }
  return true;
}
