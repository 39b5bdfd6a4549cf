// `serve --watch`: what a save does to what is served, and what is said of it. Real processes; every wait is for a line.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';

import { root } from '../examples/running.ts';
import { ownSchema } from '../store/postgres.ts';
import { watched } from './watched.ts';
import type { Watched, WatchedOptions } from './watched.ts';

const ORDERS = readFileSync(join(root, 'docs/orders.md'), 'utf8');
/** Orders can be created. */
const FULL = ORDERS.replace('| `total` | decimal(2) | not shown |', '| `total` | decimal(2) | yes |');
const STATUS = '| `status` | state |';
/** A field more, which may be left out. */
const WITH_NOTE = FULL.replace(STATUS, `| \`note\` | string | no | caller | any | none |\n${STATUS}`);
const WITH_NEED = FULL.replace(STATUS, `| \`need\` | string | yes | caller | any | none |\n${STATUS}`);
const NARROW = FULL.replace('0..10000', '0..10');
const SERVED = /is served \(\d+ ms\)\n(?: .*\n)+/;

const SAVED = /is served \(|no change in what runs/;

let service: Watched | undefined;
async function start(document: string, options?: WatchedOptions): Promise<Watched> {
  service = await watched(document, options);
  return service;
}
afterEach(async () => {
  await service?.stop('SIGKILL');
  service?.discard();
  service = undefined;
});

interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

async function create(body: unknown): Promise<Answer> {
  const answer = await fetch(`${service!.url}/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, json: (text === '' ? {} : JSON.parse(text)) as Answer['json'] };
}

async function pay(id: number): Promise<number> {
  const answer = await fetch(`${service!.url}/orders/${id}/pay`, { method: 'POST' });
  await answer.arrayBuffer();
  return answer.status;
}

/** A request whose body comes when it is told to. */
function trickled(url: string, body: string): { readonly begun: Promise<void>; finish(): Promise<string> } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let said = '';
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(said)));
  // `100 Continue` says that the operation has begun to read.
  const begun = new Promise<void>((resolve) =>
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('100 Continue')) resolve();
    }),
  );
  socket.write(
    `POST /orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  return {
    begun,
    finish() {
      socket.write(body);
      return ended;
    },
  };
}

function assumed(least: string): string {
  return `# Orders\n\n- Assumed by: us\n- Assumed on: 2026-01-01\n- Why: it is tried\n- Until: 2999-01-01\n\n## 2. Resources and their fields\n\n### Order\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| \`total\` | not shown | ${least} | not shown | not shown | not shown |\n`;
}

test('a document that has errors at first is waited for, and nothing is taken meanwhile', async () => {
  const { said, directory, stop } = await start(`${ORDERS}\n### Order\n`, {
    mended: { after: /service\.md has .*; nothing is served until it is saved without any\n/, text: ORDERS },
  });
  expect(said()).toMatch(/error.*\n.*service\.md:\d+:\d+/);
  expect(said().indexOf('listening on')).toBeGreaterThan(said().indexOf('nothing is served until'));
  expect(existsSync(join(directory, 'service.data'))).toBe(true);
  expect((await create({ total: 1 })).status).toBe(201);
  expect(await stop()).toBe(0);
});

describe('a save', () => {
  test('that fills a gap is served at once and says so; one that opens it says which; one that changes nothing, that', async () => {
    const { saying, write, stop } = await start(ORDERS);
    expect((await create({})).status).toBe(501);
    write(FULL);
    expect(await saying(SERVED)).toMatch(/ {2}~ POST \/orders runs, held for some requests by 7\n/);
    expect((await create({ total: 1 })).status).toBe(201);
    write(`${FULL}\n`);
    await saying(/service\.md: no change in what runs \(\d+ ms\)\n/);
    write(ORDERS);
    expect(await saying(SERVED)).toMatch(/POST \/orders .*2\/Order\.total\/required/);
    expect(await stop()).toBe(0);
  });

  test('with errors shows them with their lines; the document of before is served on', async () => {
    const { saying, write } = await start(FULL);
    write(FULL.replace('- Does: creates Order', '- Does: creates Ordr'));
    const told = await saying(/error[^]*service\.md has 3 errors; what was read before is served on\n/);
    expect(told).toMatch(/at .*service\.md:\d+:\d+\n.*\| - Does: creates Ordr\n/);
    expect((await create({ total: 1 })).status).toBe(201);
    write(WITH_NOTE);
    await saying(SAVED);
    expect((await create({ total: 1, note: 'x' })).json).toMatchObject({ note: 'x' });
  });

  test('of a file of --assume is followed, too', async () => {
    const { saying, directory } = await start(ORDERS, {
      more: { 'a.md': assumed('yes') },
      options: ['--assume', 'a.md'],
    });
    expect((await create({})).status).toBe(501);
    writeFileSync(join(directory, 'a.md'), assumed('no'));
    await saying(SAVED);
    expect((await create({})).status).toBe(201);
  });
});

describe('rows that do not fit', () => {
  test('are told, and the document of before is served on; r puts them aside, and the next start finds the new ones', async () => {
    const { saying, write, type, directory, stop } = await start(FULL);
    expect((await create({ total: 500 })).status).toBe(201);
    type('r\n');
    write(NARROW);
    const told = await saying(/does not fit the rows that are kept[^]*r and Enter .*\n/);
    expect(told).toMatch(/Order\n {4}! total .*\(1 row, the first with id 1\)/);
    expect((await create({ total: 600 })).status).toBe(201);
    type('r\n');
    await saying(/the earlier rows are in .*service\.data\.before-1; .*service\.data is new\n/);
    expect(await create({ total: 5 })).toMatchObject({ status: 201, json: { id: 1 } });
    expect((await create({ total: 600 })).status).not.toBe(201);
    expect(await stop()).toBe(0);

    service = await watched(NARROW, { directory });
    expect(await pay(1)).toBe(200);
    expect(await pay(2)).not.toBe(200);
    await service.stop();

    service = await watched(FULL, { directory, options: ['--data', join(directory, 'service.data.before-1')] });
    expect([await pay(1), await pay(2), await pay(3)]).toEqual([200, 200, 501]);
  });

  test('that are not in their place are not put aside, and no new data stands there instead', async () => {
    const { saying, write, type, directory } = await start(FULL);
    const data = join(directory, 'service.data');
    await create({ total: 500 });
    write(NARROW);
    await saying(/r and Enter .*\n/);
    renameSync(data, `${data}.away`);
    type('r\n');
    await saying(/the data in .*service\.data is not there: nothing is put aside, and nothing is changed\n/);
    expect(existsSync(data)).toBe(false);
    renameSync(`${data}.away`, data);
    expect((await create({ total: 600 })).json).toMatchObject({ id: 2 });
    // Saved again, it is offered again.
    write(NARROW);
    await saying(/r and Enter .*\n/);
    type('r\n');
    await saying(/service\.data is new\n/);
    expect((await create({ total: 5 })).json).toMatchObject({ id: 1 });
  });

  test('an r counts for the save that it was offered for', async () => {
    const { saying, write, type, directory } = await start(FULL);
    await create({ total: 500 });
    write(NARROW);
    await saying(/r and Enter .*\n/);
    write(WITH_NOTE);
    await saying(SAVED);
    type('r\n');
    write(FULL);
    await saying(SAVED);
    expect(existsSync(join(directory, 'service.data.before-1'))).toBe(false);
    expect(await pay(1)).toBe(200);
  });
});

describe('a request whose body still arrives', () => {
  test('ends under the document that it began with, where the tables only gain what may be left out', async () => {
    const { saying, write, url } = await start(FULL);
    const slow = trickled(url, '{"total":7}');
    await slow.begun;
    write(WITH_NOTE);
    await saying(SAVED);
    expect((await create({ total: 1, note: 'x' })).json).toMatchObject({ note: 'x' });
    const answer = await slow.finish();
    expect(answer).toContain('201 Created');
    expect(answer).not.toContain('note');
  });

  test('is met by the new one where they change in another way; nobody waits for it', async () => {
    const { saying, write, url } = await start(FULL);
    const slow = trickled(url, '{"total":7,"need":"n"}');
    await slow.begun;
    write(WITH_NEED);
    await saying(SAVED);
    expect((await create({ total: 1, need: 'x' })).json).toMatchObject({ id: 1, need: 'x' });
    expect(await slow.finish()).toMatch(/201 Created[^]*"need":"n"/);
  });
});

describe('a document', () => {
  test('that goes away and comes back, is empty for a while, is half written: the one of before is served', async () => {
    const { saying, write, file } = await start(FULL);
    renameSync(file, `${file}.away`);
    await saying(/service\.md is not there any more; what was read before is served on\n/);
    expect((await create({ total: 1 })).status).toBe(201);
    renameSync(`${file}.away`, file);
    await saying(/service\.md is back\n/);
    write('');
    await saying(/service\.md is empty; what was read before is served on\n/);
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x41]));
    await saying(/service\.md is not UTF-8 text; what was read before is served on\n/);
    write(WITH_NOTE);
    await saying(SAVED);
    expect((await create({ total: 1, note: 'x' })).json).toMatchObject({ note: 'x' });
    expect(service!.said()).not.toMatch(/has (?:an error|\d+ errors)/);
  });

  test('that is empty, then away, then back as it was: the page shows no trouble any more', async () => {
    const { saying, write, file, operator } = await start(FULL);
    const page = async (): Promise<string> => (await fetch(`${operator}/`)).text();
    write('');
    await saying(/is empty/);
    rmSync(file);
    await saying(/is not there any more/);
    expect(await page()).toContain('is not there any more');
    write(FULL);
    await saying(/is back\n/);
    expect(await page()).not.toMatch(/is empty;|is not there any more;/);
  });

  test('that is replaced by another file, saved ten times, a link to another: the last one is served', async () => {
    const { saying, write, file, directory } = await start(FULL);
    writeFileSync(`${file}.new`, WITH_NOTE);
    renameSync(`${file}.new`, file);
    await saying(SAVED);
    for (let i = 1; i <= 10; i++)
      write(FULL.replace(STATUS, `| \`n${i}\` | string | no | caller | any | none |\n${STATUS}`));
    await saying(SAVED);
    expect((await create({ total: 1, n10: 'x' })).json).toMatchObject({ n10: 'x' });
    const other = join(directory, 'else', 'real.md');
    mkdirSync(dirname(other));
    writeFileSync(other, `${WITH_NOTE.replace('`note`', '`n10`')}\n`);
    rmSync(file);
    symlinkSync(other, file);
    await saying(SAVED);
    writeFileSync(other, WITH_NOTE.replace(/(\|.*)`note`(.*\n)/, '$1`n10`$2$1`remark`$2'));
    await saying(SAVED);
    expect((await create({ total: 1, remark: 'x' })).json).toMatchObject({ remark: 'x' });
  });

  test('whose directory is removed and made again is followed there', async () => {
    const directory = join(process.env['TMPDIR'] ?? '/tmp', `ninefold-watch-${process.pid}`);
    mkdirSync(directory);
    const { saying, write } = await start(FULL, { directory, options: ['--data', `${directory}.data`] });
    rmSync(directory, { recursive: true });
    await saying(/is not there any more/);
    mkdirSync(directory);
    write(WITH_NOTE);
    await saying(SAVED);
    write(WITH_NOTE.replace('`note`', '`remark`'));
    await saying(SAVED);
    expect((await create({ total: 1, remark: 'x' })).json).toMatchObject({ remark: 'x' });
    rmSync(`${directory}.data`, { recursive: true });
  });
});

