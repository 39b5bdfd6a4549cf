// What keeps posts from addresses that may not be called: an address that is written in the URL is looked at there, and what DNS answers where it
// is connected to, so that a name cannot lead elsewhere in between. Input: what the operator allows. Output: what is wrong with a URL, and
// a `lookup` for sockets. Notation, part 6, Sent as.

import { isIP, type LookupFunction } from 'node:net';

import { isAllowed, type Ranges } from './addresses.ts';
import { type Resolve, resolverOf } from './names.ts';

export interface Guard {
  /** A text: why this URL is not called, as a sentence. What its name leads to is not asked here. */
  urlOf(text: string): URL | string;
  isAllowed(address: string): boolean;
  readonly lookup: LookupFunction;
}

/** The code of its error. */
export const NOT_ALLOWED = 'ENOTALLOWED';

/** Of one name, so many are tried. */
const MOST = 8;

export function guardOf(allowed: Ranges, resolve: Resolve = resolverOf()): Guard {
  const mayCall = (address: string): boolean => isAllowed(address, allowed);
  const find = async (name: string): Promise<readonly string[]> => {
    const all = await resolve(name);
    const found = all.filter(mayCall);
    if (found.length === 0 && all.length > 0) throw notAllowed(refused(name, all));
    return found.slice(0, MOST);
  };
  return {
    urlOf: (text) => urlOf(text, mayCall),
    isAllowed: mayCall,
    lookup(name, { all }, done) {
      find(name).then(
        (found) => {
          const [first] = found;
          if (first === undefined) done(notFound(name), '');
          else if (all !== true) done(null, first, isIP(first));
          else
            done(
              null,
              found.map((address) => ({ address, family: isIP(address) })),
            );
        },
        (error: NodeJS.ErrnoException) => done(error, ''),
      );
    },
  };
}

function urlOf(text: string, mayCall: (address: string) => boolean): URL | string {
  const url = URL.parse(text);
  if (!url) return 'It is no absolute URL.';
  const { protocol, username, password, hostname } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return 'Only `https` and `http` are called.';
  if (username !== '' || password !== '') return 'It holds a name or a password.';
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 || mayCall(address) ? url : refused(hostname, [address]);
}

function refused(name: string, addresses: readonly string[]): string {
  const to = addresses.includes(name) || name.startsWith('[') ? name : `${name} (${addresses.slice(0, 2).join(', ')})`;
  return `${to} is no public address, and the operator does not allow it (--allow-addresses).`;
}

export function notAllowed(message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: NOT_ALLOWED });
}

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no address.`), { code: 'ENOTFOUND' });
}
