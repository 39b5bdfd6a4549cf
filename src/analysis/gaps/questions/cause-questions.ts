// The question for a cause that nothing answers, in plain words: what a caller did, and to which operation. Input: the cause and the
// operations that can meet it. Output: one sentence; check, ask and a 501 show the same. Notation, part 7, "Causes".

import { EFFECT_TRAITS } from '../../document/effect-traits.ts';
import { series } from '../../../base/few.ts';
import { oncePer } from '../../../base/once-per.ts';
import { causeKey, kindOfCause } from '../../../notation/values/cause-kinds.ts';
import { fieldOf, type Asked, type FieldCause, type MetCause } from '../../../notation/values/met-causes.ts';
import type { Model } from '../../../model/model.ts';
import type { Resource } from '../../../notation/resources.ts';
import { uniqueGroups } from '../../refusals/unique-groups.ts';
import { effectsOf } from '../../document/targets.ts';

const SHOWN = 2;

export function causeQuestion(model: Model, cause: MetCause, operations: readonly string[]): string {
  const shown = operations.length === SHOWN + 1 ? SHOWN + 1 : SHOWN;
  const more = operations.length - shown;
  const names = operations.slice(0, shown).map((operation) => `\`${operation}\``);
  const to = more > 0 ? `${names.join(', ')} or one of ${more} more` : series(names, 'or');
  const { question } = kindOfCause(cause);
  if (!question) return `What happens when a request to ${to} meets this: ${causeKey(cause)}?`;
  const asked: Asked = {
    to,
    together: (one) => fieldsTaken(model, one),
    doneTo: (resource) => doneTo(resource, model, operations),
  };
  return `What happens when ${question(cause, asked)}?`;
}

/** `Lesson.pupil`, which names the cause, and what is unique together with it, as it is stated. */
export function fieldsTaken(model: Model, cause: FieldCause): readonly string[] {
  const resource = cause.resource === undefined ? undefined : model.resources.get(cause.resource);
  const group = resource && groupsByCause(resource).get(causeKey(cause));
  return group?.fields.map((name) => `${resource!.name.text}.${name}`) ?? [fieldOf(cause)];
}

const groupsByCause = oncePer(
  (resource: Resource): ReadonlyMap<string, ReturnType<typeof uniqueGroups>[number]> =>
    new Map(
      uniqueGroups(resource)
        .toReversed()
        .map((group) => [causeKey(group.cause), group]),
    ),
);

/** Undefined: one of the operations does something else. */
function doneTo(name: string, model: Model, operations: readonly string[]): string | undefined {
  const done = operations.map((operation) => {
    const linked = model.operations.get(operation);
    const effect = linked && effectsOf(linked).find((one) => 'target' in one && one.target.text === name);
    return effect && EFFECT_TRAITS[effect.kind].found;
  });
  const words = [...new Set(done)].filter((word) => word !== undefined);
  return done.includes(undefined) ? undefined : series(words, 'or');
}
