// The versions of part 9. Input: a document. Output: findings where its statements exclude each other: a version that is current and
// withdrawn, one that ends before it is deprecated, one that answers and is not served, a prefix that is written twice. Notation, part 9.

import { queryParameters } from '../analysis/document/query-parameters.ts';
import { headingOf } from '../analysis/document/targets.ts';
import { supportedVersions as supportedIn, versionsOf, type Versions } from '../analysis/document/versions.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { Span } from '../base/span.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import type { OtherVersion, Retired } from '../notation/values/versions.ts';
import type { VersionRow } from '../notation/versioning.ts';
import type { Findings } from './findings.ts';
import { versionHeaderFault } from './version-header.ts';

export function judgeVersions(findings: Findings): void {
  judgeSupported(findings);
  for (const row of findings.model.document.versioning.versions.items) judgeRow(findings, row);
  const { deprecated, sunset, missingVersion, unknownVersion } = findings.model.document.versioning.facts;
  for (const slot of [deprecated, sunset]) judgeDays(findings, slot);
  judgeUnasked(findings);
  const versions = versionsOf(findings.model);
  if (!versions) return;
  judgeDeprecated(findings, versions);
  judgeEnds(findings, versions);
  for (const slot of [missingVersion, unknownVersion]) judgeOther(findings, versions, slot);
  judgePlace(findings, versions);
}

function says(findings: Findings, at: Span, what: string, other: Span, message: string): void {
  findings.report(contradiction, at, { what }, [{ at: other, message }]);
}

/** Requests that name no version are all for one: nothing holds for another. */
function judgeUnasked(findings: Findings): void {
  const { scheme, currentVersion, missingVersion, ...facts } = findings.model.document.versioning.facts;
  if (scheme.status !== 'none') return;
  const current = valueOf(currentVersion)?.version.text;
  const missing = valueOf(missingVersion);
  if (missing && missing.kind !== 'the current version' && missing.kind !== 'version')
    says(findings, missingVersion.at, 'requests without a version', scheme.at, NO_SCHEME);
  const others = [
    ...(missing?.kind === 'version' ? [missing.version] : []),
    ...(valueOf(facts.supportedVersions) ?? []),
    ...[facts.deprecated, facts.sunset].flatMap((slot) => valueOf(slot)?.flatMap(({ version }) => version ?? []) ?? []),
  ];
  for (const { text, at } of others)
    if (text !== current)
      says(findings, at, `the version \`${text}\`, which no request can name`, scheme.at, NO_SCHEME);
}

const NO_SCHEME = 'requests name no version';

/** What is deprecated is there, or has been. */
function judgeDeprecated(findings: Findings, { scheme, served, withdrawn, sunset }: Versions): void {
  const { deprecated, currentVersion, supportedVersions } = findings.model.document.versioning.facts;
  if (!scheme || supportedVersions.status === 'gap') return;
  const rows = findings.model.document.versioning.versions.items.map(({ name }) => name.text);
  const known = new Set([...served, ...withdrawn, ...sunset.keys(), ...rows]);
  for (const { version } of valueOf(deprecated) ?? [])
    if (version && !known.has(version.text))
      says(
        findings,
        version.at,
        `the version \`${version.text}\`, which is nowhere else`,
        currentVersion.at,
        'the current version',
      );
}

function judgeSupported(findings: Findings): void {
  const { facts } = findings.model.document.versioning;
  const { currentVersion, supportedVersions } = facts;
  const current = valueOf(currentVersion)?.version.text;
  const supported = supportedIn(facts);
  if (current === undefined || !supported || supported.some(({ text }) => text === current)) return;
  const what = `the current version: \`${current}\` is not among the supported ones`;
  says(findings, currentVersion.at, what, supportedVersions.at, 'the supported versions are named here');
}

