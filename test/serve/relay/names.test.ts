// The addresses of names: a server of DNS by hand is asked, then the system.

import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';

import { resolverOf } from '../../../src/serve/relay/names.ts';

const A = 1;
const AAAA = 28;
let socket: Socket | undefined;
afterEach(() => socket?.close());

/** By type: octets of addresses. Without any the name does not exist. https://www.rfc-editor.org/rfc/rfc1035#section-4.1 */
async function answering(
  records: Readonly<Record<number, readonly Buffer[]>>,
): Promise<{ server: string; asked: string[] }> {
  const asked: string[] = [];
  const own = createSocket('udp4');
  socket = own;
  own.on('message', (message, from) => {
    let end = 12;
    const labels: string[] = [];
    for (let length = message[end]!; length > 0; length = message[end]!) {
      labels.push(message.toString('latin1', end + 1, end + 1 + length));
      end += 1 + length;
    }
    const type = message.readUInt16BE(end + 1);
    asked.push(`${labels.join('.')} ${type}`);
    const found = records[type] ?? [];
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(Object.keys(records).length > 0 ? 0x81_80 : 0x81_83, 2);
    for (const [at, count] of [1, found.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * at);
    const answers = found.map((octets) =>
      Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, octets.length]), octets]),
    );
    own.send(Buffer.concat([head, message.subarray(12, end + 5), ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => own.bind(0, '127.0.0.1', resolve));
  return { server: `127.0.0.1:${own.address().port}`, asked };
}

test('DNS is asked for both kinds of addresses, those of IPv4 are first', async () => {
  const { server, asked } = await answering({
    [A]: [Buffer.from([8, 8, 8, 8]), Buffer.from([10, 0, 0, 1])],
    [AAAA]: [Buffer.alloc(16, 0x20)],
  });
  const resolve = resolverOf([server]);
  expect(await resolve('hooks.example')).toEqual(['8.8.8.8', '10.0.0.1', '2020:2020:2020:2020:2020:2020:2020:2020']);
  expect(asked.toSorted()).toEqual(['hooks.example 1', 'hooks.example 28']);
});

test('a name that has addresses of one kind has those', async () => {
  const { server } = await answering({ [A]: [Buffer.from([8, 8, 8, 8])] });
  expect(await resolverOf([server])('hooks.example')).toEqual(['8.8.8.8']);
});

test('what DNS does not know is asked of the system', async () => {
  const { server, asked } = await answering({});
  const resolve = resolverOf([server]);
  expect(await resolve('localhost')).toEqual(expect.arrayContaining([expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/)]));
  expect(asked.length).toBeGreaterThan(0);
  await expect(resolve('nothing.invalid')).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/),
  });
});
