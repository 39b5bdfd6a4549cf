// Versions, preconditions, keys of repeated calls and limits. Input: a call. Output: whether each cause holds, as far as one call can tell.
// Notation, part 4, Repeat and Preconditions; parts 8 and 9.

import { preconditionsOf } from '../../../analysis/document/preconditions.ts';
import { isList, mayFindNone } from '../../../analysis/document/effect-traits.ts';
import { effectsOf } from '../../../analysis/document/targets.ts';
import { beginningOf, versionsOf, type Versions } from '../../../analysis/document/versions.ts';
import { causesOf, limitsOf } from '../../../analysis/refusals/errors.ts';
import { countedRows } from '../../../analysis/values/counted-rows.ts';
import type { Limit } from '../../../notation/limits.ts';
import { valueOf } from '../../../notation/slot.ts';
import { causeKey } from '../../../notation/values/cause-kinds.ts';
import { octetsOf, type LimitValue } from '../../../notation/values/limits.ts';
import type { MetCause } from '../../../notation/values/met-causes.ts';
import { headerOf, listedIn } from '../../exchange.ts';
import { isSame } from '../../values/compare.ts';
import { placeOf } from '../../values/evaluate.ts';
import { isMembers } from '../../values/fits.ts';
import { sentAt } from '../../values/body-fields.ts';
import { lengthOf } from '../../values/texts.ts';
import { candidates } from '../../values/rows.ts';
import { not, Row, some, UNKNOWN, type Json, type Truth } from '../../world/known.ts';
import { scopeOf, targetOf, type Facts, type Judge } from './context.ts';
import { rateReached } from './rates.ts';
import { isUnseen } from './rows.ts';
import { namesNow } from '../tags.ts';
import { isTagList } from './parameters.ts';
import { rowSent } from './row-sent.ts';

/** The version that a request names; null: none; undefined: nobody can tell. */
function versionOf({ asked, model }: Facts): string | null | undefined {
  const scheme = versionsOf(model)?.scheme;
  switch (scheme?.kind) {
    case 'path prefix':
      return asked.version ?? null;
    case 'header':
      return headerOf(asked.call.headers, scheme.name) ?? null;
    case 'query': {
      const sent = asked.query.get(scheme.name) ?? [];
      return sent.length > 1 ? undefined : (sent[0] ?? null);
    }
    case 'media type':
      return acceptedVersion(headerOf(asked.call.headers, 'accept') ?? '');
    case undefined:
      return null;
  }
}

/** Which one of several types counts rests on what is served. */
function acceptedVersion(accept: string): string | null | undefined {
  if (accept.includes(',')) return undefined;
  const names = [...accept.matchAll(/;\s*version\s*=\s*"?([^";]*)"?/gi)].map(([, name]) => name!.trim());
  return names.length > 1 ? undefined : names[0] === '' ? null : (names[0] ?? null);
}

export const unknownVersion: Judge<'unknown version'> = (facts) => {
  const versions = versionsOf(facts.model);
  const named = versionOf(facts);
  if (!versions?.scheme || named === null) return false;
  return named === undefined ? undefined : !isKnown(versions, named);
};

function isKnown({ served, withdrawn }: Versions, name: string): boolean {
  return served.includes(name) || withdrawn.includes(name);
}

export const missingVersion: Judge<'missing version'> = (facts) => {
  const named = versionOf(facts);
  if (!versionsOf(facts.model)?.scheme || named === undefined) return undefined;
  if (named !== null) return false;
  // Of the row of a caller nobody may know its version.
  const other = valueOf(facts.model.document.versioning.facts.missingVersion);
  return other?.kind === 'caller' ? undefined : true;
};

export const versionWithdrawn: Judge<'version withdrawn'> = (facts) => {
  const versions = versionsOf(facts.model);
  const name = versions && answering(facts, versions);
  if (!versions || name === null) return false;
  if (name === undefined) return undefined;
  const day = versions.sunset.get(name);
  if (versions.withdrawn.includes(name)) return true;
  if (day === undefined) return false;
  return facts.asked.from >= beginningOf(day) ? true : facts.asked.to < beginningOf(day) ? false : undefined;
};

/** The version that answers; null: none does, as the call names none, or one that there is not. */
export function answering(facts: Facts, versions: Versions): string | null | undefined {
  if (!versions.scheme) return versions.current;
  const named = versionOf(facts);
  if (named === undefined || (named !== null && isKnown(versions, named))) return named;
  const { missingVersion: missing, unknownVersion: unknown } = facts.model.document.versioning.facts;
  const other = valueOf(named === null ? missing : unknown);
  switch (other?.kind) {
    case 'the current version':
      return versions.current;
    case 'version':
      return other.version.text;
    case 'caller':
      return undefined;
    default:
      return null;
  }
}

export const preconditionFailed: Judge<'precondition failed'> = (facts) =>
  some(
    preconditionsOf(facts.linked).map(({ header }): Truth => {
      const sent = listedIn(facts.asked.call.headers, header.text);
      const isMatch = header.text.toLowerCase() === 'if-match';
      if (sent === undefined || (!isMatch && isRead(facts))) return false;
      if (!isTagList(sent) && refusesHeaders(facts)) return false;
      const row = changedRow(facts);
      if (isIfThere(facts) && !(row instanceof Row)) return row === null ? false : undefined;
      if (sent.trim() === '*')
        return row === undefined || row === UNKNOWN ? undefined : isMatch ? row === null : row !== null;
      // A row that is not there has no tag, and what is no list of tags names none.
      if (row === null || !isTagList(sent)) return isMatch;
      const names = row instanceof Row ? namesNow(facts.asked.world, row, sent, isMatch) : undefined;
      return isMatch ? not(names) : names;
    }),
  );

