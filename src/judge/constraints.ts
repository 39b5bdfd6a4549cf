// Whether what narrows a field applies to values of its type, and whether any value is left. Input: a type and Allowed values as
// written. Output: findings. Notation, part 2, head Allowed values.

import { compareNumerals } from '../base/numerals.ts';
import { wrongConstraint } from '../diagnostics/operands.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { Constraint } from '../notation/values/constraints.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { broken, constraintText, ownConstraints } from '../analysis/document/allowed.ts';
import { kindOf, plainType, typeName } from '../analysis/document/value-kinds.ts';
import type { Findings } from './findings.ts';

/** `name` as messages show it. */
export function judgeConstraints(
  findings: Findings,
  written: FieldType,
  slot: Slot<readonly Constraint[]>,
  name: string,
): void {
  const type = plainType(findings.model, written)?.type;
  if (!type) return;
  const stated = valueOf(slot) ?? [];
  for (const constraint of stated) {
    const expected = misplaced(findings, type, constraint);
    if (expected === undefined) continue;
    const values = {
      constraint: constraintText(constraint).replace(/^what (?:is )?/, ''),
      name,
      type: typeName(type),
      expected,
    };
    findings.report(wrongConstraint, slot.at, values);
    return;
  }
  const of = memberOf(findings, type) ?? type;
  const clash = clashing([...stated, ...ownConstraints(of)]);
  if (!clash) return;
  const what = `what ${name} may hold: ${constraintText(clash[0])}, and ${constraintText(clash[1])}, which no value is at once`;
  findings.report(contradiction, slot.at, { what });
}

/** What a list or a map holds; undefined: it is neither, or that is not known. */
export function memberOf(findings: Findings, type: FieldType): FieldType | undefined {
  const isMany = type.kind === 'array' || type.kind === 'set' || type.kind === 'map';
  return isMany ? plainType(findings.model, type.of)?.type : undefined;
}

const OF_A_LIST = 'a number of items (`at most 10 items`), or what each of them may be';

/** What may be written instead; undefined: it is allowed. */
function misplaced(findings: Findings, type: FieldType, constraint: Constraint): string | undefined {
  if (type.kind !== 'array' && type.kind !== 'set' && type.kind !== 'map') return misplacedOn(type, constraint);
  if (constraint.kind === 'items') return undefined;
  const member = memberOf(findings, type);
  const isList = member?.kind === 'array' || member?.kind === 'set' || member?.kind === 'map';
  return isList || (member && misplacedOn(member, constraint) !== undefined) ? OF_A_LIST : undefined;
}

/** `values` are judged one by one, as values of the type. */
function misplacedOn(type: FieldType, { kind }: Constraint): string | undefined {
  const family = kindOf(type);
  if (family === 'other') return undefined;
  if (family === 'object' || family === 'list') return kind === 'values' ? undefined : '`any`';
  if (kind === 'values') return undefined;
  if (family === 'number' || type.kind === 'seconds since 1970')
    return kind === 'range' ? undefined : 'values or a range';
  if (family === 'boolean') return 'values';
  return kind === 'range' || kind === 'items' ? 'values, `matches`, `not blank` or a number of characters' : undefined;
}

/** The first two that exclude each other. */
function clashing(constraints: readonly Constraint[]): readonly [Constraint, Constraint] | undefined {
  for (const [index, one] of constraints.entries()) {
    const other = constraints.slice(index + 1).find((each) => excludes(one, each) || excludes(each, one));
    if (other) return [one, other];
  }
  return undefined;
}

function excludes(one: Constraint, other: Constraint): boolean {
  if (one.kind === 'values') {
    const values = one.values.flatMap((value) => (value.kind === 'null' || value.kind === 'json' ? [] : [value]));
    return values.length > 0 && other.kind !== 'values' && values.every((value) => broken([other], value) === other);
  }
  if (one.kind === 'range' && other.kind === 'range')
    return one.min !== undefined && other.max !== undefined && compareNumerals(one.min, other.max) > 0;
  const isCounted = (one.kind === 'items' || one.kind === 'characters') && one.kind === other.kind;
  return isCounted && one.min !== undefined && other.max !== undefined && one.min > other.max;
}
