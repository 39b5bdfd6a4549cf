// The versions of a document: how a request names one, which are served, when one ends. Input: a model. Output: what part 9 says of them
// together; each by its name. Notation, part 9; decision 0071.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import { valueOf, type Name } from '../../notation/slot.ts';
import type { VersioningFacts } from '../../notation/versioning.ts';
import type { Retired, VersionScheme, VersionStatus } from '../../notation/values/versions.ts';

export interface Versions {
  /** Undefined: requests name no version. */
  readonly scheme: VersionScheme | undefined;
  /** '' where it has no name: requests name no version. */
  readonly current: string;
  /** The current one first. */
  readonly served: readonly string[];
  /** Those that the table says are withdrawn. */
  readonly withdrawn: readonly string[];
  /** Since when a version is deprecated, by name: `2027-01-31`. */
  readonly deprecated: ReadonlyMap<string, string>;
  /** From when on a version is withdrawn, by name. */
  readonly sunset: ReadonlyMap<string, string>;
}

const SERVED: ReadonlySet<VersionStatus | undefined> = new Set<VersionStatus>([
  'current',
  'supported',
  'deprecated',
  'preview',
]);

/** Undefined: requests name none, and none of them ends. */
export const versionsOf: (model: Pick<Model, 'document'>) => Versions | undefined = oncePer(({ document }) => {
  const { facts, versions } = document.versioning;
  const scheme = valueOf(facts.scheme);
  const named = valueOf(facts.currentVersion)?.version.text;
  const [deprecated, sunset] = [valueOf(facts.deprecated) ?? [], valueOf(facts.sunset) ?? []];
  if (scheme ? named === undefined : deprecated.length + sunset.length === 0) return undefined;
  const current = named ?? '';
  const rows = versions.items.map(({ name, status }) => ({ name: name.text, status: valueOf(status) }));
  const supported = supportedVersions(facts)?.map(({ text }) => text);
  const listed = supported ?? rows.filter(({ status }) => SERVED.has(status)).map(({ name }) => name);
  const served = [...new Set([current, ...listed])];
  const previews = new Set(rows.flatMap(({ name, status }) => (status === 'preview' ? [name] : [])));
  const all = [...new Set([...served, ...rows.map(({ name }) => name)])];
  const former = all.filter((name) => name !== current && !previews.has(name));
  // Of the only one there is a day without a name can only mean that one.
  const ending = former.length > 0 ? former : [current];
  return {
    scheme,
    current,
    served,
    withdrawn: rows.flatMap(({ name, status }) => (status === 'withdrawn' && !served.includes(name) ? [name] : [])),
    deprecated: daysOf(deprecated, ending),
    sunset: daysOf(sunset, ending),
  };
});

/** Undefined: the Version table says it. `none`: none beside the current one. */
export function supportedVersions({
  supportedVersions: slot,
  currentVersion,
}: VersioningFacts): readonly Name[] | undefined {
  if (slot.status !== 'none') return valueOf(slot);
  const current = valueOf(currentVersion);
  return current ? [current.version] : [];
}

/** What is said of one by its name counts more. */
function daysOf(days: readonly Retired[], ending: readonly string[]): ReadonlyMap<string, string> {
  const ofAll = days.flatMap(({ version, day }) => (version ? [] : ending.map((name) => [name, day] as const)));
  return new Map([...ofAll, ...days.flatMap(({ version, day }) => (version ? [[version.text, day] as const] : []))]);
}

/** Those beside the current one of which the document does not say that they are the same interface. */
export function unlikeVersions(model: Pick<Model, 'document'>): readonly string[] {
  const { mark, items } = model.document.versioning.changes;
  if (mark === 'closed' && items.length === 0) return [];
  const versions = versionsOf(model);
  return versions?.scheme ? versions.served.slice(1) : [];
}

/** What is said of a day holds from its beginning, UTC. */
export function beginningOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The query parameter in which every request may name its version. */
export function versionQueries(model: Pick<Model, 'document'>): readonly string[] {
  const scheme = versionsOf(model)?.scheme;
  return scheme?.kind === 'query' ? [scheme.name] : [];
}

/** The header in which every request may name its version. */
export function versionHeaders(model: Pick<Model, 'document'>): readonly string[] {
  const scheme = versionsOf(model)?.scheme;
  return scheme?.kind === 'header' ? [scheme.name] : [];
}

/** What answers say of versions that end: https://www.rfc-editor.org/rfc/rfc9745, https://www.rfc-editor.org/rfc/rfc8594 */
export function endingHeaders(model: Pick<Model, 'document'>): readonly string[] {
  const versions = versionsOf(model);
  return [
    ...(versions && versions.deprecated.size > 0 ? ['Deprecation'] : []),
    ...(versions && versions.sunset.size > 0 ? ['Sunset'] : []),
  ];
}