export const preconditionRequired: Judge<'precondition required'> = (facts) =>
  some(
    preconditionsOf(facts.linked).map(({ header, isRequired }): Truth => {
      if (!isRequired || headerOf(facts.asked.call.headers, header.text) !== undefined) return false;
      const isPut = effectsOf(facts.linked).some(({ kind }) => kind === 'creates or replaces');
      const row = changedRow(facts);
      if (isIfThere(facts) && !(row instanceof Row)) return row === null ? false : undefined;
      // Where a row is made nothing is lost.
      return isPut && row !== undefined ? (row === UNKNOWN ? undefined : row !== null) : true;
    }),
  );

/** Part 7 has a code for what is no list of tags. */
function refusesHeaders({ model, linked }: Facts): boolean {
  return causesOf(model, linked).some(({ kind }) => kind === 'invalid header');
}

/** Of a row that is not there nothing is asked. */
function isIfThere({ linked }: Facts): boolean {
  return effectsOf(linked).some(mayFindNone);
}

function isRead({ linked }: Facts): boolean {
  return ['GET', 'HEAD'].includes(linked.operation.method);
}

/** Null: there is none, or none for this caller. */
function changedRow(facts: Facts): ReturnType<typeof targetOf> {
  const effect = effectsOf(facts.linked).find((one) => 'target' in one && !isList(one));
  if (!effect || !('target' in effect)) return undefined;
  const unseen = isUnseen(facts, effect.target.text);
  return unseen === false ? targetOf(facts, effect.target.text) : unseen ? null : UNKNOWN;
}

/** Bodies that no operator bounds so. */
const ALWAYS_TAKEN = 64 * 1024;

export const tooLarge: Judge<'too large'> = (facts, cause) => {
  const length = octetsIn(facts.asked.call.body ?? '');
  return some([...limits(facts, cause), length <= ALWAYS_TAKEN ? false : undefined]);
};

/** How many calls there were before, and how long one takes, this call does not say. */
export function limitReached(facts: Facts, cause: MetCause): Truth {
  return some(limits(facts, cause));
}

function limits(facts: Facts, cause: MetCause): readonly Truth[] {
  const key = causeKey(cause);
  return limitsOf(facts.model, facts.linked)
    .filter((one) => causeKey(one.cause) === key)
    .map(({ limit, value }) => isBeyond(facts, limit, value));
}

function octetsIn(text: string): number {
  return new TextEncoder().encode(text).length;
}

function isBeyond(facts: Facts, limit: Limit, value: LimitValue): Truth {
  switch (value.kind) {
    case 'size': {
      const each = valueOf(limit.per)?.[0]?.kind;
      if (each === 'headers') return undefined;
      if (each === 'request') return octetsIn(facts.asked.call.body ?? '') > octetsOf(value);
      return ofField(
        facts,
        limit,
        (sent) => octetsIn(typeof sent === 'string' ? sent : JSON.stringify(sent)) > octetsOf(value),
      );
    }
    case 'characters':
      return ofField(facts, limit, (sent) => typeof sent === 'string' && lengthOf(sent) > value.count);
    case 'items': {
      const isMany = (sent: Json): boolean =>
        (Array.isArray(sent) ? sent.length : isMembers(sent) ? Object.keys(sent).length : 0) > value.count;
      if (valueOf(limit.per)?.[0]?.kind !== 'request') return ofField(facts, limit, isMany);
      const whole = sentAt(facts.asked, []);
      return whole !== undefined && isMany(whole);
    }
    case 'rows':
      return isFull(facts, limit, value.count);
    case 'rate':
      return rateReached(facts, limit);
    default:
      return undefined;
  }
}

function ofField({ asked, body }: Facts, { per }: Limit, is: (sent: Json) => boolean): Truth {
  const [each] = valueOf(per) ?? [];
  if (each?.kind !== 'field' || body.kind !== 'fields') return undefined;
  const subject = `${each.field.owner.text}.${each.field.field.text}`;
  const own = body.fields.filter((field) => field.subject === subject);
  // In a list of rows, and inside of a nested shape, there may be many.
  if (own.length === 0 || own.some(({ list }) => list)) return undefined;
  return some(
    own.map(({ path }) => {
      const sent = sentAt(asked, path);
      return sent !== undefined && sent !== null && is(sent);
    }),
  );
}

/** Would the call leave more rows than that? */
function isFull(facts: Facts, limit: Limit, most: number): Truth {
  const counted = countedRows(facts.model, limit);
  if (typeof counted === 'string') return undefined;
  const resource = counted.resource.name.text;
  const isOne = effectsOf(facts.linked).some(
    ({ kind, ...effect }) => kind === 'creates' && 'target' in effect && effect.target.text === resource,
  );
  const row = rowSent(facts, resource);
  if (!row || !isOne) return undefined;
  const by = counted.by?.name.text;
  const type = counted.by && valueOf(counted.by.type);
  if (by !== undefined && row.get(by) === null) return false;
  const alike = (other: Row): Truth =>
    by === undefined ? true : isSame(facts.model, { value: other.get(by), type }, { value: row.get(by), type });
  const rows = candidates(resource, { ...placeOf(scopeOf(facts)), seesAll: true }, alike);
  if (rows.filter(({ isSure }) => isSure).length >= most) return true;
  return facts.asked.world.isWhole(resource) && rows.length < most ? false : undefined;
}
