// Values by which rows are heard of: what `where` of Sent as compares is the same on both sides. Input: a run. Output: a value for each field that
// a call may send. Whether a receiver gets an event is judged when it comes. Notation, part 6, "Who gets an event".

import { receiversOf, toldResources } from '../../analysis/requests/receivers.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Drafted } from './drafted.ts';
import { fitting, type Ground } from './values.ts';
import { ruledBy, wantedOf } from './wanted.ts';

/** By `Resource.field`. */
export function heardValues(ground: Ground): ReadonlyMap<string, Drafted> {
  const { model } = ground;
  const to = receiversOf(model);
  const found = new Map<string, Drafted>();
  const walk = (condition: Condition): void => {
    if (condition.kind === 'and') condition.items.forEach(walk);
    else if (condition.kind === 'has' && condition.right.kind === 'event name') {
      const field = ofReceiver(condition.left);
      const names = model.document.events.kinds.items.map(({ name }) => name.text);
      if (field !== undefined) found.set(`${to!.resource.name.text}.${field}`, names);
    } else if (condition.kind === 'compare' && condition.operator === '=')
      compare(ground, found, condition.left, condition.right);
  };
  if (to?.sent.where) walk(to.sent.where);
  return found;
}

function ofReceiver(operand: Operand): string | undefined {
  return operand.kind === 'field' && operand.owner === undefined ? operand.path.join('.') : undefined;
}

function compare(ground: Ground, found: Map<string, Drafted>, left: Operand, right: Operand): void {
  const { model } = ground;
  const resource = receiversOf(model)!.resource.name.text;
  const field = ofReceiver(left);
  if (field === undefined) return;
  if (right.kind === 'boolean' || right.kind === 'text') found.set(`${resource}.${field}`, right.value);
  if (right.kind !== 'field' || right.owner !== 'this') return;
  const other = right.path.join('.');
  const value = valueOfField(ground, `${resource}.${field}`);
  if (value === undefined) return;
  found.set(`${resource}.${field}`, value);
  for (const told of toldResources(model))
    if (model.fields.has(`${told.name.text}.${other}`)) found.set(`${told.name.text}.${other}`, value);
}

/** A reference is whichever row is at hand. */
function valueOfField(ground: Ground, name: string): Drafted {
  const field = ground.model.fields.get(name);
  const isSent = field && valueOf(field.setBy)?.kind === 'caller';
  const wanted = isSent ? wantedOf(ground.model, ruledBy(field)) : undefined;
  return wanted && fitting(ground, wanted, name.split('.').at(-1)!);
}
