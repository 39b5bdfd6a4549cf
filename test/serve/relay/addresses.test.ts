// Which addresses are called: by their numbers, in URLs in odd spellings, and behind names.

import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isAllowed, NO_RANGES, parseRanges, type Ranges, rangesOf } from '../../../src/serve/relay/addresses.ts';
import { guardOf } from '../../../src/serve/relay/guard.ts';

const REFUSED =
  `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 :: ::1 ::2 fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2001:db8::1 3fff::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 100::1 64:ff9b:1::1 5f00::1 ::8.8.8.8 ::ffff:0:8.8.8.8`.split(
    /\s+/,
  );
const PUBLIC_4 = `8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.1.1.1 223.255.255.255`.split(
  /\s+/,
);
const PUBLIC_6 = `
  2606:4700:4700::1111 2a00:1450:4001:80e::200e 2001:4860:4860::8888
`
  .trim()
  .split(/\s+/);
const pair = (one: number, other: number): string => (one * 256 + other).toString(16);

/** Addresses of IPv6 that lead to one of IPv4. */
function carriersOf(address: string): readonly string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
  const pairs = `${pair(a, b)}:${pair(c, d)}`;
  return [
    `::ffff:${address}`,
    `::FFFF:${pairs}`,
    `0:0:0:0:0:ffff:${pairs}`,
    `64:ff9b::${address}`,
    `64:ff9b::${pairs}`,
    `2002:${pairs}::`,
    `2002:${pairs}::1`,
  ];
}

describe('an address', () => {
  it.each(REFUSED)('%s is not called', (address) => {
    expect(isAllowed(address, NO_RANGES)).toBe(false);
  });

  it.each([...PUBLIC_4, ...PUBLIC_6])('%s is called', (address) => {
    expect(isAllowed(address, NO_RANGES)).toBe(true);
  });

  it('of IPv6 that carries one of IPv4 counts as that', () => {
    for (const address of REFUSED.filter((each) => !each.includes(':')))
      for (const carrier of carriersOf(address))
        expect([carrier, isAllowed(carrier, NO_RANGES)]).toEqual([carrier, false]);
    for (const address of PUBLIC_4)
      for (const carrier of carriersOf(address))
        expect([carrier, isAllowed(carrier, NO_RANGES)]).toEqual([carrier, true]);
  });

  it('is called where the operator allows it', () => {
    const ranges = parseRanges('127.0.0.0/8, ::1 10.1.2.0/24') as Ranges;
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.1.2.255', '64:ff9b::10.1.2.3'])
      expect([address, isAllowed(address, ranges)]).toEqual([address, true]);
    for (const address of ['0.0.0.0', '::', '10.1.3.0', '::2', '169.254.169.254'])
      expect([address, isAllowed(address, ranges)]).toEqual([address, false]);
  });

  it('of this machine is not called, though it is public', () => {
    const own = rangesOf(['8.8.8.8', '2606:4700:4700::1111']);
    for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700:4700::1111']) {
      expect(isAllowed(address, NO_RANGES, own)).toBe(false);
      expect(isAllowed(address, rangesOf(['8.8.8.0/24', '2606:4700:4700::1111']), own)).toBe(true);
    }
    for (const each of Object.values(networkInterfaces()).flat())
      expect(isAllowed(each!.address, NO_RANGES)).toBe(false);
  });

  it('that is none is not called', () => {
    for (const text of ['', 'x', '1.2.3', '8.8.8.8.', '08.8.8.8', '8.8.8.8/32', '::g', '[::1]', '8.8.8.8 ', '%eth0'])
      expect(isAllowed(text, rangesOf(['0.0.0.0/0', '::/0']))).toBe(false);
    fc.assert(fc.property(fc.string(), (text) => void isAllowed(text, NO_RANGES)));
    fc.assert(fc.property(fc.ipV6(), (text) => void isAllowed(text, NO_RANGES)));
  });
});

