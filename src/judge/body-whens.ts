// Rows of a Body table under a When. Input: a linked operation. Output: findings where two rows of one name, or that set one field, may
// count of one request, and where a sentence names a field that rows of two types have: which of them is meant, nothing says.
// Notation, part 4, "Bodies of several forms"; rule 6.

import { contradiction } from '../diagnostics/reading.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import type { InputField } from '../analysis/document/input-fields.ts';
import { operandsOf } from '../analysis/document/condition-walk.ts';
import { eachCondition } from '../analysis/requests/stated-conditions.ts';
import { assignmentsOf } from '../analysis/values/assignments.ts';
import { ofEachType, exclude } from '../analysis/values/body-whens.ts';
import { operandsOfValue } from '../notation/values/effects.ts';
import type { Operand } from '../notation/values/operands.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Findings } from './findings.ts';

export function judgeWhens(findings: Findings, linked: LinkedOperation): void {
  const body = bodyOf(findings.model, linked);
  if (body.kind !== 'fields' || !body.fields.some(({ when }) => when)) return;
  const named = Map.groupBy(body.fields, ({ path }) => path.join('.'));
  for (const [name, fields] of named) pairs(findings, linked, fields, `the field \`${name}\` of the body`);
  const set = Map.groupBy(body.fields, ({ sets }) => sets?.field);
  judgeNamed(findings, linked, named);
  for (const [field, fields] of set) {
    const others = fields.filter((one) => fields.find(({ path }) => path.join('.') === one.path.join('.')) === one);
    if (field) pairs(findings, linked, others, `what sets \`${fields[0]!.subject}\``);
  }
}

function pairs(findings: Findings, linked: LinkedOperation, fields: readonly InputField[], about: string): void {
  for (const [place, one] of fields.entries()) {
    const other = fields.slice(0, place).find((before) => mayBoth(findings, linked, before, one));
    if (!other?.row || !one.row) continue;
    const what = `${about}: two rows of the Body table may both count, ${SHOWN}`;
    findings.report(contradiction, one.row.at, { what }, [
      { at: other.row.at, message: 'this row may count of the same request' },
    ]);
  }
}

/** `` body `value` `` in an effect or a condition. */
function judgeNamed(
  findings: Findings,
  linked: LinkedOperation,
  named: ReadonlyMap<string, readonly InputField[]>,
): void {
  const unclear = new Map(
    [...named].flatMap(([name, fields]) => (ofEachType(fields).length > 1 ? [[name, fields]] : [])),
  );
  if (unclear.size === 0) return;
  const judgeOperand = (operand: Operand): void => {
    if (operand.kind !== 'field' || operand.owner !== 'body') return;
    const [first, other] = ofEachType(unclear.get(operand.path.join('.')) ?? []);
    if (!first?.row || !other?.row) return;
    const what = `what body \`${operand.path.join('.')}\` is: two rows of the Body table have this name, with two types`;
    findings.report(contradiction, operand.at, { what }, [
      { at: first.row.at, message: 'the one row is here' },
      { at: other.row.at, message: 'the other is here' },
    ]);
  };
  for (const { value } of assignmentsOf(findings.model, linked)) operandsOfValue(value).forEach(judgeOperand);
  eachCondition(findings.model, (condition, { request }) => {
    if (request === linked) operandsOf(condition).forEach(judgeOperand);
  });
}

const SHOWN =
  'unless the When of each asks for another value of the same field; a field that every form has is written in one row without a When';

function mayBoth({ model }: Findings, linked: LinkedOperation, one: InputField, other: InputField): boolean {
  if (isOpen(one) || isOpen(other) || (!one.when && !other.when)) return false;
  return !one.when || !other.when || !exclude(model, linked, one.when, other.when);
}

/** What a When says is not known: the operation is held for that. */
function isOpen({ row, when }: InputField): boolean {
  return row !== undefined && !when && row.when.status !== 'absent' && row.when.status !== 'none';
}
