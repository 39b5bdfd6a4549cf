// A rule of the service beside the type, the bounds and the Allowed values of its field. Input: a field with its rule. Output: findings
// where no row could be what is stated. Notation, part 2, "Who sets a field".

import type { Diagnostic } from '../diagnostics/define.ts';
import * as found from '../diagnostics/operands.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Span } from '../base/span.ts';
import type { Decided } from '../notation/values/decisions.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Field, Resource } from '../notation/resources.ts';
import type { Rule } from '../notation/values/formulas.ts';
import { valueOf } from '../notation/slot.ts';
import { broken, constraintText, ownConstraints } from '../analysis/document/allowed.ts';
import { madeBy } from '../analysis/values/service-rules.ts';
import { shownType, type Verdict } from '../analysis/values/service-rules/verdicts.ts';
import { machineViews } from '../analysis/document/moves.ts';
import { kindOf, plainType } from '../analysis/document/value-kinds.ts';
import { brokenJson, impossible, jsonFault, shownOf } from './literals.ts';
import { misfit } from './misfit.ts';
import type { Findings } from './findings.ts';

export function judgeMade(findings: Findings, resource: Resource, field: Field, rule: Rule): void {
  const stated = valueOf(field.type);
  const known = stated && plainType(findings.model, stated);
  if (!known) return;
  const name = `\`${resource.name.text}.${field.name.text}\``;
  if (rule.kind === 'by the table below') judgeDecided(findings, known.type, field, name, rule.rows ?? []);
  const verdict = madeBy(findings.model, rule, field, resource);
  const { at } = field.setBy;
  const related: Diagnostic['related'] = [{ at: field.type.at, message: `the type of ${name} is stated here` }];
  switch (verdict.kind) {
    case 'fits':
    case 'held':
      return;
    case 'unlike': {
      const types = `${verdict.of} beside ${shownType(known)}`;
      findings.report(found.unlikeTypes, at, { left: verdict.made, right: name, types, instead: '' }, related);
      return;
    }
    case 'constant':
      return judgeConstant(findings, known.type, field, name, verdict);
    case 'no result':
      return impossible(findings, known.type, at, 'arithmetic', name, 'a formula with a result');
    case 'too wide': {
      const where = [{ at: field.allowed.at, message: `what ${name} may hold is stated here` }];
      const values = { value: verdict.made, field: name, rule: constraintText(verdict.rule) };
      findings.report(found.tooWide, at, values, [...related, ...where]);
      return;
    }
    case 'may lack':
      findings.report(found.mayBeNothing, at, { value: verdict.made, field: name });
  }
}

/** Each value is one that the field may hold. */
function judgeDecided(findings: Findings, type: FieldType, field: Field, name: string, rows: readonly Decided[]): void {
  for (const { value, at } of rows) {
    if (value.kind === 'null') continue;
    const allowed = [...ownConstraints(type), ...(valueOf(field.allowed) ?? [])];
    const outside = value.kind === 'json' ? undefined : broken(allowed, value);
    const fits = value.kind === 'json' ? jsonFault(findings, type, value.value) : misfit(type, value, true);
    const expected = fits ?? (outside && constraintText(outside));
    if (expected !== undefined) impossible(findings, type, at, shownOf(value), name, expected);
  }
}

/** The tables of a resource: one for each field that is set by it, and nothing behind `otherwise`. */
export function judgeDecisions(findings: Findings, { name, decisions = [], fields }: Resource): void {
  decisions.forEach((table, index) => {
    const field = fields.items.find((one) => one.name.text === table.name.text);
    const setBy = field && valueOf(field.setBy);
    const of = `\`${name.text}.${table.name.text}\``;
    const report = (what: string, at: Span, message: string): void =>
      findings.report(contradiction, table.at, { what }, [{ at, message }]);
    const first = decisions.find((one) => one.name.text === table.name.text);
    if (first && first !== table && decisions.indexOf(first) < index)
      report(`what ${of} is: two tables`, first.at, 'the other table is here');
    if (field && setBy && !isByTable(field))
      report(`what sets ${of}: a table, and Set by`, field.setBy.at, 'Set by says otherwise here');
    const { items } = table.lines;
    const last = items.findIndex(({ when }) => valueOf(when)?.kind === 'otherwise');
    if (last !== -1 && last < items.length - 1)
      report(`rows behind \`otherwise\`: they never count for ${of}`, items[last]!.at, '`otherwise` is here');
  });
}

/** Also where its table is not shown as a whole. */
function isByTable({ setBy }: Field): boolean {
  return setBy.status === 'stated' && setBy.text.toLowerCase().replace(/\s+/g, ' ').endsWith('by the table below');
}

/** These rules say what a new row has: a default beside them would never count. */
const ALONE: ReadonlySet<Rule['kind']> = new Set<Rule['kind']>([
  'new id',
  'now',
  'caller',
  'token',
  'slug',
  'address',
  'text',
  'arithmetic',
  'count',
  'exists',
  'sum',
  'min',
  'max',
  'by the table below',
]);

/** What a new row has, stated twice. */
export function judgeBeginning(findings: Findings, resource: Resource, field: Field, rule: Rule): void {
  const initial = valueOf(field.default);
  if (!initial || initial.kind === 'null' || !ALONE.has(rule.kind)) return;
  const what = `what \`${resource.name.text}.${field.name.text}\` is at first: a default, and a rule of the service`;
  const related = [{ at: field.setBy.at, message: 'the rule is stated here' }];
  findings.report(contradiction, field.default.at, { what }, related);
}

/** Each state that a row may reach is one that its field may hold. */
export function judgeStates(findings: Findings, resource: Resource, field: Field): void {
  const allowed = valueOf(field.allowed) ?? [];
  const name = `${resource.name.text}.${field.name.text}`;
  for (const state of machineViews(findings.model).get(name)?.states ?? []) {
    const outside = broken(allowed, { kind: 'text', value: state });
    if (!outside) continue;
    const what = `the states of \`${name}\`: part 3 has \`${state}\`, and it may hold only ${constraintText(outside)}`;
    findings.report(contradiction, field.allowed.at, { what });
    return;
  }
}

/** The type decides what a value is that is the same for every row. */
function judgeConstant(
  findings: Findings,
  type: FieldType,
  field: Field,
  name: string,
  { text, written }: Extract<Verdict, { kind: 'constant' }>,
): void {
  const { at } = field.setBy;
  const isJson = kindOf(type) === 'list' || kindOf(type) === 'object';
  const literal: Exclude<Literal, { kind: 'null' | 'json' }> = { kind: written, value: text };
  const expected = isJson ? jsonFault(findings, type, text) : misfit(type, literal, true);
  if (expected !== undefined) return impossible(findings, type, at, text, name, expected);
  const allowed = valueOf(field.allowed) ?? [];
  const outside = isJson
    ? brokenJson(findings, type, allowed, text)
    : broken([...ownConstraints(type), ...allowed], literal);
  if (outside) impossible(findings, type, at, text, name, constraintText(outside));
}
