// What stands before the path of an operation: the address of the service, its Base, and the version where paths begin with one. Input: a model, the
// version that the call names. Output: text. Notation, part 4, Base; part 9, "links in its answer".

import { basePath } from '../../analysis/document/addresses.ts';
import { versionsOf } from '../../analysis/document/versions.ts';
import type { Model } from '../../model/model.ts';
import type { Slot } from '../../notation/slot.ts';
import { valueOf } from '../../notation/slot.ts';

/** A Base that ends with the current version has it once, where paths begin with versions. */
export function stemOf(model: Model, base: Slot<string>): string {
  const path = basePath(valueOf(base));
  const versions = versionsOf(model);
  const prefix = `/${versions?.current}`;
  return versions?.scheme?.kind === 'path prefix' && path.endsWith(prefix) ? path.slice(0, -prefix.length) : path;
}

/** `version`: left out where the call names none, and so means the current one. */
export function prefixWith(model: Model, base: Slot<string>, version: string | undefined): string {
  const versions = versionsOf(model);
  const stem = stemOf(model, base);
  return versions?.scheme?.kind === 'path prefix' ? `${stem}/${version ?? versions.current}` : stem;
}

/** What `<base>` is in the answer to a call. */
export function baseFor(
  { model, url }: { readonly model: Model; readonly url: string },
  asked: { readonly version?: string | undefined } | undefined,
): string {
  return `${url}${prefixWith(model, model.document.endpoints.all.base, asked?.version)}`;
}
