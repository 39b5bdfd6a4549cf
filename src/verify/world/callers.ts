// Who calls: credentials as they are sent, held against the tokens that replies have shown and the passwords that were sent. Input: what is
// known, a call. Output: the caller. Notation, part 5.

import type { Scheme } from '../../notation/authentication.ts';
import { valueOf } from '../../notation/slot.ts';
import type { CredentialPlace } from '../../notation/values/schemes.ts';
import { callerOf, isOfOperator, schemesOf, takesPasswords } from '../../analysis/document/schemes.ts';
import { headerOf, type Call } from '../exchange.ts';
import type { Issued } from './issued.ts';
import { UNKNOWN, type Caller, type Row, type Truth, type Unknown } from './known.ts';
import { rolesOf } from './roles.ts';
import type { World } from './world.ts';

/** A token that a reply has shown. */
export interface Token {
  readonly scheme: string;
  readonly row: Row | undefined;
  /** It was issued between these two instants. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds; undefined: for ever. */
  readonly lifetime: number | undefined;
  readonly isEnded: Truth;
  /** It gave another token, where each refreshes once. */
  readonly hasRefreshed?: boolean;
}

/** Credentials that a person gives beside the document: a token or a key, or a name and a password. */
export interface Given {
  /** Left out: any scheme. */
  readonly scheme?: string;
  /** As it is sent in the place of `{token}`; of HTTP Basic `name:password`. */
  readonly secret: string;
  readonly roles: readonly string[];
  readonly row: Row | undefined;
}

/** What is known of credentials. */
export interface KnownCredentials extends World {
  readonly tokens: ReadonlyMap<string, Token>;
  readonly given: readonly Given[];
  /** Of these nobody can tell any more what they let in. */
  readonly doubted: ReadonlySet<Given>;
  /** Tokens that may have been issued. */
  readonly issued: Issued;
  /** The first exchange, in milliseconds since 1970. */
  readonly begun: number;
  /** The exchange that is judged, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The rows whose field is this value: surely, or as far as anybody can tell. */
  find(
    resource: string,
    field: string,
    shown: unknown,
  ): { readonly sure: readonly Row[]; readonly possible: readonly Row[] };
}

/** Clocks of two machines differ, and a call takes a while. */
export const SLACK = 1500;
/** A clock that is moved by hand stands still meanwhile: of what is due at an instant nobody can tell at that instant alone. */
export const EXACT = 1;
/** Of the life of a token that was given. */
const PART = 10;

export function callerIn(world: KnownCredentials, call: Call): Caller | 'nobody' | 'wrong' | 'expired' | Unknown {
  for (const scheme of schemesOf(world.model)) {
    const place = valueOf(scheme.sentIn);
    const found = place ? sentAt(place, call) : [];
    if (found.length === 0) continue;
    const [text, ...others] = found;
    if (others.length > 0) return 'wrong';
    const sharing = schemesOf(world.model).filter((one) => isSamePlace(valueOf(one.sentIn), place));
    return ofText(world, sharing, text!);
  }
  return 'nobody';
}

/** The token that the call brings, valid or not. */
export function tokenOf({ model }: World, call: Call): string | undefined {
  for (const { sentIn } of schemesOf(model)) {
    const place = valueOf(sentIn);
    const [text] = place ? sentAt(place, call) : [];
    const token = text === undefined ? undefined : tokenIn(place!, text);
    if (token !== undefined) return token;
  }
  return undefined;
}

function isSamePlace(one: CredentialPlace | undefined, other: CredentialPlace | undefined): boolean {
  return one?.in === other?.in && one?.name.toLowerCase() === other?.name.toLowerCase();
}

/** What the place holds, each time that it is there. */
function sentAt(place: CredentialPlace, call: Call): readonly string[] {
  switch (place.in) {
    case 'header':
      return call.headers.filter(([name]) => name.toLowerCase() === place.name.toLowerCase()).map(([, value]) => value);
    case 'query': {
      const query = call.target.split('?')[1];
      return query === undefined ? [] : new URLSearchParams(query).getAll(place.name);
    }
    case 'cookie':
      return (headerOf(call.headers, 'cookie') ?? '').split(/; */).flatMap((pair) => {
        const [name, ...value] = pair.split('=');
        return name === place.name ? [value.join('=')] : [];
      });
  }
}

function ofText(world: KnownCredentials, schemes: readonly Scheme[], text: string): ReturnType<typeof callerIn> {
  for (const scheme of schemes) {
    const token = tokenIn(valueOf(scheme.sentIn)!, text);
    if (token === undefined) continue;
    const given = givenBy(world, scheme, token);
    if (given && (world.doubted.has(given) || mayBeOver(world, scheme))) return UNKNOWN;
    if (given)
      return { row: given.row ?? (callerOf(world.model, scheme) && UNKNOWN), roles: given.roles, scopes: UNKNOWN };
    if (takesPasswords(scheme)) return byPassword(world, scheme, token);
    const known = world.tokens.get(token);
    if (known && known.scheme === scheme.name.text) return ofToken(world, scheme, known);
    // What others sign and issue, and what was issued before anybody looked, is not known.
    const isIssuedHere = valueOf(scheme.issuedBy)?.kind === 'operations' || isOfOperator(scheme);
    if (!isIssuedHere || !world.seesAll || world.issued.has(token)) return UNKNOWN;
  }
  return 'wrong';
}

