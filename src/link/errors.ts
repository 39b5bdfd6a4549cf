// The names that parts 6 to 9 use: resources of payloads, resources and fields of causes, limits, codes of limits. Input: a document.
// Output: findings. Notation, parts 6 to 9 and rule 6.

import { addTo } from '../base/grouped.ts';
import { oncePer } from '../base/once-per.ts';
import type { Span } from '../base/span.ts';
import { unknownField } from '../diagnostics/linking.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { Cause } from '../notation/values/causes.ts';
import type { ErrorCode } from '../notation/errors.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { ruleCauses } from '../analysis/machines/refusal-rules.ts';
import { followPath } from '../analysis/document/paths.ts';
import { judgeCondition } from './comparisons/conditions.ts';
import { linkShape } from './answers.ts';
import type { References } from './references.ts';

export function linkErrors(refs: References): void {
  const { errors } = refs.model.document;
  const shape = valueOf(errors.errorBody);
  if (shape) linkShape(refs, shape, undefined);
  for (const code of errors.codes.items) {
    const first = refs.model.codes.get(code.code.text);
    if (first && first !== code && differ(first.status, code.status))
      refs.report(contradiction, code.status.at, { what: `the status of \`${code.code.text}\`` }, [
        { at: first.status.at, message: 'it is stated here' },
      ]);
    for (const cause of valueOf(code.when) ?? []) {
      linkCause(refs, cause);
      linkIllegalMove(refs, cause, code);
    }
    const own = valueOf(code.body);
    if (own) linkShape(refs, own, undefined);
  }
}

function differ(one: Slot<number>, other: Slot<number>): boolean {
  const [first, second] = [valueOf(one), valueOf(other)];
  return first !== undefined && second !== undefined && first !== second;
}

/** What becomes of an illegal move of this machine is said twice: by a code here, and by another under Any other move. */
function linkIllegalMove(refs: References, cause: Cause, { code }: ErrorCode): void {
  if (cause.kind !== 'illegal move' || !cause.on) return;
  const said = refs.model.machines.get(cause.on.text)?.anyOtherMove;
  const other = said && valueOf(said);
  if (other?.kind !== 'error' || other.error.text === code.text) return;
  const what = `what answers an illegal move of \`${cause.on.text}\`: \`${code.text}\` here, \`${other.error.text}\` under Any other move`;
  refs.report(contradiction, cause.at, { what }, [{ at: said!.at, message: 'Any other move is stated here' }]);
}

/** A condition speaks of the row and the request of each operation that it refuses. */
function linkRule(refs: References, condition: Condition): void {
  const { model } = refs;
  const taken = judgesOf(model).get(condition) ?? [];
  for (const { linked, row } of taken) judgeCondition(refs, condition, { row, self: row, request: linked });
  if (taken.length === 0) judgeCondition(refs, condition, { row: undefined, self: undefined, request: 'open' });
}

interface Judge {
  readonly linked: LinkedOperation;
  readonly row: Resource | undefined;
}

/** The operations that judge each condition. */
const judgesOf = oncePer((model: Model): ReadonlyMap<Condition, readonly Judge[]> => {
  const found = new Map<Condition, Judge[]>();
  for (const linked of model.operations.values())
    for (const { when, resource } of ruleCauses(model, linked))
      addTo(found, when, { linked, row: resource === undefined ? undefined : model.resources.get(resource) });
  return found;
});

/** Whatever a cause names: a resource, a machine, a limit. */
function linkCause(refs: References, cause: Cause): void {
  if (cause.kind === 'condition') return linkRule(refs, cause.condition);
  if (cause.kind === 'illegal move') {
    const [resource, ...field] = cause.on?.text.split('.') ?? [];
    if (cause.on && resource !== undefined)
      refs.field(refs.resource({ text: resource, at: cause.on.at }), field, cause.on.at);
    return;
  }
  const named = ('resource' in cause && cause.resource) || ('on' in cause && cause.on);
  const resource = named ? refs.resource(named) : undefined;
  if (cause.kind === 'field' && cause.resource) linkFailure(refs, resource, cause.path, cause.at);
  if ('limit' in cause) refs.limit(cause.limit);
}

/** A failure is of a field that its resource has: what lies behind one is named by the resource that it is a field of. */
function linkFailure(refs: References, resource: Resource | undefined, path: readonly string[], at: Span): void {
  refs.field(resource, path, at);
  const name = path.join('.');
  if (!resource || refs.model.fields.has(`${resource.name.text}.${name}`)) return;
  const { end, fields } = followPath(refs.model, resource, path);
  if (end !== 'found') return;
  const last = fields.at(-1)!;
  const own = last.resource === resource ? '' : `, and that is \`${last.resource.name.text}.${last.field.name.text}\``;
  const values = {
    name,
    resource: resource.name.text,
    hint: `: a failure is of one field${own}`,
    place: `in the Field table of \`${last.resource.name.text}\``,
  };
  refs.report(unknownField, at, values, [
    { at: last.resource.fields.at, message: `the fields of \`${last.resource.name.text}\` are declared here` },
  ]);
}