/** What the table says of a version, beside what the bullets say. */
function judgeRow(findings: Findings, { name: { text, at }, status: slot }: VersionRow): void {
  const { facts } = findings.model.document.versioning;
  const { currentVersion, supportedVersions } = facts;
  const status = valueOf(slot);
  const current = valueOf(currentVersion)?.version.text;
  if (status === undefined) return;
  if (current !== undefined && (status === 'current') !== (text === current)) {
    // A current version may be deprecated, when there is no newer one yet.
    if (status === 'withdrawn' || status === 'current')
      says(
        findings,
        slot.at,
        `the version \`${text}\`, which is ${status}`,
        currentVersion.at,
        `\`${current}\` is the current version`,
      );
    return;
  }
  const supported = supportedIn(facts);
  if (!supported || status === 'preview') return;
  const isListed = supported.some((one) => one.text === text);
  if (isListed === (status !== 'withdrawn')) return;
  const what = `the version \`${text}\`, which is ${status} and ${isListed ? '' : 'not '}among the supported ones`;
  says(findings, at, what, supportedVersions.at, 'the supported versions are named here');
}

/** One day for each version, and one for all others. */
function judgeDays(findings: Findings, slot: Slot<readonly Retired[]>): void {
  const days = new Map<string | undefined, string>();
  for (const { version, day } of valueOf(slot) ?? []) {
    const before = days.get(version?.text);
    if (before !== undefined && before !== day) {
      const what = version ? `two days for the version \`${version.text}\`` : 'two days for one thing';
      findings.report(contradiction, version?.at ?? slot.at, { what }, []);
    }
    days.set(version?.text, day);
  }
}

function judgeEnds(findings: Findings, { deprecated, sunset }: Versions): void {
  const { deprecated: since, sunset: until } = findings.model.document.versioning.facts;
  for (const [name, day] of sunset) {
    const from = deprecated.get(name);
    if (from === undefined || from <= day) continue;
    const what = `the version \`${name}\`, which ends on ${day}, before it is deprecated on ${from}`;
    says(findings, until.at, what, since.at, 'it is deprecated here');
  }
}

/** What answers in place of another version is one that is served. */
function judgeOther(findings: Findings, { scheme, served }: Versions, slot: Slot<OtherVersion>): void {
  const { currentVersion, supportedVersions } = findings.model.document.versioning.facts;
  const other = valueOf(slot);
  if (!scheme || other?.kind !== 'version' || served.includes(other.version.text)) return;
  // Which ones are supported may be the gap.
  if (supportedVersions.status !== 'absent' && valueOf(supportedVersions) === undefined) return;
  const where = valueOf(supportedVersions) ? supportedVersions.at : currentVersion.at;
  says(findings, other.version.at, `\`${other.version.text}\`, which is not supported`, where, 'these are');
}

/** The place of the version is its own. */
function judgePlace(findings: Findings, { scheme, current }: Versions): void {
  const { document, operations } = findings.model;
  const { at } = document.versioning.facts.scheme;
  const fault = scheme?.kind === 'header' ? versionHeaderFault(scheme.name) : undefined;
  if (fault) findings.report(contradiction, at, { what: `the header of versions, ${fault}` }, []);
  for (const { sentIn } of document.authentication.schemes.items) {
    const place = valueOf(sentIn);
    if (!place || !scheme || place.in !== scheme.kind || nameOf(place) !== nameOf(scheme)) continue;
    const what = `the ${place.in} \`${place.name}\`, which has a credential`;
    says(findings, sentIn.at, what, at, 'a request names its version there');
  }
  for (const linked of operations.values()) {
    if (scheme?.kind === 'query') {
      const row = queryParameters(findings.model, linked).get(scheme.name);
      if (row) {
        const what = `the query parameter \`${scheme.name}\`, which ${headingOf(linked)} declares`;
        says(findings, row.name.at, what, at, 'a request names its version there');
      }
    }
    const { path, name } = linked.operation;
    if (scheme?.kind !== 'path prefix' || path.split('/')[1] !== current) continue;
    const what = `the version \`${current}\` in a path, which is the prefix of all paths`;
    says(findings, name.at, what, at, 'the prefix goes before each path: leave it out here');
  }
}

/** Names of headers are compared without case: https://www.rfc-editor.org/rfc/rfc9110#section-5.1 */
function nameOf(place: { readonly in?: string; readonly kind?: string; readonly name?: string }): string | undefined {
  return (place.in ?? place.kind) === 'header' ? place.name?.toLowerCase() : place.name;
}
