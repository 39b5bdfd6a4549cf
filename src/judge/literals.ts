// Whether a Default and the Allowed values are values of their type, and the one is among the other. Input: what is written. Output:
// findings. Notation, part 2, heads Type, Allowed values and Default.

import type { Span } from '../base/span.ts';
import { impossibleValue } from '../diagnostics/linking.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { Constraint } from '../notation/values/constraints.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Literal } from '../notation/values/literals.ts';
import { innermost, isMany } from '../analysis/document/paths.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { broken, constraintText, ownConstraints } from '../analysis/document/allowed.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import { plainType } from '../analysis/document/value-kinds.ts';
import { jsonMisfit, literalOf, parsed } from './json-literals.ts';
import { judgeConstraints, memberOf } from './constraints.ts';
import { misfit } from './misfit.ts';
import { judgePattern } from './patterns.ts';
import type { Findings } from './findings.ts';

/** `name` as messages show it: `` `Order.total` ``. `allowed`: what the value is held to beside its type. */
export function judgeDefault(
  findings: Findings,
  written: { readonly type: FieldType; readonly at: Span; readonly isNeeded?: boolean },
  slot: Slot<Literal>,
  allowed: Slot<readonly Constraint[]>,
  name: string,
  what: 'default' | 'value' = 'default',
): void {
  const literal = valueOf(slot);
  const type = plainType(findings.model, written.type)?.type;
  if (literal?.kind === 'null' && written.isNeeded === true)
    return impossible(findings, written.type, slot.at, 'null', name, 'a value: it is required, and not `or null`');
  const stated = valueOf(allowed) ?? [];
  if (literal?.kind === 'null')
    return judgeNull(findings, written.type, stated, slot.at, allowed.at, `the ${what} of ${name}`, name);
  if (!literal || !type) return;
  const fits = literal.kind === 'json' ? jsonFault(findings, type, literal.value) : misfit(type, literal, true);
  const expected = isSealed(type) ? '`none`: a secret in the document is known to all who read it' : fits;
  if (expected !== undefined) return impossible(findings, type, slot.at, shownOf(literal), name, expected);
  const own = literal.kind === 'json' ? undefined : broken(ownConstraints(type), literal);
  const outside =
    own ?? (literal.kind === 'json' ? brokenJson(findings, type, stated, literal.value) : broken(stated, literal));
  if (outside)
    outsideOf(findings, slot.at, outside, own ? written.at : allowed.at, `the ${what} of ${name}`, shownOf(literal));
}

function outsideOf(findings: Findings, at: Span, outside: Constraint, stated: Span, of: string, value: string): void {
  const what = `${of}: \`${value}\` is not ${constraintText(outside)}`;
  findings.report(contradiction, at, { what }, [{ at: stated, message: 'what it may be is stated here' }]);
}

/** Null is blank; every other rule is about a value that is there. Only a type with `or null` has null as a value. */
function judgeNull(
  findings: Findings,
  type: FieldType,
  stated: readonly Constraint[],
  at: Span,
  allowed: Span,
  of: string,
  name: string,
): void {
  const outside = isMany(type) ? undefined : stated.find(({ kind }) => kind === 'not-blank');
  if (outside) outsideOf(findings, at, outside, allowed, of, 'null');
  else if (type.kind !== 'nullable')
    impossible(findings, type, at, 'null', name, '`none` or a value: it is not `or null`');
}

/** How many there are, and what each of them is. */
export function brokenJson(
  findings: Findings,
  type: FieldType,
  constraints: readonly Constraint[],
  text: string,
): Constraint | undefined {
  const value = parsed(text)?.value;
  if (!memberOf(findings, type) || typeof value !== 'object' || value === null) return undefined;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const count = type.kind === 'set' ? new Set(members.map((one) => JSON.stringify(one))).size : members.length;
  return constraints.find((one) => {
    if (one.kind === 'items')
      return (one.min !== undefined && count < one.min) || (one.max !== undefined && count > one.max);
    return members.some((member) => {
      const literal = literalOf(member);
      return literal !== undefined && broken([one], literal) !== undefined;
    });
  });
}

export function jsonFault(findings: Findings, type: FieldType, text: string): string | undefined {
  const value = parsed(text);
  return value === undefined ? 'JSON' : jsonMisfit(findings.model, type, value.value);
}

export function judgeAllowed(
  findings: Findings,
  type: FieldType | undefined,
  slot: Slot<readonly Constraint[]>,
  name: string,
): void {
  if (type) judgeConstraints(findings, type, slot, name);
  for (const constraint of valueOf(slot) ?? []) {
    if (constraint.kind === 'matches') judgePattern(findings, constraint.pattern, slot.at);
    if (constraint.kind !== 'values' || !type) continue;
    const of = plainType(findings.model, innermost(type))?.type;
    for (const literal of constraint.values) {
      if (literal.kind === 'null' || literal.kind === 'json' || !of) continue;
      const outside = broken(ownConstraints(of), literal);
      const expected = misfit(of, literal, true) ?? (outside && constraintText(outside));
      if (expected !== undefined) impossible(findings, of, slot.at, shownOf(literal), name, expected);
    }
  }
}

export function impossible(
  findings: Findings,
  type: FieldType,
  at: Span,
  value: string,
  name: string,
  expected: string,
): void {
  const words = type.kind === 'one-of' ? type.values.map((one) => one.text) : ['true', 'false', 'null'];
  const known = words.filter((word) => word !== value);
  const hint = meantWord(value) ?? findings.near(value, () => known);
  findings.report(impossibleValue, at, { value, name, expected, hint });
}

/** `caller` and `this` in ticks are texts; as words they have none. */
function meantWord(value: string): string | undefined {
  const [, word, field] = /^(caller|this)(?:\.(\S+))?$/.exec(value) ?? [];
  if (word === undefined) return undefined;
  return `; did you mean ${field === undefined ? `the word ${word}, without ticks` : `${word} \`${field}\``}?`;
}

export function shownOf(literal: Literal): string {
  return literal.kind === 'null' ? 'null' : String(literal.value);
}