describe('over PostgreSQL', () => {
  test('tables gain a field, are narrowed where no row stands against it, and what does not fit is told', async () => {
    const { url, drop } = await ownSchema();
    try {
      const { saying, write, stop } = await start(FULL, { options: ['--database', url] });
      write(WITH_NEED);
      await saying(SAVED);
      expect((await create({ total: 1, need: 'x' })).json).toMatchObject({ id: 1, need: 'x' });
      write(WITH_NEED.replace('10000', '20000'));
      await saying(SAVED);
      expect((await create({ total: 15_000, need: 'x' })).status).toBe(201);
      write(WITH_NEED);
      const told = await saying(/does not fit the rows that are kept[^]*no rows are put aside here.*\n/);
      expect(told).toMatch(/! total .*\(1 row, the first with id 2\)/);
      expect((await create({ total: 15_001, need: 'x' })).json).toMatchObject({ id: 3 });
      expect(await stop()).toBe(0);
    } finally {
      await service?.stop('SIGKILL');
      await drop();
    }
  });
});

test('two processes over one database that watch one document are narrowed together; one alone is told, and holds nobody back for long', async () => {
  const { url, drop } = await ownSchema();
  const options = ['--database', url];
  let other: Watched | undefined;
  try {
    const { saying, write, directory, url: own } = await start(FULL, { options });
    other = await watched(FULL, { directory, options });
    write(FULL.replace('10000', '9000'));
    await Promise.all([saying(SAVED), other.saying(SAVED)]);
    await other.stop();
    other = await watched(FULL.replace('10000', '9000'), { options });
    write(FULL.replace('10000', '8000'));
    const waiting = { isOver: false };
    const told = saying(/allows less than one that another process serves.*save .* again to try again/).finally(
      () => (waiting.isOver = true),
    );
    let longest = 0;
    while (!waiting.isOver) {
      const asked = performance.now();
      expect((await fetch(`${own}/orders/1/pay`, { method: 'POST' })).status).toBeLessThan(503);
      longest = Math.max(longest, performance.now() - asked);
    }
    await told;
    expect(longest).toBeLessThan(1900);
    await other.stop();
    write(FULL.replace('10000', '8000'));
    await saying(SAVED);
  } finally {
    await other?.stop('SIGKILL');
    other?.discard();
    await service?.stop('SIGKILL');
    await drop();
  }
}, 60_000);