/** The credentials of a person that the call brings. */
export function givenIn(world: KnownCredentials, call: Call): Given | undefined {
  for (const scheme of schemesOf(world.model)) {
    const place = valueOf(scheme.sentIn);
    const [text] = place ? sentAt(place, call) : [];
    const token = text === undefined ? undefined : tokenIn(place!, text);
    const given = token === undefined ? undefined : givenBy(world, scheme, token);
    if (given) return given;
  }
  return undefined;
}

function givenBy({ given }: KnownCredentials, scheme: Scheme, token: string): Given | undefined {
  const secret = clear(scheme, token);
  return given.find((one) => one.secret === secret && (one.scheme ?? scheme.name.text) === scheme.name.text);
}

/** When it was issued nothing says: after a good part of the time for which such a token lives it may be over. */
function mayBeOver({ begun, to }: KnownCredentials, scheme: Scheme): boolean {
  const lifetime = valueOf(scheme.tokenLifetime);
  return lifetime !== undefined && to - begun > lifetime / PART;
}

function clear(scheme: Scheme, token: string): string {
  return takesPasswords(scheme) ? Buffer.from(token, 'base64').toString('utf8') : token;
}

/** Undefined: it has not the form. The word in front of a token is in any case of letters. */
function tokenIn({ template }: CredentialPlace, text: string): string | undefined {
  if (template === undefined) return text;
  const [before = '', after = ''] = template.split('{token}');
  const isFramed = text.toLowerCase().startsWith(before.toLowerCase()) && text.endsWith(after);
  const token = text.slice(before.length, text.length - after.length);
  return isFramed && token.length > 0 ? token : undefined;
}

function ofToken(world: KnownCredentials, scheme: Scheme, token: Token): ReturnType<typeof callerIn> {
  if (token.isEnded === true || token.row?.isThere === false) return 'wrong';
  const { lifetime } = token;
  if (lifetime !== undefined && world.from > token.to + lifetime + SLACK) return 'expired';
  const isLate = lifetime !== undefined && world.to > token.from + lifetime - SLACK;
  if (isLate || token.isEnded === undefined || (token.row && token.row.isThere === undefined)) return UNKNOWN;
  const { row, hasRefreshed } = token;
  return { row, scheme: token.scheme, roles: rolesOf(world, scheme, row), scopes: UNKNOWN, hasRefreshed };
}

/** HTTP Basic: the row whose credentials they are. */
function byPassword(world: KnownCredentials, scheme: Scheme, token: string): ReturnType<typeof callerIn> {
  const text = Buffer.from(token, 'base64').toString('utf8');
  // No control character can be sent so: https://www.rfc-editor.org/rfc/rfc7617#section-2
  if (/\p{Cc}/u.test(text)) return UNKNOWN;
  const colon = text.indexOf(':');
  const credentials = valueOf(scheme.credentials);
  if (colon < 0) return 'wrong';
  const resource = callerOf(world.model, scheme);
  if (credentials?.kind !== 'fields' || !resource) return world.seesAll ? 'wrong' : UNKNOWN;
  const isSecret = (name: string): boolean =>
    valueOf(world.model.fields.get(`${resource.name.text}.${name}`)!.type)?.kind === 'secret';
  const names = credentials.fields.map((one) => one.text);
  const by = names.find((name) => !isSecret(name));
  const secret = names.find(isSecret);
  if (by === undefined || secret === undefined) return UNKNOWN;
  return rowOf(world, scheme, resource.name.text, [
    [by, text.slice(0, colon)],
    [secret, text.slice(colon + 1)],
  ]);
}

function rowOf(
  world: KnownCredentials,
  scheme: Scheme,
  resource: string,
  keys: readonly (readonly [field: string, value: string])[],
): ReturnType<typeof callerIn> {
  const [[by, name], [secret, password]] = keys as [readonly [string, string], readonly [string, string]];
  const { sure, possible } = world.find(resource, by, name);
  const rows = sure.filter((row) => row.isThere !== false);
  const [row] = rows;
  if (!row) return possible.length === 0 && world.isWhole(resource) ? 'wrong' : UNKNOWN;
  const kept = row.get(secret);
  if (row.isThere === undefined || kept === UNKNOWN) return UNKNOWN;
  return kept === password
    ? { row, scheme: scheme.name.text, roles: rolesOf(world, scheme, row), scopes: UNKNOWN }
    : 'wrong';
}
