// What an interface is called, and where it is served. Input: a model. Output: the Info Object that OpenAPI and AsyncAPI share, and the
// address that the paths of the document follow.

import { versionsOf, type Versions } from '../analysis/document/versions.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { prose } from './prose.ts';
import type { Schema } from './schema.ts';

export function infoOf({ document }: Model): Schema {
  const purpose = valueOf(document.purpose.prose);
  const current = document.versioning.facts.currentVersion;
  const version = valueOf(current)?.version.text;
  const without = document.versioning.scope.mark.status === 'none' || current.status === 'none' ? 'none' : 'not shown';
  return {
    title: valueOf(document.title.name) ?? 'Not shown',
    version: version ?? without,
    ...(purpose !== undefined && { description: prose(purpose) }),
  };
}

/** As Base has it; where the service listens, the path of Base there. Without either: the server that has the description. */
export function serverOf(model: Model, address: string | undefined, version?: string): string {
  const base = (valueOf(model.document.endpoints.all.base) ?? '').replace(/(?<=[^/])\/$/, '');
  const versions = versionsOf(model);
  const isPrefix = versions?.scheme?.kind === 'path prefix';
  const own = isPrefix ? withVersion(base, versions.current, version ?? versions.current) : base;
  if (address === undefined) return own === '' ? '/' : own;
  const path = URL.canParse(own) ? new URL(own).pathname : own;
  return address + (path === '/' ? '' : path);
}

/** Behind Base, or at its end where Base has the current one. */
function withVersion(base: string, current: string, version: string): string {
  const prefix = `/${encodeURIComponent(current)}`;
  const before = base.endsWith(prefix) ? base.slice(0, -prefix.length) : base.replace(/\/$/, '');
  return `${before}/${encodeURIComponent(version)}`;
}

/** One for each version, where addresses begin with it. */
export function serversOf(model: Model, address: string | undefined): readonly Schema[] {
  const versions = versionsOf(model);
  if (versions?.scheme?.kind !== 'path prefix') return [{ url: serverOf(model, address) }];
  return versions.served.map((version) => ({
    url: serverOf(model, address, version),
    description: `Version ${version}${endOf(versions, version)}`,
  }));
}

function endOf({ deprecated, sunset }: Versions, version: string): string {
  const [from, until] = [deprecated.get(version), sunset.get(version)];
  return `${from === undefined ? '' : `, deprecated since ${from}`}${until === undefined ? '' : `, until ${until}`}`;
}
