// The causes that restrictions add to an operation: tokens that end, headers that must be there, preconditions, keys of
// repetitions, versions and limits. Input: a linked operation. Output: causes, and the code where the statement itself names it.
// Notation, parts 4, 5, 8 and 9; part 7, "Causes".

import type { MetCause } from '../../../notation/values/met-causes.ts';
import type { Limit } from '../../../notation/limits.ts';
import type { HeaderIn } from '../../../notation/values/headers-in.ts';
import type { LimitEach, LimitValue } from '../../../notation/values/limits.ts';
import type { OtherVersion } from '../../../notation/values/versions.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { isUnknown, valueOf, type Slot } from '../../../notation/slot.ts';
import type { BodyInput } from '../../document/input-fields.ts';
import { bodyOf } from '../../document/inputs.ts';
import { isAmong, isKeyed, mayApply, repeatSlot, sameValuesOf } from '../../document/repeats.ts';
import { headingOf, targetsOf } from '../../document/targets.ts';
import { countedBy } from '../rates.ts';
import { preconditionsOf } from '../../document/preconditions.ts';
import { readsCredentials, signsIn } from '../../document/callers.ts';
import { versionsOf, type Versions } from '../../document/versions.ts';
import { countedRows, mayAdd } from '../../values/counted-rows.ts';
import { schemesOf } from '../../document/schemes.ts';
import { isSigned, isSignedHere } from '../../document/signed.ts';
import { signsRequests } from '../../document/signed-requests.ts';

export interface RestrictionCause {
  readonly cause: MetCause;
  /** Named by the statement that restricts; undefined: part 7 names it, or nothing does. */
  readonly code: string | undefined;
}

/** `isStated`: does part 7 name the cause? `limits`: those of part 8. */
export function restrictionCauses(
  model: Model,
  isStated: (cause: MetCause) => boolean,
  linked: LinkedOperation,
  limits: readonly RestrictionCause[],
): readonly RestrictionCause[] {
  return [
    ...versionCauses(model),
    ...limits,
    ...withoutOrigin(tokenCauses(model, linked)),
    ...withoutOrigin(headerCauses(model, linked)),
    ...withoutOrigin(preconditionCauses(isStated, linked)),
    ...repeatCauses(linked),
  ];
}

function withoutOrigin(causes: readonly MetCause[]): readonly RestrictionCause[] {
  return causes.map((cause) => ({ cause, code: undefined }));
}

/** It reads credentials, and those that a scheme issues end, or that others sign; who signs in may do it with wrong ones. */
function tokenCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  const causes: readonly MetCause[] = signsIn(linked) ? [{ kind: 'wrong credentials' }] : [];
  if (!readsCredentials(linked)) return causes;
  const ends = schemesOf(model).some(
    (scheme) =>
      valueOf(scheme.tokenLifetime) !== undefined ||
      (isSigned(scheme) && !isSignedHere(scheme)) ||
      (signsRequests(scheme) && valueOf(scheme.verifiedBy)?.within !== undefined),
  );
  return ends ? [...causes, { kind: 'expired token' }] : causes;
}

/** Of `Headers in`, and the key of a repetition. */
function headerCauses(model: Model, linked: LinkedOperation): readonly MetCause[] {
  const causes = (valueOf(linked.facts.headersIn) ?? [])
    .filter((one) => isNeeded(model, linked, one))
    .map(({ header }): MetCause => ({ kind: 'header missing', header: header.text }));
  const key = isKeyed(linked) ? valueOf(repeatSlot(linked, 'header')) : undefined;
  if (!key) return causes;
  const missing: readonly MetCause[] =
    key.need === 'required' ? [{ kind: 'header missing', header: key.header.text }] : [];
  // A key without a character, or more than one.
  return [...causes, ...missing, { kind: 'invalid header' }];
}

function isNeeded(model: Model, linked: LinkedOperation, one: HeaderIn): boolean {
  switch (one.need) {
    case 'always':
    case 'required':
      return true;
    case 'optional':
      return false;
    case 'when there is a body':
      return bodyOf(model, linked).kind !== 'unread';
    case 'on':
      return isAmong(linked, one.calls);
  }
}

/** A precondition of a read that does not hold is no refusal: HTTP answers 304. */
const NOT_MODIFIED: ReadonlySet<string> = new Set(['if-none-match', 'if-modified-since']);

/** A header that is no list of tags is a failure of its own only where part 7 says so; else it names no tag. */
function preconditionCauses(isStated: (cause: MetCause) => boolean, linked: LinkedOperation): readonly MetCause[] {
  const isRead = ['GET', 'HEAD'].includes(linked.operation.method);
  const stated = preconditionsOf(linked);
  const invalid: MetCause = { kind: 'invalid header' };
  const told = stated.length > 0 && isStated(invalid) ? [invalid] : [];
  const causes = stated.flatMap(({ header, isRequired }): readonly MetCause[] => {
    const refuses = !(isRead && NOT_MODIFIED.has(header.text.toLowerCase()));
    return [
      ...(refuses ? [{ kind: 'precondition failed' } as const] : []),
      ...(isRequired ? [{ kind: 'precondition required' } as const] : []),
    ];
  });
  return [...told, ...causes];
}

function repeatCauses(linked: LinkedOperation): readonly RestrictionCause[] {
  const same = sameValuesOf(linked);
  if (same) return [{ cause: { kind: 'other values' }, code: same.repeat.error.text }];
  if (!isKeyed(linked)) return [];
  return (
    [
      ['same key, other body', 'otherBody'],
      ['still running', 'stillRunning'],
    ] as const
  ).map(([kind, rule]) => ({ cause: { kind }, code: valueOf(repeatSlot(linked, rule))?.error.text }));
}

