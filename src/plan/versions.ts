// The versions of a document, as data. Input: a context. Output: a VersionsPlan, and the path in front of every operation. Notation, part
// 9; decision 0071.

import { basePath } from '../analysis/document/addresses.ts';
import { partPath } from '../analysis/document/slot-ids.ts';
import { beginningOf, unlikeVersions, versionsOf, type Versions } from '../analysis/document/versions.ts';
import type { Model } from '../model/model.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { CHANGED } from '../notation/versioning.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { OtherVersion } from '../notation/values/versions.ts';
import type { Context } from './context.ts';
import type { Plan } from './plan.ts';
import type { OtherPlan, VersionPlace, VersionPlan, VersionsPlan } from './versions-plan.ts';

/** Undefined: requests name none, and none of them ends. */
export function versionsPlan(context: Context): VersionsPlan | undefined {
  const { model } = context;
  const versions = versionsOf(model);
  if (!versions) return undefined;
  const { current, served, withdrawn, sunset } = versions;
  const unlike = new Set(unlikeVersions(model));
  const held = unlike.size > 0 ? context.held(unlikeBy(model)) : undefined;
  const versionOf = (name: string): VersionPlan => ({
    name,
    ...ends(versions, name),
    ...(held && unlike.has(name) && { held }),
  });
  const [first = current, ...others] = served;
  const ended = [...sunset.keys()].filter((name) => !served.includes(name) && !withdrawn.includes(name));
  const missing = missingPlan(context, versions);
  return {
    place: placeOf(model, versions),
    served: [versionOf(first), ...others.map(versionOf)],
    gone: versions.scheme ? [...withdrawn.map((name) => ({ name })), ...ended.map(versionOf)] : [],
    ...(missing && { missing }),
    unknown: unknownPlan(context, versions),
  };
}

/** Behind Base, and before each path: the current version, where a path begins with one. */
export function servedAt(model: Model, versions: VersionsPlan | undefined): Pick<Plan, 'base' | 'versions'> {
  const base = basePath(valueOf(model.document.endpoints.all.base));
  if (!versions) return { base };
  const { place, served } = versions;
  return { base: place.in === 'path' ? `${place.base}/${encodeURIComponent(served[0].name)}` : base, versions };
}

function placeOf(model: Model, { scheme, current }: Versions): VersionPlace {
  if (!scheme) return { in: 'nothing' };
  switch (scheme.kind) {
    case 'path prefix': {
      const base = basePath(valueOf(model.document.endpoints.all.base));
      const prefix = `/${encodeURIComponent(current)}`;
      // A Base that ends with the current version has the prefix in it.
      return { in: 'path', base: base.endsWith(prefix) ? base.slice(0, -prefix.length) : base };
    }
    case 'media type':
      return { in: 'media type' };
    case 'header':
    case 'query':
      return { in: scheme.kind, name: scheme.name };
  }
}

function ends({ deprecated, sunset }: Versions, name: string): Omit<VersionPlan, 'name'> {
  const [from, until] = [deprecated.get(name), sunset.get(name)];
  return {
    ...(from !== undefined && { deprecated: beginningOf(from) }),
    ...(until !== undefined && { sunset: beginningOf(until) }),
  };
}

/** What leaves open what another version sees. */
function unlikeBy(model: Model): readonly string[] {
  const open = [...slotsOf(model).open.values()];
  return open.filter(({ of, kind }) => of === CHANGED || kind === 'other versions').map(({ id }) => id);
}

function missingPlan(context: Context, { scheme, current }: Versions): OtherPlan | undefined {
  const { missingVersion } = context.model.document.versioning.facts;
  if (!scheme) return { do: 'serve', version: current };
  if (scheme.kind === 'path prefix' && isUnsaid(missingVersion)) return undefined;
  return otherPlan(context, current, missingVersion, 'missing-version');
}

/** Then part 7 says what becomes of it. */
function isUnsaid({ status }: Slot<OtherVersion>): boolean {
  return status === 'absent' || status === 'none';
}

function unknownPlan(context: Context, { current }: Versions): OtherPlan {
  const { facts, versions } = context.model.document.versioning;
  const { supportedVersions, unknownVersion } = facts;
  const open = [
    ['supported-versions', supportedVersions] as const,
    ...versions.items.map(({ status }) => ['versions/status', status] as const),
  ].flatMap(([fact, slot]) => context.gap(partPath(9, fact), slot) ?? []);
  // Whether it is one that is served is not known.
  if (open.length > 0) return { do: 'hold', held: context.held(open) };
  return otherPlan(context, current, unknownVersion, 'unknown-version');
}

function otherPlan(context: Context, current: string, slot: Slot<OtherVersion>, fact: string): OtherPlan {
  const other = valueOf(slot);
  const open = context.gap(partPath(9, fact), slot);
  if (open !== undefined && !isUnsaid(slot)) return { do: 'hold', held: context.held([open]) };
  switch (other?.kind) {
    case 'the current version':
      return { do: 'serve', version: current };
    case 'version':
      return { do: 'serve', version: other.version.text };
    case 'caller':
      return { do: 'ask' };
    case 'refused':
    case undefined:
      return { do: 'refuse' };
  }
}
