// What becomes of the fields of a body. Input: a linked operation. Output: the resources whose fields it takes from there, and whether a
// condition or an assignment looks at what was sent. Notation, part 4, Does, key Body and its table.

import { takesValues } from '../document/effect-traits.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { operandsOfValue, type Effect } from '../../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { allOperands } from '../document/condition-walk.ts';
import { machinesChangedBy, movesBy } from '../document/moves.ts';
import { changedOtherwise } from '../machines/other-changes.ts';
import { ruleCauses } from '../machines/refusal-rules.ts';
import { effectsOf, headingOf, setTargets } from '../document/targets.ts';

/** Besides those that take a row: a Body table may set further fields of a row that moves, or that `sets` is about. */
export function takesInto(model: Model, linked: LinkedOperation): ReadonlySet<string> {
  const names = effectsOf(linked).flatMap((effect) => {
    if (effect.kind === 'sets') return setTargets(model, linked, effect);
    const takes = takesValues(effect) || effect.kind === 'moves';
    return takes && 'target' in effect ? [effect.target.text] : [];
  });
  return new Set(names);
}

/** `` body `f` `` in what it does, whom it refuses and what it answers. */
export function looksAtBody(model: Model, linked: LinkedOperation): boolean {
  const views = new Set([...machinesChangedBy(model, linked), ...changedOtherwise(model, linked)]);
  const moves = [...views].flatMap((view) => movesBy(view, headingOf(linked)));
  const conditions = [
    ...moves.flatMap((move) => valueOf(move.row.onlyIf) ?? []),
    ...ruleCauses(model, linked).map((rule) => rule.when),
    ...linked.facts.statuses.items.flatMap((row) => valueOf(row.when)?.condition ?? []),
  ];
  return [
    ...conditions.flatMap((one) => allOperands(model, one)),
    ...effectsOf(linked).flatMap((effect) => operandsIn(model, effect)),
  ].some((operand) => operand.kind === 'field' && operand.owner === 'body');
}

function operandsIn(model: Model, effect: Effect): readonly Operand[] {
  const where: Condition | undefined = 'where' in effect ? effect.where : undefined;
  const given = 'with' in effect ? effect.with : effect.kind === 'sets' ? effect.assignments : [];
  return [...(where ? allOperands(model, where) : []), ...given.flatMap(({ value }) => operandsOfValue(value))];
}