/** A path without its prefix is no path of the service, which HTTP answers. */
function versionCauses(model: Model): readonly RestrictionCause[] {
  const versions = versionsOf(model);
  const { missingVersion, unknownVersion } = model.document.versioning.facts;
  const causes: RestrictionCause[] = [];
  const otherwise = (cause: MetCause, slot: Slot<OtherVersion>): void => {
    const other = valueOf(slot);
    // What is not shown is a question of its own; another version that answers refuses nothing. Of a caller none may be known.
    if (slot.status === 'absent' || slot.status === 'none' || other?.kind === 'caller')
      causes.push({ cause, code: undefined });
    else if (other?.kind === 'refused') causes.push({ cause, code: other.error.text });
  };
  if (versions?.scheme) {
    otherwise({ kind: 'unknown version' }, unknownVersion);
    if (versions.scheme.kind !== 'path prefix' || missingVersion.status === 'stated')
      otherwise({ kind: 'missing version' }, missingVersion);
  }
  if (versions && mayBeWithdrawn(versions)) causes.push({ cause: { kind: 'version withdrawn' }, code: undefined });
  return causes;
}

function mayBeWithdrawn({ scheme, current, sunset, withdrawn }: Versions): boolean {
  return scheme ? sunset.size + withdrawn.length > 0 : sunset.has(current);
}

/** A limit that a request to an operation can meet, and what it refuses. */
export interface MetLimit extends RestrictionCause {
  readonly limit: Limit;
  readonly value: LimitValue;
}

/** Each limit refuses under its own name where part 7 has that, else by what its value counts. */
export function limitsMet(
  model: Model,
  linked: LinkedOperation,
  isStated: (cause: MetCause) => boolean,
): readonly MetLimit[] {
  return model.document.limits.limits.items.flatMap((limit) => {
    const value = valueOf(limit.value);
    // What is not shown is a question of its own, in the limit's own row; `none`: nothing is refused beyond it.
    const own: MetCause = { kind: 'limit reached', limit: limit.name.text };
    const isSaid = limit.whenExceeded.status === 'stated' || limit.whenExceeded.status === 'any' || isStated(own);
    if (value === undefined || !isSaid) return [];
    if (!isLimited(linked, limit) || isOfOthers(model, linked, limit)) return [];
    const code = valueOf(limit.whenExceeded)?.error.text;
    return [{ limit, value, cause: code !== undefined || isStated(own) ? own : counted(value, own), code }];
  });
}

function counted({ kind }: LimitValue, own: MetCause): MetCause {
  switch (kind) {
    case 'size':
      return { kind: 'too large' };
    case 'rate':
    case 'at once':
      return { kind: 'too many requests' };
    case 'time':
      return { kind: 'timed out' };
    case 'characters':
    case 'items':
    case 'rows':
      return own;
  }
}

/** What it counts by, which calls it is about, and what answers beyond it. */
export function isShown({ per, appliesTo, whenExceeded }: Limit): boolean {
  return !isUnknown(appliesTo) && ![per, whenExceeded].some((slot) => isUnknown(slot) || slot.status === 'absent');
}

/** `Applies to` names methods and operations; a condition may mean this operation too. */
export function isLimited(linked: LinkedOperation, { appliesTo }: Limit): boolean {
  return mayApply(linked, valueOf(appliesTo));
}

/** Of what a body sends. */
const LENGTHS: ReadonlySet<LimitValue['kind'] | undefined> = new Set(['characters', 'items', 'size']);

/** Does its body send the field? What is not shown may. */
function sends(model: Model, linked: LinkedOperation, each: LimitEach | undefined): boolean {
  const body = bodyOf(model, linked);
  if (body.kind === 'open' || each?.kind !== 'field') return true;
  const { owner, field } = each.field;
  // Of a nested shape it is not known here: that is held.
  if (model.resources.get(owner.text)?.identifiedBy.status === 'none') return true;
  return body.kind === 'fields' && body.fields.some(({ subject }) => subject === `${owner.text}.${field.text}`);
}

/** The body is a list of rows, or may be. */
function isList(body: BodyInput): boolean {
  return body.kind === 'open' || (body.kind === 'fields' && body.rows?.path.length === 0);
}

/** Per an operation, or of a resource or a field that it does not touch. */
function isOfOthers(model: Model, linked: LinkedOperation, limit: Limit): boolean {
  const { value, per } = limit;
  const kind = valueOf(value)?.kind;
  // By the row or the value that the call names, else by those of who calls.
  if (kind === 'rate' || kind === 'at once') return valueOf(per) !== undefined && !countedBy(model, linked, limit);
  if (kind === 'rows') {
    const counted = countedRows(model, limit);
    return typeof counted !== 'string' && !mayAdd(model, linked, counted);
  }
  if (LENGTHS.has(kind) && !sends(model, linked, valueOf(per)?.[0])) return true;
  if (kind === 'items' && valueOf(per)?.[0]?.kind === 'request') return !isList(bodyOf(model, linked));
  return (valueOf(per) ?? []).some((each) => {
    if (each.kind === 'one operation') return each.operation.text !== headingOf(linked);
    const owner = each.kind === 'resource' ? each.resource : each.kind === 'field' ? each.field.owner : undefined;
    return owner !== undefined && model.resources.has(owner.text) && !targetsOf(model, linked).includes(owner.text);
  });
}
