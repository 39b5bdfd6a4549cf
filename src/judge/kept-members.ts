// `kept in`, where the operation has no such row, the field cannot keep members, or gets its value otherwise. Input: linked operations.
// Output: findings, with what to write instead. Notation, part 4, key Unknown fields.

import { statementNotHere } from '../diagnostics/endpoints.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Name } from '../notation/slot.ts';
import { EFFECT_TRAITS } from '../analysis/document/effect-traits.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import type { InputField } from '../analysis/document/input-fields.ts';
import { keepingEffects, keptField, keptName, keptPlace } from '../analysis/document/kept-members.ts';
import { followPath, withoutNull } from '../analysis/document/paths.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';
import { assignmentsOf } from '../analysis/values/assignments.ts';
import { isDoesKnown } from '../analysis/values/effect-fits.ts';
import type { Findings } from './findings.ts';
import { judgeSetBy } from './set-by.ts';

interface Wrong {
  readonly because: string;
  readonly instead: string;
}

const PLAINLY = 'Write `refused` or `ignored`';

export function judgeKept(findings: Findings, linked: LinkedOperation): void {
  const { model } = findings;
  const name = keptName(linked);
  if (!name || !isDoesKnown(linked)) return;
  const sets = keptField(model, linked);
  const wrong = withoutRow(model, linked, name) ?? (sets && (unlike(sets) ?? givenOtherwise(model, linked, sets)));
  if (sets && !wrong)
    judgeSetBy(
      findings,
      linked,
      model.resources.get(sets.resource),
      sets.field.name.text.split('.'),
      undefined,
      name.at,
    );
  if (!wrong) return;
  const what = `Unknown fields: kept in ${name.text}`;
  findings.report(statementNotHere, name.at, { what, operation: headingOf(linked), ...wrong }, [
    { at: linked.facts.does.at, message: 'what it does is stated here' },
  ]);
}

/** Nothing of which the body has the values of one row. */
function withoutRow(model: Model, linked: LinkedOperation, name: Name): Wrong | undefined {
  const body = bodyOf(model, linked);
  if (keepingEffects(linked).length === 0) {
    const many = effectsOf(linked).find(({ kind }) => EFFECT_TRAITS[kind].takes && EFFECT_TRAITS[kind].many);
    return {
      because: many
        ? `\`${many.kind}\` is about many rows, and there is no single one that could keep them`
        : 'it neither makes nor changes a row by what is sent',
      instead: PLAINLY,
    };
  }
  if (body.kind === 'unread') return { because: 'it takes no body', instead: PLAINLY };
  if (body.kind === 'fields' && body.rows?.path.length === 0)
    return { because: 'the body is a list, and has no members', instead: PLAINLY };
  // One that is not there at all has been reported.
  const isInside = !keptField(model, linked) && leadsInside(model, linked, name);
  return isInside
    ? { because: `\`${name.text}\` is no field of the row itself`, instead: 'Name a field of the resource' }
    : undefined;
}

/** The path leads to something that is no field of the row. */
function leadsInside(model: Model, linked: LinkedOperation, name: Name): boolean {
  return keepingEffects(linked).some(
    ({ target }) => followPath(model, model.resources.get(target.text), name.text.split('.')).end === 'found',
  );
}

/** It holds no members by their names. */
function unlike({ field }: NonNullable<InputField['sets']>): Wrong | undefined {
  const type = withoutNull(field.type);
  if (!type || type.kind === 'object' || type.kind === 'map') return undefined;
  return {
    because: `\`${field.name.text}\` is neither an \`object\` nor a map, and cannot keep members by their names`,
    instead: 'Name a field whose Type is `object` or `map of …`',
  };
}

function givenOtherwise(
  model: Model,
  linked: LinkedOperation,
  { resource, field }: NonNullable<InputField['sets']>,
): Wrong | undefined {
  const body = bodyOf(model, linked);
  const name = field.name.text;
  const place = body.kind === 'fields' ? keptPlace(body, resource) : undefined;
  const own = [...(place ?? []), ...name.split('.')].join('.');
  const brought =
    body.kind === 'fields'
      ? body.fields.find(({ path, sets, isRest }) => !isRest && (sets?.field === field || path.join('.') === own))
      : undefined;
  if (brought)
    return {
      because: `the body itself has \`${brought.path.join('.')}\``,
      instead: brought.row
        ? `Take \`${brought.path.join('.')}\` out of the Body table, or name another field`
        : `Write \`Body: ${resource} without ${name}\`, or name another field`,
    };
  const isAssigned = assignmentsOf(model, linked).some(
    (one) => one.resource?.name.text === resource && one.path.join('.') === name,
  );
  return isAssigned
    ? { because: `Does gives \`${name}\` its value`, instead: `Take \`${name}\` out of Does, or name another field` }
    : undefined;
}
