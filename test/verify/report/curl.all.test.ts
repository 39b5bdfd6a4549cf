// The lines for a shell that a report has: run in shells, they make the same calls, and the same comes back.

import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { isReply, type Call } from '../../../src/verify/exchange.ts';
import { Client } from '../../../src/verify/http/client.ts';
import { curlLines } from '../../../src/verify/report/curl.ts';
import { wrongService } from './wrong-service.ts';

const run = promisify(execFile);
const SHELLS = ['sh', 'bash'] as const;

const names = (body: string): string => [...body.matchAll(/"(\w+)":/g)].map(([, name]) => name).join();

describe('the lines of a failure', () => {
  let running: Awaited<ReturnType<typeof wrongService>>;
  beforeAll(async () => {
    running = await wrongService();
  });
  afterAll(() => running.close());

  it.each(SHELLS)('show it again: %s', async (shell) => {
    const { findings, invented } = running.verdict;
    for (const { exchanges } of [...findings, ...invented]) {
      const { stdout } = await run(shell, ['-c', curlLines(exchanges, running.url.href).join('\n')]);
      const { reply } = exchanges.at(-1)!;
      if (!isReply(reply)) throw new Error(reply.said);
      expect(stdout).toMatch(new RegExp(`HTTP/1\\.1 ${reply.status} `));
      expect(names(stdout)).toBe(names(reply.body));
      if (reply.headers.some(([name]) => name === 'x-extra')) expect(stdout).toContain('x-extra');
    }
  });
});

interface Seen {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let echo: Server | undefined;
afterEach(() => echo?.close());

async function echoing(): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  echo = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url: target = '', headers } = request;
      seen.push({ method, target, headers, body: Buffer.concat(pieces).toString() });
      response.setHeader('content-type', 'application/json');
      response.end(method === 'HEAD' ? '' : JSON.stringify({ 'a-b': [{ id: `id ${seen.length} é\\n"'` }] }));
    });
  });
  await new Promise<void>((resolve) => echo!.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(echo.address() as AddressInfo).port}`, seen };
}

const ODD = 'it\'s "$HOME" `id` \\ $(id) !x é\n<b>';

const CALLS: readonly (readonly [name: string, call: Partial<Call>])[] = [
  ['a text in a body', { method: 'POST', body: JSON.stringify({ title: ODD }) }],
  ['signs that no shell shows', { method: 'POST', body: '\u0000\u001b[31m\u202e\r\n\t\uffff "\u{10ffff}' }],
  ['a body of no type', { method: 'PUT', body: 'plain', headers: [] }],
  ['a body of GET', { method: 'GET', body: '{}' }],
  ['an empty body', { method: 'POST', body: '' }],
  ['a header', { headers: [['X-Odd', 'it\'s "$HOME" `id` \\ $(id) !x']] }],
  ['an empty header', { headers: [['X-Odd', '']] }],
  [
    'a header twice',
    {
      headers: [
        ['X-Odd', 'a'],
        ['X-Odd', 'b'],
      ],
    },
  ],
  ['HEAD', { method: 'HEAD' }],
  ['brackets and braces', { target: '/a?b=[1-3]{c,d}' }],
  ['dots', { target: '/a/../b/./c' }],
  ['signs of a shell in an address', { target: `/a?b=$HOME'"&c=\`id\`` }],
  ['a long body', { method: 'POST', body: JSON.stringify({ a: 'é'.repeat(5000), b: "it's", c: '\\'.repeat(3000) }) }],
  ['a long body of many signs', { method: 'POST', body: Array.from({ length: 900 }, (_, nth) => `${nth}`).join('\n') }],
];

const plain = ({ headers, ...rest }: Seen): unknown => ({
  ...rest,
  type: headers['content-type'],
  odd: headers['x-odd'],
});

describe('a call', () => {
  it.each(CALLS)('is made by its line as it was made: %s', async (_name, given) => {
    const { url, seen } = await echoing();
    const call: Call = {
      method: 'GET',
      target: '/a',
      headers: [['Content-Type', 'text/plain']],
      body: undefined,
      ...given,
    };
    const client = new Client(new URL(url));
    const exchange = await client.send(call);
    client.close();
    for (const shell of SHELLS) await run(shell, ['-c', curlLines([exchange], url).join('\n')]);
    expect(seen.map(plain)).toEqual([seen[0], seen[0], seen[0]].map((one) => plain(one!)));
  });

  it('takes what earlier replies have shown', async () => {
    const { url, seen } = await echoing();
    const client = new Client(new URL(url));
    const exchanges = [await client.send({ method: 'POST', target: '/a', headers: [], body: '{}' })];
    const id = 'id 1 é\\n"\'';
    const headers = [['Content-Type', 'application/json']] as const;
    const later = { method: 'PUT', target: `/a/${encodeURIComponent(id)}`, headers, body: JSON.stringify({ id }) };
    exchanges.push(await client.send(later));
    client.close();
    expect(seen).toHaveLength(2);
    const lines = curlLines(exchanges, url);
    expect(lines[0]).toMatch(/^v1=\$\(curl/);
    expect(lines[1]).toContain('$v1');
  });
});
