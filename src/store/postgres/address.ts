// The address of a database. Input: a libpq URL, `postgres://…`. Output: what the driver is given, and the address as it may be
// shown: no password ever. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING

export interface Address {
  /** For the driver. */
  readonly url: string;
  /** For people. */
  readonly shown: string;
}

/** What is wrong with an address, as the end of a sentence; undefined: nothing that can be seen in it. */
export function faultOfAddress(text: string): string | undefined {
  const parts = partsOf(text);
  if (!parts) {
    const advice = hasPassword(text) ? `; ${ENCODING}` : '';
    return `is no address of a PostgreSQL database (postgres://user@host/database)${advice}`;
  }
  const mode = parts.query.get('sslmode');
  if (mode !== null && !MODES.includes(mode))
    return `has the sslmode ${mode}; one of ${MODES.join(', ')} is understood`;
  // The driver would take the one that is called as the user: with `postgres`, the server's own.
  if (!/\/[^/]/.test(parts.place)) return 'names no database (postgres://user@host/database)';
  if (parts.place.includes(',')) return 'names several hosts; one is understood';
  return undefined;
}

/** What to do about a password that an address cannot hold as it is. */
export const ENCODING =
  'in an address each character of a password but letters, digits and -._~ is percent-encoded (@ is %40, : is %3A, / is %2F, ? is %3F, # is %23, % is %25), and PGPASSWORD takes it as it is';

/** The others fall back to a connection that is not encrypted. */
const MODES: readonly string[] = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * `settings` are given to every session; what the address itself sets goes before them. So is `name`, with the one that the
 * address gives behind it.
 */
export function addressOf(text: string, settings: Readonly<Record<string, string>>, name: string): Address {
  const parts = partsOf(text);
  if (!parts) throw new Error('the address of the database was not looked at');
  const { scheme, place, query } = parts;
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`);
  query.set('options', [...ours, query.get('options') ?? ''].join(' ').trim());
  query.set('application_name', [name, query.get('application_name') ?? ''].join(' ').trim());
  // Without it the driver takes `require` for `verify-full`.
  if (query.has('sslmode')) query.set('uselibpqcompat', 'true');
  // `+` means a plus in libpq's addresses, and a space in a query of the web.
  return { url: `${scheme}${place}?${query.toString().replaceAll('+', '%20')}`, shown: shownAddress(text) };
}

/** Where its tables are: the schema follows from the user, the database or the options. */
export function placeOf(text: string): string {
  return JSON.stringify([shownAddress(text), partsOf(text)?.query.get('options')]);
}

/**
 * The password hidden, in the authority and in the query; what is behind `?` may hold other secrets, and is left out. Where
 * the address cannot be read, all that may belong to a password.
 */
export function shownAddress(text: string): string {
  if (!partsOf(text)) return maskedAddress(text).replace(/\?.*$/s, '');
  return text
    .replace(/\?.*$/s, '')
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#@:]*):[^/?#]*@/i, '$1@')
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@(?=[^/]*@)/i, '$1');
}

/**
 * Stars in the place of a password, also of one that was not encoded, or in a text that is no address: from behind the
 * user's name to the last `@`.
 */
export function maskedAddress(text: string): string {
  return text
    .replace(/^((?:[a-z][a-z0-9+.-]*:\/\/)?[^@:]*):.*@/is, '$1:********@')
    .replace(/(password\s*=\s*)('[^']*'?|[^&\s]*)/gi, '$1********');
}

/** Does it hold a password? */
export function hasPassword(text: string): boolean {
  const parts = partsOf(text);
  if (!parts) return maskedAddress(text) !== text;
  const authority = parts.place.split('/')[0] ?? '';
  const user = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  return user.includes(':') || parts.query.has('password');
}

interface Parts {
  readonly scheme: string;
  /** User, host, port and database. */
  readonly place: string;
  readonly query: URLSearchParams;
}

function partsOf(text: string): Parts | undefined {
  const [, scheme, place, query] = /^(postgres(?:ql)?:\/\/)([^?#\s]*)(?:\?([^#\s]*))?$/i.exec(text) ?? [];
  if (scheme === undefined || place === undefined || isTorn(place, query)) return undefined;
  try {
    decodeURIComponent(place);
    const parts = { scheme, place, query: new URLSearchParams((query ?? '').replaceAll('+', '%2B')) };
    // What the driver will do; an address without a host is completed by it.
    void new URL(`${scheme}${place.replace('@/', '@host/').replace(/^\//, 'host/')}`);
    return parts;
  } catch {
    return undefined;
  }
}

/** A raw `@` behind a `/` or a `?`: a password that has both, and is not encoded, would be taken for a host. */
function isTorn(place: string, query: string | undefined): boolean {
  const [authority = '', ...path] = place.split('/');
  if (path.some((part) => part.includes('@'))) return true;
  const names = (query ?? '').split('&').map((one) => one.split('=')[0]!);
  const isOpen = authority.includes(':') && !authority.includes('@') && path.length === 0;
  return names.some((name) => name.includes('@')) || (isOpen && query?.includes('@') === true);
}
