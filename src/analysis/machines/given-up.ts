// What is done to the receiver of an event that is never accepted, as an operation that no document states: it finds the row by its identity.
// Input: Given up. Output: the operation, and the rows of part 3 that a move makes. Notation, part 6, Given up.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Name } from '../../notation/slot.ts';
import type { GivenUp } from '../../notation/values/delivery.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { Literal } from '../../notation/values/literals.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { machineViews, targets, type MoveView } from '../document/moves.ts';
import { identityOf } from '../document/targets.ts';
import { unstatedOperation } from './outside.ts';

const NOWHERE = { start: 0, end: 0 };

export interface GivenUpOperation {
  readonly linked: LinkedOperation;
  /** Of a move: those that lead there, no matter what else makes them. */
  readonly moves: readonly MoveView[];
}

/** Undefined: nothing is done to the row, or nothing tells it from others. */
export function givenUpOperation(model: Model, resource: Resource, given: GivenUp): GivenUpOperation | undefined {
  const keys = identityOf(resource);
  const [first, ...more] = keys.length === 0 ? [] : effectsOf(resource.name.text, given);
  if (!first) return undefined;
  const linked = unstatedOperation('Given up', keys, first, {
    ...(more.length > 0 && { does: { status: 'stated', value: [first, ...more], at: NOWHERE, text: '' } }),
  });
  return { linked, moves: given.kind === 'moves' ? movesOf(model, given) : [] };
}

/** The rows of part 3 that lead there. */
export function movesOf(
  model: Model,
  { field, to }: Extract<GivenUp, { readonly kind: 'moves' }>,
): readonly MoveView[] {
  const view = machineViews(model).get(`${field.owner.text}.${field.field.text}`);
  return (view?.moves ?? []).filter((move) => targets(move).includes(to.text));
}

function effectsOf(resource: string, given: GivenUp): readonly Effect[] {
  const target = name(resource);
  const one = { target, where: undefined, ifThere: false, at: NOWHERE } as const;
  switch (given.kind) {
    case 'deletes':
      return [{ ...one, kind: 'deletes', ifThere: true }];
    case 'moves':
      return [{ kind: 'moves', target, field: given.field.field, to: given.to, where: undefined, at: NOWHERE }];
    case 'sets': {
      const value = operandOf(given.value);
      const assignments = value ? [{ field: given.field.field, value }] : [];
      return [
        { ...one, kind: 'updates' },
        { kind: 'sets', assignments, at: NOWHERE },
      ];
    }
    default:
      return [];
  }
}

function name(text: string): Name {
  return { text, at: NOWHERE };
}

/** No list and no object is written here. */
export function operandOf(value: Literal): Operand | undefined {
  return value.kind === 'json' ? undefined : { ...value, at: NOWHERE };
}
