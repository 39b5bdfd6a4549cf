// Attacks on what calls are counted by: floods, forged addresses, headers of thousands of addresses, clients that go through their network. Notation, part 8;
// docs/operate.md, Behind a proxy.

import { afterEach, describe, expect, it } from 'vitest';
import { PREFIX } from '../../../src/serve/address.ts';
import { rangesOf } from '../../../src/serve/relay/addresses.ts';
import { send, start, type Running } from '../running.ts';
import { planOf } from './document.ts';

let service: Running;
afterEach(() => service.stop());

const PLAN = planOf('Calls | 5 per hour | IP address | GET | `slow`');
const proxies = (...ranges: readonly string[]): Parameters<typeof start>[1] => ({
  addresses: { trusted: rangesOf(ranges), ipv6Prefix: PREFIX },
});

const asked = (headers: Record<string, string> = {}): Promise<number> =>
  send(service, 'GET', '/notes/1', undefined, headers).then(({ status }) => status);
const admitted = async (all: readonly Record<string, string>[]): Promise<number> =>
  (await Promise.all(all.map(asked))).filter((status) => status === 404).length;
const many = (count: number, one: (i: number) => Record<string, string>): readonly Record<string, string>[] =>
  Array.from({ length: count }, (_, i) => one(i));

describe('a client', () => {
  it('that forges addresses is counted by its own', async () => {
    service = await start(PLAN, proxies('10.0.0.0/8'));
    const forged = many(60, (i) =>
      i % 2 === 0 ? { 'x-forwarded-for': `198.51.100.${i}` } : { forwarded: `for=198.51.100.${i}` },
    );
    expect(await admitted(forged)).toBe(5);
  });

  it('is in the log by the address by which it was counted, and no other is', async () => {
    const told: (string | undefined)[] = [];
    service = await start(PLAN, { ...proxies('127.0.0.1'), served: ({ address }) => told.push(address) });
    await asked({ 'x-forwarded-for': '198.51.100.1, 2001:db8:1:2::9' });
    await asked();
    await send(service, 'POST', '/notes', {}, { 'x-forwarded-for': '203.0.113.9' });
    expect(told).toEqual(['2001:db8:1:2::/64', '127.0.0.1', undefined]);
  });

  it('that sends addresses through a proxy is counted by what the proxy adds', async () => {
    service = await start(PLAN, proxies('127.0.0.1'));
    const through = many(60, (i) => ({ 'x-forwarded-for': `198.51.100.${i}, 10.0.0.${i}, 203.0.113.9` }));
    expect(await admitted(through)).toBe(5);
    expect(await admitted(many(20, () => ({ 'x-forwarded-for': '203.0.113.10' })))).toBe(5);
  });

  it('that sends the header that its proxy does not write leaves its counter once, and not again', async () => {
    service = await start(PLAN, proxies('127.0.0.1'));
    const both = many(60, (i) => ({ 'x-forwarded-for': '203.0.113.9', forwarded: `for=198.51.100.${i}` }));
    expect(await admitted(both)).toBe(5);
    expect(await admitted(many(20, () => ({ 'x-forwarded-for': '203.0.113.9' })))).toBe(5);
  });

  it('that goes through its network of IPv6 is one, and its neighbour another', async () => {
    service = await start(PLAN, proxies('127.0.0.1'));
    const hops = many(200, (i) => ({ 'x-forwarded-for': `2001:db8:1:2:${i.toString(16)}:${i}::${i}` }));
    expect(await admitted(hops)).toBe(5);
    expect(await admitted(many(20, (i) => ({ 'x-forwarded-for': `[2001:db8:1:3::${i}]:443` })))).toBe(5);
  });

  it('that sends thousands of addresses is counted by the last, and refused where there are more than a head holds', async () => {
    service = await start(PLAN, proxies('127.0.0.1', '10.0.0.0/8'));
    const bomb = Array.from({ length: 3500 }, () => '1.1.1.1').join(',');
    expect(await admitted(many(40, (i) => ({ 'x-forwarded-for': `${bomb},${i}.2.2.2, 203.0.113.9` })))).toBe(5);
    const trusted = Array.from({ length: 2500 }, (_, i) => `10.${i >> 8}.${i & 255}.1`).join(',');
    expect(await admitted(many(40, () => ({ 'x-forwarded-for': trusted })))).toBe(5);
    const quoted = `for="${'x,'.repeat(15_000)}`;
    expect(await admitted(many(20, () => ({ forwarded: quoted })))).toBe(5);
    expect(await asked({ 'x-forwarded-for': `${bomb},${bomb}` })).toBe(431);
    expect(await asked({ 'x-forwarded-for': '203.0.113.77' })).toBe(404);
  });
});

describe('a flood', () => {
  it('is admitted as far as the rate goes, and harms nobody else', async () => {
    service = await start(PLAN, proxies('127.0.0.1'));
    const flood = (async () => {
      let through = 0;
      for (let i = 0; i < 20; i++) through += await admitted(many(100, () => ({ 'x-forwarded-for': '203.0.113.9' })));
      return through;
    })();
    const looks: number[] = [];
    for (let i = 0; i < 10; i++) {
      const begun = performance.now();
      expect((await fetch(`${service.operatorUrl}/livez`)).status).toBe(200);
      looks.push(performance.now() - begun);
      expect(await asked({ 'x-forwarded-for': `198.51.100.${i}` })).toBe(404);
    }
    expect(await flood).toBe(5);
    expect(looks.toSorted((one, other) => one - other)[5]).toBeLessThan(100);
  });
});
