// Posts over TLS: a certificate that is trusted, and those that are not. Certificates are made by openssl, which a machine may not have.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { rangesOf } from '../../../src/serve/relay/addresses.ts';
import { guardOf } from '../../../src/serve/relay/guard.ts';
import type { Outcome } from '../../../src/serve/relay/outcomes.ts';
import { type Poster, posterOf } from '../../../src/serve/relay/post.ts';
import { type Certificate, OK, receiver, type Receiver } from './receiver.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl && process.env['CI']) throw new Error('no openssl to make certificates with');

const directory = mkdtempSync(join(tmpdir(), 'ninefold-post-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const posters: Poster[] = [];
const receivers: Receiver[] = [];
afterEach(async () => {
  for (const each of posters.splice(0)) each.close();
  await Promise.all(receivers.splice(0).map((each) => each.stop()));
});

/** Of the name, signed by its own key. */
function certificate(name: string): Certificate {
  const [key, cert] = [join(directory, 'key'), join(directory, 'cert')];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert, ...names], { stdio: 'pipe' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

describe.skipIf(!hasOpenssl)('over TLS', () => {
  let own: Certificate;
  beforeAll(() => {
    own = certificate('hooks.example');
  });

  const guard = guardOf(rangesOf(['127.0.0.0/8']), () => Promise.resolve(['127.0.0.1']));
  async function posts(
    served: Certificate,
    ca: string | undefined,
    name = 'hooks.example',
  ): Promise<() => Promise<Outcome>> {
    const made = await receiver((socket) => void socket.write(OK), served);
    const poster = posterOf(guard, ca === undefined ? {} : { ca });
    receivers.push(made);
    posters.push(poster);
    const url = made.url.replace('127.0.0.1', name);
    return () => poster.post({ url, headers: {}, body: '{}', timeOut: 5_000, standing: 'proven' });
  }

  it('an event is sent to whom its certificate names, over one connection', async () => {
    const post = await posts(own, own.cert);
    expect(await post()).toMatchObject({ status: 200, answer: 'ok' });
    expect(await post()).toMatchObject({ status: 200 });
    expect(receivers[0]!.connections()).toBe(1);
  });

  it.each<[string, () => Promise<() => Promise<Outcome>>, string]>([
    ['nobody trusts', () => posts(own, undefined), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['names another', () => posts(own, own.cert, 'other.example'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('nothing is sent where its certificate %s', async (_, begin, code) => {
    const post = await begin();
    expect(await post()).toMatchObject({
      status: null,
      problem: 'TLS',
      detail: `It cannot be reached safely (${code}).`,
    });
    expect(receivers[0]!.got).toEqual([]);
  });

  it('nothing is sent to a receiver that does not speak it, or breaks off', async () => {
    for (const answer of [OK, undefined]) {
      const plain = createServer((socket) => {
        socket.on('error', () => {}).once('data', () => (answer === undefined ? socket.destroy() : socket.end(answer)));
      });
      await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
      const poster = posterOf(guard);
      posters.push(poster);
      const { port } = plain.address() as { port: number };
      const outcome = await poster.post({
        standing: 'proven',
        url: `https://hooks.example:${port}/`,
        headers: {},
        body: '{}',
        timeOut: 5_000,
      });
      expect(outcome).toMatchObject({ status: null, problem: 'TLS' });
      plain.close();
    }
  });
});
