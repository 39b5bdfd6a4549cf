// What becomes of the receiver of an event that is never accepted. Input: a model. Output: steps of one transaction, in which the key of its row
// is bound; they are held to part 3 and to every rule of the row as those of an operation are. Notation, part 6, Given up.

import { known } from '../base/fault.ts';
import { givenUpOperation } from '../analysis/machines/given-up.ts';
import { rowAccessesOf } from '../analysis/requests/row-accesses.ts';
import { machineViews, type MoveView } from '../analysis/document/moves.ts';
import type { Resource } from '../notation/resources.ts';
import type { GivenUp } from '../notation/values/delivery.ts';
import type { Expr } from '../sql/expression.ts';
import { computedField } from './computed.ts';
import { operationContext, type Context, type OperationContext, type StateRules } from './context.ts';
import { RECEIVER, type GivenUpPlan } from './delivery-plan.ts';
import { buildOf } from './endpoints/assigned.ts';
import { bodyPlan } from './endpoints/body.ts';
import { stepsOf } from './endpoints/effects.ts';
import { movesTo } from './outside.ts';
import { pathParameters } from './endpoints/path-parameters.ts';
import { fieldExpr, rowKeyOf, shown, type RowScope } from './rows.ts';
import { STATE_RULES } from './states.ts';
import type { Step } from './steps.ts';
import type { timedGroups } from './timed.ts';

const ORDER = ['existence', 'state', 'body', 'uniqueness'] as const;

type Time = ReturnType<typeof timedGroups>;

export function givenUpSteps(
  context: Context,
  time: Time,
  given: GivenUp,
  resource: Resource,
): Pick<GivenUpPlan, 'steps' | 'make' | 'timed'> {
  const { model } = context;
  const { linked, moves } = known(givenUpOperation(model, resource, given), 'nothing finds the receiver');
  const own = operationContext(context, linked, { computed: computedField, states: rulesFor(given, moves) });
  const build = buildOf(own, bodyPlan(own, new Map()));
  const access = rowAccessesOf(model, linked)[0];
  const { steps, before } = stepsOf(build, ORDER, { access, answer: [], total: false, more: false }, time);
  return {
    steps: [identified(own, resource), ...steps],
    make: own.made,
    ...(before.length > 0 && { timed: before }),
  };
}

/** What the row is identified by, as a path would bring it. */
function identified(context: OperationContext, resource: Resource): Step {
  const row: RowScope = { kind: 'table', resource };
  const receiver: Expr = { kind: 'parameter', name: RECEIVER, type: 'integer' };
  const key: Expr = { kind: 'column', column: rowKeyOf(resource), type: 'integer' };
  return {
    kind: 'bind',
    from: { table: resource.name.text, where: { kind: 'compare', operator: '=', left: key, right: receiver } },
    values: pathParameters(context).map(({ name, parameter }) => ({
      name: parameter,
      expr: shown(context, fieldExpr(context, row, name.split('.'))).expr,
    })),
    guards: [],
  };
}

function rulesFor(given: GivenUp, moves: readonly MoveView[]): StateRules {
  if (given.kind !== 'moves') return STATE_RULES;
  return {
    ...STATE_RULES,
    write: (context, view, change, scope) =>
      view === machineViews(context.model).get(`${given.field.owner.text}.${given.field.field.text}`)
        ? movesTo(view, given.to.text, moves, scope)
        : STATE_RULES.write(context, view, change, scope),
  };
}
