// What an interface is called, and where it is served. Input: a model. Output: the Info Object that OpenAPI and AsyncAPI share, and the
// address that the paths of the document follow.

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
export function serverOf({ document }: Model, address: string | undefined): string {
  const base = (valueOf(document.endpoints.all.base) ?? '').replace(/(?<=[^/])\/$/, '');
  if (address === undefined) return base === '' ? '/' : base;
  const path = URL.canParse(base) ? new URL(base).pathname : base;
  return address + (path === '/' ? '' : path);
}
