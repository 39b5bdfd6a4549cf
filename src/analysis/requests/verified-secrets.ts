// Secrets that a condition may ask for: what a body sends is compared with the secret that is kept of one row. Input: a condition and the
// operations that judge it. Output: its operands that are such secrets; any other secret in a condition says nothing. Notation, part 2
// "Conditions".

import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { baseOf } from '../document/condition-walk.ts';
import { signsIn } from '../document/callers.ts';
import { bodyOf } from '../document/inputs.ts';
import { fieldsByPath } from '../document/input-fields.ts';
import { followPath } from '../document/paths.ts';
import { pathFacts } from '../document/targets.ts';
import { isSealed } from '../document/type-traits.ts';
import { plainType } from '../document/value-kinds.ts';
import { rowAccessesOf } from './row-accesses.ts';

type FieldOperand = Extract<Operand, { kind: 'field' }>;

/** `row`: whose fields bare names are. */
export function verifiedSecrets(
  model: Model,
  condition: Condition,
  row: Resource | undefined,
  calls: readonly LinkedOperation[],
): ReadonlySet<Operand> {
  const asked = besideBody(condition).filter(
    ({ stored, sent }) =>
      calls.length > 0 &&
      secretOf(model, stored, row) &&
      calls.every((linked) => sendsText(model, linked, sent) && findsOne(model, linked, stored, row)),
  );
  return new Set(asked.map(({ stored }) => stored));
}

interface BesideBody {
  readonly stored: FieldOperand;
  readonly sent: FieldOperand;
}

/** `=` and `!=` of a field and a field of the body, of the row that the condition is about. */
export function besideBody(condition: Condition): readonly BesideBody[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.flatMap(besideBody);
    case 'not':
      return besideBody(condition.item);
    case 'compare': {
      const { operator, left, right } = condition;
      if (left.kind !== 'field' || right.kind !== 'field' || (operator !== '=' && operator !== '!=')) return [];
      if (left.owner === 'body') return [{ stored: right, sent: left }];
      return right.owner === 'body' ? [{ stored: left, sent: right }] : [];
    }
    default:
      return [];
  }
}

function secretOf(model: Model, operand: FieldOperand, row: Resource | undefined): boolean {
  const { fields, end } = followPath(model, baseOf(model, operand, { row, self: row }), operand.path);
  return end === 'found' && fields.length === 1 && valueOf(fields[0]!.field.type)?.kind === 'secret';
}

/** As a secret that it sets, or as a text of its own. */
function sendsText(model: Model, linked: LinkedOperation, operand: FieldOperand): boolean {
  const body = bodyOf(model, linked);
  const field = body.kind === 'fields' ? fieldsByPath(body.fields).get(operand.path.join('.')) : undefined;
  const types = (field?.types ?? []).flatMap((slot) => valueOf(slot) ?? []);
  return types.some((type) => {
    const plain = plainType(model, type)?.type;
    return plain?.kind === 'string' || isSealed(plain);
  });
}

/** The caller, the row that the path selects, or the one row that Does finds. */
function findsOne(model: Model, linked: LinkedOperation, { owner }: FieldOperand, row: Resource | undefined): boolean {
  if (owner === 'caller') return true;
  const name = owner === undefined || owner === 'this' ? row?.name.text : owner;
  const touches = rowAccessesOf(model, linked).filter(({ resource }) => resource === name);
  const [touch, ...others] = touches;
  if (!touch) return owner !== 'this' && pathFacts(model, linked).selections.some(({ resource }) => resource === name);
  const isOne =
    touch.kind === 'read' ||
    touch.kind === 'write' ||
    (touch.kind === 'delete' && touch.effects.some(({ kind }) => kind === 'deletes' || kind === 'moves'));
  return isOne && others.length === 0 && !signsIn(linked);
}
