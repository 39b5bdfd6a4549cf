// Rows that `with` and `sets` name and that are not there. Input: a call, a cause. Output: whether it holds. Notation, part 4, "What a call
// does".

import { assignmentsOf } from '../../../analysis/values/assignments.ts';
import { referenceOf } from '../../../analysis/document/value-kinds.ts';
import { isCreation } from '../../../analysis/document/effect-traits.ts';
import { effectsOf } from '../../../analysis/document/targets.ts';
import { valueOf } from '../../../notation/slot.ts';
import { assigned } from '../../values/evaluate.ts';
import { Row, some, UNKNOWN, type Truth } from '../../world/known.ts';
import { scopeOf, targetOf, type Facts, type Judge } from './context.ts';
import { leadsNowhere } from './nested.ts';

export const assignedNowhere: Judge<'no such in'> = (facts, cause) =>
  some(
    assignmentsOf(facts.model, facts.linked).map(({ value, resource, path }): Truth => {
      const name = path.join('.');
      const slot = resource && facts.model.fields.get(`${resource.name.text}.${name}`)?.type;
      const refers = slot && referenceOf(facts.model, valueOf(slot) ?? { kind: 'any' });
      if (!resource || refers?.resource !== cause.resource || name !== cause.field || refers.by === undefined)
        return false;
      return isNowhere(facts, value, resource.name.text, refers as { resource: string; by: string });
    }),
  );

function isNowhere(
  facts: Facts,
  value: Parameters<typeof assigned>[0],
  resource: string,
  refers: { readonly resource: string; readonly by: string },
): Truth {
  const owner = value.kind === 'field' ? value.owner : undefined;
  // A row that the same call makes is there.
  if (
    effectsOf(facts.linked).some((effect) => isCreation(effect) && 'target' in effect && effect.target.text === owner)
  )
    return false;
  const row = targetOf(facts, resource);
  const named = assigned(value, undefined, scopeOf(facts, row instanceof Row ? row : undefined));
  if (named === UNKNOWN) return undefined;
  // Nothing names no row; whether it may stand there is judged for itself.
  if (named instanceof Row) return false;
  return named === null ? undefined : leadsNowhere(facts, refers.resource, refers.by, named);
}
