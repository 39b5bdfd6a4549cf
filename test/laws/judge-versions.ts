// Law of versions: which version a request asks for, and what becomes of it, by the words of part 9 alone. Input: a document, a request, when.
// Output: what it gets; the headers that its answer has. It shares nothing with the plan. Notation, part 9.

import type { Model } from '../../src/model/model.ts';
import { valueOf, type Slot } from '../../src/notation/slot.ts';
import type { OtherVersion, Retired } from '../../src/notation/values/versions.ts';
import type { Sent } from './judge-causes.ts';
import { servedVersions, type Routed } from './judge-route.ts';

export type AskedVersion =
  | { readonly kind: 'served'; readonly name: string }
  /** `code`: of the bullet; undefined: part 7 has one, or nothing. */
  | { readonly kind: 'missing version' | 'unknown version'; readonly code: string | undefined }
  | { readonly kind: 'version withdrawn'; readonly name: string }
  /** It is not shown, or the row of the caller says it. */
  | { readonly kind: 'open' };

/** Undefined: requests name no version. */
export function versionOf(model: Model, routed: Routed, sent: Sent, now: number): AskedVersion | undefined {
  const { facts, versions } = model.document.versioning;
  const scheme = valueOf(facts.scheme);
  const current = valueOf(facts.currentVersion)?.version.text;
  if (!scheme) return isOver(model, '', now) ? { kind: 'version withdrawn', name: '' } : undefined;
  if (current === undefined) return undefined;
  const served = servedVersions(model);
  const asServed = (name: string): AskedVersion =>
    isOver(model, name, now) ? { kind: 'version withdrawn', name } : { kind: 'served', name };
  const otherwise = (kind: 'missing version' | 'unknown version', slot: Slot<OtherVersion>): AskedVersion => {
    const other = valueOf(slot);
    if (other?.kind === 'refused') return { kind, code: other.error.text };
    if (slot.status === 'absent' || slot.status === 'none') return { kind, code: undefined };
    if (other?.kind === 'the current version') return asServed(current);
    return other?.kind === 'version' ? asServed(other.version.text) : { kind: 'open' };
  };
  const name = namedIn(model, routed, sent, served);
  if (name === undefined || name === '') return otherwise('missing version', facts.missingVersion);
  if (served.has(name)) return asServed(name);
  const isOpen = [facts.supportedVersions, ...versions.items.map(({ status }) => status)].some(isUnshown);
  const isGone = versions.items.some((row) => row.name.text === name && valueOf(row.status) === 'withdrawn');
  if (isGone || isOver(model, name, now)) return { kind: 'version withdrawn', name };
  return isOpen ? { kind: 'open' } : otherwise('unknown version', facts.unknownVersion);
}

function isUnshown({ status }: Slot<unknown>): boolean {
  return status === 'gap' || status === 'unreadable';
}

function namedIn(model: Model, { segment }: Routed, sent: Sent, served: ReadonlySet<string>): string | undefined {
  const scheme = valueOf(model.document.versioning.facts.scheme)!;
  switch (scheme.kind) {
    case 'path prefix':
      return segment;
    case 'header':
      return sent.headers[scheme.name.toLowerCase()];
    case 'query': {
      const all = new URLSearchParams(sent.query).getAll(scheme.name);
      return all.length > 1 ? all.join(' and ') : all[0];
    }
    case 'media type':
      return inAccept(sent.headers['accept'] ?? '', served);
  }
}

/** The laws send one range, or several of the same quality. */
function inAccept(accept: string, served: ReadonlySet<string>): string | undefined {
  const ranges = [...accept.matchAll(/(?:[^,"]|"[^"]*")+/g)]
    .map(([range]) => range)
    .filter((range) => /json|\*/.test(range))
    .map((range) => /;\s*version="?([^";]*)"?/.exec(range)?.[1]);
  const first = ranges.find((name) => name === undefined || served.has(name));
  return ranges.includes(undefined) || first !== undefined ? first : ranges[0];
}

/** Of each version by its name, '' where it has none. What is said of one by its name counts more. */
function dayOf(model: Model, days: Slot<readonly Retired[]>, name: string): string | undefined {
  const { facts, versions } = model.document.versioning;
  const current = valueOf(facts.currentVersion)?.version.text ?? '';
  const all = valueOf(days) ?? [];
  const own = all.find(({ version }) => version?.text === name);
  if (own) return own.day;
  const rows = versions.items.filter(({ status }) => valueOf(status) !== 'preview').map(({ name: one }) => one.text);
  const previews = versions.items
    .filter(({ status }) => valueOf(status) === 'preview')
    .map(({ name: one }) => one.text);
  const former = [...servedVersions(model), ...rows].filter((one) => one !== current && !previews.includes(one));
  const isMeant = former.length > 0 ? former.includes(name) : name === current;
  return isMeant ? all.find(({ version }) => version === undefined)?.day : undefined;
}

function isOver(model: Model, name: string, now: number): boolean {
  const day = dayOf(model, model.document.versioning.facts.sunset, name);
  return day !== undefined && now >= Date.parse(`${day}T00:00:00.000Z`);
}

/** Of the version that is asked for; of each that is served, where it is not known which one that is. */
export function endingHeaders(model: Model, version: AskedVersion | undefined): readonly ReadonlyMap<string, string>[] {
  if (version?.kind === 'open') return [...servedVersions(model)].map((name) => endingOf(model, name));
  if (version !== undefined && !('name' in version)) return [];
  return [endingOf(model, version?.name ?? '')];
}

/** https://www.rfc-editor.org/rfc/rfc9745, https://www.rfc-editor.org/rfc/rfc8594 */
function endingOf(model: Model, name: string): ReadonlyMap<string, string> {
  const { facts } = model.document.versioning;
  const found = new Map<string, string>();
  const [since, until] = [dayOf(model, facts.deprecated, name), dayOf(model, facts.sunset, name)];
  if (since !== undefined) found.set('deprecation', `@${Date.parse(`${since}T00:00:00Z`) / 1000}`);
  if (until !== undefined) found.set('sunset', new Date(`${until}T00:00:00Z`).toUTCString());
  return found;
}

/** A segment that is none of the versions is none to go on with: addresses have that of the version that answers. */
export function prefixOf({ prefix, segment }: Routed, version: AskedVersion | undefined): string {
  if (segment === undefined || version?.kind !== 'served' || version.name === segment) return prefix;
  return `${prefix.slice(0, prefix.lastIndexOf('/'))}/${version.name}`;
}

/** The header of a request on which its version hangs; undefined: none. */
export function choosingHeader({ document }: Model): string | undefined {
  const scheme = valueOf(document.versioning.facts.scheme);
  if (valueOf(document.versioning.facts.currentVersion) === undefined) return undefined;
  if (scheme?.kind === 'header') return scheme.name.toLowerCase();
  return scheme?.kind === 'media type' ? 'accept' : undefined;
}

/** The query parameter that names it. */
export function choosingQuery({ document }: Model): string | undefined {
  const scheme = valueOf(document.versioning.facts.scheme);
  return scheme?.kind === 'query' ? scheme.name : undefined;
}
