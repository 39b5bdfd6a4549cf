// How callers show who they are. Input: a model. Output: Security Schemes of OpenAPI for the schemes of part 5 whose statements say enough,
// and the requirement of each operation, with the roles and scopes that Who names.

import { asksForCredentials } from '../analysis/document/callers.ts';
import { issuersOf, schemesOf } from '../analysis/document/schemes.ts';
import { signsRequests } from '../analysis/document/signed-requests.ts';
import { operationPath, otherId } from '../analysis/document/slot-ids.ts';
import { headingOf } from '../analysis/document/targets.ts';
import { whosOf } from '../analysis/document/whos.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { SCHEME, type Scheme } from '../notation/authentication.ts';
import { valueOf } from '../notation/slot.ts';
import type { CredentialPlace } from '../notation/values/schemes.ts';
import type { Who } from '../notation/values/who.ts';
import { pascal } from './names.ts';
import { notShown, openAt, openOfAll, type MayBeOpen } from './not-shown.ts';
import type { Schema } from './schema.ts';
import { extensions, texts } from './statements.ts';

type Requirement = Readonly<Record<string, readonly string[]>>;

export interface Security {
  readonly schemes: Readonly<Record<string, Schema>>;
  /** Schemes that are not stated well enough to be used. */
  readonly others: readonly Schema[];
}

/** Component names keep to letters, digits, `.`, `-` and `_`. */
function nameOf({ name: { text } }: Scheme): string {
  return /^[A-Za-z0-9._-]+$/.test(text) ? text : pascal(text);
}

export function securityOf(model: Model): Security {
  const found = schemesOf(model).map((scheme) => [scheme, schemeObject(model, scheme)] as const);
  return {
    schemes: Object.fromEntries(
      found.flatMap(([scheme, object]) =>
        object ? [[nameOf(scheme), { ...object, ...extensions(SCHEME, scheme), ...openOfScheme(model, scheme) }]] : [],
      ),
    ),
    others: found.flatMap(([scheme, object]) =>
      object ? [] : [{ name: scheme.name.text, ...texts(SCHEME, scheme), ...openOfScheme(model, scheme) }],
    ),
  };
}

function openOfScheme(model: Model, { name }: Scheme): MayBeOpen {
  const id = otherId(5, name.text);
  return notShown(openOfAll(model).filter(({ gap }) => gap === id || gap.startsWith(`${id}/`)));
}

/** Undefined: where the credential is, or what it is, is not stated. */
function schemeObject(model: Model, scheme: Scheme): Schema | undefined {
  const kind = valueOf(scheme.scheme);
  if (kind === undefined) return undefined;
  if (kind === 'HTTP Basic') return { type: 'http', scheme: 'basic' };
  if (kind === 'mutual TLS') return { type: 'mutualTLS' };
  const issuer = valueOf(scheme.verifiedBy)?.issuer?.text;
  if (kind === 'OpenID Connect' && issuer !== undefined && URL.canParse(issuer))
    return { type: 'openIdConnect', openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration` };
  const [tokens] = issuersOf(scheme).flatMap(({ text }) => model.operations.get(text) ?? []);
  if (kind === 'OAuth 2 client credentials' && tokens)
    return {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: tokens.operation.path, scopes: scopesOf(model) } },
    };
  const place = valueOf(scheme.sentIn);
  if (!place) return undefined;
  const isBearer =
    place.in === 'header' &&
    place.name.toLowerCase() === 'authorization' &&
    /^bearer \{token\}$/i.test(place.template ?? '');
  if (isBearer) return { type: 'http', scheme: 'bearer', ...(kind === 'JWT' && { bearerFormat: 'JWT' }) };
  const held = descriptionOf(scheme, place);
  return { type: 'apiKey', in: place.in, name: place.name, ...held };
}

function descriptionOf(scheme: Scheme, { name, template, beside = [] }: CredentialPlace): Schema {
  if (template === undefined) return {};
  const signed = valueOf(scheme.verifiedBy)?.signedText?.text;
  if (!signsRequests(scheme) || signed === undefined) return { description: `The header holds \`${template}\`.` };
  const all = [{ name, template }, ...beside].map((one) => `\`${one.name}: ${one.template}\``);
  return { description: `Each request is signed: ${all.join(', ')}, with a signature of \`${signed}\`.` };
}

function scopesOf(model: Model): Readonly<Record<string, string>> {
  const named = whosOf(model).flatMap((who) =>
    who.kind === 'scope' ? [who.scope.text] : who.kind === 'role' ? [who.role.text] : [],
  );
  return Object.fromEntries(named.map((name) => [name, '']));
}

/** Without `security`: it is not shown who may call, or how a caller shows who it is. */
export function requirementOf(
  model: Model,
  linked: LinkedOperation,
): { readonly security?: readonly Requirement[] } & MayBeOpen {
  const { who } = linked.facts;
  const stated = valueOf(who);
  if (!stated) return notShown(openAt(model, operationPath(headingOf(linked), 'who'), who));
  if (!asksForCredentials(stated)) return { security: [] };
  const schemes = schemesOf(model)
    .filter((scheme) => schemeObject(model, scheme) !== undefined)
    .map(nameOf);
  if (schemes.length === 0) return notShown(openOfAll(model).filter(({ gap }) => gap === '5' || gap.startsWith('5/')));
  const { anyone, needed } = alternatives(stated);
  const all = needed.flatMap((names) => schemes.map((scheme): Requirement => ({ [scheme]: names })));
  return { security: [...(anyone ? [{}] : []), ...all] };
}

/** Each list of roles and scopes is enough. */
function alternatives(who: Who): { readonly anyone: boolean; readonly needed: readonly (readonly string[])[] } {
  switch (who.kind) {
    case 'anyone':
      return { anyone: true, needed: who.signedInIfSent ? [[]] : [] };
    case 'role':
      return { anyone: false, needed: [[who.role.text]] };
    case 'scope':
      return { anyone: false, needed: [[who.scope.text]] };
    case 'or': {
      const each = who.items.map(alternatives);
      const needed = each.flatMap((one) => one.needed);
      // Whoever is signed in needs no role beside.
      const all = needed.some((names) => names.length === 0) ? [[]] : needed;
      return { anyone: each.some((one) => one.anyone), needed: all };
    }
    case 'except':
    case 'which items':
      return alternatives(who.who);
    default:
      return { anyone: false, needed: [[]] };
  }
}
