// The address by which a request is counted. Input: a request, the proxies that the operator trusts. Output: the address of its client: an
// address of IPv4, or a network of IPv6. What a client can forge is not looked at. docs/operate.md, Behind a proxy.
// https://www.rfc-editor.org/rfc/rfc7239

import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { NO_RANGES, pairsOf, type Ranges } from './relay/addresses.ts';

export interface Addressing {
  /** Proxies that say truly from whom they have a request. */
  readonly trusted: Ranges;
  /** How many bits of an address of IPv6 one client has. */
  readonly ipv6Prefix: number;
}

export type AddressOf = (request: IncomingMessage) => string;

/** A client with one address of IPv6 has a whole network of them: https://www.rfc-editor.org/rfc/rfc4291#section-2.5.4 */
export const PREFIX = 64;

export const NO_PROXIES: Addressing = { trusted: NO_RANGES, ipv6Prefix: PREFIX };

/** More proxies do not follow one another. */
const MOST_HOPS = 32;

export function addressing({ trusted, ipv6Prefix }: Addressing): AddressOf {
  return ({ socket, headers }) => {
    // Undefined where the connection is gone.
    const list = headers['x-forwarded-for'] as string | undefined;
    const forwarded = headers.forwarded;
    if (list === undefined && forwarded === undefined) return ofConnection(socket, ipv6Prefix);
    const peer = peerOf(socket);
    if (peer === '' || !trusted.holds(peer)) return networkOf(peer, ipv6Prefix);
    const told = list === undefined ? undefined : walked(peer, fromRight(list), trusted);
    const stated = forwarded === undefined ? undefined : walked(peer, senders(forwarded), trusted);
    // A proxy that writes one of the two passes the other one on as the client wrote it.
    const isDisputed = told !== undefined && stated !== undefined && told !== stated;
    return networkOf(isDisputed ? peer : (told ?? stated!), ipv6Prefix);
  };
}

function peerOf({ remoteAddress = '' }: Peer): string {
  return addressIn(remoteAddress.replace(/%.*$/, '')) ?? '';
}

const NETWORK: unique symbol = Symbol('network');
type Peer = Pick<IncomingMessage['socket'], 'remoteAddress'> & { [NETWORK]?: string };

/** The same for all requests of a connection. */
function ofConnection(socket: Peer, prefix: number): string {
  return (socket[NETWORK] ??= networkOf(peerOf(socket), prefix));
}

/** Each proxy says who was before it. The first that is no proxy is the client; behind one that does not say, nothing can be believed. */
function walked(peer: string, before: Iterable<string>, trusted: Ranges): string {
  let last = peer;
  let hops = 0;
  for (const text of before) {
    const address = addressIn(text);
    if (address === undefined || ++hops > MOST_HOPS) return last;
    last = address;
    if (!trusted.holds(address)) return address;
  }
  return last;
}

/** Lazily: what a client has sent is on the left, and mostly not looked at. */
function* fromRight(list: string): Generator<string> {
  for (let end = list.length; end >= 0;) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
    const text = list.slice(comma + 1, end).trim();
    // https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1.2
    if (text !== '') yield text;
    end = comma;
  }
}

/** A parameter, or nothing, and what ends it: https://www.rfc-editor.org/rfc/rfc7239#section-4 */
const PART = /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=([!#$%&'*+.^_`|~\w-]+|"(?:[^"\\]|\\.)*"))?[ \t]*([;,]|$)/y;

/** What `for` says in each element, from the right; '' where it says nothing. Of a header that cannot be read: nothing at all. */
function senders(forwarded: string): readonly string[] {
  const found: string[] = [];
  let sender: string | undefined;
  let isEmpty = true;
  PART.lastIndex = 0;
  for (let end: string | undefined; end !== '';) {
    const part = PART.exec(forwarded);
    if (part === null) return [''];
    const [, name, value] = part;
    end = part[3]!;
    if (name !== undefined) isEmpty = false;
    if (name?.toLowerCase() === 'for') {
      if (sender !== undefined) return [''];
      sender = value!.startsWith('"') ? value!.slice(1, -1).replace(/\\(.)/g, '$1') : value!;
    }
    if (end === ';') continue;
    if (!isEmpty) found.push(sender ?? '');
    sender = undefined;
    isEmpty = true;
  }
  return found.toReversed();
}

/** `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`. An address of IPv4 that IPv6 carries is one of IPv4. */
const WRITTEN = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::(?:\d{1,5}|_[\w.-]+))?$/i;

function addressIn(text: string): string | undefined {
  const [, ipv6, ipv4] = WRITTEN.exec(text) ?? [];
  if (ipv4 !== undefined) return isIPv4(ipv4) ? ipv4 : undefined;
  const plain = ipv6 ?? text;
  if (!isIPv6(plain) || plain.includes('%')) return undefined;
  const pairs = pairsOf(plain);
  const isMapped = pairs[5] === 0xffff && pairs.slice(0, 5).every((pair) => pair === 0);
  if (!isMapped) return plain;
  return pairs
    .slice(6)
    .flatMap((pair) => [pair >> 8, pair & 0xff])
    .join('.');
}

/** Of an address of IPv6 its network: `2001:db8:0:1::/64`. */
function networkOf(address: string, prefix: number): string {
  if (!isIPv6(address)) return address;
  const pairs = pairsOf(address).map((pair, place) => {
    const kept = Math.min(16, Math.max(0, prefix - place * 16));
    return (pair & (0xffff << (16 - kept)) & 0xffff).toString(16);
  });
  const shown = pairs.slice(0, Math.ceil(prefix / 16)).join(':');
  return prefix > 112 ? `${shown}/${prefix}` : `${shown}::/${prefix}`;
}
