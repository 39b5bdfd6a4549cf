// Keys of others, by which signed tokens are verified. Input: where they are. Output: the keys now. They are fetched when the first token
// comes, and again in the background; when a token names a key that is not among them, but seldom: else those who send tokens
// would decide how often. Keys that have not been seen for a while count no longer. Notation, part 5, Verified by; decision 0038;
// https://www.rfc-editor.org/rfc/rfc7517#section-5, https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig

import type { CompactVerifyGetKey, CryptoKey, JSONWebKeySet } from 'jose';
import type { SignedPlan } from '../plan/credentials.ts';
import { isSecureAddress } from '../base/secure-address.ts';
import { fetchJson } from './fetched-json.ts';

export interface KeySet {
  /** The key that fits; throws where none, or more than one, does. */
  readonly find: (
    header: Parameters<CompactVerifyGetKey>[0],
  ) => CryptoKey | Uint8Array | Promise<CryptoKey | Uint8Array>;
}

/** A text: why the keys are not known. */
export type Known = KeySet | string;

export interface KeySource {
  /** The same object for as long as the keys are the same. */
  readonly current: () => Known | Promise<Known>;
  /** For a token that names another key. */
  readonly again: () => Known | Promise<Known>;
}

export type RemotePlace = Exclude<SignedPlan['keys'], { kind: 'operator' }>;

/** Milliseconds. */
export const TIMES: Readonly<Record<'fresh' | 'stale' | 'retry' | 'coolDown', number>> = {
  /** Behind it they are fetched again, while they go on being used. */
  fresh: 5 * 60_000,
  /** Behind it they count no longer. */
  stale: 15 * 60_000,
  /** Between two attempts, where one has failed. */
  retry: 2_000,
  /** Between two fetches for the sake of keys that are not known. */
  coolDown: 10_000,
};

interface Means {
  readonly fetch?: (address: string) => Promise<unknown>;
  /** Milliseconds of a clock that nobody sets. */
  readonly now?: () => number;
}

export function remoteKeys(
  place: RemotePlace,
  { fetch = fetchJson, now = () => performance.now() }: Means = {},
): KeySource {
  let set: (KeySet & { readonly text: string }) | undefined;
  let failure: string | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<Known> | undefined;
  const load = async (): Promise<Known> => {
    const at = now();
    try {
      const keys = await keysAt(place, fetch);
      const text = JSON.stringify(keys);
      if (set?.text !== text) set = { text, ...(await keySet(keys)) };
      fetchedAt = at;
      failure = undefined;
      return set;
    } catch (error) {
      failedAt = now();
      failure = `the keys of ${place.kind === 'issuer' ? place.issuer : place.address} are not known: ${(error as Error).message}`;
      return failure;
    }
  };
  const loading = (): Promise<Known> => (pending ??= load().finally(() => (pending = undefined)));
  const mayTry = (): boolean => pending !== undefined || now() - failedAt >= TIMES.retry;
  return {
    current() {
      const age = now() - fetchedAt;
      if (set === undefined || age >= TIMES.stale) return mayTry() ? loading() : failure!;
      if (age >= TIMES.fresh && mayTry()) void loading();
      return set;
    },
    again() {
      if (pending !== undefined) return pending;
      if (now() - askedAt < TIMES.coolDown) return failure ?? set!;
      askedAt = now();
      return loading();
    },
  };
}

async function keysAt(place: RemotePlace, fetch: (address: string) => Promise<unknown>): Promise<JSONWebKeySet> {
  return publicKeys(await fetch(place.kind === 'address' ? place.address : await discovered(place.issuer, fetch)));
}

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation */
async function discovered(issuer: string, fetch: (address: string) => Promise<unknown>): Promise<string> {
  const found = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { issuer: said, jwks_uri: address } = (found ?? {}) as { issuer?: unknown; jwks_uri?: unknown };
  if (said !== issuer) throw new Error('its configuration is that of another issuer');
  if (typeof address !== 'string' || !isSecureAddress(address))
    throw new Error('its configuration names no address of keys that is https, or on this machine');
  return address;
}

const MOST_KEYS = 100;

/** What is no public key is left out: a secret that everybody can fetch is none. */
function publicKeys(found: unknown): JSONWebKeySet {
  const keys = (found as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || keys.length > MOST_KEYS) throw new Error(`there is no list of up to ${MOST_KEYS} keys`);
  return {
    keys: keys.filter((key) => ['RSA', 'EC', 'OKP'].includes((key as { kty?: unknown } | null)?.kty as string)),
  };
}

async function keySet(keys: JSONWebKeySet): Promise<KeySet> {
  const { createLocalJWKSet } = await import('jose');
  const find = createLocalJWKSet(keys);
  return { find: (header) => find(header) };
}