describe('ranges', () => {
  it('are read from what the operator writes', () => {
    expect(typeof parseRanges('')).toBe('object');
    expect((parseRanges('0.0.0.0/0') as Ranges).holds('9.9.9.9')).toBe(true);
    expect((parseRanges('0.0.0.0/0') as Ranges).holds('::1')).toBe(false);
    expect((parseRanges('::/0') as Ranges).holds('2606::1')).toBe(true);
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0/8',
    '::1/129',
    'fe80::1%eth0',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/1e1',
    'localhost',
    '10.0.0.1-10.0.0.9',
  ])('%s is none', (text) => {
    expect(parseRanges(`127.0.0.1, ${text}`)).toBe(
      `\`${text}\` is no address and no range of addresses: write \`10.1.2.0/24\` or \`::1\``,
    );
  });
});

describe('a URL', () => {
  const guard = guardOf(rangesOf(['10.1.2.0/24']));

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://2130706433/',
    'http://0/',
    'http://127.0.0.1./',
    'http://１２７.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'http://192.168.0.1:8080/',
  ])('%s is not called', (url) => {
    expect(guard.urlOf(url)).toMatch(
      / is no public address, and the operator does not allow it \(--allow-addresses\)\.$/,
    );
  });

  it.each([
    ['', 'It is no absolute URL.'],
    ['/hooks', 'It is no absolute URL.'],
    ['http://', 'It is no absolute URL.'],
    ['http://999.1.1.1/', 'It is no absolute URL.'],
    ['http://[::1%25eth0]/', 'It is no absolute URL.'],
    ['ftp://example.com/', 'Only `https` and `http` are called.'],
    ['file:///etc/passwd', 'Only `https` and `http` are called.'],
    ['javascript:alert(1)', 'Only `https` and `http` are called.'],
    ['https://user:word@example.com/', 'It holds a name or a password.'],
    ['https://user@example.com/', 'It holds a name or a password.'],
    ['https://example.com/', undefined],
    ['http://8.8.8.8:8080/x?y#z', undefined],
    ['http://10.1.2.3/', undefined],
    ['http://localhost/', undefined],
  ])('%s: %s', (url, problem) => {
    const read = guard.urlOf(url);
    expect(typeof read === 'string' ? read : undefined).toBe(problem);
  });
});

const ask = (guard: { lookup: LookupFunction }, all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    guard.lookup('hooks.example', { all }, (error, address, family) =>
      error ? reject(error) : resolve(all ? address : [address, family]),
    );
  });

const answering = (...addresses: string[]): ReturnType<typeof guardOf> =>
  guardOf(NO_RANGES, () => Promise.resolve(addresses));

describe('a name', () => {
  it('leads to those of its addresses that are called', async () => {
    const guard = answering('10.0.0.1', '8.8.8.8', '::1', '2606:4700:4700::1111', '::ffff:127.0.0.1');
    expect(await ask(guard, true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
    expect(await ask(guard, false)).toEqual(['8.8.8.8', 4]);
  });

  it('leads nowhere where none of them is called', async () => {
    await expect(ask(answering('127.0.0.1', '::1'), true)).rejects.toMatchObject({
      code: 'ENOTALLOWED',
      message:
        'hooks.example (127.0.0.1, ::1) is no public address, and the operator does not allow it (--allow-addresses).',
    });
    await expect(ask(answering(), true)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('is asked for each connection, so that it cannot lead elsewhere later', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const guard = guardOf(NO_RANGES, () => Promise.resolve(answers.shift()!));
    expect(await ask(guard, false)).toEqual(['8.8.8.8', 4]);
    await expect(ask(guard, false)).rejects.toMatchObject({ code: 'ENOTALLOWED' });
  });

  it('with very many addresses leads to a few', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `8.8.4.${index}`);
    expect(await ask(answering(...many), true)).toHaveLength(8);
  });

  it('of the system is known, too', async () => {
    const guard = guardOf(rangesOf(['127.0.0.0/8', '::1']));
    await expect(
      new Promise((resolve) => guard.lookup('localhost', {}, (error, address) => resolve(error ?? address))),
    ).resolves.toMatch(/^(?:127\.0\.0\.1|::1)$/);
  });
});
