// One POST to receivers that answer well, badly, slowly, or not at all.

import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { NO_RANGES, type Ranges, rangesOf } from '../../../src/serve/relay/addresses.ts';
import type { Connections } from '../../../src/serve/relay/agents.ts';
import { type Guard, guardOf } from '../../../src/serve/relay/guard.ts';
import type { Outcome } from '../../../src/serve/relay/outcomes.ts';
import { pathOf, type Post, type Poster, posterOf } from '../../../src/serve/relay/post.ts';
import { type Answers, OK, receiver, type Receiver } from './receiver.ts';

const LOOPBACK = rangesOf(['127.0.0.0/8', '::1']);
let poster: Poster;
let receivers: Receiver[] = [];
afterEach(async () => {
  poster.close();
  await Promise.all(receivers.map((each) => each.stop()));
  receivers = [];
});

function begin(connections: Connections = {}, guard: Guard = guardOf(LOOPBACK)): void {
  poster = posterOf(guard, connections);
}

async function meets(answers: Answers | string, host?: string): Promise<Receiver> {
  const answer: Answers = typeof answers === 'string' ? (socket) => void socket.write(answers) : answers;
  const made = await receiver(answer, undefined, host);
  receivers.push(made);
  return made;
}

const post = (url: string, more: Partial<Post> = {}): Promise<Outcome> =>
  poster.post({
    url,
    headers: { 'content-type': 'application/json' },
    body: '{"a":"ä"}',
    timeOut: 5_000,
    standing: 'proven',
    ...more,
  });

/** What becomes of a post to a receiver that does so. */
async function outcomeOf(answers: Answers | string, more: Partial<Post> = {}): Promise<Outcome> {
  begin();
  return post((await meets(answers)).url, more);
}

