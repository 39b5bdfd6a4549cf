// The operator's hand on rows, as plans. Input: a model. Output: for each resource how a row is found, what may be set of it, and the steps.
// They are made where the document has callers: the first administrator comes from the operator. docs/operate.md, `row set`.

import type { Model } from '../model/model.ts';
import { schemesOf } from '../analysis/document/schemes.ts';
import { rowSetOperation } from '../analysis/machines/row-sets.ts';
import { computedField } from './computed.ts';
import { operationContext, type Context } from './context.ts';
import { buildOf } from './endpoints/assigned.ts';
import { bodyPlan } from './endpoints/body.ts';
import { stepsOf } from './endpoints/effects.ts';
import { pathParameters } from './endpoints/path-parameters.ts';
import type { Shapes } from './nested.ts';
import type { RowSetPlan } from './plan.ts';
import { STATE_RULES } from './states.ts';
import type { Timed } from './timed.ts';
import { unlessOpen } from './unless-wrong.ts';

const ORDER = ['existence', 'body', 'uniqueness'] as const;

export function rowSets(context: Context, shapes: Shapes, time: readonly Timed[]): readonly RowSetPlan[] {
  const { model } = context;
  if (schemesOf(model).length === 0) return [];
  return [...model.resources.keys()].flatMap(
    (name) => unlessOpen(model, () => rowSet(context, shapes, time, name)) ?? [],
  );
}

function rowSet(context: Context, shapes: Shapes, time: readonly Timed[], name: string): readonly RowSetPlan[] {
  const linked = operationOf(context.model, name);
  if (!linked) return [];
  // No caller acts, so every row may be seen.
  const own = operationContext(context, linked, { computed: computedField, states: STATE_RULES });
  const body = bodyPlan(own, shapes);
  const { steps, before } = stepsOf(
    buildOf(own, body),
    ORDER,
    { access: undefined, answer: [], total: false, more: false },
    time,
  );
  if (body.kind !== 'fields') return [];
  return [{ resource: name, path: pathParameters(own), body, make: own.made, steps, timed: before }];
}

function operationOf(model: Model, name: string): ReturnType<typeof rowSetOperation> {
  const resource = model.resources.get(name);
  return resource && resource.identifiedBy.status === 'stated' ? rowSetOperation(model, resource) : undefined;
}
