// `seed` over HTTPS: with a certificate that is trusted all goes in; with one that is not, nothing is sent, nothing is
// unknown, and one sentence says why.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { discard, root, scratch } from '../examples/running.ts';
import type { Running } from '../serve/running.ts';
import { listed, Place, served } from './seeding.ts';

const NAMES = { own: 'IP:127.0.0.1', other: 'DNS:elsewhere.example' } as const;
/** The one that makes certificates here; fails where CI is set. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl && process.env['CI']) throw new Error('no openssl to make certificates with');

let certificates: string;
beforeAll(() => {
  certificates = scratch();
  if (!hasOpenssl) return;
  for (const [name, names] of Object.entries(NAMES)) {
    const files = ['-keyout', join(certificates, `${name}.key`), '-out', join(certificates, `${name}.pem`)];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const made = spawnSync(
      'openssl',
      ['req', '-x509', ...kind, ...files, '-subj', '/CN=test', '-addext', `subjectAltName=${names}`],
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(made.stderr);
  }
});
afterAll(() => discard(certificates));

let place: Place;
let service: Running;
let front: Server | undefined;
beforeEach(async () => {
  place = new Place();
  place.write('data.json', { 'POST /visits': ['a', 'b', 'c'].map((day) => ({ day })) });
  service = await served();
});
afterEach(async () => {
  front?.closeAllConnections();
  front?.close();
  await service.stop();
  place.remove();
});

const of = (name: keyof typeof NAMES): string => join(certificates, `${name}.pem`);

/** Speaks TLS, and passes on; how many requests have come. */
async function behind(name: keyof typeof NAMES): Promise<{ readonly url: string; readonly asked: () => number }> {
  let asked = 0;
  const cert = readFileSync(of(name));
  const server = createServer({ cert, key: readFileSync(join(certificates, `${name}.key`)) }, (incoming, response) => {
    asked += 1;
    const { method = 'GET', url = '/', headers } = incoming;
    const onward = request(`${service.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  front = server;
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

/** In a process of its own: which authorities are trusted is read once, when it starts. */
async function seed(url: string, trusted?: string): Promise<readonly unknown[]> {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [join(root, 'src', 'cli', 'main.ts'), 'seed', 'service.md', 'data.json', '--url', url],
    { cwd: place.directory, env: { ...env, ...(trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: trusted }) } },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return [status, stdout, stderr.replace(/^\d+ % .*\n/gm, '')];
}

const days = async (): Promise<string[]> =>
  (await listed<{ day: string }>(service.url, '/visits')).map(({ day }) => day);
const NONE = 'made 0, there already 0, failed 0, unknown 0\n';

it.skipIf(!hasOpenssl)('takes a certificate that is trusted', async () => {
  const { url, asked } = await behind('own');
  expect(await seed(url, of('own'))).toEqual([0, 'made 3, there already 0, failed 0, unknown 0\n', '']);
  expect(await days()).toEqual(['a', 'b', 'c']);
  expect(asked()).toBe(3);
});

it.skipIf(!hasOpenssl)('sends nothing to one that is not, says how it is trusted, and goes on when it is', async () => {
  const { url, asked } = await behind('own');
  expect(await seed(url)).toEqual([
    1,
    NONE,
    'ninefold: cannot reach the service: its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); NODE_EXTRA_CA_CERTS=FILE names the certificate of its authority\n',
  ]);
  expect([asked(), await days()]).toEqual([0, []]);
  expect(await seed(url, of('own'))).toEqual([0, 'made 3, there already 0, failed 0, unknown 0\n', '']);
});

it.skipIf(!hasOpenssl)('sends nothing to one that is for another name', async () => {
  const { url, asked } = await behind('other');
  expect(await seed(url, of('other'))).toEqual([
    1,
    NONE,
    'ninefold: cannot reach the service: its certificate does not name 127.0.0.1 (ERR_TLS_CERT_ALTNAME_INVALID)\n',
  ]);
  expect(asked()).toBe(0);
});