describe('the process', () => {
  test('tells that its data is gone, is not ready then and keeps nothing; it is back when the data is', async () => {
    const { saying, operator, directory, stop } = await start(FULL);
    const data = join(directory, 'service.data');
    await create({ total: 1 });
    renameSync(data, `${data}.away`);
    await saying(/the data in .*service\.data is not there any more/);
    expect((await fetch(`${operator}/readyz`)).status).toBe(503);
    expect((await create({ total: 2 })).status).toBe(503);
    renameSync(`${data}.away`, data);
    await saying(/the data in .*service\.data is there again/);
    expect((await create({ total: 2 })).json).toMatchObject({ id: 2 });
    rmSync(data, { recursive: true });
    await saying(/is not there any more/);
    expect(await stop('SIGINT')).toBe(0);
  });

  test('goes on when nothing can be typed, and stops at a signal', async () => {
    const { saying, write, stop, directory } = await start(FULL, { input: 'ignore' });
    write(WITH_NOTE);
    await saying(SAVED);
    await create({ total: 500 });
    write(NARROW);
    const told = await saying(/does not fit the rows that are kept[^]*see what can be done\n/);
    const data = join(directory, 'service.data');
    expect(told).toContain(
      `nothing can be typed here: to begin without rows, stop, move ${data} to ${data}.before-1, and start again; or change`,
    );
    expect(told).not.toContain('r and Enter');
    expect(await stop()).toBe(0);
  });

  test('offers no r once what could be typed has ended', async () => {
    const { saying, write, hangUp } = await start(FULL, {});
    await create({ total: 500 });
    hangUp();
    await new Promise((resolve) => setTimeout(resolve, 200));
    write(NARROW);
    expect(await saying(/does not fit[^]*see what can be done\n/)).toContain('nothing can be typed here');
  });

  test('keeps the instant of a manual clock over a save and over r', async () => {
    const { saying, write, type, operator } = await start(FULL, { options: ['--clock', 'manual'] });
    const clock = async (body: unknown): Promise<string> => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${operator}/clock`, { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await answer.json()) as { now: string }).now;
    };
    expect(await clock({ now: '2100-01-01T00:00:00Z' })).toBe('2100-01-01T00:00:00.000Z');
    await create({ total: 500 });
    write(WITH_NOTE);
    await saying(SAVED);
    expect(await clock({ advance: '1 seconds' })).toBe('2100-01-01T00:00:01.000Z');
    write(NARROW);
    await saying(/r and Enter/);
    type('r\n');
    await saying(/is new\n/);
    expect(await clock({ advance: '1 seconds' })).toBe('2100-01-01T00:00:02.000Z');
  });
});

test("the exports on the operator's port follow what is served", async () => {
  const { saying, write, operator, said } = await start(FULL);
  expect(said()).toContain(`\nOpenAPI at ${operator}/export/openapi\n`);
  const types = async (): Promise<string> => (await fetch(`${operator}/export/types`)).text();
  expect(await types()).not.toContain('"note"');
  write(WITH_NOTE);
  await saying(SAVED);
  expect(await types()).toContain('"note"');
  write(`${FULL}\n### GET /wrong\n\n- Does: reads Nothing\n`);
  await saying(/served on|has \d+ error/);
  expect(await types()).toContain('"note"');
});
