// Where a request carries credentials. Input: the schemes of a plan, in their order, and a request. Output: the first scheme
// whose place holds something, with the credential; undefined as the credential where the place holds what none can be. Notation,
// part 5;
// https://www.rfc-editor.org/rfc/rfc9110#section-11.4, https://www.rfc-editor.org/rfc/rfc6265#section-5.4

import type { IncomingMessage } from 'node:http';
import type { SchemePlan } from '../plan/credentials.ts';

export interface Credential {
  readonly scheme: SchemePlan;
  readonly token: string | undefined;
}

/** What a place of a request holds: every value of that name, as it was sent. */
type Look = (request: IncomingMessage, query: string | undefined) => readonly string[];

/** `noCookies`: the cookies are ignored, since another site made the browser send them. */
export type FindCredential = (
  request: IncomingMessage,
  query: string | undefined,
  noCookies: boolean,
) => Credential | undefined;

export function compileCredentials(schemes: readonly SchemePlan[]): FindCredential {
  const readers = schemes.flatMap((scheme) => (scheme.place ? [{ scheme, ...readerOf(scheme.place) }] : []));
  const places = [...new Map(readers.map((one) => [one.key, one])).values()].map(({ key, isCookie, look }) => {
    const here = readers.filter((one) => one.key === key);
    return { isCookie, look, here, unfit: here.find(({ scheme }) => scheme.held === undefined) ?? here[0]! };
  });
  return (request, query, noCookies) => {
    for (const { isCookie, look, here, unfit } of places) {
      if (isCookie && noCookies) continue;
      const values = look(request, query);
      const [value] = values;
      if (value === undefined) continue;
      const { scheme, token } = meant(here, value) ?? { scheme: unfit.scheme, token: undefined };
      return { scheme, token: values.length === 1 ? token : undefined };
    }
    return undefined;
  };
}

type Here = Reader & { readonly scheme: SchemePlan };

/** Several schemes may share a place: the one whose template fits is meant, and before others one whose tokens look like that. */
function meant(here: readonly Here[], value: string): Credential | undefined {
  let first: Credential | undefined;
  for (const { scheme, read } of here) {
    const token = read(value);
    if (token === undefined) continue;
    if (here.length === 1 || looksLike(scheme, token)) return { scheme, token };
    first ??= { scheme, token };
  }
  return first;
}

/** https://www.rfc-editor.org/rfc/rfc7515#section-3.1 */
function looksLike({ form }: SchemePlan, token: string): boolean {
  if (form === undefined) return true;
  return form === 'signed' ? /^[\w-]+[.][\w-]+[.][\w-]*$/.test(token) : /^[\w-]{43}$/.test(token);
}

type Place = NonNullable<SchemePlan['place']>;

interface Reader {
  readonly key: string;
  readonly isCookie: boolean;
  readonly look: Look;
  readonly read: (value: string) => string | undefined;
}

function readerOf(place: Place): Reader {
  return {
    key: `${place.in} ${place.in === 'header' ? place.name.toLowerCase() : place.name}`,
    isCookie: place.in === 'cookie',
    look: lookAt(place),
    read: place.template === undefined ? whole : inside(place.template),
  };
}

function lookAt({ in: where, name }: Place): Look {
  switch (where) {
    case 'header': {
      const wanted = name.toLowerCase();
      return ({ headers, rawHeaders }) => (headers[wanted] === undefined ? NONE : headersOf(rawHeaders, wanted));
    }
    case 'query':
      return (_, query) => (query === undefined ? NONE : new URLSearchParams(query).getAll(name));
    case 'cookie':
      return ({ headers }) => (headers.cookie === undefined ? NONE : cookiesOf(headers.cookie, name));
  }
}

const NONE: readonly string[] = [];

/** One that is sent twice is seen twice: the parsed headers keep one of them. */
export function headersOf(raw: readonly string[], wanted: string): readonly string[] {
  const found: string[] = [];
  for (let place = 0; place < raw.length; place += 2)
    if (raw[place]!.toLowerCase() === wanted) found.push(trimmed(raw[place + 1]!));
  return found;
}

function cookiesOf(header: string, name: string): readonly string[] {
  const found: string[] = [];
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && trimmed(pair.slice(0, equals)) === name) found.push(trimmed(pair.slice(equals + 1)));
  }
  return found;
}

/** Spaces and tabs alone, for other white space is part of a value: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.3 */
function trimmed(value: string): string {
  return isSpace(value.charCodeAt(0)) || isSpace(value.charCodeAt(value.length - 1))
    ? value.replace(/^[ \t]+|[ \t]+$/g, '')
    : value;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function whole(value: string): string | undefined {
  return value === '' ? undefined : value;
}

/** `Bearer {token}`: the name of a scheme is the same in any case of letters, and one or more spaces follow it. */
function inside(template: string): (value: string) => string | undefined {
  const at = template.indexOf('{token}');
  if (at === -1) return (value) => (value === template ? value : undefined);
  const before = template.slice(0, at).trimEnd().toLowerCase();
  const after = template.slice(at + '{token}'.length).trimStart();
  const isApart = template.slice(0, at) !== template.slice(0, at).trimEnd();
  return (value) => {
    if (!value.slice(0, before.length).toLowerCase().startsWith(before) || !value.endsWith(after)) return undefined;
    const rest = value.slice(before.length, value.length - after.length);
    if (isApart && before !== '' && !rest.startsWith(' ')) return undefined;
    const token = trimmed(rest);
    return token === '' || /\s/.test(token) ? undefined : token;
  };
}
