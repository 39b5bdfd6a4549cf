// The names that parts 7, 8 and 9 use: resources and fields of causes, limits, codes of limits, versions.
// Comes in: a document. Goes out: findings. Notation, parts 7 to 9 and rule 6.

import { contradiction } from '../../diagnostics/reading.ts';
import type { Cause } from '../errors.ts';
import { valueOf, type Slot } from '../status.ts';
import { judgeCondition } from './comparisons.ts';
import { linkShape } from './answers.ts';
import type { References } from './references.ts';

export function linkErrors(refs: References): void {
  const { errors } = refs.model.document;
  const shape = valueOf(errors.errorBody);
  if (shape) linkShape(refs, shape, undefined);
  for (const code of errors.codes.items) {
    for (const cause of valueOf(code.when) ?? []) linkCause(refs, cause);
    const own = valueOf(code.body);
    if (own) linkShape(refs, own, undefined);
  }
}

function linkCause(refs: References, cause: Cause): void {
  switch (cause.kind) {
    case 'field':
      if (cause.resource) refs.field(refs.resource(cause.resource), cause.path, cause.at);
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
      return judgeCondition(refs, cause.condition, { row: undefined, self: undefined });
    default:
  }
}

/** `` `rate_limited` `` under When exceeded is the code that answers. */
export function linkLimits(refs: References): void {
  for (const limit of refs.model.document.limits.limits.items) {
    const code =
      valueOf(limit.whenExceeded) === undefined
        ? undefined
        : /^`([^`]+)`$/.exec(limit.whenExceeded.status === 'stated' ? limit.whenExceeded.text.trim() : '');
    if (code) refs.error({ text: code[1]!, at: limit.whenExceeded.at });
  }
}

/** The current version is one of the supported ones. */
export function linkVersions(refs: References): void {
  const { facts } = refs.model.document.versioning;
  const current = facts.get('Current version');
  const supported = facts.get('Supported versions');
  const name = current && plain(current);
  const names = supported && plain(supported);
  if (!current || !supported || name === undefined || names === undefined) return;
  if (names.split(/,| and /).some((one) => one.trim() === name)) return;
  const what = `the current version: \`${name}\` is not among the supported ones`;
  refs.report(contradiction, current.at, { what }, [
    { at: supported.at, message: 'the supported versions are named here' },
  ]);
}

function plain(slot: Slot<string>): string | undefined {
  return valueOf(slot)?.replaceAll('`', '').trim();
}
