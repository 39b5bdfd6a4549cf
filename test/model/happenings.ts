// The plain computation of what an operation brings about, by which When of an event may be true. Input: a model, an operation, the kinds
// of events, what Emits states. Output: the kinds that it may send, by Emits and by When.

import { ruleOf } from '../../src/analysis/document/field-rules.ts';
import { bodyOf } from '../../src/analysis/document/inputs.ts';
import { machineViews } from '../../src/analysis/document/moves.ts';
import { setTargets } from '../../src/analysis/document/targets.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { EventKind } from '../../src/notation/events.ts';
import { valueOf, type Name, type Slot } from '../../src/notation/slot.ts';
import type { Occasion } from '../../src/notation/values/occasions.ts';
import { headings } from './rows.ts';

const MAKES = ['creates', 'creates or keeps', 'creates or replaces', 'creates every in body'];
const CHANGES = ['updates', 'updates every', 'merges into', 'replaces', 'moves', 'moves every', 'creates or replaces'];
const WHOLE = ['replaces', 'creates or replaces'];

export function kindsSent(
  model: Model,
  op: LinkedOperation,
  kinds: readonly EventKind[],
  emits: readonly Slot<readonly Name[]>[],
): readonly string[] {
  const emitted = emits.flatMap((slot) => valueOf(slot) ?? []).map((name) => name.text);
  const happening = kinds.filter(({ when }) => (valueOf(when) ?? []).some((one) => mayHappen(model, op, one)));
  return [...emitted, ...happening.map(({ name }) => name.text)];
}

function mayHappen(model: Model, op: LinkedOperation, occasion: Occasion): boolean {
  const effects = valueOf(op.facts.does) ?? [];
  const on = (verbs: readonly string[], resource: string): boolean =>
    effects.some((one) => verbs.includes(one.kind) && 'target' in one && one.target.text === resource);
  const isMade = (resource: string): boolean => on(MAKES, resource);
  const removes = (resource: string): boolean =>
    on(['deletes', 'deletes every'], resource) || endsRows(model, op, resource);
  const changes = (resource: string): boolean => {
    if (on(CHANGES, resource)) return !endsRows(model, op, resource);
    return (
      !isMade(resource) && effects.some((one) => one.kind === 'sets' && setTargets(model, op, one).includes(resource))
    );
  };
  switch (occasion.kind) {
    case 'call':
      return occasion.operation.text === op.operation.name.text;
    case 'created':
      return isMade(occasion.resource.text);
    case 'updated':
      return changes(occasion.resource.text);
    case 'deleted':
      return [...model.resources.keys()].some(
        (name) => removes(name) && takes(model, name, occasion.resource.text, []),
      );
    case 'becomes':
    case 'changes': {
      const [owner, field] = [occasion.field.owner.text, occasion.field.field.text];
      const all = effects.some((one) => one.kind !== 'reads' && one.kind !== 'lists');
      const declared = model.fields.get(`${owner}.${field}`);
      const rule = declared && ruleOf(declared);
      const isKeptRule =
        rule?.kind === 'new id' || rule?.kind === 'state' || (rule && 'atCreate' in rule && rule.atCreate);
      if (rule && !isKeptRule) return ['now', 'caller', 'slug'].includes(rule.kind) ? changes(owner) : all;
      const body = bodyOf(model, op);
      const isSent =
        body.kind === 'fields' &&
        body.fields.some(({ sets }) => sets?.resource === owner && sets.field.name.text === field);
      const isSet = effects.some((one) =>
        (one.kind === 'sets' ? one.assignments : 'with' in one ? one.with : []).some(
          (each) => each.field.text === field || each.field.text === `${owner}.${field}`,
        ),
      );
      const isMoved = effects.some((one) => 'field' in one && one.target.text === owner && one.field.text === field);
      return changes(owner) && (isSent || isSet || isMoved || on(WHOLE, owner));
    }
  }
}

/** A move of it leads to `(gone)`. */
function endsRows(model: Model, { facts, operation }: LinkedOperation, resource: string): boolean {
  return (valueOf(facts.does) ?? []).some(
    (one) =>
      'field' in one &&
      one.target.text === resource &&
      (machineViews(model).get(`${resource}.${one.field.text}`)?.machine.moves.items ?? []).some(
        (row) => headings(row).includes(operation.name.text) && valueOf(row.to)?.kind === 'gone',
      ),
  );
}

/** A row of it goes with one of the other. */
function takes(model: Model, name: string, other: string, above: readonly string[]): boolean {
  if (name === other) return true;
  const resource = model.resources.get(name);
  return ((resource && valueOf(resource.whenDeleted)) ?? []).some(
    (rule) =>
      rule.kind === 'deletes every' &&
      !above.includes(rule.resource.text) &&
      takes(model, rule.resource.text, other, [...above, name]),
  );
}
