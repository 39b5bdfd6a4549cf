// Rows that go in as somebody: by a credential from the environment or a file, or by a sign-in. No credential is printed, kept, or taken
// from the command line.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Refusal } from '../../src/cli/console.ts';
import { seed } from '../../src/cli/seed.ts';
import { plan } from '../../src/plan/compile.ts';
import { root } from '../examples/running.ts';
import { understand } from '../laws/service.ts';
import { start, type Running } from '../serve/running.ts';
import { captured } from './captured.ts';
import { Place } from './seeding.ts';

const SHOP = readFileSync(join(root, 'examples', 'ticket-shop.md'), 'utf8');
const CONCERTS = {
  'POST /concerts': [
    { title: 'First', price: 10 },
    { title: 'Second', price: 12.5 },
  ],
};
const STAFF = { slug: 'hall', title: 'The Hall', email: 'a@x.org', name: 'Ann', password: 'ann knows this' };

let place: Place;
let service: Running;
let token: string;
let said: string;

async function call(method: string, path: string, body: object): Promise<{ token: string }> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) });
  return (await answer.json()) as { token: string };
}

async function begin(document: string): Promise<void> {
  place = new Place(document);
  service = await start(plan(understand(document).model));
  ({ token } = await call('POST', '/organisers', STAFF));
  place.write('rows.json', CONCERTS);
  said = '';
}

async function run(
  flags: object,
  env: Record<string, string> = {},
): Promise<{ status: number; stdout: string; stderr: string }> {
  const console = captured({ directory: place.directory, env });
  let status: number;
  try {
    status = await seed(['service.md', 'rows.json'], { url: service.url, ...flags }, console, []);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status = error.exit;
    console.err(error.message);
  }
  said += console.stdout() + console.stderr() + service.logged.join('\n');
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

beforeEach(() => begin(SHOP));
afterEach(async () => {
  const kept = existsSync(join(place.directory, 'rows.json.seed')) ? place.read('rows.json.seed') : '';
  await service.stop();
  place.remove();
  for (const secret of [token, STAFF.password]) expect(said + kept).not.toContain(secret);
});

describe('rows of the ticket shop', () => {
  it('go in as whom the environment names', async () => {
    expect(await run({ credential: 'Session=env:TOKEN' }, { TOKEN: token })).toMatchObject({
      status: 0,
      stdout: 'made 2, there already 0, failed 0, unknown 0\n',
    });
  });

  it('go in as whom a file names, with a line break at its end', async () => {
    place.write('token', `${token}\n`);
    expect((await run({ credential: 'Session=file:token' })).status).toBe(0);
  });

  it('go in as who signs in', async () => {
    place.write('who.json', { 'POST /sessions': { email: STAFF.email, password: STAFF.password } });
    expect((await run({ signIn: 'who.json' })).status).toBe(0);
  });

  it('fail without anybody, and as nobody', async () => {
    expect((await run({})).stderr).toContain('401');
    expect((await run({ credential: 'Session=env:TOKEN' }, { TOKEN: 'x'.repeat(43) })).stderr).toContain('401');
  });

  it.each([
    { flags: { credential: 'Session=NOT-SHOWN' }, told: 'could be read by every user' },
    { flags: { credential: 'NOT-SHOWN' }, told: 'could be read by every user' },
    { flags: { credential: 'Door=env:TOKEN' }, told: 'which has Session' },
    { flags: { credential: 'Session=env:OTHER' }, told: 'the environment has no OTHER' },
    { flags: { credential: 'Session=env:BROKEN' }, told: 'has signs that none has' },
    { flags: { credential: 'Session=file:nothing' }, told: 'cannot open nothing' },
  ])('are refused with $told, and nothing is sent', async ({ flags, told }) => {
    const { status, stderr, stdout } = await run(flags, { TOKEN: token, BROKEN: `${token}\r\nX-More: 1` });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(told);
    expect(stderr).not.toContain('NOT-SHOWN');
  });

  it.each([
    [{ 'POST /sessions': { email: STAFF.email, password: 'wrong' } }, 'without a token'],
    [{ 'POST /concerts': { title: 'a', price: 1 } }, 'issues no token'],
    [{ 'POST /sessions': [{}, {}] }, 'one row'],
  ])('are not sent where %j signs nobody in', async (who, told) => {
    place.write('who.json', who);
    const { status, stderr, stdout } = await run({ signIn: 'who.json' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(told);
  });
});

describe.each([
  ['query `key`', 'query'],
  ['cookie `sid`', 'cookie'],
])('a token in the %s', (sentIn) => {
  it('is taken from a sign-in and sent there', async () => {
    await service.stop();
    place.remove();
    await begin(SHOP.replace('header `Authorization: Bearer {token}`', sentIn));
    place.write('who.json', { 'POST /sessions': { email: STAFF.email, password: STAFF.password } });
    expect((await run({ signIn: 'who.json' })).status).toBe(0);
    expect((await run({ credential: 'Session=env:TOKEN', again: true }, { TOKEN: token })).status).toBe(0);
  });
});
