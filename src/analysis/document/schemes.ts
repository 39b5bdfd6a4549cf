// What the schemes of part 5 say together. Input: a model. Output: the query parameters that carry a credential, which every
// operation has; the resources whose rows may be callers.

import { oncePer } from '../../base/once-per.ts';
import type { Scheme } from '../../notation/authentication.ts';
import { type Name, valueOf } from '../../notation/slot.ts';
import type { Document } from '../../model/document.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';

export const credentialQueries: (model: Model) => readonly string[] = oncePer(({ document }) =>
  document.authentication.schemes.items.flatMap(({ sentIn }) => {
    const place = valueOf(sentIn);
    return place?.in === 'query' ? [place.name] : [];
  }),
);

const callersNamed = oncePer(
  ({ authentication }: Document): ReadonlySet<string> =>
    new Set(authentication.schemes.items.flatMap(({ caller }) => valueOf(caller)?.resource.text ?? [])),
);

/** The one resource that all schemes name as their Caller; undefined: there is none, it is not declared, or there are several. */
export const callerName: (document: Document) => string | undefined = oncePer((document) => {
  const [name, ...others] = callersNamed(document);
  const isDeclared = document.resources.resources.items.some((resource) => resource.name.text === name);
  return isDeclared && others.length === 0 ? name : undefined;
});

/** Schemes name several; where none is named, or one that is not declared, that is the gap or the error. */
export function hasSeveralCallers(model: Pick<Model, 'document'>): boolean {
  return callersNamed(model.document).size > 1;
}

/** In written order, which is the order in which their places are looked at. */
export function schemesOf({ document }: Pick<Model, 'document'>): readonly Scheme[] {
  return document.authentication.schemes.items;
}

/** The operations that issue the scheme's tokens: those of `Issued by`, then those of `Refresh`. */
export function issuersOf({ issuedBy, refresh }: Scheme): readonly Name[] {
  const issuer = valueOf(issuedBy);
  const listed = issuer?.kind === 'operations' ? issuer.operations : [];
  return [...listed, ...(valueOf(refresh)?.operations ?? [])];
}

export function callerResource({ document, resources }: Pick<Model, 'document' | 'resources'>): Resource | undefined {
  return resources.get(callerName(document) ?? '');
}

export const callerResources: (model: Model) => ReadonlySet<string> = oncePer(({ document, resources }) => {
  return new Set([...callersNamed(document)].filter((name) => resources.has(name)));
});
