// What a condition puts side by side: values of one kind, that the place has, by an operator that takes them. Input: a condition
// and its place. Output: findings. Notation, rule 1.5 ("operand-is-a-field"), part 2 "Conditions" and section 4
// ("secret-compared").

import * as authentication from '../../diagnostics/authentication.ts';
import * as found from '../../diagnostics/operands.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { baseOf, walkCondition, type Ground } from '../../analysis/document/condition-walk.ts';
import { sentReference } from '../../analysis/document/body-references.ts';
import { besideBody } from '../../analysis/requests/verified-secrets.ts';
import { operandFact, type OperandPlace } from '../../analysis/values/operand-types.ts';
import { elementOf, followPath } from '../../analysis/document/paths.ts';
import { kindOf, typeName } from '../../analysis/document/value-kinds.ts';
import { judgePattern } from '../patterns.ts';
import type { Findings } from '../findings.ts';
import { judgeLoneState } from './lone-states.ts';
import { judgeCount, judgeSides } from './sides.ts';

export function judgeCondition(findings: Findings, condition: Condition, place: OperandPlace): void {
  const verified = new Set<Operand>(besideBody(condition).map(({ stored }) => stored));
  walkCondition(findings.model, condition, place, {
    operand: (operand, _base, inner) => {
      if (!verified.has(operand)) secrets(findings, operand, baseOf(findings.model, operand, inner));
      secretSent(findings, operand, place);
      judgePlace(findings, operand, within(place, inner));
    },
    compared: (left, right, inner, part) => {
      judgeSides(findings, part, left, right, within(place, inner));
      judgeLoneState(findings, left, right, inner);
    },
    word: (_, part, inner) => {
      if (part.kind === 'count') judgeCount(findings, part, within(place, inner));
      if (part.kind === 'matches') judgeMatch(findings, part, within(place, inner));
    },
  });
}

function within(place: OperandPlace, ground: Ground): OperandPlace {
  return { ...place, row: ground.row, self: ground.self };
}

/** Is it an operand that has a value here? */
export function judgePlace(findings: Findings, operand: Operand, place: OperandPlace): void {
  const fact = operandFact(findings.model, operand, place);
  if (fact.kind !== 'absent') return;
  findings.report(found.operandNotHere, operand.at, { operand: fact.name, expected: fact.expected });
}

/** Of the row that a body names. */
function secretSent(findings: Findings, operand: Operand, { request }: OperandPlace): void {
  const named = request && request !== 'open' ? sentReference(findings.model, request, operand) : undefined;
  if (named) secrets(findings, operand, named.target, named.path);
}

function secrets(
  findings: Findings,
  operand: Operand,
  base: Resource | undefined,
  path = operand.kind === 'field' ? operand.path : [],
): void {
  const end = base && followPath(findings.model, base, path).fields.at(-1);
  const type = end && valueOf(end.field.type);
  if (!end || !type || elementOf(type).type.kind !== 'secret') return;
  const field = `${end.resource.name.text}.${end.field.name.text}`;
  findings.report(authentication.secretCompared, operand.at, { field });
}

function judgeMatch(findings: Findings, part: Extract<Condition, { kind: 'matches' }>, place: OperandPlace): void {
  judgePattern(findings, part.pattern, part.at);
  const fact = operandFact(findings.model, part.left, place);
  if (fact.kind !== 'value' || kindOf(fact.type) === 'text') return;
  const values = {
    operator: 'matches',
    name: fact.name,
    type: `\`${typeName(fact.type)}\``,
    expected: '`=`, `<` or `in`',
  };
  findings.report(found.wrongOperator, part.left.at, values);
}
