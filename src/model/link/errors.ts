// The names that parts 6 to 9 use: resources of payloads, resources and fields of causes, limits, codes of limits.
// Comes in: a document. Goes out: findings. Notation, parts 6 to 9 and rule 6.

import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import { unknownField } from '../../diagnostics/linking.ts';
import { contradiction } from '../../diagnostics/reading.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Cause } from '../../notation/values/causes.ts';
import type { ErrorCode } from '../../notation/errors.ts';
import type { LinkedOperation, Model } from '../model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { ruleCauses } from '../views/causes/refusal-rules.ts';
import { followPath } from '../views/paths.ts';
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

/** The resources that a payload shows. What a bare name is a field of, only the event's own text says. */
export function linkEvents(refs: References): void {
  for (const { payload } of refs.model.document.events.kinds.items) {
    const value = valueOf(payload);
    if (value?.kind === 'same as') refs.event(value.event);
    else if (value) linkShape(refs, value.shape, undefined);
  }
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

function linkCause(refs: References, cause: Cause): void {
  switch (cause.kind) {
    case 'field':
      if (cause.resource) linkFailure(refs, refs.resource(cause.resource), cause.path, cause.at);
      return;
    case 'not permitted':
      if (cause.on) refs.resource(cause.on);
      return;
    case 'illegal move': {
      const [resource, ...field] = cause.on?.text.split('.') ?? [];
      if (cause.on && resource !== undefined)
        refs.field(refs.resource({ text: resource, at: cause.on.at }), field, cause.on.at);
      return;
    }
    case 'no such':
    case 'already there':
    case 'was':
      refs.resource(cause.resource);
      return;
    case 'no such in':
      refs.resource(cause.resource);
      return;
    case 'limit reached':
      refs.limit(cause.limit);
      return;
    case 'condition':
      return linkRule(refs, cause.condition);
    default:
  }
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

/** Whose credential it is. */
export function linkSchemes(refs: References): void {
  for (const { facts } of refs.model.document.authentication.schemes.items) {
    const caller = facts.get('Caller');
    const name = caller && plain(caller);
    if (caller && name !== undefined) refs.resource({ text: name, at: caller.at });
  }
}

/** The code that answers, and the operations, resources and fields that a limit counts by. */
export function linkLimits(refs: References): void {
  for (const { whenExceeded, per, appliesTo } of refs.model.document.limits.limits.items) {
    const code = plain(whenExceeded);
    if (code !== undefined) refs.error({ text: code, at: whenExceeded.at });
    linkPer(refs, per);
    const calls = valueOf(appliesTo) ?? '';
    for (const [, called] of calls.matchAll(/`([A-Z]+ \/[^`]*)`/g)) refs.operation({ text: called!, at: appliesTo.at });
  }
}

const WORDS_OF_PER: ReadonlySet<string> = new Set(['caller', 'operation', 'request', 'ip address']);

function linkPer(refs: References, per: Slot<string>): void {
  const name = plain(per);
  if (name === undefined || WORDS_OF_PER.has(name.toLowerCase())) return;
  if (name.includes(' /')) refs.operation({ text: name, at: per.at });
  const [owner = '', ...field] = name.split('.');
  if (!/^\p{Lu}/u.test(owner) || name.includes(' ')) return;
  const resource = refs.resource({ text: owner, at: per.at });
  if (field.length > 0) refs.field(resource, field, per.at);
}

function plain(slot: Slot<string>): string | undefined {
  return valueOf(slot)?.replaceAll('`', '').trim();
}
