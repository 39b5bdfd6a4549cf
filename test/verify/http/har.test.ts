// An archive that is written is read again as the same exchanges, wherever the file is cut into pieces, and a long one stays out of memory.

import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../../src/verify/exchange.ts';
import { exchangesIn } from '../../../src/verify/http/har-reader.ts';
import { harOf } from '../../../src/verify/http/har.ts';

const URL_OF = new URL('http://127.0.0.1:8080/base');

const EXCHANGES: readonly Exchange[] = [
  {
    call: { method: 'POST', target: '/a?b=%22', headers: [['X-A', '"\\{}']], body: '{"é":"}]\\""}' },
    reply: { status: 201, headers: [['x-b', '[1']], body: '{"entries":[{"a":"\\\\"}]}' },
    from: 1_800_000_000_000,
    to: 1_800_000_000_007,
  },
  {
    call: { method: 'GET', target: '/a', headers: [], body: undefined },
    reply: { status: 204, headers: [], body: '' },
    from: 1_800_000_000_010,
    to: 1_800_000_000_010,
  },
];

async function readAgain(octets: Iterable<Buffer>, url = URL_OF): Promise<Exchange[]> {
  const found: Exchange[] = [];
  for await (const one of exchangesIn(octets, url)) found.push(one);
  return found;
}

describe('an archive', () => {
  const whole = Buffer.from(JSON.stringify(harOf(EXCHANGES, URL_OF.href, '1.0')));

  it.each([1, 2, 3, 7, 64, 100_000])('is read as it was written, %i octets at a time', async (size) => {
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, nth) =>
      whole.subarray(nth * size, (nth + 1) * size),
    );
    expect(await readAgain(pieces)).toEqual(EXCHANGES);
  });

  it('has nothing of other services, of other lists, and of what is no archive', async () => {
    expect(await readAgain([whole], new URL('http://127.0.0.1:8081'))).toEqual([]);
    expect(
      await readAgain([Buffer.from('{"log":{"pages":[{"entries":[{}]}],"entries":[7,{},{"request":3}]}}')]),
    ).toEqual([]);
    for (const text of ['', '[', '{"log":{"entries":[{"request":', 'no archive', '}}}}']) {
      expect(await readAgain([Buffer.from(text)])).toEqual([]);
    }
  });

  it('says where no reply came, and reads what is in base64', async () => {
    const [entry] = harOf(EXCHANGES.slice(0, 1), URL_OF.href, '1.0').log.entries;
    const content = { text: Buffer.from('é').toString('base64'), encoding: 'base64' };
    const entries = [
      { ...entry, response: { ...entry!.response, content } },
      { ...entry, response: { status: 0 } },
    ];
    const har = { log: { entries } };
    const found = await readAgain([Buffer.from(JSON.stringify(har))]);
    expect(found.map(({ reply }) => reply)).toMatchObject([{ status: 201, body: 'é' }, { kind: 'not seen' }]);
  });
});
