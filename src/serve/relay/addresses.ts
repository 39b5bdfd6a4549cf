// Which addresses may be called: those that anyone on the internet can call, and those that the operator allows. An address that others have
// chosen leads to no machine of the operator's own network. Input: an address, what the operator allows. Output: may it be called, and why not.
// Notation, part 6, Sent as. https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry

import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Addresses by their ranges. */
export interface Ranges {
  holds(address: string): boolean;
}

export const NO_RANGES: Ranges = { holds: () => false };

/** Of this machine, as they are at the moment: what listens there is not meant for those who name addresses. */
export const OWN: Ranges = {
  holds: (address) =>
    rangesOf(
      Object.values(networkInterfaces()).flatMap((each = []) =>
        each.map((one) => one.address).filter((one) => isIP(one) !== 0),
      ),
    ).holds(address),
};

/**
 * Not of the internet: this network, private, shared, loopback, link-local (`169.254.169.254` tells secrets of machines), protocols,
 * documentation, 6to4 relays, benchmarks, multicast, reserved, broadcast.
 */
const NOT_PUBLIC_4 = rangesOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** All that is public begins so: loopback, unique local, link-local, multicast and the rest do not. */
const PUBLIC_6 = rangesOf(['2000::/3']);

/** Inside of it: protocols (Teredo among them) and documentation. */
const NOT_PUBLIC_6 = rangesOf(['2001::/23', '2001:db8::/32', '3fff::/20']);

/** An address of IPv4 is in these, after so many pairs of octets, and is what is called: mapped, NAT64, 6to4. */
const CARRIERS: readonly { readonly range: Ranges; readonly after: number }[] = [
  { range: rangesOf(['::ffff:0:0/96']), after: 6 },
  { range: rangesOf(['64:ff9b::/96']), after: 6 },
  { range: rangesOf(['2002::/16']), after: 1 },
];

/** `allowed`: by the operator. `own`: what is not called though it is public. */
export function isAllowed(address: string, allowed: Ranges, own: Ranges = OWN): boolean {
  const plain = plainOf(address);
  if (plain === undefined) return false;
  const carried = isIPv6(plain) ? carriedIn(plain) : undefined;
  const all = carried === undefined ? [plain] : [plain, carried];
  if (all.some((each) => allowed.holds(each))) return true;
  return isPublic(carried ?? plain) && all.every((each) => !own.holds(each));
}

function isPublic(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC_4.holds(address);
  return PUBLIC_6.holds(address) && !NOT_PUBLIC_6.holds(address);
}

/** Without the name of a network interface. */
function plainOf(address: string): string | undefined {
  const [plain = ''] = address.split('%');
  return isIP(plain) === 0 ? undefined : plain;
}

function carriedIn(address: string): string | undefined {
  const carrier = CARRIERS.find(({ range }) => range.holds(address));
  if (!carrier) return undefined;
  const pairs = pairsOf(address);
  const octets = [pairs[carrier.after]!, pairs[carrier.after + 1]!].flatMap((pair) => [pair >> 8, pair & 0xff]);
  return octets.join('.');
}

/** An address of IPv6 is eight of them. */
export function pairsOf(address: string): readonly number[] {
  // As WHATWG writes it there is no IPv4 at its end.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const first = read(before);
  const last = read(after ?? '');
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function read(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((pair) => Number.parseInt(pair, 16));
}

/** `127.0.0.0/8, ::1`. A text: what is wrong with it. */
export function parseRanges(text: string): Ranges | string {
  const written = text.split(/[\s,]+/).filter((each) => each !== '');
  const wrong = written.find((each) => !isRange(each));
  if (wrong !== undefined)
    return `\`${wrong}\` is no address and no range of addresses: write \`10.1.2.0/24\` or \`::1\``;
  return rangesOf(written);
}

function isRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (more.length > 0 || isIP(address) === 0 || address.includes('%')) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128));
}

export function rangesOf(written: readonly string[]): Ranges {
  const list = new BlockList();
  for (const each of written) {
    const [address = '', prefix] = each.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return { holds: (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') };
}
