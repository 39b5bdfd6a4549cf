// The address by which a request is counted: what the operator's proxies say is believed, what a client says is not.
import { describe, expect, it } from 'vitest';
import type { IncomingMessage } from 'node:http';

import { addressing, NO_PROXIES } from '../../src/serve/address.ts';
import { rangesOf } from '../../src/serve/relay/addresses.ts';
import { processorTime } from '../processor-time.ts';

const behind = addressing({ trusted: rangesOf(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']), ipv6Prefix: 64 });

const from = (peer: string | undefined, headers: Readonly<Record<string, string>> = {}): IncomingMessage =>
  ({ socket: { remoteAddress: peer }, headers }) as unknown as IncomingMessage;

const list = (text: string): string => behind(from('10.0.0.1', { 'x-forwarded-for': text }));
const both = (one: string, other: string): string =>
  behind(from('10.0.0.1', { 'x-forwarded-for': one, forwarded: other }));
const forwarded = (text: string): string => behind(from('10.0.0.1', { forwarded: text }));

describe('without a trusted proxy', () => {
  const headers = { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.7' };

  it('the address is the one of the connection, whatever a header says', () => {
    expect(addressing(NO_PROXIES)(from('203.0.113.9', headers))).toBe('203.0.113.9');
    expect(behind(from('203.0.113.9', headers))).toBe('203.0.113.9');
    expect(behind(from('11.0.0.1', headers))).toBe('11.0.0.1');
  });

  it.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, ''],
  ])('%s is counted as %s', (peer, counted) => {
    expect(behind(from(peer, headers))).toBe(counted);
  });
});

describe('the prefix of IPv6', () => {
  it.each([
    [128, '2001:db8:1:2ff:3:4:5:6/128'],
    [120, '2001:db8:1:2ff:3:4:5:0/120'],
    [64, '2001:db8:1:2ff::/64'],
    [56, '2001:db8:1:200::/56'],
    [48, '2001:db8:1::/48'],
    [29, '2001:db8::/29'],
    [1, '0::/1'],
  ])('of %i bits', (ipv6Prefix, counted) => {
    expect(addressing({ ...NO_PROXIES, ipv6Prefix })(from('2001:db8:1:2ff:3:4:5:6'))).toBe(counted);
  });

  it('joins a client that goes through its network, and no two networks', () => {
    const hops = Array.from({ length: 1000 }, (_, i) => behind(from(`2001:db8:1:2:${i.toString(16)}::1`)));
    expect(new Set(hops)).toEqual(new Set(['2001:db8:1:2::/64']));
    const others = Array.from({ length: 1000 }, (_, i) => behind(from(`2001:db8:1:${i.toString(16)}::1`)));
    expect(new Set(others).size).toBe(1000);
  });
});

describe('X-Forwarded-For from a trusted proxy', () => {
  it.each([
    ['the last address', '198.51.100.7', '198.51.100.7'],
    ['what a client forged stays on the left', '1.1.1.1, 2.2.2.2, 198.51.100.7', '198.51.100.7'],
    ['proxies on the right are passed', '1.1.1.1, 198.51.100.7, 10.9.9.9, fd00::1', '198.51.100.7'],
    ['all are proxies: the first of them', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['with a port', '198.51.100.7:443', '198.51.100.7'],
    ['IPv6', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['IPv6 in brackets', '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['IPv6 in brackets with a port', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['IPv6 that is written at length', '2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
    ['IPv4 inside of IPv6', '::ffff:198.51.100.7', '198.51.100.7'],
    ['a proxy inside of IPv6', '198.51.100.7, ::ffff:10.0.0.2', '198.51.100.7'],
    ['empty elements', ' , 198.51.100.7,, ', '198.51.100.7'],
    ['no element', ' , ', '10.0.0.1'],
    ['an empty header', '', '10.0.0.1'],
    ['unknown: the proxy that said it', '198.51.100.7, unknown', '10.0.0.1'],
    ['unknown behind another proxy', '198.51.100.7, unknown, 10.0.0.2', '10.0.0.2'],
    ['an obfuscated name', '_hidden, 10.0.0.2', '10.0.0.2'],
    ['a name', 'localhost', '10.0.0.1'],
    ['no address', '198.51.100.256', '10.0.0.1'],
    ['an address of IPv4 in brackets', '[198.51.100.7]', '10.0.0.1'],
    ['an open bracket', '[2001:db8::9', '10.0.0.1'],
    ['a network interface', 'fe80::1%eth0', '10.0.0.1'],
    ['a port that is none', '198.51.100.7:1234567', '10.0.0.1'],
    ['zeros in front', '198.051.100.007', '10.0.0.1'],
  ])('%s', (_, text, counted) => {
    expect(list(text)).toBe(counted);
  });

  it('of thousands of addresses only the last is looked at', () => {
    const bomb = Array.from({ length: 3000 }, () => '1.1.1.1').join(',');
    expect(list(`${bomb},198.51.100.7`)).toBe('198.51.100.7');
  });

  it('of thousands of proxies 32 are passed', () => {
    const proxies = Array.from({ length: 3000 }, (_, i) => `10.1.${i >> 8}.${i & 255}`);
    expect(list(`198.51.100.7,${proxies.join(',')}`)).toBe(proxies.at(-32));
    expect(list(`198.51.100.7,${proxies.slice(-31).join(',')}`)).toBe('198.51.100.7');
  });

  it('costs less than a millisecond, however long it is', () => {
    const bomb = Array.from({ length: 6000 }, () => '10.1.1.1').join(',');
    list(bomb);
    const begun = processorTime();
    for (let i = 0; i < 100; i++) list(bomb);
    expect((processorTime() - begun) / 100).toBeLessThan(1);
  });
});

describe('Forwarded from a trusted proxy', () => {
  it.each([
    ['the last sender', 'for=1.1.1.1, for=198.51.100.7;proto=https;by=10.0.0.1', '198.51.100.7'],
    ['a name in capitals', 'By=10.0.0.1; For=198.51.100.7', '198.51.100.7'],
    ['IPv6', 'for="[2001:db8:1:2::9]:4711"', '2001:db8:1:2::/64'],
    ['a port in quotes', 'for="198.51.100.7:_port"', '198.51.100.7'],
    ['proxies on the right are passed', 'for=198.51.100.7, for=10.0.0.2, for="[fd00::2]"', '198.51.100.7'],
    ['commas and semicolons in quotes', 'for=198.51.100.7;host="a,for=1.1.1.1;b"', '198.51.100.7'],
    ['a quote in quotes', 'for=198.51.100.7;host="a\\",for=1.1.1.1;b"', '198.51.100.7'],
    ['an element without a sender', 'for=198.51.100.7, by=10.0.0.2', '10.0.0.1'],
    ['empty elements', ', for=198.51.100.7, ,', '198.51.100.7'],
    ['unknown', 'for=198.51.100.7, for=unknown', '10.0.0.1'],
    ['an obfuscated name', 'for=_secret, for=10.0.0.2', '10.0.0.2'],
    ['a sender twice', 'for=1.1.1.1;for=198.51.100.7', '10.0.0.1'],
    ['a quote that does not end', 'for="1.1.1.1, for=198.51.100.7', '10.0.0.1'],
    ['IPv6 without quotes', 'for=2001:db8::9', '10.0.0.1'],
    ['what is no header', 'garbage;;;', '10.0.0.1'],
    ['an empty header', '', '10.0.0.1'],
  ])('%s', (_, text, counted) => {
    expect(forwarded(text)).toBe(counted);
  });
});

describe('both headers', () => {
  it('name the same address', () => {
    expect(both('198.51.100.7', 'for=198.51.100.7')).toBe('198.51.100.7');
  });

  it('name two addresses: a client forged one of them, and neither is believed', () => {
    expect(both('198.51.100.7', 'for=1.1.1.1')).toBe('10.0.0.1');
    expect(both('1.1.1.1', 'for=198.51.100.7')).toBe('10.0.0.1');
  });
});
