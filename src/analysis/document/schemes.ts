// What the schemes of part 5 say together. Input: a model. Output: the query parameters that carry a credential, which every
// operation has; the resources whose rows may be callers.

import { oncePer } from '../../base/once-per.ts';
import type { Scheme } from '../../notation/authentication.ts';
import { type Name, valueOf } from '../../notation/slot.ts';
import type { Document } from '../../model/document.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { followPath } from './paths.ts';

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

/** Nothing is known of a scheme yet: part 5, or the heading of one, is a gap as a whole. */
export function hasOpenScheme({ document }: Pick<Model, 'document'>): boolean {
  const { scope, schemes } = document.authentication;
  if (schemes.items.length === 0) return scope.mark.status !== 'none';
  return schemes.items.some((scheme) => scheme.scope.mark.status === 'gap');
}

/** The operations that issue the scheme's tokens: those of `Issued by`, then those of `Refresh`. */
export function issuersOf({ issuedBy, refresh }: Scheme): readonly Name[] {
  const issuer = valueOf(issuedBy);
  const listed = issuer?.kind === 'operations' ? issuer.operations : [];
  return [...listed, ...(valueOf(refresh)?.operations ?? [])];
}

/** Does a scheme have tokens that refresh? */
export function refreshes(model: Pick<Model, 'document'>): boolean {
  return schemesOf(model).some(({ refresh }) => valueOf(refresh) !== undefined);
}

/** Does a scheme have tokens each of which refreshes once? */
export function refreshesOnce(model: Pick<Model, 'document'>): boolean {
  return schemesOf(model).some(({ refresh }) => valueOf(refresh)?.eachOnce === true);
}

/** Each request brings a name and a password; no token is issued. */
export function takesPasswords({ scheme }: Pick<Scheme, 'scheme'>): boolean {
  return valueOf(scheme) === 'HTTP Basic';
}

/** Its tokens say nothing by themselves: somebody issues them, and they are looked up. */
export function isOpaque({ scheme }: Pick<Scheme, 'scheme'>): boolean {
  const kind = valueOf(scheme);
  return kind === 'bearer token' || kind === 'API key';
}

/** Its keys, or its names and passwords, come from the operator. */
export function isOfOperator({ scheme, issuedBy, credentials }: Scheme): boolean {
  return valueOf(scheme) === 'HTTP Basic'
    ? valueOf(credentials)?.kind === 'operator'
    : valueOf(issuedBy)?.kind === 'operator';
}

/** Its callers are no rows. */
export function isRowless({ caller }: Scheme): boolean {
  return caller.status === 'none';
}

/** The resources whose rows may call, in the order of the schemes. */
export const callersOf: (model: Pick<Model, 'document' | 'resources'>) => readonly Resource[] = oncePer(
  ({ document, resources }: Pick<Model, 'document' | 'resources'>) =>
    [...callersNamed(document)].flatMap((name) => resources.get(name) ?? []),
);

/** Those of them that have such a field; `caller.f` is nothing for callers of the others. */
export function callersWith(model: Model, path: readonly string[]): readonly Resource[] {
  const all = callersOf(model);
  return all.length < 2 ? all : all.filter((one) => followPath(model, one, path).end !== 'unknown');
}

/** Where a path from `caller` starts; of several the first that has the field. */
export function callerWith(model: Model, path: readonly string[]): Resource | undefined {
  return callersWith(model, path)[0] ?? callersOf(model)[0];
}

/** The resource that a scheme's callers are rows of. */
export function callerOf({ resources }: Pick<Model, 'resources'>, { caller }: Scheme): Resource | undefined {
  return resources.get(valueOf(caller)?.resource.text ?? '');
}

export const callerResources: (model: Model) => ReadonlySet<string> = oncePer(
  (model: Model) => new Set(callersOf(model).map(({ name }) => name.text)),
);
