// An issuer of signed tokens for one test: it shows its keys on loopback, and signs what it is told.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT, type CryptoKey } from 'jose';

export interface Pair {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function pair(kid: string, alg = 'ES256'): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

export interface KeyServer {
  readonly url: string;
  shown: readonly JWK[];
  /** Answered in the place of the keys, by path. */
  readonly pages: Record<string, string>;
  status: number;
  fetched: number;
  stop(): Promise<void>;
}

export async function keyServer(port = 0): Promise<KeyServer> {
  const state = { shown: [] as readonly JWK[], status: 200, fetched: 0, pages: {} as Record<string, string> };
  const server = createServer((request, response) => {
    state.fetched += 1;
    const body = state.pages[request.url!] ?? JSON.stringify({ keys: state.shown });
    response.writeHead(state.status, { 'content-type': 'application/json', location: '/elsewhere' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const own = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${own.port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** Seconds since 1970, so many from now. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

export function signed(
  by: Pair,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: by.alg, kid: by.kid, ...header }).sign(by.privateKey);
}