const answer = (status: string, headers = '', body = ''): string =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('a receiver that answers', () => {
  it('gets the event, and its status counts', async () => {
    begin();
    const { url, got } = await meets(OK);
    expect(await post(url)).toEqual({ status: 200, ms: expect.any(Number), answer: 'ok', retryAfter: undefined });
    const [line, ...headers] = got[0]!.split('\r\n');
    expect(line).toBe('POST /hooks?tenant=1 HTTP/1.1');
    expect(headers).toEqual([
      'content-type: application/json',
      'content-length: 10',
      `Host: ${new URL(url).host}`,
      'Connection: keep-alive',
      '',
      Buffer.from('{"a":"ä"}').toString('latin1'),
    ]);
    expect(pathOf(url)).toBe('/hooks?tenant=1');
  });

  it.each([
    ['204 No Content', 204],
    ['301 Moved Permanently', 301],
    ['307 Temporary Redirect', 307],
    ['410 Gone', 410],
    ['500 Oops', 500],
    ['999 What', 999],
  ])('%s is an answer, and a redirect leads nowhere', async (line, status) => {
    begin();
    const other = await meets(OK);
    const { url } = await meets(answer(line, `Location: ${other.url}\r\n`));
    expect(await post(url)).toMatchObject({ status, answer: '' });
    expect(other.got).toEqual([]);
  });

  it('204 may be without a length', async () => {
    expect(await outcomeOf('HTTP/1.1 204 No Content\r\n\r\n')).toMatchObject({ status: 204, answer: '' });
  });

  it('says when it wants the next try', async () => {
    expect(await outcomeOf(answer('503 Busy', 'Retry-After: 7\r\n'))).toMatchObject({ status: 503, retryAfter: 7_000 });
  });

  it('may say that an answer comes', async () => {
    expect(await outcomeOf(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${OK}`)).toMatchObject({
      status: 200,
    });
  });

  it('by chunks, or until it closes, is read as well', async () => {
    expect(
      await outcomeOf('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n'),
    ).toMatchObject({ status: 200, answer: 'abc' });
    poster.close();
    expect(await outcomeOf((socket) => socket.end('HTTP/1.0 202 OK\r\n\r\nabc'))).toMatchObject({
      status: 202,
      answer: 'abc',
    });
  });

  it('with much is kept up to 1 KB, as text', async () => {
    expect(await outcomeOf(answer('400 No', '', `\0\u001b[31m ${'ä'.repeat(1000)}`))).toMatchObject({
      status: 400,
      answer: `\ufffd\ufffd[31m ${'ä'.repeat(508)}`,
    });
  });

  it('without end is left, and its status counts', async () => {
    let sent = 0;
    const part = Buffer.alloc(16_384, 'x');
    const outcome = await outcomeOf((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(`4000\r\n${part}\r\n`)) sent += part.length;
      };
      socket.on('drain', more);
      more();
    });
    expect(outcome).toMatchObject({ status: 200, answer: 'x'.repeat(1024) });
    await expect.poll(() => receivers[0]!.open()).toBe(0);
    // What is on its way in the machine is lost.
    expect(sent).toBeLessThan(8_000_000);
  });

  it('before it has got all of a large event is heard, and its connection is not used again', async () => {
    begin();
    let octets = 0;
    let isClosed = false;
    const server = createServer((socket) => {
      socket.on('error', () => {}).on('close', () => (isClosed = true));
      socket.once('data', () => {
        socket.pause().write(answer('413 Too Large'));
        socket.on('data', (part) => (octets += part.length));
        setTimeout(() => socket.resume(), 100);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const large = { body: 'x'.repeat(20_000_000) };
    expect(await post(`http://127.0.0.1:${port}/`, large)).toMatchObject({ status: 413 });
    await expect.poll(() => isClosed).toBe(true);
    expect(octets).toBeLessThan(19_000_000);
    server.close();
  });
});

describe('a receiver that is slow', () => {
  const late = { timeOut: 150 };
  const expected = { status: null, problem: 'time-out', detail: 'No whole answer within 0.15 seconds.' };

  it.each<[string, Answers]>([
    ['never answers', () => {}],
    ['hangs behind its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab')],
    ['hangs in its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Le')],
    [
      'says a byte at a time',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ])('and %s is left when its time is over', async (_, answers) => {
    const outcome = await outcomeOf(answers, late);
    expect(outcome).toMatchObject(expected);
    expect(outcome.ms).toBeGreaterThanOrEqual(140);
    expect(outcome.ms).toBeLessThan(5_000);
    await expect.poll(() => receivers[0]!.open()).toBe(0);
  });

  it('and only says that an answer comes is left early', async () => {
    const outcome = await outcomeOf((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(20)), 10);
      socket.on('close', () => clearInterval(timer));
    });
    expect(outcome).toMatchObject({
      status: null,
      problem: 'invalid answer',
      detail: 'It only says that an answer comes.',
    });
  });

  it('has as long as it likes where no time-out is stated', async () => {
    begin();
    const { url } = await meets((socket) => void setTimeout(() => socket.write(OK), 300));
    expect(await poster.post({ url, headers: {}, body: '', standing: 'proven' })).toMatchObject({ status: 200 });
  });

  it('takes none of the time of those that wait for its connections', async () => {
    begin({ perOrigin: 1 });
    const { url, connections } = await meets((socket) => void setTimeout(() => socket.write(OK), 100));
    const all = await Promise.all(Array.from({ length: 4 }, () => post(url, { timeOut: 300 })));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(Math.max(...all.map(({ ms }) => ms))).toBeLessThan(300);
    expect(connections()).toBe(1);
  });
});

const long = (octets: number): string => `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(octets)}\r\nContent-Length: 0\r\n\r\n`;

describe('a receiver that answers badly', () => {
  it.each<[string, string, Answers | string]>([
    ['closes at once', 'cut', (socket) => socket.end()],
    ['breaks off at once', 'cut', (socket) => socket.resetAndDestroy()],
    ['ends within its headers', 'cut', (socket) => socket.end('HTTP/1.1 200 OK\r\nConte')],
    ['ends before its length', 'cut', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nab')],
    [
      'breaks off within its body',
      'cut',
      (socket) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nab', () =>
          setTimeout(() => socket.resetAndDestroy(), 20),
        ),
    ],
    [
      'ends within its chunks',
      'cut',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
    ],
    ['speaks no HTTP', 'invalid answer', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['sends octets by chance', 'invalid answer', '\u0016\u0003\u0001\u0000\u00ff\u0000\u0000'],
    ['has a length that is none', 'invalid answer', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'],
    ['has two lengths', 'invalid answer', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'has length and chunks',
      'invalid answer',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['has chunks that are none', 'invalid answer', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['has headers without end', 'invalid answer', long(200_000)],
    [
      'changes the protocol',
      'invalid answer',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
  ])('and %s: %s', async (_, problem, answers) => {
    expect(await outcomeOf(answers)).toMatchObject({
      status: null,
      problem,
      detail: expect.stringMatching(/^[A-Z].*\.$/),
    });
    await expect.poll(() => receivers[0]!.open()).toBe(0);
  });

  it('and sends more than its length has answered, and nothing of it reaches the next event', async () => {
    begin();
    const { url } = await meets(
      (socket, _, count) => void socket.write(count === 0 ? `${OK}HTTP/1.1 500 Later\r\n\r\n` : answer('202 OK')),
    );
    expect(await post(url)).toMatchObject({ status: 200, answer: 'ok' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await post(url)).status).not.toBe(500);
  });
});

describe('connections', () => {
  it('are used again', async () => {
    begin();
    const { url, connections } = await meets(OK);
    for (let i = 0; i < 5; i++) expect(await post(url)).toMatchObject({ status: 200 });
    expect(connections()).toBe(1);
  });

  it('that the receiver has closed meanwhile are no failed try', async () => {
    begin({ perOrigin: 3 });
    // It closes when the second request arrives: as if it had been on its way before.
    const { url, connections, got } = await meets(
      (socket, _, count) => void (count === 0 ? socket.write(OK) : socket.destroy()),
    );
    await Promise.all([post(url), post(url), post(url)]);
    expect(await post(url)).toMatchObject({ status: 200 });
    expect([connections(), got.length]).toEqual([4, 5]);
  });

  it('that break off again count', async () => {
    begin();
    let isUp = true;
    const { url, got } = await meets((socket) => void (isUp ? socket.write(OK) : socket.destroy()));
    await post(url);
    isUp = false;
    expect(await post(url)).toMatchObject({ status: null, problem: 'cut' });
    expect(got).toHaveLength(3);
  });

  it('that were new, or had begun to answer, are not tried twice', async () => {
    begin();
    const { url, got } = await meets(
      (socket, _, count) => void (count === 0 ? socket.write(OK) : socket.end('HTTP/1.1 2')),
    );
    await post(url);
    expect(await post(url)).toMatchObject({ status: null, problem: 'cut' });
    expect(got).toHaveLength(2);
    const other = await meets((socket) => void socket.destroy());
    expect(await post(other.url)).toMatchObject({ status: null, problem: 'cut' });
    expect(other.got).toHaveLength(1);
  });

  it('to one origin are few at once, and so are those to all that nothing is on', async () => {
    begin({ perOrigin: 2, idle: 3 });
    const all = await Promise.all(
      Array.from({ length: 4 }, () => meets((socket) => void setTimeout(() => socket.write(OK), 20))),
    );
    const outcomes = await Promise.all(all.flatMap(({ url }) => Array.from({ length: 6 }, () => post(url))));
    expect(outcomes.every(({ status }) => status === 200)).toBe(true);
    for (const { connections } of all) expect(connections()).toBeLessThanOrEqual(6);
    await expect.poll(() => all.reduce((count, each) => count + each.open(), 0)).toBe(3);
  });

  it('of receivers that did not take the last one keep nobody else from theirs', async () => {
    begin({ perOrigin: 2 });
    const { url, got } = await meets((socket, request) => {
      if (!request.includes('/dead')) socket.write(OK);
    });
    const dead = { url: new URL('/dead', url).href, headers: {}, body: '', timeOut: 300, standing: 'dead' as const };
    const waiting = Array.from({ length: 5 }, () => poster.post(dead));
    await expect.poll(() => got.length).toBe(2);
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(got.filter((one) => one.includes('/dead'))).toHaveLength(2);
    await Promise.all(waiting);
  });

  it('to one origin have room for so many, and some that wait', async () => {
    begin({ perOrigin: 2 });
    const { url, got } = await meets((socket) => void setTimeout(() => socket.write(OK), 50));
    const other = new URL('/other', url).href;
    const room = (of: string): number => poster.room(of, 'proven');
    expect([url, other, 'https://example.com/', 'x'].map(room)).toEqual([18, 18, 18, 18]);
    const all = [post(url), post(url), post(other)];
    await expect.poll(() => got.length).toBe(2);
    expect([url, other, 'https://example.com/'].map(room)).toEqual([15, 15, 18]);
    expect([poster.room(url, 'new'), poster.room(url, 'dead')]).toEqual([2, 1]);
    await Promise.all(all);
    expect(room(url)).toBe(18);
  });

  it('of new ones are their own, and one that is slow counts no more', { timeout: 10_000 }, async () => {
    begin({ perOrigin: 2 });
    const { url, got } = await meets((socket, request) => {
      if (!request.includes('/hangs')) socket.write(OK);
    });
    const fresh = (path: string): Promise<unknown> =>
      poster.post({ url: new URL(path, url).href, headers: {}, body: '', timeOut: 3_000, standing: 'new' });
    const waiting = [fresh('/hangs'), fresh('/hangs')];
    await expect.poll(() => got.length).toBe(2);
    expect([poster.room(url, 'new'), poster.room(url, 'proven')]).toEqual([0, 18]);
    expect(await post(url)).toMatchObject({ status: 200 });
    await expect.poll(() => poster.room(url, 'new'), { timeout: 3_000 }).toBe(2);
    expect(await fresh('/well')).toMatchObject({ status: 200 });
    await Promise.all(waiting);
    expect(poster.room(url, 'new')).toBe(2);
  });

  it('that nothing is on are closed behind a while', async () => {
    begin({ idleTime: 100 });
    const { url, open } = await meets(OK);
    await post(url);
    expect(open()).toBe(1);
    await expect.poll(open).toBe(0);
  });

  it('end when the poster is closed', async () => {
    begin();
    const { url, got } = await meets(() => {});
    const running = post(url);
    await expect.poll(() => got.length).toBe(1);
    poster.close();
    expect(await running).toMatchObject({ status: null, problem: 'cut' });
  });

  it('take nothing more when the poster is closed, neither what waits for one nor what comes later', async () => {
    begin({ perOrigin: 2 });
    const { url, got, connections, open } = await meets(() => {});
    const running = Array.from({ length: 6 }, (_, place) =>
      post(url, { standing: place % 2 === 0 ? 'dead' : 'proven', timeOut: 1_500 }),
    );
    await expect.poll(() => got.length).toBe(4);
    const began = performance.now();
    poster.close();
    const outcomes = await Promise.all([...running, post(url)]);
    expect(performance.now() - began).toBeLessThan(1_200);
    expect(outcomes.map((one) => one.status === null && one.problem)).toEqual(Array.from({ length: 7 }, () => 'cut'));
    await expect.poll(open).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([got.length, connections()]).toEqual([4, 4]);
  });
});

describe('an event that cannot be sent', () => {
  it('because nothing listens there', async () => {
    begin();
    const gone = await receiver(() => {});
    await gone.stop();
    expect(await post(gone.url)).toMatchObject({
      status: null,
      problem: 'refused',
      detail: 'Nothing listens there (ECONNREFUSED).',
    });
  });

  it('because its name has no address', async () => {
    begin(
      {},
      guardOf(LOOPBACK, () => Promise.resolve([])),
    );
    expect(await post('http://nothing.invalid/')).toMatchObject({ status: null, problem: 'no such name' });
    poster.close();
    begin(
      {},
      guardOf(LOOPBACK, () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))),
    );
    expect(await post('http://nothing.invalid/')).toMatchObject({ status: null, problem: 'no such name' });
  });

  it.each([
    [
      'a header that holds what no header can',
      { 'X-Signature': 'ä\n' },
      /^It could not be sent from here \(ERR_INVALID_CHAR\)\.$/,
    ],
    ['a header whose name is none', { 'a b': 'x' }, /^It could not be sent from here/],
    ['a header that frames a request', { 'Transfer-Encoding': 'chunked' }, /^The header Transfer-Encoding/],
    ['another Host', { host: 'x' }, /^The header host/],
  ])('with %s', async (_, headers, detail) => {
    begin();
    const { url, got } = await meets(OK);
    expect(await post(url, { headers })).toMatchObject({
      status: null,
      problem: 'not sent',
      detail: expect.stringMatching(detail),
    });
    expect(got).toEqual([]);
  });
});

const refused = async (url: string, guard: Guard): Promise<void> => {
  poster.close();
  begin({}, guard);
  expect(await post(url)).toMatchObject({
    status: null,
    problem: 'not allowed',
    detail: expect.stringContaining('does not allow it (--allow-addresses).'),
  });
};

const leadsTo = (address: string, allowed: Ranges = NO_RANGES): Guard =>
  guardOf(allowed, () => Promise.resolve([address]));

describe('an address that may not be called', () => {
  it('is not called, however it is written, nor behind a name', async () => {
    begin();
    const { url, connections } = await meets(OK);
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0', '[::ffff:127.0.0.1]', '[::]'])
      await refused(`http://${host}:${port}/`, guardOf(NO_RANGES));
    await refused(`http://hooks.example:${port}/`, leadsTo('127.0.0.1'));
    await refused(`http://localhost:${port}/`, guardOf(NO_RANGES));
    await refused(`https://hooks.example:${port}/`, leadsTo('::ffff:127.0.0.1'));
    expect(connections()).toBe(0);
  });

  it('is called where the operator allows it', async () => {
    const { url, got } = await meets(OK);
    begin({}, leadsTo('127.0.0.1', LOOPBACK));
    expect(await post(url.replace('127.0.0.1', 'hooks.example'))).toMatchObject({ status: 200 });
    expect(got[0]).toContain(`Host: hooks.example:${new URL(url).port}\r\n`);
  });

  it('is left again where a connection leads to it for all that', async () => {
    const { url, got } = await meets(OK);
    const guard = leadsTo('127.0.0.1', LOOPBACK);
    begin({}, { ...guard, isAllowed: () => false });
    expect(await post(url.replace('127.0.0.1', 'hooks.example'))).toMatchObject({
      status: null,
      problem: 'not allowed',
    });
    expect(got).toEqual([]);
  });

  it('of IPv6 is one, too', async () => {
    const { url, got } = await meets(OK, '::1');
    begin();
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(got[0]).toContain(`Host: ${new URL(url).host}\r\n`);
    await refused(url, guardOf(rangesOf(['127.0.0.0/8'])));
  });
});
